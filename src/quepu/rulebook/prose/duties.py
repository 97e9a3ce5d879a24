"""What a reader is told under the options as they are set: the duties of a win, the circumstances that matter."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from quepu.rulebook.model.model import Model
from quepu.rulebook.model.said import WinSaid
from quepu.rulebook.prose.settled import decided, settled


def duties(model: Model) -> list[WinSaid]:
    """What a win needs besides its minimum; nothing that the options as they are set grant to everybody."""
    return [said for said in model.said.wins.all if decided(model, said.when) is not True]


#: what holds no expression in force: sentences, examples, what is chosen already
_UNREAD = ("option", "examples", "how", "name", "names", "text", "refusal", "label", "source", "example", "called")


def flags_read(model: Model) -> set[str]:
    """The flags that some expression in force reads; one that another flag is made of counts too."""
    tables = model.as_written()
    found: set[str] = set()
    for section, content in tables.items():
        entries = content.items() if section == "flag" and isinstance(content, dict) else ((section, content),)
        for name, table in entries:
            found.update(word for word in _words_of(model, section, table) if word != name)
    return {flag.id for flag in model.flags} & found


def _words_of(model: Model, key: str, at: Any) -> Iterator[str]:
    """Every word of every expression of a table that is not switched off."""
    if isinstance(at, Mapping):
        if at.get("enabled") is not False and key not in _UNREAD:
            for inner, value in at.items():
                yield from _words_of(model, inner, value)
    elif isinstance(at, list | tuple):
        for value in at:
            yield from _words_of(model, key, value)
    elif isinstance(at, str) and key not in _UNREAD and decided(model, at) is not False:
        yield from re.findall(r"[a-z_]\w*", settled(model, at))
