"""Options whose value is a list of fans, changes that every choice brings, and shapes that count few fans."""

from pathlib import Path

import pytest

import quepu
from quepu.book import Rulebook
from quepu.cli.main import main
from quepu.errors import RulebookError
from quepu.rulebook.file.options import with_needed
from quepu.rulecheck.check import check_file

HOUSE = """
extends = "base/thirteen"
name = { zh = "选项", en = "Options" }
[option.house]
name = { zh = "自定番", en = "house fans" }
type = "fans"
default = []
choices = ["all_chows", "pairs_of_eights", "winds"]
each = { fan = { "{value}" = { enabled = true } } }
[option.house.choice.winds]
fan.winds.value = 5
[option.limits]
name = { zh = "满贯", en = "limits" }
type = "fans"
default = []
each = { fan = { "{value}" = { value = "most" } } }
[option.most]
name = { zh = "封顶", en = "most" }
type = "choice"
default = "8"
choices = ["8", "half_off", "20"]
each = { define.most.is = "{value}" }
choice.half_off.define.most.is = "4"
[define.most]
is = "1"
[fan.pungs]
name = { zh = "碰碰胡", en = "All Pungs" }
value = 3
when = "pung_count == 4"
[fan.all_chows]
name = { zh = "平胡", en = "All Chows" }
value = 1
when = "chow_count == 4"
enabled = false
[fan.pairs_of_eights]
name = { zh = "八将", en = "Pair of Eights" }
value = 2
when = "any(p.rank == 8 for p in pairs)"
enabled = false
[fan.winds]
name = { zh = "风", en = "Winds" }
value = 1
count = "count(p for p in pungs if p.tile.is_wind)"
enabled = false
[examples.alias]
"平和" = "all_chows"
"""
CHOWS = "123m456m789p234s8s 8s"
PUNGS = "[111z][222z]333p555s8s 8s"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE, encoding="utf-8")
    return file


def fans(book: Rulebook, hand: str) -> dict[str, int]:
    return {fan.id: fan.points for fan in book.score(hand).fans}


def test_fans_of_the_list_are_switched_on(path: Path) -> None:
    book = quepu.rulebook(str(path))
    assert fans(book, CHOWS) == {}
    assert fans(book.with_options(house=["all_chows"]), CHOWS) == {"all_chows": 1}
    assert fans(book.with_options(house=["all_chows", "pairs_of_eights"]), CHOWS) == {
        "all_chows": 1, "pairs_of_eights": 2}


def test_a_member_may_bring_changes_of_its_own(path: Path) -> None:
    assert fans(quepu.rulebook(str(path), house=["winds"]), PUNGS) == {"pungs": 3, "winds": 10}


@pytest.mark.parametrize("members", [["平胡", "八将"], ["平和", "Pair of Eights"], ("all_chows", "pairs_of_eights"),
                                     "all_chows,pairs_of_eights", " 平胡 , 八将 "])
def test_members_are_named_by_id_name_or_alias_as_list_or_text(path: Path, members: object) -> None:
    book = quepu.rulebook(str(path), house=members)
    assert book.model.options[0].value == ("all_chows", "pairs_of_eights")


def test_a_link_names_members_and_reads_back(path: Path) -> None:
    book = quepu.rulebook(f"{path}?house=八将,平胡")
    assert fans(book, CHOWS) == {"all_chows": 1, "pairs_of_eights": 2}
    again = quepu.rulebook(str(path), house=book.model.options[0].value)
    assert again.model.options[0].value == book.model.options[0].value
    assert repr(quepu.rulebook(str(path), house=["all_chows", "winds"])).endswith('?house=all_chows,winds")')


def test_a_list_without_choices_takes_any_fan(path: Path) -> None:
    assert fans(quepu.rulebook(str(path), limits=["碰碰胡"]), PUNGS) == {"pungs": 8}
    assert fans(quepu.rulebook(str(path), limits=["碰碰胡"], most=20), PUNGS) == {"pungs": 20}


