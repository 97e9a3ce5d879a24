"""What people call what is asked and answered at a table: by the rulebook's own names, else by words of ours.

This is the one place that gives actions and choices their names.  Programs go by an action's `text`, which has none of
them.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from quepu.engine.layout import codes
from quepu.engine.layout.table import Table
from quepu.engine.play.packed_action import detail_of
from quepu.game import events as ev
from quepu.game.actions import Abort, Action, AddTile, Choose, Chow, Declare, Kong, MixedKong, Pung, Win, action_of
from quepu.locale import every, language, pick, words
from quepu.rulebook.file.choices import PhaseKind
from quepu.rulebook.language.vocabulary import INT, SUIT, TILE
from quepu.rulebook.model.answer_names import name_of_answer
from quepu.rulebook.model.model import Model, Texts
from quepu.rulebook.model.play import LastTiles, Phase, Ready
from quepu.scoring.table_state import value_name
from quepu.tiles import LETTERS, seat_name

if TYPE_CHECKING:
    from quepu.book import Rulebook

_LANGS = ("zh", "zh-Hant", "en")
#: what asks: the section it stands in, and its place there; ("", 0) where nothing of the rulebook does
Question = tuple[str, int]
_NO_QUESTION: Question = ("", 0)
Asks = Phase | Ready | LastTiles


def question_at(t: Table) -> Question:
    """What asks at the table as it stands."""
    if t.stage == codes.Stage.PHASE:
        return "phase", t.phase
    if t.stage == codes.Stage.STAKE:
        return "ready", detail_of(t.declaring)
    if t.stage == codes.Stage.LAST:
        return "last", 0
    if t.stage in (codes.Stage.OWN, codes.Stage.LAID):
        return "drawn" if t.drawn >= 0 else "own", 0
    return _NO_QUESTION


def suit_letter(asks: Asks | None, value: int) -> str | None:
    """The letter of the suit that a number chosen in a phase means; None if it means a number."""
    return LETTERS[value] if isinstance(asks, Phase) and asks.kind is PhaseKind.VOID_SUIT else None


def phase_name(model: Model, phase: str, lang: str) -> str:
    """What a phase asks for: its own text, else what its kind is."""
    asks = model.phases.declared(phase)
    kind = f"procedure.phase.kind.{asks and asks.kind}"
    return (pick(asks.text, lang) if asks is not None else "") or words(kind, lang)


class Naming:
    """The names of one rulebook's answers."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.questions: dict[str, tuple[Asks, ...]] = {
            "phase": model.phases.on, "ready": model.readies.on, "last": model.wall.offered}
        self.of_sets = {(family, bool(claim.declares)): claim for claim in model.claims.on for family in claim.sets}
        self.of_win = next((claim for claim in model.claims.all if not claim.sets), None)
        self._actions: dict[tuple[Question, int], Action] = {}

    def action(self, code: int, question: Question = _NO_QUESTION) -> Action:
        """The action that the engine's number means, with what it is called as an answer to a question."""
        key = question, code
        if key not in self._actions:
            self._actions[key] = self._named(action_of(self.model, code), code, question)
        return self._actions[key]

    def asking(self, question: Question) -> Asks | None:
        """What of the rulebook asks."""
        section, place = question
        asks = self.questions.get(section, ())
        return asks[place] if place < len(asks) else None

    def _named(self, action: Action, code: int, question: Question) -> Action:
        asks = self.asking(question)
        if isinstance(action, Choose):
            return replace(action, suit=suit_letter(asks, action.value), names=self.choice(question, action.value))
        asked_as = {} if asks is None else name_of_answer(asks.names, action.word)
        return replace(action, names=asked_as or self._own_name(action, code, question))

    def _own_name(self, action: Action, code: int, question: Question) -> Texts:
        """What a kong, a declaration, a reason or a claim is called wherever it is made."""
        if isinstance(action, Kong | MixedKong):
            return every("label.kong", name=self.entry("kong", action.kong))
        if isinstance(action, AddTile):
            return every(f"label.{action.word}", name=self.entry("kong", action.kong))
        if isinstance(action, Declare):
            name = self.entry("ready", action.ready)
            return name if action.tile is None else every("label.declare", name=name)
        if isinstance(action, Abort):
            return every("label.abort", name=self.entry("abort", action.reason))
        if isinstance(action, Chow | Pung):
            family = self.model.catalogue.families[detail_of(code)]
            claim = self.of_sets.get((family, bool(action.ready)))
            if claim is not None and claim.name:
                return claim.name
            return every(f"act.{action.word}_ready", name=self.entry("ready", action.ready)) if action.ready else {}
        if isinstance(action, Win):
            asked = question[0]
            own: Texts = {}
            if self.of_win is not None:
                own = self.of_win.drawn if asked in ("drawn", "own") else self.of_win.name
            return own or (every("act.win_drawn") if asked == "drawn" else {})
        return {}

    def entry(self, section: str, name: str) -> Texts:
        """What an entry of a section is called."""
        return {lang: self.model.entry_name(section, name, lang) for lang in _LANGS}

    # -- choices --
    def choice(self, question: Question, value: int) -> Texts:
        """What a number is called as an answer, `{n}` standing for the number or the suit."""
        asks = self.asking(question)
        suit = suit_letter(asks, value)
        own = {} if asks is None else name_of_answer(asks.names, suit or str(value))
        if own:
            return self._with_tile(own, asks, value)
        kind = "suit" if suit else "stake" if question[0] == "ready" else "bet"
        return every(f"choice.{kind}" if value or suit else f"choice.no_{kind}")

    def is_tile(self, asks: Asks | None) -> bool:
        """Whether the numbers chosen are tiles: a memory of that type keeps them."""
        slot = next((slot for slot in self.model.memory if isinstance(asks, Phase) and slot.id == asks.sets), None)
        return slot is not None and slot.type == TILE

    def _with_tile(self, called: Texts, asks: Asks | None, value: int) -> Texts:
        """A name with the tile that a number means put in."""
        if not self.is_tile(asks):
            return called
        return {lang: text.replace("{n}", value_name(TILE, value, language(lang))) for lang, text in called.items()}

    def chosen(self, seat: int, value: int, phase: int, seats: int = 4) -> ev.Chosen:
        """A choice that has become known, with how it is told."""
        question = ("phase", phase)
        asks = self.model.phases.on[phase]
        suit = suit_letter(asks, value)
        told = name_of_answer(asks.told, suit or str(value))
        called = self.choice(question, value)
        kind = SUIT if suit else TILE if self.is_tile(asks) else INT
        sentences = {}
        for lang in _LANGS:
            text = pick(told, lang) or words("event.chosen_suit" if suit else "event.chosen_as", lang,
                                             name=pick(called, lang))
            put_in = {"{seat}": seat_name(seat, language(lang)),
                      "{other}": seat_name((seat + asks.about) % seats, language(lang)),
                      "{n}": value_name(kind, value, language(lang))}
            for place, what in put_in.items():
                text = text.replace(place, what)
            sentences[lang] = text
        return ev.Chosen(seat, value, suit, sentences, asks.kept)


def why_ended(model: Model, ended: str, events: Iterable[ev.Event]) -> Texts:
    """Why a hand was called off or is dealt anew; nothing to say of one that was played to its end."""
    if ended not in ("abort", "redeal"):
        return {}
    for event in events:
        if isinstance(event, ev.Aborted):
            return {lang: model.entry_name("abort", event.reason, lang) for lang in _LANGS}
        if isinstance(event, ev.FalseWinDeclared):
            return {lang: event.line(lang) for lang in _LANGS}
    return every("event.too_many_winners")


_NAMINGS: WeakKeyDictionary["Rulebook", Naming] = WeakKeyDictionary()


def naming_of(book: "Rulebook") -> Naming:
    """The names of a rulebook's answers, which all its matches share: each is put together once."""
    naming = _NAMINGS.get(book)
    return _NAMINGS.setdefault(book, Naming(book.model)) if naming is None else naming
