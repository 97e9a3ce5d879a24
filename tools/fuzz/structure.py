"""Rulebooks with their parts moved, doubled, taken out, nested and spliced; and their texts cut and stirred."""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from quepu.rulebook.file.default import default_rule
from quepu.rulebook.file.schema import SECTIONS
from tools.fuzz import pools
from tools.fuzz.bases import Base, base, base_names, some_base
from tools.fuzz.toml_text import key_text, value_text, written

Tables = dict[str, Any]


def restructured(of: Base, rng: Random) -> str:
    """The text of a base whose structure is another."""
    chance = rng.random()
    if chance < 0.14:
        return _stirred(of.text, rng)
    if chance < 0.24:
        return _headless(of, rng)
    tables = deepcopy(of.tables) if chance < 0.5 or not of.ships else deepcopy(of.own)
    if chance > 0.8 and of.ships:
        tables = {"extends": of.name}
    for _ in range(rng.choice((1, 1, 2, 3))):
        rng.choice(_CHANGES)(tables, rng)
    return written(tables)


def _tables_in(tables: Tables) -> list[tuple[Tables, str]]:
    """Every key of every table, as (table, key)."""
    found: list[tuple[Tables, str]] = []
    waiting: list[Any] = [tables]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            found.extend((part, key) for key in part)
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)
    return found


def _spot(tables: Tables, rng: Random) -> tuple[Tables, str] | None:
    """A key by chance: as often of the upper tables as of those inside."""
    if not tables:
        return None
    if rng.random() < 0.3:
        return tables, rng.choice(list(tables))
    return rng.choice(_tables_in(tables))


def _deleted(tables: Tables, rng: Random) -> None:
    for _ in range(rng.choice((1, 1, 2, 8))):
        if spot := _spot(tables, rng):
            del spot[0][spot[1]]


def _renamed(tables: Tables, rng: Random) -> None:
    if spot := _spot(tables, rng):
        new = rng.choice((spot[1] + "x", spot[1][:-1] or "x", rng.choice(list(SECTIONS)), pools.text(rng)))
        spot[0][new] = spot[0].pop(spot[1])


def _moved(tables: Tables, rng: Random) -> None:
    one, other = _spot(tables, rng), _spot(tables, rng)
    if one and other:
        value = one[0].pop(one[1], None)
        if value is not None:
            other[0][one[1] if rng.random() < 0.5 else other[1]] = value


def _swapped(tables: Tables, rng: Random) -> None:
    one, other = _spot(tables, rng), _spot(tables, rng)
    if one and other and other[1] in other[0] and one[1] in one[0]:
        first, second = deepcopy(one[0][one[1]]), deepcopy(other[0][other[1]])
        one[0][one[1]] = second
        other[0][other[1]] = first


def _nested(tables: Tables, rng: Random) -> None:
    if spot := _spot(tables, rng):
        value = spot[0][spot[1]]
        for _ in range(rng.choice((1, 1, 2, 9, 14))):
            value = rng.choice((lambda inner: {spot[1]: inner}, lambda inner: [inner]))(value)
        spot[0][spot[1]] = value


def _doubled(tables: Tables, rng: Random) -> None:
    """Entries of a section again and again under other names."""
    section = rng.choice(list(tables)) if tables else ""
    content = tables.get(section)
    times = rng.choice((1, 3, 20, 70, 300))
    if isinstance(content, dict) and content:
        name = rng.choice(list(content))
        for number in range(times):
            content[f"{name}_{number}"] = deepcopy(content[name])
    elif isinstance(content, list) and content:
        row = rng.choice(content)
        for number in range(times):
            new = deepcopy(row)
            if isinstance(new, dict) and "id" in new and rng.random() < 0.9:
                new["id"] = f"{new['id']}_{number}"
            content.append(new)


def _spliced(tables: Tables, rng: Random) -> None:
    """A section, an entry or a row of another rulebook."""
    other = some_base(rng).tables
    section = rng.choice(list(other))
    content = deepcopy(other[section])
    mine = tables.get(section)
    if isinstance(content, dict) and content and isinstance(mine, dict) and rng.random() < 0.7:
        for name in rng.sample(list(content), min(len(content), rng.choice((1, 2, 5)))):
            mine[name] = content[name]
    elif isinstance(content, list) and content and isinstance(mine, list) and rng.random() < 0.7:
        mine.append(rng.choice(content))
    else:
        tables[section] = content


