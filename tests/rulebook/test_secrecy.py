"""What a seat may do depends only on what it may know: rules that would show others' hidden tiles are refused."""

# ruff: noqa: E501, PT018 - one case a line reads best

import pytest

from quepu import RulebookError, rulebook
from quepu.rulecheck.check import check_file

HEAD = 'extends = "base/thirteen"\nid = "x"\n[tally.points]\n[score]\ntotal = "points"\n'
NEXT = "hand_of(next_seat(actor, 1))"
ANY_NEXT = f"any(t.is_honor for t in {NEXT})"


def at(place: str, condition: str, more: str = "") -> str:
    """A rulebook in which a condition stands in one place."""
    text = "text = 'no'" if place in ("discard", "win") else ""
    places = {
        "discard": "[discard.x]\nwhen = 'C'", "claim": "[claim.pung]\nwhen = 'C'",
        "claim with": "[claim.pung]\nwith = 'C'", "claim must": "[claim.pung]\nmust = 'C'",
        "kong": "[kong.concealed]\nwhen = 'C'", "kong draws": "[kong.concealed]\nreplacements = '1 if C else 2'",
        "ready": "[ready.x]\non = 'discard'\nwhen = 'C'", "ready discard": "[ready.x]\non = 'discard'\ndiscard = 'C'",
        "stake": "[ready.x]\non = 'discard'\nstake = '1 if C else 2'",
        "pass": "[pass.x]\non = 'win'\nforbids = 'win'\nuntil = 'own_draw'\nwhen = 'C'",
        "abort": "[abort.x]\non = 'discard'\nwhen = 'C'",
        "chosen abort": "[abort.x]\non = 'draw'\nchosen = true\nwhen = 'C'",
        "choices": "[memory.kept]\nscope = 'seat'\n[[phase]]\nid = 'b'\nkind = 'bet'\nsets = 'kept'\n"
                   "choices = ['1 if C else 2', 5]",
        "phase": "[memory.kept]\nscope = 'seat'\n[[phase]]\nid = 'b'\nkind = 'bet'\nsets = 'kept'\nchoices = [0, 5]\n"
                 "when = 'C'",
        "turned": "[turned.x]\non = 'kong'\nwhen = 'C'\ntiles = 1", "how many": "[turned.x]\non = 'kong'\ntiles = '1 if C else 2'",
        "reserve": "[wall]\nreserve = '1 if C else 2'", "last": "[wall]\nlast = { tiles = 1, rule = 'offered', when = 'C' }",
        "flag": "[flag.x]\ngiven = 'C'", "win": "[win.x]\nwhen = 'C'", "fan": "[fan.x]\nvalue = 1\nwhen = 'C'",
        "opening": "[fan.x]\nvalue = 1\non = 'opening'\nwhen = 'C'",
        "kong paid": "[[pay]]\non = 'kong'\nfor = 'actor'\namount = '1 if C else 2'",
        "false win paid": "[[pay]]\non = 'false_win'\nfor = 'actor'\namount = '1 if C else 2'",
        "end paid": "[[pay]]\non = 'end'\nfor = 'seats'\namount = '1 if C else 2'",
        "win paid": "[[pay]]\non = 'win'\namount = '1 if C else 2'",
    }
    return HEAD + more + "\n" + places[place].replace("'C'", f"'''{condition}'''").replace(
        "'1 if C else 2'", f"'''1 if {condition} else 2'''") + "\n" + text + "\n"


def faults(text: str, tmp_path) -> str:
    """What is said of a rulebook; nothing if it can be used."""
    path = tmp_path / "x.toml"
    path.write_text(text, encoding="utf-8")
    try:
        rulebook(path)
    except RulebookError as error:
        return str(error)
    return ""


DECISIONS = ("discard", "claim", "claim with", "claim must", "kong", "kong draws", "ready", "ready discard", "stake",
             "pass", "abort", "chosen abort", "choices", "phase", "turned", "how many", "reserve", "last", "flag",
             "opening", "kong paid", "false win paid")


