"""Games in the mjai format and logs of tenhou.net/6: written, read back, and told where something does not fit."""

import json
from functools import cache
from itertools import pairwise

import pytest

from quepu import rulebook
from quepu.cli.main import main
from quepu.game.match import Match
from quepu.records.json_text import json_line
from quepu.records.lines import RecordError, parse_record, replay, write_record
from quepu.records.mjai import read_mjai
from quepu.records.mjai_write import mjai_events, write_mjai
from quepu.records.tenhou import log_book, read_tenhou, tenhou_events, tile_name
from tests.oracle.mjai import played
from tests.tenhou_logs import log_of

SEEDS = (1, 2, 30)


@cache
def match(seed: int) -> Match:
    return played(seed)


def events(seed=1, reader=None):
    return json.loads(json.dumps(mjai_events(match(seed), reader)))


def text(found):
    return "".join(json_line(event) + "\n" for event in found)


def first(found, kind, **values):
    return next(index for index, event in enumerate(found) if event["type"] == kind
                and all(event[key] == value for key, value in values.items()))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_reads_back(seed):
    again = read_mjai(write_mjai(match(seed)))
    assert write_mjai(again).splitlines()[1:] == write_mjai(match(seed)).splitlines()[1:]
    assert (again.over, again.scores, again.players) == (True, match(seed).scores, match(seed).players)
    record = write_record(again)
    assert write_record(replay(parse_record(record))) == record


def test_what_the_lines_say():
    found = events()
    assert [event["type"] for event in found[:4]] == ["start_game", "start_kyoku", "tsumo", "dahai"]
    assert found[-1] == {"type": "end_game", "scores": list(match(1).scores)}
    start = found[1]
    assert (start["bakaze"], start["kyoku"], start["honba"], start["kyotaku"], start["oya"]) == ("E", 1, 0, 0, 0)
    assert [len(hand) for hand in start["tehais"]] == [13] * 4
    kinds = {event["type"] for seed in SEEDS for event in events(seed)}
    assert kinds >= {"chi", "pon", "ankan", "kakan", "dora", "reach", "reach_accepted", "hora", "ryukyoku", "end_kyoku"}


@pytest.mark.parametrize("seed", SEEDS)
def test_deltas_lead_from_score_to_score(seed):
    scores = [25000] * 4
    for event in events(seed):
        if "deltas" in event:
            scores = [score + delta for score, delta in zip(scores, event["deltas"], strict=True)]
            assert event["scores"] == scores
        elif event["type"] == "start_kyoku":
            assert event["scores"] == scores


def test_what_a_player_sees():
    for event, seen in zip(events()[:200], events(reader=2)[:200], strict=True):
        if event["type"] == "start_game":
            assert seen == {**event, "id": 2}
        elif event["type"] == "start_kyoku":
            assert seen["tehais"][2] == event["tehais"][2]
            assert all(hand == ["?"] * 13 for player, hand in enumerate(seen["tehais"]) if player != 2)
        elif event["type"] == "tsumo":
            assert seen["pai"] == (event["pai"] if event["actor"] == 2 else "?")
        else:
            assert seen == event


def test_hidden_tiles_are_filled():
    """The first hand as player 0 saw it, up to the first declaration: others' tiles follow from what they discard."""
    found = events()
    end = min(first(found, "reach"), first(found, "end_kyoku"))
    shown = events(reader=0)[:end]
    again = read_mjai(text(shown))
    told = [event for event in mjai_events(again) if event["type"] in ("dahai", "chi", "pon")]
    assert told[:10] == [event for event in found[:end] if event["type"] in ("dahai", "chi", "pon")][:10]
    assert len(told) > 3


