"""What can be changed by hand of a house rule: one row for each value, as it stands and as it would be unchanged."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from quepu.book import Rulebook
from quepu.rulebook.file.load import FANS, apply_options, are_numbers, merge, number_range
from quepu.rulebook.file.options import option_text
from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.file.section import Key
from quepu.rulebook.file.toml_edit import dotted, value_at
from quepu.rulebook.file.toml_text import Table
from quepu.server.answers.house_pieces import (
    Choice,
    Keys,
    Named,
    Names,
    Piece,
    ReadyFan,
    all_pieces,
    changes_of,
    offered_choices,
    ready_fans,
)

LARGEST_VALUE = 100_000                 # of a fan, as far as it is offered
PIECE, NEW = "piece.", "new."           # keys that stand for several lines
OWN = "house_"                          # what ids begin with that are made here
_NAMES = ("zh", "zh-Hant", "en")


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that can be changed: where it stands, what it is and what it would be without the change."""

    key: str
    group: str
    kind: str                           # number, switch, choice, several, text, own
    about: str                          # rows of one thing stand in one line
    name: Names
    value: Any
    base: Any
    is_changed: bool
    text: Names = field(default_factory=dict)
    low: int = 0
    high: int = LARGEST_VALUE
    choices: tuple[tuple[str, Names], ...] = ()
    path: Keys = ()

    def as_json(self) -> dict[str, Any]:
        """As it is sent."""
        told = {key: value for key, value in asdict(self).items() if key != "path"}
        return {**told, "choices": [{"value": value, "name": dict(name)} for value, name in self.choices]}


