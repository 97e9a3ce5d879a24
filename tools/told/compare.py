"""Told hands against the table: what `score`, worked examples and the pad make of them, and how that differs."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from quepu.book import Rulebook
from quepu.errors import QuepuError
from quepu.examples.worked import read_example
from quepu.examples.worked_state import KONGS_OF_MELDS
from quepu.game.pad.score_pad import Pad
from quepu.notation import write_tiles
from quepu.rulebook.model.model import Model
from quepu.scoring.result import Row, Score
from tools.told.entry import entry_of
from tools.told.evening import NAMES, PlayedHand
from tools.told.knowledge import LASTING, Knowledge
from tools.told.tell import NOTHING, More, Teller, ToldWin, remembered

SEATS = "ESWN"
MOST_SEARCHES = 2           # for the cause of one kind of difference, where none is found


@dataclass(frozen=True)
class Difference:
    """One way in which a telling was settled otherwise than the table settled the hand."""

    surface: str                        # score, json or pad
    what: str                           # total, fans, payments, refused, next dealer, ...
    told: Any
    said: str                           # what score or pad said
    table: str                          # and what the table did
    cause: str = ""                     # what has to be told besides, so that they agree

    def as_json(self) -> dict[str, str]:
        """The difference as plain values."""
        return {"surface": self.surface, "what": self.what, "told": str(self.told), "said": self.said,
                "table": self.table, "cause": self.cause}


# -- what a difference comes from --
def candidates_of(teller: Teller) -> list[More]:
    """What could be told besides, one at a time."""
    knowledge, model = teller.knowledge, teller.model
    found = [More(flags=frozenset((flag.id,))) for flag in model.flags if flag.id not in knowledge.flags]
    found += [More(memory=frozenset((slot.id,))) for slot in model.memory if slot.id not in knowledge.memory
              and slot.scope not in LASTING]
    words = {"purse", "hand_of", "laid", "discards", "river", "turn_count", "ready", "value"} - knowledge.words
    return found + [More(words=frozenset((word,))) for word in sorted(words)]


def together(parts: list[More]) -> More:
    """All of them."""
    return More(frozenset().union(*(part.memory for part in parts)), frozenset().union(*(part.flags for part in parts)),
                frozenset().union(*(part.words for part in parts)))


class Causes:
    """Finds what differences of one rulebook come from; what has been found before is tried first."""

    def __init__(self) -> None:
        self.known: list[More] = []
        self.failed: Counter[str] = Counter()

    def of(self, kind: str, agrees: Callable[[More], bool], candidates: list[More]) -> str:
        """The least that has to be told besides, so that all agrees; empty if that is not enough."""
        def holds(more: More) -> bool:
            try:
                return agrees(more)
            except (QuepuError, ValueError, TypeError, LookupError):
                return False
        found = next((more for more in self.known if holds(more)), None)
        if found is None and self.failed[kind] < MOST_SEARCHES:
            found = _least(holds, candidates)
            if found is None:
                self.failed[kind] += 1
            else:
                self.known.append(found)
        return "" if found is None else str(found)


def _least(holds: Callable[[More], bool], candidates: list[More]) -> More | None:
    """The least of what could be told with which all agrees."""
    for one in candidates:
        if holds(one):
            return one
    needed = next((some for some in ([one for one in candidates if not one.words], list(candidates))
                   if holds(together(some))), None)
    for one in list(needed or ()):
        assert needed is not None
        fewer = [other for other in needed if other is not one]
        if holds(together(fewer)):
            needed = fewer
    return None if needed is None else together(needed)


# -- score --
def score_differences(teller: Teller, causes: Causes) -> Iterator[Difference]:
    """Each win of a hand by itself, as text and as JSON."""
    book = teller.knowledge.book
    candidates = candidates_of(teller)
    for index, win in enumerate(teller.told_wins()):
        expected = _expected(teller, win)
        for surface, ask in (("score", _by_text), ("json", _by_json)):
            found = _compared(ask, book, win, expected)
            if found is None:
                continue

            def agrees(more: More, index: int = index, ask: Ask = ask, expected: Any = expected) -> bool:
                return _compared(ask, book, teller.told_wins(more)[index], expected) is None
            what, said, table = found
            cause = causes.of(f"{surface} {what}", agrees, candidates)
            if not cause:
                all_told = _compared(ask, book, teller.told_wins(together(candidates))[index], expected)
                said += f"; with everything told: {all_told}"
            yield Difference(surface, what, {"hand": win.text, **win.situation}, said, table, cause)
            break                       # the same by JSON says nothing new


Ask = Callable[[Rulebook, ToldWin], Score]


def _by_text(book: Rulebook, win: ToldWin) -> Score:
    return book.score(win.text, **win.situation)


def _by_json(book: Rulebook, win: ToldWin) -> Score:
    """The same as a worked example."""
    chosen, read = read_example(book, example_of(book, win))
    return chosen.score(read)


def example_of(book: Rulebook, win: ToldWin) -> dict[str, Any]:
    """A win as the line of a file of worked examples."""
    told, hand = win.detail.win, win.detail.win.hand
    example: dict[str, Any] = {
        "id": "told", "concealed": write_tiles(hand.concealed) if not hand.marks else str(type(hand)(
            hand.concealed, (), (), hand.marks)), "melds": [str(meld) for meld in hand.melds],
        "self_draw": told.self_draw, "seat": win.situation["seat"], "round": win.situation["round"]}
    if told.tile is not None:
        example["win_tile"] = str(win.text).split()[-1] if not hand.flowers else str(win.text).split()[-2]
    if "from_" in win.situation:
        example["from"] = win.situation["from_"]
    if hand.flowers:
        example["flowers"] = write_tiles(hand.flowers)
    if told.wild:
        example["wild"] = [write_tiles([kind]) for kind in told.wild]
    for name in ("flags", "state"):
        if name in win.situation:
            example[name] = win.situation[name]
    if KONGS_OF_MELDS in book.model.examples.ignore:        # they count where all melds are told
        example["state"] = {"melds": {}, **example.get("state", {})}
    return example


@dataclass(frozen=True)
class _Expected:
    total: int
    fans: dict[str, int]
    payments: dict[str, int] | None     # None: they depend on what another was paid before; the pad knows that
    whole: dict[str, int] | None        # of the whole hand; None: others have won too


def _expected(teller: Teller, win: ToldWin) -> _Expected:
    """What the table made of a win: its fans by the engine's own reckoning, checked against the reference."""
    table, model = teller.end, teller.model
    rows = list(win.detail.ledger)
    if win.alone:
        rows += [row for rule, row in _ledger(table) if rule < len(model.payments) and model.payments[rule].on == "end"]
    whole = net_of([row for _rule, row in _ledger(table)]) if win.alone else None
    later = win.situation.get("state", {}).get("winner_place", 1) > 1
    linked = later and teller.knowledge.book.reference.frames.assumed.reads_paid
    return _Expected(win.detail.total, fans_of(win.detail.score), None if linked else net_of(rows), whole)


