"""Pictures with few colours: what is written is a PNG of these pixels."""

import struct
import zlib

import numpy as np

from tests.browser.pictures import png


def parts(data: bytes) -> dict[bytes, bytes]:
    """The parts of a PNG, whose sums have to be right."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    found, at = {}, 8
    while at < len(data):
        size, name = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + size]
        assert struct.unpack_from(">I", data, at + 8 + size)[0] == zlib.crc32(name + body)
        found[name] = body
        at += size + 12
    return found


def pixels_of(data: bytes) -> np.ndarray:
    """The pixels of a PNG with a palette and no filters."""
    told = parts(data)
    width, height = struct.unpack_from(">II", told[b"IHDR"])
    lines = np.frombuffer(zlib.decompress(told[b"IDAT"]), np.uint8).reshape(height, width + 1)
    assert not lines[:, 0].any()
    return np.frombuffer(told[b"PLTE"], np.uint8).reshape(-1, 3)[lines[:, 1:]]


def test_few_colours_stay_what_they_are() -> None:
    drawn = np.zeros((5, 7, 3), np.uint8)
    drawn[1:3, 2:6] = (200, 30, 0)
    drawn[4, 0] = (1, 2, 250)
    assert (pixels_of(png(drawn)) == drawn).all()


def test_many_colours_become_few_that_are_near() -> None:
    down, right = np.mgrid[:256, :256]
    drawn = np.stack([down, right, 0 * down], axis=2).astype(np.uint8)
    made = pixels_of(png(drawn, 64))
    assert len(np.unique(made.reshape(-1, 3), axis=0)) == 64
    assert np.abs(made.astype(int) - drawn).max() <= 40
