"""A language may be named as people write it, wherever one is named: zh-CN, zh_TW.UTF-8 and en-US are ours too."""

import pytest

from quepu.book import rulebook
from quepu.cli.main import main
from quepu.errors import QuepuError
from quepu.locale import TAGS, language, language_of, tag_meant

MEANT = {"zh": "zh", "zh-Hans": "zh-Hans", "zh-CN": "zh-Hans", "zh_CN.UTF-8": "zh-Hans", "zh-SG": "zh-Hans",
         "zh-Hans-HK": "zh-Hans", "ZH-cn": "zh-Hans", "zh-Hant": "zh-Hant", "zh-TW": "zh-Hant", "zh-HK": "zh-Hant",
         "zh_HK.UTF-8": "zh-Hant", "zh_TW@radical": "zh-Hant", "zh-Hant-CN": "zh-Hant", "en": "en", "en-US": "en",
         "en_GB.UTF-8@euro": "en"}
STRANGE = ("", "fr", "tlh", "zhong", "english", "cn", "C.UTF-8", "-", "zh CN", "x" * 5000)
HAND = "123m23455p345s77z 5p"


@pytest.mark.parametrize(("typed", "meant"), MEANT.items())
def test_what_is_typed_means_one_of_ours(typed: str, meant: str) -> None:
    assert tag_meant(typed) == meant
    assert language(typed) == language(meant)
    assert language_of({"LANG": typed}) == language(meant)


@pytest.mark.parametrize("typed", STRANGE)
def test_any_other_tag_is_none_of_ours(typed: str) -> None:
    assert tag_meant(typed) == ""
    with pytest.raises(QuepuError, match="zh, zh-Hans, zh-Hant or en"):
        language(typed)


@pytest.mark.parametrize("typed", ["zh-CN", "zh-TW", "en-US", "zh_HK.UTF-8"])
@pytest.mark.parametrize("command", [["score", HAND, "--from", "N"], ["rules", "how", "guobiao"], ["rules"]])
def test_the_command_line_reads_them(command: list[str], typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for lang in (typed, tag_meant(typed)):
        assert main([*command, "--lang", lang]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]


def test_an_error_of_the_command_line_is_told_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "55555p123m456m77z 7z", "--lang", "zh-TW"]) == 2
    assert capsys.readouterr().err == "5p 有 5 張，這種牌只有 4 張\n"


@pytest.mark.parametrize("command", [["score", HAND], ["rules", "how", "guobiao"]])
def test_the_refusal_names_the_choices(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--lang", "fr"]) == 2
    told = capsys.readouterr().err
    assert "'fr'" in told
    assert all(repr(tag) in told for tag in TAGS)


def test_a_fault_of_the_library_is_told_in_them() -> None:
    with pytest.raises(QuepuError) as caught:
        rulebook("guobiao").score("55555p123m456m77z 7z")
    fault = caught.value.faults[0]
    assert fault.told("zh-CN") == fault.told("zh-Hans") != fault.told("zh-HK") == fault.told("zh-Hant")
    with pytest.raises(KeyError):
        fault.told("fr")
