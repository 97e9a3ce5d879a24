"""What would change a hand's payments if it were told is named; what changes nothing is not asked for."""

import json

import pytest

import quepu
from quepu.cli.main import main
from quepu.errors import HandError, QuepuError
from quepu.game.pad.score_pad import Pad
from quepu.scoring.asked_facts import asked

HAND = "[111m,1]234m345p22p66m 6m"
NAMES = ("Ann", "Bo", "Cy", "Di")
FLOWERS = "flowers (as if none: No Flowers counts)"


def named(score):
    return [names["en"] for names in score.assumed]


def givers(*melds):
    return [f"who gave the tile of {meld}" for meld in melds]


@pytest.mark.parametrize(("hand", "melds"), [
    ("[123s][456s][789s]45m99p 3m", ("[123s]", "[456s]", "[789s]")),    # three from one seat bind it
    ("[123s,1][456s,1][789s]45m99p 3m", ("[789s]",)),
    ("[123s,1][456s,1][789s,1]45m99p 3m", ()),
    ("[123s]456s789s45m99p 3m", ())])                                   # one binds nobody
def test_who_fed_chows_is_named_where_it_decides_who_pays(hand, melds) -> None:
    score = quepu.rulebook("hainan").score(hand, seat="S", from_="E")
    assert named(score) == givers(*melds)
    entered = Pad("hainan", NAMES).enter({"wins": [{"seat": "S", "from": "E", "hand": hand}]})
    assert [note["en"] for note in entered.notes if "who gave" in note["en"]] == [
        f"Not told: {name}; counted without" for name in givers(*melds)]


def test_who_fed_a_dragon_is_asked_for_with_the_third_of_them() -> None:
    book = quepu.rulebook("riichi")
    told = {"seat": "S", "self_draw": True, "state": {"turned.dora": "1m", "turned.ura": "1m"}}
    assert named(book.score("[555z]234m345p678s8s 8s", **told)) == []
    assert named(book.score("[555z][666z][777z]345p8s 8s", **told)) == givers("[777z]")


def test_what_the_others_hold_is_named_where_it_moves_points() -> None:
    """guizhou: the chickens of those who are ready; wenzhou: the wild tiles that each holds, unless these are told."""
    guizhou, hand = quepu.rulebook("guizhou"), "[111s]345m678p99s55m 9s"
    told = {"turned.fan_ji": "4m", "melds": {}}
    score = guizhou.score(hand, seat="S", self_draw=True, state=told)
    assert set(named(score)) >= {"the tiles in each hand", "who is ready", "the discards that still lie there"}
    everything = guizhou.score(hand, seat="S", self_draw=True, state={
        **told, "ready": ["E"], "hand_of": {"E": "1s", "W": "2s", "N": "2s"}, "river": {"E": "4m"}})
    assert not set(named(everything)) & set(named(score))
    wenzhou, hand = quepu.rulebook("wenzhou"), "123m456p789s11z234m55p 5p"
    held = wenzhou.score(hand, seat="S", self_draw=True, wild="9m", state={"caishen": {"E": 1}})
    assert "the tiles in each hand" in named(wenzhou.score(hand, seat="S", self_draw=True, wild="9m"))
    assert "the tiles in each hand" not in named(held)


def test_wild_tiles_that_an_indicator_shows_are_named() -> None:
    book, hand = quepu.rulebook("wuhan"), "[345m]678s456p22p78m 9m"
    assert "the wild tiles of the hand" in named(book.score(hand, seat="S", self_draw=True))
    assert named(book.score(hand, seat="S", self_draw=True, wild="1z")) == []


@pytest.mark.parametrize(("rule", "fact"), [
    ("riichi", "declares"), ("shenzhen", "kongs"), ("wuhan", "kongs"), ("changsha", "openings"), ("riichi", "red"),
    ("nanjing", "purse"), ("guobiao", "flowers"), ("hainan", "paid_discards")])
def test_what_else_happened_counts_as_usual_and_is_listed(rule, fact) -> None:
    hand = {"nanjing": "123m456p789s11z23m 4m"}.get(rule, "123m23455p345s77m 7m")
    assert fact in {one.name for one in quepu.rulebook(rule).score(hand, self_draw=True).as_usual}


