"""Visible words in the languages there are: every sentence that is not a rule's own name.

The words live in `locales/<lang>.json`, shared by command line, server and page; a file is read when first
asked for.
"""

import json
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from quepu.errors import QuepuError
from quepu.faults import Fault, shell_language, tag_of

LANGUAGES = ("zh-Hans", "zh-Hant", "en")
#: what a language is called where one is chosen; `tag_meant` reads what people type besides
TAGS = ("zh", *LANGUAGES)
_NUMBERED = re.compile(r"\{(\w+):([^|{}]*)\|([^|{}]*)\}")
#: the languages in which a name is looked for, by the language wanted
_NEAREST = {"en": ("en", "zh", "zh-Hans", "zh-Hant"), "zh-Hans": ("zh-Hans", "zh", "zh-Hant", "en"),
            "zh-Hant": ("zh-Hant", "zh", "zh-Hans", "en")}
_FOLDER = Path(__file__).parent / "locales"


@lru_cache(64)              # asked for every word; a stranger may ask for any tag
def language(wanted: str) -> str:
    """The language of ours that a tag means: "zh" and "zh_CN.UTF-8" are zh-Hans, "zh-TW" is zh-Hant.

    >>> language("zh"), language("zh_TW.UTF-8"), language("en-GB")
    ('zh-Hans', 'zh-Hant', 'en')
    """
    found = tag_of(wanted)
    if not found:
        raise QuepuError(Fault("locale.language", wanted=wanted))
    return found


def tag_meant(wanted: str) -> str:
    """The one of `TAGS` that somebody means who types a tag; empty if it is none of them.

    >>> tag_meant("zh"), tag_meant("zh-CN"), tag_meant("zh_HK.UTF-8"), tag_meant("en-US"), tag_meant("fr")
    ('zh', 'zh-Hans', 'zh-Hant', 'en', '')
    """
    return wanted if wanted in TAGS else tag_of(wanted)


def language_of(environment: Mapping[str, str]) -> str:
    """The language a shell's environment asks for: Chinese if it says so, else English."""
    return shell_language(environment)


def words(key: str, lang: str, **values: Any) -> str:
    """The words of a key in a language, with the values put in.

    >>> words("pot", "en"), words("table.left", "en", count=1), words("table.left", "en", count=2)
    ('pot', '1 tile left', '2 tiles left')
    """
    text = _table(language(lang))[key]
    return _numbered(text, values).format_map(values) if values else text


def _numbered(text: str, values: Mapping[str, Any]) -> str:
    """The text with the right one of `{count:tile|tiles}`: the first for a count of 1."""
    return _NUMBERED.sub(lambda match: match[2] if str(values[match[1]]) == "1" else match[3], text)


def unit_of(names: Mapping[str, str], count: int, lang: str) -> str:
    """A unit that a rulebook names, as it is said of so many: its English name is of many, one has no s at the end.

    >>> [unit_of({"zh": "分", "en": "points"}, count, lang) for count, lang in ((1, "en"), (2, "en"), (1, "zh"))]
    ['point', 'points', '分']
    """
    unit = pick(names, lang)
    return unit[:-1] if language(lang) == "en" and count == 1 and unit.endswith("s") else unit


def has_words(key: str) -> bool:
    """Whether there are words for a key.

    >>> has_words("pot"), has_words("no such key")
    (True, False)
    """
    return key in _table("en")


def every(key: str, **values: Mapping[str, Any] | Any) -> dict[str, str]:
    """The words of a key under zh, zh-Hant and en; a mapping among the values is by language."""
    return {short: words(key, short, **{name: pick(value, short) if isinstance(value, Mapping) else value
                                        for name, value in values.items()})
            for short in ("zh", "zh-Hant", "en")}


def pick(names: Mapping[str, str], lang: str, otherwise: str = "") -> str:
    """A rulebook's own name or sentence in a language, or in the nearest it has.

    >>> pick({"zh": "番", "en": "fan"}, "zh-Hant")
    '番'
    """
    for tag in _NEAREST[language(lang)]:
        if names.get(tag):
            return names[tag]
    return otherwise


def formed(text: str, lang: str) -> str:
    """Chinese in the reader's own characters: rulebooks are written in those of their town.

    >>> formed("门前清 暗杠", "zh-Hant"), formed("圈數", "zh"), formed("圈數", "en")
    ('門前清 暗槓', '圈数', '圈數')
    """
    return text.translate(_forms(language(lang))) if language(lang) != "en" else text


@cache
def _forms(lang: str) -> dict[int, str]:
    """What each character becomes; more are traditional, so some have a simplified one that is its own."""
    forms = json.loads((_FOLDER / "forms.json").read_text(encoding="utf-8"))
    to = forms["traditional"] if lang == "zh-Hant" else \
        {full: simple for simple, full in forms["traditional"].items()} | forms["simplified"]
    return str.maketrans(to)


@cache
def _table(lang: str) -> dict[str, str]:
    table: dict[str, str] = json.loads((_FOLDER / f"{lang}.json").read_text(encoding="utf-8"))
    return table
