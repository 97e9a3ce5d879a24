"""NumPy arrays in the cache: plain numbers with their names and shapes, never pickles."""

import hashlib
import json
import math
import zlib
from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakValueDictionary

from quepu import store

NUMBERS = ("|b1", "|i1", "|u1", "<i2", "<u2", "<i4", "<u4", "<i8", "<u8", "<f4", "<f8")
MOST_ARRAYS, MOST_DIMENSIONS, MOST_NAME = 256, 4, 64
MOST_HEAD = 1 << 16
#: bytes in use by the digest of what is kept for them: most options of a rulebook change none of its large tables
_IN_USE: WeakValueDictionary[bytes, Any] = WeakValueDictionary()


def kept_or_made(kind: str, key: str, make: Callable[[], Mapping[str, Any]]) -> dict[str, Any]:
    """The arrays of a key, which `make` works out if they are not kept; each is a copy that may be written to."""
    kept = store.read(kind, key)
    found = None if kept is None else _unzipped(kept)
    if found is None:
        found = dict(make())
        store.write(kind, key, zlib.compress(packed(found), 1))         # they are mostly alike: a thirtieth remains
    return found


def shared_or_made(kind: str, key: str, make: Callable[[], Any]) -> Any:
    """The bytes of a record, which `make` works out if they are not kept; whoever has the same ones shares them."""
    import numpy as np
    kept = store.read(kind, key)
    found = None if kept is None else _in_use(kept)
    if found is None:
        kept = zlib.compress(packed({"bytes": np.frombuffer(make().raw, np.uint8)}), 1)
        store.write(kind, key, kept)
        found = _in_use(kept)
    return found


def _in_use(kept: bytes) -> Any:
    """The bytes of something kept, which nobody may write to; None if it holds something else."""
    digest = hashlib.sha256(kept).digest()
    found = _IN_USE.get(digest)
    if found is None:
        found = (_unzipped(kept) or {}).get("bytes")
        if found is None or found.dtype.str != "|u1" or found.ndim != 1:
            return None
        found.flags.writeable = False
        _IN_USE[digest] = found
    return found


def _unzipped(kept: bytes) -> dict[str, Any] | None:
    reader = zlib.decompressobj()
    try:
        payload = reader.decompress(kept, store.MOST_BYTES)
    except zlib.error:
        return None
    return unpacked(payload) if reader.eof else None


def write_arrays(kind: str, key: str, arrays: Mapping[str, Any]) -> None:
    """Keep arrays under a key; what is no array of plain numbers is refused."""
    store.write(kind, key, packed(arrays))


def packed(arrays: Mapping[str, Any]) -> bytes:
    """Arrays as a payload; what is no array of plain numbers is refused."""
    import numpy as np
    plain = {name: np.asarray(array) for name, array in arrays.items()}
    kinds = {name: _number(array.dtype) for name, array in plain.items()}
    told = [[name, kinds[name], list(array.shape)] for name, array in plain.items()]
    head = json.dumps(told, separators=(",", ":")).encode()
    if _checked(told) is None or len(head) > MOST_HEAD:
        raise ValueError("too many arrays, dimensions or letters for the cache")
    numbers = [array.astype(kinds[name], copy=False).tobytes() for name, array in plain.items()]
    return b"".join([len(head).to_bytes(4, "little"), head, *numbers])


def read_arrays(kind: str, key: str) -> dict[str, Any] | None:
    """The arrays that were kept under a key, each a copy that may be written to; None if there are none."""
    payload = store.read(kind, key)
    return None if payload is None else unpacked(payload)


def unpacked(payload: bytes) -> dict[str, Any] | None:
    """Arrays out of a payload; None if it does not hold exactly what its head says."""
    import numpy as np
    size = int.from_bytes(payload[:4], "little")
    if size > MOST_HEAD or len(payload) < 4 + size:
        return None
    try:
        told = _checked(json.loads(payload[4:4 + size]))
    except (ValueError, RecursionError):
        return None
    if told is None or sum(length for _name, _kind, _shape, length in told) != len(payload) - 4 - size:
        return None
    arrays, at = {}, 4 + size
    for name, kind, shape, length in told:
        arrays[name] = np.frombuffer(payload[at:at + length], dtype=kind).reshape(shape).copy()
        at += length
    return arrays


def _number(dtype: Any) -> str:
    """The name of a kind of number; little-endian, whatever this machine is."""
    name: str = dtype.newbyteorder("<").str
    if name not in NUMBERS:
        raise ValueError(f"arrays of {dtype} are not kept")
    return name


def _checked(told: Any) -> list[tuple[str, str, tuple[int, ...], int]] | None:
    """Name, kind of number, shape and length in bytes of each array; None if something cannot be."""
    if not isinstance(told, list) or len(told) > MOST_ARRAYS:
        return None
    found = []
    for entry in told:
        match entry:
            case [str(name), str(kind), list(shape)] if (
                    len(name) <= MOST_NAME and kind in NUMBERS and len(shape) <= MOST_DIMENSIONS
                    and all(type(length) is int and 0 <= length <= store.MOST_BYTES for length in shape)):
                found.append((name, kind, tuple(shape), math.prod(shape) * int(kind[2:])))
            case _:
                return None
    return found if len({name for name, *_rest in found}) == len(found) else None
