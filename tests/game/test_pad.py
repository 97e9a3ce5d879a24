"""The score pad: payments are those of a score, dealers and rounds those of a match; all can be undone."""

import csv
import io
import json
from dataclasses import replace
from itertools import takewhile
from random import Random

import pytest

import quepu
from quepu.book import rulebook_of_text
from quepu.engine.layout import rule_codes
from quepu.errors import QuepuError
from quepu.game import events as ev
from quepu.game.match import Match
from quepu.game.pad.score_pad import Pad
from quepu.game.tabletop import held, melds, memory_of, river
from quepu.hand import Win
from quepu.notation import read_kinds, read_tiles, write_tiles, write_win
from quepu.rulebook.file.load import known_ids
from quepu.rulebook.language.events import EVENTS
from quepu.rulebook.prose.procedure_text import procedure_text
from quepu.scoring.accounts import net
from quepu.scoring.telling.sense import sense_faults
from quepu.testing import random_win
from quepu.tiles import SEATS, code, kinds_in, seat_letter
from tests.players import sensible

NAMES = ("Ann", "Bo", "Cy", "Di")
HAND = "123m23455p345s77z 5p"
PURE = "1112345678999m 5m"


@pytest.fixture
def pad() -> Pad:
    return Pad("guobiao", NAMES)


def told(win: Win, **more) -> dict:
    """A win as an entry tells it."""
    found = {"seat": seat_letter(win.seat), "hand": write_win(win), "flags": sorted(win.flags),
             "dealt": win.tile is None, "wild": "".join(map(code, win.wild)), **more}
    if win.discarder is not None:
        found["from"] = seat_letter(win.discarder)
    return found


# -- payments --

@pytest.mark.parametrize("name", known_ids())
def test_payments_are_those_of_the_score(name):
    book, rng, seen = quepu.rulebook(name), Random(f"pad {name}"), 0
    start = book.model.as_written().get("match", {}).get("start", 0)
    drawn = {rule.id for rule in book.model.payments if rule.on == "draw"}
    for _ in range(2000):
        win = random_win(book, rng)
        if win.round != 0 or not (win.hand.concealed or win.hand.melds) or (win.discarder is None) != win.self_draw:
            continue
        if any(sense_faults(book.model, win)):      # drawn at random: what nobody can mean is refused as text
            continue
        score = book.score(replace(win, state={**win.state, "purse": dict.fromkeys(range(4), start)}))
        if not score.legal:
            continue
        if score.at_once:               # those who have paid have less when the hand is won
            before = {seat: paid - score.payments[seat] for seat, paid in score.hand_payments.items()}
            purse = {place: start + before[seat] for place, seat in enumerate(SEATS)}
            score = book.score(replace(win, state={**win.state, "purse": purse}))
        pad = Pad(book, NAMES)
        entry = {"wins": [told(win, state=win.state)], "draw": bool(book.model.as_written().get("phase")) and any(
            phase["kind"] == "after_win" for phase in book.model.as_written()["phase"])}
        found = pad.enter(entry)
        assert (found.wins[0].total, found.wins[0].tallies) == (score.total, score.tallies)
        paid = net(row for row in found.rows if row.tag not in drawn)
        assert paid == net((*score.at_once, *score.ledger))
        assert {seat: paid[seat] for seat in SEATS} == score.hand_payments
        seen += 1
        if seen == 12:
            break
    assert seen > 3


@pytest.mark.parametrize("name", ["guobiao", "sichuan"])
def test_fans_by_name_pay_what_their_tiles_pay(name):
    book, rng, seen = quepu.rulebook(name), Random(f"fans {name}"), 0
    while seen < 12:
        win = random_win(book, rng)
        if win.state or win.wild or (win.discarder is None) != win.self_draw or not book.score(win).legal:
            continue
        fed = {} if win.discarder is None else {"from": seat_letter(win.discarder)}
        situation = {"seat": seat_letter(win.seat), "flags": sorted(win.flags), **fed}
        tiles, fans, total = Pad(book, NAMES), Pad(book, NAMES), Pad(book, NAMES)
        first = tiles.enter({"wins": [told(win)], "draw": name == "sichuan"}).wins[0]
        fans.enter({"wins": [{**situation, "fans": [{"id": fan.id, "count": fan.count} for fan in first.earned]}],
                    "draw": name == "sichuan"})
        total.enter({"wins": [{**situation, "total": first.total}], "draw": name == "sichuan"})
        assert (fans.scores, fans.hand) == (tiles.scores, tiles.hand)
        assert total.scores == tiles.scores
        assert "not judged" in fans.entered[0].notes[0]["en"]
        assert all("who gave the tile of" in note["en"] for note in tiles.entered[0].notes)      # of a kong
        seen += 1


