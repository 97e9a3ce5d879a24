"""The game in ordinary Python: actions read back, events and views keep secrets, a match refuses the impossible."""

import json
import random

import pytest

from quepu import IllegalAction, Match, QuepuError, rulebook
from quepu.engine.layout import codes
from quepu.game import events as ev
from quepu.game.actions import (
    Abort,
    Choose,
    Chow,
    Declare,
    Discard,
    FalseWin,
    Flower,
    Give,
    Kong,
    Pass,
    Pung,
    Win,
    read_action,
)
from quepu.game.events import event_of
from quepu.game.plain_engine import PlainEngine
from quepu.notation import Tile, read_tiles, write_tiles
from tests.laid import laid_wall
from tests.players import play_hand, play_match, sensible

EASY = "guobiao?min_fan=0"
ALL = [Discard(Tile(4)), Discard(Tile(4, True)), Chow((2, 3, 4)), Chow((27, 28, 29)), Pung(),
       Kong("concealed", Tile(4)), Kong("added", Tile(4)), Kong("added", Tile(8)), Win(),
       Declare("riichi", Tile(30)), Flower(Tile(34)), Choose(3),
       Choose(13), Give(Tile(9)), Pass(), Abort("nine"), FalseWin()]


@pytest.fixture(scope="module")
def played():
    """A match played to its end."""
    return play_match(Match(EASY, seed=3, players=("甲", "乙", "丙", "丁")), random.Random(3))


# -- actions --

@pytest.mark.parametrize("action", ALL, ids=str)
def test_an_action_reads_back(action):
    assert read_action(action.text, ALL) == action


@pytest.mark.parametrize(("text", "action"), [
    ("kong 9m", Kong("added", Tile(8))), ("KONG concealed 5m", ALL[5]), ("吃 东南西", Chow((27, 28, 29))),
    ("过", Pass()), ("chow 534m", Chow((2, 3, 4))), ("discard 红五万", ALL[1]),
    ("declare 4z", Declare("riichi", Tile(30)))])
def test_an_action_may_be_written_in_other_ways(text, action):
    assert read_action(text, ALL) == action


@pytest.mark.parametrize(("text", "why"), [
    ("", "missing"), ("hop 5m", "not an action"), ("kong 5m", "ambiguous"), ("discard", "not possible"),
    ("discard 9m", "not possible"), ("discard 55", "no suit"), ("pung 5m", "not possible"),
    ("kong melded 5m", "not possible"), ("chow 5m", "not possible")])
def test_what_is_not_possible_is_told_with_what_is(text, why):
    with pytest.raises(IllegalAction, match=why) as told:
        read_action(text, ALL)
    assert "legal: " in str(told.value)


# -- a match --

def test_a_match_is_played_to_its_end(played):
    assert played.over
    assert len(played.settlements) == 16
    assert sum(played.scores) == 0
    assert [place.place for place in played.standings] == sorted(place.place for place in played.standings)
    assert played.standings[0].score == max(played.scores)
    with pytest.raises(IllegalAction, match="the match is over"):
        played.begin()
    with pytest.raises(IllegalAction, match="the match is over"):
        played.play(0, "pass")


@pytest.mark.parametrize("book", [EASY, "binshi?min_fan=0"])
def test_every_win_is_worth_to_the_reference_what_the_engine_paid(book):
    match = play_match(Match(book, seed=11), random.Random(5))
    wins = [win for settlement in match.settlements for win in settlement.wins]
    assert len(wins) > 5
    for win in wins:
        assert win.agrees, win.score.explain("en")
        assert win.ledger
        assert str(win.total) in win.score.explain("zh")
    before = (0, 0, 0, 0)
    for settlement in match.settlements:
        moved = [after - was for after, was in zip(settlement.scores, before, strict=True)]
        assert [moved[player] for player in settlement.players] == list(settlement.net)
        before = settlement.scores
    assert sum(match.scores) + int(match.table.pot) == 0


