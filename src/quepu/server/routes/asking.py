"""Questions that are worked out in other processes, for as long as whoever asked is there."""

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any

from fastapi import Request, Response
from pydantic import BaseModel, BeforeValidator, Field

from quepu.faults import Fault
from quepu.locale import TAGS, tag_meant
from quepu.server.answers.asked_book import Rule
from quepu.server.answers.questions import AGAIN, NOT_COMPILED
from quepu.server.hosting.fair_turns import COME_AGAIN
from quepu.server.hosting.worker import Told
from quepu.server.problem import BUSY, GoneError, ProblemError

#: the language of an answer; a tag that is typed besides, zh-CN or en-US, is read as the one it means
Lang = Annotated[str, BeforeValidator(lambda tag: tag_meant(tag) or tag if isinstance(tag, str) else tag),
                 Field(pattern=f"^({'|'.join(TAGS)})$")]


async def answer(request: Request, what: str, rule: Rule, asked: dict[str, Any], seconds: float) -> Response:
    """An answer as a worker writes it within so many seconds of processor time; given up when whoever asked hangs up.

    Nobody reads it here: to do that with a large one would take longer than all that others ask meanwhile.
    """
    told = await while_there(request, _answered(request, what, rule, asked, seconds))
    return Response(told.text, media_type="application/json")


async def values(request: Request, what: str, rule: Rule, asked: dict[str, Any], seconds: float) -> dict[str, Any]:
    """The same as values, for who makes something else of it."""
    return (await while_there(request, _answered(request, what, rule, asked, seconds))).values()


async def _answered(request: Request, what: str, rule: Rule, asked: dict[str, Any], seconds: float) -> Told:
    return await told_by(request.app.state, what, rule, asked, seconds)


async def told_by(state: Any, what: str, rule: Rule, asked: dict[str, Any], seconds: float) -> Told:
    """What a worker of the server says; machine code that is missing is made first."""
    told: Told = await state.worker.told(what, rule.model_dump(), asked, seconds)
    if told.kind == NOT_COMPILED and not rule.is_own:
        needed = Rule(**told.values()["rule"])
        await state.engines.compiled(needed, await state.library.take(needed))
        told = await state.worker.told(what, rule.model_dump(), {**asked, AGAIN: True}, seconds)
    return told


async def while_there(request: Request, work: Coroutine[Any, Any, Told]) -> Told:
    """What some work gives; it is given up when whoever asked hangs up."""
    task, gone = asyncio.ensure_future(work), asyncio.ensure_future(_hang_up(request))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise GoneError
        return task.result()
    except asyncio.CancelledError:      # the server ends, and nothing else does this
        raise ProblemError(BUSY, Fault("server.ends"), [Fault("server.in_a_moment")], COME_AGAIN) from None
    finally:
        gone.cancel()
        task.cancel()


async def _hang_up(request: Request) -> None:
    """Wait until whoever asked has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def name_lang(request: Request, asked: BaseModel) -> None:
    """Let faults be told in the language a question names, if it does."""
    if "lang" in asked.model_fields_set:
        request.state.lang = getattr(asked, "lang", None)
