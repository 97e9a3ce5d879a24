"""Worked examples with hands of other seats: those that can win on the same tile, and which of them does."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from quepu import tiles
from quepu.errors import HandError
from quepu.examples.worked import read_situation, read_win_of
from quepu.rulebook.file.choices import Several

if TYPE_CHECKING:
    from quepu.book import Rulebook

Example = Mapping[str, Any]
#: keys of a hand of several: whatever else it says belongs to the state of its seat
OF_HAND = ("concealed", "melds", "flowers", "fans", "counts", "total", "legal", "flags", "wild")


def hand_of_seat(example: Example, letter: str) -> dict[str, Any]:
    """What an example with `state.hands` tells of one seat, as an example of its own."""
    state = example.get("state") or {}
    hand = (state.get("hands") or {}).get(letter) or {}
    rest = {key: value for key, value in state.items() if key != "hands"}
    return {**example, **{key: hand[key] for key in OF_HAND if key in hand}, "seat": letter,
            "state": {**rest, **{key: value for key, value in hand.items() if key not in OF_HAND}}}


def rival_of(book: "Rulebook", example: Example, total: int, fans: set[str]) -> str:
    """The seat that takes the tile from this winner, by the rulebook's rule of several winners; empty if none does."""
    hands = (example.get("state") or {}).get("hands") or {}
    claim = next((claim for claim in book.model.claims.all if not claim.sets), None)
    several = Several.NEAREST if claim is None else claim.several
    if not isinstance(hands, Mapping) or not hands or several is Several.ALL:
        return ""
    if example.get("self_draw") or not example.get("from"):
        return ""
    feeder, own = tiles.seat_of(str(example["from"])), str(example.get("seat", "E"))
    first = set(claim.first) if claim is not None and several is Several.NEAREST else set()
    bids = {own: (total if several is Several.HIGHEST else 0, bool(fans & first))}
    for letter in hands:
        told = hand_of_seat(example, letter)
        given = read_situation(book, told, tiles.seat_of(letter))
        try:
            best, _others = given.book.best(given.book.win(read_win_of(given, told)))
        except HandError:
            continue                    # tiles that do not win are no rival
        if letter != own and best is not None and best.legal:
            counted = {one.fan.id for one in best.earned.values() if one.kept > 0}
            bids[letter] = (best.total if several is Several.HIGHEST else 0, bool(counted & first))
    order = sorted(bids, key=lambda letter: (*(-x for x in bids[letter]), (tiles.seat_of(letter) - feeder - 1) % 4))
    return "" if order[0] == own else order[0]
