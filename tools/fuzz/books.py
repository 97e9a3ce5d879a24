"""Mutants of rulebooks: a third in conditions, a third in structure, the rest in values."""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.file.section import Key
from quepu.rulebook.language import vocabulary as v
from tools.fuzz import pools
from tools.fuzz.bases import Base, some_base
from tools.fuzz.expressions import Maker, Names, mutated
from tools.fuzz.paths import Path, Place, put, value_at
from tools.fuzz.structure import restructured
from tools.fuzz.toml_text import written

KINDS = ("conditions", "structure", "values")
NAME = {"zh": "一", "en": "One"}

#: an input: its part, kind and number, and what is judged
Input = dict[str, Any]


def book_input(seed: str, number: int) -> Input:
    """The mutant of that number."""
    kind = KINDS[number % len(KINDS)]
    rng = Random(f"{seed}:books:{number}")
    of = some_base(rng)
    if kind == "structure":
        text = restructured(of, rng)
    else:
        changes = Changes(of, rng)
        maker: Callable[[Changes], None] = condition_change if kind == "conditions" else value_change
        for _ in range(rng.choice((1, 1, 1, 2, 2, 4))):
            maker(changes)
        text = changes.text()
    return {"part": "books", "kind": kind, "number": number, "base": of.name, "text": text,
            "options": _options(of, rng)}


def _options(of: Base, rng: Random) -> dict[str, Any]:
    """Options to set; now and then none that there are."""
    found: dict[str, Any] = {}
    if rng.random() < 0.75 or not of.names.options:
        return found
    for name, kind, choices in rng.sample(of.names.options, min(len(of.names.options), rng.choice((1, 1, 2)))):
        found[name] = rng.random() < 0.5 if kind == "bool" else rng.choice(choices) if choices and kind != "int" else \
            rng.choice(choices) if choices and rng.random() < 0.7 else pools.scalar(rng)
        if not isinstance(found[name], bool | int | str):
            found[name] = str(found[name])
    return found


class Changes:
    """Changes of a base, gathered: written as house rules that extend it, or as the whole book."""

    def __init__(self, of: Base, rng: Random) -> None:
        self.base, self.rng = of, rng
        self.whole = not of.ships or rng.random() < 0.35
        self.tables: dict[str, Any] = deepcopy(of.tables) if self.whole else {
            "extends": of.name, "name": {"zh": "我家", "en": "House"}}
        self.names = Names(**{key: list(value) for key, value in vars(of.names).items()})

    def set(self, path: Path, value: Any) -> None:
        """Put a value at its place."""
        if not self.whole and any(isinstance(step, int) for step in path):
            path = self._by_id(path)
        put(self.tables, path, value)

    def _by_id(self, path: Path) -> Path:
        """The path into house rules: a row of a list is found again by its id, other lists are copied whole."""
        at = next(index for index, step in enumerate(path) if isinstance(step, int))
        rows = value_at(self.base.tables, path[:at])
        row = rows[path[at]]
        mine = self.tables.setdefault(path[0], []) if at == 1 else None
        if isinstance(mine, list) and isinstance(row, dict) and isinstance(row.get("id"), str):
            for index, one in enumerate(mine):
                if one.get("id") == row["id"]:
                    return (path[0], index, *path[2:])
            mine.append({"id": row["id"]})
            return (path[0], len(mine) - 1, *path[2:])
        put(self.tables, path[:at], deepcopy(rows))
        return path

    def add_row(self, section: str, row: dict[str, Any]) -> None:
        """Add a row to a list of tables."""
        self.tables.setdefault(section, []).append(row)

    def text(self) -> str:
        """What it all comes to."""
        return written(self.tables)


# -- conditions --
def condition_change(changes: Changes) -> None:
    """One change in an expression, or a new one."""
    rng = changes.rng
    chance = rng.random()
    if chance < 0.12:
        _new_define(changes)
    elif chance < 0.2:
        _new_memory(changes)
    elif chance < 0.26:
        _new_option(changes)
    if chance < 0.26 or rng.random() < 0.35:
        _new_rule(changes)
        return
    spots = changes.base.expressions
    if not spots:
        _new_rule(changes)
        return
    place = rng.choice(spots)
    old = value_at(changes.base.tables, place.path)
    if isinstance(old, list):
        changes.set(place.path, [_expression(changes, place, str(one)) for one in old])
    else:
        changes.set(place.path, _expression(changes, place, str(old)))


