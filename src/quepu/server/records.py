"""Records over HTTP: a record somebody has is read, played again, and a hand of it is shown step by step."""

from typing import Any

from fastapi import APIRouter, Request

from quepu.cli.table_view import action_text
from quepu.game.match import Match
from quepu.records.lines import Record, book_of, parse_record, replay
from quepu.server.books import Rule
from quepu.server.problem import BAD_INPUT, NOT_FOUND, ProblemError
from quepu.server.told import LANGS, told_settlement

router = APIRouter(prefix="/api/records", tags=["records"])


@router.post("", summary="Read a record")
async def read(request: Request, hand: int = 1, lang: str = "zh") -> dict[str, Any]:
    """Play a record (JSON lines) again and show one hand of it; what does not fit is told with its line."""
    match, record = await replayed(request, await request.body())
    begins = [number for number, step in enumerate(match.steps) if step.kind == "begin"]
    if not 1 <= hand <= len(begins):
        raise ProblemError(NOT_FOUND, f"there is no hand {hand} in this record: it has {len(begins)}")
    lang = lang if lang in LANGS else "zh"
    last = begins[hand] if hand < len(begins) else len(match.steps)
    return {"header": record.header, "over": record.is_over, "hands": len(begins), "hand": hand,
            "frames": [_frame(match, step, lang) for step in range(begins[hand - 1], last)]}


async def replayed(request: Request, data: bytes) -> tuple[Match, Record]:
    """The match of a record, played again."""
    try:
        record = parse_record(data, "record")
    except UnicodeDecodeError:
        raise ProblemError(BAD_INPUT, "not valid", ["a record is UTF-8 text"]) from None
    rule = Rule(id=str(record.header["rulebook"]), options=record.header["options"])
    book = request.app.state.books.find(rule)
    await request.app.state.engines.ready(rule, book)
    return replay(record, book_of(record, book)), record


def _frame(match: Match, number: int, lang: str) -> dict[str, Any]:
    """A step: what was done, what came of it, and the table after it with all tiles open."""
    step = match.steps[number]
    view = match.at(number + 1).view(None, open_hands=True)
    return {"step": number + 1, "kind": step.kind, "seat": step.seat,
            "action": None if step.action is None else action_text(step.action, lang),
            "lines": [event.line(lang) for event in step.events], "view": view.as_json(),
            "settlement": None if step.settlement is None else told_settlement(step.settlement, lang)}
