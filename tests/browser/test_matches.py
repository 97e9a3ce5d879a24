"""Whole matches in a real browser, as long as the rulebook says; a script clicks what the page offers."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from tests.browser.conftest import kept_out, picture
from tests.browser.test_play import start
from tests.share import FULL, sampled

#: plays by clicking until the match or so many hands are over, at most so many clicks; tells how the page showed the
#: end of each hand
MATCH = """async ([most, enough]) => {
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    const step = () => document.querySelector('[data-step]')?.dataset.step;
    const number = (cell) => parseInt(cell.textContent, 10);
    const cells = (table) => [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) => [...row.cells]);
    const read = () => {
        const [standings, ledger] = document.querySelectorAll('.sums table');
        return {
            heading: document.querySelector('section h2').textContent,
            caption: standings.querySelector('caption').textContent,
            rows: cells(standings).map((row) => ({place: number(row[0]), name: row[1].textContent,
                net: number(row[2]), score: number(row[3].querySelector('strong'))})),
            ledger: cells(ledger).map((row) => ({payer: row[0].textContent, receiver: row[1].textContent,
                what: row[2].textContent, amount: number(row[3])})),
        };
    };
    const hands = [];
    let clicks = 0, dice = 7, read_step = -1, idle = 0;
    while (clicks < most) {
        const next = document.querySelector('[data-next]');
        const over = document.querySelector('[data-over]');
        if ((next || over) && read_step !== step()) { hands.push(read()); read_step = step(); }
        if (over || hands.length === enough) return {clicks, hands};
        const answers = [...document.querySelectorAll('.answers button')];
        dice = (dice * 1103515245 + 12345) % 2147483648;        // passes mostly, claims now and then
        const target = next ?? answers.find((one) => one.classList.contains('main'))
            ?? answers.at((dice >> 16) % 4 === 0 ? 0 : -1) ?? document.querySelector('.own button:not([disabled])');
        // a table that asks nothing, or takes no answer, for minutes has stopped: say what it shows
        if (idle > 60_000) return {clicks: -1, hands, shown: document.querySelector('main').innerText};
        if (!target) { idle += 1; await wait(4); continue; }
        const before = step();
        target.click();
        clicks += 1;
        for (let round = 0; round < 500 && step() === before; round += 1) await wait(4);
        idle = step() === before ? idle + 500 : 0;
    }
    return {clicks: -1, hands};
}"""

#: a rulebook, the options that make its match shorter or another game, how many hands or how the deal goes, and the
#: points of all players together
MATCHES = [
    ("guobiao", {}, 16, 0), ("binshi", {}, 16, 0), ("sichuan", {}, 8, 0), ("tianjin", {}, 8, 0), ("wuhan", {}, 8, 0),
    ("changsha", {}, 8, 0), ("hongkong", {"圈数": "1"}, "4 deals", 0), ("taiwan", {"圈数": "1"}, "4 deals", 0),
    ("riichi", {"场数": "east"}, "east", 100_000),
    ("chengdu", {"局数": "4"}, 4, 0), ("guizhou", {}, 8, 0), ("guangdong_jipinghu", {"局数": "8"}, 8, 0),
    ("guangdong_folk", {}, 16, 0), ("guangdong_tuidaohu", {"局数": "8", "外围买马": "2"}, 8, 0),
    ("shenzhen", {}, 8, 0), ("guangzhou", {}, "16 deals", 0), ("qingyuan", {"局数": "8"}, 8, 0),
    ("hainan", {"几令": "1"}, "4 deals", 0), ("guangxi", {"局数": "8"}, 8, 0), ("nanning", {"局数": "8"}, 8, 0),
    ("shanghai", {}, 16, 0), ("nanjing", {}, "16 deals", 400), ("hangzhou", {}, 16, 0), ("wenzhou", {}, "drawn", 0),
    ("jiangnan", {}, "16 deals", 0), ("hefei", {}, 8, 0), ("anqing", {}, 8, 0), ("nanchang", {}, 8, 0),
    ("beijing", {}, "8 deals", 100_000), ("hebei", {}, 8, 0), ("jinan", {}, 8, 0), ("taiyuan", {}, 8, 0),
    ("neimeng", {}, 8, 0), ("changchun", {}, 8, 0), ("jilin", {}, 8, 0), ("harbin", {}, 8, 0), ("yingkou", {}, 8, 0),
    ("luoshu", {}, "8 deals", 400),
]
#: played to the end: one for each way in which a match ends; of some others two hands, but for `make test-full`
WHOLE = ("sichuan", "hongkong", "riichi")
TRIED = [one for one in MATCHES if one[0] in WHOLE] + sampled(
    [one for one in MATCHES if one[0] not in WHOLE], 4, "matches")
ALL_HANDS = 1_000


@pytest.mark.parametrize(("rule", "options", "length", "total"), TRIED, ids=[one[0] for one in TRIED])
def test_a_whole_match_is_played(page: Any, rule: str, options: dict[str, str], length: int | str, total: int) -> None:
    """To the final ranking: every payment is in the ledger, every score is the one before and what was paid."""
    start(page, rule, options=options)
    page.locator("[data-step]").wait_for()
    is_whole = rule in WHOLE or FULL
    played = page.evaluate(MATCH, [6000, ALL_HANDS if is_whole else 2])
    assert played["clicks"] > 0, played.get("shown", "too many clicks")
    hands = played["hands"]
    check_money(hands, total, onlookers="外围买马" in options)
    if not is_whole:
        assert [hand["caption"] for hand in hands] == ["排名"] * 2
        return
    assert [hand["caption"] for hand in hands] == ["排名"] * (len(hands) - 1) + ["终局排名"]
    dealers = [name for hand in hands for name in (row["name"] for row in hand["rows"]) if name.startswith("东")]
    rotations = 1 + sum(one != other for one, other in pairwise(dealers))
    print(f"{rule}: {len(hands)} hands, {played['clicks']} clicks")
    if isinstance(length, int):
        assert len(hands) == length
    elif length.endswith("deals"):                      # unless purses are empty before
        broke = total > 0 and min(row["score"] for row in hands[-1]["rows"]) <= 0
        assert rotations == int(length.split()[0]) or broke
        assert len(set(dealers)) == 4 or broke
    elif length == "east":                              # somebody may be below nothing before all have dealt
        assert len(set(dealers)) == min(rotations, 4)
        assert rotations >= 4 or min(row["score"] for row in hands[-1]["rows"]) < 0
    else:                                               # a dealer who is drawn by dice may be the same again
        assert 4 <= rotations <= 16
    assert page.locator("[data-next]").count() == 0
    page.get_by_role("link", name="再来一局").wait_for()
    picture(page, f"final-{rule}-1280.png")


def test_a_match_by_rules_of_ones_own(page: Any) -> None:
    """A rule that makes matches two hands long, saved in this browser, chosen like any other."""
    page.goto("/#/play")
    text = 'extends = "guobiao"\nname = { zh = "短", en = "Short" }\nmatch.hands = { hands = 2 }\n'
    rules = [{"name": "短", "text": text}]
    page.evaluate("(rules) => localStorage.setItem('rules', JSON.stringify(rules))", rules)
    start(page, "mine:短")
    page.locator("[data-step]").wait_for()
    hands = page.evaluate(MATCH, [2000, ALL_HANDS])["hands"]
    check_money(hands, 0)
    assert [hand["caption"] for hand in hands] == ["排名", "终局排名"]
    assert kept_out(page) == []


def check_money(hands: list[dict[str, Any]], total: int, *, onlookers: bool = False) -> None:
    """What the page shows of each hand fits together, and with the hand before; onlookers have no line of their own."""
    elsewhere = 0
    scores = dict.fromkeys((row["name"][1:].strip() for row in hands[0]["rows"]), total // len(hands[0]["rows"]))
    for number, hand in enumerate(hands, 1):
        assert f"第 {number} 局" in hand["heading"]
        moved = Counter({row["name"]: 0 for row in hand["rows"]})
        for paid in hand["ledger"]:
            moved[paid["payer"]] -= paid["amount"]
            moved[paid["receiver"]] += paid["amount"]
        for row in hand["rows"]:
            name = row["name"][1:].strip()
            assert row["net"] == moved[row["name"]], hand
            scores[name] += row["net"]
            assert row["score"] == scores[name], hand
        strangers = moved.keys() - {row["name"] for row in hand["rows"]} - {"公池"}
        assert onlookers or not strangers
        assert all(name.startswith("外围") for name in strangers)
        elsewhere += sum(moved[name] for name in strangers)
        assert sorted(hand["rows"], key=lambda row: -row["score"]) == hand["rows"]
    assert sum(scores.values()) + elsewhere == total
