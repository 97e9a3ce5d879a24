"""The sections that say how a hand is played.

Their expressions know the words of the table.  Words of the hand speak there of the actor's hand as it lies.
"""

from quepu.rulebook.file import choices as c
from quepu.rulebook.file import limits
from quepu.rulebook.file.section import (
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
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.events import TURNED_EVENTS

_T = v.TABLE
_ACTOR = {"actor": v.SEAT}
_OWN = {"actor": v.SEAT, "tile": v.TILE}
_CLAIM = {"actor": v.SEAT, "feeder": v.SEAT, "tile": v.TILE}

_LEAST, _MOST = -limits.LARGEST_PAYMENT, limits.LARGEST_PAYMENT

TABLE_SECTIONS: dict[str, Section] = {
    "wall": Section("The wall.", {
        "reserve": value("tiles that are never drawn; what is worked out is asked again after every kong, unless kongs "
                         "are replaced out of it", _T, low=0, high=120),
        "reserve_for": word("who draws of the reserve: nobody, or kongs and flowers are replaced out of it, so that it "
                            "shrinks and others draw as far as where it began", c.ReserveFor, c.ReserveFor.NOBODY),
        "replacement": word("where replacement tiles come from", c.End, c.End.BACK),
        "burns": whole("tiles put aside face down with each replacement, from where it comes", 0, 8),
        "dead": whole("tiles of a dead wall, kept full after each kong", 0, 120),
        "replacements": whole("how many tiles at the end of a dead wall replace kongs, four if left out; "
                              "those before them are turned up", 0, 20, 4),
        "last": Key("tables", "rules for the last tiles", most=limits.MOST_LAST_RULES, keys={
            "tiles": value("of `draw_only` and `offered`: it holds for the last so many tiles; the other rules hold "
                           "as soon as fewer than so many are left to be drawn", _T, low=0, high=160, default=1),
            "rule": word("what holds then: drawn one each without a discard, a possible win must be taken, "
                         "the tile is "
                         "offered round, only a win may be claimed, no chow, pung or melded kong",
                         c.LastRule, needed=True),
            "when": expr("of `offered`: which seat may have the tile; any if left out", level=_T, default=1),
            "names": Key("answers", "of `offered`: what `take` and `pass` are called"),
        }),
        "text": sentence(TEXT.text + "; it is told in place of the reserve"), "source": SOURCE,
    }, variables=_ACTOR),
    "deal": Section("The deal.", {
        "hand": whole("tiles of a hand before the draw: 13 or 16", 1, limits.MOST_PLACES - 1, 13),
        "dealer_extra": whole("tiles the dealer has more", 0, 4, 1),
        "flowers": word("how flowers are replaced; those of the deal seat by seat until none is left (`at_once`), or "
                        "`in_rounds`: what comes waits until all had a turn, and the very last tile is laid aside too",
                        c.Flowers, c.Flowers.AT_ONCE),
        "seats": whole("players", 2, limits.MOST_SEATS, 4),
        "dice": whole("dice thrown for the deal", 0, 4),
        "marked": whole("the first tiles each player takes, which stay stood up: they leave the hand in sets, or as "
                        "the discard that declares ready, and `marked` counts them", 0, limits.MOST_PLACES - 1),
        "source": SOURCE,
    }),
    "turned": Section("Tiles that are turned up: indicators, bonus tiles, horses, birds.", {
        "name": NAMES,
        "on": Key("words", "the events at which it happens", needed=True, words=tuple(TURNED_EVENTS), refers="event",
                  dotted=True),
        "when": expr("whether it happens", level=_T, default=1),
        "tiles": value("how many", _T, low=0, high=24, default=1),
        "from": word("where they come from", c.Side, c.Side.FRONT),
        "once": flag("at a win: turned once for all who win on the same tile, not once for each"),
        "each": word("one lot for the table, or one for each seat", c.Each, c.Each.TABLE),
        "seen": word("who sees them before the end", c.Seen, c.Seen.ALL),
        "stays": word("what becomes of them: out of play; face up where they lie, to be drawn in their turn; `last`: "
                      "face up, and drawn when nothing else is left, replacements pass over it",
                      c.Stays, c.Stays.OUT),
        "place": value("so many tiles from that end of the wall as it was built, the first is 1; what has been drawn "
                       "is not turned up. The next to be drawn there if left out", _T,
                       low=1, high=160, default=0),
        "again": expr("when they are put away and others turned up in their place, while the wall has any; asked after "
                      "a declaration and before every draw. Wild kinds that follow from them change too", level=_T,
                      default=0),
        "until": expr("turning goes on, one tile after the other, until this holds or the wall has no more, 24 tiles "
                      "at most; asked once the tiles it says are turned up. Wild kinds follow from the last one",
                      level=_T, default=1),
        "text": TEXT, "source": SOURCE, "enabled": ENABLED,
    }, "family", variables=_ACTOR, most=limits.MOST_TURNED),
    "phase": Section("A part of a hand, in order.", {
        "id": Key("text", "its name", needed=True),
        "kind": word("what it is", c.PhaseKind, needed=True),
        "at": word("how often", c.PhaseAt, c.PhaseAt.HAND),
        "when": expr("whether it happens", level=_T, default=1),
        "who": word("who takes part", c.PhaseWho, c.PhaseWho.ALL),
        "choices": Key("choices", "what can be chosen: a list, or [lowest, highest]; "
                       f"{limits.MOST_CHOICES} numbers at most, from 0 to {limits.LARGEST_CHOICE}"),
        "names": Key("answers", "what each answer is called: { 0 = { zh = ..., en = ... }, \"*\" = ... }; of a void "
                     "suit m, p, s, of an exchange `give`, of an opening `show` and `pass`"),
        "told": Key("answers", "how each choice is told once it is known: { 0 = { zh = ..., en = \"{seat} ...\" } }; "
                    "`{other}` is the seat it is about"),
        "sets": name_of("memory", "the memory that keeps the choice"),
        "about": whole("the seat so many places further on that each choice is about; `sets` is then of pairs", 1, 3),
        "tiles": whole("tiles that change hands", 1, 4),
        "fits": word("which tiles may be chosen", c.Fits, c.Fits.ANY),
        "direction": word("where they go", c.Direction, c.Direction.RIGHT),
        "secret": flag("choices are shown together", True),
        "dealt": flag("of a bet: it comes after the deal, when everybody has seen his tiles"),
        "kept": flag("of a bet: nobody else is told what a seat has chosen"),
        "winner": word("after a win, the winner ends the hand, leaves it, or stays: it then discards what it draws, "
                       "claims and kongs nothing, and may win again", c.AfterWin, c.AfterWin.ENDS_HAND),
        "until": expr("when it ends", level=_T, default=0),
        "enabled": ENABLED, "text": TEXT, "source": SOURCE,
    }, "list", variables=_ACTOR, most=limits.MOST_PHASES),
    "discard": Section("A condition of discarding.", {
        "when": expr("what must hold for the tile", level=_T, needed=True),
        "text": sentence("what to tell a player", True),
        "source": SOURCE, "enabled": ENABLED,
    }, "family", variables={**_OWN, "is_drawn": v.BOOL}, most=limits.MOST_RULES),
    "claim": Section("A claim on another player's tile; one without `sets` is a win.", {
        "sets": name_of("sets", "set families that can be made", many=True),
        "on": several("the tiles it may take; if left out discards, and of a win added kongs", c.Offer),
        "who": word("who may claim", c.Who, c.Who.ANYONE),
        "priority": whole("higher goes first", 0, 1000, 1),
        "when": expr("whether it is allowed", level=_T, default=1),
        "with": expr("which tiles of the hand may be laid down with it: `tile` is each of them", level=_T, default=1),
        "must": expr("whether it has to be made", level=_T, default=0),
        "several": word("of several", c.Several, c.Several.NEAREST),
        "first": name_of("fan", "of several nearest, a win that counts one of these fans goes first", many=True),
        "three": word("of three at once", c.Three, c.Three.ALL),
        "forbids": several("discards forbidden after it, and kongs in that turn", c.AfterClaim),
        "not_after": several("own last discards that forbid it: the claimed tile, or the one at the other end of the "
                             "set it would make", c.NotAfter),
        "declares": name_of("ready", "a declaration that goes with it: it may be made only if the discard after it is "
                            "made with that declaration, which must be `on` a claim"),
        "drawn": Key("names", "what a win by one's own draw is called"),
        "name": NAMES, "text": TEXT, "source": SOURCE, "enabled": ENABLED,
    }, "family", variables=_CLAIM, most=limits.MOST_CLAIMS),
    "kong": Section("A kind of kong.", {
        "of": word("how it is made", c.KongOf, c.KongOf.HAND),
        "on": several("when it is made from the hand or a pung: after a draw, as everywhere, or also after a claim; "
                      "`declared`: one added to a pung also with the tile just drawn by who has declared and may only "
                      "make kongs that change no wait", c.KongOn, c.KongOn.DRAW),
        "tiles": Key("tiles", "kinds it can be made of; any if left out"),
        "different": flag("its tiles are all different, and it is a set laid open from the hand: "
                          "[kongs of different tiles](#kongs-of-different-tiles)"),
        "least": whole("how many tiles it needs; four if left out, of different tiles one of each kind", 1, 8, 4),
        "stand_in": Key("tiles", "of different tiles: one that may take the place of a missing one, and is exchanged "
                        "for it later"),
        "grows": flag("of different tiles: further tiles of its kinds may be added in one's own turn"),
        "when": expr("whether it is allowed", level=_T, default=1),
        "robbed_by": name_of("claim", "claims that may take its tile", many=True),
        "replacements": value("replacement tiles drawn", _T, low=0, high=4, default=1),
        "turns": whole("tiles turned up instead of a replacement: its maker wins on one, or all are discards", 0, 4),
        "locks": flag("the hand is bound after it: drawn tiles are discarded, nothing is claimed or konged"),
        "reveals": word("when [turned.*] turn tiles up for it: at once, with its replacement, or with the discard that "
                        "follows; another kong comes after that in any case", c.Reveals, c.Reveals.AT_ONCE),
        "opens": flag("of different tiles: it opens the hand, as a melded kong does; true if left out", True),
        "counts_as": word("what it is in the hand: a set and a kong, of different tiles a `set` alone; `none`: laid "
                          "aside like a flower", c.CountsAs, c.CountsAs.KONG),
        "seen": word("who sees its tiles before the end; `nobody`: it lies face down", c.KongSeen, c.KongSeen.ALL),
        "name": NAMES, "text": TEXT, "source": SOURCE, "enabled": ENABLED,
    }, "family", variables=_CLAIM, most=limits.MOST_KONGS),
    "ready": Section("A declaration of being ready.", {
        "on": several("when it is made; `claim`: with a claim that `declares` it", c.ReadyOn, c.ReadyOn.DISCARD),
        "when": expr("who may declare", level=_T, default=1),
        "discard": expr("which tile may go with it", level=_T, default=1),
        "follows": name_of("ready", "declarations after which it may still be made, in their place; "
                           "who has to discard what is drawn makes it with that tile", many=True),
        "flag": name_of("flag", "the flag it gives"),
        "wins_on": name_of("turned", "tiles turned up for the table: who declares and waits for one of them, as for "
                           "a plain discard, wins on it at once, as if it had been drawn. At the deal, where they lie "
                           "open before, nobody else may declare so"),
        "binds": several("what it binds to", c.Bind),
        "shows": word("what is laid open from then on: tiles drawn, or the whole hand", c.Shows, c.Shows.NOTHING),
        "sees": word("what it lets the declarer look at: all hands, and the next tile in place of a kong or flower",
                     c.Sees, c.Sees.NOTHING),
        "stake": value("what is put into the pot", _T, low=0, high=limits.LARGEST_CHOICE, strict=True,
                       default=0),
        "choices": Key("choices", "a stake the player chooses: [lowest, highest], "
                       f"from 0 to {limits.LARGEST_CHOICE}"),
        "names": Key("answers", "what each stake is called: { \"*\" = { zh = ..., en = \"Stake {n}\" } }"),
        "sets": name_of("memory", "the memory of seats that keeps the stake"),
        "name": NAMES, "text": TEXT, "source": SOURCE, "enabled": ENABLED,
    }, "family", variables=_OWN, most=limits.MOST_READIES),
    "pass": Section("What passing forbids.", {
        "on": name_of("claim", "the claims that are let go", many=True),
        "forbids": several("what is forbidden", c.Forbid),
        "until": several("until when; the first that comes", c.Until, c.Until.OWN_DRAW),
        "when": expr("whether it applies", level=_T, default=1),
        "penalty": flag("declaring what it forbids is a false win; refused if left out"),
        "drawn": flag("a self-drawn win that is let go counts too"),
        "unable": several("tiles of these count too that complete the hand and cannot be won on: too few fans, or "
                          "forbidden already", c.Unable),
        "name": NAMES, "text": TEXT, "source": SOURCE, "enabled": ENABLED,
    }, "family", variables=_CLAIM, most=limits.MOST_PASSES),
    "abort": Section("A hand that ends without a winner before the wall does.", {
        "on": Key("words", "the events after which it is asked", needed=True, refers="event"),
        "when": expr("whether it happens", level=_T, needed=True, default=0),
        "chosen": flag("the actor may call it and need not"),
        "then": word("what follows", c.AfterAbort, c.AfterAbort.DRAW),
        "name": NAMES, "text": TEXT, "source": SOURCE, "enabled": ENABLED,
    }, "family", variables=_ACTOR, most=limits.MOST_RULES),
    "fault": Section("A fault at a table of real tiles, which an engine does not let happen: a referee enters it.", {
        "name": Key("names", "what it is called: { zh = ..., en = ... }", needed=True),
        "pays": value("what the offender, `actor`, pays to each who is paid", _T, low=_LEAST, high=_MOST,
                      default=0),
        "to": word("whom, unless the referee names them: each of the others, or the player before him alone", c.FaultTo,
                   c.FaultTo.OTHERS),
        "sets": name_of("memory", "of a seat or hand: it keeps that, or which, seat committed it"),
        "text": TEXT, "source": SOURCE, "enabled": ENABLED,
    }, "family", variables=_ACTOR, most=limits.MOST_RULES),
    "match": Section("From hand to hand.", {
        "hands": Key("table", "how long a match is", keys={
            "rounds": whole("rounds", 0, limits.MOST_ROUNDS),
            "hands": whole("hands", 0, limits.MOST_HANDS),
            "deals": whole("changes of dealer", 0, limits.MOST_HANDS),
        }),
        "first_dealer": word("who deals first; `first`: the first player", c.FirstDealer, c.FirstDealer.FIRST),
        "next_dealer": expr("who deals next", v.SEAT, _T, default=1),
        "keeps": expr("whether the dealer stays; asked first", level=_T, default=0),
        "seat_change": Key("texts", "who sits where in which round: ABCD is the first order",
                           most=limits.MOST_ROUNDS),
        "draws_seats": whole("seats are drawn at the start and again after so many rounds, each time into another "
                             "circle than before", 0, limits.MOST_ROUNDS),
        "redraws": expr("when all draw their seats anew after a hand, into another circle; the round stays the same, "
                        "and who sits in the first seat deals. Asked before `keeps`", level=_T, default=0),
        "start": whole("points at the start", -limits.LARGEST_START, limits.LARGEST_START),
        "shows": expr("whether a seat's hand is laid open at the end of a hand; a winner's always is; all if left out",
                      level=_T, default=1),
        "ends": expr("when the match ends early", level=_T, default=0),
        "goes_on": expr("when it goes on past its length", level=_T, default=0),
        "ranking": Key("table", "how places are decided and what they bring", keys={
            "bonus": Key("numbers", "points for the places, first to last", low=-10**6, high=10**6,
                         most=limits.MOST_SEATS),
            "return": whole("points a player has to bring back; what that is more than the start goes to the "
                            "first", -limits.LARGEST_START, limits.LARGEST_START),
            "unit": whole("points that make one in the result", 1, 10**6, 1),
            "ties": word("who is first of equals; `shared`: they share the place and its bonus", c.Ties, c.Ties.SHARED),
            "pot": word("who takes what is left in the pot", c.PotTo, c.PotTo.FIRST),
        }),
        "false_win": Key("table", "what a wrong declaration costs", keys={
            "pays": value("what the offender pays to each who still plays, besides any [[pay]]", _T, low=_LEAST,
                          high=_MOST, default=0),
            "then": word("what follows: the hand cannot win any more, the same dealer deals again, so too unless the "
                         "dealer did it: then the next seat deals, or the offender is out of the hand; what has "
                         "been paid stays paid",
                         c.Penalty, c.Penalty.DEAD_HAND),
        }),
        "text": TEXT, "source": SOURCE,
    }, variables={"is_draw": v.BOOL, "is_aborted": v.BOOL, "actor": v.SEAT}),
}
