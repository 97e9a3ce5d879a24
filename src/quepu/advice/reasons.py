"""Why one answer brings more than another: reasons made of figures, each sentence with the claims it stands on.

The difference of two answers over the same deals falls into parts that add up: hands that the seat won (how often, and
how much), hands in which another won on its tile, hands in which another drew his win, and all others.  A reason is
given for a part that makes up much of the difference and that chance does not explain; if there is none, only the
difference itself is told, and where its interval holds zero, that the two are level.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from quepu.engine.layout.frame import WORD_BITS
from quepu.engine.layout.hidden import FAN_PARTS, Tried
from quepu.game.actions import Action, Declare, Discard, Win
from quepu.lab.stats import Mean, Z
from quepu.notation import write_tiles
from quepu.rulebook.language.node import Number
from quepu.tiles import code, seat_letter

if TYPE_CHECKING:
    from quepu.advice.outlooks import Advice, Outlook

Rows = Any
MOST_REASONS = 2            # beside a duty
MUCH = 0.25                 # of the difference, that a part has to make up
RARE = 0.03                 # a tile that wins in fewer deals is not called dangerous
FAN_APART = 0.1             # the least difference in shares of wins that makes a fan a reason


@dataclass(frozen=True, slots=True)
class Claim:
    """One figure of a sentence: what it is of which answer, and the tile, seat, fan or suit it is about.

    `figure` counts among `of` where that is not None (deals, or wins of these), else it stands for itself; `half` is
    half of its 95 % interval where it is a mean.
    """

    what: str
    answer: str
    figure: float
    of: int | None = None
    tile: str = ""
    seat: str = ""
    fan: str = ""
    suit: str = ""
    saying: str = ""
    half: float | None = None

    def as_json(self) -> dict[str, Any]:
        """The claim without what it does not say."""
        told: dict[str, Any] = {"what": self.what, "answer": self.answer, "figure": self.figure}
        told |= {name: getattr(self, name) for name in ("tile", "seat", "fan", "suit", "saying") if getattr(self, name)}
        return told | {name: getattr(self, name) for name in ("of", "half") if getattr(self, name) is not None}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one answer is better than another, or that the two are level; the text in every language."""

    kind: str                           # level, duty, speed, value, danger, draws, points, win, saying
    better: str
    made: str
    claims: tuple[Claim, ...]
    text: Mapping[str, str] = field(hash=False)

    def as_json(self) -> dict[str, Any]:
        """The reason as a value for JSON."""
        return {"kind": self.kind, "better": self.better, "made": self.made,
                "claims": [claim.as_json() for claim in self.claims], "text": dict(self.text)}


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the difference: its share, and what is said of it; nothing if chance may explain it."""

    weight: float
    kind: str
    says: str
    claims: tuple[Claim, ...]


def reasons_of(advice: "Advice", made: Action | str | None = None,
               better: Action | str | None = None) -> tuple[Reason, ...]:
    """Why the better answer (the best) brings more than the one made (the first that is not as good, or the next).

    Nothing speaks for an answer that is surely worse than the one made.
    """
    one = advice.best if better is None else advice.of(better)
    other = advice.next if made is None else advice.of(made)
    if other is None or one is other:
        return ()
    return _Pair(advice, one, other).reasons()


class _Pair:
    """Two answers, and what came of both in the same deals."""

    def __init__(self, advice: "Advice", one: "Outlook", other: "Outlook") -> None:
        self.advice, self.one, self.other = advice, one, other
        places = [advice.outlooks.index(each) for each in (one, other)]
        rows = np.frombuffer(advice.raw, Tried.dtype()).reshape(advice.samples, len(advice.outlooks)).view(np.recarray)
        self.rows: tuple[Rows, Rows] = (rows[:, places[0]], rows[:, places[1]])

    def reasons(self) -> tuple[Reason, ...]:
        """A duty that only one of them serves, then the parts that matter most."""
        gain = mean_of(self.rows[0].points - self.rows[1].points)
        if gain.mean + gain.half < 0:
            return ()                       # it is surely worse
        if gain.mean - gain.half <= 0:
            claim = self._claim("behind", self.other, gain.mean, half=gain.half)
            is_same = not gain.squares
            return (self._reason("level", "same" if is_same else "level", (claim,)),)
        parts = [part for part in (self._won(), self._speed(gain.mean), self._value(gain.mean),
                                   self._danger(gain.mean), self._draws(gain.mean)) if part is not None]
        parts.sort(key=lambda part: -part.weight)
        found = [*self._duty(), *parts[:MOST_REASONS]]
        if not found:
            claim = self._claim("behind", self.other, gain.mean, half=gain.half)
            found = [_Part(1.0, "points", "points", (claim,))]
        return (*(self._reason(part.kind, part.says, part.claims) for part in found), *self._saying())

    # -- the parts --
    def _won(self) -> _Part | None:
        """A win that is taken now."""
        if not isinstance(self.one.action, Win) or not bool((self.rows[0].won > 0).all()):
            return None
        claims = (self._claim("points", self.one, _average(self.rows[0].points)), *self._rates("wins", "won"),
                  self._claim("points", self.other, _average(self.rows[1].points)))
        return _Part(2.0, "win", "win", (claims[0], claims[2], claims[3]))

    def _speed(self, gain: float) -> _Part | None:
        """How much more often it wins, at what a win is worth to both."""
        if isinstance(self.one.action, Win):
            return None
        (won, worth), (less, lower) = self._wins(0), self._wins(1)
        weight = (won - less) * ((worth if worth is not None else 0.0) + (lower if lower is not None else worth or 0.0)
                                 ) / 2 / gain
        if weight < MUCH:
            return None
        rates = self._rates("wins", "won") if _is_more(self.rows[0].won, self.rows[1].won) else ()
        told = self._nearer()
        if told is not None:
            return _Part(weight, "speed", f"{told[0]}+and_wins" if rates else told[0], (*told[1], *rates))
        return _Part(weight, "speed", "wins", rates) if rates else None

    def _nearer(self) -> tuple[str, tuple[Claim, ...]] | None:
        """That the better answer leaves the hand nearer, or more tiles that help; None if that is not so."""
        left, after = self.one.left, self.other.left
        if left.void_count or after.void_count or left.away is None or after.away is None:
            return None
        if left.away < after.away:
            aways = (self._claim("away", self.one, left.away), self._claim("away", self.other, after.away))
            return "ready" if left.away == 0 else "away", aways
        live, less = left.live, after.live
        if left.away > after.away or live is None or less is None or live <= less * (1 + MUCH):
            return None
        what = "waits" if left.away == 0 else "useful"
        counts = tuple(self._claim(what, each, each.left.live or 0, tile=_tiles(each.left.useful or ()))
                       for each in (self.one, self.other))
        return what if less else f"{what}_none", counts

    def _value(self, gain: float) -> _Part | None:
        """How much more its wins are worth, as often as both win."""
        if isinstance(self.one.action, Win):
            return None
        (won, worth), (less, lower) = self._wins(0), self._wins(1)
        if worth is None or lower is None:
            return None
        weight = (worth - lower) * (won + less) / 2 / gain
        points = [rows.points[rows.won > 0] for rows in self.rows]
        if weight < MUCH or not _is_worth_more(points[0], points[1]):
            return None
        fan = self._fan()
        means = tuple(self._claim("mean_win", each, _average(some), of=len(some))
                      for each, some in zip((self.one, self.other), points, strict=True))
        return _Part(weight, "value", "fan" if fan else "mean_win", (*fan, *means))

    def _fan(self) -> tuple[Claim, ...]:
        """The fan that its wins have more often, the dearest first; nothing if there is none."""
        model, best = self.advice.book.model, 0.0
        found: tuple[Claim, ...] = ()
        won = [rows.fans[rows.won > 0] for rows in self.rows]
        working = {tally.id for tally in model.tallies if tally.apart}
        for number, fan in enumerate(model.fans[:FAN_PARTS * WORD_BITS]):
            if fan.tally in working:
                continue
            has = [some[:, number // WORD_BITS] >> number % WORD_BITS & 1 for some in won]
            more = _average(has[0]) - _average(has[1])
            worth = more * max(1, fan.value.value if isinstance(fan.value, Number) else 1)
            if more >= FAN_APART and worth > best and _is_worth_more(has[0], has[1]):
                best = worth
                found = tuple(self._claim("fan", each, int(some.sum()), of=len(some), fan=fan.id)
                              for each, some in zip((self.one, self.other), has, strict=True))
        return found

    def _danger(self, gain: float) -> _Part | None:
        """What the other answer pays on discards, and whether the tile itself is what is paid for."""
        part = self.rows[0].points * _fed(self.rows[0]) - self.rows[1].points * _fed(self.rows[1])
        weight = _average(part) / gain
        if weight < MUCH:
            return None
        hits = self._hits()
        if hits:
            return _Part(weight, "danger", "hits" if len(hits) == 1 else "hits_both", hits)
        if not self.advice.has_deal_ins or not _is_more(self.rows[1].fed, self.rows[0].fed):
            return None
        return _Part(weight, "danger", "deal_ins", self._rates("deal_ins", "fed"))

    def _hits(self) -> tuple[Claim, ...]:
        """For whom the other answer's tile is a win, and for whom the better one's, if less often."""
        tile = _tile_of(self.other.action)
        if not tile or not _is_more(self.rows[1].hits > 0, self.rows[0].hits > 0):
            return ()
        worst, count = self._most_hit(1)
        if count < RARE * self.advice.samples:
            return ()
        found = [self._claim("hits", self.other, count, of=self.advice.samples, tile=tile, seat=seat_letter(worst))]
        there, less = self._most_hit(0)
        if less >= RARE * self.advice.samples:
            found.append(self._claim("hits", self.one, less, of=self.advice.samples, tile=_tile_of(self.one.action),
                                     seat=seat_letter(there)))
        return tuple(found)

    def _most_hit(self, place: int) -> tuple[int, int]:
        """The seat that may win on the answer's tile most often, and how often."""
        counts = [int((self.rows[place].hits >> seat & 1).sum()) for seat in range(4)]
        return max(range(4), key=lambda seat: counts[seat]), max(counts)

    def _draws(self, gain: float) -> _Part | None:
        """What hands bring that nobody wins any more, where being ready is paid for."""
        if not self.advice.has_unready:
            return None
        parts = [rows.points * ((rows.won == 0) & (rows.fed == 0) & (rows.paid == 0)) for rows in self.rows]
        weight = _average(parts[0] - parts[1]) / gain
        if weight < MUCH or not _is_more(self.rows[1].unready, self.rows[0].unready):
            return None
        return _Part(weight, "draws", "unready", self._rates("unready", "unready"))

    def _duty(self) -> list[_Part]:
        """That only the better answer throws the void suit away."""
        left, after = self.one.left, self.other.left
        if left.void < 0 or not after.void_count or left.void_count >= after.void_count:
            return []
        suit = "mps"[left.void]
        return [_Part(1.0, "duty", "void", (self._claim("void", self.other, after.void_count, suit=suit),))]

    def _saying(self) -> tuple[Reason, ...]:
        """A saying of players that the better answer follows and the other does not, if one holds here."""
        for spoken in self.advice.spoken:
            if self.one.action.text in spoken.followers and self.other.action.text not in spoken.followers:
                from quepu.advice.reason_text import texts_of_saying
                claim = self._claim("saying", self.one, spoken.figure, saying=spoken.id, half=spoken.half)
                return (Reason("saying", self.one.action.text, self.other.action.text, (claim,),
                               texts_of_saying(spoken.id)),)
        return ()

    # -- figures --
    def _wins(self, place: int) -> tuple[float, float | None]:
        """How often an answer wins, and what a win brings; None if it never does."""
        won = self.rows[place].won > 0
        return _average(won), _average(self.rows[place].points[won]) if won.any() else None

    def _rates(self, what: str, name: str) -> tuple[Claim, ...]:
        return tuple(self._claim(what, each, int((rows[name] > 0).sum()), of=len(rows))
                     for each, rows in zip((self.one, self.other), self.rows, strict=True))

    def _claim(self, what: str, of_answer: "Outlook", figure: float, **about: Any) -> Claim:
        return Claim(what, of_answer.action.text, figure, **about)

    def _reason(self, kind: str, says: str, claims: tuple[Claim, ...]) -> Reason:
        from quepu.advice.reason_text import texts_of
        one, other = self.one.action, self.other.action
        return Reason(kind, one.text, other.text, claims, texts_of(self.advice.book, says, one, other, claims))


