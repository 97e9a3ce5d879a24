"""Games in a real browser: by keyboard, over a reload, with a friend; whole matches are in `test_matches`."""

import json
import os
import re
from typing import Any

import pytest

from tests.browser.conftest import drawn, picture, serious, too_small, until, until_told, wide
from tests.waiting import LONGEST

#: what may be answered now
ANSWERS = ".answers button, .own button:not([disabled])"
#: plays by clicking what is offered until the match is over, at most so many clicks
PLAY = """async (most) => {
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    const step = () => document.querySelector('[data-step]')?.dataset.step;
    let clicks = 0, last = Date.now();
    while (clicks < most && Date.now() - last < LONGEST) {
        const next = document.querySelector('[data-next]');
        if (document.querySelector('[data-over]')) return clicks;
        const answers = [...document.querySelectorAll('.answers button')];
        const target = next ?? answers.find((one) => one.classList.contains('main')) ?? answers.at(-1)
            ?? document.querySelector('.own button:not([disabled])');
        if (!target) { await wait(5); continue; }
        const before = step();
        target.click();
        clicks += 1;
        last = Date.now();
        for (let round = 0; round < 400 && step() === before; round += 1) await wait(5);
    }
    return -1;
}""".replace("LONGEST", str(1000 * LONGEST))

ONE_HAND = PLAY.replace("'[data-over]'", "'[data-over], [data-next]'")


def start(page: Any, rule: str, others: str = "easy", options: dict[str, str] | None = None) -> None:
    """From the menu to the table, with options chosen there; the same tiles in every run, but with friends."""
    if others != "open":
        page.route("**/api/games", _with_seed)
    page.goto("/#/play")
    page.evaluate("localStorage.setItem('prefs', JSON.stringify({speed: 3}))")
    page.reload()
    page.locator("form select").first.select_option(rule)
    if options:
        page.get_by_text("选项", exact=True).click()
    for name, value in (options or {}).items():
        field = page.get_by_label(name).first
        (field.fill if field.get_attribute("type") == "number" else field.select_option)(value)
        field.press("Tab")
    for number in (2, 3, 4):
        place = page.get_by_label(f"第 {number} 家")
        if place.count():
            place.select_option(others if number == 2 else "easy")
    page.get_by_role("button", name="开房间" if others == "open" else "开局").click()


def _with_seed(route: Any) -> None:
    """What the page asks for, and a seed with it; new ones in `make test-full`."""
    asked = route.request.post_data_json
    if isinstance(asked, dict) and "QUEPU_FULL" not in os.environ:
        route.continue_(post_data=json.dumps(asked | {"seed": 20261117}))
    else:
        route.continue_()


def own_turn(page: Any) -> None:
    """Pass until a tile of one's own is to be discarded."""
    page.locator("[data-step]").wait_for()
    until(page, """() => {
        if (document.querySelector('.own button:not([disabled])')) return true;
        [...document.querySelectorAll('.answers button')].at(-1)?.click();
        return false; }""")


def test_a_hand_is_played_by_keyboard(page: Any) -> None:
    """From the menu to the next hand without a pointer: the focus waits where the next answer is."""
    start(page, "guobiao")
    page.locator("[data-step]").wait_for()
    until(page, f"document.querySelector('{ANSWERS}')")
    for _tab in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(f"document.activeElement.matches('{ANSWERS}')"):
            break
    for _turn in range(120):
        until(page, f"document.activeElement.matches('{ANSWERS}') || document.querySelector('[data-next]')")
        if page.locator("[data-next]").count():
            break
        before = page.locator("[data-step]").get_attribute("data-step")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        until(page, "(step) => document.querySelector('[data-step]').dataset.step !== step", arg=before)
    until(page, "document.activeElement.matches('[data-next]')")
    page.keyboard.press("Enter")
    page.get_by_text("第 2 局").first.wait_for()


def test_the_command_box_plays_and_tells(page: Any) -> None:
    start(page, "guobiao")
    own_turn(page)
    box = page.get_by_label("命令")

    def say(text: str) -> None:
        box.fill(text)
        box.press("Enter")
    say("hand")
    page.locator(".advice [role=img]").nth(12).wait_for()
    say("waits")
    page.locator(".advice .outlooks li").first.wait_for()
    say("why win")
    page.locator(".advice[role=status]").wait_for()
    step = page.locator("[data-step]").get_attribute("data-step")
    tile = page.evaluate("""[...document.querySelectorAll('.own button:not([disabled]) use')][0]
        .getAttribute('href').slice(1)""")
    say("d 9f")
    page.get_by_role("alert").wait_for()
    say(f"d {tile}")
    until(page, "(step) => document.querySelector('[data-step]').dataset.step !== step", arg=step)


