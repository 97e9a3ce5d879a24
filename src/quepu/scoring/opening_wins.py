"""Wins shown at the deal 起手和: the fans that dealt tiles earn by themselves, and what is paid for them at once."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from quepu.hand import Hand, Win
from quepu.notation import read_hand
from quepu.rulebook.language.evaluate import Env, function
from quepu.scoring.report import shown
from quepu.scoring.result import FanScore, Row
from quepu.tiles import SEATS, seat_of

if TYPE_CHECKING:
    from quepu.book import Rulebook


@dataclass(frozen=True, slots=True)
class Opening:
    """What a dealt hand can show: its fans, each so many times, and the rows of the ledger they bring."""

    fans: tuple[FanScore, ...] = ()
    ledger: tuple[Row, ...] = ()
    payments: Mapping[str, int] = field(default_factory=dict)      # net change of each seat


def opening(book: "Rulebook", hand: str | Hand, seat: int | str = "E",
            state: Mapping[str, Any] | None = None) -> Opening:
    """What a dealt hand of a seat earns before the first discard; the dealer has one tile more.

    >>> from quepu import rulebook
    >>> shown = opening(rulebook("tests/house/openings.toml"), "4444p123m678m25s9s", "S")
    >>> [(fan.id, fan.count) for fan in shown.fans], shown.payments
    ([('four_alike', 1)], {'E': -3, 'S': 7, 'W': -2, 'N': -2})
    """
    model = book.model
    tiles = read_hand(hand, bonus=book.bonus) if isinstance(hand, str) else hand
    place = seat_of(seat) if isinstance(seat, str) else seat
    frame = book.reference.frames.base(Win(tiles, None, seat=place, state=state or {}))
    frame.actor = place
    for kind in tiles.concealed:
        frame.hands[place, kind] += 1
    env = Env(frame, model.catalogue, model.flower_owner)
    fans: list[FanScore] = []
    ledger: list[Row] = []
    for fan in model.fans:
        if fan.on != "opening":
            continue
        when, count = fan.asked_when, fan.asked_count
        times = 0 if when is not None and not function(when.node)(env) else \
            1 if count is None else function(count.node)(env)
        times = max(0, min(times, fan.most) if fan.most else times)
        if times:
            value = function(fan.value)(env)
            fans.append(FanScore(fan.id, fan.names, times, value, fan.tally, shown(book, fan.tally, times * value)))
            frame.event_of = fan.index
            ledger += [replace(row, amount=times * row.amount) for row in book.ledger.settle(frame, ("opening",))]
    net = [0] * (len(SEATS) + 1)
    for row in ledger:
        net[row.payer] -= row.amount
        net[row.receiver] += row.amount
    return Opening(tuple(fans), tuple(ledger), {letter: net[number] for number, letter in enumerate(SEATS)})
