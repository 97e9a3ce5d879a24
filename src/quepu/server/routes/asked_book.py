"""Which rulebook a request means: one that ships, with options, or a text somebody sent."""

import time
from collections import OrderedDict
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from quepu.book import Rulebook, rulebook, rulebook_of_text
from quepu.faults import Fault
from quepu.rulebook.file.load import LARGEST_FILE, known_ids
from quepu.server.http_problem import NOT_FOUND, ProblemError

MOST_BOOKS = 64
LABEL = "rules.toml"                    # what faults of a sent text are told under

Value = bool | int | str | list[str]


class Rule(BaseModel):
    """A rulebook by id, or as text of its own, with options."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field("", max_length=80, description="a rulebook that ships with quepu")
    text: str | None = Field(None, max_length=LARGEST_FILE, description="a rulebook of one's own, instead of `id`")
    options: dict[str, Value] = Field(default_factory=dict, max_length=200)

    @property
    def is_own(self) -> bool:
        """Whether a stranger wrote it."""
        return self.text is not None


def _key(rule: Rule) -> tuple[Any, ...]:
    return rule.id, rule.text, tuple(sorted((name, str(value)) for name, value in rule.options.items()))


class Books:
    """Rulebooks in use, the last used kept."""

    def __init__(self, only_shipped: bool = False) -> None:
        self._only_shipped = only_shipped       # in the server itself, which never reads a stranger's text
        self._kept: OrderedDict[Any, Rulebook] = OrderedDict()
        self._used: dict[Any, float] = {}       # of strangers' texts: those that ship stay

    def find(self, rule: Rule) -> Rulebook:
        """The rulebook that is meant; a text is checked, and only in the language it has."""
        if self._only_shipped and rule.is_own:
            raise RuntimeError("a stranger's rulebook is read in a process of its own only")
        key = _key(rule)
        book = self._kept.pop(key, None) or self._load(rule)
        self._kept[key] = book
        if rule.is_own:
            self._used[key] = time.monotonic()
        if len(self._kept) > MOST_BOOKS:
            self._used.pop(self._kept.popitem(last=False)[0], None)
        return book

    def drop_unused(self, seconds: float) -> int:
        """Forget strangers' texts that nobody has asked for so long; how many."""
        before = time.monotonic() - seconds
        old = [key for key, used in list(self._used.items()) if used < before]
        for key in old:
            self._used.pop(key, None)
            self._kept.pop(key, None)
        return len(old)

    def has(self, rule: Rule) -> bool:
        """Whether it is at hand."""
        return _key(rule) in self._kept

    @staticmethod
    def _load(rule: Rule) -> Rulebook:
        if rule.text is not None:
            return rulebook_of_text(rule.text, LABEL, **rule.options)
        if rule.id not in known_ids():  # never a path: what comes from outside opens no file
            near = get_close_matches(rule.id, known_ids(), n=3, cutoff=0.5)
            raise ProblemError(NOT_FOUND, Fault("book.none", id=rule.id), [
                Fault("book.nearest", near=near) if near else Fault("book.known", known=known_ids())])
        return rulebook(rule.id, **rule.options)
