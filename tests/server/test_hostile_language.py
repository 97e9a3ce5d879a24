"""Expressions written to do harm, sent to the score pad and the rule checker: no code runs, the answer is a fault."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

HEAD = 'extends = "base/thirteen"\nname = { zh = "我", en = "Mine" }\n'
NAMES = ["Ann", "Bo", "Cy", "Di"]
WIN = {"wins": [{"seat": "Ann", "from": "Cy", "hand": "123m23455p345s77z 5p"}]}
CAPTURE = """
[memory.m]
scope = "seat"
[memory.hands]
scope = "match"
update = { on = "hand_end", set = "hands + 1" }
[define.g]
args = { s = "seat" }
is = "sum(m[s] for x in (1000000000, 1000000000)) if hands >= 0 else 0"
[[pay]]
on = "win"
amount = "1 + sum(g(x) for x in seats)"
"""


def pad(client: TestClient, text: str) -> tuple[int, dict]:
    answer = client.post("/api/pad", json={"rule": {"text": HEAD + text}, "names": NAMES, "entries": [WIN],
        "lang": "en"})
    return answer.status_code, answer.json()


@pytest.mark.parametrize("form", [
    "[[pay]]\non = 'win'\namount = 1\nwhen = '''sum(1 for x in ({0},)) > 0'''\n",
    "[[pay]]\non = 'win'\namount = '''count(x for x in ({0}, {0}))'''\n",
    "[[pay]]\non = 'win'\namount = 1\nwhen = '''distinct({0}, {0})'''\n",
    "[define.g]\nis = '''sum(1 for x in ({0},))'''\n[[pay]]\non = 'win'\namount = 'g'\n",
    "[memory.m]\nscope = 'hand'\nupdate = {{ on = 'discard', set = '''sum(1 for x in ({0},))''' }}\n",
])
def test_code_in_a_list_is_refused(client: TestClient, tmp_path: Path, form: str) -> None:
    trace = tmp_path / "trace"
    status, told = pad(client, form.format(repr(f"open('{trace}','w').close()")))
    assert status == 422
    assert "texts" in str(told)
    assert not trace.exists()


def test_code_in_a_choice_is_a_choice(client: TestClient, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    code = f"open('{trace}','w').close()"
    status, told = pad(client, f"[option.mode]\ntype = 'choice'\ndefault = 'calm'\nchoices = ['calm', \"{code}\"]\n"
                               f"[[pay]]\non = 'win'\namount = 3\nwhen = '''distinct(options.mode, {code!r})'''\n")
    assert (status, told["scores"]) == (200, [9, -3, -3, -3])
    assert not trace.exists()


def test_a_capture_reads_what_is_its_own(client: TestClient) -> None:
    status, told = pad(client, CAPTURE)
    assert (status, told["scores"]) == (200, [3, -1, -1, -1])


def test_a_type_that_is_none_is_told(client: TestClient) -> None:
    status, told = pad(client,
        '[define.g]\nargs = { s = "choice:nonexist" }\nis = "1"\n[[pay]]\non = "win"\namount = "g(1)"\n')
    assert status == 422
    assert "there is no type 'choice:nonexist'" in told["detail"]
