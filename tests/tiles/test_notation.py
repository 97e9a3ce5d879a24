import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quepu
from quepu import notation, tiles
from quepu.errors import HandError, NotationError
from quepu.hand import Hand, Meld, Win
from quepu.notation import (
    Tile,
    read_hand,
    read_kinds,
    read_meld_words,
    read_tile,
    read_tiles,
    read_win,
    write_hand,
    write_tiles,
    write_win,
)
from quepu.tiles import code, glyph, name


def test_examples_in_docstrings():
    for module in (notation, tiles):
        assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ("123m456p 77z", "123m456p77z"),
        ("1m,2m , 3m", "123m"),
        ("123M45P6S7Z8F", "123m45p6s7z8f"),
        ("一二三万 五筒 五饼三条九索", "123m55p39s"),
        ("一萬二條三餅東發蘭", "1m2s3p16z6f"),
        ("东风南西北白板发财红中", "1234567z"),
        ("白发中紅中", "5677z"),
        ("春夏秋冬梅兰竹菊", "12345678f"),
        ("123万45条", "123m45s"),
        ("赤五万红五筒", "0m0p"),
        ("１２３ｍ、４５６ｐ", "123m456p"),
        ("🀇🀏🀐🀘🀙🀡", "19m19s19p"),
        ("🀀🀁🀂🀃🀄️🀅🀆", "1234765z"),
        ("🀢🀣🀤🀥🀦🀧🀨🀩", "56781234f"),
        ("ESWNCFP", "1234765z"),
        ("288s349pSCFF1m", "288s349p2766z1m"),
        ("W1W9 B1,B9 T1 T9", "19m19p19s"),
        ("F1F2F3F4J1J2J3H1H8", "1234765z18f"),
        ("W1p", "3z1p"),
        ("W12p", "3z12p"),
        ("WWW1m", "333z1m"),
        ("W1F1", "1m1z"),
        ("", ""),
    ],
)
def test_every_dialect(text, ours):
    assert read_tiles(text) == read_tiles(ours)
    assert write_tiles(read_tiles(text)) == ours


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("[123m]", Meld((0, 1, 2))),
        ("[123m,3]", Meld((0, 1, 2), feeder=1)),
        ("[123m<3]", Meld((0, 1, 2), feeder=3)),
        ("[222p, 2]", Meld((10, 10, 10), feeder=2)),
        ("[249s,2]", Meld((19, 21, 26), feeder=2)),
        ("[2222p]", Meld((10,) * 4)),
        ("[2222p,3]", Meld((10,) * 4, feeder=3)),
        ("[2222p,7]", Meld((10,) * 4, "added", 3)),
        ("[2222p+]", Meld((10,) * 4, "added")),
        ("(2222p)", Meld((10,) * 4, "concealed")),
        ("[EEEE]", Meld((27,) * 4, "concealed")),
        ("[EEEE,1]", Meld((27,) * 4, feeder=1)),
        ("[EEE]", Meld((27,) * 3)),
        ("[340m,2]", Meld((2, 3, 4), feeder=1, marks=(4,))),
        ("【東東東】", Meld((27,) * 3)),
        ("[W1,W1,W1,2]", Meld((0, 0, 0), feeder=2)),
        ("（🀇🀇🀇🀇）", Meld((0,) * 4, "concealed")),
    ],
)
def test_melds(text, meld):
    assert read_hand(text).melds == (meld,)
    assert Meld(text) == meld


def test_an_unnumbered_kong_is_concealed_only_where_honours_are_letters():
    assert read_hand("[2222p]288s349pSCFF1m").melds[0].is_concealed
    assert not read_hand("[2222p]288s349p2766z1m").melds[0].is_concealed
    assert not read_hand("[2222p]F1J1").melds[0].is_concealed


def test_bonus_kinds_are_laid_aside():
    assert read_hand("1m 15f").flowers == (34, 38)
    assert read_hand("1m 15f", bonus=frozenset({34})) == Hand((0, 38), (), (34,))
    assert read_hand("77z1m", bonus=frozenset({33})) == Hand((0,), (), (33, 33))


