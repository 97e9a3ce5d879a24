"""The score pad in a real browser: eight hands, undo, a reload, a link, a download."""

from typing import Any

from tests.browser.conftest import SHOTS, serious, too_small

HAND = "123m23455p345s77z 5p"
NAMES = ["甲", "乙", "丙", "丁"]


def enter(page: Any) -> None:
    """Enter the hand and wait until it is there."""
    rows = page.locator("tr.what").count()
    page.get_by_role("button", name="记下这一局").click()
    page.locator("tr.what").nth(rows).wait_for()


def win(page: Any, who: str, feeder: str = "") -> None:
    page.get_by_label("和牌者").select_option(who)
    page.get_by_label("点炮者").select_option(feeder)


def kind(page: Any, name: str) -> None:
    page.get_by_role("group", name="发生了什么").get_by_role("button", name=name, exact=True).click()


def totals(page: Any) -> list[str]:
    return [text.strip() for text in page.locator("tfoot td").all_inner_texts()]


def test_a_pad_of_eight_hands(page: Any) -> None:
    page.goto("/#/pad")
    page.get_by_role("heading", level=2, name="第 1 局").wait_for()
    for place, name in enumerate(NAMES):
        page.locator(".names input").nth(place).fill(name)
    page.get_by_role("heading", level=2, name="甲 庄").wait_for()

    win(page, "甲", "丙")                               # 1: by tiles, scored while they are typed
    page.get_by_label("手牌").fill(HAND)
    page.locator(".live strong").wait_for()
    assert page.locator(".live strong").inner_text() == "8"
    enter(page)
    assert totals(page) == ["32", "-8", "-16", "-8"]
    page.get_by_role("heading", level=2, name="乙 庄").wait_for()

    kind(page, "流局")                                  # 2: nobody
    enter(page)
    win(page, "丁")                                     # 3: by fans, found by pinyin
    page.get_by_role("button", name="报番种").click()
    page.get_by_role("searchbox").fill("qys")
    page.get_by_role("button", name="加 清一色").click()
    enter(page)
    assert totals(page) == ["0", "-40", "-48", "88"]
    win(page, "乙", "甲")                               # 4: by points
    page.get_by_role("button", name="报分").click()
    page.get_by_label("总计").fill("10")
    enter(page)
    assert totals(page) == ["-18", "-6", "-56", "80"]
    kind(page, "手记")                                  # points by hand leave the hand where it is
    page.get_by_label("甲").fill("-2")
    page.get_by_label("乙").fill("2")
    page.get_by_label("事由").fill("迟到")
    enter(page)
    page.get_by_role("heading", level=2, name="第 5 局，南风圈").wait_for()

    win(page, "丙", "丁")                               # 5: what is no win is refused, and why
    page.get_by_label("手牌").fill("123m345p678s1122z 2z")
    page.get_by_role("button", name="记下这一局").click()
    page.locator("#pad-faults .bad").wait_for()
    page.get_by_label("手牌").fill(HAND)
    enter(page)
    for _hand in range(3):                              # 6 to 8
        kind(page, "流局")
        enter(page)
    page.get_by_role("heading", level=2, name="第 9 局，西风圈").wait_for()
    kind(page, "流局")
    enter(page)
    page.get_by_role("button", name="撤回上一局").click()
    page.get_by_role("heading", level=2, name="第 9 局").wait_for()
    assert totals(page) == ["-28", "-12", "-24", "64"]
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(SHOTS / "pad-hands-1280.png"), full_page=True)

    with page.expect_download() as found:
        page.get_by_role("button", name="下载 CSV").click()
    lines = found.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert len(lines) == 10
    assert lines[-1].endswith("-28,-12,-24,64")
    page.get_by_role("button", name="复制链接").click()
    page.get_by_role("status").get_by_text("已复制").wait_for()
    address = page.evaluate("navigator.clipboard.readText()")

    page.reload()                                       # it was kept
    page.locator("tfoot td").first.wait_for()
    assert totals(page) == ["-28", "-12", "-24", "64"]
    page.evaluate("localStorage.removeItem('pad')")
    page.goto("about:blank")
    page.goto(address)                                  # and is in the link
    page.locator("tfoot td").first.wait_for()
    assert totals(page) == ["-28", "-12", "-24", "64"]
    page.set_viewport_size({"width": 320, "height": 800})
    page.screenshot(path=str(SHOTS / "pad-hands-320.png"), full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert too_small(page) == []
    assert serious(page) == []


def test_a_win_is_entered_by_clicking_tiles(page: Any) -> None:
    page.goto("/#/pad")
    page.get_by_role("heading", level=2, name="第 1 局").wait_for()
    page.get_by_text("点牌输入").click()
    keys = page.get_by_role("group", name="可加的牌")
    names = ["一万", "二万", "三万", "二饼", "三饼", "四饼", "五饼", "五饼", "三条", "四条", "五条", "中", "中",
             "五饼", "春"]
    for name in names:
        keys.get_by_role("button", name=name, exact=True).click()
    assert page.get_by_label("手牌").input_value() == f"{HAND} 1f"
    page.locator(".live strong").filter(has_text="11").wait_for()       # self-drawn, with a flower
    enter(page)


def test_a_blood_battle_is_entered_win_by_win(page: Any) -> None:
    page.goto("/#/pad")
    page.get_by_role("heading", level=2, name="第 1 局").wait_for()
    page.get_by_label("规则").select_option("sichuan")
    page.get_by_text("和牌后继续打").wait_for()
    names = page.locator(".names input").evaluate_all("(list) => list.map((one) => one.value)")
    for who in (0, 1):
        win(page, names[who], names[3])
        page.get_by_role("button", name="报分").click()
        page.get_by_label("总计").fill("1")
        if who:
            page.get_by_label("与上一家同一张牌").check()
        page.get_by_role("button", name="加入本局").click()
    assert page.get_by_role("list", name="本局已记").get_by_role("listitem").count() == 1
    kind(page, "流局")
    page.get_by_role("group", name="谁听牌").get_by_label(names[2]).check()
    page.get_by_role("group", name="谁听牌").get_by_label(names[3]).check()
    enter(page)
    assert totals(page) == ["2", "2", "0", "-4"]
    page.get_by_role("heading", level=2, name=f"{names[3]} 庄").wait_for()      # 一炮双响
