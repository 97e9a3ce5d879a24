"""Where a rule comes from, in the reader's language: rulebooks write it in English, or quote in Chinese."""

import re

from quepu.locale import language, words

_KNOWN = {"public practice": "public", "the value is public practice": "public_value", "our decision": "ours",
          "the value is our decision": "ours_value", "the source text": "text"}
#: of a remark in the other language a reader is told whose word it is
_WHOSE = ((r"\bour (decision|reading)s?\b|\bours\b|\bwe take\b", "ours"),
          (r"\bpubli(c|shed)\b|\bpractice\b|\bwikipedia\b|\bcommon\b", "public"), (r"\bsource\b|\bold text\b", "text"))
_ENGLISH = re.compile("[A-Za-z]{3}")
_CHINESE = re.compile("[\u3400-\u9fff]")


def source_text(text: str, lang: str) -> str:
    """A source, part by part; empty if it has nothing to tell this reader."""
    found = [told for part in text.split("; ") for told in _part(part, lang)]
    return words("condition.semicolon", lang).join(dict.fromkeys(found))


def _part(part: str, lang: str) -> list[str]:
    english = language(lang) == "en"
    if part in _KNOWN:
        return [words(f"source.{_KNOWN[part]}", lang)]
    if (_CHINESE if english else _ENGLISH).search(part):
        whose = [words(f"source.{key}", lang) for one, key in _WHOSE if re.search(one, part)]
        return whose or ([words("source.text", lang)] if _CHINESE.search(part) else [])
    return [part]