def _ledger(t: Any) -> list[tuple[int, Row]]:
    return [(int(t.row_rule[at]), Row(int(t.row_from[at]), int(t.row_to[at]), int(t.row_amount[at]), ""))
            for at in range(t.row_count)]


def fans_of(score: Score) -> dict[str, int]:
    """Fans and how often each counts."""
    return {fan.id: fan.count for fan in score.earned}


def net_of(rows: list[Row]) -> dict[str, int]:
    """Net change of each seat, those without any left out."""
    net = dict.fromkeys(SEATS, 0)
    for row in rows:
        if row.payer < 4:
            net[SEATS[row.payer]] -= row.amount
        if row.receiver < 4:
            net[SEATS[row.receiver]] += row.amount
    return {seat: amount for seat, amount in net.items() if amount}


def _compared(ask: Ask, book: Rulebook, win: ToldWin, expected: _Expected) -> tuple[str, str, str] | None:
    """(what differs, what was said, what the table did), or None if all agrees."""
    try:
        score = ask(book, win)
    except QuepuError as error:
        return f"refused: {error.faults[0].code}", str(error), f"a win of {expected.total}"
    if not score.legal:
        return "not legal", " ".join(str(reason.get("en")) for reason in score.reasons), f"a win of {expected.total}"
    if score.total != expected.total or fans_of(score) != expected.fans:
        what = "total" if score.total != expected.total else "fans"
        return what, f"{score.total} {fans_of(score)}", f"{expected.total} {expected.fans}"
    end_tags = {pay.tag for pay in book.model.payments if pay.on == "end"}
    rows = list(score.ledger) if win.alone else [row for row in score.ledger if row.tag not in end_tags]
    if expected.payments is not None and net_of(rows) != expected.payments:
        return "payments", str(net_of(rows)), str(expected.payments)
    whole = getattr(score, "hand_payments", None)
    if whole is not None and expected.whole is not None:
        said = {seat: amount for seat, amount in whole.items() if amount and seat in SEATS}
        if said != expected.whole:
            return "whole money", str(said), str(expected.whole)
    return None


