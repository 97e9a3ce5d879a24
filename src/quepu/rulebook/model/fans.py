"""The fans of a rulebook: their conditions, picks and drops, and the order in which they can be worked out."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from quepu.faults import Fault
from quepu.rulebook.file import limits
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.file.reader import Reader
from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.names import suggestion
from quepu.rulebook.language.node import And, AnyFan, Defined, Has, Node, Number, Times, Waits
from quepu.rulebook.language.walk import parts_of
from quepu.rulebook.model import model as m
from quepu.rulebook.model.order import evaluation_order, uses
from quepu.rulebook.model.play import Formula


def read_fans(reader: Reader) -> tuple[m.Fan, ...]:
    """Every fan in force, in the order of the page."""
    made = []
    keys = SECTIONS["fan"].keys
    for name, index in reader.names.fans.items():
        table = reader.tables["fan"][name]
        path = ("fan", name)
        pick = _pick(reader, (*path, "pick"), table["pick"]) if isinstance(table.get("pick"), str) else None
        variables = {var: v.ITERABLES[source].type for var, source in pick.parts} if pick else {}
        value = reader.expr((*path, "value"), table.get("value", 0), keys["value"])
        tally = reader.text(table, "tally", next(iter(reader.names.tallies), "points"))
        if tally not in reader.names.tallies:
            reader.bad((*path, "tally"), Fault("fan.no_tally", name=tally), suggestion(tally, reader.names.tallies))
        on = reader.text(table, "on", "win")
        opens = on == "opening"         # its conditions are asked at the table: `check_procedures` reads them
        when = None if opens else _in_its_shapes(
            reader, name, reader.expr((*path, "when"), table.get("when"), keys["when"], variables))
        count = None if opens else reader.expr((*path, "count"), table.get("count"), keys["count"])
        _check_fan(reader, path, table, value, pick)
        reader.problems.extend(limits.fan_problems(path, when, count, pick.parts if pick else ()))
        if value is not None:
            reader.problems.extend(limits.worth_problems(path, value, count, pick is not None))
        if pick is not None and table.get("uses_sets"):
            for key, node in (("when", when), ("value", value)):
                if node is not None and any(isinstance(part, Waits) for part in parts_of(node)):
                    # combinations are chosen before anybody counts waits, which is dear
                    reader.bad((*path, key), Fault("fan.waits"),
                               Fault("fan.waits_out"))
        fallback = table.get("fallback")
        if on != "win":                 # earned by itself: never with a win
            when, count, pick, fallback = Number(type=v.BOOL), None, None, None
        made.append(m.Fan(name, index, reader.texts(table, default=name), value or Number(), tally, when,
                          count, pick, bool(table.get("uses_sets", False)), reader.whole(table, "most"),
                          _drops(reader, name, table), tuple(reader.list_of(table, "tags")),
                          reader.text(table, "group"),
                          tuple(reader.list_of(table, "fallback")) if fallback is not None else None,
                          on, table.get("example"), reader.texts(table, "text"),
                          reader.text(table, "source"), reader.whole(table, "no", index + 1),
                          *(_at_table(reader, path, table, key) for key in ("when", "count"))))
    made = _silence(made, reader)
    _check_own_drops(made, reader)
    _check_combinations(made, reader)
    _check_cycles(made, reader)
    return tuple(made)


def _at_table(reader: Reader, path: tuple[str, str], table: Mapping[str, Any], key: str) -> Formula | None:
    """What the table asks of a fan of the opening."""
    node = reader.play.get((*path, key))
    return None if node is None else Formula((*path, key), table[key], node)


def _in_its_shapes(reader: Reader, fan: str, when: Node | None) -> Node | None:
    """A fan's condition, and that the shape is none whose `fans` leave it out."""
    for shape, table in reader.family("shape").items():
        if "fans" in table and fan not in reader.list_of(table, "fans"):
            other = reader.expr(("shape", shape, "fans"), f'shape != "{shape}"', SECTIONS["fan"].keys["when"])
            if other is not None:
                when = other if when is None else And((other, when), span=when.span)
    return when