def test_the_winning_tile_is_the_last_one_written():
    win = read_win("[222m]555p888s33z77z 7z 1f", seat="S", round="E", discarder="N", wild="12m")
    assert (win.tile, win.hand) == (33, Hand("[222m]555p888s3377z1f"))
    assert (win.seat, win.round, win.discarder, win.wild) == (1, 0, 3, (0, 1))
    assert write_win(win) == "[222m]555p888s3377z 7z 1f"
    red = read_win("46m55z0m")
    assert (red.tile, red.tile_mark, red.hand.marks) == (4, True, ())
    assert write_win(red) == "46m55z 0m"


def test_a_winning_tile_given_apart_and_none():
    assert read_win("123m7z", tile="7z") == read_win("123m7z7z") == read_win("123m7z", tile=33)
    assert read_win("46m55z", tile="0m").tile_mark
    dealt = read_win("123m77z", tile=None, self_draw=True)
    assert (dealt.tile, dealt.hand) == (None, Hand("123m77z"))
    assert read_win(write_win(dealt), tile=None, self_draw=True) == dealt
    flower = read_win("123m1f2f 1m", bonus=frozenset({34}))
    assert (flower.tile, flower.hand) == (0, Hand((0, 1, 2, 35), (), (34,)))


@pytest.mark.parametrize(
    ("text", "part"),
    [("[222m]555p888s33z77z", "13 tiles (a meld counts as 3): the winning tile"), ("123m", "3 tiles")],
)
def test_a_win_of_the_wrong_size_says_so(text, part):
    with pytest.raises(HandError) as error:
        read_win(text)
    assert part in str(error.value)


def test_a_win_names_faults_of_text_and_situation_together():
    with pytest.raises(NotationError) as error:
        read_win("123m7z?7z", seat="X", discarder="Q")
    assert len(error.value.faults) == 3
    with pytest.raises(HandError) as error:
        read_win("1111m1m", seat=1, discarder=1)
    assert len(error.value.faults) == 2


ERRORS = [
    ("x", ["at 1: 'x' is not a tile"]),
    ("123mx45p 8z", ["at 5: 'x'", "at 10: there is no 8z"]),
    ("0z9f", ["there is no 0z", "there is no 9f"]),
    ("123 456", ["123 has no suit", "456 has no suit"]),
    ("12w", ["'w' is not a suit.*Did you mean 12m?"]),
    ("12b", ["Did you mean 12p or 12s?"]),
    ("eee1m", ["Did you mean EEE?"]),
    ("一二三", ["一二三 has no suit"]),
    ("EF1", ["'F1' may be a code or a letter"]),
    ("WW1", ["'W1' may be a code or a letter"]),
    ("EE12P", ["'P' may be the suit or an honour"]),
    ("F5 J4 H9 W0", ["F1 to F4", "J1 to J3", "H1 to H8", "W1 to W9"]),
    ("🀪🀫", ["🀪 is not a kind", "🀫 is not a kind"]),
    ("[123m 45p", ["'[' is not closed"]),
    ("[123m(1111z)]", ["'[' is not closed", "']' has no opening bracket"]),
    ("[222p,4][222p,5](2222s,1)", ["4 is not a feeder", "5 is not a feeder", "neither a number nor '+'"]),
    ("[22xp]", ["22 has no suit", "'xp' is not a tile"]),
]


@pytest.mark.parametrize(("text", "faults"), ERRORS)
def test_every_unreadable_piece_is_reported(text, faults):
    with pytest.raises(NotationError) as error:
        read_hand(text)
    assert len(error.value.faults) == len(faults)
    for found, expected in zip(error.value.faults, faults, strict=True):
        for part in expected.split(".*"):
            assert part in found


