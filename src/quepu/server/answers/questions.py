"""What may be asked of a worker (`server.hosting.worker`): hands, rulebooks, records, advice, reviews, hints.

Each takes the books of the process, the rulebook that is meant and plain values, and gives plain values with their
`kind`.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from quepu.faults import Fault
from quepu.packing.score_row import has_wild_tiles
from quepu.scoring.table_state import TURNED
from quepu.server.answers.asked_book import Books, Rule
from quepu.server.answers.hand_answers import ANSWERS
from quepu.server.answers.house import house

if TYPE_CHECKING:
    from quepu.book import Rulebook
    from quepu.game.match import Match
    from quepu.records.lines import Record

Answer = Callable[[Books, Rule, Mapping[str, Any]], dict[str, Any]]
NOT_COMPILED = "not compiled"           # of who may write to no cache: let this rulebook be compiled, and ask again
AGAIN = "again"                         # of who asks once more: where nothing can be kept it is done without


def _at_once(answer: Answer) -> Answer:
    """An answer about a hand; one with wild tiles is found by machine code, which has to be there."""
    def answered(books: Books, rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
        if not rule.is_own:
            book = books.find(rule)
            if _has_many_readings(book, asked) and _is_waited_for(rule, book, asked):
                return _not_compiled(rule)
        return answer(books, rule, asked)
    return answered


def _by_machine(answer: Answer) -> Answer:
    """An answer that only machine code finds in time."""
    def answered(books: Books, rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
        if not rule.is_own and _is_waited_for(rule, books.find(rule), asked):
            return _not_compiled(rule)
        return answer(books, rule, asked)
    return answered


def _has_many_readings(book: "Rulebook", asked: Mapping[str, Any]) -> bool:
    """Whether the hand that is asked about, or one of a pad, may hold wild tiles."""
    told = any(asked.get(key) for key in ("wild", "flags", "entries")) or any(
        str(name).startswith(TURNED) for name in asked.get("state") or ())      # a tile that makes others wild
    return bool(book.always_wild or book.reference.rules.imagined or (told and has_wild_tiles(book.model)))


def show(books: Books, rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
    """A hand of a record, step by step."""
    from quepu.server.answers.replays import framed, hand_shown
    record, rule, book = _meant(books, rule, asked)
    if _is_waited_for(rule, book, asked):
        return _not_compiled(rule)
    match = _replayed(record, book)
    shown, places = hand_shown(record, match, int(asked["hand"]))
    return {"kind": "show", **shown, "frames": [framed(match, place, str(asked["lang"])) for place in places]}


def play_on(books: Books, rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What a game is made of that goes on from a step of a record."""
    from quepu.server.answers.replays import continued
    record, rule, book = _meant(books, rule, asked)
    if _is_waited_for(rule, book, asked):
        return _not_compiled(rule)
    made = continued(_replayed(record, book), int(asked["step"]), int(asked["player"]))
    return {"kind": "play on", "rule": rule.model_dump(), **made}


def convert(books: Books, rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a log in another platform's format; which rulebook that is played by, the format says."""
    from quepu.records.foreign import kind_of
    from quepu.server.answers.replays import converted, rulebook_of_format
    text = str(asked["record"])
    kind = kind_of(text)
    played = Rule(id=rulebook_of_format(kind))
    if _is_waited_for(played, books.find(played), asked):
        return _not_compiled(played)
    return {"kind": "converted", "format": kind, "record": converted(text, kind)}


def advise(books: Books, rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What each answer brings that a seat may give after so many steps of a record."""
    from quepu.server.answers.replays import advised
    record, rule, book = _meant(books, rule, asked)
    if _is_waited_for(rule, book, asked):
        return _not_compiled(rule)
    return {"kind": "advice", **advised(_replayed(record, book), asked)}


def review(books: Books, rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What some more decisions of a player were worth."""
    from quepu.server.answers.reviews import piece
    record, rule, book = _meant(books, rule, asked)
    if _is_waited_for(rule, book, asked):
        return _not_compiled(rule)
    return {"kind": "review", **piece(_replayed(record, book), asked)}


def hint(books: Books, rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What each answer brings that a seat may give in a game in play, and how far the hand is after the best."""
    from quepu.server.answers.replays import hinted
    record, rule, book = _meant(books, rule, asked)
    if _is_waited_for(rule, book, asked):
        return _not_compiled(rule)
    return {"kind": "advice", **hinted(_replayed(record, book), asked)}


def think(books: Books, rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The answer of a master, found with what its seat knows: a number of the engine."""
    from quepu.bots.thinking import Puzzle, solved
    from quepu.game.match import engine_of
    return {"kind": "thought", "answer": solved(engine_of(books.find(rule)), Puzzle.of_json(asked["puzzle"]))}


def _meant(books: Books, rule: Rule, asked: Mapping[str, Any]) -> "tuple[Record, Rule, Rulebook]":
    """A record as it reads, and the rulebook it was played by: the text that came with it, or one that ships."""
    from quepu.records.lines import parse_record
    record = parse_record(str(asked["record"]), "record")
    options = record.header["options"]
    try:
        meant = Rule(id=rule.id, text=rule.text, options=options) if rule.is_own or rule.id else \
            Rule(id=record.header["rulebook"], options=options)
    except ValidationError:
        raise record.fault(1, Fault("record.no_rule")) from None
    return record, meant, books.find(meant)


def _replayed(record: "Record", book: "Rulebook") -> "Match":
    from quepu.server.answers.replays import walked
    match, steps = walked(record, book)
    for _step in steps:
        pass
    return match


def _is_waited_for(rule: Rule, book: "Rulebook", asked: Mapping[str, Any]) -> bool:
    """Whether machine code has to be made first, where it is kept; that of a stranger's rulebook is made here."""
    from quepu.server.answers.machine_code import is_kept
    return not rule.is_own and not asked.get(AGAIN) and not is_kept(book)


def _not_compiled(rule: Rule) -> dict[str, Any]:
    return {"kind": NOT_COMPILED, "rule": rule.model_dump()}


#: answers about hands of one rulebook
_OF_HANDS = ("score", "waits", "hand", "discards", "pad")
#: and those for which machine code has to be there whatever the hand is
_BY_MACHINE = ("analyse",)
QUESTIONS: dict[str, Answer] = {
    **ANSWERS, **{name: _at_once(ANSWERS[name]) for name in _OF_HANDS},
    **{name: _by_machine(ANSWERS[name]) for name in _BY_MACHINE}, "show": show, "play_on": play_on, "convert": convert,
    "advise": advise, "review": review, "hint": hint, "house": house, "think": think}