def _reshaped(tables: Tables, rng: Random) -> None:
    """A value of another form: a list where a table was, a text where a list was."""
    if spot := _spot(tables, rng):
        value = spot[0][spot[1]]
        spot[0][spot[1]] = rng.choice((
            [value], {"x": value}, str(value), list(value) if isinstance(value, dict | str) else {"0": value}, None,
            {}, [], "", 0, True))
        if spot[0][spot[1]] is None:
            spot[0][spot[1]] = pools.anything(rng)


def _shaped(tables: Tables, rng: Random) -> None:
    """Another hand: shapes of other sets and pairs, other sizes of hand and deal, other tiles."""
    deal = tables.setdefault("deal", {})
    shape = tables.setdefault("shape", {})
    if not isinstance(deal, dict) or not isinstance(shape, dict):
        return
    sets, pairs = rng.choice(((2, 4), (3, 3), (1, 4), (1, 7), (6, 0), (0, 7), (5, 1), (4, 1), (0, 1), (7, 0), (3, 2),
                              (1, 1),
                              (0, 0), (rng.randint(0, 9), rng.randint(0, 9))))
    shape[rng.choice(("standard", "x", "seven_pairs"))] = {"sets": sets, "pairs": pairs}
    if rng.random() < 0.7:
        deal["hand"] = 3 * sets + 2 * pairs - 1 if rng.random() < 0.7 else rng.choice((1, 4, 7, 10, 13, 16, 17, 19,
                                                                                       20, 40))
    if rng.random() < 0.3:
        deal[rng.choice(("dealer_extra", "dice", "seats", "marked"))] = rng.choice((0, 1, 2, 3, 4, 5, 8, 40, 100, -1))
    if rng.random() < 0.3:
        tiles = tables.setdefault("tiles", {})
        kinds = rng.choice((
            pools.tiles(rng), "123456789m", "1234567z", "123456789m12345678f", "19m19p19s1234567z12345678f"))
        if isinstance(tiles, dict):     # an earlier change may have made something else of it
            tiles["kinds"] = kinds
    if rng.random() < 0.25:
        tables["sets"] = {"x": {"when": rng.choice(("True", "a.rank + b.rank + c.rank == 15",
                                                    "distinct(a.suit, b.suit, c.suit)",
                                                    "a == b", "a.rank == b.rank and b.rank == c.rank", "a.is_honor")),
                                "like": rng.choice(("chow", "pung", "other"))}}
    if rng.random() < 0.15:
        tables["pairs"] = {"x": {"when": rng.choice(("True", "a != b", "a.rank == b.rank", "a == b",
                                                     "a.suit == b.suit"))}}


def _phased(tables: Tables, rng: Random) -> None:
    """A phase with choices, stakes and memories of every size."""
    rows = tables.setdefault("phase", [])
    memory = tables.setdefault("memory", {})
    if not isinstance(rows, list) or not isinstance(memory, dict):
        return
    memory["bid"] = {"scope": rng.choice(("hand", "seat", "pair", "match")),
                     "type": rng.choice(("int", "seat", "suit", "tile"))}
    choices: Any = rng.choice(([0, 1], [0, 300], [0, 10**6], [-5, 5], [0, 2, 5], list(range(300)), [10**9, 2 * 10**9],
                               [0],
                               [], "0", ["0", "raised[actor]"], [True], [0.5], ["x"], [[0]], {"a": 1}, [3, 1]))
    rows.append({"id": f"p{rng.randint(1, 9)}", "sets": "bid", "choices": choices,
                 "kind": rng.choice(("bet", "bet", "bet", "exchange", "void_suit", "opening", "after_win")),
                 **({"who": rng.choice(("all", "dealer", "others"))} if rng.random() < 0.8 else {}),
                 **({"about": rng.choice((0, 1, 2, 3, 4, -1, 99))} if rng.random() < 0.3 else {}),
                 **({"at": rng.choice(("hand", "round", "match"))} if rng.random() < 0.4 else {}),
                 **({"tiles": rng.choice((0, 1, 3, 13, 14, 40))} if rng.random() < 0.3 else {})})


