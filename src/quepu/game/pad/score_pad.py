"""The score pad of a real table: hands are entered, the rulebook says who pays whom, who deals next and what comes.

    pad = Pad(quepu.rulebook(ID), ("Ann", "Bo", "Cy", "Di"))
    pad.enter({"wins": [{"seat": "Ann", "from": "Cy", "hand": "123m23455p345s77z 5p"}]})

Entries are the truth: everything else follows from them again, so any can be taken back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from quepu.book import Rulebook, rulebook
from quepu.dialects import tiles_text
from quepu.engine.layout.frame import FAN_ROOM, WORD_BITS, Frame
from quepu.engine.layout.table_facts import POT
from quepu.errors import QuepuError
from quepu.facts import Facts
from quepu.faults import SPOKEN, Fault
from quepu.game.event_rows import ENDS
from quepu.game.pad.bare_table import PadTable
from quepu.game.pad.entered import Entered, PadHand, kept_step
from quepu.game.pad.entry import Reader, Step
from quepu.game.pad.pad_csv import csv_text
from quepu.game.pad.rotation import (
    Rests,
    Seating,
    changed_seats,
    checked_names,
    checked_rests,
    first_seating,
    next_to_rest,
)
from quepu.game.settlement import ledger_of
from quepu.game.standing import Standing, standings
from quepu.game.tabletop import memory_of
from quepu.hand import Hand, Win
from quepu.locale import every, pick
from quepu.rulebook.file.choices import FaultTo, KongOf
from quepu.rulebook.language.evaluate import Env
from quepu.rulebook.language.walk import reads_field
from quepu.rulebook.model.model import Model
from quepu.scoring.others import WORDS
from quepu.scoring.report import report, shown, shows
from quepu.scoring.result import FanScore, Row, Score
from quepu.scoring.table_state import TURNED
from quepu.tiles import kinds_in

FORMAT = 1


class Pad:
    """The pad of one table: `enter` takes what happened in a hand, `undo` takes it back.

    One name more than the table seats sits out, the last at first; `rests` says when the next one does.  `settled` is
    what each entry came to for each player when it was settled: what would now be another result is told, not changed.
    """

    def __init__(self, book: Rulebook | str, names: Sequence[str] = ("A", "B", "C", "D"),
                 entries: Sequence[Mapping[str, Any]] = (), *, rests: str = Rests.DEALER,
                 settled: Sequence[Sequence[int] | None] = ()) -> None:
        self.book = rulebook(book) if isinstance(book, str) else book
        self._table = PadTable(self.book)
        self.names = checked_names(self.book, names, self._table.seats)
        self.rests = checked_rests(rests)
        self._seating = first_seating(self._table, self.names)
        self.entered: list[Entered] = []
        for number, entry in enumerate(entries, 1):
            try:
                self.enter(entry, settled[number - 1] if number <= len(settled) else None)
            except QuepuError as error:
                raise QuepuError([Fault("pad.of_entry", number=number, fault=fault)
                                  for fault in error.faults]) from None

    # -- what is --
    @property
    def hand(self) -> PadHand:
        """The hand that is to be entered next."""
        t, seats = self._table.t, self._table.seats
        return PadHand(t.hand_number, t.rounds, tuple(self._seating.persons[player] for player in t.player[:seats]),
                       self.scores, t.pot, Facts(memory_of(t, self.book.model)))

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of the players, who sits out among them."""
        return self._seating.scores(self._table)

    @property
    def won(self) -> tuple[int, ...]:
        """What each player has won or lost so far."""
        return tuple(sum(one.net[player] for one in self.entered) for player in range(len(self.names)))

    @property
    def out(self) -> int:
        """The player who sits out the hand that is to be entered next; -1: nobody."""
        return self._seating.out

    @property
    def over(self) -> bool:
        """Whether the match is over by the rulebook; who wants to go on enters the next hand."""
        return bool(self.entered) and self.entered[-1].over

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The players from first to last, and what their places bring."""
        return standings(self.book.model.match, self.names, self.scores)

    @property
    def entries(self) -> list[Mapping[str, Any]]:
        """Everything that was entered."""
        return [one.entry for one in self.entered]

    def as_csv(self, lang: str = "en") -> str:
        """The pad as a table of comma-separated values: a line for each entry."""
        return csv_text(self, lang)

    def as_json(self) -> dict[str, Any]:
        """The pad as plain values that read back: rulebook, options, names and entries."""
        values: dict[str, Any] = {"pad": FORMAT, "rule": self.book.reference_text, "options": dict(self.book.settings),
                                  "names": list(self.names), "entries": [_plain(entry) for entry in self.entries],
                                  "rests": str(self.rests), "settled": [list(one.net) for one in self.entered]}
        return values if self.book.text is None else {**values, "text": self.book.text}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], book: Rulebook | None = None) -> "Pad":
        """The pad that `as_json` gave; every entry is worked out again, and results stay as they were settled."""
        if not isinstance(data, Mapping) or data.get("pad") != FORMAT:
            raise QuepuError(Fault("pad.format", format=FORMAT))
        if book is None:
            book = rulebook(str(data.get("rule", "")), **data.get("options", {}))
        return cls(book, data.get("names", ()), data.get("entries", ()), rests=data.get("rests", Rests.DEALER),
                   settled=data.get("settled", ()))

    # -- what is done --
    def enter(self, entry: Mapping[str, Any], settled: Sequence[int] | None = None) -> Entered:
        """Take what happened in the hand; an error names every fault, and nothing changes then.

        `settled` is what it came to for each player when it was settled: another result now is told, not changed.
        """
        table, before, hand = self._table, (self._table.state, self._seating), self.hand
        names = {self.names[player]: seat for seat, player in enumerate(hand.players)}
        try:
            steps = Reader(self.book.model, names, table.seats).read(entry)
            played = self._played(entry, steps, hand, before)
            if settled is not None and tuple(settled) != played.net:
                table.restore(before[0])
                played = self._played(entry, [*steps, kept_step(played, settled)], hand, before, settled=played.net)
        except QuepuError:
            self._restore(before)
            raise
        except (ArithmeticError, ValueError, TypeError, LookupError, RecursionError) as error:
            self._restore(before)
            raise QuepuError(Fault("pad.impossible", why=str(error))) from None
        self.entered.append(played)
        self._rotate(played)
        return played

    def _played(self, entry: Mapping[str, Any], steps: Sequence[Step], hand: PadHand, before: tuple[bytes, Seating],
                settled: Sequence[int] = ()) -> Entered:
        """What comes of the steps of an entry; `settled`: what would come of it without what was settled."""
        made = _Entry(self.book, self._table, hand)
        for step in steps:
            if step.kind == "rests":
                self._seating = changed_seats(self._table, self._seating, hand.players[step.told["rests"]])
            else:
                made.take(step)
        if settled:
            made.notes.append(every("pad.settled_otherwise", now=" ".join(f"{net:+d}" for net in settled)))
        return made.end(entry, self._seating, before)

    def _rotate(self, played: Entered) -> None:
        """Let the next one sit out, if it is his turn."""
        dealer = played.hand.players[0]
        now = self.hand
        passed = now.players[0] != dealer or now.round != played.hand.round
        person = next_to_rest(self._seating, self.rests, dealer, passed=passed, ended=played.ended != "note")
        if person >= 0:
            self._seating = changed_seats(self._table, self._seating, person)

    def undo(self) -> Entered | None:
        """Take back the last entry; it, or None if there was none."""
        if not self.entered:
            return None
        last = self.entered.pop()
        if last._before is not None:
            self._restore(last._before)
        return last

    def _restore(self, before: tuple[bytes, Seating]) -> None:
        state, self._seating = before
        self._table.restore(state)


class _Entry:
    """An entry being worked out on the table."""

    def __init__(self, book: Rulebook, table: PadTable, hand: PadHand) -> None:
        self.book, self.model, self.table, self.hand = book, book.model, table, hand
        self.wins: list[Score] = []
        self.manual: list[Row] = []
        self.notes: list[Mapping[str, str]] = []
        self.false_wins: list[int] = []
        self.declared: tuple[int, int, int] | None = None      # seat, which and the discard: it does not stand yet
        self.later = -1                 # who deals next, if the hand is not settled yet
        self.begun = False              # something of the hand was told, so that it has to have an end

    def take(self, step: Step) -> None:
        """One thing that happened."""
        if self.table.over and step.kind not in ("manual", "fault"):
            raise QuepuError(Fault("pad.over", kind=step.kind))
        self.begun = self.begun or step.kind not in ("manual", "memory", "seats", "fault")
        if step.kind != "kong":
            self.table.konged = -1
        if step.kind not in ("memory", "wild"):         # nothing happens by them
            self._stand(step)
        getattr(self, "_" + step.kind)(step.group if step.kind == "wins" else step.told)

    def end(self, entry: Mapping[str, Any], seating: Seating, before: tuple[bytes, Seating]) -> Entered:
        """Settle the hand, unless only points or memory were corrected; then the next begins."""
        table = self.table
        ended, over = "note", False
        rows: tuple[Row, ...] = ()
        self._stand(None)
        if self.later >= 0:
            table.put_off(self.later)
            ended, over = "later", bool(table.t.match_over)
        elif self.begun:
            if not table.over:
                raise QuepuError(Fault("pad.no_end"))
            table.finish()
            ended = ENDS[int(table.t.ended)]
            rows = ledger_of(table.t, self.model)
            over = bool(table.t.match_over)
        scores = seating.scores(table)
        if self.begun:
            table.begin()
        return Entered(Facts(entry), self.hand, ended, tuple(self.wins), (*rows, *self.manual), scores,
                       tuple(self.notes), over, tuple(self.false_wins), before)

    # -- steps --
    def _seats(self, entered: Mapping[str, Any]) -> None:
        self.table.sit([int(self.table.t.player[seat]) for seat in entered["seats"]])

    def _later(self, entered: Mapping[str, Any]) -> None:
        """The hand is not settled yet: it passes without payments, its dealer stays unless somebody else is told."""
        self.later = entered.get("deals", 0)
        self.notes.append(every("pad.later"))

    def _memory(self, entered: Mapping[str, Any]) -> None:
        self.table.tell(entered)

    def _wild(self, entered: Mapping[str, Any]) -> None:
        self.table.name_wild(entered["wild"])

    def _declare(self, entered: Mapping[str, Any]) -> None:
        ready = self.model.entries("ready").index(entered["ready"])
        self.table.declare(entered["seat"], ready)
        self.declared = entered["seat"], ready, entered.get("tile", -1)

    def _stand(self, following: Step | None) -> None:
        """The last declaration stands, unless its own discard is won on."""
        if self.declared is None:
            return
        (seat, ready, tile), self.declared = self.declared, None
        won = following.group if following is not None and following.kind == "wins" else ()
        if tile < 0 or not any(one.get("from") == seat and _won_on(self.book, one) == tile for one in won):
            self.table.stand(seat, ready, tile)

    def _opening(self, entered: Mapping[str, Any]) -> None:
        if self.model.fans[entered["fan"]].on != "opening":
            raise QuepuError(Fault("pad.late_opening", fan=self.model.fans[entered['fan']].id))
        self.table.open(entered["seat"], entered["fan"], entered.get("count", 1))

    def _discard(self, entered: Mapping[str, Any]) -> None:
        self.table.discard(entered["seat"], entered["pay"])

    def _flower(self, entered: Mapping[str, Any]) -> None:
        self.table.flower(entered["seat"], entered["tile"])

    def _kong(self, entered: Mapping[str, Any]) -> None:
        made = self.model.kongs[entered["kong"]].of
        feeder = entered.get("from", -1)
        if made is KongOf.DISCARD and feeder < 0:
            raise QuepuError(Fault("pad.kong_from", kong=entered['kong']))
        self.table.kong(entered["seat"], entered["kong"], -1 if made is KongOf.HAND else feeder,
                        entered.get("tile", -1), entered.get("state", {}), entered.get("late", False),
                        self._laid(entered))

    def _laid(self, entered: Mapping[str, Any]) -> int:
        """How many tiles are told of a kong of different tiles; 0 if none are."""
        laid = int(entered.get("count", 0))
        mixed = next((one for one in self.model.catalogue.mixed if one.kong == entered["kong"]), None)
        if "count" in entered and (mixed is None or (not (mixed.grows and laid == 1)
                                   and not mixed.least <= laid <= len(mixed.kinds))):
            raise QuepuError(Fault("pad.kong_count", kong=entered["kong"], count=laid))
        return laid

    def _false_win(self, entered: Mapping[str, Any]) -> None:
        rows = int(self.table.t.row_count)
        self.table.false_win(entered["seat"], entered.get("total", 0))
        self.false_wins.append(entered["seat"])
        if int(self.table.t.row_count) == rows:
            self.notes.append(every("pad.false_win_free"))

    def _draw(self, entered: Mapping[str, Any]) -> None:
        ready = entered.get("ready")
        state = dict(entered.get("state", {}))
        if ready is not None:
            state["ready"] = [str(seat) for seat in ready]
        self.table.lay_others(state, self.hand.round % 4)
        self.table.draw(entered.get("ended", "draw"), state)

    def _fault(self, entered: Mapping[str, Any]) -> None:
        """A fault of the rulebook: it is remembered, and the offender pays each who is told, or whom the rule names."""
        seat, name = entered["seat"], entered["fault"]
        price = self.table.fault(seat, name)
        before = self.model.faults[name].to is FaultTo.BEFORE
        usual = [(seat - 1) % self.table.seats] if before else range(self.table.seats)
        others = [other for other in entered.get("to", usual) if other != seat]
        if price:
            self._move({seat: -price * len(others), **dict.fromkeys(others, price)},
                       self.model.faults[name].name)

    def _manual(self, entered: Mapping[str, Any]) -> None:
        text = entered.get("text", "")
        labels = every(entered.get("label", "pad.manual"))
        self._move(entered["payments"], {lang: text or label for lang, label in labels.items()})

    def _move(self, payments: Mapping[int, int], names: Mapping[str, str]) -> None:
        """Points moved by hand: those who lose pay those who gain, in the order of the seats."""
        t = self.table.t
        owed = {seat: -amount for seat, amount in payments.items() if amount < 0}
        for receiver, due in payments.items():
            for payer in owed if due > 0 else ():
                amount = min(due, owed[payer])
                due -= amount
                owed[payer] -= amount
                if amount:
                    self.manual.append(Row(payer, receiver, amount, "manual", names))
        for seat, amount in payments.items():
            if seat == POT:
                t.pot = t.pot + amount
            else:
                t.score[t.player[seat]] = t.score[t.player[seat]] + amount

    def _wins(self, group: Sequence[Mapping[str, Any]]) -> None:
        """Seats that win on one tile, in turn from the one who fed it; each is scored and paid by itself."""
        out = int(self.table.t.out)
        for entered in group:
            if out >> entered["seat"] & 1 or (entered.get("from") is not None and out >> entered["from"] & 1):
                raise QuepuError(Fault("pad.left"))
        fed = [(entered["seat"] - entered["from"]) % 4 if "from" in entered else 0 for entered in group]
        ordered = [entered for _distance, entered in sorted(zip(fed, group, strict=True), key=lambda pair: pair[0])]
        for entered in ordered:
            self._lay(entered)
        self.table.untold.clear()
        for index, entered in enumerate(ordered, 1):
            before = int(self.table.t.row_count)
            score, frame = self._score(entered, len(group), index)
            self.table.win(frame, sum(1 << one["seat"] for one in group), index,
                           score.win if "hand" in entered else None, entered.get("state", ()))
            self.wins.append(replace(score, ledger=ledger_of(self.table.t, self.model, before), at_once=()))
            self.table.words.update({word: tiles for word, tiles in entered.get("state", {}).items()
                                     if word.startswith(TURNED)})       # the end of the hand asks for them too
        self.table.after_wins(sum(1 << entered["seat"] for entered in group))

    def _lay(self, entered: Mapping[str, Any]) -> None:
        """The melds of a winner, if his tiles are told, tell what happened before."""
        if "hand" not in entered:
            return
        told = {"flags": entered.get("flags"), "discarder": entered.get("from"),
                "wild": entered.get("wild") or tiles_text(kinds_in(int(self.table.t.wild)))}
        said = {**self.table.untold, **entered.get("state", {})}
        told["state"] = {word: tiles for word, tiles in said.items() if word in WORDS or
                         (word.startswith(TURNED) and (word in self.table.untold or word not in self.table.words))}
        whole = {"tile": None} if entered.get("dealt") else {}
        self.table.lay(self.book.win(entered["hand"], seat=entered["seat"], round=self.hand.round % 4,
                                     self_draw="from" not in entered, **whole,
                                     **{key: value for key, value in told.items() if value not in (None, "")}))

    # -- scores --
    def _score(self, entered: Mapping[str, Any], winners: int, index: int) -> tuple[Score, Frame]:
        """What a win is worth, and the frame its payments are asked in."""
        self_draw = entered.get("self_draw", "from" not in entered)
        if self_draw == ("from" in entered):
            raise QuepuError(Fault("pad.self_or_from"))
        state = {**self.table.state_of_win(entered.get("state", {}), entered["seat"]),
                 "winner_count": winners, "winner_place": index}
        situation = {"self_draw": self_draw, "seat": entered["seat"], "round": self.hand.round % 4,
                     "discarder": entered.get("from"), "flags": entered.get("flags", frozenset()), "state": state,
                     "wild": entered.get("wild") or tiles_text(kinds_in(int(self.table.t.wild)))}
        ways = [way for way in ("hand", "fans", "tallies", "total") if way in entered]
        if len(ways) != 1:
            raise QuepuError(Fault("pad.one_way"))
        if ways == ["hand"]:
            return self._by_tiles(entered["hand"], situation, entered.get("dealt", False))
        return self._by_name(entered, ways[0], situation)

    def _by_tiles(self, text: str, situation: dict[str, Any], dealt: bool) -> tuple[Score, Frame]:
        known = {key: value for key, value in situation.items() if value not in (None, "")}
        win = self.book.win(text, **known, **({"tile": None} if dealt else {}))     # 天和: no tile is the winning one
        best, others = self.book.best(win)
        score = report(self.book, win, best, others)
        if best is None or not score.legal:
            raise QuepuError([Fault("pad.not_win", hand=text, why=[pick(reason, lang) for lang in SPOKEN])
                              for reason in score.reasons])
        for names in self.book.reference.frames.assumed.not_told(score, self.table.ungiven, self.table.spoken):
            note = every("told.assumed", what=names)
            if note not in self.notes:
                self.notes.append(note)
        return score, _marked(best.frame)

    def _by_name(self, entered: Mapping[str, Any], way: str, situation: dict[str, Any]) -> tuple[Score, Frame]:
        """A win of which the tiles are not told: nobody can say whether it was allowed."""
        reference, model = self.book.reference, self.model
        win = Win(Hand(), None, **{**situation, "wild": kinds_in(int(self.table.t.wild))})
        frame = reference.frames.base(win)
        env = Env(frame, model.catalogue, model.flower_owner)
        counted = [(model.fans[index], times, int(reference.values[index](env)))
                   for index, times in entered.get("fans", ())]
        for fan, times, value in counted:
            frame.fan_times[fan.index], frame.fan_values[fan.index] = times, value
        total = reference.add_up(env, counted)
        if way == "tallies":
            for tally in model.tallies:
                frame.tallies[tally.slot] = entered["tallies"].get(tally.id, tally.start)
            total = reference.sum_up(env)
        elif way == "total":
            total = frame.total = entered["total"]
            if len(model.tallies) == 1:
                frame.tallies[model.tallies[0].slot] = total
            if not pays_by_total(model):
                raise QuepuError(Fault("pad.by_total", rule=model.id, known=tuple(tally.id for tally in model.tallies)))
        fans = tuple(FanScore(fan.id, fan.names, times, value, fan.tally, shown(self.book, fan.tally, times * value),
                              (), shows(self.book, fan.tally, times * value)) for fan, times, value in counted)
        self.notes.append(every("pad.not_judged"))
        tallies = {tally.id: frame.tallies[tally.slot] for tally in model.tallies}
        return Score(self.book, win, False, True, total, tallies, fans), _marked(frame)


def _won_on(book: Rulebook, entered: Mapping[str, Any]) -> int:
    """The tile that a win is entered with; -1 if it is not told."""
    tile = book.win(entered["hand"]).tile if "hand" in entered and not entered.get("dealt") else None
    return -1 if tile is None else tile


def _marked(frame: Frame) -> Frame:
    """The frame with its fans also as bits, as the functions of play ask for them."""
    for index in range(FAN_ROOM):
        for bits in (frame.present, frame.many):
            bits[index // WORD_BITS] |= (frame.fan_times[index] > 0) << index % WORD_BITS
    return frame


def pays_by_total(model: Model) -> bool:
    """Whether payments follow from the total of a win, so that it is enough to tell that."""
    return any(reads_field(node, "total") for rule in model.payments if rule.on == "win"
               for node in (rule.when, rule.amount, rule.share))


def _plain(value: Any) -> Any:
    """A frozen entry as values that JSON knows."""
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value
