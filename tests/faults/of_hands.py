"""Calls that provoke the faults of tiles, hands, wins and what is told about them."""

import numpy as np

import quepu
from quepu.calculators import with_tail
from quepu.dialects import meld_meaning
from quepu.hand import Hand, Meld, Win
from quepu.locale import language
from quepu.notation import read_hand, read_meld_words, read_tile, read_tiles, read_win, win_with
from quepu.rulebook.language.typed import article
from quepu.rulebook.model.model import Model
from quepu.scoring.distances import near
from quepu.scoring.table_state import by_seat, number, seat_number
from quepu.scoring.win_frame import check
from quepu.tiles import mask
from tests.faults.provoking import Table, book

_READY = "123m23455p345s77z"
_WIN = _READY + " 5p"


def _state(**state: object) -> object:
    return book().score(_WIN, state=state)


def _house(text: str) -> Model:
    return quepu.rulebook_of_text(f'extends = "base/thirteen"\n{text}').model

_CHENGDU = "[111m,1]234m345p22p66m 6m"

PROVOKED: Table = {
    # -- analyses --
    "analyse.size": lambda: book().analyse("123m"),
    "analyse.seen": lambda: book().analyse(_READY, seen="7777z"),
    "analyse.wall": lambda: book().analyse(_READY, wall=2),
    "analyse.unknown": lambda: book().analyse(_READY, from_="S"),
    # -- texts --
    "notation.at": lambda: read_tiles("8z"),
    "notation.no_tile": lambda: read_tiles("8z"),
    "notation.range": lambda: read_tiles("9f"),
    "notation.codes": lambda: read_tiles("F9"),
    "notation.close": lambda: read_tiles("[222m"),
    "notation.not_closed": lambda: read_tiles("(222m"),
    "notation.write_suit": lambda: read_tiles("EE12P"),
    "notation.suit_or_honour": lambda: read_tiles("EE12P"),
    "notation.write_code": lambda: read_tiles("EF1"),
    "notation.code_or_letter": lambda: read_tiles("EF1"),
    "notation.no_such_suit": lambda: read_tiles("12w"),
    "notation.suits_meant": lambda: read_tiles("12b"),
    "notation.no_suit": lambda: read_tiles("12"),
    "notation.suits": lambda: read_tiles("12"),
    "notation.chinese_suits": lambda: read_tiles("一二"),
    "notation.not_opened": lambda: read_tiles("22m]"),
    "notation.open": lambda: read_tiles("22m)"),
    "notation.not_kind": lambda: read_tiles("🀫"),
    "notation.write_wild": lambda: read_tiles("🀪"),
    "notation.not_tile": lambda: read_tiles("xyz"),
    "notation.ways": lambda: read_tiles("?"),
    "notation.meant": lambda: read_tiles("ee"),
    "notation.meld_here": lambda: read_tiles("[222m]"),
    "notation.no_brackets": lambda: read_tiles("[222m]"),
    "notation.concealed_number": lambda: read_hand("(2222m,1)"),
    "notation.feeder": lambda: read_hand("[222m,9]"),
    "notation.one_meld": lambda: meld_meaning("222m"),
    "notation.one_tile": lambda: read_tile("12m"),
    "notation.winning_missing": lambda: read_win("123m456m789m11p11s"),
    "notation.hand_size": lambda: read_win("123m456m789m11p1s"),
    "notation.meld_words": lambda: read_meld_words("222m"),
    "notation.meld_words_size": lambda: read_meld_words("kong 222m"),
    # -- hands --
    "hand.meld_size": lambda: Meld((1, 1)),
    "hand.nothing": lambda: Meld(()),
    "hand.not_kong": lambda: Meld((1, 1, 2, 2)),
    "hand.of_meld": lambda: Meld((34, 34, 34)),
    "hand.form": lambda: Meld((1, 1, 1), "upright"),
    "hand.added_three": lambda: Meld((1, 1, 1), "added"),
    "hand.concealed_set": lambda: Meld((1, 1, 1), "concealed"),
    "hand.concealed_fed": lambda: Meld((1, 1, 1, 1), "concealed", 1),
    "hand.feeder": lambda: Meld((1, 1, 1), feeder=7),
    "hand.too_long": lambda: Hand("123456789m123456789p12s"),
    "hand.itself": lambda: Hand((4,), marks=(4, 4)),
    "hand.too_many_red": lambda: Hand((4,), marks=(4, 4)),
    "hand.not_red": lambda: Hand((3,), marks=(3,)),
    "hand.with_winning": lambda: Win(Hand("1111m"), 0),
    "hand.red_winning": lambda: Win(Hand("123m"), 0, tile_mark=True),
    "hand.not_seat": lambda: Win(Hand("123m"), 0, seat=7),
    "hand.own_discard": lambda: Win(Hand("123m"), 0, seat=1, discarder=1),
    "hand.drawn_discarder": lambda: Win(Hand("123m"), 0, True, 0, discarder=1),
    "hand.flower_twice": lambda: Hand(flowers=(34, 34)),
    "hand.too_many": lambda: Hand("11111m"),
    "hand.not_kind": lambda: Hand((99,)),
    "tiles.not_seat": lambda: seat_number("X"),
    "tiles.not_tile": lambda: mask("8z"),
    "tiles.not_number": lambda: mask("x"),
    "tiles.no_suit": lambda: mask("12"),
    "calculator.situation": lambda: with_tail("1m|XX", {}),
    "calculator.flowers": lambda: with_tail("1m|EE1000|aa", {}),
    "calculator.differs": lambda: with_tail("1m|EE1000", {"seat": "S"}),
    "calculator.self_draw": lambda: with_tail("1m|EE0000", {"self_draw": True}),
    "locale.language": lambda: language("tlh"),
    # -- wins of a rulebook --
    "win.too_many": lambda: book().score("123m23455p345s777z12s 3s"),
    "win.too_few": lambda: book().score("123m55p"),
    "win.no_tile": lambda: quepu.rulebook("sichuan").score("123m23455p345s77z 5p"),
    "win.no_flower": lambda: check(quepu.rulebook("riichi").model, Hand("123m 1f")),
    "win.no_set": lambda: book().score("[135m]23455p345s77z 5p"),
    "win.no_kong": lambda: check(_house("[sets.pung]\nkong = false\n"), Hand("[2222m]")),
    "win.not_laid": lambda: quepu.rulebook("sichuan").waits("[234s]"),
    "laid.no_claim": lambda: quepu.rulebook("sichuan").waits("[234s]"),
    "laid.left": lambda: book().waits("[234s<3]"),
    "laid.wild_claim": lambda: quepu.rulebook("wenzhou").waits("[333s]", wild="3s"),
    "laid.wild_meld": lambda: quepu.rulebook("wenzhou").waits("[234s]", wild="3s"),
    "laid.wild_kong": lambda: quepu.rulebook("wenzhou").waits("(3333s)", wild="3s"),
    "laid.no_open": lambda: quepu.rulebook("hefei").waits("[2222p]"),
    "laid.no_added": lambda: quepu.rulebook("hefei").waits("[2222p+]"),
    "laid.no_concealed": lambda: check(_house("[kong.concealed]\nenabled = false\n"), Hand("(2222p)")),
    "laid.never": lambda: quepu.rulebook("luoshu").waits("(5555m)"),
    "win.no_wild": lambda: book().waits(_READY, wild="1m"),
    "win.wild_kinds": lambda: quepu.rulebook("wenzhou").waits("123m", wild="1s2s"),
    "win.turned_up": lambda: quepu.rulebook("wenzhou").waits("3333s", wild="3s"),
    "win.no_winning": lambda: quepu.rulebook("sichuan").score("123m23455p345s77m 7z"),
    "win.no_flag": lambda: book().score(_WIN, flags="last_time"),
    "advice.meant": lambda: book().score(_WIN, flags="last_time"),
    "advice.flags": lambda: book().score(_WIN, flags="qqqqqqqqqq"),
    "win.no_argument": lambda: book().score(_WIN, saet="E"),
    "advice.known": lambda: book().score(_WIN, qqqqqqqqq="E"),
    "situation.value": lambda: read_win(_WIN, seat="X"),
    "word.seat": lambda: win_with(Hand(_READY), "5p", seat="X"),
    "word.round": lambda: book().waits(_READY, round="X"),
    "word.discarder": lambda: read_win(_WIN, discarder="X"),
    "waits.unknown": lambda: book().waits(_READY, qqqq=True),
    "state.unknown": lambda: _state(qqqqqq=1),
    "advice.memory": lambda: quepu.rulebook("riichi").score(_WIN, state={"qqqqqqq": 1}),
    "advice.no_memory": lambda: _state(qqqqqqq=1),
    "state.by_seat": lambda: by_seat(7),
    "state.too_large": lambda: number(2**70, "int"),
    "state.kind": lambda: number("x", "tile"),
    "word.need.tile": lambda: number("x", "tile"),
    "word.need.seat": lambda: number("x", "seat"),
    "word.need.suit": lambda: number("x", "suit"),
    "word.need.bool": lambda: number("x", "bool"),
    "word.need.number": lambda: number("x", "int"),
    **{f"type.{kind}": lambda kind=kind: article(kind) for kind in (
        "int", "bool", "tile", "tiles", "suit", "set", "pair", "meld", "seat", "shape", "row", "text")},
    "type.choice": lambda: article("choice:minimum"),
    "state.river": lambda: _state(discards={"E": "1m"}, river={"E": "2m"}),
    "state.opening": lambda: _state(opening_fans={"S": "four_alike"}),
    "state.paid": lambda: _state(paid_discards={"S": "followed"}),
    "state.melds": lambda: _state(melds={"S": "123m4m"}),
    "state.own_melds": lambda: _state(melds={"E": "[222p,1]"}),
    "state.absent": lambda: quepu.rulebook("riichi", sanma=True).win("22p345p345678s33z 3z", seat="N", self_draw=True),
    "state.below": lambda: quepu.rulebook("riichi").win(_WIN, state={"honba": -2}),
    "state.bounds": lambda: _state(winner_count=5),
    "state.choice": lambda: quepu.rulebook("riichi").win(_WIN, state={"one_shot": {"E": 7}}),
    "state.ready": lambda: quepu.rulebook("riichi").win(_WIN, state={"declares": {"E": 7}}),
    "state.left": lambda: quepu.rulebook("chengdu").win(_CHENGDU, seat="S", discarder="E", state={"is_out": ["E"]}),
    "state.place": lambda: quepu.rulebook("sichuan").win(_CHENGDU, discarder="S", state={
        "winner_place": 3, "winner_count": 2}),
    "state.aside": lambda: quepu.rulebook("nanjing").win("12367m445566p99s 8m 556z4f", state={"aside": {"S": "1m"}}),
    "win.wild_turned": lambda: quepu.rulebook("wuhan").win(
        "111p333p555s666s2z 2z", self_draw=True, wild="5m", state={"turned.indicator": "1m"}),
    "state.copies_of_all": lambda: quepu.rulebook("chengdu").win(_CHENGDU, state={"melds": {"S": "[1111m,1]"}}),
    "state.turned": lambda: quepu.rulebook("riichi").score(_WIN, state={"turned.dora": "123456789m123456789p1234567s"}),
    "state.turned_most": lambda: quepu.rulebook("guizhou").win("123m456p789s67s55p 8s", self_draw=True, state={
        "turned.fan_ji": "5m6m"}),
    "distance.hand": lambda: near(book()).distances(np.full((1, 42), 5, dtype=np.int64), compiled=False),
    "distance.shape": lambda: near(book()).distances(np.zeros((1, 7), dtype=np.int64)),
    "distance.melds": lambda: near(book()).distances(np.zeros((1, 42), dtype=np.int64), np.zeros((3,), dtype=np.int64)),
}
