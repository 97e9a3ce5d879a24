"""JSON values with parts changed: taken out, doubled, moved, of another type, at the edges."""

from copy import deepcopy
from random import Random
from typing import Any

from tools.fuzz import pools

_MORE = (None, float("nan"), float("inf"), [], {}, [None], {"": ""}, [[]], "x" * 70, "\ud800")


def value(rng: Random, depth: int = 2) -> Any:
    """Any value of JSON."""
    chance = rng.random()
    if chance < 0.15:
        return rng.choice(_MORE)
    if chance < 0.2:
        deep: Any = 0
        for _ in range(rng.choice((8, 30, 90))):
            deep = rng.choice(([deep], {"a": deep}))
        return deep
    found = pools.anything(rng, depth)
    return found if isinstance(found, int | float | str | bool | list | dict) and _plain(found) else str(found)


def _plain(found: Any) -> bool:
    if isinstance(found, dict):
        return all(map(_plain, found.values()))
    return all(map(_plain, found)) if isinstance(found, list) else isinstance(found, int | float | str | bool)


def mutated(given: Any, rng: Random, times: int = 1) -> Any:
    """The value with so many parts changed."""
    found = deepcopy(given)
    for _ in range(times):
        spots = _spots(found)
        if not spots:
            return value(rng)
        holder, place = rng.choice(spots)
        found = _changed(found, holder, place, rng)
    return found


def _spots(given: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    waiting = [given]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            found.extend((part, key) for key in part)
            waiting.extend(part.values())
        elif isinstance(part, list):
            found.extend((part, index) for index in range(len(part)))
            waiting.extend(part)
    return found


def _changed(whole: Any, holder: Any, place: Any, rng: Random) -> Any:
    chance, old = rng.random(), holder[place]
    if chance < 0.35:
        holder[place] = value(rng)
    elif chance < 0.6:
        holder[place] = _near(old, rng)
    elif chance < 0.72:
        del holder[place]
    elif chance < 0.82:
        if isinstance(holder, list):
            holder.insert(place, deepcopy(old))
        else:
            holder[rng.choice((str(place) + "x", pools.text(rng), str(place).upper()))] = deepcopy(old)
    elif chance < 0.92:
        other, at = rng.choice(_spots(whole))
        holder[place] = deepcopy(other[at])
    else:
        holder[place] = rng.choice(([deepcopy(old)], {"a": deepcopy(old)}, str(old)))
    return whole


def _near(old: Any, rng: Random) -> Any:
    """A value near the old one."""
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        with_point = float(max(-10**300, min(old, 10**300)))        # larger ones have no such form
        return rng.choice((old + 1, old - 1, -old, old * 2, pools.number(rng), with_point, str(old)))
    if isinstance(old, str) and old:
        at = rng.randrange(len(old))
        return rng.choice((old[:at] + old[at + 1:], old[:at] + rng.choice("0159mpszESWN[ \0") + old[at + 1:], old + old,
                           old.lower(), old[::-1], pools.text(rng), pools.tiles(rng)))
    if isinstance(old, list) and old:
        return rng.choice((old[1:], old[:-1], old + old, old[::-1], old * 30, []))
    return value(rng, 1)
