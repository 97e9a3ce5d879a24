"""`quepu rules show`: a rulebook as a page, or one of its fans."""

import argparse
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from quepu.cli.common import DONE, lang_of, load_book
from quepu.cli.rules.how_page import how_page
from quepu.cli.rules.procedure_page import procedure
from quepu.columns import PAGE, pad, width, wrap
from quepu.errors import RulebookError
from quepu.faults import Fault
from quepu.locale import formed, pick, words

if TYPE_CHECKING:
    from quepu.book import Rulebook
    from quepu.rulebook.model.model import Fan, Option, Shape
    from quepu.rulebook.model.said import DefineSaid, PaySaid

#: rows of a fan's page that are made from its expressions
_FORMULA = ("means", "pick", "when", "count")


def show(arguments: argparse.Namespace) -> int:
    """Print the page."""
    book = load_book(arguments)
    lang = lang_of(arguments)
    name = " ".join(arguments.fan)
    formula = bool(arguments.formula)
    for line in fan_page(book, find_fan(book, name), lang, formula) if name else book_page(book, lang, formula):
        print(formed(line, lang))
    return DONE


def find_fan(book: "Rulebook", name: str) -> "Fan":
    """The fan of this id or name in any language; an error with the nearest names if there is none."""
    from quepu.rulebook.language.parse import suggestion
    fan = book.model.fan(name) or book.model.fan(name.lower().replace(" ", "_").replace("-", "_"))
    known = {text.lower(): one for one in book.model.fans for text in (one.id, *one.names.values())}
    fan = fan or known.get(name.lower())
    if fan is None:
        advice = suggestion(name.lower(), known)
        raise RulebookError(Fault("cli.no_fan", name=name, rule=book.id, advice=advice))
    return fan


# -- the whole book --
def book_page(book: "Rulebook", lang: str, formula: bool = False) -> Iterator[str]:
    """The rulebook: how a hand goes, options, shapes, conditions of winning, payments, fans, then the procedure.

    What has a sentence is told by it; with `formula` what the rulebook asks for is told as well.
    """
    from quepu.rulebook.prose.duties import duties
    from quepu.rulebook.prose.sources import source_text
    model, head = book.model, book.model.said.head
    facts = [words("rules.version", lang, version=model.version)]
    if head.extends:
        facts.append(words("rules.extends", lang, id=head.extends))
    yield f"{pick(model.names, lang, model.id)}  {model.id}  ·  {' · '.join(facts)}"
    if model.text:
        yield from wrap(pick(model.text, lang), PAGE)
    source = source_text(head.source, lang)
    if source:
        yield from wrap(f"{words('rules.source', lang)}{words('colon', lang)}{source}", PAGE)
    if model.sample:
        yield f"{words('rules.sample', lang)}{words('colon', lang)}{model.sample}"
    yield from how_page(book, lang)
    yield from _section("options", lang,
                        [line for option in model.options for line in _option(book, option, lang, formula)])
    yield from _section("shapes", lang, _rows([(pick(shape.names, lang, shape.id), _shape(book, shape, lang, formula))
                                               for shape in model.shapes]))
    yield from _section("flags", lang, _flags(book, lang, formula))
    yield from _section("defines", lang, _rows([(_define_name(define), _define(book, define, lang))
                                                for define in model.said.defines.all if formula]))
    yield from _section("score", lang, _score(book, lang, formula))
    conditions = [pick(duty.text, lang, duty.id) for duty in duties(model)]
    yield from _section("requirements", lang,
                        [line for text in conditions for line in wrap(text, PAGE, "    ", "  ")])
    yield from _section("pay", lang, _payments(book, lang, formula))
    apart = [tally for tally in model.tallies if tally.apart]
    yield from _section("fans", lang, _fans(book, [fan for fan in model.fans
                                                   if fan.tally not in [tally.id for tally in apart]], lang,
                                            formula))
    for tally in apart:
        yield from ("", pick(tally.names, lang, tally.id),
                    *_fans(book, [fan for fan in model.fans if fan.tally == tally.id], lang, formula))
    yield from procedure(book, lang, formula)
    yield ""
    yield from wrap(words("rules.more", lang, id=book.id), PAGE)
    if not formula:
        yield from wrap(words("rules.ids", lang), PAGE)


def _section(key: str, lang: str, lines: list[str]) -> list[str]:
    return ["", words(f"rules.{key}", lang), *lines] if lines else []


def _rows(rows: list[tuple[str, str]]) -> list[str]:
    """Two columns, the second wrapped."""
    wide = min(34, max((width(name) for name, _text in rows), default=0))
    lines = []
    for name, text in rows:
        first = f"  {pad(name, wide)}  "
        if width(name) > wide:
            lines.append(f"  {name}")
            first = " " * (wide + 4)
        lines += wrap(text, PAGE, " " * (wide + 4), first)
    return lines


