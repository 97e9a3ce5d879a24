"""Worked examples: one JSON object a line, read as a win and compared with what the rulebook says."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from quepu import tiles
from quepu.errors import HandError, NotationError, QuepuError, RulebookError
from quepu.examples.paid_kongs import paid_kongs
from quepu.examples.worked_state import first_step, read_state
from quepu.hand import Hand, Win
from quepu.notation import read_hand, read_kinds, read_meld_words, read_tile
from quepu.rulebook.file.load import option_text
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.model.model import Fan
from quepu.scoring.accounts import GUEST_CODES, net
from quepu.scoring.reference import Outcome
from quepu.scoring.report import report
from quepu.scoring.result import FanScore, Score

if TYPE_CHECKING:
    from quepu.book import Rulebook


@dataclass(frozen=True, slots=True)
class Check:
    """One example run: its id and every difference found; `skipped` tells why it cannot be run.

    `notes` are what the example tells and the rulebook has no word for.
    """

    id: str
    differences: tuple[str, ...] = ()
    skipped: str = ""
    notes: tuple[str, ...] = ()
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


@dataclass(frozen=True, slots=True)
class Situation:
    """What an example tells, in words of the language, and notes of what has no word."""

    book: "Rulebook"
    flags: frozenset[str]
    state: dict[str, Any]
    notes: tuple[str, ...]


#: keys of an example that the reader knows, besides those a rulebook maps
KNOWN = frozenset((
    "id", "origin", "note", "seed_example", "type", "situation", "concealed", "melds", "win_tile", "self_draw", "from",
    "seat", "round", "flowers", "wild", "flags", "state", "options", "fans", "counts", "total", "legal", "payments",
    "expected"))
#: keys of `state` that are no memory: the options, other hands, what happened, and who is expected to deal next
APART = frozenset(("options", "hands", "event", "next_dealer"))


def read_example(book: "Rulebook", example: Mapping[str, Any]) -> tuple["Rulebook", Win]:
    """The win an example tells, and the rulebook with the example's options."""
    given = read_situation(book, example, tiles.seat_of(str(example.get("seat", "E"))))
    return given.book, read_win_of(given, example)


def read_situation(book: "Rulebook", example: Mapping[str, Any], seat: int) -> Situation:
    """What an example tells besides the tiles; what is told of no seat is told of `seat`."""
    settings = _settings(book, example)
    chosen = book.with_options(**settings) if settings else book
    rules = chosen.model.examples
    state = example.get("state") or {}
    events = rules.get("events", {})
    apart = APART - ({"event"} if state.get("event") not in events else set()) | ({"kongs"} & rules.keys())
    extra = {key: value for key, value in example.items() if key != "state"}
    by_option = {key[len("state."):] for key in rules.get("options", {}) if key.startswith("state.")}
    given = read_state(chosen.model, {key: value for key, value in state.items() if key not in apart}, seat, extra,
                       by_option)
    names, known = rules.get("flags", {}), {flag.id for flag in chosen.model.flags}
    flags = {str(names.get(flag, flag)) for flag in example.get("flags", ())} - {""}
    notes = [f"flag {flag}: not in this rulebook" for flag in sorted(flags - known)]
    notes += [f"key {key}: {example[key]!r} is not understood; map it in [examples], or name it in its ignore"
               for key in example if not _is_known(chosen, key)]
    return Situation(chosen, frozenset(flags & known) | given.flags, given.state, (*notes, *given.notes))


def _is_known(book: "Rulebook", key: str) -> bool:
    """Whether a key of an example speaks of something: by itself, or because the rulebook says so."""
    rules = book.model.examples
    return key in KNOWN or key.startswith("expected_") or key in book.model.words.tallies or \
        any(key in rules.get(part, ()) for part in ("options", "compare", "lists", "ignore")) or \
        any(first_step(pattern) == key for pattern in rules.get("state", {}))


def read_win_of(given: Situation, example: Mapping[str, Any]) -> Win:
    """The win that an example tells in a situation."""
    melds = [read_meld_words(str(text)) for text in example.get("melds", ())]
    concealed = read_hand(str(example.get("concealed", "")), bonus=given.book.bonus)
    flowers = read_hand(str(example["flowers"]), bonus=given.book.bonus).flowers if example.get("flowers") \
        else concealed.flowers
    hand = Hand(concealed.concealed, (*concealed.melds, *melds), flowers, concealed.marks)
    win_tile = read_tile(str(example["win_tile"])) if example.get("win_tile") else None
    return Win(hand, win_tile.kind if win_tile else None, bool(example.get("self_draw", False)),
               tiles.seat_of(str(example.get("seat", "E"))), tiles.seat_of(str(example.get("round", "E"))),
               tiles.seat_of(str(example["from"])) if example.get("from") else None, given.flags,
               tuple(read_kinds("".join(map(str, example.get("wild", ()))))) if example.get("wild") else (),
               given.state, tile_mark=bool(win_tile and win_tile.mark))


