"""Sets that no claim or kong makes, and tiles that lie turned up, are in no hand: refused in every way to ask."""

from random import Random

import pytest

import quepu
from quepu.book import Rulebook
from quepu.errors import HandError
from quepu.game.match import Match
from quepu.game.pad.score_pad import Pad
from quepu.game.tabletop import held, melds, turned_of
from quepu.hand import Hand, Meld, Win
from quepu.notation import read_kinds, read_win
from quepu.rulebook.file.load import known_ids
from quepu.scoring.copies import copy_faults, turned_copies
from quepu.scoring.laid_sets import laid_sets
from quepu.testing import random_win
from quepu.tiles import kind_of, kinds_in

NO_CHOWS = ("sichuan", "chengdu", "guizhou", "guangdong_folk", "nanning")
CLAIMED_CHOW = "[234s]222s345p555p9p 9p"


def why_not(book: Rulebook, meld: str, wild: str = "") -> str:
    """The code of why a meld cannot lie there; empty if it can."""
    hand = Hand((), (Meld(meld),))
    found = list(laid_sets(book.model).faults(hand, read_kinds(wild) if wild else ()))
    return str(found[0].values["why"].code) if found else ""


def house(more: str) -> Rulebook:
    return quepu.rulebook_of_text(f'extends = "base/thirteen"\nid = "house"\n{more}')


@pytest.mark.parametrize("name", NO_CHOWS)
def test_a_claimed_chow_is_refused_where_no_claim_makes_one(name: str) -> None:
    book = quepu.rulebook(name)
    with pytest.raises(HandError, match="no claim makes a chow") as raised:
        book.score(CLAIMED_CHOW, self_draw=True, seat="S")
    assert "不能吃碰成顺子" in raised.value.told("zh")
    assert "沒有吃碰的牌不要加括號" in raised.value.told("zh-Hant")
    with pytest.raises(HandError, match="no claim makes a chow"):
        book.waits("[234s]222s345p555p9p")
    win = read_win(CLAIMED_CHOW)
    assert win.code is not None             # four numbers, which kernels read without a look at claims
    for ask in (book.compiled().score, lambda one: book.batch([one]), book.win):
        with pytest.raises(HandError, match="no claim makes a chow"):
            ask(win)
    assert book.score(CLAIMED_CHOW.replace("[", "").replace("]", ""), self_draw=True, seat="S").complete


def test_the_score_pad_refuses_it_too() -> None:
    pad = Pad(quepu.rulebook("sichuan"))
    with pytest.raises(quepu.QuepuError, match="no claim makes a chow"):
        pad.enter({"wins": [{"seat": "S", "hand": CLAIMED_CHOW}]})


@pytest.mark.parametrize("name", known_ids())
def test_sets_of_families_that_nobody_may_claim_are_refused_and_all_others_are_not(name: str) -> None:
    model = quepu.rulebook(name).model
    claimed = {family for claim in model.claims.on for family in claim.sets}
    ways = {kong.of.value for kong in model.kongs.on}
    catalogue = model.catalogue
    for index, kinds in enumerate(catalogue.made_sets):
        if any(kind >= 34 for kind in kinds):
            continue                        # of a flower there is one, and its text would be laid aside
        refused = any(laid_sets(model).faults(Hand((), (Meld(kinds),)), ()))
        if catalogue.families[index] not in claimed:
            assert refused, kinds
        elif (claim := model.claims.get(catalogue.families[index])) is None or not claim.says("when"):
            assert not refused, kinds
        for form, way in (("open", "discard"), ("added", "pung"), ("concealed", "hand")):
            if kinds[0] == kinds[2] and way not in ways:
                assert any(laid_sets(model).faults(Hand((), (Meld((*kinds, kinds[0]), form),)), ()))


@pytest.mark.parametrize("name", known_ids())
def test_what_lies_there_in_play_is_never_refused(name: str) -> None:
    book, rng = quepu.rulebook(name), Random(name)
    match, seen = Match(book, 20), 0
    while len(match.settlements) < 2 and not match.over:
        if match.hand_over:
            match.begin()
            continue
        seat = rng.choice(match.asked)
        legal = match.legal(seat)
        match.play(seat, legal[0] if rng.random() < 0.7 else rng.choice(legal))
        if match.hand_over:
            wild = tuple(kinds_in(int(match.table.wild)))
            for other in range(match.seats):
                laid = melds(match.table, book.model, other)
                tiles = [*(kind for meld in laid for kind in meld.tiles),
                         *(tile.kind for tile in held(match.table, other))]
                assert not list(laid_sets(book.model).faults(Hand((), laid), wild))
                assert not list(copy_faults(book.model, tiles, wild, turned_of(match.table, book.model)))
                seen += len(laid)
    assert seen or name == "hefei"        # which has nothing but concealed kongs


