"""A waiting room in real browsers: its code, link and picture, who is ready, the levels of bots, what is agreed; then
the game begins.  The server speaks plain http, so a link is copied as in a home network."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import cut, kept_out, picture, too_small, until_told, wide

SIZES = ((1280, 800), (844, 390), (390, 844), (320, 640))
#: what a browser lacks where the page did not come by https
PLAIN_HTTP = "Object.defineProperty(window, 'isSecureContext', { value: false }); delete Navigator.prototype.clipboard;"
LANGUAGES = ("zh-Hans", "zh-Hant", "en")


class Friend:
    """A browser of somebody who reads Chinese; errors on the page fail the test."""

    def __init__(self, chromium: Any, server: str) -> None:
        self.context = chromium.new_context(base_url=server, locale="zh-CN", viewport={"width": 1280, "height": 800})
        self.context.add_init_script(PLAIN_HTTP)
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))


@pytest.fixture
def friends(chromium: Any, server: str) -> Iterator[list[Friend]]:
    three = [Friend(chromium, server) for _one in range(3)]
    yield three
    for one in three:
        one.context.close()
        assert one.errors == []


def seat(page: Any, number: int) -> Any:
    return page.locator(f"[data-seat='{number}']")


def opened(page: Any) -> str:
    """A room for friends who play without hints; its code."""
    page.goto("/#/play?rule=guobiao")
    page.get_by_label("第 2 家").select_option("open")
    page.get_by_label("第 4 家").select_option("strong")
    page.get_by_label("可以看提示").uncheck()
    page.get_by_label("你的名字").fill("Ann")
    page.get_by_role("button", name="开房间").click()
    page.locator(".room ol li").nth(2).wait_for()
    return str(page.locator(".code").inner_text()).replace(" ", "")


def looks_well(page: Any) -> None:
    """Nothing is cut or too small, in any language, at any size, in light and dark; the code and the start on top."""
    for lang in LANGUAGES:
        page.set_viewport_size({"width": 1280, "height": 800})
        page.locator(".room h2").wait_for()
        page.locator("header select").first.select_option(lang)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert (cut(page), too_small(page), wide(page) <= width) == ([], [], True), (lang, width)
            code, room = page.locator(".code").bounding_box(), page.locator(".ways").bounding_box()
            assert code["x"] + code["width"] <= room["x"] + room["width"] + 1
            assert page.locator(".code").evaluate("(one) => one.scrollWidth <= one.clientWidth + 1"), (lang, width)
        picture(page, f"room-{lang}.png")
    assert kept_out(page) == []
    page.set_viewport_size({"width": 844, "height": 390})
    begin = page.locator(".seats button.main").bounding_box()
    assert begin["y"] + begin["height"] <= 390              # on a phone's side too
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("header select").first.select_option("zh-Hans")


def copied(page: Any) -> str:
    """What the button puts on the clipboard, pasted as a person would."""
    page.get_by_role("button", name="复制链接").click()
    page.get_by_text("已复制。").wait_for()
    page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), { id: 'paste' }))")
    page.locator("#paste").focus()
    page.keyboard.press("Control+V")
    text = page.locator("#paste").input_value()
    page.evaluate("document.getElementById('paste').remove()")
    return str(text)


def test_friends_gather_and_the_host_lets_the_game_begin(friends: list[Friend]) -> None:
    ann, bob, cai = (one.page for one in friends)
    code = opened(ann)
    squares = ann.get_by_role("img", name="邀请链接的二维码").locator("path").last
    assert squares.get_attribute("d").startswith("M4 4h1v1h-1zM5 4h1")
    assert copied(ann) == ann.get_by_role("textbox", name="邀请链接").input_value()
    assert copied(ann).endswith(f"&join={code}")
    for told in ("这一桌不用", "每打出一张牌等 1.5 秒", "每手 20 秒，另备 120 秒", "至少要 8 番"):
        assert told in ann.locator(".agreed").inner_text()

    bob.goto("/#/play")                         # by keyboard alone, the code as somebody writes it
    bob.get_by_label("房间码").fill("2222-2222")
    bob.keyboard.press("Enter")
    bob.get_by_role("alert").get_by_text("房间码").wait_for()
    bob.get_by_label("房间码").fill(f"{code[:4].lower()}-{code[4:]}")
    bob.keyboard.press("Enter")
    bob.get_by_role("heading", name="邀你打一局国标麻将").wait_for()
    bob.get_by_label("你的名字").fill("Bob")
    bob.keyboard.press("Enter")
    bob.get_by_role("button", name="我准备好了").press("Enter")
    until_told(ann, lambda: "准备好了" in seat(ann, 1).inner_text(), "Ann sees that Bob is ready")

    invitation = copied(ann)
    cai.add_init_script("navigator.share = async (told) => { window.told = told; }")
    cai.goto(invitation)
    cai.get_by_label("你的名字").fill("Cai")
    cai.get_by_role("button", name="加入").click()
    until_told(ann, lambda: "还没准备：Cai。" in ann.locator(".stand").inner_text(), "Ann sees who is not")
    cai.get_by_role("button", name="分享").click()
    assert cai.evaluate("window.told") == {"title": "quepu 雀谱", "text": "来和我打国标麻将", "url": invitation}
    assert "高手" in seat(cai, 3).inner_text()
    assert cai.locator(".seats select").count() == 0                # the host chooses
    ann.get_by_label("4 号座没人来时由谁打").select_option("beginner")
    until_told(cai, lambda: "新手" in seat(cai, 3).inner_text(), "Cai sees what Ann has chosen")
    looks_well(ann)
    bob.reload()
    assert bob.get_by_role("button", name="我准备好了").get_attribute("aria-pressed") == "true"
    ann.get_by_role("button", name="开局").click()
    for page in (ann, bob, cai):
        page.locator("[data-step]").wait_for()
        assert page.locator(".room").count() == 0
        assert page.get_by_role("button", name="提示").is_disabled()