def _maker(changes: Changes, level: str, variables: dict[str, str]) -> Maker:
    return Maker(changes.rng, changes.names, level, variables, changes.rng.choice((0.0, 0.0, 0.01, 0.05, 0.2)))


def _expression(changes: Changes, place: Place, old: str) -> str:
    key, rng = place.key, changes.rng
    level = v.ANYWHERE if key is None or place.path[0] == "define" else key.level
    variables = dict(place.variables)
    if place.path[0] == "memory":
        variables |= {"owner": v.SEAT, "other": v.SEAT, "actor": v.SEAT}
    if place.path[0] in ("sets", "pairs"):
        variables |= {"a": v.TILE, "b": v.TILE, "c": v.TILE}
    kind = v.INT if key is not None and key.type == "value" else key.expect if key is not None and key.type != "text" \
        else rng.choice((v.BOOL, v.INT))
    maker = _maker(changes, level, variables)
    return mutated(old, maker, kind) if rng.random() < 0.7 else maker.make(kind, rng.choice((2, 3, 4)))


def _new_rule(changes: Changes) -> None:
    """A fan, a payment, a condition of winning or of play, a grade, an abortion that was not there."""
    rng, name = changes.rng, f"x{changes.rng.randint(1, 99)}"
    section = rng.choice(("fan", "fan", "fan", "pay", "pay", "win", "discard", "claim", "kong", "abort", "flag",
                          "shape",
                          "adjust", "liability", "match", "turned", "ready", "pass", "score", "grade", "tally"))
    keys = SECTIONS[section].keys
    spots = [key for key, of in keys.items() if of.type in ("expr", "value")] or ["when"]
    row: dict[str, Any] = {"name": NAME} if "name" in keys else {}
    for key, of in keys.items():        # what a new one needs, and a few things more
        if (of.needed and of.type not in ("expr", "value")) or (rng.random() < 0.05 and key not in ("name", "enabled")):
            row[key] = sound_value(of, rng, changes.names)
    wanted = {key for key in spots if keys[key].needed} | {rng.choice(spots)} if spots != ["when"] else {"when"}
    if section == "fan":
        row |= {"value": rng.choice((1, 2, 8, 88))}
        wanted = {rng.choice(("when", "when", "count", "value"))}
        if rng.random() < 0.3:
            row["pick"] = rng.choice(("a, b in chows", "a in pungs; p in pairs", "a, b, c in sets",
                                      "a, b, c, d, e in sets"))
            row["uses_sets"] = rng.random() < 0.5
        wanted |= {"when"} if "count" not in wanted else set()
    variables = dict(SECTIONS[section].variables)
    if "pick" in row:
        variables |= {"a": v.SET, "b": v.SET, "p": v.PAIR}
    for key in sorted(wanted & set(keys)):
        of = keys[key]
        kind = v.INT if of.type == "value" else of.expect
        row[key] = _maker(changes, of.level, variables).make(kind, rng.choice((1, 2, 3, 3)))
    if SECTIONS[section].form == "list":
        changes.add_row(section, {"id": name, **row})
    elif SECTIONS[section].form == "family":
        changes.set((section, name), row)
        getattr(changes.names, {"fan": "fans", "flag": "flags", "shape": "shapes", "tally": "tallies"}.get(section,
                                                                                                           "turned"),
                []).append(name) if section in ("fan", "flag", "shape", "tally") else None
    else:
        for key, value in row.items():
            if key != "name":
                changes.set((section, key), value)