def _settings(book: "Rulebook", example: Mapping[str, Any]) -> dict[str, Any]:
    """Options the example sets, under any of the keys a rulebook may use for them."""
    names = book.model.examples.get("options", {})
    state = example.get("state") if isinstance(example.get("state"), dict) else {}
    assert isinstance(state, dict)
    settings: dict[str, Any] = {}
    for part in (example.get("options"), state.get("options")):
        for key, value in (part or {}).items():
            places = sorted(name for name in names if name.startswith(f"{key}.") and name[len(key) + 1:].isdigit())
            settings.update(_listed(names, key, places, value) if places else {str(names.get(key, key)): value})
    for key, option in names.items():
        place, name = (state, key[len("state."):]) if key.startswith("state.") else (example, key)
        if name in place:               # that something is told at all may mean that its option is on
            settings[option] = True if isinstance(place[name], list | dict) else place[name]
    return settings


def _listed(names: Mapping[str, str], key: str, places: list[str], value: Any) -> dict[str, Any]:
    """Options that stand together in one list of the example, each in its place."""
    if not isinstance(value, list) or len(value) != len(places):
        raise RulebookError(f"option {key}: a list of {len(places)} is needed, not {value!r}")
    return {names[f"{key}.{place}"]: one for place, one in enumerate(value)}


def own_examples(book: "Rulebook") -> Iterator[tuple["Rulebook", Fan]]:
    """Each fan with the rulebook its own example is scored by: one that is switched off has its own options."""
    yield from ((book, fan) for fan in book.model.fans)
    there = {fan.id for fan in book.model.fans}
    for name, table in book.model.data.get("fan", {}).items():
        example = table.get("example")
        settings = example.get("options") if isinstance(example, dict) else None
        if name in there or not isinstance(settings, dict):
            continue
        chosen = book.with_options(**settings)
        fan = next((fan for fan in chosen.model.fans if fan.id == name), None)
        if fan is None:
            options_shown = ", ".join(f"{key} = {option_text(value)}" for key, value in settings.items()) or "no option"
            raise RulebookError(f"fan {name} is switched off, with {options_shown} of its example too\n"
                                "    name the option that switches it on, or take the options out")
        yield chosen, fan


def score_own_example(book: "Rulebook", fan: Fan) -> Score:
    """The score of a fan's own example."""
    return score_told_example(book, fan.example, fan.on)


def score_told_example(book: "Rulebook", told: Any, on: str = "win") -> Score:
    """The score of an example as a rulebook tells it: a hand, or a table with a hand and its situation."""
    example = {"hand": told} if isinstance(told, str) else told
    if not isinstance(example, dict) or not isinstance(example.get("hand"), str):
        raise RulebookError("the example has no hand")
    apart = ("hand", "options", "from", "state", "flowers")
    situation = {key: value for key, value in example.items() if key not in apart}
    if "from" in example:
        situation["discarder"] = example["from"]
    for key, value in situation.items():
        fits = isinstance(value, list) and all(isinstance(x, str) for x in value) if key == "flags" else \
            isinstance(value, bool) if key == "self_draw" else isinstance(value, str)
        if key not in ("flags", "self_draw", "seat", "round", "discarder", "wild", "tile") or not fits:
            raise RulebookError(f"'{key} = {value}' is not something this rulebook knows")
    situation["flags"] = frozenset(situation.get("flags", ()))
    if isinstance(example.get("state"), dict):
        situation["state"] = _own_state(example["state"])
    if isinstance(example.get("options"), dict):
        book = book.with_options(**{name: value for name, value in example["options"].items()
                                    if book.settings.get(name) != value})       # most are in force already
    if on == "opening":                 # dealt tiles are no win: what they show is all there is
        hand = read_hand(example["hand"], bonus=book.bonus)
        seat = tiles.seat_of(str(example.get("seat", "E" if len(hand.concealed) > book.model.hand_size else "S")))
        shown = book.opening(hand, seat, situation.get("state"))
        return Score(book, Win(hand, None, seat=seat), True, True, 0, fans=shown.fans, ledger=shown.ledger)
    return book.score(f"{example['hand']} {example.get('flowers', '')}".strip(), **situation)


