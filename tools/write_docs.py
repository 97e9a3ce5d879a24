"""Writes the generated parts of docs/: sections, events, words, the tables of coverage and of systems.

`make docs` runs it.

A generated part stands between `<!-- begin NAME -->` and `<!-- end NAME -->`; the rest is written by hand.
"""

import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from quepu.engine.layout.field import Field
from quepu.engine.layout.frame import Frame
from quepu.engine.layout.record import Record
from quepu.engine.layout.table import Table
from quepu.locale import pick, words
from quepu.rulebook.file import load
from quepu.rulebook.file.regions import by_region
from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.file.section import ENABLED, TYPES, Key, Section
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.events import EVENTS
from quepu.rulebook.language.parse import DEEPEST, LARGEST, LONGEST, LOOPS
from tools import coverage, figures, sources
from tools.wrap_docs import wrapped

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("docs/rulebook.md", "docs/language-coverage.md", "docs/source-coverage.md", "docs/table.md", "docs/systems.md",
         "docs/systems.zh.md")
MEASURED = ("docs/architecture.md",)   # what changes with every function: a test asks only that it is about true
_PART = re.compile(r"<!-- begin ([\w ]+) -->\n(?:.*?\n)??<!-- end \1 -->", re.DOTALL)


def cell(text: str) -> str:
    """The text as it may stand in a table."""
    return text.replace("|", "\\|").replace("\n", " ")


