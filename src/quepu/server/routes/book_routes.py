"""Rulebooks over HTTP: the list, and each as the values its page is made of."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, Response

from quepu.server.answers.asked_book import LONGEST_ID, Options, Rule
from quepu.server.answers.book_index import book_index, fan_index
from quepu.server.routes.asking import answer, values
from quepu.server.told.rules import BookInShort, BookTold, FanInIndex

router = APIRouter(prefix="/api/rulebooks", tags=["rulebooks"])


@router.get("", summary="All rulebooks", responses={200: {"model": list[BookInShort]}})
async def every() -> list[dict[str, Any]]:
    """The rulebooks that ship, each with its names, its size and the tiles it is entered by."""
    return list(book_index())


@router.get("/fans", summary="The fans of all rulebooks", responses={200: {"model": list[FanInIndex]}})
async def fans() -> list[dict[str, Any]]:
    """Every fan that some rulebook has, with its names and the rulebooks that have it, to be searched."""
    return list(fan_index())


@router.post("", summary="A rulebook of one's own", responses={200: {"model": BookTold}})
async def own(request: Request, rule: Rule) -> Response:
    """A rulebook by its text, as the values its page is made of."""
    return await answer(request, "rulebook", rule, {}, request.app.state.settings.limits.check_seconds)


@router.get("/{name}", summary="One rulebook", responses={200: {"model": BookTold}})
async def one(request: Request, name: str) -> Response:
    """A rulebook with its options as they are by default."""
    return await _kept(request, Rule(id=name[:LONGEST_ID]))


@router.post("/{name}", summary="One rulebook with options", responses={200: {"model": BookTold}})
async def chosen(request: Request, name: str,
                 options: Annotated[Options, Body(examples=[{}])]) -> Response:
    """A rulebook with options set."""
    return await _kept(request, Rule(id=name[:LONGEST_ID], options=options))


async def _kept(request: Request, rule: Rule) -> Response:
    """The page of a rulebook that ships, made once."""
    state = request.app.state
    text = state.pages.find(rule)
    if text is None:
        shown = await values(request, "rulebook", rule, {}, state.settings.limits.check_seconds)
        text = state.pages.keep(rule, {key: value for key, value in shown.items() if key != "kind"})
    return Response(text, media_type="application/json")