def _own_state(state: Mapping[str, Any]) -> Mapping[str, Any]:
    """Memory as a fan's own example tells it."""
    for name, value in state.items():
        parts = value if isinstance(value, dict) else {"": value}
        if any(not isinstance(x, int) or (key and key not in tiles.SEATS) for key, x in parts.items()):
            raise RulebookError(f"state {name}: a number is needed, or one for each seat: {{ E = 1 }}")
    return state


def check_example(book: "Rulebook", example: Mapping[str, Any], edition: str = "") -> Check:
    """The example run: what the rulebook says differently.  `edition` picks another `expected_...` part."""
    name = str(example.get("id", "?"))
    if "situation" in example:
        return Check(name, skipped="prose")
    kind = str(example.get("type") or "win")
    if kind not in ("win", "not_win", "flower_win"):
        from quepu.examples.worked_kinds import check_kind
        try:
            return check_kind(book, example, kind, name)
        except QuepuError as error:
            return Check(name, tuple(error.faults))
    try:
        given = read_situation(book, example, tiles.seat_of(str(example.get("seat", "E"))))
    except QuepuError as error:
        return Check(name, tuple(error.faults))
    try:
        kongs = paid_kongs(given, example)
        win = read_win_of(given, example)
        best, outcomes = given.book.best(given.book.win(win))
    except HandError as error:
        return Check(name, () if kind == "not_win" else tuple(error.faults), notes=given.notes)
    except QuepuError as error:
        return Check(name, tuple(error.faults), notes=given.notes)
    score = report(given.book, win, best, outcomes)
    expected = {**example, **example.get(f"expected_{edition}", {})} if edition else dict(example)
    if edition:
        expected.pop("payments", None)
    from quepu.examples.rivals import rival_of
    try:
        rival = rival_of(given.book, example, score.total, {fan.id for fan in score.fans}) if score.legal else ""
    except QuepuError as error:
        return Check(name, tuple(error.faults), notes=given.notes)
    if kind == "not_win":
        wrong = [f"must be refused, but is a legal win of {score.total}"] if score.legal and not rival else []
    else:
        wrong = [*differences(given.book, score, best, expected), *([f"{rival} takes the tile"] if rival else [])]
        if score.legal and "payments" in expected:
            rows = [*score.ledger, *kongs]
            wrong += payment_differences(net(rows) if score.payments_known else {}, expected["payments"])
    return Check(name, tuple(wrong), notes=given.notes, score=score)


def payment_differences(got: Mapping[str, int], expected: Mapping[str, int]) -> list[str]:
    """How payments are not those expected; a seat or guest that is not told neither pays nor receives."""
    wanted = {seat: expected.get(seat, 0) for seat in tiles.SEATS}
    wanted |= {guest: expected[guest] for guest in GUEST_CODES if expected.get(guest)}
    return [] if wanted == dict(got) else [f"payments: expected {wanted}, got {dict(got)}"]


def differences(book: "Rulebook", score: Score, best: Outcome | None, expected: Mapping[str, Any]) -> Iterator[str]:
    """Every way in which a score is not what the example says, payments aside."""
    if not score.complete or best is None:
        yield "not a complete hand"
        return
    yield from fan_differences(book, score.fans, expected)
    compared = {key: node for path, node in book.model.play.items()
                if path[:2] == ("examples", "compare") and (key := str(path[2])) in expected}
    env = Env(best.frame, book.model.catalogue, book.model.flower_owner)
    got = {key: score.tallies[key] for key in book.model.words.tallies if key in score.tallies}
    got.update(total=score.total)
    got.update({key: function(node)(env) for key, node in compared.items()})
    for key, value in got.items():
        if key in expected and value != expected[key]:
            yield f"{key}: expected {expected[key]}, got {value}"
    yield from _list_differences(book, env, expected)
    legal = expected.get("legal", True)
    if score.legal != legal:
        why = "; ".join(reason.get("en", "") for reason in score.reasons)
        yield f"legal: expected {legal}, got {score.legal}" + (f" ({why})" if why else "")


def _list_differences(book: "Rulebook", env: Env, expected: Mapping[str, Any]) -> Iterator[str]:
    """Every list of names (`[examples.lists]`) that does not hold just those which the example names."""
    for key, members in book.model.examples.get("lists", {}).items():
        if key in expected:
            holds = [name for name in members if function(book.model.play["examples", "lists", key, name])(env)]
            if not isinstance(expected[key], list) or sorted(map(str, expected[key])) != sorted(holds):
                yield f"{key}: expected {expected[key]}, got {holds}"


def fan_differences(book: "Rulebook", fans: Iterable[FanScore], expected: Mapping[str, Any]) -> Iterator[str]:
    """Every way in which fans are not those that the example names."""
    if "fans" not in expected:
        return
    got = {fan.id: fan for fan in fans}
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
