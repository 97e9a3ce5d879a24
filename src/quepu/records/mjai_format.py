"""What `formats.toml` says of the mjai event format: its rulebook, its names of tiles, and our names for its words."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from quepu.book import Rulebook, rulebook
from quepu.notation import Tile, read_tile

SEATS = 4
HIDDEN = "?"                # a tile that is not told
WINDS = "ESWN"


@dataclass(frozen=True, slots=True)
class MjaiFormat:
    """The format's words, and ours for them."""

    rulebook: str
    start_option: str                   # the option that tells the points at the start
    no_red: Mapping[str, Any]           # options of a game without red fives
    tiles: Mapping[str, Tile]           # its name of a tile -> the tile
    names: Mapping[Tile, str]
    honba: str                          # memory of the rulebook: repeated deals ...
    kyotaku: str                        # ... and stakes on the table
    stick: int                          # points of such a stake
    dealt: str                          # memory of the rulebook: how often the deal has passed on
    dora: str                           # the lots of tiles turned up
    ura: str
    stake: str                          # the payment of a declaration's stake
    kongs: Mapping[str, str]            # daiminkan, ankan, kakan -> the rulebook's kong
    aborts: Mapping[str, str]           # the rulebook's abort -> its reason
    three_wins: Sequence[str]           # its reasons where three would have won on one tile, the usual one first
    three_abort: Mapping[str, Any]      # options of a game in which that ends the hand ...
    three_paid: Mapping[str, Any]       # ... and of one in which all three are paid
    exhausted: str                      # where the wall ran out ...
    special_draw: str                   # ... and where a payment of that name was made then
    special_payment: str
    fan: str                            # tallies: what it calls fan ...
    fu: str                             # ... and fu

    def book(self) -> Rulebook:
        """The rulebook its games are played by."""
        return rulebook(self.rulebook)


def with_start(book: Rulebook, option: str, points: int) -> Rulebook:
    """The rulebook with so many points at the start, if it has such a choice."""
    start_option = next((one for one in book.model.options if one.id == option), None)
    if start_option is None or str(points) == start_option.value or str(points) not in start_option.choices:
        return book
    return book.with_options(**{option: str(points)})


def formats() -> dict[str, Any]:
    """The whole of `formats.toml`."""
    return tomllib.loads((resources.files("quepu.records") / "formats.toml").read_text(encoding="utf-8"))


@cache
def mjai_format() -> MjaiFormat:
    """The format's words and rulebook."""
    data = dict(formats()["mjai"])
    tiles = {f"{rank}{suit}": read_tile(f"{rank}{suit}") for suit in "mps" for rank in range(1, 10)}
    tiles |= {name: read_tile(text) for name, text in data.pop("tiles").items()}
    data.pop("name")
    return MjaiFormat(tiles=tiles, names={tile: name for name, tile in tiles.items()}, **data)
