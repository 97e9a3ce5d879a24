"""Which rulebook a request means: one that ships, with options, or a text somebody sent."""

import time
from collections import OrderedDict
from collections.abc import Callable
from difflib import get_close_matches
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticKnownError

from quepu.book import Rulebook, rulebook, rulebook_of_text
from quepu.faults import Fault
from quepu.rulebook.file.load import known_ids
from quepu.rulebook.file.toml_text import LARGEST_TEXT, too_large
from quepu.server.problem import NOT_FOUND, ProblemError

MOST_BOOKS = 64
MOST_OPTIONS = 200
LONGEST_ID = 80
LABEL = "rules.toml"                    # what faults of a sent text are told under

Value = bool | int | str | list[str]


def _sized(text: str) -> str:
    fault = too_large(LABEL, text)
    if fault is not None:
        raise ValueError(fault)
    return text


#: the text of a rulebook that somebody sent
OwnText = Annotated[str, AfterValidator(_sized), Field(json_schema_extra={"maxLength": LARGEST_TEXT})]


def _few(options: Any) -> Any:
    """Options as they were sent, if they are not too many: each wrong value of thousands would be told by itself."""
    if isinstance(options, dict) and len(options) > MOST_OPTIONS:
        raise PydanticKnownError("too_long", {"field_type": "Dictionary", "max_length": MOST_OPTIONS,
                                              "actual_length": len(options)})
    return options


#: values of options by their ids
Options = Annotated[dict[str, Value], BeforeValidator(_few), Field(max_length=MOST_OPTIONS)]


class Rule(BaseModel):
    """A rulebook by id, or as text of its own, with options."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field("", max_length=LONGEST_ID, description="a rulebook that ships with quepu")
    text: OwnText | None = Field(None, description="a rulebook of one's own, instead of `id`")
    options: Options = Field(default_factory=dict)

    @property
    def is_own(self) -> bool:
        """Whether a stranger wrote it."""
        return self.text is not None


def _key(rule: Rule) -> tuple[Any, ...]:
    return rule.id, rule.text, tuple(sorted((name, str(value)) for name, value in rule.options.items()))


class Books:
    """Rulebooks in use, the last used kept.

    `is_compiled` says of one that ships whether its machine code can be had: hands with wild tiles are then answered by
    it at once.  Strangers' texts are worked out by the reference, within their limits of time.
    """

    def __init__(self, only_shipped: bool = False, is_compiled: Callable[[Rulebook], bool] | None = None) -> None:
        self._only_shipped = only_shipped       # in the server itself, which never reads a stranger's text
        self._is_compiled = is_compiled
        self._searched: set[Any] = set()        # those whose machine code is used
        self._kept: OrderedDict[Any, Rulebook] = OrderedDict()
        self._used: dict[Any, float] = {}       # of strangers' texts: those that ship stay

    def find(self, rule: Rule) -> Rulebook:
        """The rulebook that is meant; a text is checked, and only in the language it has."""
        if self._only_shipped and rule.is_own:
            raise RuntimeError("a stranger's rulebook is read in a process of its own only")
        key = _key(rule)
        book = self._kept.pop(key, None)
        if book is None:
            book = self._load(rule)
            self._searched.discard(key)
        if self._is_compiled is not None and not rule.is_own and key not in self._searched and self._is_compiled(book):
            book.search_compiled()
            self._searched.add(key)
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
