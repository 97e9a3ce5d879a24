"""Worked examples: one JSON object a line, read as a win and compared with what the rulebook says."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from quepu import tiles
from quepu.errors import HandError, NotationError, QuepuError, RulebookError
from quepu.hand import Hand, Win
from quepu.notation import read_hand, read_kinds, read_meld_words, read_tile
from quepu.rulebook.model import Fan
from quepu.scoring.result import Score

if TYPE_CHECKING:
    from quepu.scoring.book import Rulebook

_PAYABLE = ("E", "S", "W", "N")


@dataclass(frozen=True, slots=True)
class Check:
    """One example run: its id and every difference found; `skipped` tells why it cannot be run."""

    id: str
    differences: tuple[str, ...] = ()
    skipped: str = ""
    score: Score | None = field(default=None, compare=False)


def read_lines(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any] | QuepuError]]:
    """(line number, example) for each line that holds one; an unreadable line gives its error."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            example = json.loads(line)
            if not isinstance(example, dict):
                raise ValueError("not an object")
        except (ValueError, RecursionError) as error:
            yield number, NotationError(f"line {number}: not a worked example: {error}")
            continue
        yield number, example


def read_example(book: "Rulebook", example: Mapping[str, Any]) -> tuple["Rulebook", Win]:
    """The win an example tells, and the rulebook with the example's options."""
    rules = book.model.examples
    settings = _settings(book, example)
    chosen = book.with_options(**settings) if settings else book
    melds = [read_meld_words(str(text)) for text in example.get("melds", ())]
    concealed = read_hand(str(example.get("concealed", "")), bonus=chosen.bonus)
    flowers = read_hand(str(example["flowers"])).flowers if example.get("flowers") else concealed.flowers
    hand = Hand(concealed.concealed, (*concealed.melds, *melds), flowers, concealed.marks)
    win_tile = read_tile(str(example["win_tile"])) if example.get("win_tile") else None
    names = rules.get("flags", {})
    flags = frozenset(str(names.get(flag, flag)) for flag in example.get("flags", ())) - {""}
    win = Win(hand, win_tile.kind if win_tile else None, bool(example.get("self_draw", False)),
              tiles.seat_of(str(example.get("seat", "E"))), tiles.seat_of(str(example.get("round", "E"))),
              tiles.seat_of(str(example["from"])) if example.get("from") else None, flags,
              tuple(read_kinds("".join(map(str, example.get("wild", ()))))) if example.get("wild") else (),
              _state(book, example), tile_mark=bool(win_tile and win_tile.mark))
    return chosen, win


def _settings(book: "Rulebook", example: Mapping[str, Any]) -> dict[str, Any]:
    """Options the example sets, under any of the keys a rulebook may use for them."""
    found = dict(example.get("options") or {})
    state = example.get("state")
    if isinstance(state, dict) and isinstance(state.get("options"), dict):
        found.update(state["options"])
    for key, option in book.model.examples.get("options", {}).items():
        if key in example:
            found[option] = example[key]
    return found


def _state(book: "Rulebook", example: Mapping[str, Any]) -> dict[str, Any]:
    """The example's state as memory of the rulebook: {memory: value} or {memory: {seat: value}}."""
    told: dict[str, Any] = {}
    sizes = {slot.id: slot.size for slot in book.model.memory}
    state = {**{key: value for key, value in example.items() if key != "state"}, **(example.get("state") or {})}
    for pattern, memory in book.model.examples.get("state", {}).items():
        for seat, value in _matches(state, pattern):
            if sizes.get(memory, 1) == 1:
                told[memory] = value
            else:                       # told of nobody is told of the winner; several patterns add up
                of = told.setdefault(memory, {})
                whose = seat if seat is not None else str(tiles.seat_of(str(example.get("seat", "E"))))
                of[whose] = of.get(whose, 0) + value
    for name in sizes:                  # a key called like a memory needs no mapping
        if name in (example.get("state") or {}) and name not in told:
            value = example["state"][name]
            told[name] = {str(tiles.seat_of(s)): _number(x) for s, x in value.items()} \
                if isinstance(value, dict) else _number(value)
    return told


