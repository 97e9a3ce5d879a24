"""The sections of a rulebook: which keys each has, of what type, and what they mean.

docs/rulebook.md prints this table; the loader checks every key against it.
"""

from quepu.engine.layout.frame import FAN_ROOM, MEMORY_ROOM, OPTION_ROOM, PAIR_ROOM, SET_ROOM, TALLY_ROOM
from quepu.rulebook.file import choices as c
from quepu.rulebook.file import limits
from quepu.rulebook.file.section import (
    CHANGES,
    CHANGES_BY_NAME,
    ENABLED,
    NAMES,
    SOURCE,
    TEXT,
    Key,
    Section,
    expr,
    flag,
    name_of,
    sentence,
    several,
    value,
    whole,
    word,
)
from quepu.rulebook.file.table_sections import TABLE_SECTIONS
from quepu.rulebook.language import vocabulary as v
from quepu.tiles import FLOWERS

__all__ = ["HOW_PARTS", "LAID_OUT", "MOVED", "OCCASIONS", "REGIONS", "SECTIONS", "TOP_KEYS", "Key", "Section"]

#: the parts of how a hand goes that have a title of ours; every rulebook which ships has them
HOW_PARTS = ("aim", "deal", "turns", "claims", "winning", "paying", "also", "example")
#: where a rule system is at home, in the order of a list of them
REGIONS = tuple(region.value for region in c.Region)
#: when money moves
OCCASIONS = tuple(occasion.value for occasion in c.Occasion)

_PAY_VARIABLES = {"payer": v.SEAT, "receiver": v.SEAT, "owner": v.SEAT, "is_draw": v.BOOL}
_ROW_VARIABLES = {"row": v.ROW, "payer": v.SEAT, "receiver": v.SEAT, "amount": v.INT}

_LEAST, _MOST = -limits.LARGEST_PAYMENT, limits.LARGEST_PAYMENT

