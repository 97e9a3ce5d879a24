"""The page's types, made from the description of the API: python -m tools.page_types [--check].

web/src/lib/api_types.ts holds one type for each value the server declares and one line for each route, so that a change
of the server breaks the page's check and not the page.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

from quepu.server.app import make_app
from quepu.server.settings import Settings

FILE = Path(__file__).resolve().parents[1] / "web" / "src" / "lib" / "api_types.ts"
_HEAD = "// Made by python -m tools.page_types from the description of the API; not to be changed by hand.\n"
_WIDE = 84
_METHODS = ("get", "post", "put", "delete")
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_UNUSED = ("HTTPValidationError", "ValidationError")


def described() -> dict[str, Any]:
    """The description of the API."""
    return make_app(Settings("sqlite://", Path("nowhere"))).openapi()


def page_types(description: dict[str, Any]) -> str:
    """The file's text."""
    schemas = description["components"]["schemas"]
    parts = [_HEAD]
    for name in sorted(schemas, key=str.lower):
        if name in _UNUSED:
            continue
        text = schemas[name].get("description", "").partition("\n")[0].strip()
        comment = f"/** {text} */\n" if text else ""
        parts.append(f"{comment}export type {name} = {typed(schemas[name], 0)};\n")
    rows = [f'  "{method.upper()} {path}": {{ asks: {asked(operation)}; tells: {told(operation)} }};\n'
            for path, methods in description["paths"].items() for method, operation in methods.items()
            if method in _METHODS]
    parts.append("/** What is sent to each route, and what it answers. */\n"
                 "export interface Routes {\n" + "".join(rows) + "}\n")
    return "\n".join(parts)


def asked(operation: dict[str, Any]) -> str:
    """The type of a request's body."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    return "undefined" if content is None else typed(content["schema"], 1)


def told(operation: dict[str, Any]) -> str:
    """The type of what comes back when all is well; of a stream the type of a line."""
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            answers = response.get("content", {})
            content = answers.get("application/json") or answers.get("application/x-ndjson")
            return "string" if content is None else typed(content["schema"], 1)
    return "undefined"


def typed(schema: dict[str, Any], depth: int) -> str:
    """A schema as a type; a value that has a default need not be sent."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema or "oneOf" in schema:
        parts = [typed(part, depth) for part in schema.get("anyOf") or schema["oneOf"]]
        return " | ".join(dict.fromkeys(parts))
    if "const" in schema or "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema.get("enum") or [schema["const"]])
    match schema.get("type"):
        case "array":
            inner = typed(schema.get("items", {}), depth)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case "object":
            return _object(schema, depth)
        case str(plain):
            return _PLAIN[plain]
    return "unknown"


def _object(schema: dict[str, Any], depth: int) -> str:
    places = schema.get("properties")
    if not places:
        inner = schema.get("additionalProperties")
        return f"Record<string, {typed(inner, depth) if isinstance(inner, dict) else 'unknown'}>"
    needed = schema.get("required", ())
    rows = [f"{name}{'' if name in needed else '?'}: {typed(place, depth + 1)}" for name, place in places.items()]
    line = "{ " + "; ".join(rows) + " }"
    if len(line) <= _WIDE - 2 * depth:
        return line
    margin = "  " * (depth + 1)
    return "{\n" + "".join(f"{margin}{row};\n" for row in rows) + "  " * depth + "}"


def main() -> None:
    """Write the file, or say that it is stale."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say whether it is stale")
    text = page_types(described())
    if parser.parse_args().check:
        if FILE.read_text(encoding="utf-8") != text:
            sys.exit(f"{FILE.name} is stale: python -m tools.page_types")
    else:
        FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