def _check_fan(reader: Reader, path: tuple[str, str], table: Mapping[str, Any], value: Node | None,
               pick: m.Pick | None) -> None:
    """Tell what a fan lacks."""
    if "when" not in table and "count" not in table and "fallback" not in table and pick is None:
        reader.bad(path, Fault("fan.nothing"), Fault("fan.give"), True)
    if "count" in table and "pick" in table:
        reader.bad((*path, "count"), Fault("fan.both"),
                   Fault("fan.into_when"))
    if table.get("uses_sets") and "pick" not in table:
        reader.bad((*path, "uses_sets"), Fault("fan.only_pick"), Fault("fan.give_pick"))
    elif table.get("uses_sets") and pick is not None and len(pick.parts) < 2:
        reader.bad((*path, "uses_sets"), Fault("fan.two_sets"),
                   Fault("fan.second"))
    if pick is not None and "fallback" in table:
        reader.bad((*path, "fallback"), Fault("fan.fallback"),
                   Fault("fan.without_pick"))
    if "value" not in table:
        reader.bad(path, Fault("fan.no_value"), key=True)
    elif value is not None and value.high < 0:
        reader.bad((*path, "value"), Fault("fan.negative"), Fault("fan.larger"))
    if table.get("on") == "opening" and ("pick" in table or "fallback" in table):
        reader.bad(path, Fault("fan.opening"),
                   Fault("fan.opening_give"), True)
    if reader.whole(table, "most") < 0:
        reader.bad((*path, "most"), Fault("fan.most"), Fault("fan.most_out"))


def _pick(reader: Reader, path: tuple[str, ...], text: str) -> m.Pick | None:
    """`a, b, c in chows; p in pairs` as parts."""
    parts: list[tuple[str, str]] = []
    for piece in text.split(";"):
        left, word, source = piece.partition(" in ")
        source = source.strip()
        if not word or source not in ("sets", "chows", "pungs", "kongs", "pairs"):
            reader.bad(path, Fault("fan.pick", text=piece.strip()), Fault("fan.pick_like"))
            return None
        for name in left.split(","):
            if not name.strip().isidentifier() or name.strip() in (n for n, _ in parts):
                reader.bad(path, Fault("fan.not_new", name=name.strip()), Fault("fan.pick_like"))
                return None
            parts.append((name.strip(), source))
    pairs = sum(source == "pairs" for _name, source in parts)
    if pairs > limits.MOST_PICKED_PAIRS or len(parts) - pairs > limits.MOST_PICKED_SETS:
        reader.bad(path, Fault("fan.pick_most", sets=limits.MOST_PICKED_SETS, pairs=limits.MOST_PICKED_PAIRS),
                   Fault("fan.any_pairs"))
        return None
    return m.Pick(tuple(parts))


def _drops(reader: Reader, name: str, table: Mapping[str, Any]) -> tuple[m.Drop, ...]:
    """What a fan drops: `id`, `id@own` or `id*1`."""
    made = []
    for index, text in enumerate(reader.list_of(table, "drops")[:SECTIONS["fan"].keys["drops"].most]):
        fan, own, star, less = _drop_parts(text)
        if fan not in reader.names.fans:
            if fan in reader.tables.get("fan", {}):
                continue            # dropped fan is switched off
            reader.bad(("fan", name, "drops", index), Fault("fan.no_drop", fan=fan),
                       suggestion(fan, reader.names.fans))
        elif own not in ("", "own") or (star and not (less.isdecimal() and less.isascii() and len(less) < 3)):
            reader.bad(("fan", name, "drops", index), Fault("fan.pick", text=text), Fault("fan.drop_like"))
        else:
            made.append(m.Drop(reader.names.fans[fan], own == "own", int(less or 0)))
    return tuple(made)