def test_several_win_on_one_tile_and_all_are_paid():
    pad = Pad("sichuan", NAMES)
    found = pad.enter({"steps": [
        {"kong": {"seat": "Ann", "kong": "concealed"}},
        {"wins": [{"seat": "Di", "from": "Bo", "total": 0}, {"seat": "Cy", "from": "Bo", "total": 1}]},
        {"kong": {"seat": "Bo", "kong": "concealed"}},         # those who have won no longer pay
        {"draw": {"ready": ["Ann", "Bo"]}}]})
    assert found.net == (6 - 2, -2 - 2 - 1 + 2, -2 + 2, -2 + 1)
    assert [score.win.seat for score in found.wins] == [2, 3]
    assert pad.hand.dealer == 1         # 一炮双响: who fed two deals next


def test_a_hand_of_blood_battle_goes_on_until_it_has_an_end():
    pad = Pad("sichuan", NAMES)
    with pytest.raises(QuepuError, match="does not end"):
        pad.enter({"wins": [{"seat": "Ann", "total": 0}]})
    with pytest.raises(QuepuError, match="has left"):
        pad.enter({"wins": [{"seat": "Ann", "total": 0}, {"seat": "Ann", "total": 1}], "draw": True})
    pad.enter({"wins": [{"seat": "Ann", "total": 0}, {"seat": "Cy", "total": 0},
                        {"seat": "Bo", "from": "Di", "total": 0}]})
    assert pad.hand.number == 2


# -- memory, dealer, rounds --

def test_kongs_and_pulls_are_remembered_and_paid_at_the_end():
    pad = Pad("tianjin", NAMES)
    pad.enter({"memory": {"sits": 1, "pulls": {"Bo": 2}}, "kongs": [{"seat": "Cy", "kong": "concealed"}], "draw": True})
    assert pad.entered[0].net[2] > 0
    assert sum(pad.scores) == 0
    assert pad.hand.dealer == 0
    assert pad.hand.memory["pulls"]["1"] == 0


