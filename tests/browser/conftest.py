"""A real server and a real browser for the tests of the page; without one they are skipped, and why is said."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tools.served import Served

from tests.share import FULL
from tests.waiting import LIMIT, LONGEST

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "src" / "quepu" / "server" / "page" / "index.html"
SHOTS = ROOT / "build" / "screenshots"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = os.environ.get("QUEPU_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test of the page that fails is tried once more, and that it was is told: Chromium itself hangs at times.

    Not if it waited in vain for something: that never comes, and would be waited for twice.  Who looks for such a test
    runs with `-p no:rerunfailures`.
    """
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1, rerun_except=IN_VAIN))
            if not FULL:                # none plays for long
                item.add_marker(pytest.mark.timeout(LIMIT / 2))


#: how failures begin that come from waiting: our own, Playwright's, and those of the test's limit
IN_VAIN = ["it never came to this", "TimeoutError", r"Timeout \("]
PROGRAM = ("-m", "tests.browser.patient_server")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not PAGE.exists():
        pytest.skip("the page is not built: make page")
    with Served(f"sqlite:///{tmp_path_factory.mktemp('browser') / 'games.sqlite'}", program=PROGRAM) as served:
        yield served.address


class Browser:
    """Chromium, which waits as long as a slow machine needs."""

    def __init__(self, opened: Any) -> None:
        self._opened = opened

    def new_context(self, **options: Any) -> Any:
        """A browser of somebody else."""
        made = self._opened.new_context(**options)
        made.set_default_timeout(1000 * LONGEST)
        return made


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no Chromium: apt-get install chromium fonts-noto-cjk, or set QUEPU_CHROMIUM")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as found:
        browser = found.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=1000 * LONGEST)
        yield Browser(browser)
        browser.close()


@pytest.fixture
def page(chromium: Any, server: str) -> Iterator[Any]:
    """A page at 1280 px in Chinese; every error in its console fails the test."""
    context = chromium.new_context(base_url=server, locale="zh-CN", viewport={"width": 1280, "height": 900},
                                   permissions=["clipboard-read", "clipboard-write"])
    made = context.new_page()
    errors: list[str] = []
    made.on("pageerror", lambda error: errors.append(str(error)))
    made.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    yield made
    context.close()
    unexpected = [error for error in errors if "status of 4" not in error]      # refused input is meant
    assert unexpected == []


def until_told(page: Any, is_so: Callable[[], Any], what: str) -> None:
    """Wait until something is so in the test itself, by what the page tells it."""
    end = time.monotonic() + LONGEST
    while not is_so():
        if time.monotonic() > end:
            pytest.fail(f"it never came to this: {what}")
        page.wait_for_timeout(20)


def until(page: Any, wanted: str, arg: Any = None) -> None:
    """Wait until something is so on the page.

    Playwright's own way evaluates the text inside the page again and again, which the page's policy rightly forbids.
    """
    def is_so() -> Any:
        try:
            return page.evaluate(wanted, arg)
        except Exception as error:
            if "context was destroyed" not in str(error):       # it is just being loaded again
                raise
            return False
    until_told(page, is_so, wanted)


def drawn(page: Any) -> None:
    """Wait until the page has been laid out and drawn as it is now: what hears of a new size hears of it by then."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def serious(page: Any) -> list[str]:
    """What axe finds on the page that keeps somebody out."""
    page.evaluate(AXE.read_text(encoding="utf-8"))      # not a script of the page: its policy forbids others' scripts
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found["violations"]
            if one["impact"] in ("serious", "critical")]


#: text that does not fit its own box, boxes that are cut by the window's edge
CUT = """() => [...document.querySelectorAll('main *')].filter((one) => {
        if (!one.checkVisibility() || !one.textContent.trim()) return false;
        if (one.closest('.hidden-text, svg, textarea')) return false;
        const style = getComputedStyle(one), box = one.getBoundingClientRect();
        if (style.clipPath !== 'none' || style.display === 'inline') return false;
        const [wide, high] = [one.scrollWidth > one.clientWidth + 1, one.scrollHeight > one.clientHeight + 2];
        return ((wide || high) && (style.overflowX === 'hidden' || ['BUTTON', 'A', 'P', 'LABEL'].includes(one.tagName)))
            || box.left < -1 || box.right > innerWidth + 1; })
    .map((one) => `${one.tagName}.${one.className}: ${one.textContent.trim().slice(0, 40)}`)"""


def cut(page: Any) -> list[str]:
    """What of the page's text cannot be read because its box is too small."""
    found: list[str] = page.evaluate(CUT)
    return found


def kept_out(page: Any) -> list[str]:
    """What axe finds, in light colours and in dark ones."""
    found = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme} {one}" for one in serious(page)]
    return found


def too_small(page: Any) -> list[str]:
    """What is to be touched, and is less than 44 pixels high or lower than its neighbours need it."""
    found: list[str] = page.evaluate("""[...document.querySelectorAll('button, select, summary, main li > a, .button')]
        .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 43.5)
        .map((one) => one.outerHTML.slice(0, 160))""")
    return found


def picture(page: Any, name: str, *, whole: bool = True) -> None:
    """Keep what the page looks like for people to look at, where QUEPU_SHOTS asks for it; nothing is compared.

    Chromium has hung over pictures of very long pages on a busy machine, so tests do not depend on them.
    """
    if os.environ.get("QUEPU_SHOTS"):
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(SHOTS / name), full_page=whole)


def wide(page: Any) -> int:
    """How wide the page is, with what runs over its edge."""
    return int(page.evaluate("document.documentElement.scrollWidth"))