def test_an_illegal_answer_changes_nothing():
    match = Match("guobiao?flowers=none", seed=1)
    with pytest.raises(IllegalAction, match="no hand has begun"):
        match.play(0, "discard 1m")
    match.begin()
    before, steps = match.state, len(match.steps)
    (seat,) = match.asked
    for wrong, text, why in ((seat + 1, "pass", "is not asked"), (seat, "discard 9f", "legal: discard"),
                             (seat, "chow 123m", "legal: discard"), (seat, "nonsense", "not an action"),
                             (7, "pass", "no seat"), ("X", "pass", "not a seat"), (seat, FalseWin(), "not possible"),
                             (seat, "pass", "legal: "), (seat, Discard(Tile(41)), "not possible")):
        with pytest.raises(IllegalAction, match=why):
            match.play(wrong, text)
    with pytest.raises(IllegalAction, match="in play"):
        match.begin()
    assert (match.state, len(match.steps)) == (before, steps)


def test_nobody_answers_twice():
    rng = random.Random(2)
    match = Match(EASY, seed=4)
    match.begin()
    while len(match.asked) < 2:
        seat = match.asked[0]
        match.play(seat, sensible(match, seat, rng))
    first = match.asked[0]
    match.play(first, "pass")
    state = match.state
    with pytest.raises(IllegalAction, match="has answered already") as told:
        match.play(first, "pass")
    assert match.state == state
    others = str(told.value).removeprefix("seat ")[1:]      # who else may claim is a secret
    assert not any(letter in others for letter in "ESWN")


def test_copy_and_undo_lead_back():
    rng = random.Random(8)
    match = Match(EASY, seed=8)
    play_hand(match, rng)
    match.begin()
    states = []
    for _turn in range(25):
        states.append((match.state, len(match.events), match.asked))
        seat = match.asked[0]
        match.play(seat, sensible(match, seat, rng))
    other = match.copy()
    assert other.undo()
    assert (other.state, len(other.events), other.asked) == states[-1]
    seat = other.steps[-1].seat
    assert other.undo(seat)
    assert seat in other.asked
    while other.undo():
        pass
    assert other.state == states[0][0]
    assert len(match.steps) > len(other.steps)
    assert not other.undo()


def test_undo_takes_a_settlement_back():
    match = Match(EASY, seed=8)
    play_hand(match, random.Random(8))
    assert match.undo()
    assert not match.settlements
    assert not match.hand_over


def test_the_same_seed_and_answers_give_the_same_events(played):
    again = Match(EASY, seed=3)
    for step in played.steps[:300]:
        events = again.begin() if step.kind == "begin" else again.play(step.seat, step.action.text)
        assert events == step.events


@pytest.mark.parametrize("name", [EASY, "binshi?min_fan=0"])
def test_the_engine_plays_the_same_with_the_compiler_off(name):
    book = rulebook(name)
    match = play_match(Match(book, seed=3), random.Random(3), hands=3)
    plain = play_match(Match(book, seed=3, engine=PlainEngine(book)), random.Random(3), hands=3)
    assert plain.events == match.events
    assert plain.state == match.state
    assert [step.wins for step in plain.steps] == [step.wins for step in match.steps]


def test_a_wall_may_be_laid():
    wall = Match("guobiao?flowers=none", seed=6)
    wall.begin()
    laid = wall.steps[0].wall
    match = Match("guobiao?flowers=none", seed=1, walls=[laid], first_round=2)
    events = match.begin()
    assert events[0].wall == laid
    assert events[0].round == 2
    assert events[1:] == wall.steps[0].events[1:]
    assert events[0].wall_hash == wall.steps[0].events[0].wall_hash
    walls = [("123m", "3 tiles"), (laid + "1m", "1m"), (laid + "0m", "0m"), (laid + "1f", "1f")]
    for wrong, why in walls:
        unplayed = Match("guobiao?flowers=none", walls=[wrong])
        before = unplayed.state
        with pytest.raises(QuepuError, match=why):
            unplayed.begin()
        assert unplayed.state == before


def test_why_something_is_not_possible():
    match = Match("guobiao?flowers=none", seed=1)
    assert match.why_not(0, "win", "en") == "no hand is in play"
    match.begin()
    held = next(action for action in match.legal(0) if isinstance(action, Discard))
    missing = next(kind for kind in range(34) if not match.table.held[0, kind])
    assert match.why_not(0, held, "en") == "this is possible"
    assert "do not hold" in match.why_not(0, Discard(Tile(missing)), "en")
    assert "complete" in match.why_not(0, "win", "en")
    assert "turn" in match.why_not(1, "discard 1m", "en")
    assert match.why_not(1, "discard 1m", "zh") == "现在轮到东"