def _new_define(changes: Changes) -> None:
    """A define with arguments whose names are also those of loops and of the caller."""
    rng = changes.rng
    name = rng.choice(("g", "h", "k", *pools.VARIABLES[:4], "total", "x1"))
    args = {variable: rng.choice((v.SEAT, v.SEAT, v.TILE, v.INT, v.BOOL, v.SUIT, v.SET, "text", "choice:x", "row"))
            for variable in rng.sample(pools.VARIABLES, rng.choice((0, 1, 1, 2, 3)))}
    maker = _maker(changes, rng.choice((v.ANYWHERE, v.HAND, v.TABLE, v.PAY)), args)
    table: dict[str, Any] = {"is": maker.make(rng.choice((v.INT, v.BOOL, v.SEAT, v.TILE)), rng.choice((2, 3)))}
    if args:
        table["args"] = args
    changes.set(("define", name), table)
    changes.names.defines.append((name, tuple(args.values())))


def _new_memory(changes: Changes) -> None:
    """A memory that starts and changes as it likes."""
    rng = changes.rng
    name, kind = f"m{rng.randint(1, 9)}", rng.choice((v.INT, v.INT, v.BOOL, v.SEAT, v.TILE, v.SUIT))
    scope = rng.choice(("match", "hand", "seat", "pair", "player", "players"))
    changes.names.memory.append((name, kind, {"seat": 1, "player": 1, "pair": 2, "players": 2}.get(scope, 0)))
    maker = _maker(changes, v.TABLE, {"owner": v.SEAT, "other": v.SEAT, "actor": v.SEAT})
    event = rng.choice(("discard", "draw", "win", "hand_start", "hand_end", "chow", "pung", "kong", "pass", "declare"))
    table: dict[str, Any] = {"scope": scope, "type": kind, "update": [
        {"on": [event], "when": maker.make(v.BOOL, 2), "set": maker.make(kind,
                                                                         2)} for _ in range(rng.choice((1, 1, 2)))]}
    if rng.random() < 0.5:
        table["start"] = pools.number(rng) if rng.random() < 0.5 else rng.randint(-1, 4)
    if rng.random() < 0.3:
        table["shown"] = True
    changes.set(("memory", name), table)


def _new_option(changes: Changes) -> None:
    """An option whose choices are called anything."""
    rng = changes.rng
    choices = [pools.text(rng) for _ in range(rng.choice((1, 2, 2, 3)))]
    table = {"name": NAME, "type": "choice", "default": choices[0], "choices": choices}
    if rng.random() < 0.3:
        table["each"] = {"fan": {"{value}": {"value": "{value}"}}}
    changes.set(("option", "z"), table)
    changes.names.options.append(("z", "choice", choices))
    if rng.random() < 0.7:
        text = rng.choice(choices)
        when = rng.choice((f"options.z == {text!r}", f"distinct(options.z, {text!r})",
                           f"options.z in ({text!r}, {text!r})",
                           f"sum(1 for x in ({text!r},)) > 0", f"any(x == {text!r} for x in ({text!r}, options.z))"))
        changes.set(("fan", "z"), {"name": NAME, "value": 1, "when": when})


# -- values --
def value_change(changes: Changes) -> None:
    """One value changed, or a key of the schema given that was not there."""
    rng = changes.rng
    chance = rng.random()
    if chance < 0.5:
        weighty = [place for place in changes.base.places if place.key is None or (
            place.key.type not in ("names", "any") and place.path[-1] not in ("source", "text", "name"))]
        place = rng.choice(weighty if weighty and rng.random() < 0.85 else changes.base.places)
        changes.set(place.path, new_value(place.key, value_at(changes.base.tables, place.path), rng, changes.names))
        return
    section = rng.choice([name for name in SECTIONS if name not in ("rulebook", "examples", "define")])
    spec = SECTIONS[section]
    content = changes.base.tables.get(section)
    key = rng.choice(list(spec.keys))
    new = new_value(spec.keys[key], None, rng, changes.names)
    if spec.form == "table":
        inner = spec.keys[key].keys
        if inner and spec.keys[key].type == "table" and rng.random() < 0.9:
            one = rng.choice(list(inner))
            changes.set((section, key, one), new_value(inner[one], None, rng, changes.names))
        else:
            changes.set((section, key), new)
    elif spec.form == "family" and isinstance(content, dict) and content:
        changes.set((section, rng.choice(list(content)), key), new)
    elif spec.form == "list" and isinstance(content, list) and content:
        changes.set((section, rng.randrange(len(content)), key), new)
    else:
        _new_entry(changes, section)


