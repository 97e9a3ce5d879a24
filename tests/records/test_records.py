"""Records: written and replayed byte for byte, refused with the line where they are damaged; Botzone's format."""

import json
import random
import re
from pathlib import Path

import pytest

from quepu import Match, __version__, rulebook
from quepu.errors import QuepuError
from quepu.game import events as ev
from quepu.records.botzone import botzone_format, read_botzone
from quepu.records.botzone_write import write_botzone
from quepu.records.lines import EDITION, RecordError, opened, parse_record, read_record, replay, walk, write_record
from tests.players import play_hand, play_match, sensible

EASY = "guobiao?min_fan=0"


@pytest.fixture(scope="module")
def record():
    """The text of a short record: a note, two hands, and the beginning of a third."""
    rng = random.Random(4)
    match = Match(EASY, seed=4, players=("甲", "乙", "丙", "丁"))
    match.note("the table opens")
    play_match(match, rng, hands=2)
    match.begin()
    for _turn in range(10):
        match.play(match.asked[0], sensible(match, match.asked[0], rng))
    return write_record(match)


def line_of(error):
    """The line an error speaks of."""
    return int(re.match(r"[^:]*:(\d+):", str(error.value))[1])


@pytest.mark.parametrize("book", [EASY, "binshi?min_fan=0", "guobiao?false_win=20&multi_win=all&min_fan=0"])
def test_a_record_is_replayed_byte_for_byte(book, tmp_path):
    match = play_match(Match(book, seed=9), random.Random(9), hands=4)
    path = tmp_path / "match.jsonl"
    text = write_record(match, path)
    again = replay(read_record(path))
    assert again.state == match.state
    assert again.events == match.events
    assert write_record(again) == text


def test_a_hand_with_a_seed_of_its_own():
    match, other = Match(EASY, seed=1), Match(EASY, seed=1)
    match.begin(77)
    other.begin()
    assert match.steps[0].wall != other.steps[0].wall
    assert all(match.hand.seen_by(seat).seed is None for seat in range(-1, 4))
    text = write_record(match)
    assert replay(parse_record(text)).state == match.state
    for wrong in ("78", "-1", "1.5", '"77"'):
        with pytest.raises(RecordError) as error:
            replay(parse_record(text.replace('"seed":77', f'"seed":{wrong}')))
        assert line_of(error) == 2
    with pytest.raises(QuepuError, match="the seed"):
        other.copy().at(0).begin(-1)


def test_a_whole_match_is_over_in_its_record():
    match = play_match(Match(EASY, seed=1), random.Random(1))
    record = parse_record(write_record(match))
    assert record.is_over
    assert record.lines[-2]["type"] == "settlement"
    assert [line["hand"] for line in record.lines if line["type"] == "settlement"] == list(range(1, 17))
    settled = next(line for line in record.lines if line["type"] == "settlement" and line["wins"])
    win = settled["wins"][0]
    assert sum(fan["points"] for fan in win["fans"]) == win["total"]
    assert sum(settled["net"]) == 0
    assert replay(record).over


def test_an_unfinished_match_can_be_played_on(record):
    match = replay(parse_record(record))
    assert not match.hand_over
    assert write_record(match) == record
    rng = random.Random(1)
    while not match.hand_over:
        match.play(match.asked[0], sensible(match, match.asked[0], rng))
    assert len(match.settlements) == 3


def test_a_record_is_walked_step_by_step(record):
    read = parse_record(record)
    match = opened(read)
    lines = [number for number, step in walk(read, match) if step.events or step.action]
    assert lines == sorted(lines)
    assert lines[0] == 2


# -- what is damaged is refused --

