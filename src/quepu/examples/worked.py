"""Worked examples: one JSON object a line, read as a win and compared with what the rulebook says."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from quepu import tiles
from quepu.errors import HandError, NotationError, QuepuError, RulebookError
from quepu.examples.paid_kongs import paid_kongs
from quepu.examples.refused import PASSED, passes_of_wins, refusal
from quepu.examples.worked_state import first_step, read_state
from quepu.faults import SPOKEN, Fault, sentences
from quepu.hand import Hand, Meld, Win
from quepu.locale import pick
from quepu.notation import read_hand, read_kinds, read_meld_words, read_tile, read_tiles
from quepu.rulebook.file.options import option_text
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.model.model import Fan
from quepu.scoring.accounts import GUEST_CODES, net
from quepu.scoring.reference import Outcome
from quepu.scoring.report import report
from quepu.scoring.result import FanScore, Score
from quepu.scoring.table_state import type_of
from quepu.scoring.wild_kinds import contradictions

if TYPE_CHECKING:
    from quepu.book import Rulebook


@dataclass(frozen=True, slots=True)
class Check:
    """One example run: its id and every difference found; `skipped` tells why it cannot be run.

    `notes` are what the example tells and the rulebook has no word for.
    """

    id: str
    differences: tuple[Fault, ...] = ()
    skipped: str = ""
    notes: tuple[Fault, ...] = ()
    score: Score | None = field(default=None, compare=False)


def read_lines(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any] | QuepuError]]:
    """(line number, example) for each line that holds one; an unreadable line gives its error."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            example = json.loads(line)
            why = None if isinstance(example, dict) else Fault("example.not_object")
        except (ValueError, RecursionError) as error:
            why = Fault.of(str(error))
        if why is not None:
            yield number, NotationError(Fault("cli.line", line=number, faults=[Fault("cli.not_example", why=why)]))
            continue
        yield number, example


@dataclass(frozen=True, slots=True)
class Situation:
    """What an example tells, in words of the language, and notes of what has no word."""

    book: "Rulebook"
    flags: frozenset[str]
    state: dict[str, Any]
    notes: tuple[Fault, ...]
    feeders: tuple[int | None, ...] = ()        # who fed each meld, where the example tells it
    passed: Any = None                          # a win let go before, where the rulebook has no word of its own for it


#: keys of an example that the reader knows, besides those a rulebook maps
KNOWN = frozenset((
    "id", "origin", "note", "seed_example", "type", "situation", "concealed", "melds", "win_tile", "self_draw", "from",
    "seat", "round", "flowers", "wild", "flags", "state", "options", "fans", "counts", "total", "legal", "payments",
    "expected"))
#: keys of `state` that are no memory: the options, other hands, what happened, and who is expected to deal next
APART = frozenset(("options", "hands", "event", "next_dealer"))
NO_GRADE: Mapping[str, str] = {}


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
    apart = APART - ({"event"} if state.get("event") not in rules.events else set()) | \
        ({"kongs"} if rules.says("kongs") else set())
    passes = bool(passes_of_wins(chosen.model)) and not type_of(chosen.model, PASSED) \
        and PASSED not in rules.ignore and all(first_step(name) != PASSED for name in rules.state)
    apart |= {PASSED} if passes else set()
    extra = {key: value for key, value in example.items() if key != "state"}
    by_option = {key[len("state."):] for key in rules.options if key.startswith("state.")}
    given = read_state(chosen.model, {key: value for key, value in state.items() if key not in apart}, seat, extra,
                       by_option)
    names, known = rules.flags, {flag.id for flag in chosen.model.flags}
    flags = {str(names.get(flag, flag)) for flag in example.get("flags", ())} - {""}
    notes = [Fault("example.unknown_flag", flag=flag) for flag in sorted(flags - known)]
    notes += [Fault("example.unknown_key", key=key, value=repr(example[key]))
              for key in example if not _is_known(chosen, key)]
    return Situation(chosen, frozenset(flags & known) | given.flags, given.state, (*notes, *given.notes),
                     tuple(given.feeders), state.get(PASSED) if passes else None)


def _is_known(book: "Rulebook", key: str) -> bool:
    """Whether a key of an example speaks of something: by itself, or because the rulebook says so."""
    rules = book.model.examples
    return key in KNOWN or key.startswith("expected_") or key in book.model.words.tallies or \
        any(key in part for part in (rules.options, rules.compare, rules.lists, rules.ignore)) or \
        any(first_step(pattern) == key for pattern in rules.state)