def test_dealers_rounds_and_seats_follow(pad):
    for number in range(16):
        assert (pad.hand.number, pad.hand.round, pad.over) == (number + 1, number // 4, False)
        pad.enter({"draw": True})
    assert pad.over
    assert pad.entered[8].hand.players == (1, 0, 3, 2)      # 换位 in the third round


def test_seats_that_are_drawn_after_a_hand_are_told_by_the_players():
    book = rulebook_of_text('extends = "guobiao"\n[match]\nhands = { deals = 3 }\nredraws = "is_draw"\n')
    pad = Pad(book, NAMES)
    pad.enter({"draw": True})
    assert (pad.hand.dealer, pad.hand.players, pad.over) == (0, (0, 1, 2, 3), False)
    pad.enter({"seats": [NAMES[player] for player in (2, 0, 3, 1)]})
    assert (pad.hand.dealer, pad.hand.players) == (2, (2, 0, 3, 1))
    pad.enter({"draw": True})
    pad.enter({"draw": True})
    assert pad.over                     # each counts as a change of dealer


def test_only_the_hand_that_is_replayed_comes_again():
    book = rulebook_of_text('extends = "guobiao"\n[match]\nfalse_win = { pays = 20, then = "replay" }\n')
    pad = Pad(book, NAMES)
    found = pad.enter({"false_wins": ["Cy"]})
    assert (found.net, found.ended, pad.hand.dealer, pad.hand.number) == ((20, 20, -60, 20), "redeal", 0, 2)
    with pytest.raises(QuepuError, match="is over"):
        pad.enter({"false_wins": ["Cy"], "draw": True})


_STANDS = (ev.Drawn, ev.SetMade, ev.PungMade, ev.KongMade, ev.NoWinner)


def _entry(match: Match) -> dict:
    """The last hand of a match as somebody at the table would enter it."""
    begun = max(index for index, step in enumerate(match.steps) if step.kind == "begin")
    steps, declared, turned, own = [], None, {}, {}
    for index, step in enumerate(match.steps[begun:], begun):
        wins, fed = list(step.wins), None
        before = memory_of(match.at(index).table, match.book.model)
        for place, event in enumerate(step.events):
            if isinstance(event, ev.Declared):
                declared = event
            elif declared is not None and isinstance(event, ev.Won) and event.feeder == declared.seat:
                declared = None         # it does not stand
            elif declared is not None and isinstance(event, _STANDS):
                steps.append({"declare": {"seat": seat_letter(declared.seat), "ready": declared.ready}})
                declared = None
            if isinstance(event, ev.KongMade):
                steps.append({"kong": {"seat": seat_letter(event.seat), "kong": event.kong, "tile": event.tile,
                                       "from": None if event.feeder is None else seat_letter(event.feeder),
                                       "late": not match.at(index).table.drawn_kinds & _bit(event.tile),
                                       "state": _unseen(match, before)}})
            elif isinstance(event, ev.MixedKongMade | ev.TileAdded):
                laid = read_tiles(event.tiles) if isinstance(event, ev.MixedKongMade) else read_tiles(event.tile)
                steps.append({"kong": {"seat": seat_letter(event.seat), "kong": event.kong, "count": len(laid),
                                       "tile": write_tiles(laid[:1]), "state": _unseen(match, before)}})
            elif isinstance(event, ev.TurnedUp) and event.seat is not None:         # horses: they lie until the end
                own.setdefault(f"turned.{event.lot}", {}).setdefault(seat_letter(event.seat), []).append(event.tile)
            elif isinstance(event, ev.TurnedUp):
                of_lot = turned.setdefault(f"turned.{event.lot}", [] if event.seat is None else {})
                (of_lot if event.seat is None else of_lot.setdefault(seat_letter(event.seat), [])).append(event.tile)
            elif isinstance(event, ev.WildChosen) and event.tiles:
                steps.append({"wild": event.tiles})
            elif isinstance(event, ev.OpeningShown):
                steps.append({"opening": {"seat": seat_letter(event.seat), "fan": event.fan, "count": event.count}})
            elif isinstance(event, ev.FlowerLaid):
                steps.append({"flower": {"seat": seat_letter(event.seat), "tile": event.tile}})
            elif isinstance(event, ev.FalseWinDeclared):
                steps.append({"false_win": {"seat": seat_letter(event.seat)}})
            elif isinstance(event, ev.Won):
                win = wins.pop(0).win
                seen = {name: dict(tiles) if isinstance(tiles, dict) else list(tiles) for name, tiles in turned.items()}
                for later in takewhile(lambda other: isinstance(other, ev.TurnedUp), step.events[place + 1:]):
                    seen.setdefault(f"turned.{later.lot}", []).append(later.tile)      # birds: turned for the win
                shown = _shown(match) if match.book.id in SHOWN else {}
                one = told(win, state={**_unseen(match, win.state), **seen, **shown})
                if fed is not None and fed == event.feeder:
                    steps[-1]["wins"].append(one)
                else:
                    steps.append({"wins": [one]})
                fed = event.feeder
            elif not isinstance(event, ev.Paid):
                fed = None
    t, rules, seats = match.table, match.engine.rules, range(match.seats)
    end = {"turn_count": int(t.turn_count), **own}
    ended = match.settlements[-1].ended
    locked = rules.after_win == rule_codes.AfterWin.STAYS_LOCKED
    if ended != "win" or locked or 0 < int(t.out).bit_count() < match.seats - 1:   # the wall is out
        waits = [kinds_in(match.engine.kernels.waits_mask(t, match.engine.session, seat)) for seat in seats]
        ready = [seat_letter(seat) for seat in seats if any(_own(match, seat, kind) < 4 for kind in waits[seat])]
        shown = _shown(match) if match.book.id in SHOWN else {}
        state = {**end, **_unseen(match, memory_of(t, match.book.model)), **shown}
        steps.append({"draw": {"ended": "draw" if ended == "win" else ended, "ready": ready, "state": state}})
    else:
        steps.insert(0, {"memory": {**end, **(_shown(match) if match.book.id in SHOWN else {})}})
    return {"steps": steps}


def _bit(tile: str | None) -> int:
    """The kind of a tile as a bit; none of one that lies face down."""
    return 1 << read_kinds(tile)[0] if tile is not None else 0


#: rulebooks in which a win is paid by what lies in all four hands: whoever enters it tells them
SHOWN = ("guizhou", "nanchang", "wenzhou")


def _shown(match: Match) -> dict:
    """Who is ready when the hands are laid open, and the tiles of each seat, as far as they lie there still."""
    t, model, seats = match.table, match.book.model, range(match.seats)
    waits = [kinds_in(match.engine.kernels.waits_mask(t, match.engine.session, seat)) for seat in seats]
    return {
        "ready": [seat_letter(seat) for seat in seats if any(_own(match, seat, kind) < 4 for kind in waits[seat])],
        "hand_of": {seat_letter(seat): [one.kind for one in held(t, seat)] for seat in seats},
        "laid": {seat_letter(seat): [kind for meld in melds(t, model, seat) for kind in meld.tiles] for seat in seats},
        "river": {seat_letter(seat): [one.tile for one in river(t, seat) if not one.claimed] for seat in seats},
        **{slot.id: memory_of(t, model)[slot.id] for slot in model.memory           # a tile shown at the end (下精)
           if any(list(EVENTS)[event] == "turn_up" for update in slot.updates for event in update.of)}}


def _own(match: Match, seat: int, kind: int) -> int:
    """How many of a kind a seat has itself, so that it does not wait for more."""
    laid = [tile for meld in melds(match.table, match.book.model, seat) for tile in meld.tiles]
    return int(match.table.held[seat, kind]) + laid.count(kind)


LASTS = ("match", "player")         # scopes of memory that go on from hand to hand
_SEEN = {"kong", "win", "false_win", "hand_end", "declare"}


def _unseen(match: Match, memory: dict) -> dict:
    """The memory of a hand that follows from what nobody enters: discards, claims, tiles drawn."""
    names = list(EVENTS)
    return {slot.id: json.loads(json.dumps(memory[slot.id], default=dict)) for slot in match.book.model.memory
            if slot.scope not in LASTS and (not slot.updates or any(
                names[event] not in _SEEN for update in slot.updates for event in update.of))}


#: the engine turns ura indicators up after it has scored the win, so that it never counts them; the pad does
MATCHES = [*(name for name in known_ids() if name != "riichi"), "riichi?ura=false", "riichi?sanma=true&ura=false",
           "sichuan?xue_liu=true", "binshi?sticks_at_draw=carry"]


@pytest.mark.parametrize("name", MATCHES)
def test_a_pad_follows_a_match(name):
    """Scores, dealers, rounds, seats and memory after every hand are those of the match that was played."""
    follow(quepu.rulebook(name), 7)


def follow(book: quepu.Rulebook, seed: int) -> None:
    """Play a match, enter each hand, compare."""
    rng, match = Random(f"{book.id} {seed}"), Match(book, seed, NAMES)
    first = match.copy()
    first.begin()
    assert first.hand is not None
    names = [NAMES[player] for player in first.hand.players]    # who deals first is thrown for: it is named first
    pad = Pad(book, names)
    lasting = {slot.id for slot in book.model.memory if slot.scope in LASTS}
    while not match.over and len(pad.entered) < 10:
        match.begin()
        assert match.hand is not None
        assert (pad.hand.number, pad.hand.round) == (match.hand.hand, match.hand.round)
        assert [names[player] for player in pad.hand.players] == [NAMES[player] for player in match.hand.players]
        memory = memory_of(match.table, book.model)
        assert {key: pad.hand.memory[key] for key in lasting} == {key: memory[key] for key in lasting}
        while not match.hand_over:
            seat = match.asked[0]
            match.play(seat, sensible(match, seat, rng))
        found = pad.enter(_entry(match))
        assert dict(zip(names, found.scores, strict=True)) == \
            dict(zip(NAMES, match.settlements[-1].scores, strict=False))
        assert (found.ended, pad.over) == (match.settlements[-1].ended, match.over)
    assert len(pad.entered) > 2


# -- the pad itself --

def test_what_is_taken_back_is_gone(pad):
    pad.enter({"draw": True})
    before, scores = pad.hand, pad.scores
    pad.enter({"wins": [{"seat": "Bo", "hand": PURE}]})
    assert pad.hand != before
    assert pad.undo().entry["wins"][0]["hand"] == PURE
    assert (pad.hand, pad.scores) == (before, scores)
    pad.undo()
    assert pad.undo() is None
    assert pad.hand.number == 1


def test_a_pad_reads_back(pad):
    pad.enter({"wins": [{"seat": "Ann", "from": "Cy", "hand": HAND}]})
    pad.enter({"manual": [{"payments": {"Ann": -5, "pot": 5}, "text": "late"}]})
    pad.enter({"draw": True})
    again = Pad.from_json(json.loads(json.dumps(pad.as_json())))
    assert (again.hand, again.scores, again.as_csv()) == (pad.hand, pad.scores, pad.as_csv())
    assert again.hand.pot == 5


def test_a_note_leaves_the_hand_where_it_is(pad):
    found = pad.enter({"manual": [{"payments": {"Ann": 7, "Bo": -3, "Cy": -4}}]})
    assert (found.ended, found.net, pad.hand.number) == ("note", (7, -3, -4, 0), 1)
    assert [(row.payer, row.receiver, row.amount) for row in found.rows] == [(1, 0, 3), (2, 0, 4)]


def test_lines_for_a_spreadsheet(pad):
    pad.names = ("=Ann", " +Bo", "Cy\u202e", "＝Di")     # as if they had been taken
    assert [name[:3] for name in next(csv.reader(io.StringIO(pad.as_csv("en"))))[4:8]] == ["'=A", "' +", "Cy\\", "'＝D"]
    pad.names = ("=Ann", "Bo", "Cy", "Di")
    pad.enter({"wins": [{"seat": "E", "from": "Cy", "hand": HAND}], "manual": [
        {"payments": {"Bo": 1, "Cy": -1}, "text": "@x"}]})
    head, line = csv.reader(io.StringIO(pad.as_csv("en")))
    assert head[:6] == ["hand", "round", "dealer", "what happened", "'=Ann", "Bo"]
    assert line[:3] == ["1", "East", "'=Ann"]
    assert "from Cy: 8 Mixed Shifted Chows" in line[3]
    assert line[4:] == ["32", "-7", "-17", "-8"] * 2


@pytest.mark.parametrize(("entry", "why"), [
    ({"wins": [{"seat": "Ann", "from": "Cy", "hand": "123m345p678s1122z 2z"}]}, "8"),
    ({"wins": [{"seat": "Ann", "hand": "123m"}]}, "tiles"),
    ({"wins": [{"seat": "Eve", "hand": HAND}]}, "'Eve' is not a player"),
    ({"wins": [{"seat": "Ann", "from": "Ann", "hand": HAND}]}, "discard to himself"),
    ({"wins": [{"seat": "Ann", "fans": ["all_pung"]}]}, "all_pungs"),
    ({"wins": [{"seat": "Ann", "fans": ["all_pungs"], "total": 3}]}, "one way"),
    ({"wins": [{"seat": "Ann", "self_draw": False, "total": 3}]}, "either self-drawn"),
    ({"wins": [{"seat": "Ann", "total": 3, "flags": ["robing"]}]}, "robbing"),
    ({"winns": []}, "wins"),
    ({}, "nothing"),
    ({"kongs": [{"seat": "Ann", "kong": "concealed"}]}, "does not end"),
    ({"kongs": [{"seat": "Ann", "kong": "melded"}], "draw": True}, "say 'from' whom"),
    ({"kongs": [{"seat": "Ann", "kong": "red"}], "draw": True}, "has no 'red'"),
    ({"draw": True, "memory": {"streak": 1}}, "streak"),
    ({"manual": [{"payments": {"Ann": 1}}]}, "add up to"),
    ({"manual": [{"payments": {"Ann": 10**12, "Bo": -10**12}}]}, "whole number"),
    ({"steps": [{"draw": {}}, {"kong": {"seat": "Ann", "kong": "concealed"}}]}, "is over"),
    ({"wins": [{"seat": "Ann", "from": "Cy", "total": 8}, {"seat": "Ann", "from": "Cy", "total": 8}]}, "twice"),
    ([], "a table"), ({"wins": 3}, "a list"), ({"wins": [3]}, "a table"), ({"draw": {"ready": 1}}, "a list"),
    ({"draw": {"state": {"turn_count": "x"}}}, "not a number"), ({"steps": [3]}, "one thing"),
])
def test_a_wrong_entry_is_told_and_changes_nothing(pad, entry, why):
    pad.enter({"draw": True})
    before = pad.as_json(), pad.hand
    with pytest.raises(QuepuError, match=why):
        pad.enter(entry)
    assert (pad.as_json(), pad.hand) == before


def test_what_is_told_too_deep_is_refused(pad):
    deep: dict = {}
    for _ in range(5000):
        deep = {"Ann": deep}
    with pytest.raises(QuepuError, match="cannot be entered"):
        pad.enter({"draw": {"state": {"ready": deep}}})
    assert pad.hand.number == 1


def test_the_wrong_entry_is_named():
    with pytest.raises(QuepuError, match=r"^entry 2: .*not a player"):
        Pad("guobiao", NAMES, [{"draw": True}, {"wins": [{"seat": "Eve", "total": 8}]}])


@pytest.mark.parametrize("names", [("Ann", "Bo", "Cy"), ("Ann", "Ann", "Bo", "Cy"), ("E", "Ann", "Bo", "Cy"),
                                   ("", "Ann", "Bo", "Cy"), (1, "Ann", "Bo", "Cy"), "Ann",
                                   ("Ann\u00ad", "Ann", "Bo", "Cy"), ("\u3164", "Ann", "Bo", "Cy"),
                                   ("A\nB", "Ann", "Bo", "Cy"), ("A\x1b[2J", "Ann", "Bo", "Cy"),
                                   ("A\U000e0041", "Ann", "Bo", "Cy")])
def test_names_must_tell_players_apart(names):
    with pytest.raises(QuepuError):
        Pad("guobiao", names)


def test_a_total_is_refused_where_payments_follow_from_tallies():
    text = 'extends = "guobiao"\npay = [{ id = "win", on = "win", amount = "points" }]\n'
    book = rulebook_of_text(text)
    with pytest.raises(QuepuError, match="points"):
        Pad(book, NAMES).enter({"wins": [{"seat": "Ann", "total": 9}]})
    assert Pad(book, NAMES).enter({"wins": [{"seat": "Ann", "tallies": {"points": 9}}]}).net == (27, -9, -9, -9)


def test_players_draw_new_seats_and_what_they_have_goes_with_them():
    pad = Pad("taiwan?chahua=true")
    pad.enter({"memory": {"raised": {"A": 2}, "accepts": {"C": ["A"]}}})
    assert pad.enter({"seats": ["C", "B", "D", "A"]}).ended == "note"
    assert pad.hand.players == (2, 1, 3, 0)
    assert pad.hand.memory["raised"] == {"0": 0, "1": 0, "2": 0, "3": 2}
    accepts = pad.hand.memory["accepts"]
    assert [(one, other) for one, row in accepts.items() for other in row if row[other]] == [("0", "3")]
    found = pad.enter({"wins": [{"seat": "A", "from": "C", "total": 3}]})
    assert found.net == (19, 0, -19, 0)         # 底 5 三倍, 3 台, 莊家 1
    pad.undo()
    pad.undo()
    assert pad.hand.players == (0, 1, 2, 3)
    for entry in ({"seats": ["A", "B", "C", "C"]}, {"seats": ["A", "B", "C", "D"], "draw": True}):
        with pytest.raises(QuepuError):
            pad.enter(entry)


def test_a_false_win_costs_what_the_tiles_would_be_worth():
    pad = Pad("taiwan")
    pad.enter({"draw": True})
    found = pad.enter({"false_wins": [{"seat": "S", "total": 3}]})
    assert found.net == (11, -27, 8, 8)
    assert pad.hand.memory["streak"] == 1


def test_a_fault_may_be_paid_to_the_player_before_alone():
    pad = Pad("beijing", NAMES)
    assert pad.enter({"faults": [{"seat": "Bo", "fault": "out_of_turn"}]}).net == (1000, -1000, 0, 0)
    assert pad.enter({"faults": [{"seat": "Ann", "fault": "out_of_turn"}]}).net == (-1000, 0, 0, 1000)
    assert pad.enter({"faults": [{"seat": "Bo", "fault": "out_of_turn", "to": ["Cy"]}]}).net == (0, -1000, 1000, 0)
    told = "\n".join(line for part in procedure_text(pad.book.model, "zh") if part.id == "fault"
                     for entry in part.entries for line in (entry.text, *entry.lines))
    assert told == "上家没打就摸牌，或没摸先打，罚给上家。\n罚：1000\n只赔上家"


def test_faults_have_names_prices_and_consequences():
    pad = Pad("taiwan?unit=2", NAMES)
    found = pad.enter({"faults": [{"seat": "Bo", "fault": "called_pung", "to": ["Ann"]}]})
    assert (found.ended, found.net) == ("note", (2, -2, 0, 0))
    assert [row.names["zh"] for row in found.rows] == ["喊碰未碰"]
    found = pad.enter({"faults": [{"seat": "Cy", "fault": "melded_discard"}]})
    assert found.net == (2, 2, -6, 2)
    assert pad.hand.memory["dead_hand"] == {"0": 0, "1": 0, "2": 1, "3": 0}
    with pytest.raises(QuepuError, match="dead hand"):
        pad.enter({"wins": [{"seat": "Cy", "from": "Di", "hand": "[111m]456m789p234s55s24p 3p"}]})
    pad.enter({"faults": [{"seat": "Bo", "fault": "stands_in"}]})
    assert pad.hand.memory["stands_in"] == {"0": 0, "1": 1, "2": 0, "3": 0}
    assert pad.enter({"wins": [{"seat": "Di", "from": "Ann", "total": 2}]}).net == (0, -11, 0, 11)
    with pytest.raises(QuepuError, match="Known: called_pung"):
        pad.enter({"faults": [{"seat": "Bo", "fault": "late"}]})


@pytest.mark.parametrize(("marker", "wins", "pays"), [(0, 8, 12), (3, 12, 14)])
def test_a_streak_marker_that_is_wrong_never_helps_the_dealer(marker, wins, pays):
    for seat, other, amount in (("E", "S", wins), ("S", "E", pays)):
        pad = Pad("taiwan", NAMES)
        pad.enter({"draw": True})
        pad.enter({"draw": True})               # two repeats: 1 + 4 tai
        pad.enter({"memory": {"marker": marker}})
        net = pad.enter({"wins": [{"seat": seat, "from": other, "total": 2}]}).net
        assert net[0] == (amount if seat == "E" else -amount)


def test_a_kong_was_made_in_time_unless_told_otherwise():
    """憨包豆: a kong made later than the turn its fourth tile came brings nothing; the 8p is a chicken of two."""
    win = {"seat": "S", "hand": "(5555p)123p678p78p99p 9p", "flags": ["kong_draw"],
           "state": {"ready": ["S"], "draws": {"S": 3}}}
    for late, each in ((False, 14 + 2 + 3), (True, 14 + 2)):
        found = Pad("guizhou", NAMES).enter({"kongs": [{"seat": "S", "tile": "5p", "kong": "concealed", "late": late,
                                                        "state": {"draws": {"S": 3}}}], "wins": [win]})
        assert found.net == (-each, 3 * each, -each, -each)
    for late, paid in ((False, 1), (True, 0)):          # 过手杠, two stakes of the game by its defaults
        found = Pad("sichuan", NAMES).enter({"kongs": [{"seat": "S", "kong": "added", "from": "W", "late": late}],
                                             "draw": {"ready": ["E", "S", "W", "N"]}})
        assert found.net == (-paid, 3 * paid, -paid, -paid)