def test_the_place_is_underlined_also_below_wide_characters():
    with pytest.raises(NotationError) as error:
        read_hand("一万 x3p")
    assert str(error.value).splitlines()[:3] == ["at 4: 'x' is not a tile", "    一万 x3p", "         ^"]


def test_single_tiles_and_kinds():
    assert read_tile("0s") == Tile(22, True)
    assert read_kinds("7z1m") == (33, 0)
    with pytest.raises(NotationError, match="2 tiles"):
        read_tile("12m")
    with pytest.raises(NotationError, match="a meld, where only tiles can stand"):
        read_tiles("1m[222p]")
    with pytest.raises(NotationError, match="is not one meld"):
        Meld("222p")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("chow 345m", "[345m]"),
        ("pung 222p", "[222p]"),
        ("kong 1111z (melded)", "[1111z]"),
        ("kong 1111z (added)", "[1111z+]"),
        ("kong 1111z (concealed)", "(1111z)"),
        ("kong 1111z", "[1111z]"),
        ("sum15 249s", "[249s]"),
        ("dragonkong 567z", "[567z]"),
        ("windkong 1234z (opening)", "[1234z]"),
        ("chow 340m", "[340m]"),
        ("[345m,1]", "[345m,1]"),
        ("[1111z,6]", "[1111z,6]"),
    ],
)
def test_melds_in_words(words, text):
    assert read_meld_words(words) == Meld(text)


@pytest.mark.parametrize("words", ["222p", "kong 111z", "chow 3456m", "pung", "pung 22x", "pung 222p (open"])
def test_unreadable_meld_words(words):
    with pytest.raises(NotationError):
        read_meld_words(words)


# Hands for the properties: melds and tiles drawn one by one, kept while the hand can exist.
KINDS = st.integers(0, 41)
SEATS = st.sampled_from([None, 1, 2, 3])


@st.composite
def melds(draw):
    shape = draw(st.sampled_from(["chow", "pung", "kong", "added", "concealed", "any"]))
    feeder = draw(SEATS)
    if shape == "chow":
        low = 9 * draw(st.integers(0, 2)) + draw(st.integers(0, 6))
        kinds = (low, low + 1, low + 2)
    elif shape == "any":
        kinds = tuple(draw(st.lists(st.integers(0, 33), min_size=3, max_size=3)))
    else:
        kinds = (draw(st.integers(0, 33)),) * (3 if shape == "pung" else 4)
    form = shape if shape in ("added", "concealed") else "open"
    marks = tuple(k for k in kinds if k in (4, 13, 22) and draw(st.booleans()))
    return Meld(kinds, form, None if form == "concealed" else feeder, marks)


@st.composite
def hands(draw, bonus=frozenset(range(34, 42))):
    hand = Hand()
    for meld in draw(st.lists(melds(), max_size=4)):
        try:
            hand = Hand(hand.concealed, (*hand.melds, meld))
        except HandError:
            continue
    for kind in draw(st.lists(KINDS, max_size=13 - hand.place_count)):
        concealed, flowers, marks = hand.concealed, hand.flowers, hand.marks
        if kind in bonus:
            flowers = (*flowers, kind)
        else:
            concealed = (*concealed, kind)
            marks = (*marks, kind) if kind in (4, 13, 22) and draw(st.booleans()) else marks
        try:
            hand = Hand(concealed, hand.melds, flowers, marks)
        except HandError:
            continue
    return hand


@given(hands())
def test_hands_read_back(hand):
    assert read_hand(write_hand(hand)) == hand
    assert eval(repr(hand)) == hand


@given(hands(bonus=frozenset({33, 34, 35})))
def test_hands_read_back_under_other_bonus_kinds(hand):
    assert read_hand(write_hand(hand), bonus=frozenset({33, 34, 35})) == hand
    assert eval(repr(hand)) == hand


@given(hands(), st.integers(0, 33), st.booleans())
def test_wins_read_back(hand, tile, red):
    if hand.place_count % 3 != 1 or hand.tiles.count(tile) == 4:
        return
    win = Win(hand, tile, tile_mark=red and tile in (4, 13, 22))
    assert read_win(write_win(win)) == win
    assert eval(repr(win)) == win


