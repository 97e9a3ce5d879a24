"""What is told about a hand: the facts that follow from its melds, the same for a score and on the pad."""

from argparse import Namespace

import pytest

import quepu
from quepu.cli.situation import situation_of
from quepu.errors import HandError, QuepuError
from quepu.game.pad.score_pad import Pad
from quepu.scoring.plain_values import whole

NAMES = ("Ann", "Bo", "Cy", "Di")
KONG = "(1111p)333p555s666s1z 1z"


def net_of(rule: str, hand: str, **situation: object) -> tuple[int, ...]:
    """What each seat gains by a win of S."""
    return tuple(quepu.rulebook(rule).score(hand, seat="S", **situation).payments.values())


def net_on_pad(rule: str, hand: str, **entry: object) -> tuple[int, ...]:
    """The same, entered as the first hand of a match."""
    kongs = entry.pop("kongs", [])
    return Pad(rule, NAMES).enter({"kongs": kongs, "wins": [{"seat": "S", "hand": hand, **entry}]}).net


@pytest.mark.parametrize(("rule", "hand", "won"), [
    ("qingyuan", KONG, 24), ("guangdong_folk", KONG, 33), ("shenzhen", KONG, 24), ("guangzhou", KONG, 30),
    ("hainan", KONG, 24), ("guangdong_tuidaohu", "(1111p)333p555s666s8s 8s", 18),
    ("hebei", "(1111p)[123s]456s6678m 6m", 14), ("neimeng", "(1111p)[123s]456s6678m 6m", 10),
])
def test_a_kong_among_the_melds_is_paid(rule, hand, won):
    paid = net_of(rule, hand, self_draw=True)
    assert paid[1] == won
    assert net_on_pad(rule, hand) == paid
    assert net_on_pad(rule, hand, kongs=[{"seat": "S", "kong": "concealed", "tile": "1p"}]) == paid


def test_kongs_that_are_told_are_the_whole_list():
    told = {"concealed_kongs": {"S": 0}}
    assert net_of("qingyuan", KONG, self_draw=True, state=told)[1] == 18


def test_who_fed_the_melds_is_liable():
    hand = "[123s,1][456s,1][789s,1]45m99p 3m"
    assert net_of("hainan", hand, from_="E") == (-5, 5, 0, 0)
    assert net_on_pad("hainan", hand, **{"from": "E"}) == (-5, 5, 0, 0)


@pytest.mark.parametrize(("rule", "hand", "paid"), [
    ("hongkong", "[111z,1][222z,1][333m,1][444m,1]5s 5s", (-72, 72, 0, 0)),
    ("guangdong_jipinghu", "[111p,1][222p,1][333p,1][444s,1]5s 5s", (-24, 24, 0, 0)),
    ("riichi", "[555z,1][666z,1][777z,2]22m45s 3s", (0, 32000, 0, -32000)),
])
def test_who_fed_the_last_set_pays_for_a_self_draw(rule, hand, paid):
    assert net_of(rule, hand, self_draw=True) == paid


def test_the_tile_after_a_direct_kong_does_not_win_where_the_rulebook_says_so():
    book, hand = quepu.rulebook("taiwan"), "[1111p,1]234s456m77s23478s 6s"
    assert book.score(hand, seat="S", self_draw=True).legal
    assert not book.score(hand, seat="S", self_draw=True, flags=["kong_draw"]).legal


def test_what_is_paid_at_once_is_told_beside_what_the_win_moves():
    score = quepu.rulebook("sichuan").score("(1111p)234s456p5677s 7s", seat="S", self_draw=True)
    paid = {row.payer: row.amount for row in score.at_once}
    assert paid == {0: 2, 2: 2, 3: 2}
    assert score.hand_payments["S"] == score.payments["S"] + 6
    assert "The whole hand" in score.explain("en")


PUNGS = {"seat": "S", "from": "W", "hand": "[111m]333m555m99m77m 7m"}
READY = {"seat": "S", "from": "W", "hand": "123m456p789s55p34s 5s"}
DRAWN = {"seat": "S", "hand": "123m456p789s88p34s 5s"}


