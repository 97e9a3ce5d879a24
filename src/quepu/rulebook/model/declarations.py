"""The names a rulebook declares, gathered before any expression is read: options, flags, memory, defines, fans."""

import re
from collections.abc import Mapping
from keyword import iskeyword
from typing import Any

from quepu import tiles
from quepu.engine.layout.frame import FAN_ROOM, MEMORY_ROOM, OPTION_ROOM
from quepu.errors import NotationError
from quepu.faults import Fault
from quepu.notation import read_tiles
from quepu.rulebook.file import limits
from quepu.rulebook.file.load import FANS, OPTION_TYPES, are_numbers, number_range, read_option
from quepu.rulebook.file.options import needs_of, option_text
from quepu.rulebook.file.reader import Reader
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.names import CHOICE, Define, Memory, Names, OptionWord, suggestion
from quepu.rulebook.language.ranges import MEMORY_RANGES, TYPE_RANGES
from quepu.rulebook.model import model as m

_SIZES = {"match": 1, "hand": 1, "seat": 4, "pair": 16, "player": 4, "players": 16}
_CIRCLES = ("123456789m", "123456789p", "123456789s", "1234z", "567z")


def read_options(reader: Reader) -> tuple[m.Option, ...]:
    """The options with the values chosen for them."""
    made: list[m.Option] = []
    for name, table in reader.family("option").items():
        kind = reader.text(table, "type")
        if name not in reader.values or kind not in OPTION_TYPES:
            if kind not in OPTION_TYPES and "type" in table:
                reader.bad(("option", name, "type"), Fault("option.type", kind=kind, types=OPTION_TYPES))
            continue
        choices = table.get("choices", [])
        named = kind in ("choice", FANS) and isinstance(choices, list)
        known = tuple(option_text(choice) for choice in choices) if named else ()
        low, high = (0, 1)
        if kind == "int":
            low, high = number_range(choices)
            if "choices" in table and choices != [low, high]:
                reader.bad(("option", name, "choices"), Fault("option.two"), Fault("option.two_like"))
        elif kind == "choice" and are_numbers(choices):
            low, high = min(choices), max(choices)
        elif kind == "choice":
            high = max(0, len(known) - 1)
            if known and all(re.fullmatch(r"-?[0-9]{1,9}", choice) for choice in known):
                reader.bad(("option", name, "choices"), Fault("option.as_numbers"),
                           Fault("option.as_numbers_like", known=known, name=name))
        elif kind == FANS:
            known, low, high = _fans_of(reader, name, known), 0, 0
        for choice in table.get("called", {}) if isinstance(table.get("called", {}), dict) else ():
            if choice not in known:
                reader.bad(("option", name, "called", choice), Fault("option.not_choice", choice=choice),
                           suggestion(choice, known) or Fault("keys.known", known=known), True)
        for choice in table.get("choice", {}) if isinstance(table.get("choice", {}), dict) else ():
            if named and choice not in known:
                reader.bad(("option", name, "choice", choice), Fault("option.not_choice", choice=choice),
                           suggestion(choice, known) or Fault("keys.known", known=known), True)
            if not isinstance(table["choice"][choice], dict):
                reader.bad(("option", name, "choice", choice), Fault("option.changes"),
                           Fault("option.write_changes", name=name, choice=choice))
        if kind == "bool" and "choices" in table:
            reader.bad(("option", name, "choices"), Fault("option.no_choices"),
                       Fault("option.or_choice"), True)
        if kind != "bool" and "fans" in table:
            reader.bad(("option", name, "fans"), Fault("option.only_bool", kind=kind),
                       Fault("option.let_each"), True)
        _check_needs(reader, name, table)
        default = table.get("default", 0)
        if kind == "choice":
            default = option_text(default)
        made.append(m.Option(name, len(made), kind, tuple(default) if kind == FANS else default,
                             reader.values[name], known,
                             low, high, reader.texts(table), reader.texts(table, "text")))
    if len(made) > OPTION_ROOM:
        reader.bad(("option",), Fault("option.too_many", most=OPTION_ROOM), key=True)
    return tuple(made)


