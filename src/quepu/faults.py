"""A fault: a code with named values, and the sentences it is told in.

The library never writes a sentence: it says `Fault("notation.no_tile", tile="8z")`.  The sentences stand by language
in `locales/faults.<lang>.json`; in English a fault *is* its sentence, so that errors print and faults compare as text,
and `told(lang)` makes it in another language.  Nothing is ever read out of a sentence: who wants to know what is wrong
looks at `code` and `values`.

In a sentence `{name}` is a value as it is; `{name:kind}` is told by its kind (`_KINDS`), and `{count:tile|tiles}` is
the first for a count of 1.  A value that is a fault itself is told in the language of the whole.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from itertools import islice
from numbers import Integral
from pathlib import Path
from typing import Any, Self

from quepu.plain_text import harmless

#: what a tag means; `tag_of` reads those that people write besides
_FILES = {"en": "en", "zh": "zh-Hans", "zh-Hans": "zh-Hans", "zh-Hant": "zh-Hant"}
_HANT = ("hant", "tw", "hk", "mo")
_BEHIND_TAG = re.compile("[.@]")        # what a shell writes behind it: zh_CN.UTF-8, en_GB@euro
_FOLDER = Path(__file__).parent / "locales"
#: the languages in which a value of the kind `spoken` gives its text, in this order
SPOKEN = ("en", "zh-Hans", "zh-Hant")
_SLOT = re.compile(r"\{([a-z_]+)(?::([^{}]*))?\}")
#: of a fault: what is quoted comes from strangers, may be as long as a file, and may be quoted a hundred times
_LONGEST, _MOST_ITEMS = 2000, 200
_MOST_NESTED = 4            # of faults that another process sends

CUT = "…"               # stands for the rest
Value = Any             # a text, a number, None, a fault, or a tuple of these


class Fault(str):
    """What is wrong: a code, its values, and the English sentence that the text is.

    >>> fault = Fault("notation.no_tile", tile="8z")
    >>> fault, fault.told("zh-Hans"), fault.code, fault.values
    ('there is no 8z', '没有 8z 这张牌', 'notation.no_tile', {'tile': '8z'})
    """

    code: str           # empty if there is only an English text
    values: dict[str, Value]

    def __new__(cls, code: str, /, **values: Value) -> Self:
        """The fault of a code; KeyError if there is no such code, or it has other values."""
        plain = {name: _plain(value) for name, value in values.items()}
        if plain.keys() != slots(_table("en")[code]):
            raise KeyError(f"{code} has {', '.join(sorted(slots(_table('en')[code])))}, not {', '.join(sorted(plain))}")
        made = super().__new__(cls, _sentence(code, plain, "en"))
        made.code, made.values = code, plain
        return made

    @classmethod
    def of(cls, text: str) -> "Fault":
        """A text as a fault: itself if it is one, else one that has only these words."""
        if isinstance(text, Fault):
            return text
        made = str.__new__(cls, text)
        made.code, made.values = "", {}
        return made

    def told(self, lang: str) -> str:
        """The sentence in a language: zh or zh-Hans, zh-Hant, en, or a tag that means one of them."""
        return _sentence(self.code, self.values, _file(lang)) if self.code else str(self)

    def __str__(self) -> str:
        return str.__str__(self)

    def __reduce__(self) -> tuple[Callable[..., "Fault"], tuple[Any, ...]]:
        return _again, (self.code, self.values, str.__str__(self))

    def as_json(self, lang: str = "") -> dict[str, Any]:
        """Code and values for programs; a fault without a code has its text, those inside theirs in a language.

        A text is for readers, and harmless; a value is what was given.
        """
        if not self.code:
            return {"code": "", "values": {"text": harmless(self)}}
        return {"code": self.code, "values": {name: _json(value, lang) for name, value in self.values.items()}}


def _file(lang: str) -> str:
    """Where the sentences of a language stand; KeyError if it is none of ours."""
    return _FILES[lang if lang in _FILES else tag_of(lang) or lang]


def tag_of(wanted: str) -> str:
    """The language of ours that a tag means, `zh-TW` or `zh_CN.UTF-8`; empty if it is none."""
    parts = _BEHIND_TAG.split(wanted.strip(), maxsplit=1)[0].lower().replace("_", "-").split("-")
    if parts[0] == "zh":                # a script that is named goes before the place: zh-Hans-HK
        return "zh-Hant" if "hans" not in parts and any(part in _HANT for part in parts[1:]) else "zh-Hans"
    return "en" if parts[0] == "en" else ""


def shell_language(environment: Mapping[str, str]) -> str:
    """The language a shell's environment asks for: Chinese if it says so, else English."""
    said = next((environment[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(key)), "")
    return tag_of(said) or "en"


def told(text: str, lang: str) -> str:
    """A fault in a language; a text that is none, as it is."""
    return text.told(lang) if isinstance(text, Fault) else text


def fault_of_json(value: Any, depth: int = 0) -> Fault | None:
    """The fault that `as_json` gave, from a process that is not believed: None if it is none of ours."""
    if not isinstance(value, dict) or depth > _MOST_NESTED:
        return None
    code, values = value.get("code"), value.get("values")
    if not isinstance(code, str) or not isinstance(values, dict):
        return None
    if not code:
        text = values.get("text")
        return Fault.of(text[:_LONGEST]) if isinstance(text, str) else None
    if code not in sentences("en") or values.keys() != slots(sentences("en")[code]):
        return None
    read = {}
    for name, one in values.items():
        try:
            read[name] = _read(one, depth)
        except ValueError:
            return None
    try:
        return Fault(code, **read)
    except (KeyError, IndexError, TypeError, ValueError):      # a value of another kind than the sentence wants
        return None


def sentences(lang: str) -> Mapping[str, str]:
    """The sentences of a language by code."""
    return _table(_FILES[lang])


@lru_cache(1024)
def slots(sentence: str) -> frozenset[str]:
    """The names of the values that a sentence tells."""
    return frozenset(match[1] for match in _SLOT.finditer(sentence))


def _again(code: str, values: dict[str, Value], text: str) -> Fault:
    return Fault(code, **values) if code else Fault.of(text)


def _plain(value: Value) -> Value:
    """A value that can be kept and sent: texts, numbers, None, faults and tuples of them, none of them endless."""
    if value is None or isinstance(value, Fault) or type(value) in (int, float, bool):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Iterable) and not isinstance(value, str):
        items = tuple(_plain(one) for one in islice(value, _MOST_ITEMS + 1))
        return items if len(items) <= _MOST_ITEMS else (*items[:_MOST_ITEMS - 1], CUT)
    text = value if type(value) is str else str(value)
    return text if len(text) <= _LONGEST else text[:_LONGEST - 1] + CUT


