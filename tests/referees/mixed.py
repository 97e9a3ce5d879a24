"""Kongs of different tiles 旋风杠: winds or dragons laid down together, and further tiles put to them."""

from dataclasses import dataclass

from tests.referees.played import Line, place
from tests.referees.table import Meld, Table
from tests.referees.tiles import one, read


@dataclass(slots=True)
class Mixed(Meld):
    """Different tiles laid down as one kong; its `group` is a pung of the first of them."""

    laid: tuple[int, ...] = ()

    @property
    def tiles(self) -> tuple[int, ...]:
        """All its tiles, those put to it later too."""
        return self.laid


def lay_mixed(table: Table, line: Line) -> Mixed | None:
    """Change a table by a line that tells of such a kong: the kong, or None where the line is about something else."""
    if line["type"] == "mixed_kong":
        seat, tiles = place(line["seat"]), tuple(sorted(read(line["tiles"])))
        kong = Mixed("kong", tiles[0], None, "mixed", table.claims, laid=tiles)
        table.melds[seat].append(kong)
    elif line["type"] == "tile_added":
        seat, tiles = place(line["seat"]), (one(line["tile"]),)
        winds = tiles[0] < 35
        kong = next(meld for meld in table.melds[seat] if isinstance(meld, Mixed) and (meld.tile < 35) == winds)
        kong.laid = (*kong.laid, *tiles)
    else:
        return None
    for tile in tiles:
        table.held[seat].remove(tile)
    return kong