def test_the_pad_obeys_what_it_remembers_itself():
    """荒番: a win after a drawn hand counts double; 比下胡, the same."""
    plain, after = Pad("shanghai", NAMES), Pad("shanghai", NAMES)
    after.enter({"draw": True})
    assert plain.enter({"wins": [PUNGS]}).net == (0, 80, -80, 0)
    assert after.enter({"wins": [{**PUNGS, "seat": "Bo", "from": "Cy"}]}).net == (0, 160, -160, 0)


def test_declarations_are_obeyed_on_the_pad_and_by_a_score():
    def entered(rule, win, **ready):
        declares = [{"seat": seat, "ready": name} for seat, name in ready.items()]
        return Pad(rule, NAMES).enter({"declares": declares, "wins": [win]}).net
    assert entered("taiyuan", READY, S="standing") == (-2, 5, -2, -1)
    assert entered("taiyuan", READY, S="standing", W="standing") == (-2, 4, -1, -1)
    assert entered("jinan", DRAWN) == (-2, 6, -2, -2)
    assert entered("jinan", DRAWN, S="ming_mo") == (-8, 16, -4, -4)
    with pytest.raises(QuepuError, match="only a self-draw"):
        entered("jinan", {**DRAWN, "from": "E"}, S="ming_mo")
    book = quepu.rulebook("taiyuan")
    both = book.score(READY["hand"], seat="S", from_="W", state={"declares": {"S": 1, "W": 1}})
    assert both.payments == {"E": -2, "S": 4, "W": -1, "N": -1}


def test_the_tile_of_who_has_no_chips_left_is_not_won_on():
    pad = Pad("nanjing", NAMES)
    pad.enter({"manual": [{"payments": {"Cy": -100, "Di": 100}}]})
    with pytest.raises(QuepuError, match="cannot be won on"):
        pad.enter({"wins": [{"seat": "Bo", "from": "Cy", "hand": "111m333m555m999m7m 7m"}]})
    assert pad.hand.dealer == 0


def test_chickens_and_wild_tiles_of_the_winner_are_counted_with_the_turned_tile():
    """Three 1s, three 5m after the turned 4m, an 8p: seven chickens from each, beside 3 for the win."""
    hand = "[111s]345m678p99s55m 9s"
    book = quepu.rulebook("guizhou")
    plain = book.score(hand, self_draw=True, state={"turned.fan_ji": "4m"}, seat="E")
    assert plain.payments == {"E": 30, "S": -10, "W": -10, "N": -10}
    pad = Pad(book, NAMES)
    entered = pad.enter({"wins": [{"seat": "E", "hand": hand, "state": {"turned.fan_ji": "4m"}}]})
    assert entered.net == (30, -10, -10, -10)
    upper = {"wild": "12m", "state": {"turned.upper": "1m"}}
    hand = "[222m]333s66z88s456p 8s"
    assert net_of("nanchang", hand, self_draw=True, **upper) == net_on_pad("nanchang", hand, **upper)
    assert net_of("nanchang", hand, self_draw=True, **upper)[1] == 49
    before = Pad("nanchang", NAMES).enter({          # turned up before anybody has won
        "memory": upper["state"], "wins": [{"seat": "S", "hand": hand, "wild": "12m"}]})
    assert before.net[1] == 49


def test_a_list_of_numbers_tells_one_for_each_seat():
    book = quepu.rulebook("qingyuan")
    listed = book.score("111p333p555s666s1z 1z", seat="S", self_draw=True, state={"added_kongs": [0, 0, 2, 0]})
    named = book.score("111p333p555s666s1z 1z", seat="S", self_draw=True, state={"added_kongs": {"W": 2}})
    assert listed.payments == named.payments
    with pytest.raises(HandError):
        book.score("111p333p555s666s1z 1z", seat="S", self_draw=True, state={"added_kongs": [0, 2]})


def test_a_kong_of_different_tiles_that_was_entered_is_paid_once():
    """喜杠 with a 幺鸡 in it, and one that grew tile by tile."""
    def rows(hand, kongs):
        declares = [{"seat": "S", "ready": "ting", "tile": "5s"}]
        entry = {"kongs": [{"seat": "S", **kong} for kong in kongs], "declares": declares,
                 "wins": [{"seat": "S", "from": "E", "hand": hand}]}
        return sorted((row.tag, row.amount) for row in Pad("changchun", NAMES).enter(entry).rows if "kong" in row.tag)
    dragons = "(1s57z)[789s,1][345p,1]22m79p 8p"
    assert rows(dragons, [{"kong": "dragon", "tile": "5z", "count": 3}]) == rows(dragons, [])
    assert len(rows(dragons, [])) == 3
    winds = [{"kong": "wind", "tile": "1z", "count": 3}, {"kong": "wind", "tile": "4z", "count": 1}]
    assert len(rows("(1234z)[789s,1][345p,1]22m79p 8p", winds)) == 6