class House:
    """A house rule with all that can be changed of it; `book` is the rulebook that it starts from."""

    def __init__(self, book: Rulebook, own: Table, below: Table) -> None:
        self.book = book
        self.own = own
        options = {"option": own["option"]} if isinstance(own.get("option"), dict) else {}
        self.tables, _values = apply_options(merge(below, own), {}, [])
        self.plain, _plain = apply_options(merge(below, options), {}, [])       # its options alone are changed
        self.below, _below = apply_options(below, {}, [])

    def rows(self) -> tuple[Row, ...]:
        """Every row, group by group."""
        return (self._name(), *(row for named in all_pieces().named for row in self._named(named)),
                *(self._piece(piece) for piece in all_pieces().pieces if self._choices(piece)),
                *self._switches(), *self._options(), *self._fans())

    def fans(self) -> list[dict[str, Any]]:
        """The ready-made fans that fit and are not there yet, under whatever name."""
        known = {names_of(fan.get("name")).get("zh") for fan in self._family("fan").values()
                 if fan.get("enabled", True) is True}
        return [{"id": fan.id, "name": dict(fan.name), "text": dict(fan.text)} for fan, _example in self._ready()
                if fan.name["zh"] not in known]

    def new_fan(self, name: str) -> tuple[Keys, dict[str, Any]] | None:
        """Where a ready-made fan is written, and what of it; None if it is not offered."""
        for fan, example in self._ready():
            if fan.id == name:
                tally, value = self._usual_fan()
                made = {"name": dict(fan.name), "text": dict(fan.text), "value": value, **fan.ways, "tally": tally,
                        "example": {"hand": example, "self_draw": True}}
                return ("fan", OWN + name), made
        return None

    def _ready(self) -> list[tuple[ReadyFan, str]]:
        """The ready-made fans that can be earned here, with a hand for each."""
        if not self._usual_fan()[0]:
            return []
        return [(fan, example) for fan, example in ready_fans(self.book)
                if OWN + fan.id not in self._family("fan")]

    def piece_lines(self, piece: str) -> list[Keys]:
        """Everything that some way of a piece writes, each place once."""
        return list(dict.fromkeys(path for one in all_pieces().pieces if one.id == piece for choice in one.choices
                                  for path, _value in choice.lines()))

    def choice(self, piece: str, name: str) -> Choice | None:
        """One way of a piece that is offered."""
        return next((choice for one in all_pieces().pieces if one.id == piece for choice in self._choices(one)
                     if choice.id == name), None)

    def _family(self, section: str) -> Mapping[str, Any]:
        """The entries of a section that can be read, as all files together say them."""
        content = self.tables.get(section)
        return {name: entry for name, entry in content.items() if isinstance(entry, dict)} \
            if isinstance(content, dict) else {}

    def _row(self, path: Keys, group: str, kind: str, name: Names, **more: Any) -> Row:
        said = value_at(self.tables, path)
        was = value_at(self.plain, path)
        given = {"value": said, "base": was, "is_changed": value_at(self.own, path) is not None,
                 "about": ".".join(path), **more}
        return Row(dotted(path), group, kind, name=name, path=path, **given)

    def _name(self) -> Row:
        head = self.own.get("rulebook", {})
        name = names_of(head.get("name")) if isinstance(head, dict) else {}
        return Row("name", "name", "text", "name", {}, name.get("zh") or name.get("en") or "",
                   self.book.name(), bool(name), path=("rulebook", "name"))

    def _named(self, named: Named) -> Iterator[Row]:
        key = _key_of(named.path)
        said, was = ((named.usual if found is None else found)
                     for found in (value_at(self.tables, named.path), value_at(self.plain, named.path)))
        decided = any(value_at(part, named.path) is not None for part in changes_of(self.tables))     # by an option
        if key is None or decided or not self._has_entry(named.path):
            return
        if said is None:
            said = key.left_out if not named.optional else None
            was = said if was is None else was
        if key.words:
            choices = tuple((word, named.called.get(word, {})) for word in key.words)
            if said in key.words:
                yield self._row(named.path, named.group, "choice", named.name, value=said, base=was, choices=choices)
        elif (named.optional and said is None) or type(said) is int:
            low = key.low if named.least is None else named.least
            yield self._row(named.path, named.group, "number", named.name, value=said, base=was,
                            low=max(low, -LARGEST_VALUE), high=min(key.high, LARGEST_VALUE))

    def _has_entry(self, path: Keys) -> bool:
        """Whether the entry that a value belongs to is one of the rulebook, and in force."""
        if SECTIONS[path[0]].form != "family":
            return True
        return self._family(path[0]).get(path[1], {"enabled": False}).get("enabled", True) is True

    def _choices(self, piece: Piece) -> tuple[Choice, ...]:
        return offered_choices(piece, self.plain, self.book.model.kinds)

    def _piece(self, piece: Piece) -> Row:
        choices = self._choices(piece)
        written = [choice for choice in piece.choices
                   if all(value_at(self.own, path) is not None for path, _value in choice.lines())]
        exact = next((choice.id for choice in written if all(
            _is_written(value_at(self.own, path), value) for path, value in choice.lines())), None)
        value = exact or ("*" if written else "")
        return Row(PIECE + piece.id, piece.group, "choice", PIECE + piece.id, piece.name, value, "", bool(value),
                   choices=(("", {}), *((choice.id, choice.name) for choice in choices)))

    def _switches(self) -> Iterator[Row]:
        """Entries in force, and those that the text itself switches off."""
        for section in all_pieces().switches:
            for name, entry in self._family(section).items():
                path = (section, name, "enabled")
                declared = self.book.model.declared(section, name)
                if declared is None or not declared.title or not self._is_switched(path, entry):
                    continue
                was = value_at(self.plain, path) is not False
                yield self._row(path, section, "switch", dict(declared.title),
                                value=entry.get("enabled", True) is True, base=was, about=f"{section}.{name}")

    def _is_switched(self, path: Keys, entry: Mapping[str, Any]) -> bool:
        return entry.get("enabled", True) is True or value_at(self.own, path) is not None

    def _options(self) -> Iterator[Row]:
        said = self.book.model.said.options
        for name, table in self._family("option").items():
            if table.get("enabled", True) is not True or "default" not in table:
                continue
            path = ("option", name, "default")
            known = said.declared(name)
            was = value_at(self.below, path)
            more: dict[str, Any] = {"about": f"option.{name}", "text": dict(known.text) if known is not None else {},
                                    "base": was}
            if was is None:             # an option of its own is changed, but there is nothing to go back to
                more["is_changed"] = False
            title, kind, listed = names_of(table.get("name")), table.get("type"), table.get("choices")
            called = table.get("called") if isinstance(table.get("called"), dict) else {}
            if kind == "bool":
                yield self._row(path, "option", "switch", title, **more)
            elif kind == "int":
                low, high = number_range(listed)
                yield self._row(path, "option", "number", title, low=low, high=high, **more)
            elif kind == "choice" and isinstance(listed, list):
                choices = tuple((option_text(one), names_of(called.get(option_text(one)))) for one in listed)
                more["base"] = None if was is None else option_text(was)
                now = option_text(table["default"])
                yield self._row(path, "option", "choice", title, value=now, choices=choices, **more)
            elif kind == FANS and isinstance(listed, list) and listed:
                names = {fan: names_of(self._family("fan").get(fan, {}).get("name")) for fan in listed
                         if isinstance(fan, str)}
                more["base"] = None if was is None else _listed(was)
                yield self._row(path, "option", "several", title, choices=tuple(names.items()),
                                value=_listed(table["default"]), **more)

    def _fans(self) -> Iterator[Row]:
        plain = self.plain.get("fan", {})
        for name, fan in self._family("fan").items():
            switch = ("fan", name, "enabled")
            if not self._is_switched(switch, fan):
                continue
            title, about = names_of(fan.get("name")), f"fan.{name}"
            text = names_of(fan.get("text")) if name not in plain else {}
            if type(fan.get("value", 0)) is int:
                own = {} if name in plain else {"is_changed": False, "base": None}
                yield self._row(("fan", name, "value"), "fan", "number", title, about=about, text=text,
                                **{"value": fan.get("value", 0), "base": value_at(plain, (name, "value")) or 0, **own})
            if name in plain:
                yield self._row(switch, "fan", "switch", title, about=about, base=True,
                                value=fan.get("enabled", True) is True)
            else:
                yield self._row(("fan", name), "fan", "own", title, about=about, value=None, base=None, text=text)

    def _usual_fan(self) -> tuple[str, int]:
        """The tally that most fans of the rulebook add to and their usual value; no tally if options take it away."""
        model = self.book.model
        tallies = [fan.tally for fan in model.fans if fan.on == "win"]
        tally = max(sorted(set(tallies)), key=tallies.count) if tallies else ""
        if any(value_at(part, ("tally", tally, "enabled")) is not None for part in changes_of(self.tables)):
            return "", 0
        values = sorted(fan["value"] for fan in self._family("fan").values()
                        if type(fan.get("value")) is int and fan.get("tally", tally) == tally)
        return tally, values[len(values) // 4] if values else 1


def names_of(written: Any) -> dict[str, str]:
    """A name as a file writes it, in each language it has."""
    if isinstance(written, str):
        return {"zh": written}
    return {lang: written[lang] for lang in _NAMES if isinstance(written.get(lang), str)} \
        if isinstance(written, dict) else {}


def _listed(value: Any) -> list[str]:
    """A list of fans, however it is written."""
    parts = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else []
    return [part for part in parts if isinstance(part, str) and part]


def is_number_choice(table: Mapping[str, Any]) -> bool:
    """Whether an option's choices are numbers, which its default is then written as."""
    return are_numbers(table.get("choices"))


def _is_written(own: Any, value: Any) -> bool:
    """Whether a table says all that a piece writes; the defaults of its options may be others."""
    if isinstance(own, dict) and isinstance(value, dict):
        return all(key == "default" or _is_written(own.get(key), inner) for key, inner in value.items())
    return bool(own == value)


def _key_of(path: Keys) -> Key | None:
    """What the schema says of a value."""
    section = SECTIONS[path[0]]
    rest = path[2:] if section.form == "family" else path[1:]
    keys: Mapping[str, Key] = section.keys
    found: Key | None = None
    for step in rest:
        found = keys.get(step)
        if found is None:
            return None
        keys = found.keys
    return found
