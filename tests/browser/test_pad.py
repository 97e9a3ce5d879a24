"""The score pad in a real browser: eight hands, undo, a reload, a link, a download."""

import re
from typing import Any

from tests.browser.conftest import picture, serious, too_small

HAND = "123m23455p345s77z 5p"
NAMES = ["甲", "乙", "丙", "丁"]


def enter(page: Any) -> None:
    """Enter the hand and wait until it is there."""
    rows = page.locator("tr.what").count()
    page.get_by_role("button", name="记下这一局").click()
    page.locator("tr.what").nth(rows).wait_for()


def tap(page: Any, *names: str) -> None:
    """Tap seats of the table one after the other."""
    for name in names:
        page.get_by_role("group", name="牌桌").locator("button").filter(has_text=name).click()


def win(page: Any, who: str, feeder: str = "") -> None:
    """Tap the winner, then who discarded, or the winner again."""
    kind(page, "和牌")
    tap(page, who, feeder or who)


def choose(page: Any, name: str, what: str) -> None:
    """Tap one of several things that have a name together."""
    page.get_by_role("group", name=name, exact=True).get_by_role("button", name=what, exact=True).click()


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
    page.locator(".live strong").get_by_text("8", exact=True).wait_for()
    assert page.locator(".live .net").inner_text().split() == ["甲", "+32", "乙", "−8", "丙", "−16", "丁", "−8"]
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
    kind(page, "手动记分")                                  # points by hand leave the hand where it is
    page.get_by_label("甲", exact=True).fill("-2")
    page.get_by_label("乙", exact=True).fill("2")
    page.get_by_label("事由").fill("迟到")
    enter(page)
    page.get_by_role("heading", level=2, name="第 5 局，南风圈").wait_for()

    win(page, "丙", "丁")                               # 5: what is no win is refused, and why
    page.get_by_role("button", name="报牌").click()
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
    picture(page, "pad-hands-1280.png")

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
    picture(page, "pad-hands-320.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert too_small(page) == []
    assert serious(page) == []


def test_a_win_is_entered_by_clicking_tiles(page: Any) -> None:
    page.goto("/#/pad")
    page.get_by_role("heading", level=2, name="第 1 局").wait_for()
    names = page.locator(".names input").evaluate_all("(list) => list.map((one) => one.value)")
    win(page, names[0])
    keys = page.get_by_role("group", name="可加的牌")
    tiles = ["一万", "二万", "三万", "二饼", "三饼", "四饼", "五饼", "五饼", "三条", "四条", "五条", "中", "中",
             "五饼", "春"]
    for name in tiles:
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
        listed = page.get_by_role("list", name="本局已记").get_by_role("listitem")
        listed.filter(has_text=names[who]).wait_for()           # one entry: both won by the same tile
    assert listed.count() == 1
    kind(page, "流局")
    tap(page, names[2], names[3])
    enter(page)
    assert totals(page) == ["2", "2", "0", "-4"]
    page.get_by_role("heading", level=2, name=f"{names[3]} 庄").wait_for()      # 一炮双响


def table(page: Any, rule: str) -> list[str]:
    """A new pad of a rulebook, and the names at it."""
    page.goto("/#/pad")
    page.get_by_role("heading", level=2, name="第 1 局").wait_for()
    page.get_by_label("规则").select_option(rule)
    chosen = page.locator("details summary").first
    chosen.filter(has_text=page.get_by_label("规则").locator("option:checked").inner_text()).wait_for()
    page.wait_for_load_state("networkidle")
    found: list[str] = page.locator(".names input").evaluate_all("(list) => list.map((one) => one.value)")
    return found


def field(page: Any, name: str) -> Any:
    """What is chosen or typed under a label that begins so; those of a choice hold its choices too."""
    return page.locator("form label").filter(has_text=re.compile(f"^{name}")).locator("select, input").first


def add(page: Any) -> None:
    """Put one thing into the hand, which goes on."""
    steps = page.get_by_role("list", name="本局已记").get_by_role("listitem")
    before = steps.count()
    page.get_by_role("button", name="加入本局").click()
    steps.nth(before).wait_for()


def test_openings_are_paid_with_the_hand(page: Any) -> None:
    """起手和 before the first discard, kongs and the win of one hand in one entry."""
    names = table(page, "changsha")
    kind(page, "起手和")
    choose(page, "起手和", "四喜")
    tap(page, names[1])
    add(page)
    assert "四喜" in page.get_by_role("list", name="本局已记").inner_text()
    kind(page, "和牌")
    win(page, names[2], names[0])
    page.get_by_role("button", name="报番种").click()
    page.get_by_role("searchbox").fill("qys")
    page.get_by_role("button", name="加 清一色").click()
    enter(page)
    found = [int(text) for text in totals(page)]
    assert sum(found) == 0
    assert found[1] > 0
    assert found[2] > 0
    page.locator("tr.what details summary").click()
    ledger = page.locator("tr.what li").all_inner_texts()
    assert any(f"→ {names[1]}" in row for row in ledger)
    assert "四喜" in page.locator("tr.what").inner_text()
    assert any(f"→ {names[2]}" in row for row in ledger)


def test_kongs_and_the_void_suit_of_a_blood_battle(page: Any) -> None:
    names = table(page, "sichuan")
    kind(page, "下注等")
    choose(page, names[0], "饼")
    add(page)
    assert "饼" in page.get_by_role("list", name="本局已记").inner_text()
    kind(page, "杠")
    choose(page, "杠", "直杠")
    tap(page, names[1], names[2])
    page.get_by_text("点牌选择").click()
    page.get_by_role("group", name="牌（可不填）: 可加的牌").get_by_role("button", name="五万").click()
    add(page)
    choose(page, "杠", "暗杠")
    tap(page, names[0])
    add(page)
    page.get_by_role("button", name="去掉：杠：" + names[0]).click()                 # entered by mistake
    kind(page, "流局")
    tap(page, *names)
    enter(page)
    assert totals(page) == ["0", "2", "-2", "0"]        # the one who gave the kong pays two


def test_riichi_sticks_draws_and_false_wins(page: Any) -> None:
    names = table(page, "riichi")
    kind(page, "报听")
    choose(page, "报听", "立直")
    tap(page, names[0])
    add(page)
    kind(page, "流局")
    tap(page, names[0])
    enter(page)
    assert totals(page) == ["27000", "24000", "24000", "24000"]       # 3000 for tenpai, 1000 on the table
    for text in ("公池 1000", "本场 1", "连庄", "桌上的立直棒 1"):
        page.locator(".middle").get_by_text(text, exact=True).wait_for()
    page.get_by_role("heading", level=2, name=f"{names[0]} 庄").wait_for()
    kind(page, "流局")
    choose(page, "如何结束", "中途流局")
    enter(page)
    assert totals(page) == ["27000", "24000", "24000", "24000"]
    kind(page, "诈和")
    tap(page, names[3])
    enter(page)
    assert totals(page) == ["31000", "26000", "26000", "16000"]       # a mangan, and the hand is played again
    win(page, names[1], names[0])
    page.get_by_role("button", name="报分").click()
    field(page, "翻").fill("3")
    field(page, "符").fill("40")
    enter(page)
    assert sum(map(int, totals(page))) == 100_000                     # the stick is his
    page.locator("tr.what").filter(has_text="诈和").wait_for()


def test_referees_enter_faults_and_the_price_of_a_false_win(page: Any) -> None:
    names = table(page, "taiwan")
    kind(page, "违规")
    page.get_by_role("group", name="违规").get_by_role("button").filter(has_text="碰").first.click()
    tap(page, names[3], names[1])
    enter(page)
    first = [int(text) for text in totals(page)]
    assert first[1] == -first[3] > 0
    assert first[0] == first[2] == 0
    kind(page, "诈和")
    tap(page, names[2])
    page.get_by_label("总计").fill("4")
    enter(page)
    second = [int(text) for text in totals(page)]
    assert sum(second) == 0
    assert second[2] < -3 * first[1]


def test_flowers_are_paid_where_the_rule_says_so(page: Any) -> None:
    """A rule of one's own in which every flower is paid at once."""
    text = ('extends = "guobiao"\nname = { zh = "花钱", en = "Flower money" }\n[[pay]]\nid = "flower_money"\n'
            'on = "flower"\nfor = "actor"\nfrom = "payers"\namount = 2\nlabel = { zh = "花钱", en = "flower" }\n')
    page.goto("/#/pad")
    page.evaluate("(rules) => localStorage.setItem('rules', JSON.stringify(rules))", [{"name": "花钱", "text": text}])
    page.reload()
    names = table(page, "mine:花钱")
    kind(page, "补花")
    tap(page, names[1])
    page.get_by_text("点牌选择").click()
    page.get_by_role("group", name="可加的牌").get_by_role("button", name="秋", exact=True).click()
    add(page)
    kind(page, "流局")
    enter(page)
    assert totals(page) == ["-2", "6", "-2", "-2"]
    page.get_by_role("button", name="撤回上一局").click()
    page.locator("tr.what").first.wait_for(state="detached")
    assert page.get_by_role("button", name="下载 CSV").count() == 0


def test_the_sheet_is_printed_and_drawn(page: Any) -> None:
    """On paper only names, hands and totals; the lines of the chart end where the totals stand."""
    names = table(page, "guobiao")
    for who in (0, 1, 0):
        win(page, names[who], names[3])
        page.get_by_role("button", name="报分").click()
        page.get_by_label("总计").fill("10")
        enter(page)
    lines = page.get_by_role("img", name="每局之后的分数").locator("polyline")
    assert lines.count() == 4
    points = [[float(part.split(",")[1]) for part in lines.nth(player).get_attribute("points").split()]
              for player in range(4)]
    assert all(len(one) == 4 for one in points)
    order = sorted(range(4), key=lambda player: points[player][-1])           # higher on the page is more
    assert order == sorted(range(4), key=lambda player: -int(totals(page)[player]))
    page.emulate_media(media="print")
    assert not page.get_by_role("button", name="记下这一局").is_visible()
    assert not page.locator("header").is_visible()
    assert not page.get_by_role("button", name="下载 CSV").is_visible()
    assert page.locator("tfoot").is_visible()
    picture(page, "pad-print.png")
    page.emulate_media(media="screen")
    with page.expect_download() as found:
        page.get_by_role("button", name="下载 CSV").click()
    lines_of_file = found.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert len(lines_of_file) == 4
    assert all(name in lines_of_file[0] for name in names)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="重新开始").click()
    page.locator("tr.what").first.wait_for(state="detached")
