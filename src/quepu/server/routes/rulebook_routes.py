"""Rulebooks over HTTP: the list, and each as the values its page is made of."""

import asyncio
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request

from quepu.book import Rulebook
from quepu.rulebook.file.default import default_rule
from quepu.rulebook.file.load import known_ids, option_text
from quepu.rulebook.model.model import Fan, Model, Option
from quepu.rulebook.prose.conditions import condition_text, fan_text
from quepu.rulebook.prose.procedure_text import procedure_text
from quepu.rulebook.prose.wording import Words
from quepu.server.routes.asked_book import Rule, Value
from quepu.server.routes.hand_routes import answer

_FAN_KEYS = ("value", "when", "count", "pick", "tally", "drops", "tags", "group", "fallback", "example", "text",
             "source", "on")
_LANGS = ("zh", "zh-Hant", "en")
router = APIRouter(prefix="/api/rulebooks", tags=["rulebooks"])


@router.get("", summary="All rulebooks")
async def every(request: Request) -> list[dict[str, Any]]:
    """The rulebooks that ship, each with its names and size."""
    books = request.app.state.books
    return await asyncio.to_thread(lambda: [_short(books.find(Rule(id=name))) for name in known_ids()])


@router.post("", summary="A rulebook of one's own")
async def own(request: Request, rule: Rule) -> dict[str, Any]:
    """A rulebook by its text, as the values its page is made of."""
    return await answer(request, "rulebook", rule, {}, request.app.state.settings.limits.check_seconds)


@router.get("/{name}", summary="One rulebook")
async def one(request: Request, name: str) -> dict[str, Any]:
    """A rulebook with its options as they are by default."""
    return await asyncio.to_thread(lambda: page(request.app.state.books.find(Rule(id=name))))


@router.post("/{name}", summary="One rulebook with options")
async def chosen(request: Request, name: str,
                 options: Annotated[dict[str, Value], Body(examples=[{}])]) -> dict[str, Any]:
    """A rulebook with options set."""
    return await asyncio.to_thread(lambda: page(request.app.state.books.find(Rule(id=name, options=options))))


def _short(book: Rulebook) -> dict[str, Any]:
    model = book.model
    head = model.data.get("rulebook", {})
    return {"id": book.id, "name": dict(model.names), "text": head.get("text", {}), "fans": len(model.fans),
            "options": len(model.options), "hand_size": model.hand_size, "sample": head.get("sample", ""),
            "is_default": book.id == default_rule()}


def page(book: Rulebook) -> dict[str, Any]:
    """Everything a reader's page shows of a rulebook."""
    model, data = book.model, book.model.data
    return {
        **_short(book), "version": model.version, "source": data.get("rulebook", {}).get("source", ""),
        "tiles": data.get("tiles", {}), "unit": dict(model.score.unit), "score": data.get("score", {}),
        "score_said": {key: _said(model, value) for key, value in data.get("score", {}).items()
                       if isinstance(value, str | int)},
        "tallies": data.get("tally", {}),
        "option_list": [_option(option, model) for option in model.options],
        "fan_list": [_fan(model, fan) for fan in model.fans],
        "shapes": data.get("shape", {}), "win": data.get("win", {}), "flags": data.get("flag", {}),
        "memory": data.get("memory", {}),
        "wild": data.get("wild", {}), "defines": data.get("define", {}),
        "play": {name: data[name] for name in ("wall", "deal", "phase", "claim", "kong", "ready", "pass", "discard",
                                               "turned", "abort", "match") if name in data},
        "procedure": {lang: [asdict(part) for part in procedure_text(model, lang)] for lang in _LANGS},
        **{name: _rows(model, data.get(name, [])) for name in ("pay", "adjust", "liability")},
        "text_of_file": book.sources[0].text,
    }


def _option(option: Option, model: Model) -> dict[str, Any]:
    table = model.data.get("option", {}).get(option.id, {})
    called = {choice: {lang: Words(model, lang).choice(option.id, choice) for lang in _LANGS}
              for choice in table.get("called", {})}
    return {"id": option.id, "name": table.get("name", {}), "text": table.get("text", {}), "type": option.type,
            "value": option.value, "shown": option_text(option.value), "choices": table.get("choices", []),
            "called": called}


def _fan(model: Model, fan: Fan) -> dict[str, Any]:
    table = model.data.get("fan", {}).get(fan.id, {})
    values = {"id": fan.id, "no": fan.no, "name": dict(fan.names),
              "condition": {lang: fan_text(model, fan, lang) for lang in _LANGS},
              **{key: table[key] for key in _FAN_KEYS if key in table}, "tally": fan.tally}
    if isinstance(table.get("value"), str):
        values["worth"] = _said(model, table["value"])
    return values


def _said(model: Model, text: Any) -> dict[str, str]:
    """An expression in words, in each language."""
    return {lang: condition_text(model, str(text), lang) for lang in _LANGS}


def _rows(model: Model, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of payment with what they ask for and what they move in words."""
    return [{**row, "said": {key: _said(model, row[key]) for key in ("when", "amount", "from") if key in row}}
            for row in rows]
