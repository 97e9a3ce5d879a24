"""Rulebooks over HTTP: the list, and each as the values its page is made of."""

import asyncio
from dataclasses import asdict
from itertools import combinations
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request

from quepu.book import Rulebook
from quepu.examples.how import HowPart, how_it_goes
from quepu.faults import told
from quepu.notation import write_tiles
from quepu.rulebook.file.options import needs_of, option_text
from quepu.rulebook.model.model import Fan, Model, Option, entry_names
from quepu.rulebook.prose.conditions import condition_text, fan_text
from quepu.rulebook.prose.procedure_text import procedure_text
from quepu.rulebook.prose.settled import decided, settled
from quepu.rulebook.prose.wording import Words
from quepu.scoring.plain_values import whole
from quepu.server.routes.asked_book import Rule, Value
from quepu.server.routes.book_index import book_index, fan_index, in_short
from quepu.server.routes.hand_routes import answer
from quepu.tiles import KIND_COUNT

_FAN_KEYS = ("value", "when", "count", "pick", "tally", "drops", "tags", "group", "fallback", "example", "text",
             "source", "on")
_LANGS = ("zh", "zh-Hant", "en")
router = APIRouter(prefix="/api/rulebooks", tags=["rulebooks"])


@router.get("", summary="All rulebooks")
async def every() -> list[dict[str, Any]]:
    """The rulebooks that ship, each with its names, its size and the tiles it is entered by."""
    return list(await asyncio.to_thread(book_index))


@router.get("/fans", summary="The fans of all rulebooks")
async def fans() -> list[dict[str, Any]]:
    """Every fan that some rulebook has, with its names and the rulebooks that have it, to be searched."""
    return list(await asyncio.to_thread(fan_index))


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


def page(book: Rulebook) -> dict[str, Any]:
    """Everything a reader's page shows of a rulebook."""
    model, data = book.model, book.model.data
    return {
        **in_short(book.id, model.names, data), "melds": _melds(model), "version": model.version,
        "source": data.get("rulebook", {}).get("source", ""),
        "how": [_how(part) for part in how_it_goes(book)],
        "tiles": data.get("tiles", {}), "unit": dict(model.score.unit), "score": data.get("score", {}),
        "score_said": {key: _said(model, value) for key, value in data.get("score", {}).items()
                       if isinstance(value, str | int)},
        "tallies": data.get("tally", {}),
        "option_list": [_option(option, model) for option in model.options],
        "fan_list": [_fan(model, fan) for fan in model.fans],
        "shapes": data.get("shape", {}),
        "win": {name: table for name, table in data.get("win", {}).items() if not _holds(model, table)},
        "flags": data.get("flag", {}),
        "memory": data.get("memory", {}),
        "wild": data.get("wild", {}), "always_wild": [write_tiles([kind]) for kind in book.always_wild],
        "defines": data.get("define", {}),
        "play": {name: data[name] for name in ("wall", "deal", "phase", "claim", "kong", "ready", "pass", "discard",
                                               "turned", "abort", "match") if name in data},
        "procedure": {lang: [asdict(part) for part in procedure_text(model, lang)] for lang in _LANGS},
        **{name: _rows(model, data.get(name, [])) for name in ("pay", "adjust", "liability")},
        "text_of_file": book.sources[0].text,
    }


def _how(part: HowPart) -> dict[str, Any]:
    """A part of how a hand goes; its example with the score, or with what is wrong with it."""
    return {"id": part.id, "name": dict(part.names), "text": dict(part.text), "example": _example(part.example),
            "score": None if part.score is None else whole(part.score),
            "faults": [{lang: told(fault, lang) for lang in _LANGS} for fault in part.faults]}


def _example(told: Any) -> Any:
    """An example as the page draws it and opens it in the calculator: turned tiles are written, not numbered."""
    if isinstance(told, str):
        return {"hand": told}
    if not isinstance(told, dict) or not isinstance(told.get("state"), dict):
        return told
    state = {name: write_tiles([kind]) if name.startswith("turned.") and kind in range(KIND_COUNT) else kind
             for name, kind in told["state"].items()}
    return {**told, "state": state}


def _holds(model: Model, table: dict[str, Any]) -> bool:
    """Whether a condition of winning is met by every hand, as the options are set."""
    return decided(model, table.get("when")) is True


def _melds(model: Model) -> dict[str, list[str]]:
    """The sets each claim may lay open, and those that can be kongs, as tiles are written."""
    catalogue = model.catalogue
    triples = set(catalogue.made_sets)
    found = {claim: [write_tiles(kinds) for kinds, family in zip(catalogue.sets, catalogue.families, strict=True)
                     if family in model.data["claim"][claim]["sets"]]
             for claim in model.entries("claim") if model.data["claim"][claim].get("sets")}
    kongs = [kinds for kinds, can in zip(catalogue.made_sets, catalogue.set_kong, strict=False) if can]
    four: list[tuple[int, ...]] = [(*kinds, kinds[0]) for kinds in kongs if len(set(kinds)) == 1]
    # four different tiles are a kong where any three of them are a set
    four += [(*kinds, last) for kinds in kongs for last in range(kinds[-1] + 1, KIND_COUNT)
             if all(three in triples for three in combinations((*kinds, last), 3))]
    four += [kinds for mixed in catalogue.mixed for size in range(mixed.least, len(mixed.kinds) + 1)
             for kinds in combinations(mixed.kinds, size)]
    return {**found, "kong": [write_tiles(kinds) for kinds in four]}


def _option(option: Option, model: Model) -> dict[str, Any]:
    table = model.data.get("option", {}).get(option.id, {})
    called = {choice: {lang: Words(model, lang).choice(option.id, choice) for lang in _LANGS}
              for choice in table.get("called", {})}
    if option.type == "fans":
        called = {fan: model.data.get("fan", {}).get(fan, {}).get("name", {}) for fan in option.choices}
    return {"id": option.id, "name": table.get("name", {}), "text": table.get("text", {}), "type": option.type,
            "value": option.value, "shown": option_text(option.value), "choices": table.get("choices", []),
            "called": called, "needs": needs_of(table)}


def _fan(model: Model, fan: Fan) -> dict[str, Any]:
    table = model.data.get("fan", {}).get(fan.id, {})
    values = {"id": fan.id, "no": fan.no, "name": dict(fan.names),
              "condition": {lang: fan_text(model, fan, lang) for lang in _LANGS},
              **{key: table[key] for key in _FAN_KEYS if key in table}, "tally": fan.tally}
    if "example" in table:
        values["example"] = _example(table["example"])
    if isinstance(table.get("value"), str):
        values["worth"] = _said(model, table["value"])
    return values


def _said(model: Model, text: Any) -> dict[str, str]:
    """An expression in words, in each language, with the options as they are set."""
    return {lang: condition_text(model, settled(model, str(text)), lang) for lang in _LANGS}


def _rows(model: Model, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of payment with what they ask for and what they move in words; none for a kong that is not played."""
    return [{**row, "said": {key: _said(model, row[key]) for key in ("when", "amount", "from") if key in row}}
            for row in rows if not _is_idle(model, row)]


def _is_idle(model: Model, row: dict[str, Any]) -> bool:
    """Whether a row is paid for kongs alone that are switched off."""
    events = [row["on"]] if isinstance(row.get("on"), str) else row.get("on", [])
    kongs = [event.removeprefix("kong.") for event in events if event.startswith("kong.")]
    played = entry_names(model.data, "kong")
    return bool(kongs) and len(kongs) == len(events) and not any(kong in played for kong in kongs)