def test_a_win_below_the_minimum_is_told_in_numbers():
    """A hand of one fan (no honours, all simples dropped by a terminal) drawn complete, eight needed."""
    east = "123m456m22p789s345p"            # 14 tiles, 平和 and little else
    match = Match("guobiao?flowers=none", seed=0, walls=[laid_wall((east,))])
    match.begin()
    assert not any(isinstance(action, Win) for action in match.legal(0))
    assert "8 needed" in match.why_not(0, "win", "en")
    assert "需" in match.why_not(0, "win", "zh") or "8" in match.why_not(0, "win", "zh")


def test_a_kong_is_heard_before_it_stands_and_may_be_robbed():
    wall = laid_wall(("5m111333444s444z1m", "55m11p22p33p44p667z", "46m123456789p22s", "7788m7788p99s556z"), "123z5m")
    match = Match("guobiao?min_fan=0&flowers=none", seed=0, walls=[wall])
    match.begin()
    match.play("E", "discard 5m")
    assert match.asked == (1, 2)
    match.play("W", "pass")
    match.play("S", "pung")
    match.play("S", "discard 6z")
    while match.asked != (1,) or not any(isinstance(action, Kong) for action in match.legal(1)):
        seat = match.asked[0]
        choices = match.legal(seat)
        match.play(seat, Pass() if Pass() in choices else Discard(Tile(int(match.table.drawn))))
    events = match.play("S", "kong added 5m")
    assert events == (ev.KongAnnounced(1, "added", "5m"),)
    assert match.asked == (2,)
    assert match.view(2).offered == "5m"
    assert match.view(0).offered is None
    match.play("W", "win")
    (win,) = match.settlements[0].wins
    assert "robbing" in win.win.flags
    assert win.agrees
    assert win.win.discarder == 1
    assert "robbing_the_kong" in [fan.id for fan in win.score.fans]


HOUSE = """
[rulebook]
extends = "guobiao"
[score]
minimum = 0
[tiles]
bonus = ""
[memory.bet]
scope = "seat"
[[phase]]
id = "bet"
kind = "bet"
choices = [0, 2]
sets = "bet"
[[phase]]
id = "swap"
kind = "exchange"
tiles = 3
fits = "one_suit"
direction = "right"
"""


def test_bets_and_exchanges_are_answered_by_all_and_known_when_all_have(tmp_path):
    file = tmp_path / "swap.toml"
    file.write_text(HOUSE, encoding="utf-8")
    match = Match(rulebook(file), seed=3)
    assert [event.type for event in match.begin()] == ["hand"]
    for seat in (2, 0, 3):
        assert match.play(seat, "choose 1") == ()
    with pytest.raises(IllegalAction, match="answered already"):
        match.play(2, "choose 2")
    events = match.play(1, "choose 2")
    assert [event.value for event in events if isinstance(event, ev.Chosen)] == [1, 2, 1, 1]
    assert [event.count for event in events if isinstance(event, ev.Dealt)] == [14, 13, 13, 13]
    given = []
    for seat in (3, 1, 0, 2):
        while seat in match.asked and not given:        # a seat with one choice left is answered for
            assert match.view((seat + 1) % 4).seats[seat].tile_count == (13 if seat else 14)
            given = match.play(seat, match.legal(seat)[0])
    assert len(given) == 12
    for event in given:
        assert event.to == (event.seat + 1) % 4
        assert [event.seen_by(seat).tile is not None for seat in range(4)].count(True) == 2
    play_to_end(match)


# -- events and views --