def _matches(state: Any, pattern: str) -> list[tuple[str | None, int]]:
    """(seat, number) for everything in the state that a pattern speaks of."""
    found: list[tuple[str | None, Any]] = [(None, state)]
    for step in pattern.split("."):
        name, _bracket, entry = step.partition("[")
        following: list[tuple[str | None, Any]] = []
        for seat, value in found:
            if name == "*" and isinstance(value, dict):
                following.extend((str(tiles.seat_of(key)), part) for key, part in value.items() if key in _PAYABLE)
            elif isinstance(value, dict) and name in value:
                following.append((seat, value[name]))
        if entry == "]":                # a list of seats
            following = [(str(tiles.seat_of(str(one))), 1) for _seat, value in following
                         if isinstance(value, list) for one in value]
        elif entry:                     # entries of a list that equal a word
            wanted = entry[:-1]
            following = [(seat, sum(1 for one in value if str(one) == wanted)) for seat, value in following
                         if isinstance(value, list)]
        found = following
    return [(seat, _number(value)) for seat, value in found if value is not None and not isinstance(value, list | dict)]


def _number(value: Any) -> int:
    """A value of the state as a number: yes and no, seats and tiles included."""
    if isinstance(value, str):
        if value in _PAYABLE:
            return tiles.seat_of(value)
        try:
            return tiles.kind_of(value)
        except ValueError:
            return 0
    return int(value) if isinstance(value, int | float) else 0


def score_own_example(book: "Rulebook", fan: Fan) -> Score:
    """The score of a fan's own example: a hand, or a table with a hand and its situation."""
    example = {"hand": fan.example} if isinstance(fan.example, str) else fan.example
    if not isinstance(example, dict) or not isinstance(example.get("hand"), str):
        raise RulebookError("it has no hand")
    apart = ("hand", "options", "from", "state", "flowers")
    situation = {key: value for key, value in example.items() if key not in apart}
    if "from" in example:
        situation["discarder"] = example["from"]
    for key, value in situation.items():
        fits = isinstance(value, list) and all(isinstance(x, str) for x in value) if key == "flags" else \
            isinstance(value, bool) if key == "self_draw" else isinstance(value, str)
        if key not in ("flags", "self_draw", "seat", "round", "discarder", "wild", "tile") or not fits:
            raise RulebookError(f"'{key} = {value}' tells nothing known")
    situation["flags"] = frozenset(situation.get("flags", ()))
    if isinstance(example.get("state"), dict):
        situation["state"] = _own_state(example["state"])
    if isinstance(example.get("options"), dict):
        book = book.with_options(**example["options"])
    return book.score(f"{example['hand']} {example.get('flowers', '')}".strip(), **situation)


def _own_state(state: Mapping[str, Any]) -> Mapping[str, Any]:
    """Memory as a fan's own example tells it."""
    for name, value in state.items():
        parts = value if isinstance(value, dict) else {"": value}
        if any(not isinstance(x, int) or (key and key not in _PAYABLE) for key, x in parts.items()):
            raise RulebookError(f"state {name}: a number is needed, or one for each seat: {{ E = 1 }}")
    return state


def check_example(book: "Rulebook", example: Mapping[str, Any], edition: str = "") -> Check:
    """The example run: what the rulebook says differently.  `edition` picks another `expected_...` part."""
    name = str(example.get("id", "?"))
    if "situation" in example or "concealed" not in example:
        return _other_kind(book, example, name)
    try:
        chosen, win = read_example(book, example)
        score = chosen.score(win)
    except HandError as error:
        refused = example.get("type") == "not_win"
        return Check(name) if refused else Check(name, tuple(error.faults))
    except QuepuError as error:
        return Check(name, (str(error),))
    expected = {**example, **example.get(f"expected_{edition}", {})} if edition else dict(example)
    if edition:
        expected.pop("payments", None)
    if example.get("type") == "not_win":
        wrong = (f"must be refused, but is a legal win of {score.total}",) if score.legal else ()
        return Check(name, wrong, score=score)
    return Check(name, tuple(_differences(chosen, score, expected)), score=score)