def _silence(fans: list[m.Fan], reader: Reader) -> list[m.Fan]:
    """The fans with what their tally silences among their drops."""
    silences: dict[str, list[str]] = {}
    for name, table in reader.family("tally").items():
        told = table.get("silences", [])
        silences[name] = [told] if isinstance(told, str) else reader.list_of(table, "silences")
        if name in silences[name]:
            reader.bad(("tally", name, "silences"), Fault("fan.silence"), Fault("fan.silence_out"))
    made = []
    for fan in fans:
        named = {drop.fan for drop in fan.drops}
        more = tuple(m.Drop(other.index, silenced=True) for other in fans
                     if other.tally in silences.get(fan.tally, ()) and other.index not in named and other is not fan)
        made.append(replace(fan, drops=(*fan.drops, *more)) if more else fan)
    return made


def _drop_parts(text: str) -> tuple[str, str, str, str]:
    """(fan, what follows `@`, `*` if there is one, what follows it)."""
    fan, _at, own = text.partition("@")
    fan, star, less = fan.partition("*")
    return fan, own, star, less


def _check_own_drops(fans: list[m.Fan], reader: Reader) -> None:
    """Tell of `x@own` where it cannot be told which of the times x is earned lie in this fan's own sets."""
    by_id = {fan.id: fan for fan in fans if fan.on == "win"}
    for fan in by_id.values():
        for index, text in enumerate(reader.list_of(reader.tables["fan"][fan.id], "drops")):
            name, own, _star, _less = _drop_parts(text)
            other = by_id.get(name)
            if other is None or own != "own":
                continue
            path = ("fan", fan.id, "drops", index)
            limited = next((one for one in (fan, other) if one.most), None)
            if limited is not None:
                reader.bad(path, Fault("fan.drop_most", text=text, id=limited.id,
                                       most=limited.most), Fault("fan.drop_most_out", id=other.id))
            elif fan.pick is None:
                if not _asked(reader, fan):
                    reader.bad(path, Fault("fan.drop_no_pick", text=text),
                               Fault("fan.drop_pick_out", id=other.id))
            elif not (_picks_one_set(other) or (fan.uses_sets and other.uses_sets and other.pick is not None)
                      or _asked(reader, other)):
                reader.bad(path, Fault("fan.drop_one", text=text, id=other.id),
                           Fault("fan.drop_both_out", id=other.id))


def _picks_one_set(fan: m.Fan) -> bool:
    return fan.pick is not None and len(fan.pick.parts) == 1 and fan.pick.parts[0][1] != "pairs"


def _asked(reader: Reader, fan: m.Fan) -> bool:
    """Whether a fan asks for a pick that could not be read, which has been told by then."""
    return fan.pick is None and "pick" in reader.tables["fan"][fan.id]


def _check_combinations(fans: list[m.Fan], reader: Reader) -> None:
    """Tell of fans that pick several sets and ask about others: their sets are chosen before any fan is known."""
    for fan in fans:
        if fan.pick is None or not (fan.uses_sets or len(fan.pick.parts) > 1 or fan.pick.parts[0][1] == "pairs"):
            continue
        for key, node in (("when", fan.when), ("value", fan.value if fan.uses_sets else None)):
            at = _asking(node) if node is not None else None
            if at is not None:
                what = Fault("fan.uses_sets_asks") if fan.uses_sets else Fault("fan.picks_asks")
                reader.problems.append(Problem(
                    ("fan", fan.id, key), what,
                    Fault("fan.say_hand"), at.start, at.end))


def _asking(node: Node) -> Node | None:
    """The first part of an expression that asks about a fan; of a define, the place where it is used."""
    if isinstance(node, Has | Times | AnyFan) or (isinstance(node, Defined) and uses(node)):
        return node
    return next((found for arg in node.parts if (found := _asking(arg)) is not None), None)


def _check_cycles(fans: list[m.Fan], reader: Reader) -> None:
    """Tell of fans that ask about each other in a circle."""
    if evaluation_order(fans) is None:
        for fan in fans:
            needs = uses(fan.when) | uses(fan.count) | uses(fan.value)
            if fan.index in needs or any(fan.index in uses(fans[n].when) | uses(fans[n].count) for n in needs):
                reader.bad(("fan", fan.id), Fault("fan.itself"),
                           Fault("fan.one_without"), True)
                return
        reader.bad(("fan",), Fault("fan.circle"), key=True)
