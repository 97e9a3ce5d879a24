"""Games in a real browser: by keyboard, to the end of a match, over a reload, with a friend."""

from typing import Any

import pytest

PLAYED = ["guobiao", "binshi", "sichuan", "tianjin", "wuhan", "changsha", "hongkong"]
#: what may be answered now
ANSWERS = ".answers button, .own button:not([disabled])"
#: plays by clicking what is offered until the match is over, at most so many clicks
PLAY = """async (most) => {
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    const step = () => document.querySelector('[data-step]')?.dataset.step;
    let clicks = 0;
    while (clicks < most) {
        const next = document.querySelector('[data-next]');
        if (document.querySelector('[data-over]')) return clicks;
        const answers = [...document.querySelectorAll('.answers button')];
        const target = next ?? answers.find((one) => one.classList.contains('main')) ?? answers.at(-1)
            ?? document.querySelector('.own button:not([disabled])');
        if (!target) { await wait(5); continue; }
        const before = step();
        target.click();
        clicks += 1;
        for (let round = 0; round < 400 && step() === before; round += 1) await wait(5);
    }
    return -1;
}"""


def start(page: Any, rule: str, others: str = "greedy") -> None:
    page.goto("/#/play")
    page.evaluate("localStorage.setItem('prefs', JSON.stringify({speed: 3}))")
    page.reload()
    page.locator("form select").first.select_option(rule)
    for number in (2, 3, 4):
        place = page.get_by_label(f"第 {number} 家")
        if place.count():
            place.select_option(others if number == 2 else "greedy")
    page.get_by_role("button", name="开局").click()


@pytest.mark.parametrize("rule", PLAYED)
def test_a_whole_match_is_played(page: Any, rule: str) -> None:
    """A match of two hands, by a rule of one's own that changes nothing else."""
    page.goto("/#/play")
    short = [{"name": "short", "text": f'extends = "{rule}"\nmatch.hands = {{ hands = 2 }}\n'}]
    page.evaluate("(rules) => localStorage.setItem('rules', JSON.stringify(rules))", short)
    start(page, "mine:short")
    page.locator("[data-step]").wait_for(timeout=240_000)
    page.set_default_timeout(240_000)
    assert page.evaluate(PLAY, 6000) > 0
    page.get_by_text("终局排名").wait_for()


def test_a_hand_is_played_by_keyboard(page: Any) -> None:
    start(page, "guobiao")
    page.locator("[data-step]").wait_for(timeout=240_000)
    for _turn in range(80):
        page.wait_for_function("document.querySelector('.answers button, .own button:not([disabled]), [data-next]')")
        if page.locator("[data-next]").count():
            break
        target = page.locator(ANSWERS).first
        target.focus()
        page.keyboard.press("Enter")
        page.wait_for_timeout(30)
    page.locator("[data-next]").focus()
    page.keyboard.press("Enter")
    page.get_by_text("第 2 局").first.wait_for()


def test_a_game_survives_a_reload_and_can_be_taken_back(page: Any) -> None:
    start(page, "guobiao")
    page.locator("[data-step]").wait_for(timeout=240_000)
    page.locator(ANSWERS).first.wait_for()
    first = page.locator("[data-step]").get_attribute("data-step")
    page.locator(ANSWERS).first.click()
    page.wait_for_function(f"Number(document.querySelector('[data-step]').dataset.step) > {first}")
    page.wait_for_function(f"document.querySelector('{ANSWERS}')")
    before = page.locator("[data-step]").get_attribute("data-step")
    own = page.locator(".own").inner_html()
    page.reload()
    page.wait_for_function(f"document.querySelector('[data-step]')?.dataset.step === '{before}'")
    assert page.locator(".own").inner_html() == own
    page.get_by_role("button", name="悔一步").click()
    page.wait_for_function(f"Number(document.querySelector('[data-step]').dataset.step) < {before}")
    page.get_by_role("button", name="提示").click()
    page.locator(".advice").first.wait_for()


def test_a_friend_joins_and_another_watches(page: Any, chromium: Any, server: str) -> None:
    start(page, "guobiao", "open")
    invitation = page.get_by_label("把这个链接发给朋友")
    invitation.wait_for(timeout=240_000)
    context = chromium.new_context(base_url=server, locale="en-US")
    friend = context.new_page()
    friend.goto(invitation.input_value())
    friend.get_by_label("Your name").fill("Bob")
    friend.get_by_role("button", name="Join").click()
    friend.locator(".own").wait_for()
    page.locator(".own").wait_for()
    page.get_by_text("Bob").first.wait_for()
    watcher = context.new_page()
    watcher.goto(server + "/" + str(page.get_by_role("link", name="旁观").get_attribute("href")))
    watcher.locator("[data-step]").wait_for()
    assert watcher.locator(".own").count() == 0
    context.close()