def test_a_number_that_stands_alone_stays_a_number(tmp_path: Path) -> None:
    file = tmp_path / "rounds.toml"
    file.write_text('extends = "base/thirteen"\nmatch.hands.rounds = 4\n[option.rounds]\ntype = "int"\ndefault = 4\n'
                    'choices = [1, 8]\neach = { match.hands.rounds = "{value}", rulebook.text = "{value} rounds" }\n',
                    encoding="utf-8")
    data = quepu.rulebook(str(file)).with_options(rounds=2).model.as_written()
    assert data["match"]["hands"]["rounds"] == 2
    assert data["rulebook"]["text"] == "2 rounds"


def test_a_choice_of_its_own_comes_after_each(path: Path) -> None:
    assert fans(quepu.rulebook(str(path), limits=["pungs"], most="half_off"), PUNGS) == {"pungs": 4}
    assert fans(quepu.rulebook(str(path), limits=["pungs"], most="half off"), PUNGS) == {"pungs": 4}


@pytest.mark.parametrize(("members", "told"), [
    (["平湖"], "'平湖' is not one of: all_chows, pairs_of_eights, winds"),
    (["pungs"], "'pungs' is not one of"),
    ("wind", "Did you mean 'winds'?"),
    (3, "a list of fans is needed"),
    ([3], "a list of fans is needed"),
])
def test_a_bad_member_is_told(path: Path, members: object, told: str) -> None:
    with pytest.raises(RulebookError, match="option house") as error:
        quepu.rulebook(str(path), house=members)
    assert told in str(error.value)


def test_faults_of_a_list_are_told_with_their_place(path: Path) -> None:
    path.write_text(HOUSE.replace('"winds"]', '"wimds"]'), encoding="utf-8")
    told = "\n".join(check_file(path, 0).errors)
    assert "there is no fan 'wimds'" in told
    assert "Did you mean 'winds'?" in told
    path.write_text(HOUSE.replace("[fan.winds]", "[fan.winds]\ngroup = 3"), encoding="utf-8")
    assert "house.toml:" in check_file(path, 0).errors[0]


def test_every_member_is_checked(path: Path) -> None:
    path.write_text(HOUSE.replace("fan.winds.value = 5", "fan.winds.value = 'lo'"), encoding="utf-8")
    told = "\n".join(check_file(path, 0).errors)
    assert "with house = winds: 'lo' is not a word of the language" in told


def test_no_expression_reads_a_list(path: Path) -> None:
    path.write_text(HOUSE.replace('when = "pung_count == 4"', 'when = "options.house == 1"'), encoding="utf-8")
    with pytest.raises(RulebookError, match="'house' is a list of fans, which expressions cannot read"):
        quepu.rulebook(str(path))