def _new_entry(changes: Changes, section: str) -> None:
    """A whole new entry of a section, every key sound or nearly so."""
    rng, spec = changes.rng, SECTIONS[section]
    keys = [key for key, of in spec.keys.items() if of.needed or rng.random() < 0.3]
    row = {key: NAME if spec.keys[key].type == "names" else new_value(spec.keys[key], None, rng, changes.names)
           for key in keys}
    if spec.form == "list":
        changes.add_row(section, {"id": f"x{rng.randint(1, 9)}", **row})
    else:
        changes.set((section, f"x{rng.randint(1, 9)}"), row)


def new_value(key: Key | None, old: Any, rng: Random, names: Names) -> Any:
    """Another value for a key: most often one of its type."""
    if key is None or rng.random() < 0.12:
        return pools.anything(rng)
    if old is not None and rng.random() < 0.35:
        return _nudged(old, rng)
    return sound_value(key, rng, names)


def _nudged(old: Any, rng: Random) -> Any:
    """A value near the old one."""
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return rng.choice((old + 1, old - 1, 2 * old, -old, old + 3, 10 * old, old * 10**6, 0))
    if isinstance(old, list) and old:
        return rng.choice((old[1:], old[:-1], old + old, old[::-1], [*old, old[0]], old * 40, []))
    if isinstance(old, str):
        if old.isdigit() or not old:
            return pools.tiles(rng)
        place = rng.randrange(len(old))
        return rng.choice((old[:place] + old[place + 1:], old + old[place:], old[::-1], old.upper(),
                           old + rng.choice("0159mzf ")))
    return pools.anything(rng)


def sound_value(key: Key, rng: Random, names: Names) -> Any:
    """A value of the type that a key has."""
    if key.refers:
        known = {"fan": names.fans, "flag": names.flags, "memory": [name for name, _, _ in names.memory],
                 "turned": names.turned, "tally": names.tallies, "sets": ["chow", "pung"],
                 "claim": ["chow", "pung", "win", "kong"], "ready": ["ready"],
                 "event": ["discard", "draw", "win", "hand_start", "hand_end", "kong", "chow", "pung", "declare",
                           "pass"],
                 }.get(key.refers, [])
        words: list[str] = list(known) or ["x"]
    else:
        words = list(key.words)
    if key.type == "int":
        return pools.number(rng) if rng.random() < 0.5 else rng.randint(0, 8)
    if key.type == "bool":
        return rng.random() < 0.5
    if key.type == "text":
        return rng.choice(words) if words and rng.random() < 0.9 else rng.choice((pools.text(rng), pools.tiles(rng)))
    if key.type in ("words", "texts"):
        found = rng.choices(words, k=rng.choice((1, 1, 2, 3))) if words else [pools.text(rng)]
        return found if rng.random() < 0.9 else [*found, pools.text(rng)]
    if key.type == "tiles":
        return pools.tiles(rng)
    if key.type == "numbers":
        return [pools.number(rng) for _ in range(rng.choice((0, 1, 2, 3, 4, 4, 5, 40)))]
    if key.type in ("expr", "value", "exprs"):
        maker = Maker(rng, names, key.level, {})
        made: Any = pools.number(rng) if key.type == "value" and rng.random() < 0.6 else \
            maker.make(v.INT if key.type == "value" else key.expect, 1)
        return [made] if key.type == "exprs" else made
    if key.type == "tables" and key.keys:
        return [{inner: sound_value(of, rng, names) for inner,
                 of in key.keys.items() if of.needed or rng.random() < 0.6}]
    if key.type == "table":
        return {rng.choice(("x", "1z", "rounds", "hands", "a",
                            "old")): pools.scalar(rng) for _ in range(rng.randint(0, 3))}
    if key.type == "names":
        return rng.choice((NAME, pools.text(rng), {"zh": pools.text(rng)}, {}))
    choice = rng.random()
    if choice < 0.5:
        return [pools.number(rng), pools.number(rng)] if choice < 0.25 else [rng.randint(0, 3), rng.randint(2, 9)]
    return [pools.number(rng) for _ in range(rng.choice((1, 3, 40, 300)))] if choice < 0.7 else pools.anything(rng)
