"""Every key of a rulebook is obeyed, or refused by name with its line: nothing is accepted and ignored."""

# ruff: noqa: E501 - one case a line reads best
from pathlib import Path

import pytest

from quepu.book import rulebook_of_text
from quepu.engine.layout import codes
from quepu.errors import RulebookError
from tests.laid import begun, go, paid, pass_all, plain_engine

HEAD = 'extends = "guobiao"\n'
BET = '[[phase]]\nid = "ante"\nkind = "bet"\nchoices = [0, 2]\n'


def phase(kind: str, more: str) -> str:
    return f'[[phase]]\nid = "x"\nkind = "{kind}"\n{more}'


#: name -> (text after the head, line, what is said, what works instead)
REFUSED = {
    **{f"turned at {event}": (f'[turned.x]\non = "{event}"', 3, f"no tile is turned up at '{event}'", "hand_start, kong, declare, win, hand_end")
       for event in ("match_start", "draw", "discard", "chow", "pung", "flower", "pass", "turn_up",
                     "false_win", "exhausted", "announce", "offered", "discard_stands")},
    "one event of two": ('[turned.x]\non = ["kong", "draw"]', 3, "no tile is turned up at 'draw'", "kong"),
    "counted before they are turned": ('[turned.x]\non = "win"\ntiles = 1\n[fan.y]\nvalue = 1\nwhen = "count(t for t in turned(\'x\')) > 0"', 7, "turned up after a hand is counted", "[[pay]]"),
    "required before they are turned at the win": ('[turned.x]\non = "win"\nonce = true\ntiles = 1\n[win.y]\ntext = { en = "y", zh = "y" }\nwhen = "all(t.rank > 0 for t in turned(\'x\'))"', 8, "turned up after a hand is counted", "[[pay]]"),
    "required before they are turned": ('[turned.x]\non = ["kong", "hand_end"]\ntiles = 1\n[win.y]\ntext = { en = "y", zh = "y" }\nwhen = "all(t.rank > 0 for t in turned(\'x\'))"', 7, "turned up after a hand is counted", "[[pay]]"),
    "a total of itself": ('[score]\ntotal = "total + 1"', 3, "asks for the total", "tallies"),
    "a total of itself through a define": ('[define.x]\nis = "total"\n[score]\ntotal = "max(x, 1)"', 5, "asks for the total", "tallies"),
    "a tally of the total": ('[tally.points]\nbecomes = "total"', 3, "asks for the total", "tallies"),
    "once without a win": ('[turned.x]\non = "kong"\nonce = true', 4, "`once` is about wins", 'on = "win"'),
    "a place in the dead wall": ('[turned.x]\non = "kong"\nfrom = "dead"\nplace = 5', 5, "have their place already", 'from = "back"'),
    "in play from the dead wall": ('[turned.x]\non = "kong"\nfrom = "dead"\nstays = "in_play"', 4, "a tile of the dead wall is not drawn", 'from = "back"'),
    "in play and unseen": ('[turned.x]\non = "kong"\nseen = "nobody"\nstays = "in_play"', 4, "all see it", 'seen = "all"'),
    "deal without opening": ('[ready.x]\non = ["deal"]', 3, "there is no opening phase", 'kind = "opening"'),
    "deal and discard": ('[ready.x]\non = ["deal", "discard"]', 3, "there is no opening phase", 'kind = "opening"'),
    "abort at the deal": ('[abort.x]\non = "hand_start"\nchosen = true\nwhen = "True"', 3, "there is no opening phase", 'on = "draw"'),
    "secret that is none": (phase("bet", "choices = [0, 1]\nsecret = false"), 6, "choices are always shown together", "who ="),
    "secret opening": (phase("opening", "secret = true"), 5, "does not ask for `secret`", "at, when, who"),
    "bet with tiles": (phase("bet", "choices = [0, 1]\ntiles = 3"), 6, "does not ask for `tiles`", "choices"),
    "turns with a condition": (phase("turns", 'when = "False"'), 5, "does not ask for `when`", "leave it out"),
    "after a win, when": (phase("after_win", 'when = "False"'), 5, "does not ask for `when`", "winner, until"),
    "void suit with choices": (phase("void_suit", "choices = [0, 1]"), 5, "does not ask for `choices`", "sets"),
    "exchange of some": (phase("exchange", 'tiles = 3\nwho = "others"'), 6, "an exchange is of all seats", 'who = "all"'),
    "last tiles when": ('wall.last = [{ tiles = 4, rule = "no_claims", when = "True" }]', 2, "only a tile that is offered has a `when`", "`tiles` may be an expression"),
    "pung of a kong": ('[claim.pung]\non = ["discard", "added_kong"]', 3, "a set is made with a discard", 'on = "discard"'),
    "pung that must": ('[claim.pung]\nmust = "True"', 3, "`must` is for a claim that wins", "without `sets`"),
    "pung of several": ('[claim.pung]\nseveral = "all"', 3, "`several` is for a claim that wins", "without `sets`"),
    "win that forbids": ('[claim.win]\nforbids = ["same_tile"]', 3, "`forbids` is for a claim that makes sets", "with `sets`"),
    "win with": ('[claim.win]\nwith = "True"', 3, "`with` is for a claim that makes sets", "with `sets`"),
    "robbed discard": ('[kong.melded]\nrobbed_by = ["win"]', 3, "nobody robs a kong made with a discard", "leave it out"),
    "turns and replacements": ('[kong.concealed]\nturns = 2\nreplacements = 2', 4, "none is drawn", "leave out"),
    "no replacements of different tiles": ('[kong.x]\nof = "hand"\ntiles = "567z"\ndifferent = true\nreplacements = 0', 6, "has no `replacements`", "leave"),
    "declared, of the hand": ('[kong.concealed]\non = ["draw", "declared"]', 3, "only a kong added to a pung", "leave"),
    "stake twice": ('[memory.s]\nscope = "seat"\n[ready.x]\nchoices = [1, 2]\nsets = "s"\nstake = 3', 7, "the stake is the player's choice", "leave out"),
    "memory without choice": ('[memory.s]\nscope = "seat"\n[ready.x]\nsets = "s"', 5, "nothing is chosen", "`choices`"),
    "nothing let go": ('[pass.x]\nforbids = ["win"]', 2, "nothing is let go here", "on ="),
    "drawn pung": ('[pass.x]\non = ["pung"]\nforbids = ["win"]\ndrawn = true', 5, "a drawn tile is let go only as a win", 'on = ["win"]'),
    "winner at a kong": ('[[pay]]\nid = "x"\non = "kong"\nfor = "winner"\namount = 1', 5, "nobody has won at 'kong'", "actor, seats"),
    "nobody at a draw": ('[[pay]]\nid = "x"\non = "draw"\namount = 1', 4, "`for` must say who receives", "seats, dealer or pot"),
    "nobody at a bet": ('[[pay]]\nid = "x"\non = "bet"\nfor = "actor"\namount = 1', 5, "nobody acts at 'bet'", "seats, dealer or pot"),
    "discarder at a kong": ('[[pay]]\nid = "x"\non = "kong"\nfrom = "discarder"\namount = 1', 5, "there is no discarder at 'kong'", "payer == feeder"),
    "fan of a flower": ('[[pay]]\nid = "x"\non = "flower.all_pungs"\namount = 1', 4, "'flower' has no kinds", '"flower"'),
    "a kong nobody declared": ('[memory.x]\nscope = "hand"\nupdate = { on = ["pung", "kong.meldet"], set = 1 }', 4, "'meldet' is not declared in [kong.*]", "melded"),
    "a kong of no kind": ('[memory.x]\nscope = "hand"\nupdate = { on = "kong.", set = 1 }', 4, "'' is not declared in [kong.*]", ""),
    "a pung of a kind": ('[memory.x]\nscope = "hand"\nupdate = { on = "pung.melded", set = 1 }', 4, "'pung' has no kinds", '"pung"'),
    "a kong and every kong": ('[turned.x]\non = ["kong", "kong.added"]', 3, "'kong' is about every [kong.*] already", "leave out"),
    "two occasions": ('[[pay]]\nid = "x"\non = ["kong", "flower"]\namount = 1', 4, "a payment has one occasion", "for each"),
    "abort at one kong": ('[abort.x]\non = "kong.added"\nwhen = "True"', 3, "'kong.added' is not known here", ""),
    "of, the old way, in a memory": ('[memory.x]\nscope = "hand"\nupdate = { on = "kong", of = "melded", set = 1 }', 4, "there is no key 'of' here", 'on = "kong.melded"'),
    "of, the old way, in a payment": ('[[pay]]\nid = "x"\non = "kong"\nof = "melded"\namount = 1', 5, "there is no key 'of' here", 'on = "kong.melded"'),
    "of, the old way, of turned tiles": ('[turned.x]\non = "kong"\nof = "melded"', 4, "there is no key 'of' here", 'on = "kong.melded"'),
    "indicator from nowhere": ('[wild]\nchosen = "indicator"\nkinds = ["tile.next"]', 3, "is not named", "from ="),
    "fixed from a tile": ("[turned.x]\non = 'hand_start'\n[wild]\nchosen = 'fixed'\nfrom = 'x'\nkinds = ['tile.next']", 6, "follow from no turned tile", 'chosen = "indicator"'),
    "turned at no event": ('[turned.x]\non = "banana"', 3, "'banana' is not known here", "hand_start, kong, declare, win, hand_end"),
    "seats' tiles until": ('[turned.x]\non = "win"\neach = "seats"\nuntil = "True"', 5, "until something holds", "leave out"),
    "hidden tiles until": ('[turned.x]\non = "hand_start"\nseen = "nobody"\nuntil = "any(t.rank > 0 for t in turned(\'x\'))"', 5, "hidden tiles", "memory"),
    "wild without kinds": ('[wild]\nchosen = "fixed"', 3, "which kinds are wild is not said", "kinds ="),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_nothing_reads_is_refused(name: str) -> None:
    text, line, said, way = REFUSED[name]
    with pytest.raises(RulebookError) as error:
        rulebook_of_text(HEAD + text)
    (fault,) = error.value.faults
    assert fault.startswith(f"rules.toml:{line}:"), fault
    assert said in fault
    assert way in fault


@pytest.mark.parametrize("text", [
    phase("bet", "choices = [0, 1]\nsecret = true"),
    phase("opening", "") + '[ready.x]\non = ["deal"]',
    phase("opening", "enabled = false\n") + '[ready.x]\non = ["deal"]',
    '[turned.x]\non = "draw"\nenabled = false',
    '[[pay]]\nid = "x"\non = "kong"\namount = 1',
])
def test_what_is_obeyed_or_switched_off_is_read(text: str) -> None:
    rulebook_of_text(HEAD + text)


@pytest.mark.parametrize(("several", "said"), [
    ("all", "nobody goes first where all of several win"), ("highest", "nobody goes first where the highest of several wins"),
])
def test_nobody_goes_first_where_all_or_the_highest_win(several: str, said: str) -> None:
    """... unless an option of the book switches between the two, as that of 国标 does."""
    text = f'[claim.win]\nseveral = "{several}"\nfirst = ["all_pungs"]\n'
    with pytest.raises(RulebookError) as error:
        rulebook_of_text('extends = "sichuan"\n' + text)
    (fault,) = error.value.faults
    assert fault.startswith("rules.toml:4:1: claim win: " + said), fault
    assert 'several = "nearest"' in fault
    rulebook_of_text(HEAD + text)


def book(tmp_path: Path, text: str) -> str:
    path = tmp_path / "house.toml"
    path.write_text(HEAD + text)
    return str(path)


def test_a_declaration_is_paid_once_nobody_wins_on_its_discard(tmp_path: Path) -> None:
    rules = "[ready.call]\n[ready.other]\n" + '[[pay]]\nid = "call"\non = "ready.call"\namount = 3\n'
    match = begun(book(tmp_path, rules), "123456789m123p5s")
    go(match, "E declare call 5s")
    pass_all(match)
    assert paid(match) == [9, -3, -3, -3]
    match = begun(book(tmp_path, rules), "123456789m123p5s")
    go(match, "E declare other 5s")
    pass_all(match)
    assert paid(match) == [0, 0, 0, 0]


def test_a_declaration_at_the_deal_is_paid(tmp_path: Path) -> None:
    rules = phase("opening", "") + '[ready.call]\non = "deal"\n[[pay]]\nid = "call"\non = "ready"\nfor = "pot"\nwhen = "payer == actor"\namount = 5\n'
    match = begun(book(tmp_path, rules), "", "123456789m123p5s")
    go(match, "S declare call")
    assert paid(match) == [0, -5, 0, 0]


def test_bets_are_paid_when_all_have_answered(tmp_path: Path) -> None:
    rules = '[memory.bets]\nscope = "seat"\n' + BET + BET.replace("ante", "second") + 'sets = "bets"\n' \
        '[[pay]]\nid = "x"\non = "bet.second"\nfor = "pot"\namount = "bets[payer] + 1"\n'
    match = begun(book(tmp_path, rules))
    for _round, expected in enumerate(([0, 0, 0, 0], [-1, -3, -1, -1])):
        for seat in range(4):
            assert paid(match) == [0, 0, 0, 0]
            match.play(seat, f"choose {2 if seat == 1 else 0}")
        assert paid(match) == expected
    assert match.table.pot == 6


def test_a_bet_without_a_choice_is_paid_too(tmp_path: Path) -> None:
    rules = BET.replace("[0, 2]", "[1, 1]") + '[[pay]]\nid = "x"\non = "bet"\nfor = "dealer"\namount = 2\n'
    assert paid(begun(book(tmp_path, rules))) == [6, -2, -2, -2]


@pytest.mark.parametrize(("tiles", "asked"), [("160", False), ('"40 + 120 * round_number"', False), ('"1 * round_number"', True)])
def test_the_last_tiles_may_be_an_expression(tiles: str, asked: bool, tmp_path: Path) -> None:
    """All tiles are the last ones, or only one is: a pung may be claimed or not."""
    match = begun(book(tmp_path, f'wall.last = [{{ tiles = {tiles}, rule = "no_claims" }}]'), "5z", "55z")
    go(match, "E discard 5z")
    assert any(action.word == "pung" for action in match.legal("S")) is asked


def test_an_offered_tile_may_be_one_of_an_expression(tmp_path: Path) -> None:
    match = begun(book(tmp_path, 'wall.last = [{ tiles = "159 + round_number", rule = "offered" }]'))
    go(match, "E discard 1z")
    pass_all(match)
    assert [action.word for action in match.legal("S")] == ["take", "pass"]


def test_of_does_not_bind_an_event_without_kinds(tmp_path: Path) -> None:
    """The kong named is not the first of the rulebook; tiles are turned up at the deal all the same."""
    match = begun(book(tmp_path, '[turned.x]\non = ["hand_start", "kong.added"]\nfrom = "back"'))
    assert match.table.turned_count == 1


def test_a_claim_of_pungs_and_chows_let_go_is_both(tmp_path: Path) -> None:
    rules = plain_engine(book(tmp_path, '[claim.both]\nsets = ["chow", "pung"]\n[pass.x]\non = "both"\nforbids = ["pung"]')).rules
    assert rules.passes[0].on == codes.May.PUNG | codes.May.KONG | codes.May.SET


def test_an_inherited_line_that_fails_names_the_line_that_changed_what_it_speaks_of() -> None:
    text = 'extends = "hongkong"\nid = "x"\nname = "x"\n[memory.liable]\nscope = "match"\n'
    with pytest.raises(RulebookError) as error:
        rulebook_of_text(text)
    assert all("because of yours: rules.toml:4: [memory.liable]" in fault for fault in error.value.faults)
    assert any("hongkong.toml:" in fault for fault in error.value.faults)