def test_a_stake_is_in_the_whole_hand_of_who_laid_it():
    score = quepu.rulebook("riichi").score("1133557799m22p4s 4s", seat="E", from_="W",
                                           state={"declares": {"E": 2, "S": 2}})
    assert {fan.id for fan in score.fans} >= {"riichi", "seven_pairs"}
    won = -score.payments["W"]
    assert score.payments == {"E": won + 2000, "S": 0, "W": -won, "N": 0}
    assert score.hand_payments == {"E": won + 1000, "S": -1000, "W": -won, "N": 0}


def test_a_declaration_of_others_is_remembered():
    """The stick of W lies there and goes to the winner."""
    book, hand = quepu.rulebook("binshi"), "[999p,1]33456m456p56s 4s 248f"
    plain = book.score(hand, seat="S", self_draw=True)
    told = book.score(hand, seat="S", self_draw=True, state={"declares": {"W": 1}})
    assert told.payments["W"] == plain.payments["W"] - 10
    assert told.payments["S"] == plain.payments["S"] + 10


@pytest.mark.parametrize(("rule", "flag", "memory"), [("riichi", "ippatsu", "one_shot"),
                                                      ("binshi", "ippatsu", "first_round")])
def test_one_shot_holds_on_the_pad_only_if_somebody_says_so(rule, flag, memory):
    declares = [{"seat": "S", "ready": "riichi", "tile": "9s"}]

    def total(**told):
        win = {"seat": "S", "from": "E", "hand": "234m23455p345s77s 5p", **told}
        return Pad(rule, NAMES).enter({"declares": declares, "wins": [win]}).wins[0].total
    assert total() < total(flags=[flag]) == total(state={memory: {"S": 1}})


def test_a_declaration_does_not_stand_whose_own_discard_is_won_on():
    def entered(tile):
        win = {"seat": "S", "from": "W", "hand": "1133557799m22p4s 4s"}
        declare = {"declare": {"seat": "W", "ready": "riichi", "tile": tile}}
        return Pad("riichi", NAMES).enter({"steps": [declare, {"memory": {"deals_done": 0}}, {"wins": [win]}]}).net
    stands, won_on = entered("9s"), entered("4s")
    assert stands[1] == won_on[1] + 1000
    assert stands[2] == won_on[2] - 1000


def test_what_nobody_told_is_named_and_counted_without():
    """Horses, and who gave a kong: on a score, in its text, and on the pad; not where it is told or decides nothing."""
    book, hand = quepu.rulebook("shenzhen"), "[1111p]333p555s666s1z 1z"

    def missing(hand, **state):
        return [names["en"] for names in book.score(hand, seat="S", self_draw=True, state=state).assumed]
    giver = "who gave the tile of [1111p]"
    assert missing(hand) == ["horses", giver]
    assert missing(hand, **{"turned.horse": "1m"}) == [giver]
    assert missing("[1111p,1]333p555s666s1z 1z") == ["horses"]
    assert "Not told: horses, who gave the tile of [1111p]; counted without" in book.score(
        hand, seat="S", self_draw=True).explain("en")
    assert "horses" in quepu.scoring.explain.explain_html(book.score(hand, self_draw=True), "en")
    assert not quepu.rulebook("guobiao").score("123m23455p345s77z 5p").assumed
    win = {"seat": "S", "hand": hand, "state": {"turned.horse": "1m"}}
    assert giver in Pad(book, NAMES).enter({"wins": [win]}).notes[0]["en"]
    given = {"seat": "S", "kong": "melded", "from": "N", "tile": "1p"}
    assert not Pad(book, NAMES).enter({"kongs": [given], "wins": [win]}).notes