def test_a_game_survives_a_reload_and_can_be_taken_back(page: Any) -> None:
    start(page, "guobiao")
    page.locator("[data-step]").wait_for()
    page.locator(ANSWERS).first.wait_for()
    first = page.locator("[data-step]").get_attribute("data-step")
    page.locator(ANSWERS).first.click()
    until(page, f"Number(document.querySelector('[data-step]').dataset.step) > {first}")
    until(page, f"document.querySelector('{ANSWERS}')")
    before = page.locator("[data-step]").get_attribute("data-step")
    own = page.locator(".own").inner_html()
    page.reload()
    until(page, f"document.querySelector('[data-step]')?.dataset.step === '{before}'")
    assert page.locator(".own").inner_html() == own
    page.get_by_role("button", name="悔一步").click()
    until(page, f"Number(document.querySelector('[data-step]').dataset.step) < {before}")
    page.get_by_role("button", name="提示").click()
    page.locator(".advice").first.wait_for()                # the bot that advises may have to be compiled first


def test_a_friend_joins_and_another_watches(page: Any, chromium: Any, server: str) -> None:
    start(page, "guobiao", "open")
    invitation = page.get_by_role("textbox", name="邀请链接")
    invitation.wait_for()
    context = chromium.new_context(base_url=server, locale="en-US")
    friend = context.new_page()
    friend.goto(invitation.input_value())
    friend.get_by_label("Your name").fill("Bob")
    friend.get_by_role("button", name="Join").click()
    page.get_by_text("Bob").first.wait_for()
    page.get_by_role("button", name="开局").click()
    friend.locator(".own").wait_for()
    page.locator(".own").wait_for()
    page.get_by_text("Bob").first.wait_for()
    friend.reload()                                     # and finds back to the same place
    friend.locator(".own").wait_for()
    friend.locator(".own [role=img], .own button").nth(12).wait_for()
    watcher = context.new_page()
    watcher.goto(server + "/" + str(page.get_by_role("link", name="旁观").get_attribute("href")))
    watcher.locator("[data-step]").wait_for()
    assert watcher.locator(".own").count() == 0
    context.close()


def shots(page: Any, name: str) -> None:
    """The page in all sizes: nothing over its edge, nothing too small to touch, nobody kept out."""
    for width in (1280, 768, 320):
        page.set_viewport_size({"width": width, "height": 800})
        drawn(page)
        picture(page, f"{name}-{width}.png")
        assert wide(page) <= width
        assert too_small(page) == []
    assert serious(page) == []


@pytest.mark.parametrize("rule", ["riichi", "tianjin"])
def test_the_table_fits_every_size(page: Any, rule: str) -> None:
    """In the middle of a hand, at its end and in the replay; turned tiles and wild tiles are marked and named."""
    start(page, rule)
    own_turn(page)                                      # what comes before the deal is over
    name = "宝牌指示牌" if rule == "riichi" else "癞子"
    page.locator(f".middle [aria-label*='{name}']").first.wait_for()
    page.evaluate(ONE_HAND, 6)
    shots(page, f"table-{rule}")
    page.evaluate(ONE_HAND, 300)
    page.locator("[data-next], [data-over]").first.wait_for(state="attached")
    shots(page, f"settlement-{rule}")
    page.get_by_role("button", name="复盘").click()
    page.get_by_role("group", name="步").wait_for()
    page.get_by_role("button", name="最后一步").click()
    shots(page, f"replay-{rule}")


def test_speeds_pause_and_what_goes_by_itself(page: Any) -> None:
    """A slow table can be paused; another speed connects anew; with both switches only discards are asked for."""
    told: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: told.append(str(text))))

    def table_is_told() -> None:
        until_told(page, lambda: any('"update"' in text for text in told), "the table is told")
        told.clear()
    start(page, "guobiao")
    own_turn(page)
    page.get_by_role("button", name="暂停").click()
    told.clear()
    page.get_by_label("速度").select_option("0")
    table_is_told()                         # what is asked is asked of a paused player too, connected anew
    before = page.locator("[data-step]").get_attribute("data-step")
    page.locator(".own button:not([disabled])").first.click()
    table_is_told()                         # it has moved, which a paused player does not see
    drawn(page)
    assert page.locator("[data-step]").get_attribute("data-step") == before
    page.get_by_role("button", name="继续").click()
    until(page, "(step) => document.querySelector('[data-step]').dataset.step !== step", arg=before)
    page.get_by_label("速度").select_option("3")
    page.get_by_label("自动过").check()
    page.get_by_label("自动和").check()
    assert page.evaluate("""async () => {
        let asked = 0, before = '';
        for (let round = 0; round < 24_000; round += 1) {
            if (document.querySelector('[data-next]')) return 'over';
            // it passes by itself, as soon as the server has heard it: whoever is still asked minutes later has to
            const step = document.querySelector('[data-step]').dataset.step;
            const may = [...document.querySelectorAll('.answers button')].some((one) => one.textContent === '过');
            asked = may && step === before ? asked + 1 : 0;
            before = step;
            if (asked > 12_000) return 'asked';
            document.querySelector('.own button:not([disabled])')?.click();
            await new Promise((done) => setTimeout(done, 10));
        }
        return 'long'; }""") == "over"


