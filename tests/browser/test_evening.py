"""A scorekeeper's evening in a real browser: entries mended, put off and completed, five players, money; and what some
rulebooks ask beside the tiles, told by tapping."""

from typing import Any

from tests.browser.conftest import picture, serious, too_small, wide
from tests.browser.test_pad import NAMES, choose, enter, kind, tap, totals, win

HAND = "123m23455p345s77z 5p"


def evening(page: Any, rule: str, *entries: dict[str, Any], **more: Any) -> None:
    """A pad as this browser has kept it, on which the next hand is told by tiles."""
    page.goto("/#/replay")
    kept = {"rule": {"id": rule}, "names": NAMES, "entries": list(entries), **more}
    page.evaluate("(kept) => { localStorage.setItem('pad', JSON.stringify(kept));"
                  "localStorage.setItem('pad.way', 'tiles'); }", kept)
    page.goto("/#/pad")
    page.locator(".seats").wait_for()
    page.wait_for_load_state("networkidle")


def live(page: Any) -> list[str]:
    """What would come of the hand as it is told: the total, and what each seat wins or loses."""
    page.locator(".live .net").wait_for()
    net = page.locator(".live .net span").all_inner_texts()
    return [page.locator(".live strong").inner_text(), *(text.replace(" ", "").replace("−", "-") for text in net)]


def comes_to(page: Any, *net: str) -> None:
    """Wait until the hand would come to so much."""
    page.locator(".live .net").filter(has_text=net[-1].replace("-", "−")[1:]).wait_for()
    assert live(page)[1:] == list(net)


def by_total(who: str, feeder: str, total: int = 8) -> dict[str, Any]:
    return {"wins": [{"seat": who, "from": feeder, "total": total}]}


def test_an_earlier_hand_is_mended_once_its_consequences_were_seen(page: Any) -> None:
    evening(page, "hongkong", by_total("甲", "丙", 3), by_total("甲", "丙", 3), by_total("乙", "丙", 3))
    before = totals(page)
    page.get_by_role("button", name="修改第 1 条").click()
    page.get_by_text("正在修改第 1 条").wait_for()
    assert page.locator(".seat.won").inner_text().split()[1] == "甲"        # as it was told
    tap(page, "丁", "甲", "乙", "丙")           # another giver, nobody, and another winner
    page.get_by_label("总计").fill("3")
    page.get_by_role("button", name="记下修改").click()
    changes = page.get_by_role("region", name="后面这些局会跟着变")
    changes.get_by_text("第 2 局").wait_for()
    assert totals(page) == before                                           # nothing is accepted yet
    assert serious(page) == []
    changes.get_by_role("button", name="不改了").click()
    page.get_by_role("button", name="删除第 2 条").click()
    page.locator("tr.what").nth(2).wait_for(state="detached")               # nothing else changes: done at once
    page.get_by_role("button", name="第 1 条前面插入").click()
    kind(page, "流局")
    page.get_by_role("button", name="记下修改").click()
    page.locator("tr.what").nth(2).wait_for()
    page.get_by_role("button", name="修改第 2 条").click()
    tap(page, "甲", "丁", "丙")
    page.get_by_role("button", name="记下修改").click()
    page.get_by_role("button", name="接受").click()
    page.get_by_role("button", name="接受").wait_for(state="detached")
    page.get_by_role("heading", level=2, name="第 4 局").wait_for()
    assert "流局" in page.locator("tr.what").first.inner_text()


def test_a_hand_is_put_off_and_completed_by_five_with_money(page: Any) -> None:
    page.goto("/#/pad")
    page.get_by_label("多一位").check()
    for place, name in enumerate([*NAMES, "戊"]):
        page.locator(".names input").nth(place).fill(name)
    page.get_by_label("折合金额").fill("0.5")
    page.get_by_label("折合金额").press("Tab")
    page.get_by_text("戊 轮空").wait_for()
    kind(page, "以后再补")
    tap(page, "乙")
    page.get_by_label("事由").fill("谁放的炮")
    enter(page)
    page.get_by_text("甲 轮空").wait_for()                                   # he gave up the deal
    page.get_by_role("heading", level=2, name="乙 庄").wait_for()
    picture(page, "pad-evening-1280.png")
    page.get_by_role("button", name="修改第 1 条").click()
    win(page, "丙", "丁")
    page.get_by_role("button", name="报牌").click()
    page.get_by_label("手牌").fill(HAND)
    comes_to(page, "甲-8", "乙-8", "丙+32", "丁-16")
    page.get_by_role("button", name="记下修改").click()
    page.locator("tr.later").wait_for(state="detached")
    assert totals(page) == ["-8", "-8", "32", "-16", "0"]
    page.get_by_text("丁 给 丙 8").wait_for()
    page.reload()
    page.get_by_text("丁 给 丙 8").wait_for()
    page.set_viewport_size({"width": 320, "height": 800})
    picture(page, "pad-evening-320.png")
    assert wide(page) <= 320
    assert too_small(page) == []
    assert serious(page) == []


