"""A rulebook in use: from its name or path to scores, waits and the compiled form."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from quepu.calculators import with_tail
from quepu.engine.layout.frame import By
from quepu.errors import HandError
from quepu.facts import NO_FACTS
from quepu.faults import Fault
from quepu.hand import Hand, Win
from quepu.notation import read_win, win_with
from quepu.rulebook.file import load
from quepu.rulebook.file.choices import WildWay
from quepu.rulebook.file.options import option_text
from quepu.rulebook.file.problem import Problem, Source, raise_for
from quepu.rulebook.file.toml_text import Table
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.language.memo import Memo
from quepu.rulebook.language.parse import suggestion
from quepu.rulebook.model.build import Builder
from quepu.rulebook.model.model import Model
from quepu.scoring.payment import Ledger
from quepu.scoring.reference import Reference
from quepu.scoring.report import report
from quepu.scoring.result import Score
from quepu.scoring.search import Found, Search
from quepu.scoring.win_frame import check_win
from quepu.tiles import SEATS, kinds_in

if TYPE_CHECKING:
    from quepu.scoring.compiled import Batch, BatchResult, Compiled
    from quepu.scoring.opening_wins import Opening
    from quepu.scoring.waits import Waits


class Kin(NamedTuple):
    """What rulebooks that differ only in their options share, where many are built one after the other."""

    tables: Table                  # before any option
    sources: list[Source]
    memo: Memo


_MOST_BUILDS = 64           # that share what they have read: it grows with every build
_MOST_BOOKS = 32            # with other options, kept for who asks for them again


class _Family:
    """The rulebooks that differ from one only in their options: read once, and built once while they are in use."""

    def __init__(self, name: str, text: str | None, tables: Table, sources: list[Source]) -> None:
        self.name, self.text, self.tables, self.sources = name, text, tables, sources
        self._books: dict[str, Rulebook] = {}
        self._kin, self._builds = Kin(tables, sources, Memo()), 0

    def book(self, settings: Mapping[str, Any]) -> "Rulebook":
        """The one with these options."""
        key = repr(sorted(settings.items()))
        made = self._books.pop(key, None) or self._built(settings)
        self._books[key] = made         # the last used stands last
        if len(self._books) > _MOST_BOOKS:
            self._books.pop(next(iter(self._books)), None)
        return made

    def _built(self, settings: Mapping[str, Any]) -> "Rulebook":
        self._builds += 1
        if self._builds > _MOST_BUILDS:
            self._kin, self._builds = Kin(self.tables, self.sources, Memo()), 1
        made = build(self.name, settings, text=self.text, kin=self._kin)
        made.family = self
        return made


class Rulebook:
    """One rule system with its options set; make one with `quepu.rulebook`."""

    def __init__(self, model: Model, sources: list[Source], reference: str, settings: Mapping[str, Any],
                 text: str | None = None, family: _Family | None = None) -> None:
        self.model = model
        self.sources = sources
        self.reference_text = reference
        self.settings = dict(settings)
        self.text = text                # of a rulebook that is no file
        self.family = family            # None: it has no options to be asked for

    @property
    def id(self) -> str:
        """Its id."""
        return self.model.id

    def name(self, lang: str = "zh") -> str:
        """Its name in a language, or in any it has."""
        names = self.model.names
        return names.get(lang) or names.get("zh") or names.get("en") or self.id

    def __repr__(self) -> str:
        chosen = "&".join(f"{key}={option_text(value)}" for key, value in self.settings.items())
        return f'rulebook("{self.reference_text}{"?" if chosen else ""}{chosen}")'

    @cached_property
    def bonus(self) -> frozenset[int]:
        """The flowers that are laid aside."""
        return frozenset(kinds_in(self.model.bonus))

    @cached_property
    def reference(self) -> Reference:
        """The reference runner."""
        return Reference(self.model)

    @cached_property
    def search(self) -> Search:
        """What finds the best reading of a win."""
        return Search(self.reference)

    @cached_property
    def ledger(self) -> Ledger:
        """Who pays whom."""
        return Ledger(self.model)

    def with_options(self, /, **settings: Any) -> "Rulebook":
        """The same rulebook with other options; this one stays as it is."""
        if not settings:
            return self
        assert self.family is not None
        return self.family.book({**self.settings, **settings})

    def win(self, hand: str | Hand | Win, **situation: Any) -> Win:
        """A win from text (the last tile is the winning tile), checked against this rulebook."""
        if isinstance(hand, Win):
            win = hand
        elif isinstance(hand, Hand):
            win = win_with(hand, **_situation(situation))
        else:
            text, told = with_tail(hand, situation)
            short = any(shape.on & By.OWN_DISCARD for shape in self.model.shapes)
            win = read_win(text, bonus=self.bonus, short=short, size=self.model.hand_size + 1, **_situation(told))
        win = self.with_wild(self.with_own_names(win))
        self.check(win)
        if not isinstance(hand, Win) and not win.options and (win.state or self.model.seat_count < len(SEATS)):
            from quepu.scoring.telling.sense import sense_faults
            faults = [*sense_faults(self.model, win)]
            if faults:
                raise HandError(faults)
        return win

    def with_own_names(self, win: Win) -> Win:
        """The win with what is told of the table under this rulebook's own names."""
        if not win.state:
            return win
        from quepu.scoring.table_state import by_own_names
        state = by_own_names(self.model, win.state)
        return win if state is win.state else replace(win, state=state)

    def check(self, win: Win) -> None:
        """Raise one error with everything that is wrong with a win, under the options it tells itself."""
        check_win(self.with_options(**dict(win.options)).model if win.options else self.model, win)

    def with_wild(self, win: Win) -> Win:
        """The win with the kinds that are wild always or by the tile told as turned up, unless it tells its own."""
        if win.wild or win.options:
            return win
        wild = self.wild_told(win.state)
        return replace(win, wild=wild) if wild else win

    def wild_told(self, state: Mapping[str, Any]) -> tuple[int, ...]:
        """The kinds that are wild where nobody names them: always, or by the tile that is told as turned up."""
        if self.always_wild or not state or self.model.wild.chosen is not WildWay.INDICATOR:
            return self.always_wild
        from quepu.scoring.wild_kinds import wild_by
        return wild_by(self.model, state)

    @cached_property
    def always_wild(self) -> tuple[int, ...]:
        """The kinds that are wild in every hand (`[wild] chosen = "fixed"`); nobody has to tell them."""
        if self.model.wild.chosen is not WildWay.FIXED:
            return ()
        env = Env(self.reference.frames.blank, self.model.catalogue)
        env.variables["tile"] = -1          # none is turned up
        kinds = {function(kind.node)(env) for kind in self.model.wild.kinds}
        return tuple(sorted(kinds - {-1}))

    def score(self, hand: str | Hand | Win, **situation: Any) -> Score:
        """What a hand is worth and why.

        `situation`: self_draw, seat, round, from_ (who fed the win), flags, wild, state, tile_mark; and `tile`, the
        winning tile where the hand does not end with it (None: dealt complete, or a win by flowers alone).
        """
        win = self.win(hand, **situation)
        if win.options:
            return self.with_options(**dict(win.options)).score(
                replace(win, options=NO_FACTS))      # they are in the rulebook now
        return report(self, win, *self.best(win))

    def opening(self, hand: str | Hand, seat: int | str = "E", state: Mapping[str, Any] | None = None) -> "Opening":
        """What a dealt hand can show before the first discard (fans with `on = "opening"`), and who pays for it."""
        from quepu.scoring.opening_wins import opening
        return opening(self, hand, seat, state)

    def best(self, win: Win) -> Found:
        """The reading that counts, and the best of the others in words."""
        return self.search.found(win)

    def waits(self, hand: str | Hand, **situation: Any) -> "Waits":
        """What an incomplete hand waits for, or how far away it is."""
        from quepu.scoring.waits import waits
        return waits(self, hand, **situation)

    def analyse(self, hand: str | Hand, **told: Any) -> Any:
        """What each discard of a hand leaves: chances to be ready and to win, expected value (`advice.analysis`).

        `told`: wall (tiles left to draw for all), seen (tiles on the table), and what `waits` takes.
        """
        # the room of advice stands above this one: it is opened by its name, and only when somebody asks
        return import_module("quepu.advice.analysis").analyse(self, hand, **told)

    def distances(self, hands: Any, melds: Any = None, wild: Any = (), shapes: bool = False) -> Any:
        """The distance from ready 向听 of many hands, as a NumPy array: -1 complete, 0 ready.

        `hands` is an array with 42 counts a row (`melds`: how many melds each hand has), or Hand values or texts.
        With `shapes` there is one column for each shape of the rulebook.  99 is where no shape can tell.
        """
        from quepu.scoring.distances import near
        return near(self).distances(hands, melds, wild or self.always_wild, shapes)

    def search_compiled(self) -> None:
        """From now on let the compiled form find the readings of hands with wild tiles; the scores stay the same."""
        from quepu.scoring.compiled_search import CompiledSearch
        self.search = CompiledSearch(self)

    def compiled(self) -> "Compiled":
        """The compiled form: the same scores, much faster; compiled once and kept on disk."""
        from quepu.scoring.compiled import compiled
        return compiled(self)

    def batch(self, hands: Iterable[Any]) -> "Batch":
        """Many wins packed for `score_batch`: Win values, (hand, tile) texts or worked-example dicts."""
        return self.compiled().batch(hands)

    def score_batch(self, batch: "Batch") -> "BatchResult":
        """Totals and fan counts of a batch as NumPy arrays."""
        return self.compiled().score_batch(batch)


