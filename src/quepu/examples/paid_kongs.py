"""Kongs that a worked example names under `state.kongs`: whose they are, and what was paid for them at once."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from quepu import tiles
from quepu.errors import RulebookError
from quepu.faults import Fault
from quepu.hand import Hand, Meld, Win
from quepu.notation import read_meld_words
from quepu.rulebook.file.choices import KongOf
from quepu.rulebook.model.model import Model
from quepu.scoring.result import Row

if TYPE_CHECKING:
    from quepu.examples.worked import Situation

_MADE = {"open": KongOf.DISCARD, "added": KongOf.PUNG, "concealed": KongOf.HAND}


def paid_kongs(given: "Situation", example: Mapping[str, Any]) -> list[Row]:
    """The rows of all kongs an example names, each paid as it is at the table; none where the rulebook maps none."""
    state = example.get("state") or {}
    book, model = given.book, given.book.model
    if not model.examples.says("kongs") or not isinstance(state.get("kongs"), Mapping):
        return []
    rows: list[Row] = []
    for letter, texts in state["kongs"].items():
        for text in texts:
            entry, meld = kong_named(model, str(text))
            mixed = next((one for one in model.catalogue.mixed if one.kong == entry), None)
            frame = book.reference.frames.base(Win(Hand(), None, state=given.state, flags=given.flags))
            frame.seat, frame.actor = -1, tiles.seat_of(str(letter))
            frame.feeder, frame.tile = -1, meld.tiles[0]
            frame.event_of, frame.kong_tiles = model.entries("kong").index(entry), len(meld.tiles)
            made = model.kongs[entry].of
            frame.is_concealed_kong = int(not mixed.opens if mixed else made is KongOf.HAND)
            frame.is_added_kong = int(made is KongOf.PUNG)
            rows += book.ledger.settle(frame, ("kong",), rows)
    return rows


def kong_named(model: Model, text: str) -> tuple[str, Meld]:
    """The kong of the rulebook that a text such as "windkong 1234z" or "kong 1111s (melded)" names, and its tiles."""
    meld = read_meld_words(text)
    word = text.split()[0]
    names = model.examples.kongs
    for entry, kong in model.kongs.items():
        plain = not kong.different and not kong.is_aside
        if names.get(word) == entry or (word == "kong" and plain and meld.is_kong
                                        and kong.of is _MADE[meld.form]):
            mixed = next((one for one in model.catalogue.mixed if one.kong == entry), None)
            if mixed is None or mixed.fits(meld.tiles):
                return entry, meld
    raise RulebookError([Fault("worked.paid_kong", text=text)])
