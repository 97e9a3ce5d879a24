"""Answers about hands and rulebooks as plain values: what the page shows of a score, of waits, of a rulebook.

Everything here may run in the worker (`server.hosting.worker`), which is ended if a stranger's rulebook takes too long.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from quepu.book import Rulebook
from quepu.calculators import split_tail
from quepu.faults import Fault
from quepu.hand import Hand
from quepu.notation import read_hand
from quepu.plain_text import harmless
from quepu.rulebook.file.load import known_ids
from quepu.rulebook.file.problem import short
from quepu.rulecheck.check import check_file
from quepu.scoring.compare import compare as compare_hand
from quepu.scoring.plain_values import payments_by_discarder, whole, whole_waits
from quepu.scoring.possible import possible_flags
from quepu.server.answers.asked_book import LABEL, Books, Rule
from quepu.tiles import SEATS, code

_EFFORT = 600_000         # hands that one analysis looks at: a fraction of a second
_SITUATION = ("self_draw", "seat", "round", "from_", "flags", "wild", "state")


def situation_of(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The situation of a request as `book.score` takes it; what was not told is left out."""
    situation = {key: asked[key] for key in _SITUATION if asked.get(key) not in (None, [], {}, "")}
    if "flags" in situation:
        situation["flags"] = frozenset(situation["flags"])
    return situation