@pytest.mark.parametrize("name", known_ids())
def test_random_wins_are_such_as_can_lie_on_a_table(name: str) -> None:
    book, rng = quepu.rulebook(name), Random(f"laid {name}")
    for _ in range(12):
        book.check(book.with_wild(random_win(book, rng)))


def test_kinds_of_kong_that_are_not_there_are_refused() -> None:
    hefei = quepu.rulebook("hefei")
    assert [why_not(hefei, meld) for meld in ("[222p]", "[2222p]", "[2222p+]", "(2222p)")] == \
        ["laid.no_claim", "laid.no_open", "laid.no_added", ""]
    luoshu = quepu.rulebook("luoshu")
    assert [why_not(luoshu, meld) for meld in ("(5555m)", "(5555z)", "[5555m]")] == ["laid.never", "", "laid.never"]
    assert why_not(house("[kong.concealed]\nenabled = false\n"), "(2222p)") == "laid.no_concealed"
    assert why_not(house('[kong.concealed]\ntiles = "1234z"\n'), "(2222p)") == "laid.never"
    assert why_not(house("[claim.pung]\nenabled = false\n"), "[2222p+]") == "laid.no_claim"


def test_a_claim_that_an_option_switches_off_is_none() -> None:
    hebei = quepu.rulebook("hebei")
    assert why_not(hebei.with_options(chow=True), "[234s]") == ""
    assert why_not(hebei.with_options(chow=False), "[234s]") != ""
    book = house('[option.most]\ntype = "int"\ndefault = 0\nchoices = [0, 4]\n'
                 '[claim.chow]\nwhen = "meld_count < options.most"\n')
    assert why_not(book, "[234s]") == "laid.never"
    assert why_not(book.with_options(most=1), "[234s]") == ""
    with pytest.raises(HandError, match="never allows"):
        book.score(CLAIMED_CHOW)
    told = Win(read_win(CLAIMED_CHOW).hand, kind_of("9p"), True, options={"most": 2})
    assert book.score(told).complete        # the options that a win tells are those that count


@pytest.mark.parametrize(("when", "refused"), [
    ("wall_left > 4", False), ("tile.is_honor", True), ("not tile.is_suited", True),
    ("tile.is_honor and wall_left > 4", True), ("tile.is_honor or wall_left > 4", False),
    ("meld_count >= 0", False), ("meld_count < 0", True), ('tile in "234s"', False), ('tile in "567s"', True),
    ('any(k == tile for k in "12s")', False), ('all(k == tile for k in "5m6m")', True),
    ("tile.rank == 2 if tile.is_suited else False", False), ("tile.next.rank == 9", True), ("not 1 == 1", True),
])
def test_only_what_can_never_be_is_refused(when: str, refused: bool) -> None:
    assert bool(why_not(house(f"[claim.chow]\nwhen = '{when}'\n"), "[234s]")) == refused


def test_a_chow_comes_from_the_left_where_the_claim_says_so() -> None:
    guobiao, harbin = quepu.rulebook("guobiao"), quepu.rulebook("harbin")
    assert not any(why_not(guobiao, meld) for meld in ("[234s]", "[234s,3]", "[234s<1]"))
    assert why_not(guobiao, "[234s<3]") == "laid.left"
    assert why_not(harbin, "[234s<3]") == ""            # with a declaration, from anybody
    leaves = house('[[phase]]\nid = "after"\nkind = "after_win"\nwinner = "leaves"\n[claim.chow]\nwho = "left"')
    assert why_not(leaves, "[234s<2]") == ""            # who sat between has won and left
    with pytest.raises(HandError, match="left neighbour only"):
        guobiao.batch([read_win("[234s<3]222s345p555p9p 9p")])


def test_what_lies_beside_a_claimed_tile_is_asked_for_too() -> None:
    book = house("[claim.chow]\nwith = 'tile.rank != 4'\n")
    assert [why_not(book, meld) for meld in ("[234s]", "[345s]", "[456s]")] == ["", "", ""]      # the 4 was claimed
    assert why_not(house("[claim.chow]\nwith = 'tile.rank > 3'\n"), "[234s]") == "laid.never"


def test_wild_tiles_stay_out_of_claimed_sets_unless_the_rulebook_lets_them_in() -> None:
    wenzhou, nanchang, anqing = (quepu.rulebook(name) for name in ("wenzhou", "nanchang", "anqing"))
    assert [why_not(wenzhou, meld, "3s") for meld in ("[333s]", "[234s]", "[3333s]", "(3333s)", "[456s]")] == \
        ["laid.wild_claim", "laid.wild_meld", "laid.wild_claim", "laid.wild_kong", ""]
    assert why_not(wenzhou, "[555z]", "3s") == ""       # white dragons are the 3s then
    assert [why_not(nanchang, meld, "3s4s") for meld in ("[333s]", "[234s]")] == ["", ""]
    assert why_not(anqing, "[333s]", "3s") == "laid.wild_claim"
    with pytest.raises(HandError, match="wild tile cannot be claimed"):
        wenzhou.score("[333s]111222444m6667p 7p", wild=read_kinds("3s"))


