"""House rules by hand, as somebody makes them: rows, a hand rescored beside them, the text, and nothing is lost."""

from typing import Any

import pytest

from tests.browser.conftest import cut, kept_out, until, until_told, wide

#: locale -> the words of the page that the path goes by
WORDS = {
    "zh-CN": {"text": "文字", "form": "按项改", "more": "碰碰和：加", "back": "还原：碰碰和", "mended": "没有错误",
              "kept": "我家国标麻将", "new": "加一个番种", "rules": "规则文字", "unreadable": "文字现在读不出来",
              "remove": "删除", "restore": "放回来"},
    "zh-TW": {"text": "文字", "form": "按項改", "more": "碰碰和：加", "back": "還原：碰碰和", "mended": "沒有錯誤",
              "kept": "我家國標麻將", "new": "加一個番種", "rules": "規則文字", "unreadable": "文字現在讀不出來",
              "remove": "刪除", "restore": "放回來"},
    "en-US": {"text": "Text", "form": "Form", "more": "All Pungs: more", "back": "Take back: All Pungs",
              "mended": "No fault", "kept": "Our Chinese Official", "new": "Add a fan", "rules": "The rules",
              "unreadable": "cannot be read just now", "remove": "Remove", "restore": "Put it back"},
}


@pytest.mark.parametrize("locale", WORDS)
def test_house_rules_are_made_by_hand_and_nothing_is_lost(chromium: Any, server: str, locale: str) -> None:
    says = WORDS[locale]
    context = chromium.new_context(base_url=server, locale=locale, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto("/")
    page.evaluate("localStorage.setItem('rules.hand', '[222m]555p888s33z77z 7z')")
    page.goto("about:blank")
    page.goto("/#/mine?from=guobiao")
    page.get_by_role("button", name=says["more"]).click()
    page.get_by_role("button", name=says["more"]).click()
    page.locator(".changes li", has_text="8").wait_for()
    page.locator("tr.changed td strong", has_text="8").wait_for()       # the hand beside is scored again
    page.get_by_label(says["new"]).select_option("pair_of_eights")
    page.locator("[data-about='fan.house_pair_of_eights']").first.wait_for()
    page.get_by_role("status").filter(has_text=says["mended"]).first.wait_for()
    for width, height in ((1280, 800), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert wide(page) <= width
        assert [one for one in cut(page) if not one.startswith("LABEL.button")] == []       # which holds a hidden input
    assert kept_out(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})

    page.get_by_role("tab", name=says["form"]).press("ArrowRight")      # tabs go by keys, too
    area = page.get_by_label(says["rules"], exact=True)
    written = area.input_value()
    assert "fan.all_pungs.value = 8" in written
    broken = written + "# what we agreed\nfan.full_flush.value = \n"
    area.fill(broken)
    page.locator("#told .bad button").first.wait_for()
    assert kept_out(page) == []
    page.reload()
    page.get_by_text(says["unreadable"]).wait_for()                     # the form says so, and the text stays
    page.get_by_role("tab", name=says["text"]).click()
    assert area.input_value() == broken
    area.fill(written + "# what we agreed\n")
    page.get_by_role("status").filter(has_text=says["mended"]).first.wait_for()

    page.get_by_role("tab", name=says["form"]).click()
    page.get_by_role("button", name=says["back"]).click()
    page.locator(".changes li", has_text="→ 8").wait_for(state="detached")
    page.goto("/#/rules")
    page.goto("/#/mine")
    page.get_by_role("tab", name=says["text"]).click()
    until(page, "!document.querySelector('textarea')?.value.includes('all_pungs')")
    assert "# what we agreed" in area.input_value()
    page.get_by_role("button", name=f"{says['remove']} {says['kept']}").click()
    page.get_by_role("button", name=says["restore"]).click()
    page.locator("li strong", has_text=says["kept"]).wait_for()
    until_told(page, lambda: page.evaluate("JSON.parse(localStorage.rules).length") == 1, "it is there again")
    context.close()
