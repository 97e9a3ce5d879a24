"""What the tables of calls that provoke faults share: running one, and which codes came of it."""

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import quepu
from quepu.errors import QuepuError
from quepu.faults import Fault, sentences, slots
from quepu.rulebook.file.default import default_rule

Provoke = Callable[[], Any]
Table = Mapping[str, Provoke]


@functools.cache
def book() -> quepu.Rulebook:
    """The default rulebook."""
    return quepu.rulebook(default_rule())


def faults_of(call: Provoke) -> tuple[Fault, ...]:
    """The faults that a call raises, or gives back."""
    try:
        given = call()
    except QuepuError as error:
        return error.faults
    except Exception as error:
        from quepu.server.http_problem import ProblemError
        if isinstance(error, ProblemError):
            return (error.title, *error.faults)
        raise
    return tuple(map(Fault.of, [given] if isinstance(given, str) else given or ()))


def codes_in(faults: Iterable[Any]) -> set[str]:
    """Every code in faults and in their values, the words they name included."""
    codes: set[str] = set()
    for fault in faults:
        if not isinstance(fault, Fault) or not fault.code:
            continue
        codes.add(fault.code)
        sentence = sentences("en")[fault.code]
        for name in slots(sentence):
            value = fault.values[name]
            values = value if isinstance(value, tuple) else (value,)
            codes |= codes_in(values)
            if f"{{{name}:word" in sentence:
                codes |= {f"word.{one}" for one in values}
            if f"{{{name}:seat}}" in sentence:
                codes |= {f"word.seat.{one}" for one in values}
    return codes
