"""Rulebooks that ask for more than there is room for: each works, or is refused by name with its bound.

What could end the process is played in one of its own.
"""

import subprocess
import sys
from random import Random

import pytest

import quepu
from quepu.errors import RulebookError
from quepu.rulebook.file.limits import LARGEST_PAYMENT
from quepu.testing import random_win
from tests.waiting import LONGEST

HOUSE = 'extends = "guobiao"\n'
BET = HOUSE + '[memory.bet]\nscope = "seat"\n[[phase]]\nid = "b"\nkind = "bet"\nsets = "bet"\nchoices = '
WHO = HOUSE + '[memory.who]\nscope = "match"\ntype = "seat"\n'
ANY = '[fan.any]\nvalue = 1\nwhen = "set_count >= 0"\n[[pay]]\non = "win"\namount = "total"\n'

#: name -> (text, line, what is said)
REFUSED = {
    "dice": (HOUSE + "deal.dice = 5", 2, "'dice' is 5; a number from 0 to 4"),
    "dealer's tiles": (HOUSE + "deal.dealer_extra = 30", 2, "'dealer_extra' is 30; a number from 0 to 4"),
    "negative": (HOUSE + "deal.seats = -1", 2, "'seats' is -1; a number from 2 to 4"),
    "huge": (HOUSE + f"match.hands.rounds = {2**62}", 2, "a number from 0 to 100"),
    "truth for a number": (HOUSE + "deal.dice = true", 2, "needs a whole number, this is true or false"),
    "point": (HOUSE + "deal.dice = 1.5", 2, "a number with a point"),
    "date": (HOUSE + "deal.dice = 2020-01-01", 2, "needs a whole number"),
    "table for a number": (HOUSE + "deal.dice = {}", 2, "this is a table"),
    "choices as text": (BET + '"abc"', 8, "a list of numbers is needed"),
    "no choices": (BET + "[]", 8, "a list of numbers is needed"),
    "lists in choices": (BET + "[[1], [2]]", 8, "a list of numbers is needed"),
    "choices upside down": (BET + "[5, 1]", 8, "0 choices; 1 to 200"),
    "many choices": (BET + "[0, 300]", 8, "301 choices; 1 to 200"),
    "long list of choices": (BET + f"[{', '.join(map(str, range(300)))}]", 8, "at most 200"),
    "huge choice": (BET + "[0, 5, 70000]", 8, "70,000; a number from 0 to 30,000"),
    "negative choice": (BET + "[-1, 1]", 8, "-1; a number from 0 to 30,000"),
    "stake": ('extends = "riichi"\nready.riichi.stake = 1000000', 2, "1,000,000; a number from 0 to 30,000"),
    "stake that may grow": ('extends = "riichi"\nready.riichi.stake = "honba * 1000"', 2, "a number from 0 to 30,000"),
    "payment": (HOUSE + '[[pay]]\nid = "x"\non = "win"\namount = 1000000000', 2, f"{LARGEST_PAYMENT:,} is needed"),
    "payment as text": (HOUSE + '[[pay]]\nid = "x"\non = "win"\namount = "30000 * 30000"', 2, f"{LARGEST_PAYMENT:,}"),
    "fan": (HOUSE + "fan.all_pungs.value = 1000000000", 2, "a number from -1,000,000 to 1,000,000"),
    "fans together": (HOUSE + "fan.all_pungs.value = 900000\nfan.full_flush.value = 900000", 1, "can add up to"),
    "seats of a match": (HOUSE + 'match.seat_change = ["EFGH"]', 2, "'EFGH' is not an order of the players ABCD"),
    "a seat twice": (HOUSE + 'match.seat_change = ["ABCA"]', 2, "'ABCA' is not an order"),
    "few tiles": (HOUSE + 'tiles.kinds = "123456789m"\ntiles.bonus = ""', 2, "36 tiles in play; 54 are needed"),
    "negative reserve": (HOUSE + 'wall.reserve = "0 - 50"', 2, "'reserve' is -50; a number from 0 to 120"),
    "seat memory starts": (WHO + "start = 77", 5, "'start' is 77; a seat from -1 to 3"),
    "seat memory is set": (WHO + '[[phase]]\nid = "b"\nkind = "bet"\nsets = "who"\nchoices = [0, 9]', 9,
                           "'who' a seat from -1 to 3"),
    "gifts": (HOUSE + '[[phase]]\nid = "e"\nkind = "exchange"\ntiles = 9', 5, "'tiles' is 9; a number from 1 to 4"),
    "kong of no set": ('extends = "luoshu"\n[kong.x]\nof = "hand"\ntiles = "4m"', 4, "4m: three of them are not a set"),
    "kong without replacement": ('extends = "yingkou"\nkong.dragon.replacements = 0', 2, "has no `replacements`"),
    "what decides": (HOUSE + 'score.compare = ["points", "1", "2", "3", "4"]', 2, "has 5 entries; at most 4"),
    "one set combined": (HOUSE + '[fan.x]\nvalue = 1\npick = "a in sets"\nuses_sets = true', 5, "two or more sets"),
    "bonus": (HOUSE + 'tiles.bonus = "5m"', 2, "5m: only flowers and honours are laid aside"),
    "marks": (HOUSE + 'tiles.marks = "55555m"', 2, "5 marks for 5m, of which 4 are in play"),
    "tiles": (HOUSE + 'kong.concealed.tiles = "5x"', 2, "'5x' is not a list of tiles"),
    "wild tiles as text": ('extends = "wuhan"\nwild.kinds = "5m"', 2, "needs a list of expressions"),
    "last tiles": (HOUSE + "wall.last = [{ tiles = 1 }]", 2, "'rule' is missing"),
    "a nul": (HOUSE + 'rulebook.text = "a\\u0000b"', 2, "cannot be seen"),
    "long text": (HOUSE + f'rulebook.text = "{"x" * 9000}"', 2, "a text of 9000 characters"),
    "long id": (HOUSE + f'[fan.{"x" * 90}]\nvalue = 1\nwhen = "self_draw"', 2, "an id of 90 characters; at most 80"),
    "long id of a memory": (HOUSE + f'[memory.{"x" * 90}]\nscope = "hand"', 2, "an id of 90 characters"),
    "many fans": (HOUSE + "".join(f"[fan.f{n}]\nvalue=1\nwhen='self_draw'\n" for n in range(5000)), 2, "at most 320"),
    "many passes": (HOUSE + "".join(f"[pass.p{n}]\non='win'\nforbids='win'\n" for n in range(17)), 2, "at most 16"),
    "many kongs": (HOUSE + "".join(f"[kong.k{n}]\nof='hand'\n" for n in range(41)), 2, "at most 40"),
    "a list of lists": (HOUSE + 'examples.alias = { a = ["b"] }', 2, "needs a table of texts"),
    "option": (HOUSE + "[option.o]\ntype = 'int'\ndefault = 5\nchoices = [0, 9000000000000]", 5,
               "lowest and the highest"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_line_and_bound(name: str) -> None:
    text, line, said = REFUSED[name]
    with pytest.raises(RulebookError) as caught:
        quepu.rulebook_of_text(text, "house.toml")
    told = next((fault for fault in caught.value.faults if said in fault), "")
    assert told, caught.value
    assert line == 1 or f"house.toml:{line}:" in told or "phase" in told or "pay" in told, told


#: house rules that make sense: each is played
PLAYED = {
    "2 sets, 4 pairs": HOUSE + "shape.standard = { sets = 2, pairs = 4 }",
    "3 sets, 3 pairs": HOUSE + "deal.hand = 14\nshape.standard = { sets = 3, pairs = 3 }",
    "1 set, 4 pairs": HOUSE + "deal.hand = 10\nshape.standard = { sets = 1, pairs = 4 }",
    "1 set, 7 pairs": HOUSE + "deal.hand = 16\nshape.standard = { sets = 1, pairs = 7 }",
    "6 sets": HOUSE + "deal.hand = 17\nshape.standard = { sets = 6, pairs = 0 }",
    "one flower": 'extends = "luoshu"\ntiles.kinds = "123456789m123456789p123456789s12347z1f"\n'
        'kong.flowers.enabled = false',
    "three pairs": 'extends = "luoshu"\ndeal.hand = 14\nshape.standard = { sets = 3, pairs = 3 }',
    "sets across suits": 'extends = "base/thirteen"\ntiles.kinds = "12345m12345p12345s1234567z"\n[sets.mixed]\n'
        'when = "a.rank == b.rank and b.rank == c.rank and distinct(a.suit, b.suit, c.suit) and a.rank > 0"\n'
        '[claim.mixed]\nsets = ["mixed"]\n' + ANY,
    "no fans": 'extends = "base/thirteen"',
    "two players": HOUSE + 'deal.seats = 2\nmatch.seat_change = ["AB", "BA"]',
    "bets that grow": HOUSE + '[memory.big]\nscope = "match"\nstart = 90000\n[memory.bet]\nscope = "match"\n[[phase]]\n'
        'id = "b"\nkind = "bet"\nsets = "bet"\nchoices = ["0 - big", "big"]',
    "kongs without replacement": HOUSE + 'kong.concealed.replacements = 0\n[kong.aside]\nof = "hand"\nleast = 1\n'
        'counts_as = "none"\nreplacements = 0',
    "four replacements": HOUSE + "kong.concealed.replacements = 4",
    "payments past every purse": HOUSE + '[[pay]]\nid = "x"\non = "end"\nfor = "dealer"\namount = 100000000',
}

PLAY = """
import sys, quepu
from quepu.bots.seat import CoreBot
from quepu.game.match import Match
book = quepu.rulebook_of_text(sys.stdin.read())
for policy in ("random", "greedy"):
    match, bot = Match(book, 3), CoreBot(policy)
    for _hand in range(2):
        if match.over:
            break
        match.begin()
        while not match.hand_over:
            match.play(match.asked[0], bot.decide(match, match.asked[0]))
    assert max(map(abs, match.scores)) <= 10**12, match.scores
    assert sum(match.scores) + int(match.table.pot) == sum(Match(book, 3).scores), match.scores
"""


@pytest.mark.parametrize("name", PLAYED)
def test_house_rules_are_played(name: str) -> None:
    done = subprocess.run([sys.executable, "-c", PLAY], input=PLAYED[name], capture_output=True, text=True, check=False,
                          timeout=LONGEST)
    assert done.returncode == 0, (done.returncode, done.stderr[-2000:])


@pytest.mark.parametrize("name", [name for name in PLAYED if "set" in name or "pairs" in name])
def test_both_runners_agree_on_house_shapes(name: str) -> None:
    book = quepu.rulebook_of_text(PLAYED[name])
    rng = Random(name)
    wins = [random_win(book, rng) for _ in range(40)]
    fast = book.compiled()
    found = fast.score_batch(fast.batch(wins))
    for index, win in enumerate(wins):
        score = book.score(win)
        assert score.complete, win
        assert (int(found.total[index]), int(found.legality[index])) == (score.total, int(score.legal)), win


def test_points_stop_where_they_can_be_kept() -> None:
    from quepu.game.match import Match
    from quepu.game.plain_engine import PlainEngine
    from tests.laid import drift
    book = quepu.rulebook_of_text(PLAYED["payments past every purse"])
    engine = PlainEngine(book)
    match = Match(book, 1, engine=engine)
    match.begin()
    drift(match)
    assert match.scores[0] == 3 * LARGEST_PAYMENT