@pytest.mark.parametrize("place", DECISIONS)
def test_no_place_asks_for_anothers_hand(place, tmp_path):
    told = faults(at(place, ANY_NEXT), tmp_path)
    assert "'hand_of'" in told and "hidden tiles" in told and "lies open" in told, told


OTHERS = {
    "a seat's readiness": "ready(next_seat(actor, 1))",
    "whether it could win": 'could_win("S")',
    "what it waits for": 'any(t == "5z" for t in waits(next_seat(actor, 2)))',
    "what it would be worth": 'value("S", "5z") > 3',
    "marked tiles": 'marked(next_seat(actor, 1), "5m") > 0',
    "all seats": "any(any(t.is_honor for t in hand_of(s)) for s in seats)",
    "all but the actor": "any(s != actor and ready(s) for s in seats)",
    "an or is no guard": "any(s == actor or ready(s) for s in seats)",
    "the wrong branch": "any((0 if s == actor else ready(s)) for s in seats)",
    "how many are ready": "count(s for s in seats if ready(s)) > 1",
    "a sum": "sum(count(t for t in hand_of(s) if t.is_honor) for s in seats) > 3",
    "the dealer": 'any(t == "1z" for t in hand_of("E"))',
    "a list of seats": 'any(ready(s) for s in (actor, "S"))',
    "a loop named as the actor": "any(any(ready(actor) for x in (1, 2)) for actor in seats)",
    "an inner loop": "any(any(t == k for t in hand_of(s)) for k in \"19m\") if turn_count > 3 else False",
    "a choice of seats": 'ready(actor if turn_count > 3 else "S")',
    "a seat of memory": "ready(someone)",
    "a seat's seat": "ready(partner[actor])",
    "a define": "spies(next_seat(actor, 1))",
    "a define in a define": "spies_next",
    "a define that turns the seat": "turned_round(actor)",
    "a face-down lot": 'any(t == "5z" for t in turned("ura"))',
    "another's memory": "any(held_five[s] for s in seats)",
    "a memory of the table": "five_drawn",
    "a memory of a memory": "copied",
    "a memory by its branch": "branched",
    "a pair's memory": "pairs_seen[next_seat(actor, 1), actor]",
    "who passed": "passes > 0",
    "that somebody passed": "passed",
}
INDIRECT = """
[define.spies]
args = { x = "seat" }
is = "any(t.is_honor for t in hand_of(x))"
[define.spies_next]
is = "spies(next_seat(actor, 1))"
[define.turned_round]
args = { x = "seat" }
is = "any(spies(y) for y in seats if y != x)"
[memory.someone]
scope = "hand"
type = "seat"
update = [{ on = "discard", set = "actor" }]
[memory.partner]
scope = "seat"
type = "seat"
update = [{ on = "discard", when = "owner == actor", set = "next_seat(actor, 2)" }]
[turned.ura]
on = "hand_start"
tiles = 1
seen = "nobody"
[memory.held_five]
scope = "seat"
update = [{ on = "draw", when = "owner == actor", set = 'tile == "5z"' }]
[memory.five_drawn]
scope = "hand"
update = [{ on = "draw", set = 'tile == "5z"' }]
[memory.copied]
scope = "match"
update = [{ on = "discard", set = "five_drawn" }]
[memory.branched]
scope = "hand"
update = [{ on = "discard", when = "held_five[actor]", set = 1 }]
[memory.pairs_seen]
scope = "pair"
update = [{ on = "discard", when = "owner == actor", set = "ready(owner)" }]
[memory.passes]
scope = "hand"
update = [{ on = "pass", set = "passes + 1" }]
[memory.passed]
scope = "hand"
update = [{ on = "pass", set = 1 }]
"""


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("place", ["discard", "claim", "flag"])
def test_no_indirection_helps(place, name, tmp_path):
    """`inner loop` names no seat at all: it is refused as an unknown word."""
    told = faults(at(place, OTHERS[name], INDIRECT), tmp_path)
    if name == "a face-down lot" and place == "flag":       # tiles face down count once the win is declared
        assert not told
    elif name == "an inner loop":
        assert "'s' is not a word" in told
    else:
        assert "hidden tiles" in told and "x.toml:" in told, told