def _tile_of(action: Action) -> str:
    """The tile that an answer lays open."""
    return write_tiles((action.tile,)) if isinstance(action, Discard | Declare) and action.tile is not None else ""


def _tiles(useful: Sequence[tuple[int, int]]) -> str:
    return " ".join(code(kind) for kind, _live in useful)


def _fed(rows: Rows) -> Any:
    return (rows.won == 0) & (rows.fed > 0)


def mean_of(numbers: Any) -> Mean:
    """The mean of whole numbers with its interval."""
    whole = [int(number) for number in numbers]
    return Mean(len(whole), sum(whole), sum(number * number for number in whole))


def _average(numbers: Any) -> float:
    return float(numbers.mean()) if len(numbers) else 0.0


def _is_more(more: Any, less: Any) -> bool:
    """Whether something came more often after one answer than after another in the same deals, and not by chance.

    The test of McNemar with its correction: only deals count in which it came after one of the two alone.
    """
    gained, lost = int(((more > 0) & (less == 0)).sum()), int(((less > 0) & (more == 0)).sum())
    return gained - lost - 1 > Z * sqrt(gained + lost)


def _is_worth_more(more: Any, less: Any) -> bool:
    """Whether numbers that are not of the same deals are greater, and not by chance."""
    if len(more) < 2 or len(less) < 2:
        return False
    spread = sum(float(np.var(some, ddof=1)) / len(some) for some in (more, less))
    return _average(more) - _average(less) > Z * sqrt(spread)