SECTIONS: dict[str, Section] = {
    "rulebook": Section("What this rulebook is.", {
        "id": Key("text", "its id; the file name if left out"),
        "name": NAMES,
        "extends": Key("text", "the rulebook this one starts from: an id, or a path beside this file"),
        "version": whole("grows when any result changes", 0, 10**6, 1),
        "region": word("where it is at home; lists of rulebooks are grouped by it", c.Region, c.Region.OTHER),
        "text": TEXT, "source": SOURCE,
        "sample": Key("text", "a hand that shows the rulebook at work"),
    }),
    "tiles": Section("The tiles in play.", {
        "kinds": Key("tiles", "the kinds that are dealt, four of each (a flower once)",
                     default=sum(1 << kind for kind in range(FLOWERS.start))),
        "bonus": Key("tiles",
                     "flowers that are laid aside and replaced, honours too (of these there are four); others are "
                     "ordinary tiles", default=sum(1 << kind for kind in FLOWERS)),
        "flower_owner": Key("text", "the seats 1f to 8f belong to, eight letters of ESWN", default="ESWNESWN"),
        "marks": Key("tiles", "tiles that carry a mark (red fives): one copy of a kind for each time it stands here",
                     copies=True),
        "indicator_order": Key("texts",
                               "circles in which a tile's `next` goes on; after the last comes the first"),
        "numbers": Key("table", "the `number` of tiles that have no rank: { 1z = 1, 7z = 1 }"),
    }),
    "sets": Section("What a set is: every triple of kinds a <= b <= c that fits.", {
        "form": Key("text", "runs (123), equal (111), or `when` decides"),
        "when": expr("which triples a, b, c fit", level=v.HAND),
        "like": Key("text", "chow or pung: which words count it"),
        "name": NAMES,
        "kong": flag("four equal tiles may be declared a kong"),
    }, "family", most=limits.MOST_FAMILIES),
    "pairs": Section("What a pair is: every two kinds a <= b that fit.", {
        "when": expr("which two tiles a, b fit", level=v.HAND, needed=True),
        "name": NAMES,
    }, "family", most=limits.MOST_FAMILIES),
    "shape": Section("A way in which a hand is complete.", {
        "name": NAMES,
        "sets": whole("sets of the whole hand, melds included", 0, SET_ROOM),
        "pairs": whole("pairs of the whole hand", 0, PAIR_ROOM),
        "fixed": Key("text", "tiles that must be there besides, the suits exchanged in any way"),
        "tiles": whole("a shape without sets: this many tiles, and `when` decides; wild tiles are not among the "
                       "`tiles` it asks about, but may be the kinds that are missing; `wild_count` says how many "
                       "there are", 0, limits.MOST_PLACES),
        "melds": whole("at most so many melds", 0, 9, 9),
        "when": expr("what else must hold"),
        "fans": Key("texts", "the only fans that count with it; all if left out", refers="fan"),
        "on": several("when it may be declared; `draw` and `discard` if left out", c.ShapeOn, c.ShapeOn.DRAW,
                      c.ShapeOn.DISCARD),
        "enabled": ENABLED,
        "source": SOURCE,
    }, "family", most=limits.MOST_SHAPES),
    "flag": Section("A circumstance of the win that the table tells.", {
        "name": NAMES,
        "holds": expr("corrects what was told; `told` is what was told", level=v.HAND),
        "given": expr("when the table gives it, asked as the win is declared", level=v.TABLE),
        "declared": flag("asked only once the win is declared: it may then look at every hand, and who only "
                        "thinks of a win does not have it; no condition of winning asks for it"),
        "source": SOURCE,
    }, "family", most=limits.MOST_FLAGS),
    "define": Section("A named expression.", {
        "is": Key("text", "the expression", needed=True),
        "args": Key("named", "its arguments and their types: { x = \"seat\" }"),
        "text": TEXT,
    }, "family", most=limits.MOST_DEFINES),
    "memory": Section("What the table remembers, and how it changes.", {
        "scope": Key("text", "match, hand, seat, pair (of seats), player or players (two of them)", needed=True),
        "type": Key("text", "int (default), bool, seat, tile or suit", default=v.INT),
        "start": whole("its value at the start", -limits.LARGEST_MEMORY, limits.LARGEST_MEMORY),
        "hand": expr("for the winner: what his hand shows by itself when nothing is told", v.INT, v.HAND),
        "text": TEXT, "name": NAMES,
        "shown": flag("told at the table, beside the seat if it is a seat's; so what it says must be public"),
        "update": Key("tables", "how it changes; each slot is visited, `owner` is its seat, `other` the "
                      "second of a pair", keys={
            "on": Key("words", "the events", needed=True, refers="event", dotted=True),
            "when": expr("which slot changes", level=v.TABLE),
            "set": value("its new value", v.TABLE, needed=True, low=-limits.LARGEST_MEMORY,
                         high=limits.LARGEST_MEMORY),
        }),
    }, "family", most=MEMORY_ROOM),
    "fan": Section("A fan: something a hand is paid for.", {
        "name": NAMES,
        "no": whole("its number: the order on the page and in ties", 0, 10**6),
        "value": value("what one is worth", low=-limits.LARGEST_TOTAL, high=limits.LARGEST_TOTAL, default=0),
        "tally": Key("text", "the tally it adds to"),
        "when": expr("a condition on the whole hand, or on the sets of a pick"),
        "count": expr("how often it is earned", v.INT),
        "pick": Key("text", "sets it is made of: \"a, b, c in chows; p in pairs\""),
        "uses_sets": flag("its sets are bound by the combination principle"),
        "most": whole("counts at most so often", 0, limits.MOST_COUNTED),
        "drops": Key("texts", "fans not counted beside it: id, id@own (for its own sets), id*1 (one fewer)"),
        "tags": Key("texts", "words by which others speak of it"),
        "group": Key("text", "of the fans of one group only the highest counts"),
        "fallback": Key("texts", "counts only if nothing outside these tags counts"),
        "on": word("when it is earned: with a win, or by the tiles dealt alone", c.FanOn, c.FanOn.WIN),
        "enabled": ENABLED,
        "example": Key("any", "a hand that earns it: notation, or { hand = ..., self_draw = true, ... }"),
        "text": TEXT, "source": SOURCE,
    }, "family", most=2 * FAN_ROOM),
    "tally": Section("Something that fans add up to.", {
        "name": NAMES,
        "show": Key("names",
                    "how a fan's number is written: points, power (x4 for 2), factor (x2), or text with {n}"),
        "start": whole("its value before any fan", -limits.LARGEST_TOTAL, limits.LARGEST_TOTAL),
        "becomes": expr("what the sum is turned into once all fans are added, such as a rounded one; it is known "
                        "by the tally's name", v.INT, v.SCORE),
        "silences": name_of("tally", "a fan of this tally that counts drops all fans of these tallies", many=True),
        "apart": flag("its fans are the working of a number: told apart from the fans of a hand"),
        "enabled": ENABLED,
    }, "family", most=TALLY_ROOM),
    "grade": Section("A name for what a hand is worth; the first that holds is told.", {
        "name": Key("names", NAMES.text, needed=True),
        "when": expr("whether a hand has it", level=v.SCORE, needed=True),
        "enabled": ENABLED,
        "source": SOURCE,
    }, "family", most=limits.MOST_RULES),
    "score": Section("From tallies to the total.", {
        "total": expr("the total over the tallies", v.INT, v.SCORE),
        "minimum": value("what a legal win needs", v.SCORE, low=-limits.LARGEST_TOTAL, high=limits.LARGEST_TOTAL),
        "counts": expr("what counts towards the minimum; the total if left out", v.INT, v.SCORE),
        "cap": value("the highest total", v.SCORE, low=-limits.LARGEST_TOTAL, high=limits.LARGEST_TOTAL),
        "compare": Key("texts", "what decides between readings, the first most; `total` comes first unless "
                       "the list names it", most=limits.MOST_COMPARED),
        "unit": NAMES,
    }),
    "win": Section("A condition of winning.", {
        "when": expr("what must hold", level=v.SCORE, needed=True),
        "text": sentence("what to tell a player who does not meet it", True),
        "refusal": sentence("the reason told when a win is refused, where `text` tells the duty; `text` if left out"),
        "enabled": ENABLED,
        "source": SOURCE,
    }, "family", most=limits.MOST_REQUIREMENTS),
    "pay": Section("A payment: who pays whom, when, how much.", {
        "id": Key("text", "its name, so that others can change it"),
        "on": Key("words", "occasion", needed=True, words=OCCASIONS, dotted=True),
        "for": word("who receives; `seats` is each seat in turn, `actor` who konged, declared or showed; `guest_1` "
                    "to `guest_4` who bet without sitting at the table; if left out the winner, or who acted",
                    c.Receiver),
        "from": word("who pays; `payers` is everybody else", c.Payer, c.Payer.PAYERS),
        "when": expr("whether it is paid", level=v.PAY),
        "amount": value("how much", v.PAY, needed=True, low=_LEAST, high=_MOST),
        "tag": Key("text", "a word by which others speak of it"),
        "label": NAMES, "text": TEXT,
        "enabled": ENABLED,
        "source": SOURCE,
    }, "list", variables=_PAY_VARIABLES, most=limits.MOST_PAYMENTS),
    "adjust": Section("Changes rows after all rows of an occasion are known.", {
        "id": Key("text", "its name"),
        "on": word("occasion", c.Occasion, needed=True),
        "tags": Key("texts", "rows it changes; all if left out"),
        "when": expr("whether a row is changed", level=v.PAY),
        "amount": value("the new amount of each row", v.PAY, needed=True, low=_LEAST, high=_MOST),
        "label": NAMES, "text": TEXT,
        "enabled": ENABLED,
        "source": SOURCE,
    }, "list", variables=_ROW_VARIABLES, most=limits.MOST_PAYMENTS),
    "liability": Section("One seat pays in place of others.", {
        "id": Key("text", "its name"),
        "on": word("occasion", c.Occasion, needed=True),
        "tags": Key("texts", "rows it takes over; all if left out"),
        "when": expr("whether it applies", level=v.PAY),
        "payer": expr("who pays instead", v.SEAT, v.PAY, needed=True),
        "amount": value("the new amount of each row", v.PAY, low=_LEAST, high=_MOST),
        "share": value("how much of a row he takes over; the rest stays where it is", v.PAY, low=_LEAST, high=_MOST),
        "label": NAMES, "text": TEXT,
        "enabled": ENABLED,
        "source": SOURCE,
    }, "list", variables=_ROW_VARIABLES, most=limits.MOST_PAYMENTS),
    "option": Section("A choice the players have.", {
        "name": NAMES, "text": TEXT, "source": SOURCE,
        "type": Key("text", "bool, int, choice or fans (a list of fans)", needed=True),
        "default": Key("any", "its value if nothing is said", needed=True),
        "choices": Key("any", "the choices, or [lowest, highest] of a number; of fans those that may be named, "
                       "all if left out", needed=False),
        "called": Key("table", "what choices are called: { old = { zh = ..., en = ... } }; by themselves if left out"),
        "fans": Key("texts", "of a bool: fans that count only while it is true", refers="fan"),
        "choice": Key("table",
                      "changes a choice brings: option.NAME.choice.VALUE = { fan.X.value = 6, ... }",
                      changes=CHANGES_BY_NAME),
        "each": Key("table", "changes that every choice brings, `{value}` standing for it, before its own `choice`; "
                    "of fans for each that is named", changes=CHANGES),
        "needs": Key("table", "options beside which alone it says something, and their values: { profile = \"long\" } "
                     "or { profile = [\"long\", \"short\"] }; else another value than its default is refused"),
        "enabled": ENABLED,
    }, "family", most=OPTION_ROOM),
    "how": Section("How a hand goes, told to a beginner, part by part. Those called aim, deal, turns, claims, winning, "
                   "paying, also and example need no name.", {
        "name": NAMES,
        "text": sentence(TEXT.text, True),
        "example": Key("any", "a hand that is scored below the text: notation, or { hand = ..., self_draw = true, "
                       "... } as in a fan"),
        "enabled": ENABLED,
    }, "family", most=limits.MOST_PARTS),
    "examples": Section("How a worked example's own words map to this rulebook.", {
        "alias": Key("named", "other names of fans: { name = id }"),
        "state": Key("named", "what state keys tell: { \"losers.*.open\" = memory, flag or word of the table }; "
                     "* is a seat, [] a list, [x] entries equal to x, [a=x] those whose a is x, {a,b} its seats"),
        "flags": Key("named", "other names of flags: { name = flag }; an empty flag is ignored"),
        "options": Key("named", "keys of the example, of its options or of its state that are options: "
                       "{ mode = option, \"state.piao\" = option }"),
        "kongs": Key("named", "what words of melds are: { windkong = [kong.*] }; `state.kongs` is then a table of "
                     "seats with the kongs whose money is part of the payments"),
        "events": Key("table", "what `state.event` names: { name = \"kong.added\" }, an occasion"),
        "compare": Key("named", "further keys of the expected result: { laat = expression of level pay }"),
        "lists": Key("table", "further keys that are lists of names, each with what it stands for: "
                     "{ doors = { name = condition of level pay } }"),
        "ignore": Key("texts", "keys of the example or its state that tell nothing the rulebook needs"),
    }),
    "wild": Section("Wild tiles.", {
        "chosen": word("how they are chosen", c.WildWay, c.WildWay.NONE),
        "from": name_of("turned", "the turned tile they follow from"),
        "kinds": Key("exprs", "which kinds: tiles, or what follows from the turned `tile`", v.TILE, v.HAND,
                     most=42),
        "drawn": name_of("flag", "flags with which a tile drawn by oneself stands for any other in that win, its own "
                         "face too: whatever the hand waits for", many=True),
        "imagined": whole("wild tiles that are only thought of: no hand holds one, each may stand for any tile of "
                          "which the hand does not have all four", 0, 1),
        "imagined_as": name_of("memory", "a memory of seats, of type tile: what each seat has said that it thinks of; "
                               "nothing said: whatever serves best at the win"),
        "as_self": flag("a wild tile may stand for its own face, whatever else it may stand for; true if left out",
                        True),
        "stands_for": Key("tiles", "what it may stand for; everything in play if left out"),
        "discard": word("may it be discarded; `dead`: whoever does cannot win", c.WildDiscard, c.WildDiscard.YES),
        "claim": flag("may it be claimed when discarded"),
        "meld": flag("may it lie in a set on the table, as its own face alone: there it never stands for another tile"),
        "substitute": Key("tiles", "the tile that takes the wild tile's own place: it is that natural tile, in the "
                          "hand, in claims and in exposed sets, and not wild"),
        "substitute_for": Key("tiles", "the wild kinds whose place it takes; any other kind if left out"),
        "substitute_copies": whole("so many of a hand's concealed ones may, and need not, take the place, and none in "
                                   "an exposed set; left out: every one does, everywhere", 1, 4),
        "text": TEXT, "source": SOURCE,
    }, variables={"tile": v.TILE}),
    **TABLE_SECTIONS,
}

#: keys that an earlier edition of the language had, and how to say now what they said
MOVED = (("memory", "update", "of"), ("turned", "of"), ("pay", "of"))
LAID_OUT = ("wild", "kong")

#: keys of [rulebook] that may also stand at the top of the file, so that house rules stay short
TOP_KEYS = ("id", "name", "extends", "version")