OWN = {
    "the own hand": "any(t.is_honor for t in hand_of(actor))",
    "the own readiness": "ready(actor) and could_win(actor)",
    "words of the hand": 'held("5z") == 0 and wild_count == 0',
    "guarded by and": "any(s == actor and ready(s) for s in seats)",
    "guarded after": "any(ready(s) and s == actor for s in seats)",
    "guarded by if": "any(ready(s) for s in seats if s == actor)",
    "guarded by a branch": "any((ready(s) if s == actor else False) for s in seats)",
    "guarded by not": "all(s != actor or ready(s) for s in seats)",
    "what lies open": 'all(count(t for t in discards(s) if t == "5z") == 0 for s in seats) and visible("5z") < 3',
    "declarations": "all(declares(s) == 0 for s in seats) and purse(next_seat(actor, 1)) > 0",
    "the own memory": "not held_five[actor]",
    "the own part of a pair": "not pairs_seen[actor, next_seat(actor, 1)]",
    "a define of the actor": "spies(actor)",
    "how many lie face down": 'count(t for t in turned("ura")) < 3',
    "melds": "count(m for m in melds if m.is_kong) == 0 and open_count == 0",
}


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("place", ["discard", "claim", "kong", "ready", "chosen abort"])
def test_a_seat_knows_its_own_hand_and_what_lies_open(place, name, tmp_path):
    assert faults(at(place, OWN[name], INDIRECT), tmp_path) == ""


@pytest.mark.parametrize("condition", ["ready(payer)", "any(ready(s) for s in seats)", "five_drawn",
                                       "any(held_five[s] for s in seats)"])
@pytest.mark.parametrize("place", ["end paid", "win paid"])
def test_after_the_hand_everything_is_open(place, condition, tmp_path):
    assert faults(at(place, condition, INDIRECT), tmp_path) == ""


BLOOD = "[[phase]]\nid = 'after'\nkind = 'after_win'\nwinner = 'leaves'\n"


def test_a_win_opens_nothing_where_the_hand_goes_on(tmp_path):
    assert "'ready'" in faults(at("win paid", "ready(payer)", BLOOD), tmp_path)
    kept = "[memory.spy]\nscope = 'hand'\nupdate = [{ on = 'win', set = 'ready(next_seat(actor, 1))' }]\n"
    assert faults(at("discard", "spy == 0", kept), tmp_path) == ""
    assert "'spy', which keeps what 'ready' told" in faults(at("discard", "spy == 0", BLOOD + kept), tmp_path)
    assert faults(at("win paid", "total > 3 and self_draw", BLOOD), tmp_path) == ""


@pytest.mark.parametrize("place", ["choices", "stake", "kong draws", "abort", "turned", "reserve", "kong paid"])
def test_what_happens_before_all_tells_nobodys_hand(place, tmp_path):
    """Not even the actor's own: a forced bet or a second replacement tile would tell it."""
    told = faults(at(place, "ready(actor)"), tmp_path)
    assert "'ready' would show the actor's hidden tiles" in told
    assert faults(at(place, "purse(actor) > 3"), tmp_path) == ""


@pytest.mark.parametrize("event", ["exhausted", "hand_end"])
def test_what_a_memory_learns_at_the_end_is_open(event, tmp_path):
    kept = f"[memory.spy]\nscope = 'match'\nupdate = [{{ on = '{event}', set = 'ready(\"S\")' }}]\n"
    assert faults(at("discard", "spy == 0", kept), tmp_path) == ""


