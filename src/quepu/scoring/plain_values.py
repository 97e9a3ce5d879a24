"""Scores and waits as plain values: what `--json` prints and the server answers."""

from dataclasses import replace
from typing import Any

from quepu.engine.layout.table_facts import POT
from quepu.notation import write_tiles
from quepu.scoring.accounts import account_code
from quepu.scoring.explain import tally_texts
from quepu.scoring.later_score import LaterScore
from quepu.scoring.result import Score
from quepu.scoring.waits import Waits
from quepu.tiles import SEATS, code

LANGS = ("zh", "zh-Hant", "en")


def short(score: Score) -> dict[str, Any]:
    """Legality, total, fans by name and by id, and payments: of the whole hand first, then of the win and its end."""
    return {
        "legal": score.legal, "total": score.total,
        "fans": {fan.name("zh"): fan.points if fan.shown == str(fan.points) else fan.shown
                 for fan in score.fans},
        "fan_ids": {fan.id: fan.count for fan in score.fans},
        "hand_payments": score.hand_payments if score.legal and score.payments_known else None,
        "payments": score.payments if score.legal and score.payments_known else None,
    }


def whole(score: Score) -> dict[str, Any]:
    """All of a score: also the reading, what was not counted and why, and the ledger."""
    reading = score.reading
    return {
        "rule": score.book.id, "options": score.book.settings, "hand": str(score.win), **short(score),
        "complete": score.complete, "reasons": [dict(reason) for reason in score.reasons],
        "tallies": dict(score.tallies),
        "reading": None if reading is None else {
            "shape": reading.shape, "fixed": write_tiles(reading.fixed) if reading.fixed else "",
            "sets": [str(block) for block in reading.sets],
            "pairs": [str(block) for block in reading.pairs],
            "wild": [{"block": str(block), "places": list(block.wild)}
                     for block in (*reading.sets, *reading.pairs) if block.wild]},
        "fan_list": [{"id": fan.id, "name": dict(fan.names), "count": fan.count, "value": fan.value,
                      "points": fan.points,
                      "tally": fan.tally, "shown": {"zh": fan.shown, **fan.shows}, "apart": fan in score.working,
                      "sets": [[str(block) for block in group] for group in fan.blocks]}
                     for fan in score.earned],
        "grade": dict(score.grade), "sum": {lang: tally_texts(score, lang) for lang in LANGS},
        "dropped": [{"id": one.id, "name": dict(one.names), "count": one.count, "principle": one.principle,
                     "by": one.by}
                    for one in score.dropped],
        "ruled_out": list(score.ruled_out), "no_effect": list(score.no_effect),
        "others": [{"reading": text, "total": total} for text, total in score.others],
        "ledger": [{"from": _account(row.payer), "to": _account(row.receiver), "amount": row.amount, "tag": row.tag}
                   for row in score.ledger] if short(score)["payments"] is not None else [],
        "at_once": [{"from": _account(row.payer), "to": _account(row.receiver), "amount": row.amount, "tag": row.tag}
                    for row in score.at_once],
        "assumed": [dict(names) for names in score.assumed],
        "as_usual": [{"kind": fact.kind, "id": fact.name, "name": dict(fact.names), "usual": fact.usual}
                     for fact in score.as_usual],
    }


def _account(account: int) -> str:
    """A seat's letter, P for the pot, a guest's code."""
    return "P" if account == POT else account_code(account)


def payments_by_discarder(score: Score) -> dict[str, dict[str, int]]:
    """What each would pay if this or that one had discarded; empty where it is known or makes no difference."""
    if not score.legal or score.payments_known:
        return {}
    seats = SEATS[:score.book.model.seat_count]
    return {letter: score.book.score(replace(score.win, discarder=seat)).payments
            for seat, letter in enumerate(seats) if seat != score.win.seat}


def whole_waits(waits: Waits) -> dict[str, Any]:
    """All of what a hand waits for."""
    return {
        "rule": waits.book.id, "hand": str(waits.hand), "distance": waits.distance, "missing": waits.missing,
        "waits": [{"tile": wait.tile, "left": wait.left, "discard": _worth(wait.discard),
                   "self_draw": _worth(wait.self_draw)}
                  for wait in waits.waits],
        "dead": [code(kind) for kind in waits.dead],
        "useful": {code(kind): left for kind, left in waits.useful},
        "shapes": [{"shape": reach.shape, "distance": reach.distance, "exact": reach.exact}
                   for reach in waits.shapes],
    }


def _worth(score: LaterScore) -> dict[str, Any]:
    return {"total": score.total, "legal": score.legal, "reasons": [dict(reason) for reason in score.reasons]}
