"""What the answers to a question are called: which may have a name, whether it can be shown, and where none is given.

A question is a table of the rulebook that asks a player: a phase, a declaration with a stake of his choice, a last tile
that is offered round.  Its `names` hold the name of each answer, its `told` how a choice is told to all; `"*"` stands
for every answer that is not named by itself, `{n}` for the number, suit or tile that is chosen.
"""

import re
from collections.abc import Iterator, Mapping

from quepu.faults import Fault
from quepu.rulebook.file import limits
from quepu.rulebook.file.choices import PhaseKind
from quepu.rulebook.file.reader import Reader
from quepu.rulebook.model.play import LastTiles, Path, Phase, Play, Ready, Texts
from quepu.tiles import LETTERS

Asks = Phase | Ready | LastTiles
OTHERS = "*"                # every answer that has no name of its own
_SUITS = tuple(LETTERS[:3])
#: the answers of a phase that are words; those of a bet are numbers
_WORDS = {PhaseKind.VOID_SUIT: _SUITS, PhaseKind.EXCHANGE: ("give",), PhaseKind.OPENING: ("show", "pass")}
_LAST_WORDS = ("take", "pass")
_PUT_IN = {"names": ("{n}",), "told": ("{seat}", "{n}", "{other}")}
_BRACES = re.compile(r"\{[^{}]*\}|[{}]")


def questions(play: Play) -> Iterator[tuple[Asks, tuple[str, ...]]]:
    """(what asks, its answers that are words) of every question; one without words is answered with a number."""
    for phase in play.phases.on:
        if phase.kind is PhaseKind.BET or phase.kind in _WORDS:
            yield phase, _WORDS.get(phase.kind, ())
    for ready in play.readies.on:
        if ready.says("choices"):
            yield ready, ()
    for last in play.wall.offered:
        yield last, _LAST_WORDS


def name_of_answer(names: Mapping[str, Texts], answer: str) -> Texts:
    """What the rulebook calls an answer, or how it tells it; empty if it does not say."""
    return names.get(answer, names.get(OTHERS, {}))


def unnamed_answers(asks: Asks, answers: tuple[str, ...]) -> list[str]:
    """The answers of a question that have no name; of numbers that can be very many, `*` for them all."""
    if OTHERS in asks.names:
        return []
    known = answers or _numbers(asks) or _bounded(asks) or (OTHERS,)
    return [answer for answer in known if answer not in asks.names]


def _bounded(asks: Asks) -> tuple[str, ...]:
    """The numbers from the lowest to the highest that expressions can give, unless they are very many."""
    ends = [] if isinstance(asks, LastTiles) else [choice.node for choice in asks.choices[:2]]
    low = min((end.low for end in ends), default=0)
    high = max((end.high for end in ends), default=limits.LARGEST_CHOICE)
    return tuple(map(str, range(low, high + 1))) if high - low < limits.MOST_CHOICES else ()


def _numbers(asks: Asks) -> tuple[str, ...]:
    """The numbers that may be chosen, where the rulebook tells them as such."""
    choices = [] if isinstance(asks, LastTiles) else [choice.text for choice in asks.choices]
    numbers = [choice for choice in choices if isinstance(choice, int)]
    if len(numbers) < len(choices):
        return ()
    if len(numbers) == 2:
        numbers = list(range(numbers[0], min(numbers[1], numbers[0] + limits.MOST_CHOICES) + 1))     # more are refused
    return tuple(map(str, numbers))


def check_answer_names(reader: Reader, play: Play) -> None:
    """Tell of every name that no answer has, and of every one that cannot be shown."""
    for asks, answers in questions(play):
        path, known = asks.path, answers or _numbers(asks)
        for key, names in (("names", asks.names), ("told", asks.told if isinstance(asks, Phase) else {})):
            if len(names) > limits.MOST_CHOICES + 1:
                reader.bad((*path, key), Fault("answer.too_many", count=len(names),
                                               most=limits.MOST_CHOICES + 1), Fault("keys.take_out"),
                           True)
                continue
            for answer, texts in names.items():
                _check_answer(reader, (*path, key, answer), answer, known, bool(answers))
                _check_texts(reader, (*path, key, answer), texts, key, asks.says("about"))
    for ready in play.readies.on:
        if ready.says("names") and not ready.says("choices"):
            reader.bad((*ready.path, "names"), Fault("answer.no_stake"), Fault("answer.add_choices"),
                       True)


def _check_answer(reader: Reader, path: Path, answer: str, known: tuple[str, ...], words: bool) -> None:
    """Whether an answer can be given: one of the numbers, suits or words, or all the others."""
    if answer == OTHERS or answer in known:
        return
    if known:
        reader.bad(path, Fault("answer.nobody", answer=answer[:40]),
                   Fault("answer.names_for", known=known[:20], others=OTHERS), True)
    elif not (answer.isascii() and answer.isdigit() and str(int(answer[:6])) == answer
              and int(answer) <= limits.LARGEST_CHOICE):
        reader.bad(path, Fault("answer.not_number", answer=answer[:40]),
                   Fault("answer.numbers", most=limits.LARGEST_CHOICE, others=OTHERS), True)


def _check_texts(reader: Reader, path: Path, texts: Texts, key: str, about: bool) -> None:
    """Whether only what is known is put into a name."""
    known = [one for one in _PUT_IN[key] if about or one != "{other}"]
    for text in dict.fromkeys(texts.values()) or ("",):
        strange = next((part for part in _BRACES.findall(text) if part not in known), None)
        if strange is not None:
            reader.bad(path, Fault("answer.strange", name=strange[:40]), Fault("model.known", known=known))
        if not text.strip():
            reader.bad(path, Fault("answer.empty"), Fault("answer.say"))