def rulebook(reference: str | os.PathLike[str], /, **settings: Any) -> Rulebook:
    """The rulebook of that id ("name", "name?option=value") or file, with options set."""
    name, chosen = load.split_reference(os.fspath(reference))
    settings = {**chosen, **settings}
    return of_shipped(name).book(settings) if name in load.known_ids() else build(name, settings)


@cache
def of_shipped(name: str) -> _Family:
    """A rulebook that ships, with whatever options: its file does not change while a program runs."""
    return _Family(name, None, *load.read_chain(name))


def rulebook_of_text(text: str, label: str = "rules.toml", /, **settings: Any) -> Rulebook:
    """A rulebook from its text, safe to take from a stranger: it extends only what ships with quepu."""
    return build(label, settings, text=text)


def build(name: str, settings: Mapping[str, Any], problems: list[Problem] | None = None,
          text: str | None = None, kin: Kin | None = None) -> Rulebook:
    """A rulebook, or an error that tells every fault; `problems` collects them instead of raising."""
    read, sources = load.read_chain(name, text) if kin is None else kin[:2]
    found: list[Problem] = [] if problems is None else problems
    tables, values = load.apply_options(read, settings, found)
    model = Builder(tables, values, found, kin.memo if kin is not None else None).build()
    if problems is None:
        raise_for(found, sources)
    return Rulebook(model, sources, name, settings, text, _Family(name, text, read, sources))


def _situation(situation: dict[str, Any]) -> dict[str, Any]:
    """Words of the score call as `Win` knows them; what it does not know is told with the way out."""
    if "from_" in situation:
        situation["discarder"] = situation.pop("from_")
    if isinstance(situation.get("flags"), str):
        situation["flags"] = situation["flags"].replace(",", " ").split()
    known = [*(place.name for place in fields(Win) if place.init and place.name != "hand"), "from_"]
    faults = [Fault("win.no_argument", word=word, advice=suggestion(word, known) or Fault("advice.known", known=known))
              for word in situation if word not in known]
    if faults:
        raise HandError(faults)
    return situation