def _json(value: Value, lang: str) -> Any:
    if isinstance(value, Fault):
        return {**value.as_json(lang), **({"text": harmless(value.told(lang))} if lang else {})}
    return [_json(one, lang) for one in value] if isinstance(value, tuple) else value


def _read(value: Any, depth: int) -> Value:
    """A value out of JSON; ValueError for what no fault of ours has."""
    if isinstance(value, dict):
        fault = fault_of_json(value, depth + 1)
        if fault is None:
            raise ValueError
        return fault
    if isinstance(value, list):
        if len(value) > _MOST_ITEMS or depth > _MOST_NESTED:
            raise ValueError
        return tuple(_read(one, depth + 1) for one in value)
    if isinstance(value, str):
        return value[:_LONGEST]
    if isinstance(value, int) and abs(value) >= 1 << 63:
        raise ValueError
    return value


def _sentence(code: str, values: Mapping[str, Value], lang: str) -> str:
    def said(match: re.Match[str]) -> str:
        value, kind = values[match[1]], match[2]
        if kind is None:
            return _said(value, lang)
        if "|" in kind:
            one, many = kind.split("|")
            return one if str(value) == "1" else many
        return _KINDS[kind](value, lang)
    return _SLOT.sub(said, _table(lang)[code])


def _said(value: Value, lang: str) -> str:
    if isinstance(value, Fault):
        return value.told(lang)
    if isinstance(value, tuple):
        return _joined(value, lang, "list")
    return "" if value is None else str(value)


def _joined(values: Iterable[Value], lang: str, by: str) -> str:
    return _table(lang)[f"join.{by}"].join(_said(one, lang) for one in values)


def _last_joined(values: Iterable[Value], lang: str, by: str) -> str:
    """`a, b or c`."""
    texts = [_said(one, lang) for one in values]
    return _table(lang)[f"join.{by}"].join([*([_joined(texts[:-1], lang, "list")] if texts[1:] else []), *texts[-1:]])


def _quoted(value: Value, lang: str) -> str:
    """What somebody wrote, so that every character of it can be seen."""
    shown = f"[{', '.join(map(repr, value))}]" if isinstance(value, tuple) else repr(value)
    return _table(lang)["join.quoted"].replace("…", shown[1:-1]) if lang != "en" and isinstance(value, str) else shown


def _behind(value: Value, lang: str) -> str:
    """One sentence more, if there is one."""
    return _table(lang)["join.sentence"] + _said(value, lang) if value else ""


def _before(value: Value, lang: str) -> str:
    """Where it is, if that is known."""
    return _said(value, lang) + _table(lang)["join.colon"] if value else ""


def _below(value: Value, lang: str) -> str:
    """One line more, if there is one."""
    return "\n    " + _said(value, lang) if value else ""


def _word(value: Value, lang: str) -> str:
    """A word of the game or of the program: `word.<value>`."""
    return _table(lang)[f"word.{value}"]


#: how a value is told
_KINDS: Mapping[str, Callable[[Value, str], str]] = {
    "quoted": _quoted, "before": _before, "behind": _behind, "below": _below, "word": _word,
    "list": lambda value, lang: _joined(value, lang, "list"),
    "all": lambda value, lang: _joined(value, lang, "all"),             # of sentences
    "or": lambda value, lang: _last_joined(value, lang, "or"),
    "and": lambda value, lang: _last_joined(value, lang, "and"),
    "words": lambda value, lang: _joined([_word(one, lang) for one in value], lang, "list"),
    "seat": lambda value, lang: _word(f"seat.{value}", lang),
    "line": lambda value, lang: _said(value, lang).replace("\n", "\\n"),    # a line break would tear the fault
    "lines": lambda value, lang: "\n".join(_said(one, lang) for one in value),
    "spoken": lambda value, lang: _said(value[SPOKEN.index(lang)], lang),   # what the game itself explains
    "number": lambda value, _lang: f"{value:,}",
}


@cache
def _table(lang: str) -> dict[str, str]:
    table: dict[str, str] = json.loads((_FOLDER / f"faults.{lang}.json").read_text(encoding="utf-8"))
    return table