def test_a_log_may_end_anywhere():
    found = events()
    for end in (3, 10, 30):
        again = read_mjai(text(found[:end]))
        assert not again.over
        assert mjai_events(again)[1:end] == found[1:end]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_log_may_end_after_any_event(seed):
    """After every kind of event, before every kind that can follow it."""
    found = events(seed)
    ends = {(event["type"], following["type"]): place
            for place, (event, following) in reversed(list(enumerate(pairwise(found)))) if place}
    assert ("reach", "dahai") in ends
    for kinds, place in ends.items():
        part = found[:place + 1]
        known = mjai_events(read_mjai(text(part)))
        # a declaration goes with its discard: the match stops before it; a stake or an indicator may wait for passes
        length = place if kinds[0] in ("reach", "reach_accepted", "dora") else place + 1
        assert known[1:length] == part[1:length]
        assert kinds[0] != "reach" or len(known) == length


def cut_at_reach():
    found = events()
    place = first(found, "reach")
    return found[:place + 1], found[place]["actor"]


def test_a_log_that_ends_with_a_declaration_can_be_played_on():
    part, actor = cut_at_reach()
    again = read_mjai(text(part))
    assert [again.player_of(seat) for seat in again.asked] == [actor]
    assert any(action.word == "declare" for action in again.legal(again.asked[0]))
    assert write_record(replay(parse_record(write_record(again)))) == write_record(again)


def test_a_declaration_at_the_end_that_cannot_be_is_refused():
    found = events()
    place = first(found, "tsumo") + 1
    part = [*found[:place], {"type": "reach", "actor": found[place - 1]["actor"]}]
    with pytest.raises(RecordError, match=f"mjai:{place + 1}: player 0 may not declare now"):
        read_mjai(text(part))
    part[-1]["actor"] = 2
    with pytest.raises(RecordError, match="player 0 has to answer here, not 'reach' of player 2"):
        read_mjai(text(part))


def test_a_declaration_at_the_end_of_a_hidden_hand_is_taken():
    part, actor = cut_at_reach()
    shown = events(reader=(actor + 1) % 4)[:len(part)]
    assert not read_mjai(text(shown)).hand_over


def test_a_declaration_without_a_discard_in_the_middle_is_refused():
    found = events()
    place = first(found, "reach")
    following = next(index for index in range(place, len(found)) if found[index]["type"] == "start_kyoku")
    for rest in (found[place + 2:], found[following:]):
        with pytest.raises(RecordError, match=f"mjai:{place + 1}: no discard of the player follows the declaration"):
            read_mjai(text([*found[:place + 1], *rest]))


def test_a_log_may_begin_anywhere():
    found = events()
    for number in (1, 3):
        begins = [place for place, event in enumerate(found) if event["type"] == "start_kyoku"][number]
        part = [found[0], *found[begins:]]
        again = read_mjai(text(part))
        assert mjai_events(again)[1:] == part[1:]
        assert again.over


@pytest.mark.parametrize(("change", "why"), [
    (lambda found: found.insert(1, {"type": "dance"}), r"log:2: 'dance' is not an mjai event"),
    (lambda found: found[2].update(pai="9z"), r"log:3: '9z' is not a tile"),
    (lambda found: found[3].update(pai="?"), r"log:4: 'dahai' has no tile"),
    (lambda found: found[3].pop("actor"), r"log:4: 'dahai' has no player"),
    (lambda found: found[1 + first(found, "end_kyoku")].update(honba=7), r"this is not what the game gives: honba 7"),
    (lambda found: found[1]["tehais"].pop(), r"log:2: 'start_kyoku' needs the tehais of four"),
    (lambda found: found[1]["tehais"][0].pop(), r"log:2: player 0 is not dealt 13"),
    (lambda found: found[1].update(tehais=[["1m"] * 13] * 4), r"does not hold|more tiles in this hand"),
    (lambda found: found[4].update(actor=3), r"log:5: this is not what the game gives: actor 3"),
    (lambda found: found.pop(3), r"log:4: player 0 has to answer here, not 'tsumo' of player 1"),
    (lambda found: found[first(found, "hora")]["deltas"].__setitem__(0, 1), r"not what the game gives: deltas"),
    (lambda found: found.insert(4, {"type": "reach", "actor": 0}), r"log:5"),
    (lambda found: found.extend(found[1:5]), r"the match is over before this hand"),
])
def test_what_does_not_fit_is_told_with_its_line(change, why):
    found = events()
    change(found)
    with pytest.raises(RecordError, match=why):
        read_mjai(text(found), "log")


