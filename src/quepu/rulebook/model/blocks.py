"""What a complete hand is made of: the catalogue of sets and pairs, and the shapes they fill."""

from collections.abc import Iterator, Mapping
from typing import Any

from quepu.engine.layout.frame import BY_TILES, PAIR_ROOM, SET_ROOM, By, Frame
from quepu.faults import Fault
from quepu.rulebook.file import limits
from quepu.rulebook.file.reader import Reader
from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.effort import steps
from quepu.rulebook.language.evaluate import Env, Function, function
from quepu.rulebook.language.masks import permutations_of
from quepu.rulebook.language.node import Expr, Node, Variable
from quepu.rulebook.language.walk import clauses, parts_of
from quepu.rulebook.model import catalogue as cat
from quepu.rulebook.model import model as m
from quepu.rulebook.model.mixed_kongs import read_mixed
from quepu.rulebook.model.wild_shapes import counts_kinds, is_of_each_tile, says_wild, with_wild

_FORMS = {"chow": cat.CHOW, "pung": cat.PUNG, "other": cat.OTHER}


def read_catalogue(reader: Reader, kinds: int, options: tuple[m.Option, ...]) -> cat.Catalogue:
    """Every set and pair that can be made of the kinds in play."""
    sets: list[tuple[int, int, int]] = []
    forms, kongs = [], []
    families: list[str] = []
    for name, table in reader.family("sets").items():
        form = reader.text(table, "form")
        if form in ("runs", "equal"):
            triples = cat.runs(kinds) if form == "runs" else cat.equal(kinds)
        elif form:
            reader.bad(("sets", name, "form"), Fault("blocks.form", form=form), Fault("blocks.or_when"))
            continue
        else:
            triples = [t for t in _fitting(reader, ("sets", name, "when"), table, 3, kinds, options) if len(t) == 3]
        like = reader.text(table, "like", "pung" if form == "equal" else "chow" if form == "runs" else "other")
        if like not in _FORMS:
            reader.bad(("sets", name, "like"), Fault("blocks.like", like=like))
        for triple in triples:
            if triple not in sets:
                sets.append(triple)
                forms.append(_FORMS.get(like, cat.OTHER))
                families.append(name)
                kongs.append(bool(table.get("kong", form == "equal")))
    pairs = [p for name, table in reader.family("pairs").items()
             for p in _fitting(reader, ("pairs", name, "when"), table, 2, kinds, options)]
    if not kinds:
        reader.bad(("tiles", "kinds"), Fault("blocks.no_tiles"), Fault("blocks.tiles_like"))
    if len(set(pairs)) > cat.MOST_KINDS:
        reader.bad(("pairs",), Fault("blocks.pairs", count=len(set(pairs)),
                                     most=cat.MOST_KINDS), Fault("blocks.narrow"), True)
    mixed = read_mixed(reader, kinds)
    for one in mixed:
        first, second, third = one.kinds[:3]
        sets.append((first, second, third))
        forms.append(cat.OTHER)
        kongs.append(one.is_kong)
        families.append("")
    if len(sets) > cat.MOST_KINDS:
        reader.bad(("sets",), Fault("blocks.sets", count=len(sets), most=cat.MOST_KINDS), Fault("blocks.narrow"), True)
    return cat.Catalogue(tuple(sets), tuple(forms), tuple(kongs),
                         tuple(dict.fromkeys((p[0], p[1]) for p in pairs)), tuple(families), mixed)


def _fitting(reader: Reader, path: tuple[str, ...], table: Mapping[str, Any], size: int, kinds: int,
            options: tuple[m.Option, ...]) -> list[tuple[int, ...]]:
    """Every group of kinds a <= b (<= c) in play that `when` accepts."""
    letters = "abc"[:size]
    playable = [k for k in range(42) if kinds >> k & 1]
    if table.get("when") == "a == b" and size == 2:     # the usual pair needs no search
        return [(k, k) for k in playable if k < 34]
    node = reader.expr(path, table.get("when"), SECTIONS[path[0]].keys["when"], dict.fromkeys(letters, v.TILE))
    if node is None:
        return []
    if steps(node) > limits.MOST_SET_STEPS:
        reader.bad(path, Fault("blocks.too_long"), Fault("blocks.shorter"))
        return []
    frame = Frame.zeros()
    for option in options:
        frame.options[option.slot] = option.number
    return list(_groups(Env(frame, cat.Catalogue((), (), (), ())), playable, letters, _by_letter(node, letters)))


