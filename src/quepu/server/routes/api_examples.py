"""An example for each call, put into the description of the API: what is sent, and what comes back in short."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from quepu import __version__
from quepu.rulebook.file.default import default_rule
from quepu.server.http_problem import MEDIA_TYPE

RULE = {"id": default_rule()}
_HAND = {"rule": RULE, "hand": "123m23455p345s77z 5p", "from": "S", "lang": "en"}
_OPEN_HAND = {"rule": RULE, "hand": "123m23455p345s77z", "lang": "en"}
_TEXT = f'extends = "{default_rule()}"\nname = {{ zh = "我家麻将", en = "House rules" }}\n'
_RECORD = f'{{"type":"header","format":1,"program":"{__version__}","rulebook":"ID","version":1,"seed":7,...}}\n' \
          '{"type":"hand","hand":1,...}\n...\n{"type":"end",...}\n'
_PLAYERS = [{"kind": "person", "name": "Ann"}, {"kind": "greedy", "name": "greedy 1"},
            {"kind": "greedy", "name": "greedy 2"}, {"kind": "greedy", "name": "greedy 3"}]
_KEYS = {"key": "Zk3mQ0v9yJ5wq1uXb7LrTn2E", "join_key": "b8N...", "watch_key": "Qx1..."}
_MADE = {"id": "V1StGXR8_Z5j", **_KEYS, "players": _PLAYERS}
_SCORE = {"kind": "score", "rule": default_rule(), "legal": True, "total": 8, "fans": {"三色三步高": 6, "门前清": 2},
          "payments": {"E": 32, "S": -16, "W": -8, "N": -8}, "text": "..."}
_WAITS = {"kind": "waits", "distance": 0, "waits": [{"tile": "5p", "left": 2, "discard": {"total": 8, "legal": True}}]}
_UPDATE = {"type": "update", "step": 3, "since": 0, "events": [], "view": {"seat": "E", "legal": []}}
_BOOK = {"id": default_rule(), "name": {"zh": "...", "en": "..."}, "fan_list": [], "option_list": []}

#: (method, path) -> what is sent (parameters by name, the body under `body`) and what comes back
EXAMPLES: dict[tuple[str, str], tuple[dict[str, Any], Any]] = {
    ("get", "/api/health"): ({}, {"version": __version__}),
    ("post", "/api/score"): ({"body": _HAND}, _SCORE),
    ("post", "/api/waits"): ({"body": _OPEN_HAND}, _WAITS),
    ("post", "/api/hand"): ({"body": _OPEN_HAND}, _WAITS),
    ("post", "/api/discards"): ({"body": {"rule": RULE, "hand": "123m23455p345s771z", "lang": "en"}},
                                {"kind": "discards", "...": "..."}),
    ("post", "/api/analyse"): ({"body": {"rule": RULE, "hand": "123m23456p34s77z 25p", "wall": 40, "lang": "en"}},
                               {"kind": "analysis", "away": 2, "choices": [], "...": "..."}),
    ("post", "/api/advise"): ({"body": {"record": _RECORD, "step": 30, "seed": 1, "lang": "en"}},
                              {"kind": "advice", "step": 30, "seat": "E", "samples": 171, "answers": [], "...": "..."}),
    ("post", "/api/review"): ({"body": {"record": _RECORD, "player": 0, "level": "quick", "seed": 1, "lang": "en"}},
                              {"kind": "review", "mistakes": [30], "...": "...", "parts": {
                                  "result": 8000000, "luck": 9312500, "others": -500000, "own": -812500}}),
    ("post", "/api/compare"): ({"body": _HAND}, {"kind": "compare", "rows": [
        {"rule": default_rule(), "kind": "win", "total": 8, "legal": True}]}),
    ("post", "/api/check"): ({"body": {"text": _TEXT + 'fan.all_pungs.wen = "True"\n', "seconds": 0.2}},
                             {"kind": "check", "trial": False,
                              "errors": [{"line": 3, "column": 15, "text": "there is no key 'wen'"}],
                              "warnings": []}),
    ("post", "/api/house"): ({"body": {"text": _TEXT, "changes": [{"key": "fan.all_pungs.value", "value": 8}]}},
                             {"kind": "house", "text": _TEXT + "fan.all_pungs.value = 8\n", "refused": [],
                              "base": default_rule(), "rows": [], "fans": [], "faults": [], "...": "..."}),
    ("post", "/api/pad"): ({"body": {"rule": RULE, "names": ["Ann", "Bo", "Cai", "Dee"], "entries": [
        {"wins": [{"seat": "Ann", "from": "Cai", "hand": "123m23455p345s77z 5p"}]}, {"draw": True}]}},
        {"kind": "pad", "names": ["Ann", "Bo", "Cai", "Dee"], "scores": [32, -8, -16, -8], "entries": []}),
    ("get", "/api/rulebooks"): ({}, [_BOOK]),
    ("get", "/api/rulebooks/fans"): ({}, [{"id": "full_flush", "name": {"zh": "...", "en": "..."},
                                           "rules": [default_rule()]}]),
    ("post", "/api/rulebooks"): ({"body": {"text": _TEXT}}, _BOOK),
    ("get", "/api/rulebooks/{name}"): ({"name": default_rule()}, _BOOK),
    ("post", "/api/rulebooks/{name}"): ({"name": default_rule(), "body": {}}, _BOOK),
    ("post", "/api/games"): ({"body": {"rule": RULE, "name": "Ann", "others": ["easy", "strong", "normal"]}}, _MADE),
    ("post", "/api/games/{name}/join"): ({"name": "V1StGXR8_Z5j", "body": {"key": _KEYS["join_key"], "name": "Bo"}},
                                         {"id": "V1StGXR8_Z5j", "player": 1, "key": "hP2...", "players": _PLAYERS}),
    ("get", "/api/games/{name}/invitation"): ({"name": "V1StGXR8_Z5j", "key": _KEYS["join_key"]}, {
        "game": "V1StGXR8_Z5j", "rule": RULE, "players": _PLAYERS, "started": False,
        "presence": {"players": [{"connected": True, "stand_in": False, "may_stand_in": False}], "waiting": []}}),
    ("get", "/api/games/with-code"): ({"key": "K7QM4XPD"}, {
        "game": "V1StGXR8_Z5j", "rule": RULE, "players": _PLAYERS, "started": False,
        "room": {"owner": 0, "gathers": True, "ready": [1], "levels": [None, None, "easy", "strong"]}}),
    ("get", "/api/games/{name}"): ({"name": "V1StGXR8_Z5j", "key": _KEYS["key"]}, {
        "hello": {"type": "hello", "player": 0, "rule": RULE, "players": _PLAYERS}, "update": _UPDATE}),
    ("get", "/api/games/{name}/record"): ({"name": "V1StGXR8_Z5j", "key": _KEYS["key"]}, _RECORD),
    ("post", "/api/records"): ({"hand": 1, "lang": "en", "body": {"record": _RECORD}},
                               {"hands": 1, "hand": 1, "frames": [{"step": 1, "kind": "begin", "view": {}}]}),
    ("post", "/api/records/convert"): ({"body": {"record": '{"title": ["", ""], "log": ["..."]}'}},
                                       {"kind": "converted", "format": "tenhou", "record": _RECORD}),
    ("post", "/api/records/play"): ({"body": {"record": _RECORD, "step": 12, "player": 0, "name": "Ann"}},
                                    {**_MADE, "player": 0}),
}
PROBLEM = {"type": "about:blank", "title": "not valid", "status": 422, "code": "server.not_valid",
           "detail": "5 copies of 5p, there are only 4",
           "faults": ["5 copies of 5p, there are only 4"],
           "causes": [{"code": "hand.too_many", "values": {"copies": 5, "tile": "5p"}}]}
_PROBLEM_SCHEMA = {"type": "object", "required": ["title", "status"], "properties": {
    "type": {"type": "string"}, "title": {"type": "string"}, "status": {"type": "integer"}, "code": {"type": "string"},
    "detail": {"type": "string"}, "faults": {"type": "array", "items": {"type": "string"}},
    "causes": {"type": "array", "items": {"type": "object", "required": ["code", "values"], "properties": {
        "code": {"type": "string"}, "values": {"type": "object"}}}}}}


def add_examples(app: FastAPI) -> None:
    """Let the description of the API show an example for each call, and errors as they are sent."""

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            description = get_openapi(title=app.title, version=app.version, routes=app.routes, description=_ABOUT)
            description.setdefault("components", {}).setdefault("schemas", {})["Problem"] = _PROBLEM_SCHEMA
            for path, methods in description["paths"].items():
                for method, operation in methods.items():
                    _illustrate(operation, *EXAMPLES.get((method, path), ({}, None)))
            app.openapi_schema = description
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]


_ABOUT = "Games are played over `WS /api/games/{name}/socket?since=STEP`, see docs/server.md."


def _illustrate(operation: dict[str, Any], sent: dict[str, Any], answered: Any) -> None:
    for parameter in operation.get("parameters", ()):
        if parameter["name"] in sent:
            parameter["example"] = sent[parameter["name"]]
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        content["example"] = sent["body"]["record"] if kind == "text/plain" else sent.get("body")
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            for content in response.get("content", {}).values():
                content["example"] = answered
    problem = {"description": "what is wrong, in the library's own words", "content": {
        MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}, "example": PROBLEM}}}
    operation["responses"].pop("422", None)
    operation["responses"]["4XX"] = problem
