"""How a hand was settled: each win with its full score, every row of the ledger with its name, the scores after it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from quepu.book import Rulebook
from quepu.game.event_rows import SPECIAL_RULES, rule_id
from quepu.game.events import Paid
from quepu.game.turned_lots import TurnedTile
from quepu.hand import Win
from quepu.locale import every, words
from quepu.notation import write_win
from quepu.rulebook.model.model import Model, Texts
from quepu.scoring.accounts import ACCOUNTS, account_code, account_name
from quepu.scoring.result import Row, Score
from quepu.tiles import seat_letter


@dataclass(frozen=True)
class WinDetail:
    """A win of the hand: what the engine paid for, and on request its score explained by the reference."""

    book: Rulebook
    win: Win
    total: int
    ledger: tuple[Row, ...]             # what was paid for it

    @property
    def seat(self) -> int:
        """Who won."""
        return self.win.seat

    @cached_property
    def score(self) -> Score:
        """The full score with the payments as they were made."""
        return replace(self.book.score(self.win), ledger=self.ledger, at_once=(), played=True)

    def forget(self) -> None:
        """Let go of the score: it is worked out again when somebody asks."""
        self.__dict__.pop("score", None)

    @property
    def agrees(self) -> bool:
        """Whether reference and engine come to the same total of a legal win."""
        return self.score.legal and self.score.total == self.total

    def as_json(self) -> dict[str, Any]:
        """The win as plain values: hand, flags, fans with counts and points, total."""
        score = self.score
        values: dict[str, Any] = {"seat": seat_letter(self.seat), "hand": write_win(score.win),
                                  "self_draw": score.win.self_draw}
        if score.win.discarder is not None:
            values["feeder"] = seat_letter(score.win.discarder)
        values["flags"] = sorted(score.win.flags)
        values["fans"] = [{"id": fan.id, "count": fan.count, "points": fan.points} for fan in score.fans]
        values["total"] = self.total
        return values


@dataclass(frozen=True, slots=True)
class Settlement:
    """The end of a hand."""

    hand: int
    ended: str                          # win, draw, abort or redeal
    players: tuple[int, ...]            # the player in each seat
    wins: tuple[WinDetail, ...]
    ledger: tuple[Row, ...]
    scores: tuple[int, ...]             # of the players, after this hand
    why: Texts = field(default_factory=dict, compare=False)    # it was called off or is dealt anew; not recorded
    turned: tuple[TurnedTile, ...] = ()         # the tiles turned up in it, those included that nobody could see

    @property
    def net(self) -> tuple[int, ...]:
        """What each seat won or lost in this hand."""
        totals = [0] * ACCOUNTS
        for row in self.ledger:
            totals[row.payer] -= row.amount
            totals[row.receiver] += row.amount
        return tuple(totals[:len(self.players)])

    def as_json(self) -> dict[str, Any]:
        """The settlement as plain values."""
        return {"type": "settlement", "hand": self.hand, "ended": self.ended,
                "wins": [win.as_json() for win in self.wins],
                "ledger": [{"payer": place(row.payer), "receiver": place(row.receiver), "amount": row.amount,
                            "rule": row.tag} for row in self.ledger],
                "net": list(self.net), "scores": list(self.scores)}

    def lines(self, lang: str = "zh") -> list[str]:
        """The settlement as text, one line a row of the ledger, then each seat's sum."""
        texts = [words("settle.row", lang, payer=seat_text(row.payer, lang), receiver=seat_text(row.receiver, lang),
                       amount=row.amount, label=row.names.get(lang) or row.names.get("zh") or row.tag)
                 for row in self.ledger]
        texts += [words("settle.net", lang, seat=seat_text(seat, lang), net=f"{net:+d}", score=self.scores[player])
                  for seat, (player, net) in enumerate(zip(self.players, self.net, strict=True))]
        return texts


def place(seat: int) -> str:
    """A seat's letter; the pot by its name, a guest by his code."""
    return account_code(seat)


def seat_text(seat: int, lang: str) -> str:
    """A seat's, the pot's or a guest's name in a language."""
    return account_name(seat, lang)


def row_names(model: Model, rule: int) -> Mapping[str, str]:
    """What a row of the ledger is called: by its payment, or one of the table's own."""
    if rule in SPECIAL_RULES:
        return every(f"settle.{SPECIAL_RULES[rule]}")
    return model.payments[rule].names


def ledger_of(t: Any, model: Model, first: int = 0) -> tuple[Row, ...]:
    """The rows of the table's ledger from one on."""
    return tuple(Row(t.row_from[index], t.row_to[index], t.row_amount[index],
                     rule_id(model, t.row_rule[index]), row_names(model, t.row_rule[index]))
                 for index in range(first, t.row_count))


def paid_row(model: Model, paid: Paid) -> Row:
    """A payment that was told, as a row of the ledger."""
    if paid.rule in SPECIAL_RULES.values():
        return Row(paid.payer, paid.receiver, paid.amount, paid.rule, every(f"settle.{paid.rule}"))
    names = next(rule.names for index, rule in enumerate(model.payments) if rule_id(model, index) == paid.rule)
    return Row(paid.payer, paid.receiver, paid.amount, paid.rule, names)