def test_a_fan_for_having_no_flowers_is_told_where_nobody_spoke_of_flowers() -> None:
    book = quepu.rulebook("hongkong", min_fan=0)
    plain = book.score("123m456p789s11z23m 4m", from_="E", seat="S")
    assert "no_flowers" in {fan.id for fan in plain.fans}
    assert [names["en"] for names in plain.assumed] == ["flowers (as if none: No Flowers counts)"]
    assert not book.score("123m456p789s11z23m 4m 1f", from_="E", seat="S").assumed


def test_what_is_taken_as_usual_is_counted_in_one_line_and_listed_as_values() -> None:
    book = quepu.rulebook("guobiao")
    plain = book.score("123m23455p345s77z 5p", from_="E", seat="S")
    assert {fact.name for fact in plain.as_usual} >= {"last_tile"}
    assert f"{len(plain.as_usual)} more facts" in plain.explain("en")
    told = book.score("123m23455p345s77z 5p", self_draw=True, flags=["last_tile"])
    assert "last_tile" not in {fact.name for fact in told.as_usual}
    assert len(whole(plain)["as_usual"]) == len(plain.as_usual)


def test_in_json_and_in_a_notebook_the_whole_hand_stands_before_its_parts() -> None:
    score = quepu.rulebook("sichuan").score("(1111p)333p555666s9s 9s", self_draw=True, seat="S")
    assert score.at_once
    assert score.hand_payments != score.payments
    values = whole(score)
    assert list(values).index("hand_payments") < list(values).index("payments")
    assert values["fan_ids"] == {fan.id: fan.count for fan in score.fans}
    page = score._repr_html_()
    assert page.index("整局合计") < page.index("收支")
    assert all(f"{amount:+d}" in page for amount in (*score.hand_payments.values(), *score.payments.values()))


@pytest.mark.parametrize(("rule", "hand", "fixed"), [
    ("guobiao", "147m258s369p444z5p 5p", "147m369p258s"), ("guobiao", "[444z]147m258s369p5p 5p", "147m369p258s"),
    ("guobiao", "123m23455p345s77z 5p", ""), ("guobiao", "11223344556677s", ""),
])
def test_in_json_a_reading_holds_every_tile(rule, hand, fixed):
    score = quepu.rulebook(rule).score(hand, from_="E", seat="S")
    reading = whole(score)["reading"]
    assert reading["fixed"] == fixed
    parts = [part for part in (reading["fixed"], *reading["sets"], *reading["pairs"]) if part]
    read = sorted(tile for part in parts for tile in quepu.Hand(part).tiles)
    told = [*score.win.hand.tiles, *([] if score.win.tile is None else [score.win.tile])]
    assert read == sorted(told)


def test_melds_and_flowers_of_the_others_are_told_with_a_win():
    """Their kongs are paid and remembered as the winner's are, and so are their flowers."""
    book, hand = quepu.rulebook("qingyuan"), "111p333p555s666s1z 1z"
    kongs = book.score(hand, seat="S", self_draw=True, state={"melds": {"W": "[2222p,1](3333s)"}})
    memory = book.score(hand, seat="S", self_draw=True, state={"fed_kongs": {"W": {"S": 1}},
                                                               "concealed_kongs": {"W": 1}})
    assert kongs.payments == memory.payments != book.score(hand, seat="S", self_draw=True).payments
    nanjing = quepu.rulebook("nanjing").score("12367m445566p99s 8m 556z4f", seat="E", from_="W", state={
        "aside": {"S": "5678f"}, "melds": {"N": "(3333s)"}})
    assert nanjing.hand_payments["S"] == 3 * 10 - 5
    assert "who gave the tile of [2222p]" in [names["en"] for names in book.score(
        hand, seat="S", state={"melds": {"W": "[2222p]"}}).assumed]


def test_kongs_of_one_tile_are_told_aside():
    """亮杠牌: of the winner and of others; 红中杠 doubles what each pays."""
    anqing, hand = quepu.rulebook("anqing"), "123m456p789s55p34s 5s"
    plain = anqing.score(hand, seat="S", self_draw=True, wild="7m")
    own, others = (anqing.score(hand, seat="S", self_draw=True, wild="7m", state={"aside": {seat: "6z"}})
                   for seat in "SW")
    assert (own.total, others.total) == (plain.total + 1, plain.total)
    wuhan, hand = quepu.rulebook("wuhan"), "[345m]678s456p22p78m 9m"
    plain, told = (wuhan.score(hand, seat="S", self_draw=True, wild="1z", state=state).payments
                   for state in ({}, {"aside": {"W": "7z"}}))
    assert told["W"] == 2 * plain["W"]
    assert told["N"] == plain["N"]


