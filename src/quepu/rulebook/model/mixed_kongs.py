"""Kongs of different tiles 旋风杠, 喜杠, 幺九蛋: what `[kong.*] different` says, and what may not stand beside it."""

from collections.abc import Mapping
from typing import Any

from quepu.engine.layout.frame import SetFlag
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.notation import read_kinds
from quepu.rulebook.file.reader import Reader
from quepu.rulebook.model.catalogue import Mixed
from quepu.rulebook.model.model import Path
from quepu.tiles import code, kinds_in, mask

FEWEST, MOST = 3, 4         # kinds: a set is three tiles, and one choice of them fits into an action
#: what a kong of different tiles is never asked for: it is laid from the hand, open, and a tile comes for each
#: beyond three
_NOT_WITH = ("robbed_by", "replacements", "turns", "locks")
#: what only a kong of different tiles has
_ONLY = ("stand_in", "grows", "opens")


def read_mixed(reader: Reader, playable: int) -> tuple[Mixed, ...]:
    """The kongs of different tiles, in the order of the file; faults are told."""
    found = []
    for name, table in reader.family("kong").items():
        path: Path = ("kong", name)
        if table.get("different") is True:
            one = _mixed(reader, path, table, playable)
            if one is not None:
                found.append(one)
            continue
        for key in _ONLY:
            if key in table:
                reader.bad((*path, key), Fault("mixed.only", key=key), Fault("mixed.write_different"), True)
        if table.get("counts_as") == "set":
            reader.bad((*path, "counts_as"), Fault("mixed.set"), Fault("mixed.write_different"))
    return tuple(found)


def _mixed(reader: Reader, path: Path, table: Mapping[str, Any], playable: int) -> Mixed | None:
    """One of them; None if it cannot be."""
    for key in _NOT_WITH:
        if table.get(key) or (key == "replacements" and key in table):      # none at all would not be obeyed either
            reader.bad((*path, key), Fault("mixed.not_with", key=key), Fault("obeyed.leave_out"), True)
    if table.get("of", "hand") != "hand":
        reader.bad((*path, "of"), Fault("mixed.of"), Fault("capacity.of_hand"))
    if table.get("seen", "all") != "all" or table.get("counts_as") == "none":
        reader.bad((*path, "seen" if table.get("seen", "all") != "all" else "counts_as"), Fault("mixed.face_up"),
                   Fault("obeyed.leave_out"))
    kinds, stand_in = _kinds(table, "tiles"), _kinds(table, "stand_in")
    marked = _marked(reader)
    if not FEWEST <= len(kinds) <= MOST:
        reader.bad((*path, "tiles") if "tiles" in table else path,
                   Fault("mixed.kinds", count=len(kinds), least=FEWEST, most=MOST), Fault("mixed.kinds_like"),
                   "tiles" not in table)
        return None
    for kind in (*kinds, *stand_in):
        if not playable >> kind & 1 or kind in marked:
            reader.bad((*path, "tiles" if kind in kinds else "stand_in"), Fault("mixed.tile", tile=code(kind)))
    if table.get("stand_in") and len(stand_in) != 1:
        reader.bad((*path, "stand_in"), Fault("mixed.stand_in", count=len(stand_in)))
    least = table.get("least", len(kinds))
    if not isinstance(least, int) or not FEWEST <= least <= len(kinds):
        reader.bad((*path, "least"), Fault("mixed.least", least=str(least), fewest=FEWEST, most=len(kinds)))
        return None
    return Mixed(str(path[-1]), kinds, least, stand_in[0] if stand_in else -1, table.get("grows") is True,
                 table.get("opens", True) is True, table.get("counts_as", "kong") == "kong")


def _marked(reader: Reader) -> set[int]:
    """The kinds of which a copy carries a mark; none if they cannot be read, which is told with the key."""
    text = reader.text(reader.tables.get("tiles", {}), "marks")
    try:
        return set(read_kinds(text)) if text else set()
    except QuepuError:
        return set()


def _kinds(table: Mapping[str, Any], key: str) -> tuple[int, ...]:
    """The kinds of a key; none where it cannot be read, which is told with the key."""
    text = table.get(key)
    try:
        return kinds_in(mask(text)) if isinstance(text, str) else ()
    except QuepuError:
        return ()


def flags_of_mixed(mixed: Mixed) -> int:
    """How a kong of different tiles lies, as the frame has it."""
    return SetFlag.MELD | (SetFlag.OPEN if mixed.opens else SetFlag.CONCEALED) | (SetFlag.KONG if mixed.is_kong else 0)