@given(melds())
def test_melds_read_back(meld):
    assert Meld(str(meld)) == meld
    assert eval(repr(meld)) == meld


BOTZONE = [f"{s}{n}" for s in "WBT" for n in range(1, 10)] + ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]
BOTZONE += [f"H{n}" for n in range(1, 9)]


@given(st.lists(KINDS, max_size=20), st.sampled_from(["", " ", ",", ", "]))
def test_every_way_to_write_tiles_reads_the_same(kinds, gap):
    expected = tuple(kinds)
    for write in (code, glyph, lambda k: name(k, "zh"), lambda k: name(k, "zh-Hant"), BOTZONE.__getitem__):
        assert read_kinds(gap.join(map(write, kinds))) == expected
    assert read_kinds(write_tiles(kinds)) == expected


@given(st.text(alphabet="0123456789mpszfESWNCFPWBTJH[]()+,< 一三万条东红中🀇🀄x", max_size=30))
def test_any_text_is_read_or_refused_with_faults(text):
    try:
        hand = read_hand(text)
    except (NotationError, HandError):
        pass
    else:
        assert read_hand(write_hand(hand)) == hand


def test_flowers_alone_are_a_win_without_a_winning_tile() -> None:
    win = read_win("1234567f", seat="N", discarder="W")
    assert (win.tile, win.hand.concealed, len(win.hand.flowers)) == (None, (), 7)
    with pytest.raises((HandError, NotationError)):
        read_win("1m 1234567f")


@pytest.mark.parametrize(("text", "situation", "same"), [
    ("11123456789999m|EE1000", {}, ("11123456789999m", {"self_draw": True})),
    ("[EEE,2][SSSS,1]WWWNN55pN|SW1000", {},
     ("[EEE,2][SSSS,1]WWWNN55pN", {"self_draw": True, "round": "S", "seat": "W"})),
    ("345s3p55p5567p[7777s]4p|EE0100|cbag", {"from_": "S"},
     ("345s3p55p5567p(7777s)4p 5673f", {"from_": "S", "flags": ["last_of_kind"]})),
    ("[1111s,1][2222m,2][3333p,7][4444p]88s|EE1001|2", {},
     ("[1111s,1][2222m,2][3333p,7](4444p)88s 56f", {"self_draw": True, "flags": ["kong_draw"]})),
    ("12789m123p123sEE3m|EE0011|0", {"flags": "last_of_kind"},
     ("12789m123p123sEE3m", {"flags": ["last_tile", "robbing", "last_of_kind"]})),
])
def test_the_tail_of_calculators_tells_the_situation(text, situation, same):
    book = quepu.rulebook("guobiao")
    assert book.score(text, **situation) == book.score(same[0], **same[1])


@pytest.mark.parametrize(("text", "situation", "what"), [
    ("11123456789999m|EE100", {}, "EE1000"), ("11123456789999m|EE1000|aa", {}, "a to h"),
    ("11123456789999m|EE1000|9", {}, "a to h"), ("11123456789999m|EE0000", {"self_draw": True}, "discard"),
    ("11123456789999m|EE1000", {"seat": "S"}, "seat"), ("11123456789999m|EE1000|1|2", {}, "a to h"),
])
def test_a_tail_that_says_nothing_or_something_else_is_refused(text, situation, what):
    with pytest.raises(NotationError, match=what):
        quepu.rulebook("guobiao").score(text, **situation)


def test_waits_and_comparison_read_the_tail_too():
    book = quepu.rulebook("guobiao")
    assert book.waits("[456s,1][456s,1][456s,3]45s55m |SE0000|fah").waits == book.waits(
        "[456s,1][456s,1][456s,3]45s55m 254f", round="S").waits
    rows = quepu.compare("12789m123p123sEE3m|EE0011", ["guobiao", "tianjin"])
    assert rows[0].kind == "win"