def test_payments_on_a_discard_are_told_by_their_names():
    book, hand = quepu.rulebook("nanjing"), "12367m445566p99s 8m 556z4f"
    told = book.score(hand, seat="E", from_="W", state={"paid_discards": {"S": ["four_winds"]}})
    assert tuple(told.hand_payments.values()) == (23, 15, -33, -5)
    entry = {"discards": [{"seat": "S", "pay": "four_winds"}], "wins": [{"seat": "E", "from": "W", "hand": hand}]}
    assert Pad(book, NAMES).enter(entry).net == (23, 15, -33, -5)
    dealer = Pad(book, NAMES).enter({"discards": [{"seat": "N", "pay": "same_wind"}], "draw": True})
    assert dealer.net == (-15, 5, 5, 5)
    without = book.with_options(fafen=False)
    assert Pad(without, NAMES).enter(entry).net == (28, 0, -28, 0)
    with pytest.raises(QuepuError, match="four_winds"):
        Pad(book, NAMES).enter({"discards": [{"seat": "S", "pay": "five_winds"}]})


def test_points_are_told_as_they_were_when_the_hand_began():
    """What is paid at once moves them: W has 3 left of 8 once the kong is paid."""
    book, hand = quepu.rulebook("nanjing"), "12367m445566p99s 8m 556z4f"
    told = book.score(hand, seat="E", from_="W", state={
        "purse_before": {"E": 100, "S": 100, "W": 8, "N": 100}, "melds": {"N": "(3333s)"}})
    assert told.payments["W"] == -3
    assert told.hand_payments["W"] == -8


def test_turned_tiles_and_melds_of_others_are_told_of_a_draw():
    entered = Pad("nanchang", NAMES).enter({"wild": "56p", "draw": {"state": {
        "hand_of": {"E": "1m5s", "S": "1p"}, "turned.upper": "5p", "turned.lower": "5s"}}})
    assert any(entered.net)


@pytest.mark.parametrize("told", [{"melds": {"S": "[222p,1]"}}, {"aside": {"S": "1f"}}, {"melds": {"W": "12p"}},
                                  {"melds": {"W": 7}}, {"melds": 7}, {"melds": {"W": "[135p]"}}])
def test_melds_of_others_that_are_none_are_refused(told):
    with pytest.raises(HandError):
        quepu.rulebook("nanjing").score("12367m445566p99s 8m 556z4f", seat="S", state=told)


def test_who_has_laid_nothing_down_is_known_once_the_melds_of_all_are_told() -> None:
    """闭门: in harbin a payer who never opened pays one fan more."""
    book, hand = quepu.rulebook("harbin"), "[888m,3]444789p2366s 1s"
    told = {"seat": "E", "from_": "S"}
    plain = book.score(hand, **told, state={"declares": {"E": 1}, "turned.treasure": "2s"})
    closed = book.score(hand, **told, state={"declares": {"E": 1}, "turned.treasure": "2s", "melds": {}})
    opened = book.score(hand, **told, state={"declares": {"E": 1}, "turned.treasure": "2s", "melds": {"N": "[123s,1]"}})
    assert [names["en"] for names in plain.assumed] == ["the melds of each seat"]
    assert not closed.assumed
    assert [-score.payments["S"] for score in (plain, opened, closed)] == [8, 14, 16]
    entry = {"steps": [{"declare": {"seat": "E", "ready": "ting"}}, {"wins": [
        {"seat": "E", "from": "S", "hand": hand, "state": {"turned.treasure": "2s", "melds": {"N": "[123s,1]"}}}]}]}
    assert Pad(book, NAMES).enter(entry).net == (14, -14, 0, 0)


