"""Worked examples that are no single win: several winners, a drawn hand, a kong, a false win, a declaration."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from quepu import tiles
from quepu.engine.layout.frame import Frame
from quepu.errors import HandError
from quepu.examples.paid_kongs import paid_kongs
from quepu.examples.rivals import hand_of_seat
from quepu.examples.worked import (
    Check,
    Situation,
    differences,
    fan_differences,
    payment_differences,
    read_situation,
    read_win_of,
)
from quepu.faults import Fault
from quepu.hand import Hand, Win
from quepu.notation import read_kinds
from quepu.rulebook.file.choices import KongOf
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.model.play import Formula
from quepu.rulebook.model.procedure import PAID_FOR
from quepu.scoring.accounts import net
from quepu.scoring.report import report
from quepu.scoring.result import Row
from quepu.scoring.table_state import SCALARS

if TYPE_CHECKING:
    from quepu.book import Rulebook

Example = Mapping[str, Any]
Answer = tuple[Iterable[Fault], Iterable[Fault]]        # differences, notes


def check_kind(book: "Rulebook", example: Example, kind: str, name: str) -> Check:
    """An example of another kind run; `skipped` tells which kinds no program can set up."""
    run = _KINDS.get(kind)
    if run is None:
        return Check(name, skipped=Fault("example.no_program", kind=kind))
    faults, notes = run(book, example)
    return Check(name, tuple(faults), notes=tuple(notes))


def _seat(example: Example, key: str = "seat") -> int:
    return tiles.seat_of(str(example[key])) if example.get(key) else -1


def _situation(book: "Rulebook", example: Example) -> tuple[Situation, Frame]:
    """What an example without a hand tells, and the frame of a table that knows no more."""
    given = read_situation(book, example, max(0, _seat(example)))
    frame = given.book.reference.frames.base(Win(Hand(), None, state=given.state, flags=given.flags))
    frame.seat = -1
    return given, frame


def _draw(book: "Rulebook", example: Example) -> Answer:
    """Nobody won, or not everybody: what a draw brings, then what every end brings."""
    given, frame = _situation(book, example)
    frame.is_draw = 1
    rows = given.book.ledger.settle(frame, ("draw",))
    frame.is_draw = int(not frame.out)        # those who are out have won
    rows += given.book.ledger.settle(frame, ("end",), rows) + paid_kongs(given, example)
    return [*payment_differences(net(rows), example.get("payments", {})),
            *_dealer_differences(given.book, frame, example)], given.notes


def _event(book: "Rulebook", example: Example) -> Answer:
    """Something that is paid for by itself: the occasion `state.event` stands for, else the end of the hand."""
    given, frame = _situation(book, example)
    state = example.get("state") or {}
    event = given.book.model.examples.events.get(str(state.get("event")))
    if event is None:
        rows = given.book.ledger.settle(frame, ("win", "end"))      # a win of nobody: what seats earn by themselves
    else:
        frame.actor, frame.feeder = _seat(example), _seat(example, "from")
        _tell_entry(given.book, frame, event)
        _tell_flowers(frame, example)
        rows = given.book.ledger.settle(frame, (event.partition(".")[0],))
    rows += paid_kongs(given, example)
    return payment_differences(net(rows), example.get("payments", {})), given.notes


def _tell_entry(book: "Rulebook", frame: Frame, event: str) -> None:
    """Which kong, declaration or phase the occasion is about."""
    occasion, _dot, entry = event.partition(".")
    section = PAID_FOR.get(occasion, "")
    if not entry or not section:
        return
    entries = book.model.entries(section)
    frame.event_of = entries.index(entry) if entry in entries else -1
    if section == "kong":
        kong = book.model.kongs.declared(entry)
        made = KongOf.HAND if kong is None else kong.of
        frame.is_concealed_kong, frame.is_added_kong = int(made is KongOf.HAND), int(made is KongOf.PUNG)


def _tell_flowers(frame: Frame, example: Example) -> None:
    """The flowers that the actor has laid aside; the last of them is the one it happens with."""
    if not example.get("flowers") or frame.actor < 0:
        return
    for kind in read_kinds(str(example["flowers"])):
        frame.laid_by[frame.actor, kind] += 1
        frame.tile = kind


def _false_win(book: "Rulebook", example: Example) -> Answer:
    """A seat declares a win that is none."""
    given, frame = _situation(book, example)
    frame.actor = max(0, _seat(example))
    rows = given.book.ledger.settle(frame, ("false_win",))
    return payment_differences(net(rows), example.get("payments", {})), given.notes


def _opening(book: "Rulebook", example: Example) -> Answer:
    """What a dealt hand shows before the first discard."""
    given = read_situation(book, example, max(0, _seat(example)))
    hand = read_win_of(given, example).hand
    shown = given.book.opening(hand, max(0, _seat(example)), given.state)
    wrong = [*fan_differences(given.book, shown.fans, example)]
    if "payments" in example:
        wrong += payment_differences(shown.payments, example["payments"])
    return wrong, given.notes


def _multi_win(book: "Rulebook", example: Example) -> Answer:
    """Several seats win on one tile, in turn from the discarder; each is scored and paid by itself."""
    seats = [tiles.seat_of(str(one)) for one in example["seat"]]
    feeder = _seat(example, "from")
    seats.sort(key=lambda seat: (seat - feeder - 1) % 4)
    rest = {key: value for key, value in example["state"].items() if key != "hands"}
    wrong: list[Fault] = []
    notes: list[Fault] = []
    rows: list[Row] = []
    wins = []
    for seat in seats:
        own = hand_of_seat(example, tiles.seat_letter(seat))
        for key in ("total", "legal"):  # told for all, or for each seat
            if isinstance(own.get(key), dict):
                own[key] = own[key].get(own["seat"])
        wins.append((own, read_situation(book, own, seat)))
    known: dict[str, Any] = {}
    for _own, given in wins:
        known = _joined(known, given.state)
    for place, (own, given) in enumerate(wins, 1):
        table = {"winner_count": len(wins), "winner_place": place}
        given.state.update(_joined(known, given.state))
        given.state.update({word: value for word, value in table.items() if word in SCALARS})
        if "purse" in given.state:         # who has paid one winner has less for the next
            given.state["purse"] = _purses(given.state["purse"], net(rows))
        given.state["is_winning"] = ["ESWN"[seat] for seat in seats]
        notes += [Fault("example.of", whose=own["seat"], what=note) for note in given.notes]
        mine: list[Fault] = []
        best = None
        try:
            win = given.book.win(read_win_of(given, own))
        except HandError as error:
            mine += error.faults
        else:
            best, others = given.book.best(win)
            score = report(given.book, win, best, others)
            mine += differences(given.book, score, best, {key: x for key, x in own.items() if x is not None})
        wrong += [Fault("example.of", whose=own["seat"], what=fault) for fault in mine]
        if best is not None and best.legal:
            rows += given.book.ledger.settle(best.frame, ("win",), rows)
    given, frame = _situation(book, {**example, "seat": "", "state": rest})
    rows += given.book.ledger.settle(frame, ("end",), rows) + paid_kongs(given, example)
    if "payments" in example:
        wrong += payment_differences(net(rows), example["payments"])
    return wrong, notes


def _joined(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """What is told of seats put together; what is told once is as the second says."""
    return {**one, **{key: {**one[key], **value} if isinstance(value, dict) and isinstance(one.get(key), dict)
                      else value for key, value in other.items()}}


def _purses(told: Mapping[str, int], moved: Mapping[str, int]) -> dict[str, int]:
    """What seats (by number) have once payments between seats (by letter) are made."""
    return {seat: points + moved.get(tiles.seat_letter(int(seat)), 0) for seat, points in told.items()}


def _dealer_differences(book: "Rulebook", frame: Frame, example: Example) -> list[Fault]:
    """Who deals next, where the example says so: a seat, or "drawn" where all seats are drawn anew."""
    wanted = (example.get("state") or {}).get("next_dealer", example.get("next_dealer"))
    if wanted is None:
        return []
    match = book.model.match
    seat = 0 if _ask(book, frame, match.keeps) else _ask(book, frame, match.next_dealer)
    got = "drawn" if _ask(book, frame, match.redraws) else tiles.seat_letter(seat)
    return [] if got == wanted else [Fault("example.dealer", expected=str(wanted), got=got)]


def _ask(book: "Rulebook", frame: Frame, formula: Formula) -> int:
    """What an expression of play gives in a frame."""
    return int(function(formula.node)(Env(frame, book.model.catalogue, book.model.flower_owner)))


def _ready(legal: bool) -> Callable[["Rulebook", Example], Answer]:
    """A declaration of being ready with a discard, which some rulebook's `[ready.*]` allows or none does."""
    def check(book: "Rulebook", example: Example) -> Answer:
        state = dict(example.get("state") or {})
        whole, discard = str(state.pop("hand14", "")), str(state.pop("discard", ""))
        seat = max(0, _seat(example))
        given = read_situation(book, {**example, "state": state}, seat)
        rules = given.book
        hand = read_win_of(given, {**example, "win_tile": None}).hand
        frame = rules.reference.frames.base(Win(hand, None, seat=seat, state=given.state, flags=given.flags))
        frame.actor = seat
        frame.tile = read_kinds(discard)[0] if discard else -1
        frame.waits_of[seat] = sum(1 << kind for kind in rules.reference.waits(frame))
        for kind in read_kinds(whole) if whole else hand.concealed:
            frame.hands[seat, kind] += 1
        may = frame.waits_of[seat] != 0 and any(
            _ask(rules, frame, ready.when) and _ask(rules, frame, ready.discard) for ready in rules.model.readies.on)
        said = Fault("example.may_declare" if may else "example.not_declare")
        return [] if may == legal else [said], given.notes
    return check


_KINDS: dict[str, Callable[["Rulebook", Example], Answer]] = {
    "draw": _draw, "event": _event, "false_win": _false_win, "multi_win": _multi_win, "opening": _opening,
    "legal_ready": _ready(True), "illegal_ready": _ready(False)}