def test_a_tile_that_lies_turned_up_is_in_no_hand() -> None:
    def turned(name: str, wild: str) -> dict[int, int]:
        found = turned_copies(quepu.rulebook(name).model, read_kinds(wild), {})
        return {kind: copies for kind, copies in enumerate(found) if copies}
    assert turned("wenzhou", "3s") == {kind_of("3s"): 1}            # itself
    assert turned("anqing", "3s") == {kind_of("2s"): 1}             # the next one is wild
    assert turned("anqing", "1s") == {kind_of("9s"): 1}
    assert turned("tianjin", "3s4s") == {kind_of("3s"): 1}          # itself and the next one
    assert turned("tianjin", "4s") == {}                            # one of the two: 3s or 4s may lie there
    assert turned("nanchang", "3s4s") == {}                         # face up where it lies, and drawn in its turn
    assert turned("hangzhou", "5z") == {}                           # fixed: nothing is turned up
    assert turned("tianjin", "3s5s7s") == {}                        # no tile shows these


def test_four_wild_tiles_are_refused_where_one_lies_turned_up() -> None:
    wenzhou, fits = quepu.rulebook("wenzhou"), "333s111222444m6667p 7p"
    assert wenzhou.score(fits, wild=read_kinds("3s")).complete
    for ask in (wenzhou.score, wenzhou.win):
        with pytest.raises(HandError, match="4 × 3s, but 1 lies turned up"):
            ask("3333s11122244m6667p 7p", wild=read_kinds("3s"))
    with pytest.raises(HandError, match="4 × 2s, but 1 lies turned up"):
        quepu.rulebook("anqing").waits("2222s111222m444p", wild="3s")
    waiting = wenzhou.waits("33s111222444m66677p", wild="3s")
    assert [wait.left for wait in waiting.waits if wait.tile == "3s"] == [1]


def test_tiles_that_are_told_as_turned_up_are_counted() -> None:
    riichi = quepu.rulebook("riichi")
    with pytest.raises(HandError, match="3 × 5p, but 2 lie turned up on the table: a hand holds 2 at most"):
        riichi.score("123m555p345s777z9m 9m", self_draw=True, state={"turned.dora": "55p"})
    assert riichi.score("123m555p345s777z9m 9m", self_draw=True, state={"turned.dora": "5p"}).complete


def test_a_rulebook_that_tells_nothing_of_claims_refuses_no_meld() -> None:
    text = 'id = "bare"\n[tiles]\nkinds = "123456789m123456789p"\n[deal]\nhand = 13\n[sets.chow]\nform = "runs"\n' \
           '[sets.pung]\nform = "equal"\n[pairs.pair]\nwhen = "a == b"\n[shape.standard]\nsets = 4\npairs = 1\n' \
           '[tally.points]\n[score]\ntotal = "points"\n'
    assert why_not(quepu.rulebook_of_text(text), "[234m]") == ""


@pytest.mark.parametrize(("rule", "meld", "said"), [
    ("guobiao", "[456p<2]", "a chow is claimed from the left neighbour only"),
    ("hainan", "[456p<3]", "a chow is claimed from the left neighbour only"),
    ("sichuan", "[456p]", "no claim makes a chow"),
])
def test_the_melds_that_are_told_of_others_are_such_as_a_claim_makes(rule: str, meld: str, said: str) -> None:
    hand, told = "123p11p567789s67m 8m", {"melds": {"W": meld}}
    with pytest.raises(HandError, match=said):
        quepu.rulebook(rule).score(hand, seat="E", from_="S", state=told)
    for step in ({"wins": [{"seat": "E", "from": "S", "hand": hand, "state": told}]}, {"draw": {"state": told}}):
        with pytest.raises(quepu.QuepuError, match=said):
            Pad(rule).enter(step)


def test_a_chow_from_the_left_of_others_and_one_past_a_winner_who_has_left_stay() -> None:
    hand = "123p11p567789s67m 8m"
    assert quepu.rulebook("hainan").score(hand, seat="E", from_="S", state={"melds": {"W": "[456p,2]"}}).complete
    leaves = house('[claim.chow]\nwho = "left"\n[[phase]]\nid = "on"\nkind = "after_win"\nwinner = "leaves"\n')
    assert leaves.score(hand, seat="E", from_="S", state={"melds": {"W": "[456p<2]"}}).complete