def test_a_declaration_whose_own_discard_is_won_on_does_not_stand() -> None:
    book, hand = quepu.rulebook("changchun"), "222p789s55m123m34s 5s"
    told = {"seat": "S", "from_": "E"}
    ready = book.score(hand, **told, state={"declares": {"E": 1, "S": 1}})
    failed = book.score(hand, **told, state={"declares": {"E": 1, "S": 1}, "declaring": "E"})
    assert ready.payments["W"] < 0 == failed.payments["W"]
    riichi = quepu.rulebook("riichi")
    sticks = [riichi.score("123m456p789s11z23m 4m", seat="S", from_="E", flags=["riichi"], state={
        "declares": {"E": 1, "S": 1}, **more}).hand_payments["E"] for more in ({}, {"declaring": "E"})]
    assert sticks[1] - sticks[0] == 1000
    with pytest.raises(HandError):
        quepu.rulebook("guobiao").score("123m23455p345s77z 5p", state={"declaring": "E"})


def test_what_was_shown_at_the_deal_is_told_with_a_win_as_it_is_entered_on_the_pad() -> None:
    """起手和: the whole hand holds what was paid for it, as on the pad."""
    book, hand = quepu.rulebook("changsha"), "[456s,1]123m234p678m8s 8s"
    fan = next(fan.id for fan in book.model.fans if fan.on == "opening")
    told = book.score(hand, seat="S", from_="N", state={"opening_fans": {"W": [fan]}})
    plain = book.score(hand, seat="S", from_="N")
    entry = {"openings": [{"seat": "W", "fan": fan}], "wins": [{"seat": "S", "from": "N", "hand": hand}]}
    assert told.payments == plain.payments == plain.hand_payments
    assert tuple(told.hand_payments.values()) == Pad(book, NAMES).enter(entry).net
    assert told.hand_payments["W"] > 0
    with pytest.raises(HandError, match=fan):
        book.score(hand, seat="S", from_="N", state={"opening_fans": {"W": ["nothing"]}})


@pytest.mark.parametrize(("rule", "hand", "told", "name"), [
    ("guizhou", "[111s]345m678p99s55m 9s", {"flags": ["last_tile"]}, "last tile of the wall"),
    ("sichuan", "123m23455p345s77m 7m", {"flags": ["last_of_kind"]}, "fourth of its kind"),
])
def test_what_decides_nothing_is_named(rule, hand, told, name):
    score = quepu.rulebook(rule).score(hand, self_draw=True, **told)
    assert score.no_effect == tuple(told["flags"])
    assert any(name in line and "decides nothing" in line for line in score.explain("en").splitlines())
    assert not quepu.rulebook(rule).score(hand, self_draw=True).no_effect


def test_a_declaration_that_the_dealer_cannot_make_is_named():
    score = quepu.rulebook("nanjing").score("12367m445566p99s 8m 556z4f", seat="E", from_="W", flags=["dihu"])
    assert score.ruled_out == ("dihu",)
    assert "rules it out" in " ".join(score.explain("en").split())


@pytest.mark.parametrize(("rule", "old", "new", "value"), [
    ("riichi", "dealer_streak", "streak", 7), ("hangzhou", "dealer_streak", "streak", 2),
    ("harbin", "discarder_ting", "discarder_ready", True), ("guizhou", "dealer_streak", "streak", 2)])
def test_one_thing_has_one_name_and_the_old_one_still_says_it(rule, old, new, value):
    """In `score`, on the command line and on the pad, whose entries of earlier versions still open."""
    book = quepu.rulebook(rule)
    assert book.win("123m456p789s11p23m 4m", state={old: value}).state == {new: value}
    assert Pad(book, NAMES).enter({"memory": {old: value}}).entry == {"memory": {old: value}}
    memory = Pad(book, NAMES, [{"memory": {old: value}}]).hand.memory
    assert memory == Pad(book, NAMES, [{"memory": {new: value}}]).hand.memory
    told = [situation_of(Namespace(state=[f"{name}=2"], seat=None, round=None, wild=None, flag=[], option=[]), book)
            for name in (old, new)]
    assert told[0] == told[1]


