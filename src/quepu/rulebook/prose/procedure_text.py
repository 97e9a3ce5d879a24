"""The procedure of a rulebook in words: deal, phases, claims, kongs, declarations and match, entry by entry.

Every key of the sections of play has its words in `locales/` (`procedure.SECTION.KEY`), every word it may say too
(`procedure.SECTION.KEY.WORD`); a key without words is not told.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from quepu.locale import has_words, language, pick, words
from quepu.rulebook.file.choices import Flowers, LastRule
from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.file.section import Key
from quepu.rulebook.language.events import EVENTS, named_events
from quepu.rulebook.model import play
from quepu.rulebook.model.model import Model
from quepu.rulebook.model.play import Family
from quepu.rulebook.prose.conditions import condition_text
from quepu.rulebook.prose.figures import figure, is_formula
from quepu.rulebook.prose.settled import decided, settled
from quepu.tiles import FLOWERS, SEATS, kind_of, seat_name
from quepu.tiles import name as tile_name

#: the sections of play in the order in which a hand goes through them
PARTS = ("tiles", "deal", "wall", "wild", "turned", "phase", "discard", "claim", "kong", "ready", "pass", "abort",
         "fault", "match")
_ASKED = ("expr", "exprs", "value", "choices", "numbers")       # what is told from an expression
_OF_THE_DRAWN = (LastRule.DRAW_ONLY, LastRule.OFFERED)
_OF = ("kong", "ready", "claim")        # what `of` may name
_SAID = {"discard": ("when",), "wall": ("reserve", "reserve_for"), "phase": ("winner", "until"),
         "match": ("keeps", "next_dealer")}     # what the sentence of an entry says already


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a section: what it is called and what it says."""

    id: str
    name: str
    text: str
    lines: tuple[str, ...]
    formulas: tuple[str, ...] = ()      # what is said only one level down


@dataclass(frozen=True, slots=True)
class Part:
    """One section of play."""

    id: str
    title: str
    entries: tuple[Entry, ...]


def procedure_text(model: Model, lang: str) -> list[Part]:
    """The sections of play that a rulebook has, each entry in words."""
    told = _Procedure(model, lang)
    parts = [Part(part, words(f"rules.section.{part}", lang), tuple(told.entries(part))) for part in PARTS]
    return [part for part in parts if part.entries]


