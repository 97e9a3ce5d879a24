"""Records and logs from strangers: whatever stands in them, they are read or refused with their place, in bounds."""

# ruff: noqa: E501, PT017, PT018 - one case a line reads best

import copy
import json
import random

import pytest

from quepu.book import Rulebook
from quepu.cli.main import main
from quepu.errors import QuepuError
from quepu.game.match import Match
from quepu.records import json_text
from quepu.records.botzone import botzone_format, read_botzone
from quepu.records.botzone_write import write_botzone
from quepu.records.foreign import kind_of
from quepu.records.lines import RecordError, parse_record, replay, write_record
from quepu.records.mjai import read_mjai
from quepu.records.mjai_format import mjai_format
from quepu.records.mjai_log import parse
from quepu.records.mjai_write import write_mjai
from quepu.records.tenhou import read_tenhou
from tests import tenhou_logs
from tests.waiting import few_calls

ODD = [None, True, False, 0, -1, 1, 3, 4, 255, 10**18, -10**18, 1.5, -0.0, 1e300, "", " ", "x", "0", "-1", "9" * 500,
       "\u0000", "E", "1m", "?", "none", "all", "../../etc/passwd.toml", "%s{0}", [], [[]], [None], [0] * 300, ["1m"] * 20,
       {}, {"type": []}, {"a": {"b": []}}, {"type": "end"}]
CASES = 150                             # of each format
MOST_CALLS = 10_000_000


def played(book: Rulebook, hands: int = 1, seed: int = 3) -> Match:
    """A short match played by its first legal answers."""
    chance = random.Random(seed)
    match = Match(book, seed=seed)
    while len(match.settlements) < hands and not match.over:
        if match.hand_over:
            match.begin()
        while not match.hand_over:
            legal = match.legal(match.asked[0])
            wins = [action for action in legal if action.word == "win"]
            match.play(match.asked[0], wins[0] if wins else chance.choice(legal))
    return match


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """A record in each format."""
    riichi, guobiao = played(mjai_format().book()), played(botzone_format().book(False))
    mjai = write_mjai(riichi)
    return {"lines": write_record(guobiao), "mjai": mjai,
            "tenhou": json.dumps(tenhou_logs.log_of([json.loads(line) for line in mjai.splitlines()])),
            "botzone": json.dumps(write_botzone(guobiao, 1))}


def read(kind: str, text: str | bytes) -> object:
    """Read a text as a format does."""
    if kind == "lines":
        return replay(parse_record(text))
    return {"mjai": read_mjai, "tenhou": read_tenhou, "botzone": read_botzone}[kind](text)


def places(value: object) -> list[tuple[list[object], object]]:
    """Every place of a value, as a path."""
    found: list[tuple[list[object], object]] = []
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        found.append(([key], inner))
        found += [([key, *path], one) for path, one in places(inner)]
    return found


def mutant(value: object, chance: random.Random) -> object:
    """The value with one place changed, left out, doubled or taken from elsewhere."""
    made = copy.deepcopy(value)
    found = places(made)
    path, old = chance.choice(found)
    holder = made
    for key in path[:-1]:
        holder = holder[key]            # type: ignore[index]
    last = path[-1]
    how = chance.randrange(8)
    if how == 0:
        del holder[last]                # type: ignore[attr-defined]
    elif how == 1:
        holder[last] = chance.choice(found)[1]      # type: ignore[index]
    elif how == 2 and isinstance(holder, list):
        holder.insert(last, old)        # type: ignore[arg-type]
    elif how == 3 and type(old) is int:
        holder[last] = old + chance.choice((-1, 1, 2**31, 2**62))       # type: ignore[index]
    elif how == 4 and isinstance(old, str):
        holder[last] = old[::-1] + chance.choice((" ", "x", "0"))       # type: ignore[index]
    else:
        holder[last] = copy.deepcopy(chance.choice(ODD))                # type: ignore[index]
    return made


