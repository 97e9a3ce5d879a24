"""Requests of the API and messages of its sockets: every route of the schema, bodies changed, games played wrongly."""

from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

from quepu.rulebook.file.default import default_rule
from quepu.rulebook.file.load import known_ids
from tools.fuzz import jsons, pools
from tools.fuzz.books import book_input
from tools.fuzz.records import record_input, recorded, samples

HANDS = ("123m23455p345s77z 5p", "123m23455p345s77z", "123m23455p345s771z", "[222m]555p888s33z77z 7z",
         "19m19p19s1234567z 1z")
ENTRIES: tuple[dict[str, Any], ...] = (
    {"wins": [{"seat": "Ann", "from": "Cai", "hand": "123m23455p345s77z 5p", "flags": ["last_tile"], "state": {}}]},
    {"draw": True}, {"draw": {"ready": ["Ann"], "ended": "draw"}}, {"false_wins": [{"seat": "E", "total": 3}]},
    {"wins": [{"seat": "E", "from": "S", "fans": {"all_pungs": 1}, "total": 8, "tallies": {"points": 8}}]},
    {"kongs": [{"seat": "E", "kong": "concealed", "from": "S", "tile": "5m"}]}, {"seats": ["Bo", "Ann", "Cai", "Dee"]},
    {"steps": [{"kong": {"seat": "E", "kong": "melded"}}, {"win": {"seat": "E", "total": 8}}]},
    {"memory": {"streak": 1}},
    {"manual": [{"payments": [{"from": "E", "to": "S", "amount": 5}], "text": "x"}]}, {"wild": "1m"},
    {"flowers": [{"seat": "E", "tile": "1f"}]}, {"openings": [{"seat": "S", "fan": "x", "count": 1}]},
    {"declares": [{"seat": "S", "ready": "ready", "tile": "1m"}]},
    {"faults": [{"seat": "S", "fault": "x", "to": ["E"]}]})
MESSAGES: tuple[Any, ...] = (
    {"type": "ping"}, {"type": "hint"}, {"type": "why", "action": "win"},
    {"type": "act", "action": "pass", "step": 1}, {"type": "next"},
    {"type": "undo"}, {"type": "start"}, {"type": "act", "action": "discard 5m"},
    {"type": "act", "action": "win", "step": "x"},
    {"type": "act", "action": "{legal}"}, {"type": "act", "action": "{legal}"},
    {"type": "act", "action": "{legal}", "step": 0})
LANGS = ("zh", "zh-Hant", "en", "x")
COMPILED = 0.02             # games by strangers' rulebooks: each is compiled in a process of its own


@cache
def operations() -> tuple[tuple[str, str, dict[str, Any]], ...]:
    """Every operation the server describes: (method, path, what it says)."""
    from quepu.server.app import make_app
    from quepu.server.settings import Settings
    paths = make_app(Settings("sqlite://")).openapi()["paths"]
    return tuple((method, path, told) for path, methods in paths.items() for method, told in methods.items())


def api_input(seed: str, number: int) -> dict[str, Any]:
    """The requests of that number: one of any route, or a game with a socket."""
    rng = Random(f"{seed}:api:{number}")
    if rng.random() < 0.25:
        return {"part": "api", "kind": "socket", "number": number, "calls": _game(rng)}
    method, path, told = rng.choice(operations())
    call: dict[str, Any] = {"method": method, "path": _path(path, rng), "query": _query(told, rng)}
    kind = path.split("/")[2]
    if "requestBody" in told:
        call |= _body(path, told, seed, number, rng)
    calls = [call]
    if "{game}" in call["path"]:
        calls.insert(0, _new_game(rng))
    if rng.random() < 0.03:
        call["method"] = rng.choice(("put", "delete", "patch", "options", "head", "get", "post"))
    return {"part": "api", "kind": kind, "number": number, "calls": calls}


def _path(path: str, rng: Random) -> str:
    name = rng.choice(("{game}", "{game}", "nowhere12", "x")) if "/games/" in path else rng.choice(known_ids())
    if rng.random() < 0.15:
        name = rng.choice(("..", "%2e%2e", "a%00b", "%ff", "x" * 500, "%E9%9B%80", "a%20b", "{0}",
                           f"{default_rule()}%3Fmin_fan=1", "%0a"))
    return path.replace("{name}", name)


def _query(told: dict[str, Any], rng: Random) -> dict[str, str]:
    found = {}
    for one in told.get("parameters", ()):
        if one["in"] == "query" and rng.random() < 0.9:
            found[one["name"]] = "{key}" if one["name"] == "key" and rng.random() < 0.7 else \
                rng.choice(("1", "0", "-1", "99999999999999999999", "x", "", "zh", "nan", "1.5", "{watch}", "\0", "é"))
    return found


