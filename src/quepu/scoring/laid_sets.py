"""Which sets can lie on a table: those that some claim or kong of the rulebook can make.

A hand is told without the turns before it, so a set is refused only where no turn could have made it: a claim that is
not there or switched off, a condition that never holds with these tiles and options, a wild tile that stays in the
hand.
"""

from collections.abc import Iterator
from typing import Any

from quepu.engine.layout.frame import Place
from quepu.faults import SPOKEN, Fault
from quepu.hand import Hand, Meld
from quepu.packing.substitutes import is_free, place_taken, read_in_set
from quepu.rulebook.file.choices import AfterWin, KongOf, PhaseKind, Who, WildWay
from quepu.rulebook.language.certain import Known, never
from quepu.rulebook.model.model import Model
from quepu.scoring.last_used import MOST_KEPT, LastUsed

SEATS = 4
LEFT = 1                    # the number of the left neighbour in a meld's text
_MOST_MELDS = 20_000        # answers kept for a rulebook
_OF = {"open": KongOf.DISCARD, "added": KongOf.PUNG, "concealed": KongOf.HAND}


class LaidSets:
    """What one rulebook lets lie on a table."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.claims = [claim for claim in model.claims.on if claim.sets and claim.who is not Who.NOBODY]
        #: a rulebook that speaks of no claim is only for scoring
        self.tells_claims, self.tells_kongs = bool(model.claims.all), bool(model.kongs.all)
        self.wild_claim, self.wild_meld = model.wild.claim, model.wild.meld
        #: where a winner leaves, whoever sits before a player may not be his neighbour any more
        self.knows_left = model.seat_count == SEATS and not any(
            phase.kind is PhaseKind.AFTER_WIN and phase.winner is AfterWin.LEAVES for phase in model.phases.on)
        lot = model.wild.from_
        #: a set may have been laid before one of its kinds became wild
        self.wild_moves = lot in model.entries("turned") and model.turned[lot].says("again")
        self._answers: dict[Any, Fault | None] = {}

    def faults(self, hand: Hand, wild: tuple[int, ...]) -> Iterator[Fault]:
        """A fault for each meld that nothing in the rulebook makes; those that are no sets are told elsewhere."""
        wild = () if self.wild_moves else wild
        for meld in hand.melds:
            key = meld.tiles, meld.form, meld.feeder, wild, len(hand.melds)
            if key not in self._answers:
                if len(self._answers) > _MOST_MELDS:
                    self._answers.clear()
                why = self._why_not(meld, wild, len(hand.melds))
                self._answers[key] = why and Fault("win.not_laid", meld=meld, rule=self.model.id, why=why)
            fault = self._answers[key]
            if fault is not None:
                yield fault

    def _why_not(self, meld: Meld, wild: tuple[int, ...], count: int) -> Fault | None:
        """Why this meld, one of so many, cannot lie there; None if it can."""
        catalogue = self.model.catalogue
        kind = catalogue.find(faces := read_in_set(self.model, wild, meld.tiles))
        known = self._known(wild).with_words(meld_count=(0, count - 1))
        mixed = catalogue.mixed_of(kind) if kind >= 0 else None
        if kind < 0:
            return None
        if mixed is not None:
            if not self.wild_meld and not set(wild).isdisjoint(meld.tiles):
                return Fault("laid.wild_meld")
            return Fault("laid.never") if never(self.model.kongs[mixed.kong].when.node, known) else None
        if len(faces) == 4 and meld.is_pung:
            return self._no_kong(meld, kind, wild, known) if self.tells_kongs else None
        if len(faces) > 3 or meld.is_concealed or not self.tells_claims:
            return None
        return self._no_claim(meld, kind, wild, known)

    def _no_claim(self, meld: Meld, kind: int, wild: tuple[int, ...], known: Known) -> Fault | None:
        """Why no claim makes this set of three."""
        family = self.model.catalogue.families[kind]
        claims = [claim for claim in self.claims if family in claim.sets]
        if not claims:
            return Fault("laid.no_claim", family=self._names("sets", family))
        if self.knows_left and meld.feeder not in (None, LEFT):
            claims = [claim for claim in claims if claim.who is not Who.LEFT]
            if not claims:
                return Fault("laid.left", family=self._names("sets", family))
        held = set(meld.tiles)              # a claim takes one of them and lays the others down beside it
        may_take = [tile for tile in held if self.wild_claim or tile not in wild]
        if not may_take:
            return Fault("laid.wild_claim")
        may_take = [tile for tile in may_take if self.wild_meld or (held - {tile}).isdisjoint(wild)]
        if not may_take:
            return Fault("laid.wild_meld")
        for claim in claims:
            when, beside = claim.when.node, claim.with_.node
            for tile in may_take:
                if not never(when, _about(known, tile)) \
                        and not any(never(beside, _about(known, other)) for other in held - {tile}):
                    return None
        return Fault("laid.never")

    def _no_kong(self, meld: Meld, kind: int, wild: tuple[int, ...], known: Known) -> Fault | None:
        """Why no kong of the rulebook is made so."""
        tile = meld.tiles[0]
        kongs = [kong for kong in self.model.kongs.on
                 if kong.of is _OF[meld.form] and not kong.is_aside and not kong.different]
        if not kongs:
            return Fault(f"laid.no_{meld.form}")
        if tile in wild:
            if not meld.is_concealed and not self.wild_claim:
                return Fault("laid.wild_claim")
            if meld.is_concealed and place_taken(self.model, wild) and not is_free(self.model):
                return Fault("laid.wild_kong")      # a set of that kind is one of substitutes
        kongs = [kong for kong in kongs if not kong.tiles or kong.tiles >> tile & 1]
        if all(never(kong.when.node, _about(known, tile)) for kong in kongs):
            return Fault("laid.never")
        if meld.form == "added" and self.tells_claims:
            return self._no_claim(Meld(meld.tiles[:3], "open", meld.feeder), kind, wild, known)
        return None

    def _known(self, wild: tuple[int, ...]) -> Known:
        """What is known of the table: the options, and which kinds are wild as far as that was told."""
        model, chosen = self.model, self.model.wild.chosen
        kinds = sum(1 << kind for kind in wild)
        whole = chosen in (WildWay.FIXED, WildWay.NONE) or (wild and (
            chosen is WildWay.TOLD or len(wild) >= len(model.wild.kinds)))
        return Known({Place("options", option.slot): (option.number, option.number) for option in model.options},
                     kinds, 0 if whole else model.kinds & ~kinds, model.seat_count)

    def _names(self, section: str, name: str) -> list[str]:
        """What an entry is called, in the languages of a spoken value."""
        return [self.model.entry_name(section, name, lang) for lang in SPOKEN]


def _about(known: Known, tile: int) -> Known:
    return known.with_words(tile=(tile, tile))


_kept: LastUsed[LaidSets] = LastUsed(MOST_KEPT)


def laid_sets(model: Model) -> LaidSets:
    """What a rulebook lets lie on a table, made once."""
    return _kept.of(model, lambda: LaidSets(model))
