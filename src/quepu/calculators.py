"""The tail of 国标 calculators' texts: what they say behind the tiles, `[EEEE]288s349pSCFF1m|EE1000|ah`.

`|EE1000` is round and seat, then 1 or 0 for self-drawn, last of its kind, last tile of the wall, and "by a kong" (its
replacement tile if self-drawn, else a robbed kong).  A second `|` brings the flowers: letters a-h for 梅兰竹菊春夏秋冬,
or how many there are.
"""

import re
from typing import Any

from quepu.errors import NotationError
from quepu.faults import Fault
from quepu.tiles import SEATS, code

_TABLE = re.compile(r"(?P<round>[ESWN])(?P<seat>[ESWN])(?P<facts>[01]{4})")
_FLOWERS = re.compile(r"[a-h]{0,8}|[0-8]")
_ORDER = (38, 39, 40, 41, 34, 35, 36, 37)                   # a-h: 梅兰竹菊 before 春夏秋冬
_KONG = re.compile(r"\[(?P<tiles>(?P<one>\d|[ESWNCFP])(?P=one){3}[mps]?)\]")


def split_tail(text: str) -> tuple[str, dict[str, Any]]:
    """The tiles of a text in our notation, and the situation its tail tells; without a tail nothing changes.

    >>> split_tail("123m456p[7777s]88s55z5z|ES1000|2")
    ('123m456p(7777s)88s55z5z 5f6f', {'round': 'E', 'seat': 'S', 'self_draw': True, 'flags': frozenset()})
    """
    tiles, bar, tail = text.partition("|")
    if not bar:
        return text, {}
    table, _bar, flowers = (part.strip() for part in tail.partition("|"))
    facts = _TABLE.fullmatch(table)
    faults = []
    if facts is None:
        faults.append(Fault("calculator.situation", table=table))
    if not _FLOWERS.fullmatch(flowers) or len(set(flowers)) < len(flowers):
        faults.append(Fault("calculator.flowers", flowers=flowers))
    if faults or facts is None:
        raise NotationError(faults)
    self_draw, last_of_kind, last_tile, by_kong = (digit == "1" for digit in facts["facts"])
    told = {"last_of_kind": last_of_kind, "last_tile": last_tile, "kong_draw": by_kong and self_draw,
            "robbing": by_kong and not self_draw}
    kinds = _ORDER[:int(flowers)] if flowers.isdigit() else ["abcdefgh".index(letter) for letter in flowers]
    laid = "".join(code(kind if flowers.isdigit() else _ORDER[kind]) for kind in kinds)
    # a kong in square brackets without a number lies concealed there
    written = _KONG.sub(lambda kong: f"({kong['tiles']})", tiles)
    return f"{written} {laid}".rstrip() if laid else written, {
        "round": facts["round"], "seat": facts["seat"], "self_draw": self_draw,
        "flags": frozenset(name for name, holds in told.items() if holds)}


def with_tail(text: str, situation: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The tiles of a text, and a situation with what its tail tells; the two must not say different things."""
    tiles, told = split_tail(text)
    faults = []
    for key in ("round", "seat"):
        given = situation.get(key)
        if key in told and given is not None and given not in (told[key], SEATS.index(told[key])):
            faults.append(Fault("calculator.differs", key=key, told=told[key], given=given))
    if told and situation.get("self_draw") and not told["self_draw"]:
        faults.append(Fault("calculator.self_draw"))
    if faults:
        raise NotationError(faults)
    if told:
        given = situation.get("flags", ())
        told["flags"] |= set(given.replace(",", " ").split() if isinstance(given, str) else given)
    return tiles, {**situation, **told}