def read_win_of(given: Situation, example: Mapping[str, Any]) -> Win:
    """The win that an example tells in a situation."""
    seat = tiles.seat_of(str(example.get("seat", "E")))
    melds = [_fed(read_meld_words(str(text)), seat, feeder)
             for text, feeder in zip_longest(example.get("melds", ()), given.feeders[:len(example.get("melds", ()))])]
    concealed = read_hand(str(example.get("concealed", "")), bonus=given.book.bonus)
    flowers = read_hand(str(example["flowers"]), bonus=given.book.bonus).flowers if example.get("flowers") \
        else concealed.flowers
    hand = Hand(concealed.concealed, (*concealed.melds, *melds), flowers, concealed.marks)
    win_tile = read_tile(str(example["win_tile"])) if example.get("win_tile") else None
    wild = tuple(read_kinds("".join(map(str, example.get("wild", ()))))) if example.get("wild") else ()
    faults = [*contradictions(given.book.model, wild, given.state)]
    if faults:
        raise HandError(faults)
    return Win(hand, win_tile.kind if win_tile else None, bool(example.get("self_draw", False)),
               seat, tiles.seat_of(str(example.get("round", "E"))),
               tiles.seat_of(str(example["from"])) if example.get("from") else None, given.flags, wild, given.state,
               tile_mark=bool(win_tile and win_tile.mark))


def _fed(meld: Meld, seat: int, feeder: int | None) -> Meld:
    """A meld of a seat with who fed it, if that is told; nobody feeds a concealed kong."""
    if feeder is None or meld.is_concealed:
        return meld
    return Meld(meld.tiles, meld.form, (seat - feeder) % 4, meld.marks)


def _settings(book: "Rulebook", example: Mapping[str, Any]) -> dict[str, Any]:
    """Options the example sets, under any of the keys a rulebook may use for them."""
    names = book.model.examples.options
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
        raise RulebookError(Fault("example.list", key=key, count=len(places), value=repr(value)))
    return {names[f"{key}.{place}"]: one for place, one in enumerate(value)}


def own_examples(book: "Rulebook") -> Iterator[tuple["Rulebook", Fan]]:
    """Each fan with the rulebook its own example is scored by: one that is switched off has its own options.

    An example is of the rulebook as it is written; of other options that were chosen it says nothing.
    """
    book = book.family.book({}) if book.settings and book.family else book
    yield from ((book, fan) for fan in book.model.fans)
    there = {fan.id for fan in book.model.fans}
    for said in book.model.said.fans.all:
        name, example = said.id, said.example
        settings = example.get("options") if isinstance(example, dict) else None
        if name in there or not isinstance(settings, dict):
            continue
        chosen = book.with_options(**settings)
        fan = next((fan for fan in chosen.model.fans if fan.id == name), None)
        if fan is None:
            shown = [f"{key} = {option_text(value)}" for key, value in settings.items()]
            raise RulebookError(Fault("example.off", fan=name, options=shown or Fault("example.no_option")))
        yield chosen, fan


def score_own_example(book: "Rulebook", fan: Fan) -> Score:
    """The score of a fan's own example."""
    return score_told_example(book, fan.example, fan.on)


def score_told_example(book: "Rulebook", told: Any, on: str = "win") -> Score:
    """The score of an example as a rulebook tells it: a hand, or a table with a hand and its situation."""
    example = {"hand": told} if isinstance(told, str) else told
    if not isinstance(example, dict) or not isinstance(example.get("hand"), str):
        raise RulebookError(Fault("example.no_hand"))
    apart = ("hand", "options", "from", "state", "flowers", "laid")
    situation = {key: value for key, value in example.items() if key not in apart}
    if "from" in example:
        situation["discarder"] = example["from"]
    for key, value in situation.items():
        fits = isinstance(value, list) and all(isinstance(x, str) for x in value) if key == "flags" else \
            isinstance(value, bool) if key == "self_draw" else isinstance(value, str)
        if key not in ("flags", "self_draw", "seat", "round", "discarder", "wild", "tile") or not fits:
            raise RulebookError(Fault("example.not_known", key=key, value=str(value)))
    situation["flags"] = frozenset(situation.get("flags", ()))
    read_tiles(str(example.get("laid", "")))        # only drawn beside the hand; what it brings, `state` says
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
            raise RulebookError(Fault("example.state_number", name=name))
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
        kongs = paid_kongs(given, example) if kind != "not_win" else []
        win = read_win_of(given, example)
        best, others = given.book.best(given.book.win(win))
    except HandError as error:
        return Check(name, () if kind == "not_win" else tuple(error.faults), notes=given.notes)
    except QuepuError as error:
        return Check(name, tuple(error.faults), notes=given.notes)
    score = report(given.book, win, best, others)
    expected = {**example, **example.get(f"expected_{edition}", {})} if edition else dict(example)
    if edition:
        expected.pop("payments", None)
    try:
        refused = list(_refusals(given, win, example, score)) if score.legal else []
    except QuepuError as error:
        return Check(name, tuple(error.faults), notes=given.notes)
    if kind == "not_win":
        wrong = [Fault("example.must_refuse", total=score.total)] if score.legal and not refused else []
    else:
        if refused and not expected.get("legal", True):
            expected["legal"], refused = True, []       # the hand may be won with, but not on this tile
        wrong = [*differences(given.book, score, best, expected), *refused]
        if score.legal and "payments" in expected:
            rows = [*score.ledger, *kongs]
            wrong += payment_differences(net(rows) if score.payments_known else {}, expected["payments"])
    return Check(name, tuple(wrong), notes=given.notes, score=score)


