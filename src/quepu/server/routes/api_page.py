"""`/api/docs`: every call with an example, as a page of our own: made here, without scripts, nothing from elsewhere."""

import json
from html import escape
from typing import Any

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, Response

_STYLE = """\
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h2 { margin-top: 2.5rem; } h3 { margin-bottom: 0; overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, monospace; font-size: .9rem; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid; border-radius: .4rem; }
.method { display: inline-block; min-width: 4.5rem; }
table { border-collapse: collapse; } td, th { border: 1px solid; padding: .25rem .6rem; text-align: left; }
nav li { overflow-wrap: anywhere; }
"""
_STYLE_PATH = "/api/docs/style.css"


def add_reference(app: FastAPI) -> None:
    """Serve the page and its style."""

    @app.get("/api/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return HTMLResponse(page(app.openapi()))

    @app.get(_STYLE_PATH, include_in_schema=False)
    async def style() -> Response:
        return Response(_STYLE, media_type="text/css")


def page(description: dict[str, Any]) -> str:
    """The page of an OpenAPI description."""
    calls = [(method.upper(), path, operation) for path, methods in description["paths"].items()
             for method, operation in methods.items()]
    listed = "".join(f'<li><a href="#{_anchor(method, path)}"><code>{method} {escape(path)}</code></a> '
                     f'{escape(operation.get("summary", ""))}</li>' for method, path, operation in calls)
    described = "".join(_call(*call) for call in calls)
    schemas = "".join(f'<h3 id="{escape(name, quote=True)}">{escape(name)}</h3>{_shown(schema)}'
                      for name, schema in sorted(description.get("components", {}).get("schemas", {}).items()))
    title = escape(f'{description["info"]["title"]} {description["info"]["version"]}: API')
    return (f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<link rel="stylesheet" href="{_STYLE_PATH}"></head><body><main><h1>{title}</h1>'
            f'<p>{escape(description["info"].get("description", ""))}</p>'
            '<p>The same for programs: <a href="/api/openapi.json">openapi.json</a></p>'
            f'<nav aria-label="calls"><ul>{listed}</ul></nav>{described}'
            f"<h2>Values</h2>{schemas}</main></body></html>\n")


def _anchor(method: str, path: str) -> str:
    return escape(f"{method.lower()}{path}".replace("/", "-").replace("{", "").replace("}", ""), quote=True)


def _call(method: str, path: str, operation: dict[str, Any]) -> str:
    parts = [f'<section><h2 id="{_anchor(method, path)}"><code><span class="method">{method}</span>'
             f'{escape(path)}</code></h2><p><strong>{escape(operation.get("summary", ""))}.</strong> '
             f'{escape(operation.get("description", ""))}</p>']
    rows = "".join(f'<tr><td><code>{escape(one["name"])}</code></td><td>{escape(one["in"])}</td>'
                   f'<td>{"needed" if one.get("required") else "may be left out"}</td>'
                   f'<td><code>{escape(str(one.get("example", "")))}</code></td></tr>'
                   for one in operation.get("parameters", ()))
    if rows:
        parts.append(f"<table><thead><tr><th>name</th><th>where</th><th></th><th>example</th></tr></thead>"
                     f"<tbody>{rows}</tbody></table>")
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        parts += [f"<h3>Sent as {escape(kind)}</h3>{_shown(content.get('example'))}"]
    for status, answer in operation["responses"].items():
        for kind, content in answer.get("content", {}).items():
            parts.append(f"<h3>{escape(status)}: {escape(answer.get('description', ''))} ({escape(kind)})</h3>"
                         f"{_shown(content.get('example'))}")
    return "".join(parts) + "</section>"


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
    return f'<pre tabindex="0">{escape(text)}</pre>'
