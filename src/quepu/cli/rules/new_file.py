"""`quepu rules new`: a commented file to begin house rules with, which checks clean as it stands."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from quepu.book import Rulebook, rulebook
from quepu.cli.common import DONE, lang_of
from quepu.cli.saving import write_whole
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.locale import pick, words
from quepu.rulebook.file.default import default_rule
from quepu.rulebook.file.options import option_text

_OPTIONS = 8                # so many are shown as examples of what can be changed
_BARE = ("bool", "int")     # options whose values TOML writes without quotes


def new(arguments: argparse.Namespace) -> int:
    """Write the file, unless there is one."""
    path, lang = Path(arguments.file), lang_of(arguments)
    if path.suffix != ".toml":
        raise QuepuError(Fault("cli.not_toml", file=str(path)))
    if path.exists():
        raise QuepuError(Fault("cli.there_already", file=str(path)))
    write_whole(path, "\n".join(lines_of(rulebook(arguments.extends or default_rule()), lang)) + "\n")
    print(words("rules.new.written", lang, file=path))
    return DONE


def lines_of(book: Rulebook, lang: str) -> Iterator[str]:
    """The lines of the file: what it must say, and behind # what it may."""
    yield f"# {words('rules.new.head', lang)}"
    yield f'extends = "{book.id}"'
    yield 'name = { zh = "我家麻将", en = "House rules" }'
    fans = [fan for fan in book.model.fans if type(book.model.said.fans[fan.id].value) is int]
    if fans:
        yield from ("", f"# {words('rules.new.value', lang)}")
        for fan in fans[:3]:
            yield f"# fan.{fan.id}.value = {book.model.said.fans[fan.id].value}   # {pick(fan.names, lang, fan.id)}"
        yield f"# fan.{fans[0].id}.enabled = false"
    options = [option for option in book.model.options if option.type in (*_BARE, "choice")]
    if options:
        yield from ("", f"# {words('rules.new.option', lang)}")
        for option in options[:_OPTIONS]:
            text = option_text(option.value)
            shown = text if option.type in _BARE else f'"{text}"'
            yield f"# option.{option.id}.default = {shown}   # {pick(option.names, lang, option.id)}"
    yield from ("", f"# {words('rules.new.fan', lang)}")
    yield ('# fan.lucky = { name = { zh = "八将", en = "Lucky Eights" }, value = 2, '
           'when = "any(p.rank == 8 for p in pairs)" }')
    yield from ("", f"# {words('rules.new.check', lang)}")
