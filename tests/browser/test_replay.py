"""Advice, clocks, the replay and its review in the page, by a user's path."""

import json
from functools import cache
from typing import Any

from quepu.records.lines import write_record
from quepu.records.mjai_write import mjai_events
from tests.browser.conftest import cut, kept_out, until, wide
from tests.browser.test_play import own_turn, start
from tests.oracle.mjai import played
from tests.tenhou_logs import log_of

#: drops a file on the page, as a hand does
DROP = """([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name, { type: 'application/json' }));
    for (const kind of ['dragover', 'drop'])
        document.querySelector('main').dispatchEvent(
            new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true })); }"""


@cache
def log() -> str:
    return json.dumps(log_of(mjai_events(played(2))), ensure_ascii=False)


def fits(page: Any) -> None:
    """Table, hand and list stand inside the window at every size."""
    for size in ((1280, 800), (390, 844), (844, 390)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        until(page, """() => ['.felt', '.own', '.events', '.steps'].every((name) => {
            const stage = document.querySelector('.stage').getBoundingClientRect();
            const at = document.querySelector(name).getBoundingClientRect();
            return at.width > 0 && at.top >= stage.top - 1 && at.bottom <= stage.bottom + 1
                && stage.height <= innerHeight + 1; })""")
        assert wide(page) <= size[0]
    page.set_viewport_size({"width": 1280, "height": 900})


def test_a_log_of_another_platform_is_dropped_and_looked_at(page: Any) -> None:
    page.goto("/#/replay")
    page.get_by_text("tenhou.net/6").wait_for()             # what can be read is said
    page.evaluate(DROP, ["log.json", log()])
    page.locator(".felt").wait_for()
    fits(page)
    events = page.get_by_role("list", name="这一局的经过")
    events.get_by_role("button").nth(12).click()
    page.locator(".events [aria-current=step]").wait_for()
    step = int(page.url.split("step=")[1].split("&")[0])
    assert step > 1
    other = page.url.replace(f"step={step}", f"step={step + 3}")
    page.evaluate("(address) => { location.href = address; }", other)       # it differs in its step alone
    until(page, "(step) => document.querySelector('output').textContent.trim().startsWith(`${step} /`)", step + 3)
    page.get_by_role("button", name="提示", exact=True).click()
    page.locator(".outlooks [data-action]").first.wait_for()
    assert page.locator(".outlooks .played").count() <= 1
    assert kept_out(page) == []
    page.evaluate(DROP, ["x.json", "[]"])
    page.get_by_role("alert").first.wait_for()


def test_the_best_answers_are_marked_in_the_hand(page: Any) -> None:
    start(page, "guobiao")
    own_turn(page)
    asked: list[str] = []
    page.on("websocket", lambda _socket: asked.append("another"))
    page.get_by_role("button", name="提示", exact=True).click()
    page.locator(".outlooks [data-action]").first.wait_for()
    until(page, "document.querySelectorAll('.own .advised, .answers .advised').length > 0")
    assert "±" in page.locator(".outlooks .points").first.inner_text()
    best = page.locator(".outlooks li.best").first.get_attribute("data-action")
    if best.startswith("discard"):
        assert page.locator(f".own [data-tile='{best.split()[1]}'] .advised.best").count() > 0
    page.set_viewport_size({"width": 390, "height": 844})
    assert wide(page) <= 390
    page.locator(".own button:not([disabled])").first.click()
    page.locator(".outlooks").wait_for(state="detached")    # it was about another question


def test_a_clock_is_chosen_and_seen(page: Any) -> None:
    page.goto("/#/play?rule=guobiao")
    page.get_by_label("计时").select_option("1")
    page.get_by_text("备用时间每一局重新加满").wait_for()
    page.get_by_role("button", name="开局").click()
    own_turn(page)
    plate = page.locator(".seat [data-clock]")
    plate.wait_for()
    assert plate.count() == 1                               # bots take no time
    assert 0 < int(plate.get_attribute("data-clock")) <= 70
    assert "秒" in (plate.get_by_role("img").get_attribute("aria-label") or "")
    assert kept_out(page) == []
    assert page.locator("[data-alarm]").inner_text() == ""


def line(kind: str, **values: Any) -> str:
    return json.dumps({"kind": kind, **values}, ensure_ascii=False) + "\n"


def decision(step: int, cost: float) -> str:
    mean = {"mean": cost, "low": cost / 2, "high": cost * 1.5}
    return line("decision", step=step, hand=1, seat="E", answers=5, verdict="mistake", cost=mean, figures=None,
                played={"action": "discard 5p", "label": "打5p"}, better={"action": "discard 3z", "label": "打3z"},
                reason=["少 6 张有用的牌。"], view=None, done=step, of=40)


def test_a_review_opens_the_replay_at_its_costliest_moments(page: Any) -> None:
    """The page's part of it, with what the server tells taken from its contract."""
    about = {"rule": "x", "player": 0, "name": "A", "samples": 40, "seed": 1, "bot": "strong", "is_normal": False}
    parts = {"result": 8_000_000, "luck": 9_312_500, "others": -500_000, "own": -812_500}
    told = (line("begin", **about, hands=[1], decisions=9, forced=2, of=40) + decision(6, 120.0)
            + line("progress", done=20, of=40) + decision(9, 812.5)
            + line("review", **about, verdicts={"mistake": 2, "level": 1, "best": 2, "agreed": 4, "forced": 2},
                   mistakes=[9, 6], hands=[], parts=parts, own_half=692_200, others_half=210_000))
    page.route("**/api/review", lambda route: route.fulfill(content_type="application/x-ndjson", body=told))
    page.goto("/#/replay")
    page.get_by_label("打开牌谱").set_input_files(
        {"name": "game.jsonl", "mimeType": "application/jsonl", "buffer": write_record(played(2)).encode()})
    page.get_by_role("button", name="开始点评").click()
    moments = page.locator("[data-moment]")
    moments.nth(1).wait_for()
    assert [one.get_attribute("data-moment") for one in moments.all()] == ["9", "6"]        # the costliest first
    text = page.locator("section").filter(has=moments.first).last.inner_text()
    for word in ("少 6 张有用的牌", "运气", "+9313", "自己的失误", "−813 ± 692", "+8000", "失误 2 手"):
        assert word in text, word
    assert [one for one in cut(page) if not one.startswith("LABEL")] == []      # around inputs that are not seen
    assert kept_out(page) == []
    moments.first.click()
    until(page, "document.querySelector('output').textContent.trim().startsWith('9 /')")
    assert "step=9" in page.url
