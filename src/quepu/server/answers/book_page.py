"""A rulebook as the values its page is made of."""

from dataclasses import asdict
from itertools import combinations
from typing import Any

from quepu.book import Rulebook
from quepu.examples.how import HowPart, how_it_goes
from quepu.faults import told
from quepu.game.minds import has_learned
from quepu.notation import write_tiles
from quepu.plain_text import harmless
from quepu.rulebook.file.options import needs_of, option_text
from quepu.rulebook.model.model import Fan, Model, Option
from quepu.rulebook.model.play import Family, Texts
from quepu.rulebook.model.said import PaySaid
from quepu.rulebook.prose.conditions import condition_text, fan_text
from quepu.rulebook.prose.duties import duties
from quepu.rulebook.prose.procedure_text import procedure_text
from quepu.rulebook.prose.settled import settled
from quepu.rulebook.prose.wording import Words
from quepu.scoring.asked_facts import asked
from quepu.scoring.plain_values import whole
from quepu.server.answers.book_index import in_short
from quepu.tiles import KIND_COUNT

_FAN_KEYS = ("value", "when", "count", "pick", "tally", "drops", "tags", "group", "fallback", "example", "text",
             "source", "on")
_LANGS = ("zh", "zh-Hant", "en")


def page(book: Rulebook) -> dict[str, Any]:
    """Everything a reader's page shows of a rulebook."""
    model = book.model
    data = model.as_written()
    return {
        **in_short(book.id, model.names, data), "melds": _melds(model), "version": model.version,
        "source": model.said.head.source,
        "how": [_how(part) for part in how_it_goes(book)],
        "tiles": data.get("tiles", {}), "unit": dict(model.score.unit), "score": data.get("score", {}),
        "score_said": {key: _said(model, value) for key, value in data.get("score", {}).items()
                       if isinstance(value, str | int)},
        "tallies": data.get("tally", {}),
        "option_list": [_option(option, model) for option in model.options],
        "fan_list": [_fan(model, fan) for fan in model.fans],
        "shapes": data.get("shape", {}),
        "win": {duty.id: duty.written for duty in duties(model)},
        "flags": data.get("flag", {}),
        "memory": data.get("memory", {}),
        "asks": [fact.as_json() for fact in asked(model)],
        "wild": data.get("wild", {}), "always_wild": [write_tiles([kind]) for kind in book.always_wild],
        "defines": data.get("define", {}),
        "play": {name: data[name] for name in ("wall", "deal", "phase", "claim", "kong", "ready", "pass", "discard",
                                               "turned", "abort", "match") if name in data},
        "procedure": {lang: [asdict(part) for part in procedure_text(model, lang)] for lang in _LANGS},
        **{name: _rows(model, rows) for name, rows in model.said.rows()},
        "has_strong": has_learned(book),
        "text_of_file": book.sources[0].text,
    }


def _how(part: HowPart) -> dict[str, Any]:
    """A part of how a hand goes; its example with the score, or with what is wrong with it."""
    return {"id": part.id, "name": dict(part.names), "text": dict(part.text), "example": _example(part.example),
            "score": None if part.score is None else whole(part.score),
            "faults": [{lang: harmless(told(fault, lang)) for lang in _LANGS} for fault in part.faults]}


def _example(told: Any) -> Any:
    """An example as the page draws it and opens it in the calculator: turned tiles are written, not numbered."""
    if isinstance(told, str):
        return {"hand": told}
    if not isinstance(told, dict) or not isinstance(told.get("state"), dict):
        return told
    state = {name: write_tiles([kind]) if name.startswith("turned.") and kind in range(KIND_COUNT) else kind
             for name, kind in told["state"].items()}
    return {**told, "state": state}


def _melds(model: Model) -> dict[str, list[str]]:
    """The sets each claim may lay open, and those that can be kongs, as tiles are written."""
    catalogue = model.catalogue
    triples = set(catalogue.made_sets)
    found = {claim.id: [write_tiles(kinds) for kinds, family in zip(catalogue.sets, catalogue.families, strict=True)
                     if family in claim.sets]
             for claim in model.claims.on if claim.sets}
    kongs = [kinds for kinds, can in zip(catalogue.made_sets, catalogue.set_kong, strict=False) if can]
    four: list[tuple[int, ...]] = [(*kinds, kinds[0]) for kinds in kongs if len(set(kinds)) == 1]
    # four different tiles are a kong where any three of them are a set
    four += [(*kinds, last) for kinds in kongs for last in range(kinds[-1] + 1, KIND_COUNT)
             if all(three in triples for three in combinations((*kinds, last), 3))]
    four += [kinds for mixed in catalogue.mixed for size in range(mixed.least, len(mixed.kinds) + 1)
             for kinds in combinations(mixed.kinds, size)]
    return {**found, "kong": [write_tiles(kinds) for kinds in four]}


def _option(option: Option, model: Model) -> dict[str, Any]:
    said = model.said.options[option.id]
    called: dict[str, Texts] = {choice: {lang: Words(model, lang).choice(option.id, choice) for lang in _LANGS}
                                for choice in said.called}
    if option.type == "fans":
        called = {fan: known.name if (known := model.said.fans.declared(fan)) is not None else {}
                  for fan in option.choices}
    return {"id": option.id, "name": said.name, "text": said.text, "type": option.type,
            "value": option.value, "shown": option_text(option.value),
            "choices": [] if said.choices is None else said.choices,
            "called": called, "needs": needs_of(said.written)}


def _fan(model: Model, fan: Fan) -> dict[str, Any]:
    said = model.said.fans[fan.id]
    values = {"id": fan.id, "no": fan.no, "name": dict(fan.names),
              "condition": {lang: fan_text(model, fan, lang) for lang in _LANGS},
              **{key: said.written[key] for key in _FAN_KEYS if said.says(key)}, "tally": fan.tally}
    if said.says("example"):
        values["example"] = _example(said.example)
    if isinstance(said.value, str):
        values["worth"] = _said(model, said.value)
    return values


def _said(model: Model, text: Any) -> dict[str, str]:
    """An expression in words, in each language, with the options as they are set."""
    return {lang: condition_text(model, settled(model, str(text)), lang) for lang in _LANGS}


def _rows(model: Model, rows: Family[PaySaid]) -> list[dict[str, Any]]:
    """Rows of payment with what they ask for and what they move in words; none for a kong that is not played."""
    return [{**row.written, "said": {key: _said(model, text) for key, text in (
        ("when", row.when), ("amount", row.amount), ("from", row.from_)) if row.says(key)}}
            for row in rows.all if not _is_idle(model, row)]


def _is_idle(model: Model, row: PaySaid) -> bool:
    """Whether a row is paid for kongs alone that are switched off."""
    kongs = [event.removeprefix("kong.") for event in row.on if event.startswith("kong.")]
    return bool(kongs) and len(kongs) == len(row.on) and not any(kong in model.kongs for kong in kongs)