def test_events_have_a_form_that_reads_back_and_a_text(played):
    kinds = set()
    for event in played.events:
        kinds.add(event.type)
        assert event_of(json.loads(json.dumps(event.as_json()))) == event
        for lang in ("zh", "zh-Hant", "en"):
            assert event.line(lang)
    assert {"hand", "dealt", "flower", "drawn", "discarded", "chow", "pung", "kong", "won", "paid", "hand_end"} <= kinds
    with pytest.raises(QuepuError, match="no event"):
        event_of({"type": "hop"})
    with pytest.raises(QuepuError, match="needs"):
        event_of({"type": "discarded", "seat": "E"})
    with pytest.raises(QuepuError, match="not a seat"):
        event_of({"type": "discarded", "seat": "X", "tile": "5m"})


def test_events_that_are_rare_have_words():
    for event in (ev.DiceThrown((1, 2)), ev.TurnedUp("horse", "5m", hidden=True), ev.WildChosen("5m"),
                  ev.PhaseBegan("bet"), ev.Chosen(0, 2), ev.Given(0, 1, "5m"), ev.Declared(0, "riichi", 1),
                  ev.KongAnnounced(0, "added", "5m"), ev.Passed(2), ev.Won(0, 8), ev.FalseWinDeclared(1),
                  ev.NoWinner(), ev.Aborted("four_winds", 1),
                  ev.Noted("gone", 1), ev.MatchEnded((0, 0, 0, 0)), ev.Paid(0, 4, 1, "stake")):
        assert event_of(event.as_json()) == event
        assert event.line("zh")
        assert event.line("en")
    assert ev.Passed(2).seen_by(1) is None
    assert ev.TurnedUp("horse", "5m", hidden=True).seen_by(0).tile is None
    assert ev.Given(0, 1, "5m").seen_by(2).tile is None


def test_no_seat_sees_the_draws_of_others(played):
    """Scan: what a seat sees names a tile only where the tile lies open or is its own."""
    hidden_kongs = 0
    for seat in range(4):
        for event in played.events:
            seen = event.seen_by(seat)
            if isinstance(event, ev.HandBegan):
                assert seen.wall is None
                assert seen.wall_hash is None
            if isinstance(event, ev.Drawn | ev.Dealt):
                text = seen.tile if isinstance(event, ev.Drawn) else seen.tiles
                assert (text is not None) == (event.seat == seat)
            if isinstance(event, ev.KongMade):
                hidden_kongs += event.form == "concealed"
                assert (seen.tile is None) == (event.form == "concealed" and event.seat != seat)
    assert hidden_kongs


def test_a_view_does_not_change_with_what_is_hidden():
    """Exchange tiles of other hands with the wall, turn concealed kongs into others, forge answers: the same view."""
    rng = random.Random(21)
    match = Match(EASY, seed=21)
    moments = forged = 0
    while not match.over and len(match.settlements) < 6:
        match.begin()
        while not match.hand_over:
            seat = rng.choice(match.asked)
            match.play(seat, sensible(match, seat, rng))
            watcher = rng.randrange(4)
            if match.hand_over or rng.random() < 0.8:
                continue
            twin = match.copy()
            forged += forge(twin.table, watcher, rng)
            assert json.dumps(twin.view(watcher).as_json()) == json.dumps(match.view(watcher).as_json())
            moments += 1
    assert moments > 50
    assert forged                       # concealed kongs of others were among them


def forge(t, watcher, rng):
    """Change what the watcher may not know; how many concealed kongs were turned into others."""
    kongs = 0
    front, back = int(t.wall_front), int(t.wall_back)
    for seat in range(4):
        if seat == watcher:
            continue
        t.pending[seat] = rng.choice((-1, 0, codes.Act.CLAIM_PUNG << 16))
        t.asked = int(t.asked) ^ (1 << seat if rng.random() < 0.5 and int(t.stage) == codes.Stage.CLAIMS else 0)
        for place in range(front, min(back, front + 3)):
            kind = rng.choice([kind for kind in range(42) if t.held[seat, kind]])
            other = int(t.wall[place])
            t.held[seat, kind] -= 1
            t.held[seat, other] += 1
            t.wall[place] = kind
        t.held_mask[seat] = sum(1 << kind for kind in range(42) if t.held[seat, kind])
        for place in range(int(t.meld_count[seat])):
            if int(t.meld_form[seat, place]) == codes.MeldForm.CONCEALED_KONG:
                t.meld_set[seat, place] = int(t.meld_set[seat, place]) ^ 1
                kongs += 1
    return kongs