def test_the_page_and_the_command_line_know_the_list(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "show", str(path), "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "house fans\n      All Chows, Pair of Eights, Winds (default none)" in shown
    assert "any fans (default none)" in shown
    assert main(["score", CHOWS, "--rule", str(path), "--option", "house=平胡,八将", "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "All Chows" in shown
    assert "house=平胡,八将" in shown


def test_a_shape_may_count_few_fans(path: Path) -> None:
    short = HOUSE + """
[shape.thirteen]
tiles = 14
melds = 0
when = "kind_count == 13"
[shape.standard]
fans = ["all_chows"]
"""
    path.write_text(short, encoding="utf-8")
    book = quepu.rulebook(str(path), house=["all_chows", "pairs_of_eights"])
    assert fans(book, CHOWS) == {"all_chows": 1}
    assert fans(book, PUNGS) == {}
    path.write_text(short.replace('fans = ["all_chows"]', 'fans = ["all_chow"]'), encoding="utf-8")
    with pytest.raises(RulebookError, match="'all_chow' is not known here"):
        quepu.rulebook(str(path))


def test_a_name_for_no_choice_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE.replace('choices = ["8", "half_off", "20"]',
                                  'choices = ["8", "half_off", "20"]\ncalled.half_of = { zh = "半", en = "half" }'),
                    encoding="utf-8")
    with pytest.raises(RulebookError, match="'half_of' is not one of the choices"):
        quepu.rulebook(str(path))


NUMBERS = """extends = "guobiao"
[option.birds]
type = "choice"
default = 2
choices = [0, 2, 6]
[fan.birds]
value = "options.birds"
when = "True"
"""


def test_choices_that_are_numbers_are_read_as_numbers() -> None:
    book = quepu.rulebook_of_text(NUMBERS)
    totals = [book.with_options(birds=value).score("123m23455p345s77z 5p", seat="S", from_="E").total
              for value in (0, "2", 6)]
    assert [total - totals[0] for total in totals] == [0, 2, 6]
    with pytest.raises(RulebookError, match="'4' is not one of: 0, 2, 6"):
        book.with_options(birds=4)


def test_numbers_written_as_texts_are_refused_with_the_new_form() -> None:
    with pytest.raises(RulebookError, match=r"choices = \[0, 2, 6\]"):
        quepu.rulebook_of_text(NUMBERS.replace("[0, 2, 6]", '["0", "2", "6"]').replace("default = 2", 'default = "2"'))


def test_a_fault_in_a_define_is_told_there_and_once() -> None:
    """Also one that shows only where the define is used; syntax too."""
    text = '''extends = "guobiao"
[define.a]
is = "  suit_cont + 1"
[define.b]
is = "total > 3"
[define.c]
is = "1 +"
[fan.all_pungs]
when = "a > 2 and b and c > 1"
[fan.full_flush]
when = "a > 3 and b"
'''
    with pytest.raises(RulebookError) as caught:
        quepu.rulebook_of_text(text)
    heads = [fault.splitlines()[0].partition(":")[2] for fault in caught.value.faults]
    assert len(heads) == 3
    assert heads[0].startswith("3:9: define a: 'suit_cont'")
    assert heads[1].startswith("7:10: define c: cannot be read")
    assert heads[2].startswith("5:7: define b: 'total' is not known yet")
    assert "uses it" in heads[2]


SWITCH = 'extends = "guobiao"\noption.lucky = { name = "lucky", type = "bool", default = DEFAULT, fans = ["luck"] }\n' \
    '[fan.luck]\nname = "luck"\nvalue = 2\nwhen = "any(p.rank == 8 for p in pairs)"\nexample = "123m23455p345s88s 5p"\n'
LUCKY = "123m23455p345s88s 5p"


@pytest.mark.parametrize("default", ["true", "false"])
def test_an_option_that_switches_fans_on_is_one_line(default: str) -> None:
    book = quepu.rulebook_of_text(SWITCH.replace("DEFAULT", default))
    assert book.score(LUCKY).total == book.with_options(lucky=default == "true").score(LUCKY).total
    assert book.with_options(lucky=True).score(LUCKY).total == book.with_options(lucky=False).score(LUCKY).total + 2


def test_a_fan_of_two_switches_needs_both() -> None:
    book = quepu.rulebook_of_text(SWITCH.replace("DEFAULT", "true").replace("\n", "\noption.other = { name = "
                                  '"other", type = "bool", default = true, fans = ["luck"] }\n', 1))
    with_luck = book.score(LUCKY).total
    assert {book.with_options(lucky=a, other=b).score(LUCKY).total - with_luck
            for a, b in ((True, False), (False, True), (False, False))} == {-2}


@pytest.mark.parametrize(("old", "new", "said"), [
    ('["luck"]', '["lukc"]', "'lukc' is not known here"), ('["luck"]', '"luck"', "a list of texts"),
    ('"bool", default = false', '"int", default = 0', "only an option of type bool has `fans`"),
    ('"bool", default = false', '"bool", default = false, choices = [0, 1]', "a bool has no `choices`"),
])
def test_what_a_switch_cannot_say_is_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(RulebookError, match=said):
        quepu.rulebook_of_text(SWITCH.replace("DEFAULT", "false").replace(old, new))


def test_an_option_of_another_type_begins_anew(tmp_path: Path) -> None:
    (tmp_path / "below.toml").write_text(
        'extends = "guobiao"\nname = "x"\n[option.luck]\ntype = "choice"\ndefault = "big"\nchoices = ["big", "small"]\n'
        'called.big = "great"\nchoice.big.fan.all_pungs.value = 9\n', encoding="utf-8")
    above = tmp_path / "above.toml"
    above.write_text('extends = "below.toml"\n[option.luck]\ntype = "bool"\ndefault = false\n'
                     'choice.true.fan.all_pungs.value = 7\n', encoding="utf-8")
    for told, value in ((False, 6), (True, 7)):
        assert quepu.rulebook(str(above), luck=told).model.as_written()["fan"]["all_pungs"]["value"] == value
    above.write_text('extends = "below.toml"\n[option.luck]\ndefault = "small"\n', encoding="utf-8")
    assert quepu.rulebook(str(above), luck="big").model.as_written()["fan"]["all_pungs"]["value"] == 9


NEEDS = """
id = "needs"
extends = "base/thirteen"
[option.game]
type = "choice"
default = "short"
choices = ["short", "long", "endless"]
[option.hands]
type = "int"
default = 4
choices = [1, 8]
needs = { game = ["long", "endless"] }
each = { match.hands.hands = "{value}", match.hands.rounds = 0 }
[option.last]
type = "bool"
default = false
needs = { game = "long", hands = 8 }
"""


def test_a_value_that_would_change_nothing_is_refused_by_name() -> None:
    book = quepu.rulebook_of_text(NEEDS)
    with pytest.raises(RulebookError, match="option hands: only with game = long, endless"):
        book.with_options(hands=8)
    for game in ("long", "endless"):
        assert book.with_options(game=game, hands=8).model.as_written()["match"]["hands"]["hands"] == 8
    assert book.with_options(hands=4, last=False).settings == {"hands": 4, "last": False}      # their defaults


def test_everything_an_option_needs_is_needed() -> None:
    book = quepu.rulebook_of_text(NEEDS)
    for settings, other in (({}, "game"), ({"game": "endless", "hands": 8}, "game"), ({"game": "long"}, "hands")):
        with pytest.raises(RulebookError, match=f"option last: only with {other} = "):
            book.with_options(last=True, **settings)
    assert book.with_options(last=True, game="long", hands=8).model.options[2].value is True


def test_settings_can_be_had_with_what_they_need() -> None:
    tables = quepu.rulebook_of_text(NEEDS).model.as_written()
    assert with_needed(tables, {"last": True}) == {"last": True, "game": "long", "hands": "8"}
    assert with_needed(tables, {"hands": 2, "game": "endless"}) == {"hands": 2, "game": "endless"}
    assert with_needed(tables, {"game": "long", "unknown": 1}) == {"game": "long", "unknown": 1}


@pytest.mark.parametrize(("needs", "told"), [
    ("{ gane = 'long' }", "there is no option 'gane'"), ("{ last = true }", "there is no option 'last'"),
    ("{ game = 'long', hands = 9 }", "'9' is not a number from 1 to 8"), ("{ game = 'lon' }", "'lon' is not one of"),
    ("{ game = [] }", "an option needs values"), ("'long'", "needs")])
def test_what_is_needed_are_values_of_other_options(needs: str, told: str) -> None:
    with pytest.raises(RulebookError, match=told):
        quepu.rulebook_of_text(NEEDS.replace("{ game = \"long\", hands = 8 }", needs))
