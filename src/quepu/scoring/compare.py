"""The same hand under many rulebooks: what it is worth in each, or why it is no win there."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from quepu.book import Rulebook, rulebook
from quepu.calculators import with_tail
from quepu.columns import PAGE, pad, width, wrap
from quepu.errors import HandError
from quepu.facts import NO_FACTS
from quepu.faults import told
from quepu.hand import Hand, Parts, Win
from quepu.locale import every, pick, unit_of, words
from quepu.notation import read_win, write_tiles
from quepu.rulebook.file.load import known_ids
from quepu.scoring.result import Score
from quepu.scoring.table_state import by_own_names, type_of
from quepu.scoring.wild_kinds import has_wild_kinds
from quepu.scoring.win_frame import without_tile
from quepu.tiles import FLOWERS

#: what can become of a hand, the best first
KINDS = ("win", "minimum", "forbidden", "incomplete", "tiles")


@dataclass(frozen=True, slots=True)
class Compared:
    """A hand under one rulebook.

    `kind` is `win`, `minimum` (worth too little), `forbidden` (a condition of winning does not hold), `incomplete` (its
    tiles make no shape) or `tiles` (no hand of these rules).  `ignored` is what was told and has no meaning there.
    """

    book: Rulebook
    kind: str
    score: Score | None                 # None if it is no hand of these rules
    reasons: tuple[Mapping[str, str], ...] = ()
    ignored: tuple[str, ...] = ()

    @property
    def total(self) -> int | None:
        """What it is worth; None where it is no complete hand."""
        return self.score.total if self.score is not None and self.score.complete else None


def compare(hand: str | Win, rules: Iterable[str | Rulebook] | None = None,
            progress: Callable[[], None] | None = None, **situation: Any) -> tuple[Compared, ...]:
    """A hand under every rulebook that ships, or under those of `rules`: wins first, then the rest by what is missing.

    `situation` is as in `book.score`; a flag, memory, option, wild tile or flower that a rulebook does not know, or
    rules out for this hand, does not apply there and is named in `ignored`.
    """
    if isinstance(hand, str):
        hand, situation = with_tail(hand, situation)
    compared: list[Compared] = []
    unreadable: list[HandError] = []
    for rule in known_ids() if rules is None else rules:
        book = rule if isinstance(rule, Rulebook) else rulebook(rule)
        try:
            compared.append(_under(book, hand, dict(situation)))
        except HandError as error:      # where flowers are ordinary tiles the same text may be too long, or too short
            unreadable.append(error)
            compared.append(Compared(book, "tiles", None, _size(book, str(hand)) or tuple(map(_plain, error.faults))))
        if progress is not None:
            progress()
    if unreadable and len(unreadable) == len(compared):
        raise unreadable[0]
    return tuple(sorted(compared, key=lambda one: KINDS.index(one.kind)))      # the order given stays inside a kind


def _under(book: Rulebook, hand: str | Win, situation: dict[str, Any]) -> Compared:
    model = book.model
    ignored: list[str] = []
    if isinstance(hand, Win):
        situation = {"flags": hand.flags, "state": dict(hand.state), "wild": hand.wild, "options": dict(hand.options)}
    options = {option.id for option in model.options}
    chosen = {key: value for key, value in situation.pop("options", {}).items() if key in options}
    if chosen:
        book = book.with_options(**chosen)
    flags = {flag.id for flag in model.flags} | set(model.examples.flags)
    given = [*situation.get("flags", ())]
    ignored += [flag for flag in given if flag not in flags]
    situation["flags"] = frozenset(flag for flag in given if flag in flags)
    state = by_own_names(model, situation.get("state", {}))
    ignored += [name for name in state if not type_of(model, name)]
    situation["state"] = {name: value for name, value in state.items() if type_of(model, name)}
    if situation.get("wild") and not has_wild_kinds(book.model):
        ignored.append("wild")
        situation["wild"] = ()
    win = _read(book, hand, situation)
    unknown = [kind for kind in win.hand.flowers if not model.bonus >> kind & 1]
    if unknown:                         # a table without these flowers plays the same hand without them
        ignored.append(write_tiles(unknown))
        flowers = [kind for kind in win.hand.flowers if kind not in unknown]
        win = replace(win, hand=Hand(win.hand.concealed, win.hand.melds, flowers, win.hand.marks))
    reasons = _unfit(book, win)
    if not reasons:
        try:
            score = book.score(win)
        except HandError as error:
            reasons = list(map(_plain, error.faults))
        else:
            return Compared(book, _kind(score), score, score.reasons, (*ignored, *score.ruled_out))
    return Compared(book, "tiles", None, tuple(reasons), tuple(ignored))


def _read(book: Rulebook, hand: str | Win, situation: dict[str, Any]) -> Win:
    """The win as this rulebook reads it: some play with flowers that are ordinary tiles."""
    if isinstance(hand, Win):
        return replace(hand, options=NO_FACTS, **situation)
    if "from_" in situation:
        situation["discarder"] = situation.pop("from_")
    return read_win(hand, bonus=_laid_aside(book), **situation)


def _laid_aside(book: Rulebook) -> frozenset[int]:
    """The flowers that are no ordinary tiles: those of the rulebook, and those it does not have."""
    return book.bonus | frozenset(kind for kind in FLOWERS if not book.model.kinds >> kind & 1)


def _size(book: Rulebook, hand: str) -> tuple[Mapping[str, str], ...]:
    """The sentence that a text has not as many tiles as a hand of these rules."""
    parts = Parts.read(hand, _laid_aside(book))
    places, needed = len(parts.concealed) + 3 * len(parts.melds), book.model.hand_size + 1
    return () if places == needed else (every("compare.size", count=places, needed=needed),)


def _plain(fault: str) -> Mapping[str, str]:
    return {lang: told(fault, lang) for lang in ("zh", "zh-Hant", "en")}


def _unfit(book: Rulebook, win: Win) -> list[Mapping[str, str]]:
    """Why a win is no hand of these rules: too many or too few tiles, tiles or sets that are not played."""
    model = book.model
    held = {*win.hand.concealed, *(kind for meld in win.hand.melds for kind in meld.tiles),
            *(() if win.tile is None else (win.tile,))}
    strange = [kind for kind in sorted(held) if not model.kinds >> kind & 1]
    reasons: list[Mapping[str, str]] = []
    if strange:
        reasons.append(every("compare.not_played", tiles=write_tiles(strange)))
    places = win.hand.place_count + (win.tile is not None)
    if places != model.hand_size + 1 and not without_tile(model, win):
        reasons.append(every("compare.size", count=places, needed=model.hand_size + 1))
    melds = [str(meld) for meld in win.hand.melds if not strange and model.catalogue.find(meld.tiles) < 0]
    if melds:
        reasons.append(every("compare.no_set", sets=" ".join(melds)))
    return reasons


def _kind(score: Score) -> str:
    if score.legal:
        return "win"
    if not score.complete:
        return "incomplete"
    return "forbidden" if score.broken else "minimum"


def compare_text(compared: Iterable[Compared], lang: str) -> str:
    """The comparison as text of at most 80 columns, a rulebook a paragraph under the heading of its kind."""
    lines: list[str] = []
    results = list(compared)
    wide = max((width(_name(one, lang)) for one in results), default=0)
    for kind in KINDS:
        group = [one for one in results if one.kind == kind]
        if not group:
            continue
        lines += ["", words(f"compare.{kind}", lang)] if lines else [words(f"compare.{kind}", lang)]
        for one in group:
            first = f"  {pad(_name(one, lang), wide)}  "
            lines += wrap(_worth(one, lang), PAGE, " " * width(first), first)
    return "\n".join(lines)


def _name(one: Compared, lang: str) -> str:
    return pick(one.book.model.names, lang, one.book.id)


def _worth(one: Compared, lang: str) -> str:
    """The total with its fans, or the reasons; then what does not apply."""
    join = words("list", lang)
    parts = []
    if one.total is not None and one.score is not None:
        unit = unit_of(one.book.model.score.unit, one.total, lang)
        total = f"{one.total} {unit}".rstrip()
        fans = join.join(f"{pick(fan.names, lang, fan.id)}\u00a0{fan.shown}" for fan in one.score.fans)
        parts.append(f"{total}{words('compare.fans', lang, fans=fans)}" if fans else total)
    if one.kind not in ("win", "incomplete"):
        parts += [pick(reason, lang) for reason in one.reasons]
    if one.ignored:
        parts.append(words("compare.ignored", lang, list=join.join(one.ignored)))
    return words("compare.join", lang).join(parts)


def compare_data(one: Compared) -> dict[str, Any]:
    """One comparison as JSON."""
    score = one.score if one.total is not None else None
    return {
        "rule": one.book.id, "name": dict(one.book.model.names), "kind": one.kind, "legal": one.kind == "win",
        "total": one.total, "reasons": [dict(reason) for reason in one.reasons], "ignored": list(one.ignored),
        "fans": [{"id": fan.id, "name": dict(fan.names), "count": fan.count, "points": fan.points, "shown": fan.shown}
                 for fan in (score.fans if score else ())],
        "payments": score.payments if score and score.legal and score.payments_known else None}