def test_two_games_that_differ_in_hidden_tiles_look_the_same():
    """Exchange a tile a player never shows with one that is never drawn: the other three see the very same events."""
    rng = random.Random(5)
    compared = 0
    for seed in range(12):
        match = Match("guobiao?flowers=none", seed=seed)
        match.begin()
        for _turn in range(40):
            seat = match.asked[0]
            match.play(seat, "pass" if Pass() in match.legal(seat) else sensible(match, seat, rng))
        wall = read_tiles(match.steps[0].wall)
        owner, place = 2, 8 + rng.randrange(4)              # a tile of the first four dealt to the third seat
        kind = wall[place].kind
        far = int(match.table.wall_front) + 5
        if not match.table.held[owner, kind] or wall[far].kind == kind:
            continue
        wall[place], wall[far] = wall[far], wall[place]
        twin = Match("guobiao?flowers=none", seed=seed, walls=[write_tiles(wall)])
        twin.begin()
        try:
            for step in match.steps[1:]:
                while twin.asked and step.seat not in twin.asked:
                    twin.play(twin.asked[0], "pass")        # the new tile lets its owner claim: it does not
                twin.play(step.seat, step.action)
        except IllegalAction:
            continue                    # the tile was shown, or a claim was offered only in one game
        compared += 1
        for watcher in (0, 1, 3):
            assert twin.seen_by(watcher) == match.seen_by(watcher)
        assert twin.seen_by(owner) != match.seen_by(owner)
    assert compared >= 3


def test_a_view_says_what_a_player_needs(played):
    match = Match(EASY, seed=2)
    match.begin()
    (seat,) = match.asked
    view = match.view(seat)
    assert view.own.tiles
    assert len(read_tiles(view.own.tiles)) == view.own.tile_count
    assert all((other.tiles is None) == (other.seat != seat) for other in view.seats)
    assert view.legal == match.legal(seat)
    assert view.wall_left == 144 - 53
    for lang in ("zh", "en"):
        text = "\n".join(view.lines(lang))
        assert view.legal[0].label(lang) in text
    data = json.loads(json.dumps(view.as_json()))
    assert data["legal"] == [action.text for action in view.legal]
    end = played.view(0)
    assert end.over
    assert all(other.tiles is not None for other in end.seats)
    assert [other.name for other in sorted(end.seats, key=lambda other: other.player)] == ["甲", "乙", "丙", "丁"]


def test_a_false_win_costs_and_the_hand_goes_on():
    match = Match("guobiao?false_win=10&flowers=none", seed=1)
    match.begin()
    events = match.play(0, "false_win")
    assert any(isinstance(event, ev.FalseWinDeclared) for event in events)
    assert match.scores == (-30, 10, 10, 10)
    assert match.view(1).seats[0].is_dead
    assert match.why_not(0, "win", "en").startswith("your hand is dead")
    play_to_end(match)
    rows = [row for row in match.settlements[0].ledger if row.tag == "false_win"]
    assert len(rows) == 3
    assert rows[0].names["zh"] == "诈和"


def play_to_end(match):
    """Play the hand on."""
    rng = random.Random(1)
    while not match.hand_over:
        seat = match.asked[0]
        match.play(seat, sensible(match, seat, rng))


def test_an_option_gives_another_engine():
    assert Match("guobiao?flowers=none", seed=1).engine is Match("guobiao?flowers=none", seed=2).engine
    assert Match(rulebook("guobiao"), seed=1).engine is not Match("guobiao?flowers=none", seed=1).engine


def test_a_match_stands_as_it_stood(played):
    step = len(played.steps) // 2
    earlier = played.at(step)
    assert len(earlier.steps) == step
    assert sum(one.settlement is not None for one in earlier.steps) == len(earlier.settlements)
    again = played.at(len(played.steps))
    assert again.state == played.state
    for one in played.steps[step:]:
        if one.kind == "begin":
            earlier.begin()
        else:
            earlier.play(one.seat, one.action)
    assert earlier.state == played.state
    with pytest.raises(QuepuError, match="there is no step"):
        played.at(len(played.steps) + 1)
