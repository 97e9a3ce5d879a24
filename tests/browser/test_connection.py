"""A game in the browser whose server is killed, or whose connection is cut: it says so, comes back and goes on."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tools.served import Served

from tests.browser.conftest import PAGE, until, until_told
from tests.browser.test_play import ANSWERS, own_turn, start

LOST = "连接断了"
#: counts the sockets whose end the page has been told; those that are routed are none of the browser's own
COUNTED = """window.ends = 0;
    const tell = EventTarget.prototype.dispatchEvent;
    EventTarget.prototype.dispatchEvent = function (event) {
        const told = tell.call(this, event);
        if (event instanceof CloseEvent) window.ends += 1;
        return told;
    };"""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Served]:
    """A server for one test alone, so that it may be killed."""
    if not PAGE.exists():
        pytest.skip("the page is not built: make page")
    with Served(f"sqlite:///{tmp_path / 'games.sqlite'}") as served:
        yield served


def opened(chromium: Any, address: str) -> Iterator[Any]:
    """A page; refused connections stand in its console, as they must."""
    context = chromium.new_context(base_url=address, locale="zh-CN")
    made = context.new_page()
    errors: list[str] = []
    made.on("pageerror", lambda error: errors.append(str(error)))
    yield made
    context.close()
    assert errors == []


@pytest.fixture
def own_page(chromium: Any, own_server: Served) -> Iterator[Any]:
    """A page of that server."""
    yield from opened(chromium, own_server.address)


@pytest.fixture
def cut_page(chromium: Any, server: str) -> Iterator[Any]:
    """A page of the common server, whose line is cut."""
    yield from opened(chromium, server)


def table(page: Any) -> dict[str, Any]:
    """What the page shows of the table."""
    found: dict[str, Any] = page.evaluate("""() => ({
        step: Number(document.querySelector('[data-step]').dataset.step),
        own: [...document.querySelectorAll('.own [href]')].map((one) => one.getAttribute('href')),
        rivers: [...document.querySelectorAll('.river')].map((one) => one.textContent + one.innerHTML.length),
        left: document.querySelector('.middle').textContent,
    })""")
    return found


def discard(page: Any) -> None:
    """Discard, and wait until the table asks again."""
    before = table(page)["step"]
    page.locator(".own button:not([disabled])").first.click()
    until(page, "(step) => Number(document.querySelector('[data-step]').dataset.step) > step", arg=before)


def test_a_killed_server_comes_back_with_the_hand(own_page: Any, own_server: Served) -> None:
    """SIGKILL in the middle of a hand; the same port and database; nothing is reloaded by hand."""
    page = own_page
    start(page, "guobiao")
    own_turn(page)
    discard(page)
    own_turn(page)
    before = table(page)
    page.evaluate("window.same = true")
    own_server.kill()
    page.get_by_role("status").filter(has_text=LOST).wait_for()
    page.locator(".own button:not([disabled])").first.click()           # nobody hears it, and that is said
    page.get_by_role("alert").wait_for()
    assert table(page) == before
    own_server.start()
    page.get_by_role("status").filter(has_text=LOST).wait_for(state="detached")
    assert table(page) == before                        # no tile has moved
    discard(page)
    own_turn(page)
    assert table(page)["step"] > before["step"]
    assert page.get_by_role("alert").count() == 0
    assert page.evaluate("window.same")


def test_an_answer_that_was_given_when_the_server_died_is_kept(own_page: Any, own_server: Served) -> None:
    """What was acknowledged is there after the restart, also for a browser that comes back later."""
    page = own_page
    start(page, "sichuan")
    own_turn(page)
    discard(page)
    page.locator(ANSWERS).first.wait_for()
    before = table(page)
    own_server.kill()
    own_server.start()
    page.reload()
    until(page, "(step) => document.querySelector('[data-step]')?.dataset.step === String(step)",
                           arg=before["step"])
    assert table(page) == before


def plays_on_anew(page: Any, sockets: list[Any], before: Any) -> None:
    """Through a second socket the table is as it was and goes on."""
    until_told(page, lambda: len(sockets) == 2, "there is a second socket")
    assert table(page) == before
    discard(page)
    assert len(sockets) == 2


def watched(page: Any) -> list[Any]:
    """The sockets of a page, each as it is opened."""
    sockets: list[Any] = []

    def through(socket: Any) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    page.route_web_socket("**/socket?**", through)
    return sockets


def test_a_cut_connection_comes_back(cut_page: Any) -> None:
    """A socket that is cut on the way is opened again at once, and the page plays on through the new one."""
    page = cut_page
    sockets = watched(page)
    start(page, "guobiao")
    own_turn(page)
    before = table(page)
    sockets[-1].close(code=1011)
    plays_on_anew(page, sockets, before)


def test_a_silent_connection_is_left(cut_page: Any) -> None:
    """A line that is dead without saying so: asked whether it is there it does not answer, and another is made."""
    page = cut_page
    sockets: list[Any] = []

    def through(socket: Any) -> None:
        sockets.append(socket)
        server = socket.connect_to_server()
        if len(sockets) == 1:
            socket.on_message(lambda message: None if '"ping"' in message else server.send(message))

    page.route_web_socket("**/socket?**", through)
    page.clock.install()
    start(page, "guobiao")
    page.clock.resume()
    own_turn(page)
    before = table(page)
    page.clock.fast_forward(12_000)
    page.clock.fast_forward(12_000)
    plays_on_anew(page, sockets, before)


def test_an_answer_given_while_the_connection_is_made_again_is_heard(cut_page: Any) -> None:
    """Nobody was told that the line is gone, so a click between the two sockets is sent through the second."""
    page = cut_page
    sockets = watched(page)
    page.add_init_script(COUNTED)
    page.clock.install()
    start(page, "guobiao")
    page.clock.resume()
    own_turn(page)
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)         # so the page cannot connect anew yet
    step = table(page)["step"]
    closed = page.evaluate("window.ends")             # those of pages before are not counted
    sockets[-1].close(code=1011)
    until(page, "(closed) => window.ends > closed", arg=closed)
    page.locator(".own button:not([disabled])").first.click()
    assert len(sockets) == 1
    assert page.get_by_role("alert").count() == 0
    page.clock.resume()
    until(page, "(step) => Number(document.querySelector('[data-step]').dataset.step) > step", arg=step)
    assert len(sockets) == 2


def test_without_a_network_the_page_waits(cut_page: Any) -> None:
    page = cut_page
    start(page, "guobiao")
    own_turn(page)
    before = table(page)
    page.context.set_offline(True)
    page.get_by_role("status").filter(has_text=LOST).wait_for()
    page.context.set_offline(False)
    page.get_by_role("status").filter(has_text=LOST).wait_for(state="detached")
    assert table(page) == before
    discard(page)