def _by_letter(node: Node, letters: str) -> list[list[Function]]:
    """The clauses of a condition in their order, each with the first letter by which all it asks for is known."""
    levels: list[list[Function]] = [[] for _ in letters]
    level = 0
    for clause in clauses(node):
        asked = [letters.index(part.name) for part in parts_of(clause)
                 if isinstance(part, Variable) and part.name in letters]
        level = max(level, *asked, 0)       # never before a clause that stands before it
        levels[level].append(function(clause))
    return levels


def _groups(env: Env, playable: list[int], letters: str, levels: list[list[Function]],
            chosen: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every group that goes on from the kinds chosen so far, as long as what is known of it fits."""
    place = len(chosen)
    for kind in playable:
        if chosen and (kind < chosen[-1] or kind == chosen[-1] >= 34):
            continue                    # kinds go upwards; a flower exists once
        env.variables[letters[place]] = kind
        if all(fits(env) for fits in levels[place]):
            if place == len(letters) - 1:
                yield (*chosen, kind)
            else:
                yield from _groups(env, playable, letters, levels, (*chosen, kind))


_OCCASIONS = {"draw": By.DRAW, "discard": By.DISCARD, "deal": By.DEAL, "flower": By.FLOWER,
              "other_flower": By.OTHER_FLOWER, "own_discard": By.OWN_DISCARD}


def _occasions(table: Mapping[str, Any]) -> int:
    """When a shape may be declared, as bits; words that are not known are told elsewhere."""
    words = table.get("on", [])
    found = 0
    for word in [words] if isinstance(words, str) else words if isinstance(words, list) else []:
        found |= _OCCASIONS.get(str(word), 0)
    return found or BY_TILES


def _has_wild(wild: Mapping[str, Any]) -> bool:
    """Whether a hand may have wild tiles."""
    return wild.get("chosen", "none") != "none" or bool(wild.get("drawn"))


def _with_wild(reader: Reader, name: str, when: Expr, wild: Mapping[str, Any]) -> Expr:
    """The condition of a shape of any tiles with the wild ones in it; what cannot be said of them is refused."""
    if not is_of_each_tile(when) or (counts_kinds(when) and wild.get("stands_for")):
        reader.bad(("shape", name, "when"), Fault("blocks.wild_any", shape=name), Fault("blocks.wild_say"))
    return with_wild(when)


def read_shapes(reader: Reader) -> tuple[m.Shape, ...]:
    """The ways in which a hand is complete."""
    wild = reader.tables.get("wild", {})
    made = []
    for index, (name, table) in enumerate(reader.family("shape").items()):
        fixed: tuple[int, ...] = ()
        if "fixed" in table:
            fixed = tuple(permutations_of(reader.text(table, "fixed")))
            if not fixed:
                reader.bad(("shape", name, "fixed"), Fault("blocks.list"), Fault("blocks.list_like"))
        sets, tiles = reader.whole(table, "sets"), reader.whole(table, "tiles")
        melds = reader.whole(table, "melds", 9)
        when = reader.expr(("shape", name, "when"), table.get("when"), SECTIONS["shape"].keys["when"])
        if tiles and when is not None and _has_wild(wild) and not says_wild(when):
            when = _with_wild(reader, name, when, wild)
        shape = m.Shape(name, index, reader.texts(table, default=name), sets,
                        reader.whole(table, "pairs"), fixed, tiles,
                        melds if tiles else min(melds, sets),       # each is one of its sets
                        when, _occasions(table))
        if shape.tiles and shape.when is None:
            reader.bad(("shape", name), Fault("blocks.any_when"), key=True)
        if shape.tiles and (shape.sets or shape.pairs or shape.fixed):
            reader.bad(("shape", name), Fault("blocks.tiles_and_sets"), Fault("blocks.tiles_or_sets"), True)
        if shape.on & (By.FLOWER | By.OTHER_FLOWER | By.OWN_DISCARD) and not shape.tiles:
            reader.bad(("shape", name, "on"), Fault("blocks.flower"),
                       Fault("blocks.give_both"))
        if not (0 <= shape.sets <= SET_ROOM and 0 <= shape.pairs <= PAIR_ROOM
                and 2 <= shape.places <= limits.MOST_PLACES and shape.melds >= 0):
            reader.bad(("shape", name), Fault("blocks.size", most=limits.MOST_PLACES),
                       Fault("blocks.kong_three"), True)
        made.append(shape)
    if not made:
        reader.bad(("shape",), Fault("blocks.no_shape"),
                   Fault("blocks.extend"), True)
    return tuple(made)