def payment_differences(got: Mapping[str, int], expected: Mapping[str, int]) -> list[Fault]:
    """How payments are not those expected; a seat or guest that is not told neither pays nor receives."""
    wanted = {seat: expected.get(seat, 0) for seat in tiles.SEATS}
    wanted |= {guest: expected[guest] for guest in GUEST_CODES if expected.get(guest)}
    return [] if wanted == dict(got) else \
        [Fault("example.payments", expected=str(wanted), got=str(dict(got)))]


def _refusals(given: Situation, win: Win, example: Mapping[str, Any], score: Score) -> Iterator[Fault]:
    """Why the table does not give the winning tile of a legal hand to this seat."""
    from quepu.examples.rivals import rival_of
    rival = rival_of(given.book, example, score.total, {fan.id for fan in score.fans})
    if rival:
        yield Fault("example.rival", seat=rival)
    refused = refusal(given.book, win, given.passed, score.total)
    if refused:
        yield refused


def differences(book: "Rulebook", score: Score, best: Outcome | None, expected: Mapping[str, Any]) -> Iterator[Fault]:
    """Every way in which a score is not what the example says, payments aside."""
    if not score.complete or best is None:
        yield Fault("example.not_complete")
        return
    yield from fan_differences(book, score.fans, expected, score.working, score.grade)
    compared = {key: formula for key, formula in book.model.examples.compare.items() if key in expected}
    env = Env(best.frame, book.model.catalogue, book.model.flower_owner)
    got = {key: score.tallies[key] for key in book.model.words.tallies if key in score.tallies}
    got.update(total=score.total)
    got.update({key: function(formula.node)(env) for key, formula in compared.items()})
    for key, value in got.items():
        if key in expected and value != expected[key]:
            yield Fault("example.differs", key=key, expected=str(expected[key]), got=value)
    yield from _list_differences(book, env, expected)
    legal = expected.get("legal", True)
    if score.legal != legal:
        why = [sentences(lang)["join.all"].join(pick(reason, lang) for reason in score.reasons) for lang in SPOKEN]
        yield Fault("example.legal_why", expected=str(legal), got=score.legal, why=why) if score.reasons else \
            Fault("example.legal", expected=str(legal), got=score.legal)


def _list_differences(book: "Rulebook", env: Env, expected: Mapping[str, Any]) -> Iterator[Fault]:
    """Every list of names (`[examples.lists]`) that does not hold just those which the example names."""
    for key, members in book.model.examples.lists.items():
        if key in expected:
            holds = [name for name, formula in members.items() if function(formula.node)(env)]
            if not isinstance(expected[key], list) or sorted(map(str, expected[key])) != sorted(holds):
                yield Fault("example.differs", key=key, expected=str(expected[key]), got=str(holds))


def _grade_names(book: "Rulebook") -> set[str]:
    """What hands are called by this rulebook."""
    return {name for grade in book.model.grades for name in grade.names.values()}


def fan_differences(book: "Rulebook", fans: Iterable[FanScore], expected: Mapping[str, Any],
                    working: Iterable[FanScore] = (), grade: Mapping[str, str] = NO_GRADE) -> Iterator[Fault]:
    """Every way in which fans are not those that the example names; of `working` it may name any, and the grade."""
    if "fans" not in expected:
        return
    counted = {fan.id: fan for fan in fans}
    got = {**counted, **{fan.id: fan for fan in working}}
    wanted: dict[str, Any] = {}
    for name, points in expected["fans"].items():
        fan = book.model.fan(name)
        if fan is None:
            # a name for nothing, which this rulebook leaves unsaid; but what the whole hand is called must be true
            if points != 0 or name in _grade_names(book) - set(grade.values()):
                yield Fault("example.unknown_fan", fan=name)
        else:
            wanted[fan.id] = (name, points)
    for fan_id, (name, points) in wanted.items():
        one = got.get(fan_id)
        if one is None:
            yield Fault("example.not_counted", fan=name, points=str(points))
        elif isinstance(points, str) and one.shown != points:
            yield Fault("example.fan", fan=name, expected=points, got=one.shown)
        elif isinstance(points, int) and one.points != points:
            yield Fault("example.fan", fan=name, expected=points, got=one.points)
    for fan_id, one in counted.items():
        plain = not wanted and one.points == 0 and book.model.fans[book.model.words.fans[fan_id]].fallback is not None
        if fan_id not in wanted and not plain:      # what a hand without fans is called need not be named
            yield Fault("example.extra", fan=one.name(), points=one.shown)
    for name, count in {**expected.get("counts", {}), **expected.get("expected", {}).get("counts", {})}.items():
        fan = book.model.fan(name)
        if fan is not None and fan.id in got and fan.id in wanted and got[fan.id].count != count:
            yield Fault("example.times", fan=name, expected=str(count), got=got[fan.id].count)
