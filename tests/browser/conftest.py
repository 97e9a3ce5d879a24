"""A real server and a real browser for the tests of the page; without one they are skipped, and why is said."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "src" / "quepu" / "server" / "page" / "index.html"
SHOTS = ROOT / "build" / "screenshots"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = os.environ.get("QUEPU_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not PAGE.exists():
        pytest.skip("the page is not built: make page")
    port = free_port()
    database = tmp_path_factory.mktemp("browser") / "games.sqlite"
    process = subprocess.Popen([sys.executable, "-m", "quepu.cli.main", "serve", "--quiet", "--port", str(port),
                                "--database", f"sqlite:///{database}"], stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _try in range(200):
            try:
                urllib.request.urlopen(f"{address}/api/rulebooks", timeout=5).read()
                break
            except OSError:
                time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait(20)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no Chromium: apt-get install chromium fonts-noto-cjk, or set QUEPU_CHROMIUM")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as found:
        browser = found.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
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
    # refused input is meant, and a busy machine may take too long for a stranger's rulebook
    unexpected = [error for error in errors if "status of 4" not in error and "status of 503" not in error]
    assert unexpected == []


def serious(page: Any) -> list[str]:
    """What axe finds on the page that keeps somebody out."""
    page.add_script_tag(path=str(AXE))
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found["violations"]
            if one["impact"] in ("serious", "critical")]


def too_small(page: Any) -> list[str]:
    """What is to be touched, and is less than 44 pixels high or lower than its neighbours need it."""
    found: list[str] = page.evaluate("""[...document.querySelectorAll('button, select, summary, main li > a, .button')]
        .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 43.5)
        .map((one) => one.outerHTML.slice(0, 160))""")
    return found


def wide(page: Any) -> int:
    """How wide the page is, with what runs over its edge."""
    return int(page.evaluate("document.documentElement.scrollWidth"))