def score(books: Books, rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
    """A complete hand's score with its working."""
    lang = str(asked.get("lang", "zh"))
    scored = books.find(rule).score(str(asked["hand"]), **situation_of(asked))
    return {"kind": "score", **whole(scored), "payments_if": payments_by_discarder(scored),
            "text": scored.explain(lang)}


def waits(books: Books, rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What a hand without a winning tile waits for, or how far away it is."""
    lang = str(asked.get("lang", "zh"))
    situation = {key: value for key, value in situation_of(asked).items() if key not in ("self_draw", "from_")}
    waiting = books.find(rule).waits(str(asked["hand"]), **situation)
    return {"kind": "waits", **whole_waits(waiting), "text": waiting.explain(lang)}


def hand(books: Books, rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What a hand that is being entered is by now: complete with its score, or its waits and distance."""
    book = books.find(rule)
    entered = read_hand(split_tail(str(asked["hand"]))[0], bonus=book.bonus)
    answer = (score if _is_full(book, entered) else waits)(books, rule, asked)
    seat = SEATS.index(str(asked.get("seat") or SEATS[0]))
    return {**answer, "flags": possible_flags(book.model, entered, bool(asked.get("self_draw")), seat)}


def discards(books: Books, rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What is left after each discard of a full hand that is no win: how far it is then and what helps; best first."""
    book = books.find(rule)
    entered = read_hand(split_tail(str(asked["hand"]))[0], bonus=book.bonus)
    situation = {key: value for key, value in situation_of(asked).items() if key in ("seat", "round", "wild", "state")}
    rows: list[tuple[int, int, dict[str, Any]]] = []
    for tile in sorted(set(entered.concealed)) if _is_full(book, entered) else ():
        rest = list(entered.concealed)
        rest.remove(tile)
        waiting = book.waits(Hand(rest, entered.melds, entered.flowers), **situation)
        helps = {code(wait.kind): wait.left for wait in waiting.waits} or {
            code(kind): left for kind, left in waiting.useful}
        if code(tile) in helps:         # the tile thrown away lies on the table: nobody draws it again
            helps[code(tile)] -= 1
        helps = {name: count for name, count in helps.items() if count}
        left = sum(helps.values())
        rows.append((99 if waiting.distance is None else waiting.distance, -left,
                     {"tile": code(tile), "distance": waiting.distance, "useful": helps, "left": left}))
    return {"kind": "discards", "rows": [row for _far, _left, row in sorted(rows, key=lambda row: row[:2])]}


def analyse(books: Books, rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What each discard leaves by own draws alone: chances to be ready and to win, the expected value."""
    situation = {key: value for key, value in situation_of(asked).items() if key not in ("self_draw", "from_")}
    found = books.find(rule).analyse(str(asked["hand"]), wall=asked.get("wall"), seen=str(asked.get("seen") or ""),
                                     effort=_EFFORT, **situation)
    return {"kind": "analysis", **found.as_json(), "text": found.explain(str(asked.get("lang", "zh")))}


def _is_full(book: Rulebook, entered: Hand) -> bool:
    """Whether the tiles are as many as a win has."""
    return len(entered.concealed) + 3 * len(entered.melds) == book.model.hand_size + 1


def compare(books: Books, _rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The hand under every rulebook that ships, wins first: the score, or why it is none."""
    every = [books.find(Rule(id=name)) for name in known_ids()]
    rows = []
    for one in compare_hand(str(asked["hand"]), every, **situation_of(asked)):
        score = None if one.score is None else whole(one.score)
        rows.append({"rule": one.book.id, "name": dict(one.book.model.names), "kind": one.kind, "total": one.total,
                     "legal": one.kind == "win", "fan_list": [] if score is None else score["fan_list"],
                     "reasons": [dict(reason) for reason in one.reasons], "ignored": list(one.ignored)})
    return {"kind": "compare", "rows": rows}


def described(books: Books, rule: Rule, _asked: Mapping[str, Any]) -> dict[str, Any]:
    """A rulebook of one's own as the values its page is made of."""
    from quepu.server.answers.book_page import page
    return {"kind": "rulebook", **page(books.find(rule))}


def check(_books: Books, rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Every fault and doubt of a rulebook's text, with line and column; those of what it extends are not its own.

    Its time does not allow for compiling what a stranger sends, so no trial hands are played, and the answer says so.
    """
    report = check_file(LABEL, float(asked.get("seconds", 1.0)), text=rule.text or "")
    return checked(report.errors, report.warnings, str(asked.get("lang", "en")))


def checked(errors: Iterable[Fault], warnings: Iterable[Fault], lang: str) -> dict[str, Any]:
    """What a check of a text tells."""
    return {"kind": "check", "trial": False, "errors": [placed(fault, lang) for fault in errors],
            "warnings": [placed(fault, lang) for fault in warnings if fault.values.get("file") == LABEL]}


def load(books: Books, rule: Rule, _asked: Mapping[str, Any]) -> dict[str, Any]:
    """That a rulebook can be read and played."""
    book = books.find(rule)
    return {"kind": "load", "id": book.id}


def pad(books: Books, rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
    """A score pad worked out from all its entries; a fault names the entry that is wrong."""
    from quepu.game.pad.score_pad import Pad
    from quepu.server.answers.pad_values import mended_json, pad_json
    kept = Pad(books.find(rule), asked["names"], asked["entries"], rests=asked["rests"], settled=asked["settled"])
    values = mended_json if asked["mend"] else pad_json
    return {"kind": "pad", **values(kept, str(asked.get("lang", "zh")), asked)}


def placed(fault: Fault, lang: str) -> dict[str, Any]:
    """A fault as its place and its text; one that is not of the text itself stands nowhere in it."""
    values = fault.values
    first, _newline, more = harmless(fault.told(lang)).partition("\n")
    place = {"line": 0, "column": 0, "text": first}
    if values.get("file") == LABEL:
        place = {"line": values.get("line", 1), "column": values.get("column", 1),
                 "text": harmless(short(fault).told(lang))}
    return {**place, "more": more, "cause": fault.as_json()}


ANSWERS: dict[str, Callable[[Books, Rule, Mapping[str, Any]], dict[str, Any]]] = {
    "score": score, "waits": waits, "hand": hand, "discards": discards, "analyse": analyse, "compare": compare,
    "check": check, "pad": pad, "load": load, "rulebook": described}
