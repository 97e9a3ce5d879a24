"""From checked tables to the values of `play.py` and `said.py`: one way for every section, by the schema.

A key that is at fault has been told by then and counts as left out, so that checks may look at the values.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from quepu.errors import QuepuError
from quepu.notation import read_kinds
from quepu.rulebook.file.reader import Reader
from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.file.section import Key
from quepu.rulebook.language.node import Number
from quepu.rulebook.model import play as p
from quepu.rulebook.model import said as s
from quepu.rulebook.model.play import ABSENT, Entry, Family, Formula, Path, field_of
from quepu.tiles import mask

Place = tuple[str, ...]                 # a section, or a key of it that is a table itself
Section = Entry | Family[Entry]
#: what each table is as a value
KINDS: dict[Place, type[Entry]] = {
    ("rulebook",): s.Head, ("tiles",): p.Tiles, ("sets",): p.Named, ("pairs",): p.Named, ("shape",): s.ShapeSaid,
    ("flag",): s.FlagSaid, ("define",): s.DefineSaid, ("memory",): s.MemorySaid, ("memory", "update"): s.UpdateSaid,
    ("fan",): s.FanSaid, ("tally",): p.Named, ("grade",): p.Named, ("score",): s.ScoreSaid, ("win",): s.WinSaid,
    ("pay",): s.PaySaid, ("adjust",): s.PaySaid, ("liability",): s.PaySaid, ("option",): s.OptionSaid,
    ("how",): s.HowSaid, ("examples",): p.Examples, ("wild",): p.Wild, ("wall",): p.Wall,
    ("wall", "last"): p.LastTiles, ("deal",): p.Deal, ("turned",): p.Turned, ("phase",): p.Phase,
    ("discard",): p.Discard, ("claim",): p.Claim, ("kong",): p.Kong, ("ready",): p.Ready, ("pass",): p.Pass,
    ("abort",): p.Abort, ("fault",): p.FaultRule, ("match",): p.Match, ("match", "hands"): p.MatchLength,
    ("match", "ranking"): p.Ranking, ("match", "false_win"): p.FalseWin}
#: the sections that are called otherwise in `Play` and `Said`: several entries
FIELDS = {"rulebook": "head", "shape": "shapes", "flag": "flags", "define": "defines", "fan": "fans", "win": "wins",
          "option": "options", "phase": "phases", "discard": "discards", "claim": "claims", "kong": "kongs",
          "ready": "readies", "pass": "passes", "abort": "aborts", "fault": "faults"}
#: sections whose expressions are asked at the table; of the others a value has the text alone
PLAYED = frozenset(("wall", "deal", "turned", "phase", "discard", "claim", "kong", "ready", "pass", "abort", "fault",
                    "match", "wild"))
_BASE = frozenset(field.name for field in fields(Entry))


@dataclass(frozen=True, slots=True)
class _Key:
    """A key that is read: where it stands, and under which name the trees of its expressions are kept."""

    reader: Reader
    place: Place
    path: Path
    kept: Path
    key: Key


def read_sections(reader: Reader) -> dict[str, Section]:
    """Every section of the language as a value, those that the rulebook does not have too."""
    made: dict[str, Section] = {}
    for name, section in SECTIONS.items():
        content = reader.tables.get(name)
        if section.form == "table":
            made[name] = _entry(reader, (name,), (name,), (name,), content) if isinstance(content, dict) else \
                _absent((name,))
        else:
            rows = content.items() if isinstance(content, dict) else enumerate(content or ())
            made[name] = Family(tuple(_entry(reader, (name,), (name, key), (name, key), table)
                                      for key, table in rows if isinstance(table, dict)))
    return made


def of(kind: type[p.Play | s.Said], sections: Mapping[str, Section]) -> dict[str, Any]:
    """The sections that a class has, by its names for them."""
    names = {field.name for field in fields(kind)}
    return {field: value for name, value in sections.items() if (field := FIELDS.get(name, name)) in names}


def keys_at(place: Place) -> Mapping[str, Key]:
    """The keys of a table."""
    keys: Mapping[str, Key] = SECTIONS[place[0]].keys
    for step in place[1:]:
        keys = keys[step].keys
    return keys


def _entry(reader: Reader, place: Place, path: Path, kept: Path, table: Mapping[str, Any]) -> Entry:
    """One table as its value; only what is written has to be read."""
    values, keys = dict(_left_out(place)), keys_at(place)
    for word, value in table.items():
        name = field_of(word)
        if name in values and word in keys:
            at = _Key(reader, place, (*path, word), (*kept, word), keys[word])
            found = _SPECIAL.get((*place, word), _READ[keys[word].type])(at, value)
            if found is not None:
                values[name] = found
    return KINDS[place](**values, id=_id(path, table), path=path, enabled=bool(table.get("enabled", True)),
                        written=table)


def _id(path: Path, table: Mapping[str, Any]) -> str:
    """The name of an entry: in a family the one it stands under, else its `id`."""
    if len(path) == 2 and isinstance(path[1], str):
        return path[1]
    own = table.get("id")
    return own if isinstance(own, str) else ""


@cache
def _absent(place: Place) -> Entry:
    """What holds where a table is left out."""
    return KINDS[place](**_left_out(place), id="", path=place, enabled=True, written=ABSENT)


@cache
def _left_out(place: Place) -> Mapping[str, Any]:
    """What each field of a value says where its key is left out."""
    keys = {field_of(word): (word, key) for word, key in keys_at(place).items()}
    made: dict[str, Any] = {}
    for field in fields(KINDS[place]):
        if field.name in _BASE:
            continue
        if field.name not in keys:      # a section without names or sentences
            made[field.name] = "" if field.name in ("source", "tag", "payer", "from_") else {}
            continue
        word, key = keys[field.name]
        if key.type == "table" and key.keys:
            made[field.name] = _absent((*place, word))
        elif key.type in ("expr", "value") and place[0] in PLAYED:
            made[field.name] = None if key.default is None else Formula((), key.default, _constant(key))
        elif key.default is not None:
            made[field.name] = key.default
        else:
            made[field.name] = None if key.choices is not None and key.type == "text" else \
                () if key.copies else _EMPTY[key.type]
    return made


def _constant(key: Key) -> Number:
    return Number(key.default, type=key.expect, bounds=(key.default, key.default))


_EMPTY: dict[str, Any] = {
    "text": "", "int": 0, "bool": False, "table": {}, "named": {}, "tiles": 0, "texts": (), "numbers": (), "words": (),
    "tables": (), "expr": "", "exprs": (), "value": "", "names": {}, "answers": {}, "choices": (), "any": None}


# -- what is written under a key, by its type; None: nothing that could be obeyed --
def _text(at: _Key, value: Any) -> Any:
    if at.key.choices is None:
        return value if isinstance(value, str) else None
    return at.key.choices(value) if value in at.key.words else None


def _words(at: _Key, value: Any) -> Any:
    found = [word for word in ([value] if isinstance(value, str) else value if isinstance(value, list) else ())
             if isinstance(word, str)]
    if at.key.choices is None:
        return tuple(found)
    return tuple(at.key.choices(word) for word in found if word in at.key.words)


def _whole(_at: _Key, value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _bool(_at: _Key, value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _numbers(_at: _Key, value: Any) -> Any:
    return tuple(one for one in value if type(one) is int) if isinstance(value, list) else None


def _tiles(at: _Key, value: Any) -> Any:
    if not isinstance(value, str):
        return None
    if not value:
        return () if at.key.copies else 0
    try:
        return read_kinds(value) if at.key.copies else mask(value)
    except QuepuError:
        return None


def _names(_at: _Key, value: Any) -> Any:
    if isinstance(value, str):
        return {"en": value, "zh": value} if value else None
    return {lang: text for lang, text in value.items() if isinstance(text, str)} if isinstance(value, dict) else None


def _answers(at: _Key, value: Any) -> Any:
    return {answer: _names(at, names) or {} for answer, names in value.items()} if isinstance(value, dict) else None


def _named(_at: _Key, value: Any) -> Any:
    return {name: text for name, text in value.items() if isinstance(text, str)} if isinstance(value, dict) else None


def _table(at: _Key, value: Any) -> Any:
    if not isinstance(value, dict):
        return None
    return _entry(at.reader, (*at.place, str(at.path[-1])), at.path, at.kept, value) if at.key.keys else value


def _tables(at: _Key, value: Any) -> Any:
    place = (*at.place, str(at.path[-1]))
    if isinstance(value, dict):
        return (_entry(at.reader, place, at.path, (*at.kept, 0), value),)
    return tuple(_entry(at.reader, place, (*at.path, index), (*at.kept, index), table)
                 for index, table in enumerate(value) if isinstance(table, dict)) if isinstance(value, list) else None


def _formula(at: _Key, value: Any, *steps: str | int) -> Formula | None:
    """An expression of play; None where it is at fault or switched off, so that nobody has read it."""
    node = at.reader.play.get((*at.kept, *steps))
    return None if node is None else Formula((*at.kept, *steps), value, node)


def _expression(at: _Key, value: Any) -> Any:
    if at.place[0] in PLAYED:
        return _formula(at, value)
    return value if isinstance(value, str | int) and not isinstance(value, bool) else None


def _expressions(at: _Key, value: Any) -> Any:
    found = [_formula(at, text, index) for index, text in enumerate(value)] if isinstance(value, list) else []
    return tuple(one for one in found if one is not None)


def _compared(at: _Key, value: Any) -> Any:
    found = {name: _formula(at, text, name) for name, text in (value.items() if isinstance(value, dict) else ())}
    return {name: one for name, one in found.items() if one is not None}


def _lists(at: _Key, value: Any) -> Any:
    return {name: {member: one for member, text in members.items() if (one := _formula(at, text, name, member))}
            for name, members in (value.items() if isinstance(value, dict) else ()) if isinstance(members, dict)}


_READ: dict[str, Callable[[_Key, Any], Any]] = {
    "text": _text, "int": _whole, "bool": _bool, "table": _table, "named": _named, "tiles": _tiles, "texts": _words,
    "numbers": _numbers, "words": _words, "tables": _tables, "expr": _expression, "exprs": _expressions,
    "value": _expression, "names": _names, "answers": _answers, "choices": _expressions,
    "any": lambda _at, value: value}
_SPECIAL: dict[Place, Callable[[_Key, Any], Any]] = {
    ("examples", "compare"): _compared, ("examples", "lists"): _lists, ("option", "called"): _answers}