def _body(path: str, told: dict[str, Any], seed: str, number: int, rng: Random) -> dict[str, Any]:
    """A body that fits the route, most often with something changed; texts of rulebooks and records are mutants."""
    content = next(iter(told["requestBody"]["content"].values()))
    body = deepcopy(content.get("example", {}))
    if isinstance(body, dict):
        _filled(path, body, seed, number, rng)
    if path.endswith("/records") and rng.random() < 0.5:
        return {"raw": body["record"], "type": "text/plain"}
    chance = rng.random()
    if chance < 0.55:
        body = jsons.mutated(body, rng, rng.choice((1, 1, 2, 3)))
    if chance < 0.04:
        return {"raw": rng.choice(("", "{", "[]", "null", "NaN", "{\"a\":1}" * 2, "[" * 5000, "\ufeff{}",
                                   "x" * 600_000)),
                "type": rng.choice(("application/json", "text/plain", "", "multipart/form-data",
                                    "application/json; charset=x"))}
    return {"body": body}


def _filled(path: str, body: dict[str, Any], seed: str, number: int, rng: Random) -> None:
    """Put mutants and things worth changing into an example of a body."""
    mutant = book_input(seed, number)
    if "hand" in body:
        body["hand"] = rng.choice(HANDS)
        if rng.random() < 0.2:
            body["flags"] = rng.choice((["last_tile"], ["x"], ["robbing", "last_tile"]))
        if rng.random() < 0.2:
            body["state"] = rng.choice(({"x": 1}, {"turned.dora": "5m"}, {"is_out": ["N"]}, {"streak": {"E": 3}}))
        if rng.random() < 0.2:
            body["wild"] = rng.choice(("1s", pools.tiles(rng)))
    if "text" in body:
        body["text"] = mutant["text"]
    if "seconds" in body:
        body["seconds"] = rng.choice((0, 0, 0.0, 0.05, -1, 9))
    if "rule" in body and path != "/api/records/play":
        rule = {"id": rng.choice(known_ids())} if rng.random() < 0.6 else {"text": mutant["text"],
                                                                           "options": mutant["options"]}
        if path == "/api/games" and "text" in rule and rng.random() > COMPILED:
            rule = {"id": default_rule()}
        if "id" in rule and rng.random() < 0.2:
            rule["options"] = {rng.choice(("min_fan", "edition", "x")): rng.choice((1, "1998", True, ["x"]))}
        body["rule"] = rule
    if "entries" in body:
        body["entries"] = [deepcopy(rng.choice(ENTRIES)) for _ in range(rng.choice((1, 1, 2, 4)))]
    if "record" in body:
        body["record"] = record_input(seed, number)["text"] if rng.random() < 0.7 else rng.choice(samples()["lines"])
        body["rule"] = None if rng.random() < 0.9 else {"id": default_rule()}
    if "step" in body:
        body |= {"step": rng.choice((0, 1, 12, 40, 99999)), "player": rng.randint(0, 3)}


def _new_game(rng: Random) -> dict[str, Any]:
    """A game by a rulebook that ships, some with open places."""
    others = rng.choice((["greedy"] * 3, ["random"] * 3, ["open", "greedy", "random"], ["random", "greedy", "random"]))
    return {"method": "post", "path": "/api/games", "query": {}, "body": {
        "rule": {"id": rng.choice(recorded()[:3])}, "name": "Ann",
        "others": others,
        **({"seed": rng.randint(0, 99)} if "open" not in others else {})}}


def _game(rng: Random) -> list[dict[str, Any]]:
    """A game and what somebody sends over its socket."""
    messages = []
    for index in range(rng.choice((1, 3, 8, 25))):
        message: Any = {**deepcopy(rng.choice(MESSAGES)), "id": index}
        chance = rng.random()
        if chance < 0.3:
            message = jsons.mutated(message, rng, rng.choice((1, 2)))
        elif chance < 0.35:
            message = rng.choice(("", "{", "[]", "null", "1", "x" * 40_000, "[" * 3000, "\0"))
        messages.append(message)
    calls = [_new_game(rng)]
    if rng.random() < 0.2:
        calls.append({"method": "post", "path": "/api/games/{game}/join", "query": {},
                      "body": jsons.mutated({"key": "{join}", "name": "Bo"},
                                            rng) if rng.random() < 0.5 else {"key": "{join}", "name": "Bo"}})
    calls.append({"socket": "/api/games/{game}/socket", "messages": messages, "query": {
        "key": rng.choice(("{key}", "{key}", "{key}", "{watch}", "x", "")),
        "since": rng.choice(("0", "0", "5", "-1", "99999", "x")),
        "lang": rng.choice(LANGS), "frames": rng.choice(("false", "true", "x"))}})
    if rng.random() < 0.3:
        calls.append({"method": "get", "path": "/api/games/{game}/record", "query": {"key": "{key}"}})
    return calls
