"""Pictures of every page for people to look at: python -m tests.browser.shots [--out FOLDER] [--page NAME]."""

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.served import Served

from tests.browser.shot_scenes import SCENES, Scene

SIZES = {"desk": (1280, 800), "tablet": (768, 1024), "phone": (390, 844), "small": (320, 640), "side": (844, 390)}
LANGS = {"zh": "zh-CN", "en": "en-US"}
DARK = ("desk", "phone")            # enough to see a colour that was forgotten
LONGEST = 1500                      # pixels of a page that goes on: Chromium has hung over very long pictures
#: what may be wrong and can be told without looking: text that is cut off, words of the other language
DOUBTS = """(lang) => {
    const found = new Set();
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) found.add(`wide: ${document.documentElement.scrollWidth}`);
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const text = node.textContent.trim(), box = node.parentElement;
        if (!text || !box?.checkVisibility()) continue;
        if (box.closest('.hidden-text, textarea, select, .brand, footer, h4 > .pale, strong + .pale, .help')) continue;
        if (box.closest('code, .code')) continue;                   // what is typed is no word
        if (lang === 'en' ? /[\\u3400-\\u9fff]/.test(text) : /[A-Za-z]{4,}/.test(text)) found.add(`words: ${text}`);
        for (let one = box; one; one = one.parentElement) {
            const style = getComputedStyle(one);
            if (style.clipPath !== 'none') break;                   // for screen readers only
            if (style.overflowX !== 'hidden' && style.overflowY !== 'hidden') continue;
            if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2)
                found.add(`cut: ${text.slice(0, 60)} (${one.className})`);
            break;
        }
    }
    return [...found]; }"""


#: waits until nothing moves that comes to an end: a word that is called, a tile that slides
STILL = """() => Promise.allSettled(document.getAnimations()
    .filter((one) => one.effect.getTiming().iterations !== Infinity).map((one) => one.finished))"""
#: where a part of a page begins, and how long it is from there
LENGTH = """([part, longest]) => {
    const top = part ? document.querySelector(part).getBoundingClientRect().top + scrollY : 0;
    return [top, Math.min(longest, document.documentElement.scrollHeight - top)]; }"""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture, and how large it is."""

    file: Path
    width: int
    height: int


@contextmanager
def browser() -> Iterator[Any]:
    """Chromium, as the tests of the page find it."""
    from playwright.sync_api import sync_playwright
    found = os.environ.get("QUEPU_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        sys.exit("no Chromium: apt-get install chromium fonts-noto-cjk, or set QUEPU_CHROMIUM")
    with sync_playwright() as started:
        opened = started.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()


def taken(page: Any, scene: Scene, lang: str, out: Path) -> dict[str, Shot]:
    """The pictures of a scene in one language; what is doubtful is printed."""
    scene.reach(page)
    shots: dict[str, Shot] = {}
    doubts: dict[str, list[str]] = {}
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("""(document.querySelector('.stage')?.parentElement ?? document.querySelector('header'))
            .scrollIntoView({block: 'start'})""")
        page.evaluate(STILL)
        for scheme in ("light", "dark") if size in DARK else ("light",):
            page.emulate_media(color_scheme=scheme)
            top, length = (0, height) if scene.stage else page.evaluate(LENGTH, [scene.part, LONGEST])
            name = f"{size}-{lang}{'-dark' if scheme == 'dark' else ''}"
            file = out / f"{scene.name}-{name}.png"
            page.screenshot(path=str(file), full_page=not scene.stage,
                            **({} if scene.stage else {"clip": {"x": 0, "y": top, "width": width, "height": length}}))
            shots[name] = Shot(file, width, length)
        page.emulate_media(color_scheme="light")
        for doubt in page.evaluate(DOUBTS, lang):
            doubts.setdefault(doubt, []).append(size)
    for doubt, sizes in doubts.items():
        print(f"{scene.name} {lang} {' '.join(sizes)} {doubt}")
    return shots


#: three sheets a scene: rows of pictures, how large they are drawn and how much of their length
SHEETS = (
    ((("desk-zh", "desk-en"), 0.6, 1400), (("desk-zh-dark", "desk-en-dark"), 0.6, 1000)),
    ((("tablet-zh", "tablet-en"), 0.75, 1500), (("phone-zh-dark", "phone-en-dark", "side-zh", "side-en"), 0.65, 740)),
    ((("phone-zh", "small-zh", "phone-en", "small-en"), 1.0, 1500),),
)


def drawn(page: Any, scene: str, shots: dict[str, Shot], out: Path) -> None:
    """Contact sheets of a scene: Chromium draws them itself."""
    file = out / "sheet.html"
    for number, rows in enumerate(SHEETS, 1):
        parts = ""
        for names, scale, longest in rows:
            parts += '<div style="display:flex;gap:6px;margin-bottom:6px;align-items:start">' + "".join(
                f'<div style="overflow:hidden;flex:none;height:{min(shots[name].height, longest) * scale}px">'
                f'<img src="{shots[name].file.name}" style="width:{shots[name].width * scale}px"></div>'
                for name in names if name in shots) + "</div>"
        file.write_text(f'<body style="margin:0;background:#888"><div id="all" style="width:max-content">{parts}',
                        encoding="utf-8")
        page.goto(file.resolve().as_uri())
        page.locator("#all").screenshot(path=str(out / f"sheet-{scene}-{number}.png"))
    file.unlink()


def main() -> None:
    """Take them all, or those of the pages named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build/screenshots"), help="where to (default: %(default)s)")
    parser.add_argument("--page", action="append", metavar="NAME",
                        help="only pages whose name begins so: " + ", ".join(scene.name for scene in SCENES))
    parser.add_argument("--address", help="a server that runs already")
    told = parser.parse_args()
    wanted = [scene for scene in SCENES if not told.page or scene.name.startswith(tuple(told.page))]
    if not wanted:
        parser.error(f"no page is called {', '.join(told.page)}")
    told.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browser() as chromium:
        if told.address:
            taken_all(chromium, told.address, wanted, told.out)
        else:
            with Served(f"sqlite:///{folder}/games.sqlite") as served:
                taken_all(chromium, served.address, wanted, told.out)


def taken_all(chromium: Any, address: str, scenes: list[Scene], out: Path) -> None:
    """Every scene in both languages, each in a browser that knows nothing yet; then its sheets."""
    for scene in scenes:
        shots: dict[str, Shot] = {}
        for lang, locale in LANGS.items():
            context = chromium.new_context(base_url=address, locale=locale, viewport={"width": 1280, "height": 800})
            page = context.new_page()
            page.goto("/#/replay")
            page.evaluate("localStorage.setItem('prefs', JSON.stringify({speed: 3}))")
            try:
                shots |= taken(page, scene, lang, out)
            except Exception as error:          # one page that cannot be reached keeps no other from being seen
                print(f"{scene.name} {lang} NOT TAKEN: {str(error).splitlines()[0]}")
            context.close()
        page = chromium.new_page()
        drawn(page, scene.name, shots, out)
        page.close()
        print(f"{scene.name}: {len(shots)} pictures", flush=True)


if __name__ == "__main__":
    main()
