"""The first screen: what this is, and every way in; in three languages, at every size, by mouse, touch and keyboard."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import cut, drawn, kept_out, picture, too_small, until, until_told, wide

LOCALES = {"zh-CN": 0, "zh-TW": 1, "en-US": 2}
SIZES = ((1280, 800), (768, 1024), (667, 375), (375, 667))
TEXT = {
    "play": ("马上打一局", "馬上打一局", "Play now"),
    "bots": ("国标麻将，对手是电脑", "國標麻將，對手是電腦", "Chinese Official, against bots"),
    "again": ("四川麻将，对手是电脑", "四川麻將，對手是電腦", "Sichuan Mahjong, against bots"),
    "left": ("上次没打完", "上次沒打完", "The game you left"),
    "rules": ("四川麻将", "四川麻將", "Sichuan Mahjong"),
    "hand": ("第 1 局 东圈", "第 1 局 東圈", "Hand 1, East round"),
    "go on": ("继续", "繼續", "Continue"),
    "calculator": ("算一手牌", "算一手牌", "Score a hand"),
    "pad": ("记分", "記分", "Keep score"),
    "read": ("查规则", "查規則", "Read rules"),
    "replay": ("复盘", "覆盤", "Replay"),
    "region": ("西南", "西南", "The southwest"),
    "begin": ("打一局：四川麻将", "打一局：四川麻將", "Play: Sichuan Mahjong"),
    "open": ("贵州麻将：在算番里打开这手牌", "貴州麻將：在算番裡打開這手牌",
             "Guizhou Mahjong: open this hand in the calculator"),
    "lost": ("没有“nowhere”这一页，这里是首页。", "沒有「nowhere」這一頁，這裡是首頁。",
             "There is no page “nowhere”; this is the home page."),
}
#: what has to be seen without scrolling
WAYS = ".begin button, .begin a, .left .button, .way"
INSIDE = f"""() => [...document.querySelectorAll('{WAYS}')].filter((one) => one.checkVisibility())
    .every((one) => {{ const box = one.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }})"""


@pytest.fixture(params=LOCALES)
def visitor(request: pytest.FixtureRequest, chromium: Any, server: str) -> Iterator[tuple[Any, dict[str, str]]]:
    """Somebody who is here for the first time, and the page's words in his language; no error in his console."""
    context = chromium.new_context(base_url=server, locale=request.param, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    yield page, {key: words[LOCALES[request.param]] for key, words in TEXT.items()}
    context.close()
    assert errors == []


def is_whole(page: Any, name: str) -> None:
    """At every size all ways in are on the screen at once, and nothing is cut, small or out of reach."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        until(page, INSIDE)
        assert (cut(page), too_small(page), wide(page) <= width) == ([], [], True), (width, height)
        picture(page, f"home-{name}-{width}.png", whole=False)


def test_somebody_new_plays_by_one_click_and_comes_back_to_his_game(visitor: Any) -> None:
    page, says = visitor
    page.goto("/")
    page.get_by_role("button", name=says["play"]).filter(has_text=says["bots"]).wait_for()
    assert page.locator("section.left").count() == 0
    is_whole(page, "new")
    page.get_by_role("button", name=says["region"]).click()
    page.get_by_role("button", name=says["begin"], exact=True).press("Enter")       # the keyboard does it too
    page.locator("[data-step]").wait_for()
    page.goto("/")
    left = page.locator("section.left", has_text=says["left"])
    left.filter(has_text=says["rules"]).filter(has_text=says["hand"]).wait_for()
    page.get_by_role("button", name=says["play"]).filter(has_text=says["again"]).wait_for()     # what he played last
    is_whole(page, "left")
    assert kept_out(page) == []
    left.get_by_role("link", name=says["go on"]).click()
    page.locator("[data-step]").wait_for()
    until(page, "() => location.hash.includes('game=')")


def test_every_way_in_leads_there(visitor: Any) -> None:
    page, says = visitor
    for key, address in (("calculator", "#/calculator"), ("pad", "#/pad"), ("read", "#/rules"), ("replay", "#/replay")):
        page.goto("/#/nowhere")
        page.get_by_text(says["lost"]).wait_for()
        page.locator(".ways").get_by_role("link", name=says[key]).click()
        until(page, "(address) => location.hash.startsWith(address)", address)
    page.locator("a.brand").click()
    page.get_by_role("button", name=says["region"]).click()
    page.get_by_role("link", name=says["open"], exact=True).click()
    page.locator(".total strong").wait_for()                    # the sample of the card, scored
    until(page, "() => location.hash.includes('rule=guizhou')")


def test_a_game_that_is_no_more_is_not_offered(page: Any) -> None:
    page.goto("/#/replay")
    gone = [{"id": "nobody", "key": "none", "rule": "国标麻将", "book": "guobiao", "when": 0}]
    page.evaluate("(kept) => localStorage.setItem('games', kept)", json.dumps(gone))
    page.goto("/#/")
    page.locator("section.left").wait_for(state="detached")
    page.locator(".way").first.wait_for()
    page.evaluate("(kept) => localStorage.setItem('games', kept)", json.dumps([gone[0] | {"over": True}]))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.locator(".cards .sample").first.wait_for()
    until_told(page, lambda: any(url.endswith("tiles.svg") for url in asked), "the page is loaded")
    assert [url for url in asked if "/api/games" in url] == []
