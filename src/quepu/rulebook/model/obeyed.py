"""What no engine would obey: keys and words that stand where nothing reads them are refused by name.

A key is obeyed or refused; none is accepted and ignored.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from quepu.faults import Fault
from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.language.events import EVENTS, TURNED_EVENTS, named_events
from quepu.rulebook.language.node import Flag, Node, Number
from quepu.rulebook.language.walk import loops_over, parts_of
from quepu.rulebook.model.model import Path

Table = Mapping[str, Any]

#: the occasions at which nobody acts, those that have a winner, those that have a discarder
_WITHOUT_ACTOR = ("win", "draw", "end", "bet")
_WITH_WINNER = ("win", "end", "opening")
_WITH_DISCARDER = ("win", "end")

#: what any phase may say, and what each kind is asked for besides
_OF_ANY_PHASE = ("id", "kind", "enabled", "text", "source")
_OF_PHASE = {
    "bet": ("at", "when", "who", "choices", "names", "told", "sets", "about", "secret", "dealt", "kept"),
    "exchange": ("at", "when", "who", "tiles", "fits", "direction", "secret", "names"),
    "void_suit": ("at", "when", "who", "names", "told", "sets", "secret"),
    "opening": ("at", "when", "who", "names"),
    "turns": (),
    "after_win": ("winner", "until"),
}
#: what a hand is counted by, the events that come after, and what is counted once more with tiles turned at the win
_COUNTED = ("shape", "flag", "fan", "tally", "score", "win")
_AFTER_COUNTING = frozenset(("win", "hand_end"))
_COUNTED_AGAIN = ("fan", "tally", "score")
_OF_WIN_CLAIM = ("must", "several", "first", "three", "drawn")
_OF_SET_CLAIM = ("with", "forbids", "not_after", "declares")


class Bad(Protocol):
    """Tells a fault: where, what, the way out, whether the key itself is at fault."""

    def __call__(self, path: Path, text: Fault, advice: Fault | None = None, key: bool = False) -> None: ...


def receiver_at(occasion: str) -> str:
    """Who receives if a payment does not say: the winner, or where there is none who acted."""
    return "winner" if occasion in _WITHOUT_ACTOR else "actor"


def entries_of(tables: Table, section: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    """(path, table) of every entry of a section that is switched on."""
    content = tables.get(section)
    form = SECTIONS[section].form
    pairs: list[tuple[Path, Any]] = []
    if form == "table":
        pairs = [((section,), content)]
    elif form == "family" and isinstance(content, dict):
        pairs = [((section, name), table) for name, table in content.items()]
    elif isinstance(content, list):
        pairs = [((section, index), table) for index, table in enumerate(content)]
    for path, table in pairs:
        if isinstance(table, dict) and table.get("enabled", True):
            yield path, table


def words_of(table: Table, key: str) -> list[str]:
    """One word or several, as a list; what is no text is left out."""
    value = table.get(key, [])
    value = value if isinstance(value, list) else [value]
    return [word for word in value if isinstance(word, str)]


def check_obeyed(bad: Bad, tables: Table) -> None:
    """Tell of every key and word that stands where nothing reads it."""
    _check_last(bad, tables)
    wild = tables.get("wild", {})
    for path, table in entries_of(tables, "turned"):
        _check_turned(bad, path, table, isinstance(wild, dict) and wild.get("from") == path[1]
                      and bool(wild.get("substitute")))
    for path, table in entries_of(tables, "phase"):
        _check_phase(bad, path, table)
    for path, table in entries_of(tables, "claim"):
        _check_claim(bad, path, table)
        _check_first(bad, path, table, tables)
    for path, table in entries_of(tables, "kong"):
        _check_kong(bad, path, table)
    _check_deal(bad, tables)
    _check_marked(bad, tables)
    _check_declaring(bad, tables)
    for path, table in entries_of(tables, "ready"):
        _check_ready(bad, path, table)
    wins = [str(path[1]) for path, table in entries_of(tables, "claim") if not words_of(table, "sets")]
    for path, table in entries_of(tables, "pass"):
        _check_pass(bad, path, table, wins)
    for path, table in entries_of(tables, "pay"):
        _check_pay(bad, path, table)
    _check_wild(bad, tables)


def _check_last(bad: Bad, tables: Table) -> None:
    wall = tables.get("wall", {})
    if isinstance(wall, dict) and wall.get("reserve_for") == "replacements" and (
            "reserve" not in wall or wall.get("dead") or wall.get("replacement", "back") == "front"):
        bad(("wall", "reserve_for"), Fault("obeyed.reserve_for"), Fault("obeyed.reserve_back"))
    if isinstance(wall, dict) and wall.get("burns") and wall.get("dead"):
        bad(("wall", "burns"), Fault("obeyed.burns"), Fault("obeyed.leave_out"), True)
    last = wall.get("last", []) if isinstance(wall, dict) else []
    for index, rule in enumerate(last if isinstance(last, list) else [last]):
        path: Path = ("wall", "last", index) if isinstance(last, list) else ("wall", "last")
        for key in ("when", "names"):
            if isinstance(rule, dict) and key in rule and rule.get("rule") != "offered":
                bad((*path, key), Fault("obeyed.offered", key=key, rule=rule.get('rule')),
                    Fault("obeyed.offered_when") if key == "when" else Fault("obeyed.offered_way"))


def _check_turned(bad: Bad, path: Path, table: Table, has_substitute: bool) -> None:
    """Tiles are turned up at a few events only; `once` speaks of wins.

    `has_substitute`: wild kinds follow from them, and a tile takes their place, in sets that lie there too.
    """
    events = named_events(table.get("on"))
    for event in events:
        if event in EVENTS and event not in TURNED_EVENTS:
            bad((*path, "on"), Fault("obeyed.turned", event=event), Fault("obeyed.use", known=tuple(TURNED_EVENTS)))
    if table.get("once") is True and "win" not in events:
        bad((*path, "once"), Fault("obeyed.once"),
            Fault("obeyed.on_win"))
    stays = table.get("stays") in ("in_play", "last")
    if "place" in table and table.get("from") == "dead":
        bad((*path, "place"), Fault("obeyed.place_dead"), Fault("obeyed.place_back"), True)
    if table.get("stays") == "last" and list(events) != ["hand_start"]:
        bad((*path, "stays"), Fault("obeyed.stays_last"), Fault("obeyed.on_start"))
    of_the_table = not (stays or "place" in table or table.get("from") == "dead" or table.get("each") == "seats")
    if "until" in table and not of_the_table:
        bad((*path, "until"), Fault("obeyed.until"), Fault("obeyed.until_way"), True)
    if "again" in table and not of_the_table:
        bad((*path, "again"), Fault("obeyed.again"), Fault("obeyed.again_way"), True)
    elif "again" in table and has_substitute:
        bad((*path, "again"), Fault("obeyed.again_wild", lot=path[1]), Fault("obeyed.again_other"), True)
    if stays and table.get("from") == "dead":
        bad((*path, "from"), Fault("obeyed.dead_stays"), Fault("obeyed.from_back"))
    if stays and table.get("seen", "all") != "all":
        bad((*path, "seen"), Fault("obeyed.stays_seen"), Fault("obeyed.seen_all"))


def check_in_time(bad: Bad, tables: Table, lots: Sequence[str], trees: Mapping[Path, Node]) -> None:
    """Tell of hands that would count tiles which are turned up only once they have been counted."""
    late, again = set(), set()
    for where, table in entries_of(tables, "turned"):
        if found := set(named_events(table.get("on"))) & _AFTER_COUNTING:
            late.add(str(where[1]))
            if found == {"win"} and table.get("once") is True:
                again.add(str(where[1]))
    for path, tree in trees.items():
        if path[0] in _COUNTED and late:
            unseen = late - again if path[0] in _COUNTED_AGAIN else late
            lot = next((lot for lot in read_lots(tree, lots) if lot in unseen), None)
            if lot is not None:
                if path[0] in _COUNTED_AGAIN:
                    bad(path, Fault("obeyed.too_late", lot=lot), Fault("obeyed.in_time_or_once", lot=lot))
                else:
                    bad(path, Fault("obeyed.too_late", lot=lot), Fault("obeyed.in_time", lot=lot))


def check_declared(bad: Bad, tables: Table, flags: Mapping[str, int], trees: Mapping[Path, Node]) -> None:
    """Tell of conditions of winning that ask for a flag which holds only once the win is declared."""
    late = {flags[name]: name for where, table in entries_of(tables, "flag") if table.get("declared") is True
            for name in [str(where[1])] if name in flags}
    for path, tree in trees.items() if late else ():
        if path[0] in ("win", "shape") or path[-1] in ("minimum", "counts"):
            asked = [late[part.bit] for part in parts_of(tree) if isinstance(part, Flag) and part.bit in late]
            if asked:
                bad(path, Fault("obeyed.declared", flag=asked[0]), Fault("obeyed.declared_fan"))


def read_lots(tree: Node, lots: Sequence[str]) -> Iterator[str]:
    """The lots of turned tiles that an expression runs over."""
    for loop in loops_over(tree, "turned"):
        lot = loop.given[0]
        if isinstance(lot, Number) and lot.value < len(lots):
            yield lots[lot.value]


def counts_turned(tables: Table, lots: Sequence[str], trees: Mapping[Path, Node]) -> bool:
    """Whether fans or the score run over tiles that are turned up at the win: it is then counted once more."""
    at_win = {str(path[1]) for path, table in entries_of(tables, "turned") if "win" in named_events(table.get("on"))}
    return bool(at_win) and any(lot in at_win for path, tree in trees.items() if path[0] in _COUNTED_AGAIN
                                for lot in read_lots(tree, lots))


def _check_phase(bad: Bad, path: Path, table: Table) -> None:
    kind = str(table.get("kind"))
    if kind not in _OF_PHASE:
        return                          # told with the key
    obeyed = _OF_PHASE[kind]
    for key in table:
        if key in SECTIONS["phase"].keys and key not in obeyed and key not in _OF_ANY_PHASE:
            bad((*path, key), Fault("obeyed.phase", kind=kind, key=key),
                Fault("obeyed.asks_for", known=obeyed) if obeyed else Fault("obeyed.leave_out"), True)
    if table.get("secret") is False and "secret" in obeyed:
        bad((*path, "secret"), Fault("obeyed.together"),
            Fault("obeyed.two_phases"))
    if kind == "exchange" and table.get("who", "all") != "all":
        bad((*path, "who"), Fault("obeyed.exchange"),
            Fault("obeyed.who_all"))


def _check_claim(bad: Bad, path: Path, table: Table) -> None:
    """A win and a set are claimed by different rules."""
    makes = bool(words_of(table, "sets"))
    for key in _OF_WIN_CLAIM if makes else _OF_SET_CLAIM:
        if key in table:
            if makes:
                bad((*path, key), Fault("obeyed.for_wins", key=key), Fault("obeyed.without_sets"), True)
            else:
                bad((*path, key), Fault("obeyed.for_sets", key=key), Fault("obeyed.with_sets"), True)
    if makes and "on" in table and words_of(table, "on") != ["discard"]:
        bad((*path, "on"), Fault("obeyed.set_discard"), Fault("obeyed.on_discard"))


def _check_first(bad: Bad, path: Path, table: Table, tables: Table) -> None:
    """Where all win, or the highest, no fan goes first; a book whose option switches between the two says both."""
    several = table.get("several", "nearest")
    if not table.get("first") or several not in ("all", "highest") or words_of(table, "sets"):
        return
    if not any(key in change for change in _changes(tables, path) for key in ("several", "first")):
        what = Fault("obeyed.first_all") if several == "all" else Fault("obeyed.first_highest")
        bad((*path, "first"), what, Fault("obeyed.nearest"), True)


def _changes(tables: Table, path: Path) -> Iterator[Table]:
    """What options may change of an entry."""
    options = tables.get("option", {})
    for option in options.values() if isinstance(options, dict) else ():
        choices = option.get("choice", {}) if isinstance(option, dict) else {}
        for change in (*choices.values(), option.get("each")) if isinstance(choices, dict) else ():
            for step in path:
                change = change.get(step) if isinstance(change, dict) else None
            if isinstance(change, dict):
                yield change


def _check_kong(bad: Bad, path: Path, table: Table) -> None:
    """A kong made with a discard is a claim: nobody robs it, and it is made when the discard comes.

    Whether one of the hand changes the waits is looked at in any case.
    """
    if table.get("of") == "discard":
        for key in ("robbed_by", "on"):
            if words_of(table, key):
                why = Fault("obeyed.kong_robbed") if key == "robbed_by" else Fault("obeyed.kong_moment")
                bad((*path, key), why, Fault("obeyed.leave_out"), True)
    elif table.get("of") != "pung" and "declared" in words_of(table, "on"):
        bad((*path, "on"), Fault("obeyed.kong_declared"), Fault("obeyed.leave_out"), True)
    if table.get("turns") and table.get("replacements"):
        bad((*path, "replacements"), Fault("obeyed.turns"),
            Fault("obeyed.turns_out"), True)


def _check_deal(bad: Bad, tables: Table) -> None:
    """What is said at the deal needs a phase in which the table asks; one that is switched off is another matter."""
    phases = tables.get("phase", [])
    if any(isinstance(phase, dict) and phase.get("kind") == "opening"
           for phase in (phases if isinstance(phases, list) else ())):
        return
    for path, table in entries_of(tables, "ready"):
        if "deal" in words_of(table, "on"):
            bad((*path, "on"), Fault("obeyed.no_opening"),
                Fault("obeyed.add_opening", on="first_discard"))
    for path, table in entries_of(tables, "abort"):
        if table.get("chosen") is True and words_of(table, "on") == ["hand_start"]:
            bad((*path, "on"), Fault("obeyed.no_opening_start"),
                Fault("obeyed.add_opening", on="draw"))


def _check_marked(bad: Bad, tables: Table) -> None:
    """Tiles that stay stood up are told by how many there are of a kind: no other mark, and none changes hands."""
    deal, tiles = tables.get("deal", {}), tables.get("tiles", {})
    marked = deal.get("marked", 0) if isinstance(deal, dict) else 0
    if not isinstance(marked, int) or marked <= 0:
        return
    hand = deal.get("hand", 13)
    if isinstance(hand, int) and marked > hand:         # a hand of another kind has been told
        bad(("deal", "marked"), Fault("obeyed.marked_hand", marked=marked, hand=hand), Fault("obeyed.marked_fewer"))
    if isinstance(tiles, dict) and tiles.get("marks"):
        bad(("deal", "marked"), Fault("obeyed.marked_twice"), Fault("obeyed.marked_one"), True)
    if any(table.get("kind") == "exchange" for _path, table in entries_of(tables, "phase")):
        bad(("deal", "marked"), Fault("obeyed.marked_exchange"), Fault("obeyed.marked_one"), True)


def _check_declaring(bad: Bad, tables: Table) -> None:
    """A claim and the declaration that goes with it name each other; who declares wins on tiles of the table."""
    readies, claims, lots = (tables.get(name, {}) for name in ("ready", "claim", "turned"))
    named = {str(table.get("declares")) for table in (claims.values() if isinstance(claims, dict) else ())
             if isinstance(table, dict)}
    for path, table in entries_of(tables, "claim"):
        ready = readies.get(str(table.get("declares")), {}) if isinstance(readies, dict) else {}
        if isinstance(ready, dict) and ready and "claim" not in words_of(ready, "on"):
            bad((*path, "declares"), Fault("obeyed.declares", name=table["declares"]), Fault("obeyed.declares_way"))
    for path, table in entries_of(tables, "ready"):
        if "claim" in words_of(table, "on") and path[1] not in named:
            bad((*path, "on"), Fault("obeyed.undeclared"), Fault("obeyed.undeclared_way", name=path[1]))
        lot = lots.get(str(table.get("wins_on")), {}) if isinstance(lots, dict) else {}
        if isinstance(lot, dict) and lot:
            _check_wins_on(bad, (*path, "wins_on"), lot, words_of(table, "on") == ["deal"])


def _check_wins_on(bad: Bad, path: Path, lot: Table, at_deal: bool) -> None:
    """A tile that is won on has left the wall, and lies there once the declaration is made."""
    if lot.get("each") == "seats" or lot.get("stays") in ("in_play", "last") or lot.get("from") == "dead":
        bad(path, Fault("obeyed.wins_on"), Fault("obeyed.wins_on_way"))
    times = ("hand_start", "declare") if at_deal else ("hand_start", "declare", "kong")
    if not set(named_events(lot.get("on"))) & set(times):
        bad(path, Fault("obeyed.wins_late"), Fault("obeyed.wins_late_way", known=times))


def _check_ready(bad: Bad, path: Path, table: Table) -> None:
    """Where a stake is chosen it is no fixed one; a declaration at the deal goes with no discard."""
    if "choices" in table and "stake" in table:
        bad((*path, "stake"), Fault("obeyed.stake"),
            Fault("obeyed.stake_out"), True)
    if "sets" in table and "choices" not in table:
        bad((*path, "sets"), Fault("obeyed.kept"), Fault("obeyed.give_choices"), True)
    if words_of(table, "on") == ["deal"]:
        for key in ("discard", "follows"):
            if key in table:
                bad((*path, key), Fault("obeyed.at_deal", key=key), Fault("obeyed.deal_discard"), True)


def _check_pass(bad: Bad, path: Path, table: Table, wins: list[str]) -> None:
    """Something must be let go; what was drawn can only be let go where it would have won."""
    if not words_of(table, "on") and not words_of(table, "unable"):
        bad(path, Fault("obeyed.pass_nothing"), Fault("obeyed.pass_on"), True)
    elif table.get("drawn") is True and wins and not set(wins) & set(words_of(table, "on")):
        bad((*path, "drawn"), Fault("obeyed.pass_drawn"),
            Fault("obeyed.pass_win", name=wins[0]), True)


def _check_pay(bad: Bad, path: Path, table: Table) -> None:
    """Who receives and who pays must be there at the occasion."""
    on, receiver = next(iter(named_events(table.get("on"))), ""), table.get("for")
    if on not in SECTIONS["pay"].keys["on"].words:
        return                          # told with the key
    others = Fault("obeyed.write_others") if on in _WITHOUT_ACTOR else Fault("obeyed.write_any")
    if receiver == "actor" and on in _WITHOUT_ACTOR:
        bad((*path, "for"), Fault("obeyed.nobody_acts", on=on),
            Fault("obeyed.write_winner") if on in _WITH_WINNER else others)
    if receiver == "winner" and on not in _WITH_WINNER:
        bad((*path, "for"), Fault("obeyed.nobody_won", on=on), others)
    if receiver is None and on in _WITHOUT_ACTOR and on not in _WITH_WINNER:
        bad((*path, "on"), Fault("obeyed.must_say", on=on), others)
    if table.get("from") == "discarder" and on not in _WITH_DISCARDER:
        bad((*path, "from"), Fault("obeyed.no_discarder", on=on),
            Fault("obeyed.from_feeder") if on == "kong" else Fault("obeyed.from_actor") if on == "discard" else
            Fault("obeyed.from_others"))


def _check_wild(bad: Bad, tables: Table) -> None:
    """Wild tiles follow from a turned tile, or are always the same."""
    wild = tables.get("wild", {})
    if not isinstance(wild, dict):
        return
    way = wild.get("chosen", "none")
    if way == "indicator" and not wild.get("from"):
        bad(("wild", "chosen"), Fault("obeyed.wild_from"),
            Fault("obeyed.wild_from_like"))
    if way != "indicator" and "from" in wild:
        bad(("wild", "from"), Fault("obeyed.wild_way", way=way),
            Fault("obeyed.indicator"), True)
    if way in ("indicator", "fixed") and not wild.get("kinds"):
        bad(("wild", "chosen"), Fault("obeyed.wild_kinds"), Fault("obeyed.wild_kinds_like"))
    _check_substitute(bad, tables, wild)
    _check_imagined(bad, tables, wild)


def _check_substitute(bad: Bad, tables: Table, wild: Table) -> None:
    """One tile takes the wild tile's place; a wild tile in a set on the table could not be told from it."""
    tile = wild.get("substitute")
    if tile == "":                      # an option has taken it out
        return
    if not tile:
        for key in ("substitute_for", "substitute_copies"):
            if key in wild:
                bad(("wild", key), Fault("obeyed.no_substitute", key=key), Fault("obeyed.leave_out"), True)
        return
    if not isinstance(tile, str) or len(tile) != 2:
        bad(("wild", "substitute"), Fault("obeyed.one_substitute"), Fault("obeyed.one_tile"))
    if wild.get("chosen", "none") == "none":
        bad(("wild", "substitute"), Fault("obeyed.nothing_wild"), Fault("obeyed.leave_out"), True)
    if "8f" in str(tables.get("tiles", {}).get("kinds", "")).replace("12345678f", "8f"):
        bad(("wild", "substitute"), Fault("obeyed.substitute_flowers"), Fault("obeyed.leave_out"))
    for key in ("claim", "meld"):
        if "substitute_copies" not in wild and wild.get(key) is True:
            bad(("wild", key), Fault("obeyed.substitute_set", key=key), Fault("obeyed.write_false", key=key), True)


def _check_imagined(bad: Bad, tables: Table, wild: Table) -> None:
    """What is only thought of stands beside no real wild tile, and is kept for each seat."""
    if not wild.get("imagined"):
        if "imagined_as" in wild and "imagined" not in wild:
            bad(("wild", "imagined_as"), Fault("obeyed.not_imagined"), Fault("obeyed.leave_out"), True)
        return
    if wild.get("chosen", "none") != "none":
        bad(("wild", "imagined"), Fault("obeyed.imagined_alone"), Fault("obeyed.write_none"))
    memory = tables.get("memory", {}).get(str(wild.get("imagined_as")))
    if isinstance(memory, dict) and [memory.get(key) for key in ("scope", "type", "start")] != ["seat", "tile", -1]:
        bad(("wild", "imagined_as"), Fault("obeyed.imagined_memory"), Fault("obeyed.imagined_like"))