def _check_needs(reader: Reader, name: str, table: Mapping[str, Any]) -> None:
    """What an option needs are values of other options."""
    others = {other: found for other, found in reader.family("option").items() if other != name}
    for other, wanted in needs_of(table).items():
        place = ("option", name, "needs", other)
        if other not in others:
            reader.bad(place, Fault("option.unknown", name=other, advice=suggestion(other, others)), key=True)
            continue
        if not wanted:
            reader.bad(place, Fault("option.needs_none"), Fault("option.needs_like", name=name, other=other))
        for one in wanted:
            fault = read_option(others[other], one)[1] if others[other].get("type") in ("bool", "int", "choice") else \
                Fault("option.needs_none")
            if fault:
                reader.bad(place, fault, Fault("option.needs_like", name=name, other=other))


def _fans_of(reader: Reader, option: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """The fans an option may name: its choices, which must exist, or all there are."""
    fans = reader.tables.get("fan", {})
    for index, fan in enumerate(known):
        if fan not in fans:
            reader.bad(("option", option, "choices", index), Fault("expr.no_fan", name=fan), suggestion(fan, fans))
    return known or tuple(fans)


def declare(reader: Reader, options: tuple[m.Option, ...]) -> None:
    """Give the reader all names of the rulebook, before any expression is read."""
    kinds = {"bool": v.BOOL, "int": v.INT, FANS: FANS}
    words = {o.id: OptionWord(o.slot, v.INT if o.is_number else kinds.get(o.type, CHOICE + o.id), o.choices, o.low,
                              o.high) for o in options}
    flags = {name: bit for bit, name in enumerate(reader.family("flag"))}
    memory: dict[str, Memory] = {}
    slot = 0
    for name, table in reader.family("memory").items():
        size = _SIZES.get(reader.text(table, "scope"), 0)
        if not size:
            reader.bad(("memory", name, "scope"), Fault("memory.scope"))
            continue
        if table.get("shown") and reader.text(table, "scope") == "pair":
            reader.bad(("memory", name, "shown"), Fault("memory.pair_shown"))
        kind = reader.text(table, "type", v.INT)
        if kind not in MEMORY_RANGES:
            reader.bad(("memory", name, "type"), Fault("memory.type", kind=kind),
                       suggestion(kind, MEMORY_RANGES) or Fault("model.types", known=MEMORY_RANGES))
            kind = v.INT
        low, high = MEMORY_RANGES[kind]
        start = reader.whole(table, "start")
        if not low <= start <= high:
            reader.bad(("memory", name, "start"), Fault("memory.start", start=start, low=low, high=high),
                       Fault("model.minus_one") if low == -1 else None)
        memory[name] = Memory(slot, size, low, high, kind)
        slot += size
    if slot > MEMORY_ROOM:
        reader.bad(("memory",), Fault("memory.too_many", most=MEMORY_ROOM), key=True)
    written = reader.family("define")
    if len(written) > limits.MOST_DEFINES:      # each is worked out wherever it is used
        reader.bad(("define",), Fault("keys.too_many", count=len(written),
                                      most=limits.MOST_DEFINES), Fault("keys.take_out"), True)
        reader.tables["define"] = dict(list(written.items())[:limits.MOST_DEFINES])
    defines = {name: Define(_arguments(reader, name, table.get("args", {}), words), reader.text(table, "is"))
               for name, table in reader.family("define").items() if "is" in table}
    order = _fan_order(reader)
    fans = {name: index for index, name in enumerate(order[:FAN_ROOM])}
    for section, most, there in (("fan", FAN_ROOM, order), ("flag", limits.MOST_FLAGS, flags),
                                 ("shape", limits.MOST_SHAPES, reader.family("shape")),
                                 ("win", limits.MOST_REQUIREMENTS, reader.family("win")),
                                 ("pay", limits.MOST_PAYMENTS, reader.tables.get("pay", []))):
        if len(there) > most:
            reader.bad((section,), Fault("keys.too_many", count=len(there), most=most), Fault("keys.take_out"), True)
    for name in order:
        if len(name) > limits.LONGEST_ID:
            reader.bad(("fan", name), Fault("keys.id", count=len(name), most=limits.LONGEST_ID), key=True)
    tags: dict[str, tuple[str, ...]] = {}
    for name in fans:
        for tag in reader.list_of(reader.tables["fan"][name], "tags"):
            tags[tag] = (*tags.get(tag, ()), name)
    shapes = {name: index for index, name in enumerate(reader.family("shape"))}
    tallies = {name: index for index, name in enumerate(reader.family("tally"))}
    reader.names = Names(words, flags, memory, defines, fans, tags, shapes, tallies, *_indicator_order(reader),
                         tuple(reader.family("turned")), _numbers(reader), off=_switched_off(reader, tags))
    taken: dict[str, str] = {}
    for section, names in (("flag", flags), ("memory", memory), ("define", defines), ("tally", tallies)):
        for name in names:
            if name in v.FACTS or name in v.FUNCTIONS or name in v.ITERABLES or name in v.DERIVED or name in taken \
                    or name in ("told", "options", "nobody", "none", "payer", "receiver", "owner", "range"):
                other = Fault("model.a_section", section=taken[name]) if name in taken else Fault("model.a_word")
                reader.bad((section, name), Fault("model.taken", name=name,
                                                  other=other), Fault("model.other_name"), True)
            taken[name] = section


def _switched_off(reader: Reader, tags: Mapping[str, tuple[str, ...]]) -> dict[str, frozenset[str]]:
    """What is declared and switched off, by section; of tags those that only such fans have."""
    found: dict[str, frozenset[str]] = {}
    for section in ("fan", "shape", "tally", "turned"):
        content = reader.tables.get(section, {})
        known = reader.family(section)
        found[section] = frozenset(name for name, table in (content.items() if isinstance(content, dict) else ())
                                   if isinstance(table, dict) and name not in known)
    found["tag"] = frozenset(tag for name in found["fan"] for tag in reader.list_of(reader.tables["fan"][name], "tags")
                             if tag not in tags)
    return found


def _arguments(reader: Reader, define: str, given: object,
               options: Mapping[str, OptionWord]) -> tuple[tuple[str, str], ...]:
    """The arguments of a define and their types; one that is not known counts as a number, so that it is told once."""
    if not isinstance(given, dict):
        return ()                       # told with the key
    if len(given) > limits.MOST_ARGUMENTS:
        reader.bad(("define", define, "args"), Fault("keys.too_many", count=len(given), most=limits.MOST_ARGUMENTS))
    types = (*TYPE_RANGES, v.TEXT, *(word.type for word in options.values() if word.type.startswith(CHOICE)))
    made = []
    for name, kind in list(given.items())[:limits.MOST_ARGUMENTS]:
        if not name.isidentifier() or iskeyword(name):
            reader.bad(("define", define, "args", name), Fault("keys.not_name",
                                                               name=name), Fault("model.letters"), True)
        elif name in v.ITERABLES or name in v.FUNCTIONS or name == "options":
            reader.bad(("define", define, "args", name), Fault("model.is_word", name=name),
                       Fault("model.other_name"), True)
        if kind not in types:
            reader.bad(("define", define, "args", name), Fault("model.no_type", kind=kind),
                       suggestion(str(kind), types) or Fault("model.types", known=types))
        made.append((name, kind if kind in types else v.INT))
    return tuple(made)


def _fan_order(reader: Reader) -> list[str]:
    """Fan ids in the order of the page: by number where there is one, else where the file puts them."""
    number = 0
    keyed = []
    for place, (name, table) in enumerate(reader.family("fan").items()):
        number = reader.whole(table, "no", number)
        keyed.append((number, place, name))
    return [name for _number, _place, name in sorted(keyed)]


def _indicator_order(reader: Reader) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The kind after each and the kind before it, in a circle of `indicator_order`; else itself."""
    after, before = list(range(tiles.KIND_COUNT)), list(range(tiles.KIND_COUNT))
    for index, text in enumerate(reader.list_of(reader.tables.get("tiles", {}), "indicator_order") or _CIRCLES):
        try:
            circle = [tile.kind for tile in read_tiles(text)]
        except NotationError as error:
            reader.bad(("tiles", "indicator_order", index), Fault("keys.not_tiles", text=text, why=error.faults[0]))
            continue
        for kind, following in zip(circle, (*circle[1:], *circle[:1]), strict=True):
            after[kind], before[following] = following, kind
    return tuple(after), tuple(before)


def _numbers(reader: Reader) -> tuple[int, ...]:
    """The `number` of each kind: what `[tiles] numbers` gives it, else its rank."""
    given = reader.tables.get("tiles", {}).get("numbers", {})
    given = given if isinstance(given, dict) else {}
    return tuple(reader.whole(given, tiles.code(kind), tiles.rank(kind)) for kind in range(tiles.KIND_COUNT))