def test_what_happened_is_as_usual_no_longer_once_it_is_told() -> None:
    def usual(rule, **told):
        book = quepu.rulebook(rule)
        return {one.name for one in book.score("123m23455p345s77m 7m", self_draw=True, **told).as_usual}
    assert "declares" not in usual("riichi", state={"declares": {"E": 1}})
    assert "kongs" not in usual("shenzhen", state={"melds": {}})
    assert "kongs" in usual("wuhan", state={"melds": {}})               # kongs of one tile lie aside
    assert "kongs" not in usual("wuhan", state={"melds": {}, "aside": {}})
    book = quepu.rulebook("guobiao")
    assert "flowers" not in {one.name for one in book.score("123m23455p345s77m 7m 1f", self_draw=True).as_usual}


@pytest.mark.parametrize(("melds", "payer"), [
    ("[2222p,3](3333s)", "W"), ("[2222p,3][3333s+,1]", "W"), ("[111m,1][2222p,3](3333s)", "W"),
    ("[3333s+,1][2222p,3]", None),       # the first of the two was none that somebody fed
    ("[111p,2][2222p,3](3333s)", "W")])
def test_kongs_in_a_row_are_those_of_the_flag_that_says_so(melds, payer) -> None:
    """槓上槓 was told and the first kong's feeder: he pays for all, at `score` and on the pad."""
    book = quepu.rulebook("hongkong", min_fan=0)
    hand = melds + ("456m789s1z 1z" if melds.count("[") + melds.count("(") == 2 else "456m1z 1z")
    score = book.score(hand, seat="S", self_draw=True, flags=["kong_kong_draw"])
    losers = {seat for seat, amount in score.payments.items() if amount < 0}
    assert losers == ({payer} if payer else {"E", "W", "N"})
    entered = Pad(book, NAMES).enter({"wins": [{"seat": "S", "hand": hand, "flags": ["kong_kong_draw"]}]})
    assert entered.net == tuple(score.payments.values())


def test_the_giver_of_a_kong_is_named_where_its_replacement_would_cost_him() -> None:
    book = quepu.rulebook("hongkong", min_fan=0)
    for flags, melds in ((["kong_kong_draw"], "[2222p]"), ([], "")):
        score = book.score("[2222p](3333s)456m789s1z 1z", seat="S", self_draw=True, flags=flags)
        assert named(score) == [*(givers(melds) if melds else []), FLOWERS]


@pytest.mark.parametrize(("rule", "lot", "tile", "hand"), [
    ("changsha", "bird", "1m", HAND), ("guangdong_folk", "horse.S", "2p", HAND), ("nanning", "horse", "2p", HAND),
    ("guangdong_tuidaohu", "horse.S", "2p", HAND), ("guangxi", "flip", "1m", HAND), ("shenzhen", "horse", "2p", HAND),
    ("qingyuan?horses=2", "horse", "2p", "111p333p555s666s1z 1z"), ("guizhou", "fan_ji", "5m", HAND),
    ("guangzhou?profile=tuidaohu&horses=2", "horse", "2p", HAND)])
def test_turned_tiles_are_told_on_the_command_line(rule, lot, tile, hand, capsys) -> None:
    """Horses, birds, the turned tile and the chicken: each moves points, and is named while nobody has told it."""
    def run(*more):
        main(["score", hand, "--rule", rule, "--self-draw", "--seat", "S", "--json", *more])
        return json.loads(capsys.readouterr().out)
    plain, told = run(), run("--state", f"turned.{lot}={tile}")
    names = {fact.names["en"] for fact in asked(quepu.rulebook(rule).model)
             if fact.name == f"turned.{lot.partition('.')[0]}"}
    assert told["hand_payments"] != plain["hand_payments"]
    assert names & {one["en"] for one in plain["assumed"]}
    assert not names & {one["en"] for one in told["assumed"]}
    assert not told["no_effect"]


@pytest.mark.parametrize(("rule", "lot", "way"), [
    ("guangdong_tuidaohu", "horse", "turned.horse.S"), ("shenzhen", "horse.S", "it lies there for all: turned.horse")])