@pytest.mark.parametrize("kind", ["lines", "mjai", "tenhou", "botzone"])
def test_a_record_with_something_else_in_a_place_is_refused(kind, texts):
    chance = random.Random(f"{kind} 1")
    by_line = kind in ("lines", "mjai")
    whole = [json.loads(line) for line in texts[kind].splitlines()] if by_line else json.loads(texts[kind])
    unexpected = []
    for _case in range(CASES):
        made = mutant(whole, chance)
        text = "\n".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in made) + "\n" \
            if by_line else json.dumps(made)
        try:
            read(kind, text)
        except QuepuError as error:
            assert str(error).strip()
            unexpected += ["does not follow the format" in str(error)]
    assert sum(unexpected) <= CASES // 20           # nearly all are told in words of the format


def deep(times: int) -> str:
    return "[" * times + "]" * times


#: name -> a text that no format can be
WRONG = {
    "nothing": b"", "blank lines": b"\n\n \n", "a list for a type": b'{"type": []}\n', "a table for a type": b'{"type": {}}\n',
    "no type": b"{}\n", "a number": b"1\n", "a text": b'"x"\n', "null": b"null\n", "NaN": b"NaN\n",
    "NaN inside": b'{"type": "header", "format": NaN}\n', "infinite": b'{"type": "header", "seed": -Infinity}\n',
    "a huge float": b'{"type": "header", "seed": 1e999}\n', "a huge number": b'{"type":"header","seed":' + b"9" * 5000 + b"}\n",
    "a large number": b'{"type":"header","seed":' + b"9" * 30 + b"}\n", "deep": deep(100_000).encode(),
    "deep enough": b'{"type":"header","x":' + deep(200).encode() + b"}\n", "deep tables": b'{"a":' * 50_000,
    "a long line": b'{"type":"header","x":"' + b"x" * (2 << 20) + b'"}\n', "binary": bytes(range(256)) * 10,
    "not UTF-8": b'{"type": "\xff\xfe"}\n', "UTF-16": '{"type": "header"}'.encode("utf-16"), "zeroes": b"\0" * 1000,
    "half a character": b'{"type": "header", "program": "\\ud800"}\n', "twice": b'{"type": "header", "type": "header"}\n',
    "a million lines": b"{}\n" * 1_000_000, "a million lists": b"[" + b"[]," * 300_000 + b"[]]",
    "mjai by type": b'{"type":"start_game","names":7}\n{"type":"start_kyoku"}\n',
    "tenhou by shape": b'{"log":[[]]}', "tenhou with nothing": b'{"log":[[[0,0,0],[],[],[]]]}',
    "botzone by shape": b'{"log":[{}]}', "botzone with texts": b'{"log":[{"output":{"content":{"0":[],"1":1}}}]}',
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("kind", ["lines", "mjai", "tenhou", "botzone"])
def test_what_is_no_record_is_refused_at_once(kind, name):
    with pytest.raises(RecordError), few_calls(MOST_CALLS):
        read(kind, WRONG[name])


@pytest.mark.parametrize("name", WRONG)
def test_the_command_line_ends_with_two(name, tmp_path, capsys):
    path = tmp_path / "x.jsonl"
    path.write_bytes(WRONG[name])
    for command in (["replay", str(path)], ["record", "verify", str(path)], ["record", "convert", str(path), "--to", "lines"],
                    ["record", "convert", str(path), "--to", "botzone"]):
        assert main(command) == 2
        told = capsys.readouterr()
        assert told.err.strip() and "failed unexpectedly" not in told.err and "Traceback" not in told.err
        assert len(told.err) < 2000
        assert not told.out.strip()


@pytest.mark.parametrize("rule", ["/etc/hostname.toml", "../secret.toml", "x.toml?a=1", "base/thirteen", "guobiao?min_fan=1", "",
                                  "a" * 5000, "\x00", "C:\\x.toml", "guobiao\n", "."])
def test_a_record_names_no_files(rule, texts, tmp_path, monkeypatch):
    """Else a stranger's record could have any file read, and told in the error."""
    (tmp_path / "x.toml").write_text("secret = 'hidden'\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    lines = texts["lines"].splitlines()
    header = {**json.loads(lines[0]), "rulebook": rule}
    with pytest.raises(RecordError) as told:
        replay(parse_record("\n".join([json.dumps(header), *lines[1:]]) + "\n"))
    assert "secret" not in str(told.value).replace("secret.toml", "") and len(str(told.value)) < 500


@pytest.mark.parametrize("options", [{"text": "x"}, {"reference": "x"}, {"self": 1}, {"min_fan": [1]}, {"min_fan": {}},
                                     {"min_fan": 10**18}, {"": 1}, {"x" * 9000: 1}, {"settings": {}}])
def test_odd_options_of_a_record_are_refused(options, texts):
    lines = texts["lines"].splitlines()
    header = {**json.loads(lines[0]), "options": options}
    with pytest.raises(RecordError):
        replay(parse_record("\n".join([json.dumps(header), *lines[1:]]) + "\n"))


@pytest.mark.parametrize(("key", "value"), [
    ("seed", 1.5), ("seed", -1), ("seed", True), ("seed", 1 << 63), ("first_round", -1), ("first_round", 10**9), ("first_round", "x"),
    ("players", []), ("players", [1, 2, 3, 4]), ("players", "ABCD"), ("start", []), ("start", {"dealer": []}),
    ("start", {"scores": 5}), ("start", {"memory": []}), ("start", {"pot": "x"}), ("start", {"x": 1}), ("version", "1"),
    ("format", True), ("format", [1]),
])
def test_odd_headers_are_refused(key, value, texts):
    lines = texts["lines"].splitlines()
    header = {**json.loads(lines[0]), key: value}
    with pytest.raises(RecordError) as told:
        replay(parse_record("\n".join([json.dumps(header), *lines[1:]]) + "\n"))
    assert str(told.value).startswith("record:1:")


def test_a_text_with_half_a_character_is_refused():
    with pytest.raises(RecordError, match="record:2: not UTF-8"):
        parse_record('{"type":"header"}\n{"x":"\ud800"}\n')


def test_an_end_without_its_word_is_no_end(texts):
    lines = texts["lines"].splitlines()
    assert parse_record("\n".join([*lines[:-1], '{"type":"end"}']) + "\n").is_over is False


def test_kinds_of_odd_texts():
    assert [kind_of(text) for text in ("", "[]", '{"type":[]}', "[[", '{"log":[[]]}', "1", deep(50_000))] == [
        "botzone", "botzone", "botzone", "botzone", "tenhou", "botzone", "botzone"]


def test_numbers_texts_and_depth_have_bounds():
    assert json_text.json_value('{"a": [1, 2.5, "é", null, true]}', "x") == {"a": [1, 2.5, "é", None, True]}
    for text, why in (('{"a":1,"a":2}', "'a' appears twice"), ("1" * 30, "too large"), ("Infinity", "not a number"),
                      ('"\\udc00"', "half a character"), (deep(30), "nested"), ("{", "not JSON")):
        with pytest.raises(RecordError, match=why):
            json_text.json_value(text, "x:1")


def test_events_of_a_log_are_checked():
    for event in ({"type": "dahai", "actor": True, "pai": "1m"}, {"type": "start_kyoku", "oya": 0, "tehais": 7},
                  {"type": "start_kyoku", "oya": 0, "tehais": [[]] * 4, "scores": ["x"] * 4},
                  {"type": "start_kyoku", "oya": 0, "tehais": [[]] * 4, "honba": 10**12}, {"type": ["dahai"]}):
        with pytest.raises(RecordError, match=r"^log:1: "):
            parse(json.dumps(event), "log")
