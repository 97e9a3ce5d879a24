"""What a reader needs first: a screen that is whole at once, links that tell, nothing lost, results that can be read.

Every point in Chinese and English, several on one page.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import until, until_told

LANGUAGES = {"zh-CN": 0, "en-US": 1}
TEXT = {
    "keys": ("可加的牌", "Tiles to add"),
    "none": ("凑满 13 张看听牌，14 张看番数", "Add 13 tiles to see the waits, 14 to see the score."),
    "none16": ("凑满 16 张看听牌，17 张看番数", "Add 16 tiles to see the waits, 17 to see the score."),
    "chow": ("吃", "Chow"),
    "kong": ("明杠", "Kong"),
    "low": ("点最小的一张", "tap its lowest tile"),
    "same": ("点哪张就是哪张", "tap its tile"),
    "each": ("点炮者付 16，其余各家各付 8。", "The discarder pays 16, each of the others 8."),
    "hand": ("手牌文字", "Hand as text"),
    "compare": ("各家规则对比", "Under all rules"),
    "working": ("正在按各家规则计算", "Scoring it under every"),
    "dora": ("宝牌指示牌", "Dora indicator"),
    "choose": ("点牌选择", "Choose by tile"),
    "four": ("四饼", "4 dots"),
    "made": ("3翻 40符：", "3 han 40 fu: "),
    "no": ("不能和", "no win"),
    "pairs": ("七对子", "Chiitoitsu"),
    "damaged": ("链接有损坏：选项、门风读不出来", "The link is damaged: the options, the seat could not be read."),
    "gone": ("这套规则里没有：no_such", "These rules do not know: no_such"),
    "option": ("链接里的选项这里没有", "An option of the link is unknown"),
    "unknown": ("没有名为“guobiap”的规则", "There are no rules called “guobiap”"),
    "name": ("国标麻将", "Chinese Official"),
    "no_rules": ("先选一套规则", "Choose the rules first."),
    "options": ("选项 (1)", "Options (1)"),
    "fans": ("报番种", "by fans"),
    "pick": ("加 ", "add "),
    "listed": ("番种", "Fans"),
    "found": ("各家规则的番种", "Fans of all rule systems"),
    "flush": ("清一色", "Full Flush"),
    "all": ("全部规则", "All rule systems"),
    "copied": ("已复制。", "Copied."),
    "copy": ("复制链接", "Copy the link"),
    "other": ("对比", "Compare with"),
}


class Reader:
    """A browser in one language."""

    def __init__(self, page: Any, place: int) -> None:
        self.page, self._place = page, place

    def says(self, key: str) -> str:
        """A text of the page in this language."""
        return TEXT[key][self._place]

    def opens(self, address: str) -> None:
        """Go there as a link from outside does."""
        self.page.goto("about:blank")
        self.page.goto(f"/#/{address}")

    def button(self, key: str, **more: Any) -> Any:
        """A button by its text."""
        return self.page.get_by_role("button", name=self.says(key), exact=True, **more)

    def sees(self, key: str) -> None:
        """Wait until it is on the page."""
        self.page.get_by_text(self.says(key)).first.wait_for()

    def key(self, tile: str) -> Any:
        """A key by its place in the sprite."""
        keys = self.page.get_by_role("group", name=self.says("keys"), exact=True)
        return keys.locator(f'button:has(use[href="#{tile}"])')


@pytest.fixture(params=LANGUAGES)
def reader(request: pytest.FixtureRequest, chromium: Any, server: str) -> Iterator[Reader]:
    """A phone of 375 pixels; every error in its console fails the test."""
    context = chromium.new_context(base_url=server, locale=request.param, viewport={"width": 375, "height": 740},
                                   has_touch=True, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield Reader(page, LANGUAGES[request.param])
    context.close()
    assert errors == []


def test_the_first_screen_needs_no_answer(reader: Reader) -> None:
    """The list of rulebooks and the keys are there while the server has answered nothing."""
    reader.page.route("**/api/**", lambda _route: None)         # never answered
    reader.opens("calculator")
    reader.key("9m").wait_for()
    assert reader.page.locator(".keys-row").count() == 5        # three suits, honours, flowers
    assert reader.page.locator(".book select").input_value() == "guobiao"
    assert reader.page.locator(".book option").count() >= 10
    until(reader.page, "document.querySelectorAll('[aria-busy=true]').length === 1")
    reader.sees("none")
    reader.page.locator(".book select").select_option("taiwan")
    reader.sees("none16")
    reader.page.unroute_all(behavior="ignoreErrors")


def test_keys_stand_still_while_a_hand_is_tapped(reader: Reader) -> None:
    page = reader.page
    reader.opens("calculator?rule=guobiao")
    page.locator("main details").first.wait_for()               # the rules are there
    place = """() => [...document.querySelectorAll('.keys-row')].map((row) => [row.offsetTop,
        new Set([...row.children].map((key) => key.offsetTop)).size, row.children.length])"""
    before = page.evaluate(place)
    assert [count for _top, _lines, count in before] == [9, 9, 9, 7, 8]
    assert {lines for _top, lines, _count in before} == {1}
    reader.button("chow").click()
    reader.sees("low")
    assert reader.key("8m").is_disabled()
    assert reader.key("1z").is_disabled()
    reader.key("7m").click()
    reader.button("kong").click()
    reader.sees("same")
    assert reader.key("7m").is_disabled()                       # one is in the chow
    reader.key("1z").click()
    assert page.locator("input[placeholder^='123m']").input_value() == "[789m] [1111z]"
    reader.sees("none")
    for tile in ("1p", "2p", "3p", "5p", "5p", "5p", "9s", "9s"):
        assert page.evaluate(place) == before
        reader.key(tile).click()
    assert page.evaluate(place) == before
    assert len(set(page.evaluate("[...document.querySelectorAll('.two .tile')].map((one) => one.offsetTop)"))) == 2


def test_payments_are_told_in_words_and_slow_answers_say_that_they_work(reader: Reader) -> None:
    page = reader.page
    reader.opens("calculator?rule=guobiao&hand=123m23455p345s77z+5p")
    reader.sees("each")
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)
    page.route("**/api/compare", hold)
    reader.button("compare").click()
    reader.sees("working")
    assert reader.button("compare").is_disabled()
    until(page, "document.querySelectorAll('[aria-busy=true]').length === 1")
    until_told(page, lambda: held, "the page asks")
    held[0].continue_()
    page.get_by_role("cell", name=reader.says("name")).wait_for()
    reader.button("copy").click()
    reader.sees("copied")
    page.get_by_text(reader.says("copied")).wait_for(state="detached")      # and goes away by itself


def test_a_sum_of_several_tallies_is_told_as_players_say_it(reader: Reader) -> None:
    page = reader.page
    reader.opens("calculator?rule=riichi&hand=123m23455p345s77z+5p&from=S&flags=riichi")
    page.locator("main fieldset:visible").first.wait_for()
    picked = page.locator("fieldset", has=page.locator("legend", has_text=reader.says("dora"))).first
    picked.get_by_text(reader.says("choose")).click()
    picked.locator('.keys button:has(use[href="#1m"])').click()             # in force at once
    page.locator(".total", has_text=reader.says("made")[1:]).wait_for()
    reader.opens("calculator?rule=riichi&hand=123m23455p345s77z+5p&from=S")
    page.locator(".total", has_text=reader.says("no")).wait_for()
    page.locator(".total strong").first.wait_for(state="detached")          # no total before it is a win
    assert page.locator(".total + .reason").inner_text()
    reader.opens("calculator?rule=riichi&hand=1133557799m113p+3p&self_draw=1")
    page.locator(".total strong", has_text="4800").wait_for()
    page.locator("td", has_text=reader.says("pairs")).wait_for()            # one, or it is told that there are more


def test_a_damaged_link_says_what_is_wrong_and_keeps_the_rest(reader: Reader) -> None:
    page = reader.page
    reader.opens("calculator?rule=guobiao&hand=123m23455p345s77z+5p&options=%7B%22a&seat=Q&flags=no_such,last_tile")
    reader.sees("damaged")
    reader.sees("gone")
    page.get_by_role("checkbox", checked=True).wait_for()       # the flag that exists
    reader.opens('calculator?rule=guobiao&hand=123m23455p345s77z+5p&options={"no_such":1,"min_fan":6}')
    reader.sees("option")
    until(page, "decodeURIComponent(location.hash).includes('{\"min_fan\":6}')")
    page.locator("summary").filter(has_text=reader.says("options")).first.wait_for()
    reader.opens("calculator?rule=guobiap&hand=123m23455p345s77z+5p")
    reader.sees("unknown")
    reader.sees("no_rules")                                     # and nothing that loads for ever
    assert page.locator("#faults pre, [aria-busy=true]").count() == 0
    reader.button("name").click()
    reader.sees("each")
    reader.opens("pad?pad=%25%25")
    page.get_by_role("alert").first.wait_for()
    reader.opens("rules?rule=guobiap")
    reader.sees("unknown")


def test_the_pad_has_every_fan_the_usual_first(reader: Reader) -> None:
    page = reader.page
    reader.opens("pad")
    reader.button("fans").click()
    listed = page.get_by_role("group", name=reader.says("listed"), exact=True).get_by_role("button")
    until(page, "document.querySelectorAll('.all button').length > 75")
    values = [int(text) for text in page.locator(".all button small").all_inner_texts()]
    assert values == sorted(values)
    for wanted in ("清一色", "qys", "full flush"):
        page.get_by_role("searchbox").fill(wanted)
        listed.filter(has_text=reader.says("flush")).first.wait_for()


def test_back_returns_to_where_the_reader_was(reader: Reader) -> None:
    page = reader.page
    reader.opens("rules")
    page.get_by_role("searchbox").fill("qys")
    reader.sees("found")
    page.locator("main li", has_text=reader.says("flush")).get_by_role("link", name=reader.says("name")).first.click()
    page.locator("#fan-full_flush").wait_for()
    page.go_back()
    reader.sees("found")
    assert page.get_by_role("searchbox").input_value() == "qys"
    page.get_by_role("searchbox").fill("")
    page.locator("main h3 a").nth(5).scroll_into_view_if_needed()
    down = page.evaluate("Math.round(scrollY)")
    assert down > 300
    page.locator("main h3 a").nth(5).click()
    page.locator("#fans").wait_for()
    until(page, "scrollY === 0")
    reader.button("all").click()
    until(page, "(down) => Math.abs(scrollY - down) < 3", down)


def test_names_in_the_table_of_differences_stand_apart(reader: Reader) -> None:
    reader.opens("rules?rule=sichuan&other=guobiao")
    cell = reader.page.locator("#differences td:has(.pale)").first
    cell.wait_for()
    assert " / " in cell.inner_text()
