"""The parser of the command line, whose own errors are faults as well.

`argparse` writes its errors in English, but marks each for translation: it asks `gettext` for the template and fills
the values in.  While a line is parsed the templates are answered from a table, so that code and values are known and
the sentence is made at the edge as everywhere; one that a later Python adds stays as it is.
"""

import argparse
import contextlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

from quepu.errors import QuepuError
from quepu.faults import Fault

#: what argparse asks a translation of -> the end of our code and the names of the values
_TEMPLATES: Mapping[str, tuple[str, ...]] = {
    "argument %(argument_name)s: %(message)s": ("of", "argument_name", "message"),
    "unrecognized arguments: %s": ("unrecognized", "arguments"),
    "the following arguments are required: %s": ("required", "arguments"),
    "invalid choice: %(value)r (choose from %(choices)s)": ("choice", "value", "choices"),
    "invalid %(type)s value: %(value)r": ("value", "type", "value"),
    "not allowed with argument %s": ("not_with", "other"),
    "ignored explicit argument %r": ("no_value", "value"),
    "expected one argument": ("one",),
    "expected at least one argument": ("some",),
}


class _Template(str):
    """A template of argparse that becomes a fault when its values are filled in."""

    def __mod__(self, given: Any) -> Fault:
        code, *names = _TEMPLATES[str(self)]
        values = given if isinstance(given, Mapping) else {names[0]: given}
        return Fault(f"argument.{code}", **{name: values[name] for name in names})


def _answered(text: str) -> str:
    """What argparse is given for a text it wants translated."""
    if text not in _TEMPLATES:
        return text
    code, *names = _TEMPLATES[text]
    return _Template(text) if names else Fault(f"argument.{code}")


@contextlib.contextmanager
def _templates_answered() -> Iterator[None]:
    asked = vars(argparse)
    before = asked["_"]
    asked["_"] = _answered
    try:
        yield
    finally:
        asked["_"] = before


class Parser(argparse.ArgumentParser):
    """A parser that raises QuepuError for what it cannot read, after it has shown the usage."""

    def parse_known_args(self, args: Sequence[str] | None = None,       # type: ignore[override]
                         namespace: Any = None) -> tuple[Any, list[str]]:
        """The arguments, and those that nobody knows."""
        with _templates_answered():
            return super().parse_known_args(args, namespace)

    def parse_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> Any:     # type: ignore[override]
        """The arguments; QuepuError if one cannot be read."""
        with _templates_answered():
            return super().parse_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Show how the command is used and raise what is wrong; the command line tells it in its language."""
        self.print_usage(sys.stderr)
        raise QuepuError(Fault("argument.error", program=self.prog, what=message))