def _flags(book: "Rulebook", lang: str, formula: bool) -> list[str]:
    """The circumstances that something in force asks about; with `formula` how each is written."""
    from quepu.scoring.asked_facts import FLAG, asked
    read = {fact.name for fact in asked(book.model) if fact.kind == FLAG}
    flags = [(flag.id, pick(flag.names, lang, flag.id)) for flag in book.model.flags if flag.id in read]
    if formula or not flags:
        return _rows(flags)
    return wrap(words("list", lang).join(name for _id, name in flags), PAGE, "  ", "  ")


def _option(book: "Rulebook", option: "Option", lang: str, formula: bool) -> Iterator[str]:
    """What it is called, what it says and may be; with `formula` how it is written."""
    from quepu.rulebook.file.options import option_text
    if option.type == "int":
        choices = words("rules.from_to", lang, low=option.low, high=option.high)
    else:
        choices = _fans_of(book, option, lang) if option.type == "fans" else \
            " | ".join(_choice(book, option.id, str(choice), lang, formula) for choice in
                       (option.choices if option.type == "choice" else ("true", "false")))
    none = words("rules.none", lang)

    def shown(value: Any) -> str:
        text = option_text(value)
        return _choice(book, option.id, text, lang, formula) if text and option.type in ("choice", "bool") else \
            words("list", lang).join(_fan_name(book, fan, lang) for fan in value) or none \
            if option.type == "fans" else text or none
    value = f"{words('rules.default', lang)} {shown(option.default)}"
    if option.value != option.default:
        value += f", {words('rules.now', lang)} {shown(option.value)}"
    text = pick(option.names, lang, option.id)
    if option.text:
        text += words("colon", lang) + pick(option.text, lang)
    yield from wrap(text, PAGE, "      ", f"  {option.id}  " if formula else "  ")
    yield from wrap(choices + _aside(value, lang), PAGE, "      ", "      ")


def _choice(book: "Rulebook", option: str, choice: str, lang: str, formula: bool) -> str:
    """What a choice is called; with `formula` as it is set."""
    from quepu.rulebook.prose.wording import Words
    switches = {"true": "rules.on", "false": "rules.off"}
    called = Words(book.model, lang).choice(option, choice)
    if called == choice and choice in switches:
        called = words(switches[choice], lang)
    return called if called == choice or not formula else choice + _aside(called, lang)


def _fans_of(book: "Rulebook", option: "Option", lang: str) -> str:
    """The fans an option may name, by their names."""
    if not book.model.said.options[option.id].choices:
        return words("rules.any_fan", lang)
    return words("list", lang).join(_fan_name(book, fan, lang) for fan in option.choices)


def _fan_name(book: "Rulebook", fan: str, lang: str) -> str:
    said = book.model.said.fans.declared(fan)
    return pick(said.name, lang, fan) if said is not None else fan


def _shape(book: "Rulebook", shape: "Shape", lang: str, formula: bool) -> str:
    said = book.model.said.shapes[shape.id]
    parts = [words("rules.fixed", lang, tiles=said.fixed)] if said.fixed else []
    if shape.sets:
        parts.append(words("rules.set" if shape.sets == 1 else "rules.sets", lang, count=shape.sets))
    if shape.pairs:
        parts.append(words("rules.pair" if shape.pairs == 1 else "rules.pairs", lang, count=shape.pairs))
    if shape.tiles:
        parts.append(words("rules.tiles", lang, count=shape.tiles))
    text = words("list", lang).join(parts)
    if not said.when:
        return text
    from quepu.rulebook.prose.figures import spoken
    asked = spoken(book.model, said.when, lang, formula)
    return f"{text}{words('colon', lang)}{asked}" if asked else text


def _define_name(define: "DefineSaid") -> str:
    return f"{define.id}({', '.join(define.args)})" if define.args else define.id


def _define(book: "Rulebook", define: "DefineSaid", lang: str) -> str:
    """What a define is called, or else what it says."""
    from quepu.rulebook.prose.conditions import condition_text
    meaning = pick(define.text, lang)
    said = condition_text(book.model, define.is_, lang)
    return f"{meaning}{words('colon', lang)}{said}" if meaning and meaning != said else said


def _score(book: "Rulebook", lang: str, formula: bool) -> list[str]:
    from quepu.rulebook.prose.figures import figure, spoken
    said = book.model.said.score
    rows = [(words("total", lang), said.total), *((words(f"rules.{key}", lang), text) for key, text in (
        ("minimum", said.minimum), ("cap", said.cap)) if said.says(key) and figure(book.model, text) != 0)]
    told = [(name, spoken(book.model, text, lang, formula)) for name, text in rows]
    starts = [(words("tally_start", lang, tally=pick(tally.names, lang, tally.id)), str(tally.start))
              for tally in book.model.tallies if tally.start]
    return _rows([*starts, *((name, text) for name, text in told if text)])