def rows(head: Iterable[str], body: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    columns = list(head)
    lines = [columns, ["---"] * len(columns), *body]
    return "\n".join("| " + " | ".join(map(cell, line)) + " |" for line in lines)


# -- sections --
_LETTERS = {"sets": {"a": v.TILE, "b": v.TILE, "c": v.TILE}, "pairs": {"a": v.TILE, "b": v.TILE}}


def title(name: str, section: Section) -> str:
    """The heading of a section as it is written in a rulebook."""
    return {"table": f"[{name}]", "family": f"[{name}.NAME]", "list": f"[[{name}]]"}[section.form]


def key_rows(keys: dict[str, Key], before: str = "") -> Iterable[list[str]]:
    """One row for each key, those of tables inside it after it."""
    for name, key in keys.items():
        kind = TYPES[key.type]
        if key.words:
            kind = ("one or more of " if key.type == "words" else "one of ") + ", ".join(
                f"`{word}`" for word in key.words
            )
        elif key.refers:
            where = "[events](#events)" if key.refers == "event" else f"`[{key.refers}.*]`"
            kind = ("names of " if key.type == "words" else "a name of ") + where
        elif key.type in ("expr", "value", "exprs"):
            kind += f" ({key.expect}, level {key.level})"
        if key.dotted:
            kind += ", with a dot and a name for one of a kind: `kong.melded`"
        if key.has_range:
            kind += f", {key.low:,} to {key.high:,}"
        yield [f"`{before}{name}`", kind, key.text + (" *(needed)*" if key.needed else left_out(key))]
        if key.keys:
            yield from key_rows(dict(key.keys), f"{before}{name}.")


def left_out(key: Key) -> str:
    """What holds if a key is left out, unless its own sentence says so."""
    if key.left_out is None or "if left out" in key.text or "(default)" in key.text or key is ENABLED:
        return ""
    told = key.left_out if isinstance(key.left_out, list) else [key.left_out]
    return " *(left out: " + ", ".join(f"`{str(one).lower() if isinstance(one, bool) else one}`" for one in told) + ")*"


def sections() -> str:
    """Every section with its keys."""
    parts = []
    for name, section in SECTIONS.items():
        text = section.text
        variables = section.variables or _LETTERS.get(name, {})
        if variables:
            text += (
                " Its expressions also know " + ", ".join(f"`{n}` ({t})" for n, t in variables.items()) + "."
            )
        parts.append(
            f"### `{title(name, section)}`\n{text}\n\n"
            + rows(("key", "holds", "meaning"), key_rows(section.keys))
        )
    return "\n\n".join(parts)


def table_record() -> str:
    """Every field of the table record with its size."""
    return _record(Table, "table.py")


def frame_record() -> str:
    """Every field of the frame with its size."""
    return _record(Frame, "frame.py")


def _record(layout: type[Record], file: str) -> str:
    """Every field of a record; the meaning is the comment beside it."""
    source = (ROOT / "src" / "quepu" / "engine" / "layout" / file).read_text(encoding="utf-8")
    texts = dict(re.findall(r"^    (\w+): \w+.*?\s*# (.*)$", source.partition(f"class {layout.__name__}(")[2],
                            re.MULTILINE))
    body = [[f"`{field.name}`", _numbers(field), " x ".join(map(str, field.shape)) or "1", str(field.size),
             texts[field.name]] for field in layout.FIELDS.values()]
    return rows(("field", "type", "how many", "bytes", "meaning"), body) + f"\n\n{layout.SIZE} bytes in all."


def _numbers(field: Field) -> str:
    """The type of a field's numbers, or the fields of its rows."""
    if field.row is not None:
        return ", ".join(f"`.{name}`" for name in field.row.FIELDS)
    return f"{'' if field.signed else 'u'}int{field.bits}"


def events() -> str:
    """Every event and what it tells."""
    return rows(
        ("event", "中文", "what happened", "variables", "behind the dot"),
        (
            [
                f"`{e.name}`",
                e.zh,
                e.text,
                ", ".join(f"`{n}` {t}" for n, t in e.variables.items()) or "–",
                f"`[{e.of}.*]`" if e.of else "–",
            ]
            for e in EVENTS.values()
        ),
    )


# -- words --
def word_rows(words: Iterable[v.Word], owner: str = "") -> Iterable[list[str]]:
    """One row for each word."""
    for word in words:
        yield [
            f"`{owner}{word.name}`",
            word.type,
            word.level,
            word.zh,
            word.text,
        ]


_HEAD = ("word", "type", "level", "中文", "meaning")


def facts() -> str:
    """Facts of the hand, and those made from others."""
    derived = [replace(word, text=f"{word.text}: `{word.means}`") for word in v.DERIVED.values() if not word.args]
    plain = [word for word in v.FUNCTIONS.values() if word.name in ("seat_wind", "round_wind")]
    return rows(_HEAD, word_rows([*v.FACTS.values(), *plain, *derived]))


def iterables() -> str:
    """What one can run over."""
    return rows(("word", "type of an element", "level", "中文", "meaning"), word_rows(v.ITERABLES.values()))


def properties() -> str:
    """The properties of each type."""
    return "\n\n".join(
        f"**Of a {kind}**\n\n" + rows(_HEAD, word_rows(words.values(), "."))
        for kind, words in v.PROPERTIES.items()
        if words
    )


def functions() -> str:
    """Functions and quantifiers."""
    return rows(
        _HEAD,
        word_rows(word for word in (*v.FUNCTIONS.values(), *v.DERIVED.values())
                  if word.name not in ("seat_wind", "round_wind") and (word.args or not word.means)),
    )


def levels() -> str:
    """What an expression of each level sees."""
    return rows(
        ("level", "sees words of level"),
        (
            [level, ", ".join(x for x in seen if x != v.ANYWHERE)]
            for level, seen in v.SEES.items()
            if level != v.ANYWHERE
        ),
    )


def bounds() -> str:
    """The limits of one expression."""
    power = LARGEST.bit_length() - 1
    return (
        f"At most {LONGEST} characters, {DEEPEST} levels of nesting, {LOOPS} loops inside each other, 64 "
f"elements in a list, "
        f"and no value past 2^{power}."
    )


def five_lines() -> str:
    """The house rules of the tutorial, as the test runs them."""
    return "```toml\n" + (ROOT / "tests" / "house" / "five_lines.toml").read_text(encoding="utf-8") + "```"


def coverage_table() -> str:
    """How many rules and words of the table each system shows."""
    return coverage.table(coverage.systems())


def systems(lang: str, head: tuple[str, str]) -> str:
    """The rule systems, region by region, each with what is special about it."""
    heads = {name: load.read_chain(name)[0]["rulebook"] for name in load.known_ids()}
    body = []
    for region, names in by_region(heads).items():
        body.append([f"**{words(f'region.{region}', lang)}**", "", ""])
        body += [[f"`{name}`", " ".join(dict.fromkeys((heads[name]["name"]["zh"], pick(heads[name]["name"], lang)))),
                  pick(heads[name]["text"], lang)] for name in names]
    return rows(("id", *head), body)


def systems_english() -> str:
    """The table of the systems; players know a system by its Chinese name, too."""
    return systems("en", ("rule system", "what is special about it"))


def systems_chinese() -> str:
    """The same in Chinese."""
    return systems("zh", ("规则", "特别之处"))


def program_figures() -> str:
    """How large the program is, and the ways of a score and of a click."""
    files, lines = figures.size()
    body = [[name, *map(str, one)] for name, one in {**figures.EARLIER, **figures.ways()}.items()]
    heads = ("way", "files in which something is called", "functions called", "of these, called from another package")
    return f"`src/quepu` has {files} files with {lines:,} lines of Python.\n\n" + rows(heads, body)


PARTS: dict[str, Callable[[], str]] = {
    "program figures": program_figures,
    "sections": sections,
    "table record": table_record,
    "frame record": frame_record,
    "events": events,
    "facts": facts,
    "iterables": iterables,
    "properties": properties,
    "functions": functions,
    "levels": levels,
    "bounds": bounds,
    "five lines": five_lines,
    "coverage table": coverage_table,
    "systems": systems_english,
    "systems in Chinese": systems_chinese,
    "source summary": sources.summary,
    "source not obeyed": sources.not_obeyed,
}


def written(page: str) -> str:
    """The text of a page with its generated parts made anew."""
    text = (ROOT / page).read_text(encoding="utf-8")
    if ROOT / page == coverage.DOCUMENT:
        text = coverage.linked(text)
    return wrapped(_PART.sub(
        lambda match: f"<!-- begin {match[1]} -->\n{PARTS[match[1]]()}\n<!-- end {match[1]} -->", text
    ))


def main() -> int:
    """Write every page whose generated parts have changed."""
    for page in (*PAGES, *MEASURED):
        text = written(page)
        if text != (ROOT / page).read_text(encoding="utf-8"):
            (ROOT / page).write_text(text, encoding="utf-8")
            print(f"{page}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
