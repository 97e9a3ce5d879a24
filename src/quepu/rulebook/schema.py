"""The sections of a rulebook: which keys each has, of what type, and what they mean.

docs/rulebook.md prints this table; the loader checks every key against it.
"""

from dataclasses import dataclass

from quepu.rulebook import vocabulary as v


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a section: its type and meaning."""

    type: str                   # text, names, int, bool, texts, table, any, tiles, or an expression: expr / value
    text: str
    expect: str = v.BOOL        # what an expression gives
    level: str = v.READING      # what it may know
    needed: bool = False
    planned: bool = False       # read and checked; the engine that obeys it is still to come


@dataclass(frozen=True, slots=True)
class Section:
    """A section: one table, a family of named tables, or a list of tables."""

    text: str
    keys: dict[str, Key]
    form: str = "table"         # table, family ([fan.NAME]) or list ([[pay]])
    planned: bool = False


def _expr(text: str, expect: str = v.BOOL, level: str = v.READING, needed: bool = False, planned: bool = False) -> Key:
    return Key("expr", text, expect, level, needed, planned)


def _value(text: str, level: str = v.READING, needed: bool = False, planned: bool = False) -> Key:
    return Key("value", text, v.INT, level, needed, planned)


_NAMES = Key("names", "what it is called: { zh = ..., en = ... }")
_SOURCE = Key("text", "where the rule comes from")
_TEXT = Key("names", "a sentence for players")
_P = True

SECTIONS: dict[str, Section] = {
    "rulebook": Section("What this rulebook is.", {
        "id": Key("text", "its id; the file name if left out"),
        "name": _NAMES,
        "extends": Key("text", "the rulebook this one starts from: an id, or a path beside this file"),
        "version": Key("int", "grows when any result changes"),
        "text": _TEXT, "source": _SOURCE,
        "sample": Key("text", "a hand that shows the rulebook at work"),
    }),
    "tiles": Section("The tiles in play.", {
        "kinds": Key("tiles", "the kinds that are dealt, four of each (a flower once)"),
        "bonus": Key("tiles", "flowers that are laid aside and replaced; others are ordinary tiles"),
        "flower_owner": Key("text", "the seats 1f to 8f belong to, eight letters of ESWN"),
        "marks": Key("tiles", "kinds of which one copy carries a mark (red fives)"),
        "mark_copies": Key("int", "how many copies of such a kind carry it"),
        "indicator_order": Key("texts", "circles in which a tile's `next` goes on; after the last comes the first"),
    }),
    "sets": Section("What a set is: every triple of kinds a <= b <= c that fits.", {
        "form": Key("text", "runs (123), equal (111), or `when` decides"),
        "when": _expr("which triples a, b, c fit", level=v.HAND),
        "like": Key("text", "chow or pung: which words count it"),
        "name": _NAMES,
        "kong": Key("bool", "four equal tiles may be declared a kong"),
    }, "family"),
    "pairs": Section("What a pair is: every two kinds a <= b that fit.", {
        "when": _expr("which two tiles a, b fit", level=v.HAND, needed=True),
        "name": _NAMES,
    }, "family"),
    "shape": Section("A way in which a hand is complete.", {
        "name": _NAMES,
        "sets": Key("int", "sets of the whole hand, melds included"),
        "pairs": Key("int", "pairs of the whole hand"),
        "fixed": Key("text", "tiles that must be there besides, the suits exchanged in any way"),
        "tiles": Key("int", "a shape without sets: this many tiles, and `when` decides"),
        "melds": Key("int", "at most so many melds"),
        "when": _expr("what else must hold"),
        "enabled": Key("bool", "false switches it off"),
        "source": _SOURCE,
    }, "family"),
    "flag": Section("A circumstance of the win that the table tells.", {
        "name": _NAMES,
        "holds": _expr("corrects what was told; `told` is what was told", level=v.HAND),
        "source": _SOURCE,
    }, "family"),
    "define": Section("A named expression.", {
        "is": Key("text", "the expression", needed=True),
        "args": Key("table", "its arguments and their types: { x = \"seat\" }"),
        "text": _TEXT,
    }, "family"),
    "memory": Section("What the table remembers, and how it changes.", {
        "scope": Key("text", "match, hand, seat or pair (of seats)", needed=True),
        "type": Key("text", "int (default), bool, seat or tile"),
        "start": Key("int", "its value at the start"),
        "hand": _expr("for the winner: what his hand shows by itself when nothing is told", v.INT, v.HAND),
        "text": _TEXT, "name": _NAMES,
        "update": Key("any", "changes: [{ on = EVENT, when = ..., set = ... }]", planned=_P),
    }, "family"),
    "fan": Section("A fan: something a hand is paid for.", {
        "name": _NAMES,
        "no": Key("int", "its number: the order on the page and in ties"),
        "value": _value("what one is worth"),
        "tally": Key("text", "the tally it adds to"),
        "when": _expr("a condition on the whole hand, or on the sets of a pick"),
        "count": _expr("how often it is earned", v.INT),
        "pick": Key("text", "sets it is made of: \"a, b, c in chows; p in pairs\""),
        "uses_sets": Key("bool", "its sets are bound by the combination principle"),
        "most": Key("int", "counts at most so often"),
        "drops": Key("texts", "fans not counted beside it: id, id@own (for its own sets), id*1 (one fewer)"),
        "tags": Key("texts", "words by which others speak of it"),
        "group": Key("text", "of the fans of one group only the highest counts"),
        "fallback": Key("texts", "counts only if nothing outside these tags counts"),
        "on": Key("text", "win, opening, flower or draw"),
        "enabled": Key("bool", "false takes it out"),
        "example": Key("any", "a hand that earns it: notation, or { hand = ..., self_draw = true, ... }"),
        "text": _TEXT, "source": _SOURCE,
    }, "family"),
    "tally": Section("Something that fans add up to.", {
        "name": _NAMES,
        "show": Key("text", "how a fan's number is written: points, power (x4 for 2), factor (x2), or text with {n}"),
        "start": Key("int", "its value before any fan"),
    }, "family"),
    "score": Section("From tallies to the total.", {
        "total": _expr("the total over the tallies", v.INT, v.SCORE),
        "minimum": _value("what a legal win needs", v.SCORE),
        "counts": _expr("what counts towards the minimum; the total if left out", v.INT, v.SCORE),
        "cap": _value("the highest total", v.SCORE),
        "compare": Key("texts", "expressions that choose between readings of equal total"),
        "unit": _NAMES,
    }),
    "win": Section("A condition of winning.", {
        "when": _expr("what must hold", level=v.SCORE, needed=True),
        "text": Key("names", "what to tell a player who does not meet it", needed=True),
        "enabled": Key("bool", "false takes it out"),
        "source": _SOURCE,
    }, "family"),
    "pay": Section("A payment: who pays whom, when, how much.", {
        "id": Key("text", "its name, so that others can change it"),
        "on": Key("text", "occasion: win, draw, end, kong, opening, ready, flower, bet, false_win", needed=True),
        "for": Key("text", "who receives: winner, seats (each seat), dealer or pot"),
        "from": Key("text", "who pays: payers (all others), discarder, dealer, or pot"),
        "when": _expr("whether it is paid", level=v.PAY),
        "amount": _value("how much", v.PAY, needed=True),
        "tag": Key("text", "a word by which others speak of it"),
        "label": _NAMES,
        "enabled": Key("bool", "false takes it out"),
        "source": _SOURCE,
    }, "list"),
    "adjust": Section("Changes rows after all rows of an occasion are known.", {
        "id": Key("text", "its name"),
        "on": Key("text", "occasion", needed=True),
        "tags": Key("texts", "rows it changes; all if left out"),
        "when": _expr("whether a row is changed", level=v.PAY),
        "amount": _value("the new amount of each row", v.PAY, needed=True),
        "label": _NAMES,
        "enabled": Key("bool", "false takes it out"),
        "source": _SOURCE,
    }, "list"),
    "liability": Section("One seat pays in place of others.", {
        "id": Key("text", "its name"),
        "on": Key("text", "occasion", needed=True),
        "tags": Key("texts", "rows it takes over; all if left out"),
        "when": _expr("whether it applies", level=v.PAY),
        "payer": _expr("who pays instead", v.SEAT, v.PAY, needed=True),
        "amount": _value("the new amount of each row", v.PAY),
        "label": _NAMES,
        "enabled": Key("bool", "false takes it out"),
        "source": _SOURCE,
    }, "list"),
    "option": Section("A choice the players have.", {
        "name": _NAMES, "text": _TEXT, "source": _SOURCE,
        "type": Key("text", "bool, int or choice", needed=True),
        "default": Key("any", "its value if nothing is said", needed=True),
        "choices": Key("any", "the choices, or [lowest, highest] of a number", needed=False),
        "choice": Key("table", "changes a choice brings: option.NAME.choice.VALUE = { fan.X.value = 6, ... }"),
        "enabled": Key("bool", "false takes it out"),
    }, "family"),
    "examples": Section("How a worked example's own words map to this rulebook.", {
        "alias": Key("table", "other names of fans: { name = id }"),
        "state": Key("table", "state keys: { \"losers.*.open\" = memory }; * is a seat, [] a list, [x] entries equal to x"),
        "flags": Key("table", "other names of flags: { name = flag }; an empty flag is ignored"),
        "options": Key("table", "keys of the example that are options: { mode = option }"),
        "total": Key("text", "the tally or word that `total` speaks of"),
        "ignore": Key("texts", "state keys that tell nothing the rulebook needs"),
    }),
    "wild": Section("Wild tiles.", {
        "chosen": Key("text", "told, indicator, fixed or none"),
        "kinds": Key("any", "which kinds: tiles, or how they follow from the indicator", planned=_P),
        "as_self": Key("bool", "a wild tile may stand for its own face"),
        "stands_for": Key("tiles", "what it may stand for; everything in play if left out"),
        "discard": Key("text", "may it be discarded: yes, no, or what follows", planned=_P),
        "claim": Key("bool", "may it be claimed when discarded", planned=_P),
        "kong": Key("text", "how it may be konged", planned=_P),
        "substitute": Key("tiles", "the tile that takes the wild tile's own place", planned=_P),
        "text": _TEXT, "source": _SOURCE,
    }),
    "wall": Section("The wall.", {
        "reserve": _value("tiles that are never drawn", v.HAND, planned=_P),
        "replacement": Key("text", "front or back: where replacement tiles come from", planned=_P),
        "last": Key("any", "rules for the last tiles: { tiles = 4, rule = \"draw_only\" }", planned=_P),
        "dead": Key("int", "tiles of a dead wall", planned=_P),
        "indicator": Key("any", "tiles turned up and when", planned=_P),
        "source": _SOURCE,
    }, planned=_P),
    "deal": Section("The deal.", {
        "hand": Key("int", "tiles of a hand before the draw: 13 or 16"),
        "dealer_extra": Key("int", "tiles the dealer has more", planned=_P),
        "flowers": Key("text", "replaced: at_once, own_turn, kept or never", planned=_P),
        "seats": Key("int", "players: 2 to 4", planned=_P),
        "source": _SOURCE,
    }, planned=_P),
    "phase": Section("A part of a hand, in order.", {
        "id": Key("text", "its name", needed=True),
        "kind": Key("text", "bet, exchange, void_suit, opening, turns, after_win or end", needed=True),
        "when": _expr("whether it happens", level=v.TABLE),
        "who": Key("text", "dealer, others, all"),
        "choices": Key("any", "what can be chosen"),
        "sets": Key("text", "the memory that keeps the choice"),
        "tiles": Key("int", "tiles that change hands"),
        "direction": Key("text", "where they go"),
        "until": _expr("when it ends", level=v.TABLE),
        "text": _TEXT, "source": _SOURCE,
    }, "list", planned=_P),
    "claim": Section("A claim on a discard.", {
        "sets": Key("texts", "set families that can be made"),
        "who": Key("text", "left, anyone or nobody"),
        "priority": Key("int", "higher goes first"),
        "when": _expr("whether it is allowed", level=v.TABLE),
        "several": Key("text", "of several: nearest, all, or what happens to three"),
        "forbids": Key("any", "discards forbidden after it"),
        "enabled": Key("bool", "false takes it out"),
        "name": _NAMES, "source": _SOURCE,
    }, "family", planned=_P),
    "kong": Section("A kind of kong.", {
        "tiles": Key("any", "what it is made of"),
        "when": _expr("whether it is allowed", level=v.TABLE),
        "robbed_by": Key("any", "who may win on it"),
        "turns": Key("int", "tiles turned up instead of one drawn"),
        "locks": Key("bool", "the hand is bound after it"),
        "replacement": Key("bool", "a replacement tile is drawn"),
        "counts_as": Key("text", "the set it counts as, or none"),
        "name": _NAMES, "source": _SOURCE, "enabled": Key("bool", "false takes it out"),
    }, "family", planned=_P),
    "ready": Section("A declaration of being ready.", {
        "when": _expr("who may declare", level=v.TABLE),
        "flag": Key("text", "the flag it gives"),
        "binds": Key("any", "what the declarer may no longer do"),
        "stake": _value("what is put down", v.TABLE),
        "choices": Key("any", "a stake the player chooses: [lowest, highest]"),
        "until": Key("text", "how long a further flag lasts"),
        "name": _NAMES, "source": _SOURCE, "enabled": Key("bool", "false takes it out"),
    }, "family", planned=_P),
    "pass": Section("What passing forbids.", {
        "on": Key("text", "win, pung, claim or discard"),
        "forbids": Key("text", "win, same_tile, lower_value, pung"),
        "until": Key("text", "own_draw, own_discard, hand_change or end"),
        "when": _expr("whether it applies", level=v.TABLE),
        "name": _NAMES, "source": _SOURCE, "enabled": Key("bool", "false takes it out"),
    }, "family", planned=_P),
    "match": Section("From hand to hand.", {
        "hands": Key("any", "how many hands, or rounds"),
        "next_dealer": _expr("who deals next", v.SEAT, v.TABLE),
        "keeps": _expr("whether the dealer stays", level=v.TABLE),
        "seat_change": Key("any", "who sits where in which round"),
        "start": Key("int", "points at the start"),
        "ends": _expr("when the match ends early", level=v.TABLE),
        "ranking": Key("any", "how places are decided and what they bring"),
        "false_win": Key("any", "what a wrong declaration costs"),
        "several_winners": Key("text", "nearest or all"),
        "source": _SOURCE,
    }, planned=_P),
}

#: keys of [rulebook] that may also stand at the top of the file, so that house rules stay short
TOP_KEYS = ("id", "name", "extends", "version")