def _payments(book: "Rulebook", lang: str, formula: bool) -> list[str]:
    rows = []
    for kind, payments in book.model.said.rows():
        for row in payments.on:
            text = pick(row.text, lang)
            rows.append((pick(row.label, lang) or row.id or kind, text if text and not formula else
                         " ".join(part for part in (text, _payment(book, row, lang)) if part)))
    return _rows(rows)


def _payment(book: "Rulebook", row: "PaySaid", lang: str) -> str:
    """What a payment asks for and moves, made from its expressions."""
    from quepu.rulebook.prose.conditions import condition_text
    conditions = {key: condition_text(book.model, str(text), lang)
                  for key, text in (("when", row.when), ("payer", row.payer), ("amount", row.amount)) if row.says(key)}
    what = " → ".join(conditions[key] for key in ("payer", "amount") if key in conditions)
    when = "" if "when" not in conditions else \
        f"{words('rules.when', lang)}{words('colon', lang)}{conditions['when']}"
    return words("condition.semicolon", lang).join(part for part in (what, when) if part)


def _fans(book: "Rulebook", fans: list["Fan"], lang: str, formula: bool) -> list[str]:
    return _rows([(pick(fan.names, lang, fan.id), _fan(book, fan, lang, formula)) for fan in fans])


def _fan(book: "Rulebook", fan: "Fan", lang: str, formula: bool) -> str:
    """Its value, its sentence or what earns it, what it drops."""
    from quepu.rulebook.prose.conditions import fan_text
    text = pick(fan.text, lang)
    parts = [text] if text and not formula else [text, fan_text(book.model, fan, lang)]
    drops = words("list", lang).join(_drop(book, drop, lang) for drop in fan.drops if not drop.silenced)
    if drops:
        parts.append(f"{words('rules.drops', lang)} {drops}")
    value, rest = _shown_value(book, fan, lang, formula), _sentences([part for part in parts if part], lang)
    return f"{pad(value, 4)} {rest}".rstrip() if width(value) < 9 else f"{value}{words('colon', lang)}{rest}"


def _sentences(parts: list[str], lang: str) -> str:
    """The parts one after the other, each ended as a sentence is."""
    stop = words("rules.stop", lang)
    return "".join(part.rstrip(".。") + stop for part in parts[:-1]) + "".join(parts[-1:])


def _shown_value(book: "Rulebook", fan: "Fan", lang: str, formula: bool) -> str:
    from quepu.rulebook.prose.figures import figure, spoken
    from quepu.scoring.report import shows
    text = book.model.said.fans[fan.id].value
    value = figure(book.model, text)
    return pick(shows(book, fan.tally, value), lang) if value is not None else \
        spoken(book.model, text, lang, formula) or words("rules.varies", lang)


def _drop(book: "Rulebook", drop: Any, lang: str) -> str:
    other = book.model.fans[drop.fan]
    name = pick(other.names, lang, other.id)
    if drop.own:
        return name + _aside(words("rules.own", lang), lang)
    return name + _aside(words("rules.less", lang, count=drop.less), lang) if drop.less else name


def _aside(text: str, lang: str) -> str:
    """The text in brackets."""
    return words("open", lang) + text + words("close", lang)


# -- one fan --
def fan_page(book: "Rulebook", fan: "Fan", lang: str, formula: bool = False) -> Iterator[str]:
    """All that the rulebook says about a fan; as the file has it only with `formula`, or if it has no sentence."""
    from quepu.rulebook.prose.conditions import fan_text
    said = book.model.said.fans[fan.id]
    names = " · ".join(dict.fromkeys([pick(fan.names, lang, fan.id), *fan.names.values(), fan.id]))
    yield f"{book.id} {fan.no}  {names}"
    picked = said.pick
    if fan.uses_sets:
        picked += _aside(words("rules.uses_sets", lang), lang)
    droppers = [other for other in book.model.fans
                if any(drop.fan == fan.index and not drop.silenced for drop in other.drops)]
    comma = words("list", lang)
    fallback = comma.join(fan.fallback or ())
    rows = [("value", _shown_value(book, fan, lang, formula)), ("text", pick(fan.text, lang)),
            ("means", fan_text(book.model, fan, lang)), ("pick", picked),
            ("when", said.when), ("count", said.count), ("most", fan.most or ""),
            ("group", fan.group), ("tags", comma.join(fan.tags)), ("fallback", fallback),
            ("drops", comma.join(_drop(book, drop, lang) for drop in fan.drops if not drop.silenced)),
            ("dropped_by", comma.join(pick(other.names, lang, other.id) for other in droppers)),
            ("example", _example(fan.example)), ("source", fan.source)]
    hidden = _FORMULA if fan.text and not formula else ()
    yield from _rows([(words(f"rules.{key}", lang), str(text)) for key, text in rows if text and key not in hidden])
    if hidden:
        yield f"  {words('rules.more_formula', lang)}"


def _example(example: Any) -> str:
    if isinstance(example, Mapping):
        return "  ".join(str(value) if key == "hand" else f"{key}={value}" for key, value in example.items())
    return str(example or "")
