"""Judges requests: a server inside the process answers them; no answer is a failure, every refusal says why."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from tools.fuzz.verdict import DONE, REFUSED, FoundError, Verdict

MEDIA_TYPE = "application/problem+json"
OURS = "server.failed"      # the cause of a refusal that is no fault of what was sent
SECONDS = 4.0               # for a stranger's rulebook
_SERVER: list[Any] = []     # the client of this process, made when first needed


def client() -> Any:
    """A client of a server of this process's own."""
    if not _SERVER:
        from starlette.testclient import TestClient

        from quepu.server.app import make_app
        from quepu.server.settings import Limits, Settings
        folder = Path(tempfile.mkdtemp(prefix="quepu-fuzz-", dir=os.environ.get("QUEPU_CACHE")))
        limits = Limits(requests=1e6, burst=10**6, messages=1e6, check_seconds=SECONDS, score_seconds=SECONDS)
        made = TestClient(make_app(Settings(f"sqlite:///{folder / 'games.sqlite'}", folder / "page", limits)),
                          base_url="http://127.0.0.1")
        made.__enter__()
        _SERVER.append(made)
    return _SERVER[0]


def judge_api(given: dict[str, Any], _level: str) -> Verdict:
    """The answers to some requests, one after the other."""
    names: dict[str, str] = {"game": "nowhere12", "key": "x", "watch": "x", "join": "x"}
    refused = False
    for call in given["calls"]:
        if "socket" in call:
            _talk(call, names)
        else:
            refused = _call(call, names) or refused
    return Verdict(REFUSED if refused else DONE)


def _named(value: Any, names: dict[str, str]) -> Any:
    """The value with the names of a game just made in place of `{game}`, `{key}` ..."""
    if isinstance(value, str):
        for name, text in names.items():
            value = value.replace(f"{{{name}}}", text)
        return value
    if isinstance(value, dict):
        return {key: _named(one, names) for key, one in value.items()}
    return [_named(one, names) for one in value] if isinstance(value, list) else value


def _call(call: dict[str, Any], names: dict[str, str]) -> bool:
    """Whether a request was refused."""
    more: dict[str, Any] = {"params": _named(call["query"], names)}
    if "raw" in call:
        more |= {"content": call["raw"].encode("utf-8", "replace"), "headers": {"content-type": call["type"]}}
    elif "body" in call:
        body = json.dumps(_named(call["body"], names))
        more |= {"content": body.encode("utf-8", "replace"), "headers": {"content-type": "application/json"}}
    path = _named(call["path"], names)
    answer = client().request(call["method"], path, **more)
    where = f"{call['method']} {call['path'][:60]}"
    if answer.status_code >= 500:
        raise FoundError("status", f"{where}: {answer.status_code} {answer.text[:200]}",
                         f"{where} {answer.status_code}")
    if "Traceback (most" in answer.text:
        raise FoundError("traceback", f"{where}: {answer.text[:300]}", where)
    if answer.status_code >= 400 and call["method"] != "head":
        if answer.headers.get("content-type") != MEDIA_TYPE or not answer.json().get("title"):
            raise FoundError("problem", f"{where}: {answer.status_code} is no problem+json: {answer.text[:100]}", where)
        if any(cause.get("code") == OURS for cause in answer.json().get("causes", ())):
            raise FoundError("ours", f"{where}: {answer.text[:300]}", where)
        return True
    if path == "/api/games" and answer.status_code == 201:
        made = answer.json()
        names |= {"game": made["id"], "key": made["key"], "watch": made["watch_key"], "join": made["join_key"]}
    return False


def _talk(call: dict[str, Any], names: dict[str, str]) -> None:
    """Messages over a socket; each is answered, or the connection is closed with a reason."""
    from starlette.testclient import WebSocketDenialResponse
    from starlette.websockets import WebSocketDisconnect
    query = "&".join(f"{key}={_named(value, names)}" for key, value in call["query"].items())
    legal = "pass"
    try:
        with client().websocket_connect(f"{_named(call['socket'], names)}?{query}") as socket:
            for message in call["messages"]:
                text = message if isinstance(message, str) else json.dumps(_named(message, {**names, "legal": legal}))
                socket.send_text(text)
                legal = _until_answered(socket, legal)
            socket.close()
    except (WebSocketDisconnect, WebSocketDenialResponse):
        return


def _until_answered(socket: Any, legal: str) -> str:
    """Read on to the answer; what may be answered next, if an update told."""
    while True:
        told = json.loads(socket.receive_text())
        if told.get("type") == "update":
            seen = (told.get("view") or {}).get("legal") or []
            legal = seen[len(told.get("events", ())) % len(seen)]["action"] if seen else legal
        if told.get("type") in ("done", "error"):
            if told["type"] == "error" and not told.get("faults"):
                raise FoundError("silent", "an error over the socket without words")
            return legal
