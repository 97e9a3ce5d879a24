"""Which rulebook a request means: one that ships, with options, or a text somebody sent."""

from collections import OrderedDict
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from quepu.rulebook.load import LARGEST_FILE, known_ids
from quepu.scoring.book import Rulebook, rulebook, rulebook_of_text
from quepu.server.problem import NOT_FOUND, ProblemError

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

    def __init__(self) -> None:
        self._kept: OrderedDict[Any, Rulebook] = OrderedDict()

    def find(self, rule: Rule) -> Rulebook:
        """The rulebook that is meant; a text is checked, and only in the language it has."""
        key = _key(rule)
        book = self._kept.pop(key, None) or self._load(rule)
        self._kept[key] = book
        if len(self._kept) > MOST_BOOKS:
            self._kept.popitem(last=False)
        return book

    def has(self, rule: Rule) -> bool:
        """Whether it is at hand."""
        return _key(rule) in self._kept

    @staticmethod
    def _load(rule: Rule) -> Rulebook:
        if rule.text is not None:
            return rulebook_of_text(rule.text, LABEL, **rule.options)
        if rule.id not in known_ids():  # never a path: what comes from outside opens no file
            raise ProblemError(NOT_FOUND, f"there is no rulebook '{rule.id}'", [f"known: {', '.join(known_ids())}"])
        return rulebook(rule.id, **rule.options)