def test_other_payments_are_taken_if_one_wants():
    found = events()
    found = found[:first(found, "end_kyoku")]
    found[first(found, "hora")]["deltas"] = [0, 0, 0, 0]
    with pytest.raises(RecordError, match="deltas"):
        read_mjai(text(found))
    assert read_mjai(text(found), strict=False).settlements[0].scores == match(1).settlements[0].scores


def test_only_its_own_game_is_written():
    other = Match(rulebook("guobiao"), 1)
    with pytest.raises(RecordError, match="the mjai format is for"):
        write_mjai(other)


@pytest.mark.parametrize("data", ["", "[]", "{", '{"type":"none"}', '{"type":1}', "\x00", "[1]"])
def test_what_is_no_log(data):
    with pytest.raises(RecordError):
        read_mjai(data)


# -- tenhou.net/6 --
@pytest.mark.parametrize("seed", SEEDS)
def test_a_log_of_the_viewer_reads(seed):
    again = read_tenhou(json.dumps(log_of(mjai_events(match(seed)))), book=match(seed).book)
    assert mjai_events(again)[1:] == events(seed)[1:]


def test_its_rule_tells_the_options():
    log = log_of(events()[:6], disp="般東赤", aka=0)
    log["log"][0][1] = [30000] * 4
    options = {option.id: option.value for option in log_book(log, tenhou_events(log)).model.options}
    assert (options["platform"], options["length"], options["kuitan"], options["red_fives"], options["start"]) == (
        "tenhou", "east", False, "none", "30000")


def test_tiles_by_number():
    assert [tile_name(code) for code in (11, 19, 25, 39, 41, 45, 47, 51, 52, 53)] == [
        "1m", "9m", "5p", "9s", "E", "P", "C", "5mr", "5pr", "5sr"]
    for code in (0, 10, 20, 48, 54, 60):
        with pytest.raises(ValueError, match="not a tile"):
            tile_name(code)


@pytest.mark.parametrize(("data", "why"), [
    ("{", "not JSON"), ("{}", "no 'log'"), ('{"log":[]}', "no 'log'"), ('{"log":[[1]]}', "hand 1: cannot be read"),
    ('{"log":[{}]}', "hand 1: cannot be read"), ("[]", "no 'log'")])
def test_what_is_no_log_of_the_viewer(data, why):
    with pytest.raises(RecordError, match=why):
        read_tenhou(data)


def test_a_result_that_is_not_known():
    log = log_of(events()[:6])
    log["log"][0][-1] = ["猫"]
    with pytest.raises(RecordError, match=r"hand 1: cannot be read .*猫"):
        read_tenhou(log)


def test_three_players_are_refused():
    with pytest.raises(RecordError, match="only four players"):
        read_tenhou(log_of(events()[:6], disp="三般南喰赤"))


# -- the command --
def test_the_command_converts_there_and_back(tmp_path, capsys):
    ours, mjai, back, viewer = (str(tmp_path / name) for name in ("a.jsonl", "a.mjai", "b.jsonl", "v.json"))
    write_record(match(1), ours)
    assert main(["record", "convert", ours, "--to", "mjai", "--out", mjai]) == 0
    assert main(["record", "convert", mjai, "--to", "lines", "--out", back]) == 0
    assert main(["record", "verify", back]) == 0
    (tmp_path / "v.json").write_text(json.dumps(log_of(events()[:-1]), indent=1), encoding="utf-8")
    assert main(["record", "convert", viewer, "--to", "lines", "--rule", match(1).book.id]) == 0
    assert main(["record", "convert", ours, "--to", "mjai", "--hand", "1"]) == 2
    assert "whole matches" in capsys.readouterr().err
