"""The table in the page: it stands still, fits every screen, and is played by touch or by keys alone."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from quepu.bots.seat import CoreBot, Seating
from quepu.game.actions import Discard
from quepu.game.match import Match
from quepu.game.ready import readiness
from quepu.records.lines import write_record
from tests.browser.conftest import drawn, kept_out, picture, until, wide
from tests.browser.test_play import ONE_HAND, own_turn

SIZES = {"desk": (1280, 800), "tablet": (768, 1024), "phone": (375, 740), "small": (320, 640), "side": (812, 375)}
LANGS = {"zh": "zh-CN", "en": "en-US"}
#: what has its place: the frames of the parts, each slot of the hand, each button that is always there
PLACES = """() => Object.fromEntries([...document.querySelectorAll(
        '.stage, .stage > :is(.field, .known, .hand, .bar), .tools > *, [data-slot]:not(.lifted)')]
    .map((one, index) => {
        const at = one.getBoundingClientRect();
        const name = one.dataset.slot ? `slot ${one.dataset.slot}` : one.classList[0] ?? one.tagName;
        return [`${index} ${name}`, [at.left, at.top, at.right, at.bottom]]; }))"""
#: what a seat must not hide of itself: its points, and what it has declared
CUT = """() => [...document.querySelectorAll('.seat h3 :is(.score, .first)')].filter((one) => {
        const at = one.getBoundingClientRect(), head = one.parentElement.getBoundingClientRect();
        return at.width === 0 || at.right > head.right + 1 || at.bottom > head.bottom + 1; })
    .map((one) => one.parentElement.textContent)"""
#: plays a hand, tile by tile: where the slots and the buttons of each kind were seen, each place once
WATCHED = """async (most) => {
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    const step = () => document.querySelector('[data-step]')?.dataset.step;
    const seen = {};
    for (let clicks = 0; clicks < most;) {
        const answers = [...document.querySelectorAll('.answers button')];
        for (const one of [...answers, ...document.querySelectorAll('[data-slot], .tools > *')]) {
            const verb = one.dataset.verb;
            if (verb && !['pass', 'win'].includes(verb)) continue;          // of others there may be several
            const name = verb ?? (one.dataset.slot ? `slot ${one.dataset.slot}`
                : `tool ${[...one.parentElement.children].indexOf(one)}`);
            const at = one.getBoundingClientRect();
            (seen[name] ??= new Set()).add(`${Math.round(at.left)} ${Math.round(at.top)}`);
        }
        if (document.querySelector('[data-next], [data-over]')) break;
        const target = answers.find((one) => one.dataset.verb !== 'pass') ?? answers.at(-1)
            ?? document.querySelector('.own button:not([disabled])');
        if (!target) { await wait(5); continue; }
        const before = step();
        target.click();
        clicks += 1;
        for (let round = 0; round < 400 && step() === before; round += 1) await wait(5);
    }
    return Object.fromEntries(Object.entries(seen).map(([name, places]) => [name, [...places]]));
}"""


@pytest.fixture
def screens(chromium: Any, server: str) -> Iterator[Any]:
    """Makes a page in a language that can be touched; every error in its console fails the test."""
    contexts, errors = [], []

    def made(lang: str, size: str = "desk", **more: Any) -> Any:
        width, height = SIZES[size]
        contexts.append(chromium.new_context(base_url=server, locale=LANGS[lang],
                                             viewport={"width": width, "height": height}, **more))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        return page
    yield made
    for context in contexts:
        context.close()
    assert errors == []


def seated(page: Any, rule: str, seed: int = 20261117, **options: Any) -> None:
    """A game with bots, the same tiles in every run, at a table that waits for nobody."""
    page.goto("/#/play")
    page.evaluate("localStorage.setItem('prefs', JSON.stringify({speed: 3}))")
    players = 2 if options.get("sanma") else 3
    asked = {"rule": {"id": rule, "options": options}, "name": "Ann", "others": ["greedy"] * players, "seed": seed}
    answer = page.request.post("/api/games", data=json.dumps(asked), headers={"content-type": "application/json"})
    game = answer.json()
    assert answer.ok, game
    page.goto(f"/#/play?game={game['id']}&key={game['key']}")
    page.reload()
    page.locator(".answers button, .own button:not([disabled])").first.wait_for()


def places(page: Any) -> dict[str, dict[str, list[float]]]:
    """Where everything is, in every size; table and hand are inside the window."""
    found = {}
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        page.evaluate("document.querySelector('.stage').scrollIntoView({block: 'start'})")
        found[name] = page.evaluate(PLACES)
        for what, (left, top, right, bottom) in found[name].items():
            assert min(left, top, width - right, height - bottom) >= -1, (name, what)
        assert wide(page) <= width
        assert page.evaluate(CUT) == [], name
    return found


def same(one: dict[str, dict[str, list[float]]], other: dict[str, dict[str, list[float]]]) -> None:
    for size, parts in one.items():
        assert parts.keys() == other[size].keys()
        for name, place in parts.items():
            moved = max(abs(a - b) for a, b in zip(place, other[size][name], strict=True))
            assert moved <= 1, (size, name, place, other[size][name])


@pytest.mark.parametrize(("rule", "lang", "options"), [
    ("taiwan", "zh", {}), ("tianjin", "en", {}), ("guobiao", "en", {}), ("riichi", "zh", {"sanma": True})])
def test_the_table_stands_still(screens: Any, rule: str, lang: str, options: dict[str, Any]) -> None:
    """From the deal to the end, in five sizes: frames, slots, buttons; advice pushes nothing; nobody is kept out."""
    page = screens(lang)
    seated(page, rule, **options)
    own_turn(page)                      # where bets come before it, there are no tiles yet
    until(page, "document.querySelector('.stage').getBoundingClientRect().top === 0")     # scrolled to it
    dealt = places(page)
    hint = page.get_by_role("button", name={"zh": "提示", "en": "Hint"}[lang])
    hint.click()
    page.locator(".advice").wait_for()
    same(dealt, places(page))
    if rule in ("guobiao", "riichi"):                   # in either language once: it takes its time
        assert kept_out(page) == []
        assert page.locator(".advice .counted").count() > 0     # how often a tile is there stays on its line
    page.get_by_role("button", name={"zh": "关闭", "en": "Close"}[lang]).click()
    page.locator(".advice").wait_for(state="detached")
    moved = {name: seen for name, seen in page.evaluate(WATCHED, 300).items() if len(seen) > 1}
    assert moved == {}
    page.get_by_role("button", name={"zh": "看牌桌", "en": "Show the table"}[lang]).click()
    page.locator(".own").wait_for()
    same(dealt, places(page))
    picture(page, f"still-{rule}-{lang}.png", whole=False)


@pytest.mark.parametrize("lang", LANGS)
def test_the_next_hand_is_in_reach_at_every_size(screens: Any, lang: str) -> None:
    page = screens(lang)
    seated(page, "hongkong")
    page.evaluate(ONE_HAND, 300)
    next_hand = page.get_by_role("button", name={"zh": "下一局", "en": "Next hand"}[lang])
    next_hand.wait_for()
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        page.evaluate("document.querySelector('.stage').scrollIntoView({block: 'start'})")
        box = next_hand.bounding_box()
        assert 0 <= box["y"] <= height - box["height"]
        assert box["height"] >= 43.5
        assert wide(page) <= width
    assert kept_out(page) == []
    next_hand.click()
    until(page, "document.querySelector('.own') && !document.querySelector('[data-next]')")


#: where to tap next: a button, or a tile that may go
TARGET = """() => {
    const at = (one) => {
        const box = one.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2]; };
    const step = document.querySelector('[data-step]')?.dataset.step;
    const next = document.querySelector('[data-next], [data-over]');
    if (next) return {step, over: true, at: at(next)};
    const answers = [...document.querySelectorAll('.answers button')];
    const answer = answers.find((one) => one.classList.contains('main')) ?? answers.at(-1);
    const tile = answer ? undefined : [...document.querySelectorAll('.own button:not([disabled])')].at(-1);
    return answer || tile ? {step, tile: Boolean(tile), at: at(answer ?? tile)} : null; }"""
FIVE = [("guobiao", "zh"), ("riichi", "en"), ("sichuan", "zh"), ("tianjin", "en"), ("taiwan", "zh")]


@pytest.mark.parametrize(("rule", "lang"), FIVE)
def test_a_hand_by_touch_alone_and_one_by_keys_alone(screens: Any, rule: str, lang: str) -> None:
    """On a phone on its side, where the first tap lifts a tile; then, after one click, by keys and nothing else."""
    page = screens(lang, "side", has_touch=True)
    seated(page, rule)
    scrolled = page.evaluate("scrollY")
    lifts = 0
    while True:
        until(page, f"Boolean(({TARGET})())")
        target = page.evaluate(TARGET)
        assert 0 <= target["at"][0] <= 812, target
        assert 0 <= target["at"][1] <= 375, target
        page.touchscreen.tap(*target["at"])
        if target.get("over"):
            break
        if target["tile"]:
            page.locator(".slot.lifted").wait_for()
            assert page.evaluate("document.querySelector('[data-step]').dataset.step") == target["step"]
            page.touchscreen.tap(*target["at"])
            lifts += 1
        until(page, "(step) => document.querySelector('[data-step]').dataset.step !== step", arg=target["step"])
    assert lifts > 2
    assert page.evaluate("scrollY") == scrolled                 # it never had to be moved
    until(page, "document.querySelector('.own') && !document.querySelector('[data-next]')")
    by_keys(page)


def by_keys(page: Any) -> None:
    """The next hand: one click beside everything, then keys; Enter answers once, wherever the focus was."""
    until(page, f"Boolean(({TARGET})())")
    page.mouse.click(406, 2)
    assert page.evaluate("document.activeElement === document.body || !document.activeElement.matches('button')")
    until(page, "document.querySelector('.answers button, .own button:not([disabled])')")
    for _turn in range(150):
        until(page, f"Boolean(({TARGET})())")
        target = page.evaluate(TARGET)
        if target.get("over"):
            page.keyboard.press("Enter")
            break
        if page.locator("[data-verb=pass]").count():
            page.keyboard.press("w" if page.locator("[data-verb=win]").count() else "p")
        else:
            page.keyboard.press("ArrowLeft")
            until(page, "document.activeElement.matches('.own button, .answers button')")
            page.keyboard.press("Enter")
        until(page, "(step) => document.querySelector('[data-step]').dataset.step !== step", arg=target["step"])
    until(page, "document.querySelector('.own') && !document.querySelector('[data-next]')")


@pytest.mark.parametrize("lang", LANGS)
def test_keys_are_told_of_where_they_work(screens: Any, lang: str) -> None:
    """Not on what is only touched, where tiles are lifted first: there that can be set."""
    text = {"zh": "点两次出牌", "en": "tap twice"}[lang]
    desk = screens(lang)
    seated(desk, "guobiao")
    desk.locator(".keys").wait_for()
    assert not desk.get_by_label(text).is_visible()
    # a letter in a text field is a letter, and one with the focus on a choice is a key
    desk.get_by_label({"zh": "命令", "en": "Command"}[lang]).press_sequentially("h")
    assert desk.locator(".advice").count() == 0
    desk.get_by_label({"zh": "速度", "en": "Speed"}[lang]).focus()
    desk.keyboard.press("h")
    desk.locator(".advice").wait_for()
    phone = screens(lang, "phone", has_touch=True, is_mobile=True)
    seated(phone, "guobiao")
    phone.locator("summary").last.tap()
    assert not phone.locator(".keys").is_visible()
    phone.get_by_label(text).uncheck()
    step = phone.evaluate("document.querySelector('[data-step]').dataset.step")
    phone.locator(".own button:not([disabled])").first.tap()
    until(phone, "(step) => document.querySelector('[data-step]').dataset.step !== step", arg=step)


@pytest.fixture(scope="module")
def nearly_ready() -> dict[str, Any]:
    """A hand of bots as a record, up to where one of them has a discard that leaves it ready, and one that does not."""
    match = Match("guobiao", 11, ["Ann", "Ben", "Cat", "Dan"])
    match.begin()
    seating = Seating(match, {player: CoreBot("greedy") for player in range(4)})
    found: dict[str, Any] = {}
    while not match.hand_over:
        seat = match.asked[0]
        after = readiness(match, seat).after
        discards = [action.text for action in match.legal(seat) if isinstance(action, Discard)]
        if after and not found and set(discards) - set(after):
            found = {"step": len(match.steps), "player": match.player_of(seat)}
        match.play(seat, seating.decide(seat))
    assert found
    return {"record": write_record(match), **found}


@pytest.mark.parametrize("lang", LANGS)
def test_waits_are_shown_with_what_they_are_worth(screens: Any, lang: str, nearly_ready: dict[str, Any]) -> None:
    """Discards that leave the hand ready have a dot; a look at one tells its waits, and they stay once it is gone."""
    page = screens(lang, "phone", has_touch=True)
    page.goto("/#/play")
    page.evaluate("localStorage.setItem('prefs', JSON.stringify({speed: 3}))")
    answer = page.request.post("/api/records/play", data=json.dumps({**nearly_ready, "name": "Ann"}),
                               headers={"content-type": "application/json"})
    game = answer.json()
    assert answer.ok, game
    page.goto(f"/#/play?game={game['id']}&key={game['key']}")
    page.reload()
    page.locator(".slot.waits").first.wait_for()
    page.get_by_text({"zh": "打出带圆点的牌即可听牌", "en": "Discard a tile with a dot"}[lang]).wait_for()
    before = page.evaluate(PLACES)
    page.locator(".slot:not(.waits) button:not([disabled])").first.tap()
    assert page.locator(".wait").count() == 0
    page.locator(".slot.waits button").first.tap()
    page.locator(".known").get_by_text({"zh": "打出后听", "en": "Then waiting, "}[lang]).wait_for()
    wait = page.locator(".wait").first
    assert wait.locator("use").count() == 1
    text = wait.inner_text()
    assert "×" in text
    assert {"zh": "番", "en": "fan"}[lang] in text.lower()
    picture(page, f"waits-{lang}.png", whole=False)
    step = page.evaluate("document.querySelector('[data-step]').dataset.step")
    page.locator(".slot.lifted button").tap()
    until(page, "(step) => document.querySelector('[data-step]').dataset.step !== step", arg=step)
    until(page, "document.querySelector('.wait, .slot.waits, [data-next]')")    # now, or after the next draw
    shown = page.evaluate(PLACES)
    assert not page.locator("[data-next]").count()
    assert {name: place for name, place in before.items() if "slot" not in name} == {
        name: place for name, place in shown.items() if "slot" not in name}


#: keeps the first word that is called, without its motion
CALLED = """window.addEventListener('DOMContentLoaded', () => new MutationObserver((_changes, watch) => {
    const call = document.querySelector('.felt > .call');
    if (!call) return;
    watch.disconnect();
    window.call = call.cloneNode(true);
    window.call.firstElementChild.style.animation = 'none';
}).observe(document.body, { childList: true, subtree: true }));"""
#: the discards that such a word covers at each place of the table, and where it leaves the felt
COVERED = """() => {
    const felt = document.querySelector('.felt'), found = [];
    const inside = felt.getBoundingClientRect();
    felt.append(window.call);
    for (const place of ['bottom', 'right', 'top', 'left']) {
        window.call.classList.remove('bottom', 'right', 'top', 'left');
        window.call.classList.add(place);
        const word = window.call.firstElementChild.getBoundingClientRect();
        if (word.left < inside.left - 1 || word.right > inside.right + 1) found.push(`${place}: over the edge`);
        for (const tile of felt.querySelectorAll('.river .place')) {
            const at = tile.getBoundingClientRect();
            const across = Math.min(word.right, at.right) - Math.max(word.left, at.left);
            const down = Math.min(word.bottom, at.bottom) - Math.max(word.top, at.top);
            if (across > 1 && down > 1) found.push(`${place}: ${Math.round(across)} x ${Math.round(down)}`);
        }
    }
    window.call.remove();
    return found; }"""


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_call_covers_no_discards(screens: Any, lang: str) -> None:
    page = screens(lang)
    page.add_init_script(CALLED)
    seated(page, "hongkong")
    page.evaluate(ONE_HAND, 300)
    page.locator("[data-next], [data-over]").first.wait_for(state="attached")
    page.locator(".ends button").first.click()
    assert page.evaluate("document.querySelectorAll('.river .place').length") > 20
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        assert page.evaluate(COVERED) == [], size