def test_what_another_was_paid_on_the_same_tile_is_named_where_the_sums_follow_from_it() -> None:
    """beijing: two who are bound to each other win on one tile; the second gives back what the first was paid."""
    book, hand = quepu.rulebook("beijing"), "[234s,1][234p,1][567p,1]55s22z 5s"
    told = {"winner_count": 2, "is_winning": ["E", "S"]}
    second = book.score(hand, seat="S", from_="N", state={**told, "winner_place": 2})
    assert [names["en"] for names in second.assumed] == ["what the winner before was paid"]
    assert not book.score(hand, seat="S", from_="N", state={**told, "winner_place": 1}).assumed
    both = Pad(book, NAMES).enter({"wins": [
        {"seat": "E", "from": "N", "hand": "33678999m678p46s 5s"}, {"seat": "S", "from": "N", "hand": hand}]})
    assert both.net == (4000, -4000, 0, 0)


def test_a_memory_called_like_a_word_is_a_memory():
    """wuhan counts openings: what others show at the deal is told under that name elsewhere."""
    book, hand = quepu.rulebook("wuhan"), "[345m]678s456p22p78m 9m"
    plain, told = (book.score(hand, seat="S", self_draw=True, wild="1z", state=state).payments
                   for state in ({}, {"openings": {"W": 1}}))
    assert told["W"] == 2 * plain["W"]


def test_the_second_winner_on_a_tile_finds_no_sticks():
    book, hand = quepu.rulebook("riichi"), "1133557799m22p4s 4s"
    alone, second = (book.score(hand, seat="E", from_="S", state={"declares": {"W": 1}, "winner_place": place})
                     for place in (1, 2))
    assert alone.payments["E"] == second.payments["E"] + 1000
    assert alone.payments["S"] == second.payments["S"]


def test_who_is_told_ready_waits_for_no_tile_that_he_has_shown() -> None:
    """Bo has konged the very kind that stood for whatever he waits for, so that he was none who is ready."""
    told = {"melds": {"S": "[234p,1][1111m,7][888m,3]"}, "hand_of": {"S": "6p8p1s1s"}}
    assert Pad("riichi", NAMES).enter({"draw": {"ready": ["Ann", "Bo"], "state": told}}).net == (
        1500, 1500, -1500, -1500)


@pytest.mark.parametrize(("hand", "dead"), [("4p6p7p8p9p8s8s", True), ("678p6788s", False)])
def test_who_waits_only_for_what_he_has_konged_himself_is_not_ready(hand, dead) -> None:
    """His tiles lie open: 5p alone completes the first, and all four lie in his own kong."""
    melds = "[5555p,7][111p,1]"
    lying = {"hand_of": {"S": hand}, "melds": {"S": melds}}
    entered = Pad("sichuan", NAMES).enter({"draw": {"ready": ["Bo"], "state": {**lying, "value": {"S": 1}}}})
    without = Pad("sichuan", NAMES).enter({"draw": {"state": lying}})
    assert (entered.net == without.net) is dead


WON_ON = "[444s,1]1167p567789s 8p"


@pytest.mark.parametrize("told", [
    {}, {"river": {"S": "8m1m"}}, {"river": {"S": "8m1m8p"}}, {"thrown": "8p"},
    {"thrown": "8p", "river": {"S": "8p"}},
], ids=str)
def test_a_win_on_a_discard_tells_that_it_was_discarded(told):
    """guizhou: the 8p won on is a chicken of the winner and none of the discarder, however his river is told."""
    fed = {"flags": ["kong_discard"], "state": told}
    book = quepu.rulebook("guizhou")
    assert tuple(book.score(WON_ON, seat="E", from_="S", **fed).payments.values()) == (7, -5, -1, -1)
    entry = {"seat": "E", "from": "S", "hand": WON_ON, **fed}
    assert Pad("guizhou", NAMES).enter({"wins": [entry]}).net == (7, -5, -1, -1)
    ready = {"ready": ["S"], **told}
    assert tuple(book.score(WON_ON.replace("444s", "4444s"), seat="E", from_="S", state=ready).payments.values()) == \
        (9, -4, -1, -4)


def test_a_robbed_tile_was_not_discarded_and_what_is_told_stays_so():
    book = quepu.rulebook("guizhou")
    robbed = book.score(WON_ON, seat="E", from_="S", flags=["robbing"])
    assert not robbed.frame.river_count[1]
    told = book.score(WON_ON, seat="E", from_="S", flags=["kong_discard"], state={"thrown": -1})
    assert tuple(told.payments.values()) == (4, -4, 0, 0)