class _Procedure:
    """A rulebook and a language."""

    def __init__(self, model: Model, lang: str) -> None:
        self.model, self.lang = model, lang
        self.formulas: list[str] = []       # of the entry that is told

    def entries(self, part: str) -> Iterator[Entry]:
        content = self.model.sections[part]
        fills = part == "match" and self._fills_a_pot()
        for entry in content.on if isinstance(content, Family) else (content,) if content.written or fills else ():
            if self._is_played(entry):
                name, text = (pick(getattr(entry, key, {}), self.lang) for key in ("name", "text"))
                said = _SAID.get(part, ()) if text else ()
                self.formulas = []
                lines = tuple(self.lines(part, {key: value for key, value in entry.written.items() if key not in said},
                                         SECTIONS[part].keys))
                if fills and "pot" not in entry.written.get("ranking", {}):     # so it is if nothing is said
                    lines += (words("procedure.match.ranking.pot.first", self.lang),)
                if part == "phase" and not name and not text:       # its kind is what it is called
                    name, lines = lines[0], lines[1:]
                if lines or text or name:
                    yield Entry(entry.id, name, text, lines, tuple(self.formulas))

    def _fills_a_pot(self) -> bool:
        """Whether something may be left in the pot when the match is over."""
        return any(ready.says("stake") or ready.choices for ready in self.model.readies.on) \
            or any(row.written.get("for") == "pot" for _kind, rows in self.model.said.rows() for row in rows.on)

    def _is_played(self, entry: play.Entry) -> bool:
        """Whether an entry has its moment, as the options are set; wild tiles that nobody chooses have none."""
        if isinstance(entry, play.Wild) and not entry.are_chosen and not entry.imagined and not entry.says("drawn"):
            return False
        asked = (getattr(entry, key, None) for key in ("when", "tiles"))
        return not any(isinstance(one, play.Formula) and one.text and
                       (figure(self.model, one.text) == 0 or decided(self.model, one.text) is False) for one in asked)

    def lines(self, place: str, table: Mapping[str, Any], keys: Mapping[str, Key]) -> Iterator[str]:
        """What each key of a table says."""
        for key, at in keys.items():
            if key not in table or self._says_nothing(key, table[key]):
                continue
            value = table[key]
            if at.keys:
                many = value if isinstance(value, list) else [value]
                for inner in (one for one in many if isinstance(one, Mapping)):
                    yield from [self.last_tiles(inner, at.keys)] if key == "last" else \
                        self.lines(f"{place}.{key}", inner, at.keys)
            elif at.dotted:
                named = named_events(value)
                yield from filter(None, (self.line(f"procedure.{place}.{key}", at, [*named]),
                                         self.line(f"procedure.{place}.of", at, [*chain(*named.values())])))
            else:
                text = self.line(f"procedure.{place}.{key}", at, value)
                if text and at.type in _ASKED and is_formula(text):
                    self.formulas.append(text)
                elif text:
                    yield text

    def last_tiles(self, row: Mapping[str, Any], keys: Mapping[str, Key]) -> str:
        """A rule for the last tiles, with the number of tiles left at which it begins to hold.

        What is drawn and what is offered is one of the last `tiles`; the other rules are asked about what is left
        once the tile has been drawn, which is one fewer.
        """
        count = figure(self.model, row.get("tiles", 1))
        rest = self.lines("wall.last", {key: value for key, value in row.items() if key != "tiles"}, keys)
        if count is None:
            begins = self.line("procedure.wall.last.below", keys["tiles"], row["tiles"])
        elif row["rule"] in _OF_THE_DRAWN:
            begins = words("procedure.wall.last.tiles", self.lang, value=count)
        else:
            key = "procedure.wall.last.begins"
            begins = words(key if count > 1 else f"{key}.zero", self.lang, value=count - 1)
        return words("condition.comma", self.lang).join([begins, *rest])

    def _says_nothing(self, key: str, value: Any) -> bool:
        """A condition that the options meet, flowers of a set that has none, no imagined tile, nothing kept or paid."""
        tiles = self.model.tiles
        if key == "indicator_order":
            return not self.model.turned and not self.model.wild.are_chosen
        if key == "when":
            return decided(self.model, value) is True or bool(figure(self.model, value))
        if key in ("pays", "reserve") and figure(self.model, value) == 0:
            return True
        return (key == "imagined" and value == 0) \
            or (key == "flowers" and value == Flowers.NEVER and not (tiles.kinds | tiles.bonus) >> FLOWERS.start)

    def line(self, place: str, at: Key, value: Any) -> str:
        """What a key says; empty if it says nothing a player needs."""
        if isinstance(value, bool):
            key = place if value else f"{place}.false"
            return words(key, self.lang) if has_words(key) else ""
        if value == 0 and has_words(f"{place}.zero"):
            return words(f"{place}.zero", self.lang)
        if place.endswith(".flower_owner"):
            value = [seat_name(SEATS.index(seat), language(self.lang)) for seat in str(value) if seat in SEATS]
        parts = [part for part in value if part != ""] if isinstance(value, list) else [] if value == "" else [value]
        if not parts:
            return words(f"{place}.none", self.lang) if has_words(f"{place}.none") else ""
        if at.type == "choices" and len(parts) == 2:        # the lowest and the highest
            low, high = (figure(self.model, part) for part in parts)
            told = words("condition.or", self.lang).join((str(low), str(high))) \
                if low is not None and high == low + 1 else words(
                    "rules.from_to", self.lang, **{end: self.part(place, at, part)
                                                   for end, part in zip(("low", "high"), parts, strict=True)})
        else:
            told = words("condition.list", self.lang).join(self.part(place, at, part) for part in parts)
        return words(place, self.lang, value=told) if has_words(place) else told if at.words else ""

    def part(self, place: str, at: Key, value: Any) -> str:
        """One value of a key: a word, the name of something, an expression, a number."""
        if (at.words or place == "procedure.wild.kinds") and has_words(f"{place}.{value}"):
            return words(f"{place}.{value}", self.lang)
        if at.refers == "event" and value in EVENTS:
            return words(f"procedure.event.{value}", self.lang)
        for section in _OF if place.endswith(".of") else (at.refers,) if at.refers else ():
            if self.model.declared(section, str(value)) is not None:
                return self.entry(section, str(value))
        if at.type in ("expr", "exprs", "value", "choices") and isinstance(value, str):
            count = figure(self.model, value)
            if count is not None:
                return str(count)
            return condition_text(self.model, settled(self.model, value), self.lang)
        if place == "procedure.tiles.numbers":
            return self.numbers(value)
        if isinstance(value, Mapping):
            return words("condition.comma", self.lang).join(f"{key} = {one}" for key, one in value.items())
        return str(value)

    def numbers(self, of: Mapping[str, int]) -> str:
        """Which tiles count as which number."""
        by_number: dict[int, list[str]] = {}
        for tile, number in of.items():
            by_number.setdefault(number, []).append(tile_name(kind_of(tile), language(self.lang)))
        return words("condition.semicolon", self.lang).join(
            words("procedure.tiles.number", self.lang, n=number, tiles=words("condition.list", self.lang).join(tiles))
            for number, tiles in sorted(by_number.items()))

    def entry(self, section: str, name: str) -> str:
        """What an entry of the rulebook is called."""
        entry = self.model.declared(section, name)
        names = entry.title if entry is not None else {}
        key = f"procedure.set.{name}"
        if not names and section == "sets" and has_words(key):
            return words(key, self.lang)
        return pick(names, self.lang, name)