# -- the pad --
class Evening:
    """A match on the pad, hand by hand as it was played."""

    def __init__(self, knowledge: Knowledge, first: tuple[int, ...], causes: Causes) -> None:
        self.knowledge, self.causes = knowledge, causes
        self.first = first              # the pad's players are the match's in the seats of the first hand
        rest = [player for player in range(len(NAMES)) if player not in first]
        self.names = dict(enumerate(NAMES))
        self.order = [*first, *rest][:len(first)]
        self.pad = Pad(knowledge.book, [NAMES[player] for player in self.order])
        self.own: dict[str, str] = {}

    @property
    def model(self) -> Model:
        """The rulebook's model."""
        return self.knowledge.model

    def differences(self, teller: Teller) -> Iterator[Difference]:
        """Enter a hand and compare; where it differs, the pad goes on as the table does."""
        hand = teller.hand
        entry, self.own = entry_of(teller, self.names)
        found = self._entered(hand, entry)
        if found is None:
            return
        self._take_back(found)

        def agrees(more: More) -> bool:
            again = self._entered(hand, entry_of(teller, self.names, more)[0])
            self._take_back(again)
            return again is None
        what, said, table = found
        candidates = candidates_of(teller)
        cause = self.causes.of(f"pad {what}", agrees, candidates)
        if not cause:
            all_told = self._entered(hand, entry_of(teller, self.names, together(candidates))[0])
            self._take_back(all_told)
            said += f"; with everything told: {all_told}"
        yield Difference("pad", what, entry, said, table, cause)
        self._follow(hand)

    def _take_back(self, found: tuple[str, str, str] | None) -> None:
        if found is None or not found[0].startswith("refused"):
            self.pad.undo()

    def _entered(self, hand: PlayedHand, entry: Mapping[str, Any]) -> tuple[str, str, str] | None:
        """Enter it: (what differs, what the pad says, what the table did), or None if all agrees."""
        last, match, pad = hand.settlement, hand.match, self.pad
        try:
            entered = self._enter(entry)
        except QuepuError as error:
            return f"refused: {error.faults[0].code}", str(error), f"{last.ended}, {list(last.net)}"
        wins = [(SEATS[win.seat], win.total, fans_of(win.score)) for win in last.wins]
        said = [(SEATS[score.win.seat], score.total, fans_of(score)) for score in entered.wins]
        if sorted(wins, key=str) != sorted(said, key=str):
            what = "total" if [one[:2] for one in wins] != [one[:2] for one in said] else "fans"
            return what, str(said), str(wins)
        table = {NAMES[player]: match.scores[player] - hand.scores_before[player] for player in range(match.seats)}
        money = {pad.names[player]: net for player, net in enumerate(entered.net)}
        if table != money:
            return "money", _money(money, entered.rows), _money(table, last.ledger)
        if entered.over != match.over:
            return "end of the match", str(entered.over), str(match.over)
        if match.over:
            return None
        following = [int(match.table.order[(match.table.dealer + seat) % match.seats]) for seat in range(match.seats)]
        seated = [NAMES[player] for player in following], int(match.table.rounds)
        shown = [pad.names[player] for player in pad.hand.players], pad.hand.round
        drawn = self.model.match.says("seats") or self.model.match.says("redraws")
        if drawn and shown[1] == seated[1] and shown != seated:
            pad.enter({"seats": seated[0]})     # the table throws its own dice
            shown = [pad.names[player] for player in pad.hand.players], pad.hand.round
        if shown != seated:
            return "next dealer", str(shown), str(seated)
        return None

    def _enter(self, entry: Mapping[str, Any]) -> Any:
        """Enter a hand; where the pad asks for its end, the wall has run out with the last win."""
        try:
            return self.pad.enter(entry)
        except QuepuError as error:
            if error.faults[0].code != "pad.no_end":
                raise
        return self.pad.enter({"steps": [*entry["steps"], {"draw": True}]})

    def _follow(self, hand: PlayedHand) -> None:
        """Let the pad stand where the table stands, so that the next hand is told of the same match."""
        match = hand.match
        if match.over:
            return
        table = self.pad._table
        here, there = table.t, match.table
        places = {player: at for at, player in enumerate(self.order)}
        table.restore(match.state)
        for seat in range(match.seats):
            here.order[seat] = places[int(there.order[seat])]
            here.player[seat] = places[int(there.player[seat])]
            here.score[places[seat]] = int(there.score[seat])
        table.begin()


def memory_differences(evening: Evening, hand: PlayedHand) -> str:
    """What the pad remembers otherwise than the table, once the next hand has begun; empty if nothing."""
    table = remembered(hand.match.table, evening.knowledge)
    return str(table)


def _money(net: Mapping[str, int], rows: Any) -> str:
    tags: dict[str, int] = {}
    for row in rows:
        tags[row.tag] = tags.get(row.tag, 0) + row.amount
    return f"{dict(net)} by {tags}"


__all__ = ["NOTHING", "Difference", "Evening", "candidates_of", "score_differences"]