def changed(value):
    """A value of the same type that is another."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        other = {"E": "S", "S": "W", "W": "N", "N": "E", "pot": "E"}
        return other.get(value, value[:-1] + ("z" if value[-1:] != "z" else "m"))
    if isinstance(value, list):
        return [changed(value[0]), *value[1:]] if value else [1]
    return {**value, **{key: changed(part) for key, part in list(value.items())[:1]}} if value else {"x": 1}


def test_a_change_of_any_value_is_found_with_its_line(record):
    """One line of every kind, each of its values in turn: the fault is there, or where the game first differs."""
    texts = record.split("\n")
    seen = {}
    for number, text in enumerate(texts[:-1]):
        seen.setdefault(json.loads(text)["type"], number)
    assert {"header", "note", "hand", "dealt", "action", "drawn", "discarded", "settlement", "end"} <= set(seen)
    tried = 0
    for kind, number in seen.items():
        line = json.loads(texts[number])
        for key in line:
            if key == "type":
                continue
            forged = {**line, key: changed(line[key])}
            lines = [*texts]
            lines[number] = json.dumps(forged, ensure_ascii=False, separators=(",", ":"))
            with pytest.raises(RecordError) as error:
                replay(parse_record("\n".join(lines)))
            found = line_of(error)
            assert found == number + 1 if kind not in ("action", "header", "end", "note") else found >= 1
            if kind == "action":
                assert found >= number + 1
            tried += 1
    assert tried > 30


@pytest.mark.parametrize("kind", ["dealt", "action", "drawn", "discarded", "hand", "settlement", "hand_end"])
@pytest.mark.parametrize("how", ["left out", "twice", "exchanged"])
def test_lines_that_are_left_out_doubled_or_exchanged_are_found(record, kind, how):
    texts = record.split("\n")
    at = next(number for number, text in enumerate(texts[:-1]) if json.loads(text)["type"] == kind)
    if how == "left out":
        lines = texts[:at] + texts[at + 1:]
    elif how == "twice":
        lines = [*texts[:at + 1], texts[at], *texts[at + 1:]]
    else:
        lines = [*texts[:at], texts[at + 1], texts[at], *texts[at + 2:]]
    with pytest.raises(RecordError) as error:
        replay(parse_record("\n".join(lines)))
    assert abs(line_of(error) - (at + 1)) <= 2 or line_of(error) > at


def test_a_record_that_is_cut_off_is_refused_with_the_line(record):
    texts = record.split("\n")
    rng = random.Random(2)
    for length in [1, 40, *(rng.randrange(len(record)) for _try in range(30)), len(record) - 1]:
        with pytest.raises(RecordError, match=r"cut off|not a line|header|empty|end") as error:
            parse_record(record[:length])
        assert line_of(error) == max(1, record[:length].removesuffix("\n").count("\n") + 1)
    with pytest.raises(RecordError, match="cut off"):
        parse_record("\n".join(texts[:-2]) + "\n")


@pytest.mark.parametrize(("data", "line", "what"), [
    (b"", 1, "empty"), (b"\n\n", 1, "empty"), (b"[]\n", 1, "not a kind of line"), (b"{}\n", 1, "not a kind of line"),
    (b"hello\n", 1, "JSON"),
    (b'{"type":"drawn"}\n', 1, "header"), (b"\xff\xfe", 1, "UTF-8"), (b"[" * 100_000 + b"\n", 1, "JSON")])
def test_what_is_no_record_is_told(data, line, what):
    with pytest.raises(RecordError, match=what) as error:
        parse_record(data)
    assert line_of(error) == line


@pytest.mark.parametrize(("key", "value", "what"), [
    ("format", 2, f"format 2.*written by quepu {re.escape(__version__)}"),
    ("rulebook", "nowhere", "'nowhere' does not ship.*--rule FILE"),
    ("version", 99, "version 99; there is guobiao, version"), ("options", {"no_such": 1}, "no_such"),
    ("seed", "x", "seed"), ("seed", -4, "seed"), ("players", ["A"], "players"), ("players", [1, 2, 3, 4], "players"),
    ("first_round", "x", "1:"), ("options", {"min_fan": 8}, "not what the game gives")])
def test_a_record_of_another_version_or_rulebook_says_which(record, key, value, what):
    first, rest = record.split("\n", 1)
    header = {**json.loads(first), key: value}
    with pytest.raises(RecordError, match=re.compile(what, re.DOTALL)) as error:
        replay(parse_record(json.dumps(header, ensure_ascii=False, separators=(",", ":")) + "\n" + rest))
    assert line_of(error) == 1


def test_names_changed_by_hand_are_found(record):
    with pytest.raises(RecordError, match="names in the header"):
        replay(parse_record(record.replace("甲", "戊", 1)))


def test_a_house_rule_is_given_beside_its_record(tmp_path):
    file = tmp_path / "easy.toml"
    file.write_text('[rulebook]\nextends = "guobiao"\n[score]\nminimum = 0\n', encoding="utf-8")
    book = rulebook(file)
    match = Match(book, seed=2)
    play_hand(match, random.Random(2))
    record = parse_record(write_record(match))
    with pytest.raises(RecordError, match=r"'easy' does not ship.*--rule FILE"):
        replay(record)
    assert replay(record, book).state == match.state


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(RecordError, match="cannot be read"):
        read_record(tmp_path / "none.jsonl")


# -- Botzone --

def without_names(events):
    """Events without those that speak of the match around the hand."""
    return [event for event in events if not isinstance(event, ev.HandBegan | ev.HandEnded | ev.MatchEnded)]


@pytest.mark.parametrize("flowers", ["none", "auto"])
def test_a_hand_goes_to_botzone_and_back(flowers):
    match = play_match(Match(f"guobiao?flowers={flowers}", seed=3), random.Random(3))
    begins = [index for index, step in enumerate(match.steps) if step.kind == "begin"]
    carried = 0
    for hand, (first, last) in enumerate(zip(begins, [*begins[1:], len(match.steps)], strict=True), 1):
        try:
            data = write_botzone(match, hand)
        except RecordError:             # a flower drawn last has no replacement
            continue
        again = read_botzone(json.dumps(data))
        told = [event for step in match.steps[first:last] for event in step.events]
        assert without_names(again.events) == without_names(told)
        assert again.scores == match.settlements[hand - 1].net
        assert again.hand.round == match.steps[first].events[0].round
        assert write_botzone(again) == data
        carried += 1
    assert carried >= 12


def by_hand():
    """A record written by hand: West discards 3m at once, East, who waits for it, wins."""
    hands = ["W1 W1 W1 W2 W4 W5 W6 W7 W7 W8 W9 W9 W9", "B1 B2 B4 B5 B7 B8 T1 T2 T4 T5 T7 T8 F1",
             "W3 B1 B2 B4 B5 B7 B8 T1 T2 T4 T5 T7 F2", "B3 B6 B9 T3 T6 T9 F1 F2 F3 F4 J1 J2 J3"]
    log = []

    def say(requests, answers=(), **display):
        log.append({"output": {"command": "request", "content": {str(n): text for n, text in enumerate(requests)},
                               "display": display}})
        log.append({str(n): {"verdict": "OK", "response": dict(answers).get(n, "PASS")} for n in range(4)})

    def draw(player, tile, answer):
        say([f"2 {tile}" if n == player else f"3 {player} DRAW" for n in range(4)], [(player, answer)])
    say([f"0 {n} 1" for n in range(4)])
    say([f"1 0 0 0 0 {hands[n]}" for n in range(4)])
    draw(0, "F3", "PLAY F3")
    say(["3 0 PLAY F3"] * 4)
    draw(1, "F4", "PLAY F4")
    say(["3 1 PLAY F4"] * 4)
    draw(2, "J3", "PLAY W3")
    say(["3 2 PLAY W3"] * 4, [(0, "HU")])
    return {"log": log}


def test_a_botzone_record_written_by_hand_is_played():
    data = by_hand()
    unfinished = read_botzone(data)             # the judge has not spoken his last word
    assert not unfinished.hand_over
    assert unfinished.asked == (0,)
    assert str(unfinished.hand.round) == "1"
    unfinished.play(0, "win")
    total, net = unfinished.settlements[0].wins[0].total, unfinished.settlements[0].net
    assert net == (24 + total, -8, -8 - total, -8)
    assert "full_flush" in [fan.id for fan in unfinished.settlements[0].wins[0].score.fans]
    paid = {str(n): net[n] for n in range(4)}
    end = {"command": "finish", "content": paid, "display": {"action": "HU", "player": 0, "fanCnt": total, "fan": []}}
    finished = read_botzone({"log": [*data["log"], {"output": end}]})
    assert finished.events == unfinished.events
    end["content"] = {**paid, "0": 1}
    with pytest.raises(RecordError, match="the platform paid"):
        read_botzone({"log": [*data["log"], {"output": end}]})
    assert read_botzone({"log": [*data["log"], {"output": end}]}, strict=False).scores == net


@pytest.mark.parametrize(("change", "what"), [
    (lambda data: "{", "not JSON"), (lambda data: "7", "object"), (lambda data: "[]", "no 'log'"),
    (lambda data: {"log": []}, "no 'log'"),
    (lambda data: {"log": [{"output": 5}]}, "log 0: "), (lambda data: {"log": data["log"][:2]}, "before the dealer"),
    (lambda data: json.dumps(data).replace("3 0 PLAY F3", "3 0 PLAY F9"), "log 6: 'F9' is not a tile"),
    (lambda data: json.dumps(data).replace("3 0 PLAY F3", "3 0 PLAY T9"), "log 6: .*not possible"),
    (lambda data: json.dumps(data).replace("3 0 PLAY F3", "3 0 HOP F3"), "log 6: 'HOP'"),
    (lambda data: json.dumps(data).replace("2 F4", "2 W1"), r"1m is dealt and drawn|not possible"),
    (lambda data: {"log": [*data["log"], {"output": {"command": "finish", "content": {}, "display": {
        "action": "WA", "player": 2}}}]}, "fault of player 2")])
def test_a_botzone_record_that_does_not_fit_is_refused(change, what):
    with pytest.raises(RecordError, match=what):
        read_botzone(change(by_hand()))


def test_the_format_says_which_rulebook_it_belongs_to():
    form = botzone_format()
    assert len(form.kinds) == 42
    assert form.book(True).model.bonus
    assert not form.book(False).model.bonus
    match = Match("binshi?min_fan=0", seed=1)
    play_hand(match, random.Random(1))
    with pytest.raises(RecordError, match="not for binshi"):
        write_botzone(match)
    with pytest.raises(RecordError, match="not finished"):
        write_botzone(Match("guobiao", seed=1))


@pytest.mark.parametrize("name", ["blood_battle", "red_fives", "stakes"])
def test_records_of_an_older_version_still_play_out(name):
    """Written before points had eight bytes, by rulebooks with more memory, and before a declaration that waits for its
    stake had a field of its own: their last fingerprint is free."""
    record = read_record(Path(__file__).parent / "older" / f"{name}.jsonl")
    assert len(replay(record).settlements) == 3


def test_the_fingerprint_of_the_table_is_compared_in_records_of_this_edition(tmp_path):
    match = Match("guobiao", seed=1)
    play_hand(match, random.Random(1))
    text = write_record(match)
    table = json.loads(text.splitlines()[-1])["table"]
    path = tmp_path / "changed.jsonl"
    path.write_text(text.replace(table, "0" * 64), encoding="utf-8")
    with pytest.raises(RecordError, match="not what the game gives"):
        replay(read_record(path))
    older = text.replace(table, "0" * 64).replace(f'"edition":{EDITION}', f'"edition":{EDITION - 1}')
    path.write_text(older, encoding="utf-8")
    assert replay(read_record(path)).scores == match.scores        # of an older one it had other fields
