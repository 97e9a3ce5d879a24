"""Rules of play that a mutation test flips: claims, kongs, wall, deal, declarations, passing, memory, match."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from quepu.rulebook.file.choices import Bind, Forbid, Until
from quepu.rulebook.file.load import Table, number_range
from quepu.rulebook.file.options import option_text
from tools.known_mutants import reason
from tools.mutants import Mutant, Path, _flips, _living

#: sections that only a table in play obeys
PLAY = ("wall", "deal", "turned", "phase", "discard", "claim", "kong", "ready", "pass", "abort", "match", "memory")
_LAST_RULES = ("draw_only", "must_win", "win_or_discard", "no_claims")
_SELDOM = "wall_left % 2 == 0"          # a condition where there was none

Found = Iterator[tuple[str, Path, Any, Any]]            # kind, path, old, new


def _others(*words: str) -> Callable[[Any], list[Any]]:
    """The words that are not written there."""
    return lambda old: [word for word in words if word != old]


def _one_word(*words: str) -> Callable[[Any], list[Any]]:
    """The list less each of its words, and with each that is missing."""
    return lambda old: [[word for word in old if word != gone] for gone in old if len(old) > 1] + [
        [*old, word] for word in words if word not in old]


def _instead(*words: str) -> Callable[[Any], list[Any]]:
    """One other word in place of the list."""
    return lambda old: [[word] for word in words if [word] != old]


def _steps(*steps: int) -> Callable[[Any], list[Any]]:
    """The number more or less; an expression is flipped elsewhere."""
    return lambda old: [old + step for step in steps if old + step >= 0] if isinstance(old, int) else []


#: what may stand in place of a key's value: (default, alternatives)
FLIPS: dict[str, dict[str, tuple[Any, Callable[[Any], list[Any]]]]] = {
    "claim": {"enabled": (True, lambda old: [not old]), "who": ("anyone", _others("left", "anyone", "nobody")),
              "priority": (1, _steps(1, -1)), "several": ("nearest", _others("nearest", "all", "highest")),
              "forbids": ([], _instead("same_tile", "linked_tile")),               # no kong follows a claim anyway
              "on": (["discard", "added_kong"], lambda old: [["discard"]])},
    "kong": {"enabled": (True, lambda old: [not old]), "of": ("hand", _others("discard", "pung", "hand")),
             "robbed_by": ([], lambda old: [[] if old else ["win"]]), "least": (4, _steps(-1)),
             "seen": ("all", _others("all", "nobody")), "replacements": (1, _steps(1, -1)),
             "turns": (0, lambda old: [old + 1, old - 1] if old else []),
             "reveals": ("at_once", _others("at_once", "draw", "discard"))},
    "wall": {"reserve": (0, _steps(1)), "replacement": ("back", _others("front", "back"))},
    "deal": {"flowers": ("at_once", _others("at_once", "own_turn", "kept", "never")), "dice": (0, _steps(2))},
    "ready": {"enabled": (True, lambda old: [not old]), "on": (["discard"], _instead("first_discard", "discard")),
              "binds": ([], _one_word(*map(str, Bind))), "stake": (0, _steps(10)),
              "follows": ([], lambda old: [[]] if old else []),
              "shows": ("nothing", lambda old: ["hand" if old == "nothing" else "nothing"]),
              "sees": ("nothing", _others("nothing", "hands"))},
    "pass": {"enabled": (True, lambda old: [not old]), "forbids": ([], _instead(*map(str, Forbid))),
             "until": (["own_draw"], _instead(*map(str, Until))),
             "unable": ([], lambda old: _one_word("discard", "added_kong", "concealed_kong")(old) if old
                        else [["discard"]])},
    "match": {"start": (0, _steps(10)), "draws_seats": (0, _steps(1)),
              "keeps": (None, lambda old: ["not is_draw"] if old is None else []),
              "next_dealer": (None, lambda old: ['next_seat("E", 2)'] if old is None else []),
              "ends": (None, lambda old: ["any(purse(x) < 0 for x in seats)"] if old is None else []),
              "redraws": (None, lambda old: ["not is_draw"] if old is None else []),
              "goes_on": (None, lambda old: ["purse(actor) < 0"] if old is None else []),
              "shows": (None, lambda old: ['actor == "E"'] if old is None else [])},
    "phase": {"enabled": (True, lambda old: [not old]), "who": ("all", _others("dealer", "others", "all")),
              "secret": (False, lambda old: [not old])},
    "discard": {"enabled": (True, lambda old: [not old])},
    "turned": {"enabled": (True, lambda old: [not old]), "from": ("front", _others("front", "back"))},
    "abort": {"enabled": (True, lambda old: [not old]), "then": ("draw", _others("draw", "redeal"))},
}
#: keys that hold a condition; one is added where there is none if the second word says so
CONDITIONS = {"claim": ("when", True), "kong": ("when", True), "ready": ("when", True), "pass": ("when", True),
              "turned": ("when", False), "discard": ("when", False), "abort": ("when", False), "phase": ("when", False)}


#: mutants that mean the same as any rulebook with such a line, by how they print, and why; those of one rulebook
#: are listed in tests/mutants
EQUIVALENT = {
    "claim.win.on: ['discard', 'added_kong', 'concealed_kong'] -> ['discard']":
        "not equivalent: tests/engine/test_robbing.py and the table tests show it, golden hands have no such kong",
    **dict.fromkeys(("claim.win.on: None -> ['discard']", "flag.robbing.given: 'is_robbed' -> None"),
                    "where kongs are robbed the table tests show it; elsewhere there is none to rob"),
    "flag.earth.given: 'self_draw and own_discards == 0 and turn_count > 0 and not kong_replacement and not "
    "claimed_yet' -> 'self_draw and own_discards == 0 and (turn_count >= 0)": "the dealer's first draw is heaven's",
    **{f"kong.{name}.replacements: ": "a kong that turns tiles draws none in their place"
       for name in ("open_melded", "open_concealed", "open_added")},
    **dict.fromkeys(("kong.open_concealed.robbed_by: None -> ['win']",
                     "option.shisanyao_robs_concealed.choice.false.kong.concealed.robbed_by: [] -> ['win']"),
                    "the claim for a win is not made on concealed kongs"),
    "memory.kong_run.update.1.when: 'owner == actor' -> None":
        "who has made a kong discards before anybody else does, so nobody else's succession is there to end",
    **{f"ready.watching{after}.binds: ['discard_drawn', 'no_claim', 'no_kong', 'must_win'] -> ['discard_drawn', "
       "'no_claim', 'no_kong', 'must_win', 'kong_same_waits']": "no kong is made at all"
       for after in ("", "_tian_ting", "_di_ting", "_declared", "_shown")},
    "ready.tian_ting.when: 'not actor.is_dealer' -> None": "a dealt hand of the dealer has a tile too many to wait",
    "claim.pung.forbids: ['same_tile', 'kong'] -> ['same_tile']": "no kong follows a claim unless its `on` says so",
    "flag.flower_draw.given: 'self_draw and flower_replacement' -> ":
        "it only takes kong_draw away, which the table never gives beside it",
    "flag.human.given: 'self_draw and own_discards == 0 and turn_count > 0 and uninterrupted' -> 'self_draw and "
    "own_discards == 0 and (turn_count >= 0) and uninterrupted'": "the dealer's first draw is no Blessing of Man",
    **{f"kong.{name}.when: 'wall_left > 0 and kong_total < 4' -> 'wall_left >= 0":
       "a kong needs a tile in the wall anyway" for name in ("melded", "concealed", "added")},
    "flag.earth.given: 'self_draw and own_discards == 0 and turn_count > 0 and uninterrupted' -> 'self_draw and "
    "own_discards == 0 and (turn_count >= 0) and uninterrupted'": "the dealer's first draw is heaven's",
    **{f"pass.{name}.until: ['end'] -> ['own_claim']": "who has declared claims nothing but a win"
       for name in ("win_after_riichi", "after_riichi")},
    **{f"memory.{name}.update: [{{'on': ['hand_start'], 'set': 0}}, {rest}] -> [{rest}]":
       "a seat's memory begins every hand with its start" for name, rest in (
           ("declared", "{'on': ['declare'], 'when': 'owner == actor', 'set': 1}"),
           ("first_round", "{'on': ['discard'], 'when': 'owner == actor', 'set': 0}, {'on': ['chow', 'pung', 'kong'], "
            "'when': 'options.ippatsu_broken_by_calls', 'set': 0}, {'on': ['declare'], 'when': 'owner == actor', "
            "'set': 1}"))},
    **{f"claim.{name}.when: 'not laid_aside(tile)' -> None": "what can only be laid aside is never discarded"
       for name in ("chow", "pung")},
    "kong.added.when: 'tile.suit != void[actor]' -> None": "there is no pung of the void suit",
    "memory.lead.update.2.on: ['pung', 'kong'] -> ['kong']":
        "who claims the dealer's first discard for a pung leaves too few of it for the others to follow",
    "memory.lead.update.2.when: 'turn_count < 4' -> 'turn_count <": "all is known with the fourth discard",
    **{f"wall.last.rule: '{one}' -> '{other}'": "with the very last tile drawn no kong or flower is possible"
       for one, other in (("win_or_discard", "no_claims"), ("no_claims", "win_or_discard"))},
    **{f"option.{choice}.pass.win.enabled: False -> True": "of a robbed kong no copy is left that could come again"
       for choice in ("profile.choice.tuidaohu", "discard_win.choice.false")},
    "match.next_dealer: '\"S\"' -> None": "the next seat deals if nothing is said",
}


def reason_same(mutant: Mutant) -> str:
    """Why a mutant is known to mean the same as the rulebook; empty if it is not."""
    text = str(mutant).partition(": ")[2].partition(": ")[2]
    return reason(mutant) or next((why for start, why in EQUIVALENT.items() if text.startswith(start)), "")


def play_candidates(book: str, tables: Table) -> list[Mutant]:
    """Every mutant of a rulebook's play."""
    found = [*_plain(tables), *_conditions(tables), *_wall(tables), *_match(tables.get("match", {}), ("match",)),
             *_memory(tables), *_given(tables), *_declared_flags(tables), *_options(tables)]
    if _wins_on_discards(tables) and not any(True for _entry in _living(tables, "pass")):
        rule = {"on": ["win"], "forbids": ["same_tile"], "until": ["own_draw"]}
        found.append(("pass added", ("pass", "win"), None, rule))
    return [Mutant(book, f"play: {kind}", path, old, new) for kind, path, old, new in found]


