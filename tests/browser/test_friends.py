"""Friends in real browsers, in both languages: the invitation, who is there, the bot for one who leaves, his return;
and the end of a hand with everything that was turned over."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from quepu.records.lines import write_record
from tests.browser.conftest import kept_out, picture, serious, too_small, until_told, wide
from tests.game.test_turned_lots import played

WORDS = {
    "zh-CN": {
        "invited": "邀你打一局香港麻雀", "differs": "起糊", "here": "在线", "free": "空位", "join": "加入",
        "name": "你的名字", "with": "同桌：Bob", "waiting": "等Bob", "away": "Bob（离开", "ask": "让机器人替Bob打",
        "bot": "Bob由机器人代打", "seat": "Bob（代打）", "log": "Bob不在，Ann让机器人代打", "back": "回到你的座位",
        "again": "Bob回来了，自己接着打", "full": "这一局已经开始了。", "ura": "里宝牌指示牌", "dora": "宝牌 ×",
        "claims": "应牌时间", "leak": "大家就知道有人能要", "wait": "等一下", "thinking": "有人在考虑",
        "why": "分数怎样算成结果", "return": "返点", "bonus": "顺位分", "first": "头名奖", "minus": "-30",
    },
    "en": {
        "invited": "You are invited to play Hong Kong", "differs": "minimum", "here": "is here", "free": "free seat",
        "join": "Join", "name": "Your name", "with": "With you: Bob", "waiting": "Waiting for Bob",
        "away": "Bob (away)", "ask": "Let a bot play for Bob", "bot": "A bot plays for Bob", "seat": "Bob (bot)",
        "log": "Ann lets a bot play for Bob, who is away", "back": "Back to your seat",
        "again": "Bob is back and plays again", "full": "This game has begun.", "ura": "ura dora indicator",
        "claims": "Time to claim", "leak": "tells everybody that somebody can", "wait": "Wait",
        "thinking": "Somebody is thinking", "dora": "Dora ×", "why": "How the points become the result",
        "return": "Return", "bonus": "For the place",
        "first": "To the first", "minus": "-30",
    },
}
LANGS = list(WORDS)
ANSWER = ".answers button, .own button:not([disabled])"


class Somebody:
    """A browser of one person."""

    def __init__(self, chromium: Any, server: str, lang: str) -> None:
        self.context = chromium.new_context(base_url=server, locale=lang, viewport={"width": 1280, "height": 800})
        self.context.add_init_script("localStorage.setItem('prefs', JSON.stringify({speed: 3}))")
        self.errors: list[str] = []
        self.page: Any = None

    def open(self, address: str) -> Any:
        if self.page is not None:
            self.page.close()
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(address)
        return self.page

    def status(self) -> str:
        return str(self.page.locator(".presence [role=status]").inner_text())

    def answer(self) -> bool:
        """Click the last thing that may be answered, if there is any: it passes, or discards."""
        return self.click(ANSWER)

    def click(self, what: str) -> bool:
        """Click the last of them if there is any; found and clicked at once, since others play meanwhile."""
        return bool(self.page.evaluate("""(what) => {
            const last = [...document.querySelectorAll(what)].at(-1);
            last?.click();
            return Boolean(last); }""", what))


@pytest.fixture(params=LANGS)
def people(request: Any, chromium: Any, server: str) -> Iterator[tuple[dict[str, str], Somebody, Somebody]]:
    """Two people who read the same language, with its words."""
    two = [Somebody(chromium, server, request.param) for _one in range(2)]
    yield (WORDS[request.param], *two)
    for one in two:
        one.context.close()
        assert one.errors == []


def waits_for_bob(ann: Somebody, bob: Somebody, words: dict[str, str]) -> None:
    """Play until the table openly waits for Bob."""
    bob.page.locator("[data-step]").wait_for()

    def is_so() -> bool:
        if words["waiting"] in ann.status():
            return True
        if not ann.click("[data-next]") and not ann.answer():
            bob.answer()
        return False
    until_told(ann.page, is_so, "the table waits for Bob")


def test_a_friend_is_invited_leaves_and_comes_back(people: tuple[dict[str, str], Somebody, Somebody]) -> None:
    words, ann, bob = people
    made = ann.context.request.post("/api/games", data={
        "rule": {"id": "hongkong", "options": {"min_fan": 1}}, "name": "Ann", "others": ["open", "greedy", "greedy"],
        "window": 0})
    game = made.json()
    seat = f"/#/play?game={game['id']}&key={game['key']}"
    invitation = f"/#/play?game={game['id']}&join={game['join_key']}"
    page = ann.open(seat)
    page.get_by_text(words["free"], exact=True).wait_for()
    assert page.locator("aside").count() == 0               # nothing to set or to tell before it begins
    assert kept_out(page) == []

    page = bob.open(invitation)
    page.get_by_role("heading", name=words["invited"]).wait_for()
    told = page.locator("section").first.inner_text()
    for word in ("differs", "here", "free"):
        assert words[word] in told, told
    assert "Ann" in told
    assert (serious(page), too_small(page), wide(page) <= 1280) == ([], [], True)
    page.get_by_label(words["name"]).fill("Bob")
    page.get_by_role("button", name=words["join"], exact=True).click()
    until_told(ann.page, lambda: ann.page.locator(".presence").count() and ann.page.locator("[data-step]").count(),
               "the game begins")
    until_told(ann.page, lambda: words["with"] in ann.status() or words["waiting"] in ann.status(), "Bob is there")
    waits_for_bob(ann, bob, words)
    assert ann.page.get_by_role("button", name=words["ask"]).count() == 0       # never for one who is there

    bob.page.close()
    bob.page = None
    ann.page.get_by_role("button", name=words["ask"]).wait_for()
    until_told(ann.page, lambda: words["away"] in ann.page.locator(".felt").inner_text(), "Bob is away")
    until_told(ann.page, lambda: words["waiting"] in ann.status(), "the table waits for Bob")
    assert kept_out(ann.page) == []
    ann.page.get_by_role("button", name=words["ask"]).click()
    until_told(ann.page, lambda: words["bot"] in ann.status(), "the bot plays")
    until_told(ann.page, lambda: words["seat"] in ann.page.locator(".felt").inner_text(), "his seat says so")
    ann.page.get_by_text(words["log"]).first.wait_for()

    page = bob.open(invitation)                 # the link he has; his browser knows his seat
    page.get_by_text(words["full"]).wait_for()
    assert page.get_by_role("button", name=words["join"], exact=True).count() == 0
    page.get_by_role("link", name=words["back"]).click()
    page.get_by_text(words["again"]).first.wait_for()
    until_told(ann.page, lambda: words["bot"] not in ann.status(), "Bob plays himself")
    ann.page.get_by_text(words["again"]).first.wait_for()
    waits_for_bob(ann, bob, words)
    until_told(bob.page, bob.answer, "Bob is asked and answers")


def test_the_time_to_claim_is_alike_for_everybody(people: tuple[dict[str, str], Somebody, Somebody]) -> None:
    """Chosen with its leak told; the bar and the button *wait* are there for both, asked or not; a word after it."""
    words, ann, bob = people
    page = ann.open("/#/play")
    page.locator("fieldset select").first.select_option("open")
    chosen = page.get_by_label(words["claims"])
    assert chosen.input_value() == "1.5"
    chosen.select_option("0")
    page.get_by_text(words["leak"]).wait_for()
    assert (serious(page), too_small(page)) == ([], [])
    made = ann.context.request.post("/api/games", data={
        "rule": {"id": "hongkong"}, "name": "Ann", "others": ["open", "greedy", "greedy"], "window": 10})
    game = made.json()
    joined = bob.context.request.post(f"/api/games/{game['id']}/join", data={"key": game["join_key"], "name": "Bob"})
    ann.open(f"/#/play?game={game['id']}&key={game['key']}")
    bob.open(f"/#/play?game={game['id']}&key={joined.json()['key']}")
    waits = [one.page.locator("[data-wait]") for one in (ann, bob)]
    for wait in waits:
        wait.wait_for()
        assert wait.inner_text() == words["wait"]

    def discarded() -> bool:
        return bool(ann.page.locator(".window .left").count() or (
            not ann.click(".own button:not([disabled])") and not bob.click(".own button:not([disabled])") and False))
    until_told(ann.page, discarded, "somebody has discarded")
    until_told(bob.page, lambda: bob.page.locator(".window .left").count() == 1, "both see the time run")
    bob.page.keyboard.press("t")                # first of all: the time runs, on a busy machine too
    until_told(bob.page, lambda: waits[1].get_attribute("aria-pressed") == "true", "it is taken")
    assert waits[0].get_attribute("aria-pressed") == "false"        # nobody else learns of it ...
    places = [wait.bounding_box() for wait in waits]
    assert places[0] == places[1]
    picture(ann.page, "window.png")
    assert (serious(ann.page), kept_out(ann.page)) == ([], [])
    for one in (ann, bob):
        one.page.get_by_text(words["thinking"]).wait_for()          # ... before the time is over
    assert [wait.bounding_box() for wait in waits] == places


@pytest.fixture(scope="module")
def record() -> str:
    """A match whose last hand was won with dora, some of them under the hidden indicator."""
    return write_record(played("riichi?length=east", 10, 99))


def test_a_replay_shows_what_was_turned_over_and_how_the_result_comes(
        people: tuple[dict[str, str], Somebody, Somebody], record: str) -> None:
    words, ann, _bob = people
    page = ann.open("/#/replay")
    page.locator("input[type=file]").set_input_files(
        {"name": "game.jsonl", "mimeType": "application/jsonl", "buffer": record.encode()})
    page.locator(".felt").first.wait_for()
    asked: list[str] = []                       # each hand is asked for once: a second answer would lose the place
    page.on("request", lambda one: asked.append(one.url) if "/api/records?hand=8" in one.url else None)
    page.locator("select").filter(has=page.locator("option[value='8']")).last.select_option("8")
    page.locator("output").filter(has_text=re.compile(r"^\s*1 / 21")).wait_for()        # shown, not only asked for
    until_told(page, lambda: "hand=8" in page.url, "the last hand is shown")
    forward = page.locator(".bar button").nth(4)
    places = {str(forward.bounding_box())}
    for _step in range(12):
        assert words["ura"] not in page.locator(".felt").first.inner_text()
        forward.click()
        places.add(str(forward.bounding_box()))
    assert len(places) == 1                     # the buttons stay where they are
    page.locator("output").filter(has_text="13 / 21").wait_for()
    assert len(asked) == 1
    assert page.locator(".river .won").count() == 1         # the tile just discarded, in either language
    page.locator(".bar button").nth(6).click()
    page.locator(".settled").wait_for()
    assert words["ura"] in page.locator(".felt").first.inner_text()
    settled = page.locator(".settled")
    turned = settled.locator(".turned li")
    assert turned.count() == 2
    assert words["ura"] in turned.nth(1).inner_text()
    assert turned.nth(1).locator("[role=img]").count() == 2     # the indicator and the tile it points to
    assert words["dora"] in settled.locator(".brought").first.inner_text()
    assert settled.locator(".brought").first.locator("[role=img]").count() > 0
    why = settled.locator("details").filter(has_text=words["why"])
    for word in ("return", "first", "bonus", "minus"):
        assert words[word] in why.inner_text()
    rows = why.locator("tbody tr").all_inner_texts()
    assert "+40.8" in rows[0]
    assert "-33.6" in rows[3]
    assert (kept_out(page), wide(page) <= 1280) == ([], True)
    page.set_viewport_size({"width": 320, "height": 640})
    assert wide(page) <= 320
    step = page.url
    page.goto("/#/rules")                       # away and back: the same step
    page.locator("h1").first.wait_for()
    page.go_back()
    page.locator(".settled").wait_for()
    until_told(page, lambda: page.url == step, "it is the same step")
    picture(page, "replay-turned.png")