def _other_kind(book: "Rulebook", example: Mapping[str, Any], name: str) -> Check:
    """An example without a hand to score: prose, or an occasion that the ledger settles by itself."""
    if "situation" in example:
        return Check(name, skipped="prose")
    occasion = {"draw": ("draw", "end"), "event": ("end",)}.get(str(example.get("type")))
    if occasion is None or "payments" not in example:
        return Check(name, skipped=f"no program can set up '{example.get('type', '?')}'")
    settings = _settings(book, example)
    book = book.with_options(**settings) if settings else book
    frame = book.reference.frames.base(Win(Hand(), None, state=_state(book, example)))
    from quepu.core import frame as at
    frame[at.SEAT] = -1
    net = dict.fromkeys(_PAYABLE, 0)
    for row in book.ledger.settle(frame, occasion):
        if row.payer < 4:
            net[_PAYABLE[row.payer]] -= row.amount
        if row.receiver < 4:
            net[_PAYABLE[row.receiver]] += row.amount
    differences = [f"payments: expected {example['payments']}, got {net}"] if net != example["payments"] else []
    return Check(name, tuple(differences))


def _differences(book: "Rulebook", score: Score, expected: Mapping[str, Any]) -> Iterator[str]:
    """Every way in which a score is not what the example says."""
    if not score.complete:
        yield "not a complete hand"
        return
    yield from _fan_differences(book, score, expected)
    if "total" in expected and score.total != expected["total"]:
        yield f"total: expected {expected['total']}, got {score.total}"
    for key in ("han", "fu", "points"):
        if key in expected and key in score.tallies and score.tallies[key] != expected[key]:
            yield f"{key}: expected {expected[key]}, got {score.tallies[key]}"
    legal = expected.get("legal", True)
    if score.legal != legal:
        why = "; ".join(reason.get("en", "") for reason in score.reasons)
        yield f"legal: expected {legal}, got {score.legal}" + (f" ({why})" if why else "")
    if "payments" in expected and score.legal:
        wanted = {seat: expected["payments"].get(seat, 0) for seat in _PAYABLE}
        if wanted != score.payments:
            yield f"payments: expected {wanted}, got {score.payments}"


def _fan_differences(book: "Rulebook", score: Score, expected: Mapping[str, Any]) -> Iterator[str]:
    if "fans" not in expected:
        return
    got = {fan.id: fan for fan in score.fans}
    wanted: dict[str, Any] = {}
    for name, points in expected["fans"].items():
        fan = book.model.fan(name)
        if fan is None:
            yield f"fan {name}: not in this rulebook"
        else:
            wanted[fan.id] = (name, points)
    for fan_id, (name, points) in wanted.items():
        one = got.get(fan_id)
        if one is None:
            yield f"fan {name} {points}: not counted"
        elif isinstance(points, str) and one.shown != points:
            yield f"fan {name}: expected {points}, got {one.shown}"
        elif isinstance(points, int) and one.points != points:
            yield f"fan {name}: expected {points}, got {one.points}"
    for fan_id, one in got.items():
        if fan_id not in wanted:
            yield f"fan {one.name()} {one.shown}: counted, not expected"
    for name, count in {**expected.get("counts", {}), **expected.get("expected", {}).get("counts", {})}.items():
        fan = book.model.fan(name)
        if fan is not None and fan.id in got and fan.id in wanted and got[fan.id].count != count:
            yield f"fan {name}: expected {count} times, got {got[fan.id].count}"
