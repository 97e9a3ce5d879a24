"""Sentences of a rulebook: numbers are put in, places that lead nowhere are refused, choices bring their own."""

import pytest

import quepu
from quepu.errors import RulebookError
from quepu.examples.how import how_it_goes
from quepu.rulebook.file import limits
from quepu.rulecheck.check import check_file

HEAD = 'extends = "guobiao"\nname = "x"\n'


def text_of(line: str, **settings: object) -> dict[str, str]:
    return dict(quepu.rulebook_of_text(HEAD + line, **settings).model.fan("all_pungs").text)


def test_a_sentence_tells_what_is_in_force() -> None:
    line = 'fan.all_pungs.text = { zh = "{fan.all_pungs.value}番", ' \
           'en = "{options.min_fan} {options.min_fan:fan|fans}" }'
    assert text_of(line) == {"zh": "6番", "en": "8 fans"}
    assert text_of("fan.all_pungs.value = 9\n" + line, min_fan=1) == {"zh": "9番", "en": "1 fan"}


def test_a_choice_is_called_by_its_name_in_each_language() -> None:
    option = 'option.mood = { type = "choice", default = "calm", choices = ["calm", "wild"], ' \
             'called.calm = { zh = "平和", en = "quiet" } }\n'
    line = option + 'fan.all_pungs.text = { zh = "{options.mood}", en = "{options.mood}", ja = "{options.mood}" }'
    assert text_of(line) == {"zh": "平和", "en": "quiet", "ja": "quiet"}
    assert text_of(line, mood="wild") == {"zh": "wild", "en": "wild", "ja": "wild"}


def test_a_key_that_is_an_option_is_that_number() -> None:
    assert text_of('score.minimum = "options.min_fan"\nfan.all_pungs.text = "{score.minimum}"', min_fan=5)["zh"] == "5"


def test_a_choice_brings_its_own_sentence() -> None:
    line = 'fan.all_pungs.text = "old"\noption.lucky = { type = "bool", default = false, ' \
           'choice.true.fan.all_pungs.text = "new" }'
    assert text_of(line)["en"] == "old"
    assert text_of(line, lucky=True)["en"] == "new"


def test_sentences_are_filled_wherever_they_stand() -> None:
    model = quepu.rulebook_of_text(HEAD + 'wild.text = "{options.min_fan}"\n[[pay]]\nid = "win"\n'
                                   'text = "{options.min_fan}"').model
    assert model.as_written()["wild"]["text"] == "8"
    assert [row["text"] for row in model.as_written()["pay"] if row["id"] == "win"] == ["8"]


@pytest.mark.parametrize(("text", "fault"), [
    ("{options.min_fun}", "no option 'min_fun'. Did you mean 'min_fan'"),
    ("{fan.all_pangs.value}", "no 'all_pangs' here. Did you mean 'all_pungs'"),
    ("{fan.all_pungs}", "not a number"), ("{fan.all_pungs.when}", "not a number"), ("{}", "no '' here"),
    ("{options.lucky}", "bring another text"), ("a { b", "a brace"), ("a } b", "a brace"), ("{a b}", "a brace"),
    ("{options.long}", "at most 80"),
])
def test_a_place_that_leads_nowhere_is_refused(text: str, fault: str) -> None:
    options = 'option.lucky = { type = "bool", default = false }\n' \
              f'option.long = {{ type = "choice", default = "a", choices = ["a"], called.a = "{"x" * 81}" }}\n'
    with pytest.raises(RulebookError, match=r"rules\.toml:5:") as error:
        text_of(options + f'fan.all_pungs.text = {{ zh = "fine", en = "{text}" }}')
    assert fault in str(error.value)


def test_a_sentence_does_not_grow_without_end() -> None:
    option = f'option.long = {{ type = "choice", default = "a", choices = ["a"], called.a = "{"x" * 80}" }}\n'
    with pytest.raises(RulebookError, match="once it is filled"):
        text_of(option + f'fan.all_pungs.text = "{"{options.long}" * (limits.LONGEST_TEXT // 60)}"')


HOW = '[how.aim]\ntext = { zh = "凑", en = "Collect." }\n' \
      '[how.luck]\nname = { zh = "运气", en = "Luck" }\ntext = "{options.min_fan}"\n' \
      '[how.example]\ntext = "So:"\nexample = { hand = "123m23455p345s77z 5p", from = "N" }\n'


def test_how_a_hand_goes_is_told_in_order_and_scored() -> None:
    aim, luck, example = how_it_goes(quepu.rulebook_of_text('extends = "base/thirteen"\nname = "x"\n' + HOW.replace(
        "{options.min_fan}", "{deal.hand}")))
    assert (aim.names["en"], luck.names["zh"], example.names["zh"]) == ("The aim", "运气", "一手例牌")
    assert (aim.text["zh"], luck.text["en"]) == ("凑", "13")
    assert aim.score is None
    assert example.score is not None
    assert example.score.legal


@pytest.mark.parametrize(("example", "fault"), [
    ('"123m23455p345s7z 5p"', "cannot be read"), ('"159m23455p345s77z 5p"', "is no win"),
    ("3", "has no hand"), ('{ hand = "123m23455p345s77z 5p", mood = "calm" }', "is not something"),
])
def test_an_example_that_is_no_win_is_told(example: str, fault: str) -> None:
    text = HEAD + f'[how.example]\ntext = "So:"\nexample = {example}\n'
    report = check_file("mine.toml", seconds=0.1, text=text)
    assert [error for error in report.errors if "mine.toml:5:" in error and fault in error] == report.errors != []


def test_a_part_of_its_own_has_a_title() -> None:
    with pytest.raises(RulebookError, match="without a title"):
        quepu.rulebook_of_text(HEAD + '[how.none]\ntext = "x"')