def test_why_a_claim_is_not_offered(page: Any) -> None:
    start(page, "guobiao")
    own_turn(page)
    for what in ("win", "pung"):
        page.get_by_label("为什么不能…？").select_option(what)
        page.locator(".advice p").first.wait_for()
    page.get_by_label("角标").check()
    page.locator(".own .index").first.wait_for()


def test_a_hand_is_replayed_opened_and_played_on(page: Any) -> None:
    start(page, "guobiao")
    page.locator("[data-step]").wait_for()
    assert page.evaluate(ONE_HAND, 300) > 0
    page.get_by_role("button", name="复盘").click()
    page.get_by_role("group", name="步").wait_for()
    count = page.locator("output")
    count.filter(has_text=re.compile(r"^\s*1 / ")).wait_for()
    page.get_by_role("button", name="最后一步").click()
    page.get_by_text("排名").first.wait_for()
    page.get_by_role("button", name="第一步").click()
    count.filter(has_text=re.compile(r"^\s*1 / ")).wait_for()
    for _step in range(12):
        page.keyboard.press("ArrowRight")
    count.filter(has_text=re.compile(r"^\s*13 / ")).wait_for()
    address = page.url
    page.get_by_role("checkbox", name="遮住别家的牌").check()
    until(page, "document.querySelectorAll('.backs').length === 3")
    page.goto("about:blank")
    page.goto(address)                                  # the link leads to the same step
    count.filter(has_text="13 / ").wait_for()
    with page.expect_download() as found:
        page.get_by_role("button", name="下载牌谱").click()
    page.get_by_role("link", name="算番").last.click()
    page.get_by_role("heading", level=1, name="算番").wait_for()
    page.locator(".total").wait_for()
    page.goto("/#/replay")                              # where the record seen last is open still
    count.filter(has_text=re.compile(r"^\s*1 / ")).wait_for()
    page.keyboard.press("End")
    page.get_by_text("排名").first.wait_for()
    page.get_by_label("打开牌谱").set_input_files(found.value.path())
    count.filter(has_text=re.compile(r"^\s*1 / ")).wait_for()
    for _step in range(20):
        page.keyboard.press("ArrowRight")
    count.filter(has_text=re.compile(r"^\s*21 / ")).wait_for()
    page.get_by_role("button", name="从这里接着打").click()
    page.locator(".own").wait_for()
    page.locator(ANSWERS).first.wait_for()
    page.locator(ANSWERS).first.click()


def test_an_exchange_shows_what_was_chosen(page: Any) -> None:
    """Tiles to be passed on lie beside the question, also after a reload, and can be taken back one by one."""
    start(page, "sichuan")
    page.locator(".prompt").wait_for()
    page.locator(".own button").nth(12).wait_for()
    # from the longest suit: of one with three tiles the last needs no answer, and all are gone after the second
    held = page.locator(".own button use").evaluate_all("(list) => list.map((one) => one.getAttribute('href'))")
    suit = max("mps", key=[tile[-1] for tile in held].count)
    for number in (1, 2):
        page.locator(f".own button:not([disabled]):has(use[href$='{suit}'])").first.click()
        page.locator(".answers .offered use").nth(number - 1).wait_for(state="attached")
    chosen = page.locator(".answers .offered use").evaluate_all("(list) => list.map((one) => one.getAttribute('href'))")
    assert len({tile[-1] for tile in chosen}) == 1      # of one suit: nothing else could be clicked
    page.reload()
    page.locator(".answers .offered use").nth(1).wait_for(state="attached")
    page.get_by_role("button", name="悔一步").click()
    until(page, "document.querySelectorAll('.answers .offered use').length === 1")
    page.locator(".own button").nth(11).wait_for()
