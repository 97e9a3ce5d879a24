"""Writes the pictures of the READMEs, docs/pictures/: python -m tests.browser.pictures [--address URL].

Scenes of `tests.browser.shot_scenes` in both languages, cut to what they show, with few colours so that they are small.
"""

import argparse
import base64
import struct
import tempfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tools.served import Served

from tests.browser.shot_scenes import SCENES
from tests.browser.shots import LANGS, STILL, browser

OUT = Path(__file__).resolve().parents[2] / "docs" / "pictures"
COLOURS = 64


@dataclass(frozen=True, slots=True)
class Picture:
    """A file of the README: its scene, the window, and which part of the window is kept."""

    name: str
    scene: str
    window: tuple[int, int]
    clip: tuple[int, int, int, int]     # left, top, width, height


PICTURES = (
    Picture("table", "table-waits", (1280, 800), (36, 0, 920, 800)),
    Picture("settlement", "settled-riichi", (1280, 1160), (36, 0, 920, 910)),
    Picture("analysis", "calculator-after", (1280, 800), (40, 60, 1200, 850)),
)
PIXELS = """async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height), draw = canvas.getContext('2d');
    draw.drawImage(image, 0, 0);
    const {data} = draw.getImageData(0, 0, image.width, image.height);
    let text = '';
    for (let i = 0; i < data.length; i += 32768) text += String.fromCharCode(...data.subarray(i, i + 32768));
    return [image.width, image.height, btoa(text)]; }"""


def palette(colours: NDArray[np.float64], weights: NDArray[np.int64], most: int) -> NDArray[np.uint8]:
    """At most so many colours that stand for all: the box that errs most is cut at its middle, again and again."""
    boxes = [np.arange(len(colours))]
    while len(boxes) < most:
        errors = [float((np.var(colours[box], axis=0) * weights[box].sum()).max()) for box in boxes]
        worst = int(np.argmax(errors))
        if errors[worst] == 0:
            break
        box = boxes.pop(worst)
        axis = int(np.argmax(np.var(colours[box], axis=0)))
        box = box[np.argsort(colours[box, axis], kind="stable")]
        summed = np.cumsum(weights[box])
        middle = min(max(1, int(np.searchsorted(summed, summed[-1] / 2))), len(box) - 1)
        boxes += [box[:middle], box[middle:]]
    means = [np.average(colours[box], axis=0, weights=weights[box]) for box in boxes]
    return np.rint(means).astype(np.uint8)


def png(pixels: NDArray[np.uint8], most: int = COLOURS) -> bytes:
    """A PNG of pixels (height x width x RGB), in few colours."""
    height, width, _three = pixels.shape
    colours, where, weights = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True)
    chosen = palette(colours.astype(np.float64), weights, most)
    apart = ((colours[:, None, :].astype(np.int32) - chosen[None].astype(np.int32)) ** 2).sum(axis=2)
    lines = np.zeros((height, width + 1), np.uint8)         # each begins with 0: no filter
    lines[:, 1:] = apart.argmin(axis=1)[where].reshape(height, width)

    def part(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    return (b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
            + part(b"PLTE", chosen.tobytes()) + part(b"IDAT", zlib.compress(lines.tobytes(), 9)) + part(b"IEND", b""))


def taken(page: Any, picture: Picture) -> bytes:
    """The picture in the language of the browser."""
    next(scene for scene in SCENES if scene.name == picture.scene).reach(page)
    width, height = picture.window
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("document.querySelector('.stage')?.parentElement.scrollIntoView({block: 'start'})")
    page.evaluate(STILL)
    left, top, wide, high = picture.clip
    shot = page.screenshot(full_page=high + top > height, clip={"x": left, "y": top, "width": wide, "height": high})
    page.goto("about:blank")                # the page's own policy forbids data: addresses
    wide, high, told = page.evaluate(PIXELS, "data:image/png;base64," + base64.b64encode(shot).decode())
    pixels = np.frombuffer(base64.b64decode(told), np.uint8).reshape(high, wide, 4)
    return png(pixels[:, :, :3])


def written(chromium: Any, address: str) -> None:
    """Take them all."""
    for picture in PICTURES:
        for lang, locale in LANGS.items():
            context = chromium.new_context(base_url=address, locale=locale, viewport={"width": 1280, "height": 800})
            page = context.new_page()
            page.goto("/#/replay")
            page.evaluate("localStorage.setItem('prefs', JSON.stringify({speed: 3}))")
            file = OUT / f"{picture.name}.{lang}.png"
            file.write_bytes(taken(page, picture))
            context.close()
            print(f"{file.name}: {file.stat().st_size / 1000:.0f} kB", flush=True)


def main() -> None:
    """Take them of a server that runs, or of one of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--address", help="a server that runs already")
    told = parser.parse_args()
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browser() as chromium:
        if told.address:
            written(chromium, told.address)
        else:
            with Served(f"sqlite:///{folder}/games.sqlite") as served:
                written(chromium, served.address)


if __name__ == "__main__":
    main()