def is_play(mutant: Mutant) -> bool:
    """Whether a mutant changes how the game is played."""
    return mutant.kind.startswith("play: ")


def _entries(tables: Table, section: str) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Where the entries of a section stand: of a family, a list, or the section itself."""
    found = tables.get(section, {})
    if isinstance(found, list):
        for index, row in enumerate(found):
            if row.get("enabled", True):
                yield (section, index), row
    elif section in ("wall", "deal", "match"):
        yield (section,), found
    else:
        for name, table in _living(tables, section):
            yield (section, name), table


def _plain(tables: Table) -> Found:
    """Words and numbers that have a few possible values."""
    for section, keys in FLIPS.items():
        for path, table in _entries(tables, section):
            for key, (default, alternatives) in keys.items():
                old = table.get(key, default)
                if _is_idle(tables, section, key, table) or (isinstance(old, str) and isinstance(default, int)):
                    continue            # an expression in place of a number is flipped with the conditions
                if _is_written(tables, (*path, key)):
                    continue            # by an option, whose default is flipped
                for new in alternatives(old):
                    if _says_nothing(tables, path, key, old, new):
                        continue
                    if key != "priority" or _rank(tables, str(path[1]), new) != _rank(tables, str(path[1]), old):
                        yield f"{section} {key}", (*path, key), table.get(key), new


def _is_idle(tables: Table, section: str, key: str, table: Mapping[str, Any]) -> bool:
    """Whether a key says nothing there."""
    if section == "phase":
        # choices are always shown together, and nobody is asked in some phases
        return key == "secret" or (key == "who" and table["kind"] in ("turns", "after_win"))
    if key == "robbed_by" and not _wins_on_others(tables):
        return True
    if section == "claim" and "sets" in table:
        return key in ("several", "on")             # of winners, and of what a winner takes
    if section == "claim":
        return key in ("priority", "forbids")       # a win goes first, and nobody discards after it
    if section == "kong" and table.get("of", "hand") == "discard":
        return key in ("robbed_by", "least", "seen")
    return section == "kong" and table["of"] == "pung" and key in ("least", "seen")


def _is_written(tables: Table, path: Path) -> bool:
    """Whether an option writes a key whatever its value."""
    for _name, option in _living(tables, "option"):
        place: Any = option.get("each", {})
        for step in path:
            place = place.get(step) if isinstance(place, dict) else None
        if place is not None:
            return True
    return False


def _wins_on_others(tables: Table) -> bool:
    """Whether any tile of another seat can be won on."""
    return any("sets" not in table for _name, table in _living(tables, "claim"))


def _wins_on_discards(tables: Table) -> bool:
    """Whether a discard can be won on; of a kong that is robbed no copy is left that could come again."""
    return any("sets" not in table and "discard" in table.get("on", ["discard"])
               for _name, table in _living(tables, "claim"))


def _is_read(tables: Table, flag: str) -> bool:
    """Whether any rule speaks of a flag."""
    rest = {section: table for section, table in tables.items() if section not in ("flag", "examples")}
    flags = [table for name, table in tables["flag"].items() if name != flag]
    return re.search(rf"\b{flag}\b", f"{rest} {flags}") is not None


def _says_nothing(tables: Table, path: Path, key: str, old: Any, new: Any) -> bool:
    """Whether a change speaks of what is not there: flowers, the other end of a pung, robbed kongs, indicators."""
    if path[0] == "pass" and key == "unable":
        return not any(set(old) ^ set(new) <= set(table.get("on", ("discard", "added_kong")))
                       for _name, table in _living(tables, "claim") if "sets" not in table)
    if path[0] == "kong" and key == "reveals":
        return not any("kong" in lot["on"] and path[1] in lot.get("of", [path[1]])
                       for _name, lot in _living(tables, "turned"))
    if path == ("deal",) and key == "flowers":
        return bool(tables.get("tiles", {}).get("bonus") == "")
    sets = tables.get("sets", {})
    return path[0] == "claim" and key == "forbids" and set(old or ()) ^ set(new or ()) == {"linked_tile"} and all(
        sets.get(name, {}).get("form") == "equal" for name in tables["claim"][path[1]].get("sets", ()))


def _rank(tables: Table, claim: str, priority: int) -> list[int]:
    """Which set claims a claim with this priority goes before, is equal to, or comes after; 0 is no claim."""
    return [int(priority > 0), *((priority > other["priority"]) - (priority < other["priority"])
                                 for name, other in _living(tables, "claim") if "sets" in other and name != claim)]


def _conditions(tables: Table) -> Found:
    for section, (key, added) in CONDITIONS.items():
        for path, table in _entries(tables, section):
            if isinstance(table.get(key), str):
                if added:
                    yield f"{section} {key} removed", (*path, key), table[key], None
                for kind, new in _flips(table[key]):
                    yield f"{section} {key} {kind}", (*path, key), table[key], new
            elif added:
                yield f"{section} {key} added", (*path, key), None, _SELDOM


def _wall(tables: Table) -> Found:
    wall = tables.get("wall", {})
    last = wall.get("last", [])
    for index, entry in enumerate(last if isinstance(last, list) else [last]):
        path: Path = ("wall", "last", index) if isinstance(last, list) else ("wall", "last")
        if isinstance(entry.get("tiles", 1), int):
            yield "wall last tiles", (*path, "tiles"), entry.get("tiles"), entry.get("tiles", 1) + 1
        for rule in _LAST_RULES:
            if rule != entry["rule"]:
                yield "wall last rule", (*path, "rule"), entry["rule"], rule
    if last:
        yield "wall last removed", ("wall", "last"), last, []
    if isinstance(wall.get("reserve"), str):
        for kind, new in _flips(wall["reserve"]):
            yield f"wall reserve {kind}", ("wall", "reserve"), wall["reserve"], new


def _match(match: Mapping[str, Any], path: Path) -> Found:
    for key, count in match.get("hands", {}).items():
        for new in (count + 1, count - 1):
            yield "match hands", (*path, "hands", key), count, new
    seats = match.get("seat_change", [])
    for index, order in enumerate(seats):
        for new in dict.fromkeys((order[1] + order[0] + order[2:], order[:2] + order[3] + order[2])):
            yield "match seat_change", (*path, "seat_change"), seats, [*seats[:index], new, *seats[index + 1:]]
        if index and order != seats[index - 1]:
            same = [*seats[:index], seats[index - 1], *seats[index + 1:]]
            yield "match seat_change", (*path, "seat_change"), seats, same
    if "false_win" in match:
        pays = match["false_win"].get("pays", 0)
        yield "match false_win", (*path, "false_win", "pays"), pays, f"({pays}) + 1"
        if match["false_win"] != {"then": "dead_hand"}:         # which is also what is done if nothing is said
            yield "match false_win", (*path, "false_win"), match["false_win"], {}
    elif path == ("match",):
        yield "match false_win", (*path, "false_win"), None, {"pays": 10, "then": "dead_hand"}
    for key in ("redraws", "keeps", "next_dealer", "ends", "goes_on", "shows"):
        if key in match:
            yield f"match {key} removed", (*path, key), match[key], None
            for kind, new in _flips(match[key]):
                yield f"match {key} {kind}", (*path, key), match[key], new


def _memory(tables: Table) -> Found:
    for path, table in _entries(tables, "memory"):
        told = table.get("update", [])
        updates = told if isinstance(told, list) else [told]
        for index, update in enumerate(updates):
            yield "memory update removed", (*path, "update"), told, updates[:index] + updates[index + 1:]
            here = (*path, "update", index) if updates is told else (*path, "update")
            for event in update["on"] if len(update["on"]) > 1 else ():
                yield "memory event", (*here, "on"), update["on"], [word for word in update["on"] if word != event]
            if "when" in update:
                yield "memory when removed", (*here, "when"), update["when"], None
                for kind, new in _flips(update["when"]):
                    yield f"memory when {kind}", (*here, "when"), update["when"], new
            if isinstance(update["set"], str):
                for kind, new in _flips(update["set"]):
                    yield f"memory set {kind}", (*here, "set"), update["set"], new
            else:
                yield "memory set", (*here, "set"), update["set"], 1 - update["set"]


def _given(tables: Table) -> Found:
    """When the table gives a flag."""
    for path, table in _entries(tables, "flag"):
        if "given" in table and _is_read(tables, str(path[1])):
            yield "flag given removed", (*path, "given"), table["given"], None
            for kind, new in _flips(table["given"]):
                yield f"flag given {kind}", (*path, "given"), table["given"], new


def _declared_flags(tables: Table) -> Found:
    """The flag of a declaration taken away, or that of another in its place."""
    flags = [table["flag"] for _path, table in _entries(tables, "ready") if "flag" in table]
    for path, table in _entries(tables, "ready"):
        if "flag" in table:
            for new in [None, *(flag for flag in dict.fromkeys(flags) if flag != table["flag"])]:
                yield "ready flag", (*path, "flag"), table["flag"], new


def _options(tables: Table) -> Found:
    """Other defaults of options that play reads or that change it, and what their choices change."""
    texts = [str(tables.get(section, "")) for section in PLAY] + [
        str(table.get("given", "")) for _path, table in _entries(tables, "flag")]
    for path, table in _entries(tables, "option"):
        choices = table.get("choice", {})
        name, default = str(path[1]), table["default"]
        if any(section in PLAY for patch in (*choices.values(), table.get("each", {})) for section in patch) or \
                any(f"options.{name}" in text for text in texts):
            for other in other_choices(table):
                yield "option default", (*path, "default"), default, other
        for choice, patch in choices.items():
            yield from _patch(tables, patch, (*path, "choice", choice))


def other_choices(table: Mapping[str, Any]) -> list[Any]:
    """What an option can be set to besides its default; of numbers the next and the lowest."""
    default = table["default"]
    if table["type"] == "bool":
        return [not default]
    if table["type"] == "int":
        low, high = number_range(table.get("choices"))
        return sorted({default + 1 if default < high else default - 1, low, min(high, low + 12)} - {default})
    return [choice for choice in table.get("choices", []) if option_text(choice) != option_text(default)]


def _patch(tables: Table, patch: Mapping[str, Any], path: Path) -> Found:
    """What a choice changes in play, changed otherwise."""
    for section, keys in FLIPS.items():
        for here, table in _patched(patch.get(section, {}), (section,), section):
            for key, (_default, alternatives) in keys.items():
                for new in alternatives(table[key]) if key in table and table[key] is not None else ():
                    if not _says_nothing(tables, here, key, table[key], new):
                        yield f"option choice {section} {key}", (*path, *here, key), table[key], new
    if "match" in patch:
        for kind, here, old, new in _match(patch["match"], (*path, "match")):
            yield f"option choice {kind}", here, old, new


def _patched(table: Mapping[str, Any], path: Path, section: str) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    if section in ("wall", "deal", "match"):
        yield path, table
    elif isinstance(table, dict):
        for name, entry in table.items():
            yield (*path, name), entry
