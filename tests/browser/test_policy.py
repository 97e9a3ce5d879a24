"""The page under its security policy: what it does itself works, what others would have it do does not."""

from pathlib import Path
from typing import Any

from tests.browser.test_play import ONE_HAND, start


def test_a_record_is_downloaded_without_its_key_in_an_address(page: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    start(page, "guobiao")
    page.locator("[data-step]").wait_for()
    assert page.evaluate(ONE_HAND, 300) >= 0
    with page.expect_download() as found:
        page.get_by_role("button", name="下载牌谱").click()
    assert Path(found.value.path()).read_text(encoding="utf-8").startswith('{"type":"header"')
    assert any("/socket" in url for url in asked)
    assert any(url.endswith("/record") for url in asked)
    assert [url for url in asked if "key=" in url] == []


def test_the_description_of_the_api_has_its_style(page: Any) -> None:
    page.goto("/api/docs")
    assert page.locator("section").count() > 10
    assert page.evaluate("getComputedStyle(document.body).maxWidth") != "none"


def test_foreign_scripts_and_frames_are_refused(chromium: Any, server: str) -> None:
    context = chromium.new_context(base_url=server)
    page = context.new_page()
    page.goto("/")
    page.evaluate("""() => { const one = document.createElement('script'); one.textContent = 'window.broken = 1';
                             document.body.append(one); document.body.insertAdjacentHTML('beforeend',
                             '<img src=x onerror="window.broken = 2">');
                             const img = document.body.lastElementChild;
                             return new Promise((done) => img.addEventListener('error', () => done())); }""")
    assert page.evaluate("window.broken") is None
    page.set_content(f'<iframe src="{server}/"></iframe>')     # which waits until the frame has loaded
    assert [frame.locator("#app").count() for frame in page.frames[1:]] in ([], [0])
    context.close()