def test_shanghai_over_a_drawn_hand(page: Any) -> None:
    evening(page, "shanghai")
    kind(page, "流局")
    enter(page)
    page.locator(".middle").get_by_text("荒番 1").wait_for()
    win(page, "甲", "乙")
    page.get_by_label("手牌").fill("1112345678999m 5m")
    comes_to(page, "甲+160", "乙-160")
    enter(page)
    assert totals(page) == ["160", "-160", "0", "0"]


def test_guizhou_with_chickens(page: Any) -> None:
    evening(page, "guizhou")
    win(page, "甲")
    page.get_by_label("手牌").fill("[111s]345m678p99s55m 9s")
    comes_to(page, "甲+21", "乙-7", "丙-7", "丁-7")
    page.locator(".live").get_by_text("没有说：翻鸡").wait_for()
    turned = page.get_by_role("group", name="翻鸡·捉下一张", exact=True)
    turned.get_by_text("点牌选择").click()
    turned.get_by_role("button", name="四万", exact=True).click()
    comes_to(page, "甲+30", "乙-10", "丙-10", "丁-10")
    page.get_by_text("桌上的其他情形").click()
    choose(page, "首打幺鸡", "甲")
    comes_to(page, "甲+36", "乙-12", "丙-12", "丁-12")
    enter(page)
    assert totals(page) == ["36", "-12", "-12", "-12"]


def test_nanchang_with_its_wild_tiles(page: Any) -> None:
    evening(page, "nanchang")
    win(page, "甲")
    page.get_by_label("手牌").fill("11123456m789p55s 5s")
    for label, tiles in (("癞子", ("一万", "二万")), ("上精", ("一万",))):
        lot = page.locator("form fieldset").filter(has=page.locator("legend", has_text=label)).first
        lot.get_by_text("点牌选择").click()
        for tile in tiles:
            lot.locator(".keys").get_by_role("button", name=tile).click()
    comes_to(page, "甲+246", "乙-82", "丙-82", "丁-82")
    enter(page)
    assert totals(page) == ["246", "-82", "-82", "-82"]


def test_taiyuan_with_declarations(page: Any) -> None:
    """Who has declared that he is ready pays less when he discards to a win."""
    for declared, net in (("乙", ("甲-2", "乙+5", "丙-2", "丁-1")), ("乙丙", ("甲-2", "乙+4", "丙-1", "丁-1"))):
        evening(page, "taiyuan")
        for name in declared:
            kind(page, "报听")
            tap(page, name)
            page.get_by_role("button", name="加入本局").click()
            page.get_by_role("list", name="本局已记").get_by_text(f"报听：{name}").wait_for()
        win(page, "乙", "丙")
        page.get_by_label("手牌").fill("123m456p789s55p34s 5s")
        comes_to(page, *net)
        page.goto("about:blank")


def test_nanjing_into_the_garden(page: Any) -> None:
    """Whose chips are gone plays on in the garden: nobody wins on his tile."""
    evening(page, "nanjing")
    kind(page, "手动记分")
    page.get_by_label("乙", exact=True).fill("-100")
    page.get_by_label("丙", exact=True).fill("100")
    enter(page)
    assert totals(page) == ["100", "0", "200", "100"]
    win(page, "甲", "乙")
    page.get_by_label("手牌").fill("11123456m789p55s 5s")
    page.locator(".live .bad").filter(has_text="不能胡").wait_for()
    page.get_by_role("button", name="记下这一局").click()
    page.locator("#pad-faults .bad").wait_for()
    tap(page, "丙")
    page.locator(".live .net").wait_for()
    enter(page)
    assert sum(map(int, totals(page))) == 400


def test_who_gave_a_set_is_tapped(page: Any) -> None:
    """Three sets from one player, and he pays for everybody."""
    evening(page, "hainan")
    win(page, "乙", "甲")
    page.get_by_label("手牌").fill("[123s][456s][789s]45m99p 3m")
    for group in ("1s2s3s", "4s5s6s", "7s8s9s"):
        page.get_by_role("group", name=group).get_by_role("button", name="上家").click()
    assert page.get_by_label("手牌").input_value() == "[123s,1] [456s,1] [789s,1] 45m99p 3m"
    comes_to(page, "甲-5", "乙+5")


def test_each_discard_tells_its_chances_and_what_it_goes_for(page: Any) -> None:
    page.goto("/#/calculator?rule=guobiao&hand=123m2234556p34s77z")
    row = page.locator("tbody").filter(has=page.locator("svg polyline")).first
    row.wait_for()
    text = row.inner_text()
    assert "%" in text
    assert "三色三步高" in text
    assert len(row.locator("polyline").get_attribute("points").split()) > 5
    assert serious(page) == []