def test_horses_told_of_the_wrong_seats_are_named_with_the_way_out(rule, lot, way, capsys) -> None:
    main(["score", HAND, "--rule", rule, "--self-draw", "--seat", "S", "--state", f"turned.{lot}=2p", "--lang", "en"])
    page = " ".join(capsys.readouterr().out.split())
    assert way in page
    assert "Not told: horses" in page


def test_where_nobody_bets_beside_the_table_no_horses_of_his_are_missing() -> None:
    for outside, there in ((0, False), (1, True)):
        score = quepu.rulebook("guangdong_tuidaohu", outside=outside).score(HAND, seat="S", self_draw=True)
        assert ("horses of guest 1" in named(score)) is there


@pytest.mark.parametrize("state", [["turned.horse=3p", "turned.horse.S=2p"], ["turned.horse.S=2p", "turned.horse=3p"],
                                   ["streak=1", "streak=2"]])
def test_what_is_told_twice_and_otherwise_is_refused(state, capsys) -> None:
    rule = "riichi" if "streak=1" in state else "guangdong_tuidaohu"
    assert main(["score", HAND, "--rule", rule, "--self-draw", "--state", *state, "--lang", "en"]) == 2
    assert "twice" in capsys.readouterr().err


CLUMSY = [
    ("riichi?sanma=true", "22p345p345678s33z 3z", {"seat": "N", "self_draw": True}, "does not play"),
    ("riichi?sanma=true", "22p345p345678s33z 3z", {"state": {"declares": {"N": 1}}}, "does not play"),
    ("riichi", "123m23455p345s77z 5p", {"state": {"declares": {"E": 7}}}, "1 = double_riichi"),
    ("riichi", "123m23455p345s77z 5p", {"state": {"honba": -2}}, "never below 0"),
    ("sichuan", HAND, {"seat": "S", "from_": "E", "state": {"winner_count": 5}}, "from 0 to 3"),
    ("sichuan", HAND, {"seat": "S", "from_": "E", "state": {"winner_count": 2, "winner_place": 3}}, "at most that"),
    ("chengdu", HAND, {"seat": "S", "from_": "E", "state": {"is_out": ["E"]}}, "left the hand"),
    ("shenzhen", HAND, {"seat": "S", "state": {"melds": {"W": "[1111m,1]"}}}, "7 × 1m"),
    ("nanjing", "12367m445566p99s 8m 556z4f", {"state": {"aside": {"S": "1m"}}}, "not laid aside"),
    ("nanjing", "12367m445566p99s 8m 556z4f", {"state": {"aside": {"S": "4f"}}}, "2 × 4f")]


@pytest.mark.parametrize(("rule", "hand", "told", "said"), CLUMSY)
def test_what_cannot_be_is_refused(rule, hand, told, said) -> None:
    with pytest.raises(HandError, match=said):
        quepu.rulebook(rule).score(hand, **told)


def test_a_declaration_is_told_by_its_name(capsys) -> None:
    paid = []
    for told in ("riichi", "2"):
        main(["score", "123m23455p345s77z 5p", "--rule", "riichi", "--self-draw", "--json", "--state",
              f"declares.S={told}"])
        paid.append(json.loads(capsys.readouterr().out)["hand_payments"])
    assert paid[0] == paid[1]


def test_who_plays_on_lays_the_tiles_aside_on_which_he_has_won() -> None:
    """In 血流 the tile of an earlier win lies beside the hand: it is no kong. Who has not won lays none there."""
    book = quepu.rulebook("chengdu", xue_liu=True)
    hand, told = "345567p2224567s 4s", {"has_won": ["S"], "aside": {"S": "3s"}}
    score = book.score(hand, seat="S", from_="E", state=told)
    assert score.hand_payments == book.score(hand, seat="S", from_="E", state={"has_won": ["S"]}).hand_payments
    with pytest.raises(QuepuError) as refused:
        book.score(hand, seat="S", from_="E", state={**told, "has_won": ["W"]})
    assert refused.value.faults[0].code == "state.aside"