def _extended(tables: Tables, rng: Random) -> None:
    tables.pop("rulebook", None)
    book = default_rule()
    tables["extends"] = rng.choice((*base_names(), "base/default", f"base/../{book}", f"./{book}", "x", "",
                                    "rules.toml", f"{book}?edition=1998", f"{book}.toml", "/etc/passwd",
                                    pools.text(rng)))


def _optional(tables: Tables, rng: Random) -> None:
    """An option whose choices bring parts of other rulebooks."""
    other = some_base(rng).tables
    section = rng.choice(list(other))
    options = tables.setdefault("option", {})
    if isinstance(options, dict):
        options["y"] = {"name": {"zh": "一", "en": "One"}, "type": rng.choice(("bool", "int", "choice", "fans")),
                        "default": rng.choice((True, 1, "a", [], "", "one,two")),
                        "choices": rng.choice((["a", "b"], [0, 5], [], "a")),
                        "choice": {rng.choice(("true", "a", "1")): {section: deepcopy(other[section])}}}
        if rng.random() < 0.4:
            options["y"]["each"] = {rng.choice(("fan", "score",
                                                "{value}")): {"{value}": rng.choice(("{value}", {"value": "{value}"}))}}


def _crowded(tables: Tables, rng: Random) -> None:
    """Very many small things."""
    count = rng.choice((50, 70, 200, 400))
    section = rng.choice(("fan", "define", "flag", "memory", "option", "sets", "shape", "tally", "claim", "kong",
                          "ready", "turned"))
    made = {"fan": {"name": "x", "value": 1, "when": "True"}, "define": {"is": "1"}, "flag": {"name": "x"},
            "memory": {"scope": rng.choice(("hand", "seat", "pair"))}, "sets": {"form": "equal"},
            "option": {"name": "x", "type": "bool", "default": False}, "shape": {"sets": 4, "pairs": 1},
            "tally": {"name": "x"}, "claim": {"sets": ["pung"]}, "kong": {"of": "hand"}, "ready": {"on": ["discard"]},
            "turned": {"on": ["hand_start"], "tiles": 1}}[section]
    content = tables.setdefault(section, {})
    if isinstance(content, dict):
        for number in range(count):
            content[f"n{number}"] = dict(made)


_CHANGES: tuple[Callable[[Tables, Random], None], ...] = (
    _deleted, _deleted, _renamed, _moved, _swapped, _nested, _doubled, _spliced, _spliced, _spliced, _reshaped,
    _shaped, _shaped,
    _phased, _extended, _optional, _crowded)


def _stirred(text: str, rng: Random) -> str:
    """The text with lines taken out, doubled, changed over or cut, or with other characters."""
    lines = text.split("\n")
    for _ in range(rng.choice((1, 1, 2, 5))):
        place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        chance = rng.random()
        if chance < 0.25:
            del lines[place:place + rng.choice((1, 1, 3, 20))]
        elif chance < 0.4:
            lines[place:place] = lines[other:other + rng.choice((1, 3, 20))]
        elif chance < 0.55:
            lines[place], lines[other] = lines[other], lines[place]
        elif chance < 0.8 and lines[place]:
            at = rng.randrange(len(lines[place]))
            lines[place] = lines[place][:at] + rng.choice(("", "\"", "[", "]", "{", "=", ".", "\\", "\0", "é", "'''",
                                                           "#", "\r", "9")) \
                + lines[place][at + rng.randint(0, 1):]
        elif chance < 0.9:
            lines = lines[:place + 1]
        else:
            lines = lines[place:] + base(rng.choice(base_names())).text.split("\n")[:other]
        lines = lines or [""]
    return "\n".join(lines)


def _headless(of: Base, rng: Random) -> str:
    """House rules in dotted keys, as a player writes them: short, and wrong in its own way."""
    lines = [f'extends = "{of.name}"'] if of.ships else ['extends = "base/thirteen"']
    for _ in range(rng.choice((1, 2, 3, 6))):
        section = rng.choice(list(SECTIONS))
        content = of.tables.get(section)
        path = [section]
        if isinstance(content, dict) and content:
            path.append(rng.choice(list(content)))
            inner = content[path[-1]]
            if isinstance(inner, dict) and inner:
                path.append(rng.choice(list(inner)))
        path += [rng.choice(list(SECTIONS[section].keys))] if rng.random() < 0.3 else []
        lines.append(f"{'.'.join(map(key_text, path))} = {value_text(pools.anything(rng))}")
    return "\n".join(lines) + "\n"