@pytest.mark.parametrize("word", ["ready(owner)", 'any(t == "5z" for t in hand_of(owner))', "spies(owner)"])
def test_a_win_may_hang_on_the_winners_own_memory_only(word, tmp_path):
    kept = INDIRECT + f"[memory.mine]\nscope = 'seat'\nupdate = [{{ on = 'hand_start', set = '''{word}''' }}]\n"
    for place in ("win", "fan"):
        assert faults(at(place, "mine[winner] == 0", kept), tmp_path) == ""
        told = faults(at(place, "mine[next_seat(winner, 1)] == 0", kept), tmp_path)
        assert "'mine', which keeps what" in told and "hidden tiles" in told
        assert "hidden tiles" in faults(at(place, "any(mine[s] for s in payers)", kept), tmp_path)


def test_words_of_the_hand_in_memory_belong_to_the_actor(tmp_path):
    """Without `owner == actor` every seat's place keeps the actor's tiles."""
    for when, fine in (("owner == actor", True), ("True", False), ("owner != actor", False)):
        kept = f"[memory.mine]\nscope = 'seat'\nupdate = [{{ on = 'draw', when = '{when}', set = 'held(\"5z\")' }}]\n"
        assert (faults(at("discard", "mine[actor] == 0", kept), tmp_path) == "") is fine


def test_what_a_memory_shows_lies_open(tmp_path):
    shown = "[memory.mine]\nscope = 'seat'\nshown = true\nupdate = [{ on = 'draw', when = 'owner == actor', set = 'W' }]\n"
    assert "all would see hidden tiles" in faults(HEAD + shown.replace("W", "ready(owner)"), tmp_path)
    assert faults(HEAD + shown.replace("W", "open_count"), tmp_path) == ""


def test_flags_are_no_memory_of_the_last_hand_that_was_scored(tmp_path):
    told = faults(at("discard", "not lucky", "[flag.lucky]\ngiven = 'self_draw'\n"), tmp_path)
    assert "a flag, known only while a hand is scored," in told


def test_a_drawn_tile_may_be_compared_with_the_kong_that_is_laid_down(tmp_path):
    """All see which tile a kong in the own turn is completed with; nothing else of a draw is told."""
    pay = "[[pay]]\non = ['kong.added']\nfor = 'actor'\nwhen = 'C'\namount = 1\n"
    assert faults(HEAD + pay.replace("C", "drawn_this_turn(tile)"), tmp_path) == ""
    for condition, of in (('drawn_this_turn("5z")', "added"), ("drawn_this_turn(tile.next)", "added"),
                          ("drawn_this_turn(tile)", "melded"),
                          ("any(drawn_this_turn(t) for t in discards(actor))", "added")):
        told = faults(HEAD + pay.replace("C", condition).replace("added", of), tmp_path)
        assert "'drawn_this_turn' would show" in told, (condition, of)


def test_what_was_drawn_is_known_to_who_drew_it(tmp_path):
    assert faults(at("discard", "not drawn_this_turn(tile)"), tmp_path) == ""
    for place in ("claim", "kong"):
        assert faults(at(place, "drawn_this_turn(tile)"), tmp_path) == ""
    assert "hidden tiles" in faults(HEAD + "[abort.x]\non = 'discard'\nwhen = 'drawn_this_turn(\"5z\")'\n", tmp_path)
    kept = "[memory.drew]\nscope = 'hand'\ntype = 'bool'\nupdate = [{ on = 'draw', set = 'drawn_this_turn(\"5z\")' }]\n"
    assert "hidden tiles" in faults(at("discard", "not drew", kept), tmp_path)


def test_wild_tiles_do_not_follow_from_a_tile_face_down(tmp_path):
    wild = "[turned.w]\non = 'hand_start'\ntiles = 1\nseen = 'S'\n[wild]\nchosen = 'indicator'\nfrom = 'w'\nkinds = ['tile']\n"
    assert faults(HEAD + wild.replace("S", "all"), tmp_path) == ""
    assert "lies face down" in faults(HEAD + wild.replace("'S'", "'nobody'"), tmp_path)


def test_the_checker_tells_line_and_column(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text(at("discard", "turn_count > 3 or " + ANY_NEXT), encoding="utf-8")
    told = "\n".join(check_file(path).errors)
    assert "x.toml:8:" in told and "'hand_of'" in told
