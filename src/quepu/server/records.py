"""Records over HTTP: a record somebody has is read, played again and told step by step."""

from typing import Any

from fastapi import APIRouter, Request

from quepu.records.lines import book_of, parse_record, replay
from quepu.server.books import Rule
from quepu.server.problem import BAD_INPUT, ProblemError

router = APIRouter(prefix="/api/records", tags=["records"])


@router.post("", summary="Read a record")
async def read(request: Request) -> dict[str, Any]:
    """Play a record (JSON lines) again and tell what every step brought; what does not fit is told with its line."""
    data = await request.body()
    try:
        record = parse_record(data, "record")
    except UnicodeDecodeError:
        raise ProblemError(BAD_INPUT, "not valid", ["a record is UTF-8 text"]) from None
    rule = Rule(id=str(record.header["rulebook"]), options=record.header["options"])
    book = request.app.state.books.find(rule)
    await request.app.state.engines.ready(rule, book)
    match = replay(record, book_of(record, book))
    return {"header": record.header, "over": record.is_over, "steps": [
        {"kind": step.kind, "seat": step.seat, "action": None if step.action is None else step.action.text,
         "events": [event.as_json() for event in step.events],
         "settlement": None if step.settlement is None else step.settlement.as_json()} for step in match.steps]}
