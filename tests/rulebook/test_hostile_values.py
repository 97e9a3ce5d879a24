"""Values at the edge: what lies outside a list is nobody and none in both runners, what is too much is refused soon."""


import numpy as np
import pytest

from quepu.book import rulebook_of_text
from quepu.engine.layout.frame import Place
from quepu.engine.layout.table_facts import ROW_ROOM
from quepu.errors import QuepuError, RulebookError
from quepu.rulebook.file.schema import OCCASIONS
from quepu.rulebook.language.events import EVENTS
from quepu.rulecode.play_functions import play_trees
from quepu.rulecode.play_loader import load_play, plain_play
from tests.laid.frames import Facts, blank, by_reference, ledger_rows, model_of, put, rows_of
from tests.rulebook.test_hostile_language import HEAD, pay, toml
from tests.waiting import few_calls

# -- 4: every index is tested --
EDGES = """
[memory.last]
scope = "hand"
type = "seat"
update = [{ on = "discard", set = "actor" }, { on = "pung", set = "last" }, { on = "chow", set = "next_seat(last, 1)" }]
[memory.kept]
scope = "hand"
type = "tile"
update = [{ on = "pung", set = "kept" }]
[memory.m]
scope = "seat"
[memory.fed]
scope = "pair"
[option.n]
type = "int"
default = 3
choices = [0, 9]
"""
EDGE_WORDS = [
    "fed[discarder, winner]", "fed[winner, discarder]", "fed[last, last]", "m[last]", "m[discarder]", "last.wind.rank",
    "copies_of", "visible(kept)", "held(kept)", "shown(kept)", "kept.rank", "kept.next.rank", "kept.number",
    "1 if kept.is_honor else 0", "1 if not kept.is_honor else 0", "1 if kept.is_wild else 0",
    "1 if kept in '1234567z' else 0",
    "1 if kept.owner == nobody else 0", "purse(last)", "declares(last)", "1 if ready(last) else 0", "value(last, kept)",
    "marked(last, kept)", "1 if last.is_out else 0", "count(t for t in hand_of(last))",
    "count(t for t in discards(last))",
    "count(t for t in waits(last))", "count(t for t in heard(last))", "count(t for t in laid(last))",
    "m[next_seat(last, 1)]", "m[next_seat(winner, -999999937)]", "m[next_seat(winner, 999999999)]",
    "sum(m[x] for x in (last, nobody, 'N'))", "sum(t.rank for t in (kept, none, '9m'))",
    "dice(min(4, max(1, m[winner])))",
    "doubled(1, m[winner])", "doubled(3, -5)", "7 // max(1, m[winner])", "7 % max(1, m[winner])",
    "ceil_to(7, max(1, m[winner]))", "m[winner] * m[winner]", "purse(winner) * 1000",
    "m[last if self_draw else discarder]",
]


@pytest.mark.parametrize("strange", [-1, 4, 5, 42, 63, 64, 1000, -7, 10**6, -10**9, 2**31, 2**40])
def test_what_lies_outside_is_nobody_and_none_in_both_runners(strange: int) -> None:
    words = [word for word in EDGE_WORDS if word != "copies_of"]
    model = model_of(EDGES + "".join(f"[kong.k{number}]\nreplacements = {word!r}\n" for number,
        word in enumerate(words)))
    play = play_trees(model)
    plain, compiled = plain_play(play), load_play(play)
    slots = {slot.id: slot.slot for slot in model.memory}
    told: Facts = {Place("memory", slots[name]): value for name, value in (
        ("m", [5, strange, 7, 8]), ("last", strange), ("kept", strange), ("fed", list(range(900, 916))))}
    f = put(blank(model), {
        **told, "seat_count": 4, "discarder": -1, "seat": 1, "visible": [3] * 42, "held": [2] * 42,
        "purse": [strange] * 4, "wait_values": [strange] * 168, "dice": [1, 2, 3, 4], "out": 15,
        "river_count": [2] * 4, "rivers": [2] * 240, "waits_of": [7] * 4, "heard_of": [7] * 4})
    fence = 600
    row = np.full(len(f.numbers) + 2 * fence, 123_456_789, dtype=np.int64)
    row[fence:-fence] = f.numbers
    for number, word in enumerate(words):
        path = ("kong", f"k{number}", "replacements")
        right = by_reference(model, path, f)
        asked = play.numbers[path]
        assert plain.ask(f, asked) == right, word
        assert compiled.call("ask", row.ctypes.data + 8 * fence, asked) == right, word
    assert by_reference(model, ("kong", "k0", "replacements"), f) == 0          # nobody fed a self-draw


@pytest.mark.parametrize("event", ["pung", "chow"])
def test_a_seat_that_is_none_is_kept_as_nobody(event: str) -> None:
    model = model_of(EDGES)
    play = play_trees(model)
    slots = {slot.id: slot.slot for slot in model.memory}
    f = put(blank(model), {Place("memory", slots["last"]): 99, Place("memory", slots["kept"]): 99})
    row = f.copy()
    plain_play(play).remember(f, list(EVENTS).index(event))
    load_play(play).call("remember", row.address, list(EVENTS).index(event))
    assert f.tobytes() == row.tobytes()
    assert -1 <= f.memory[slots["last"]] <= 3
    assert event != "pung" or f.memory[slots["kept"]] == -1


def test_who_is_no_seat_is_not_liable_and_deals_no_hand() -> None:
    model = model_of(EDGES + """
[match]
next_dealer = "last"
[[pay]]
on = "win"
amount = 5
tag = "main"
[[liability]]
on = "win"
payer = "last"
""")
    play = play_trees(model)
    slot = next(slot.slot for slot in model.memory if slot.id == "last")
    dealer = play.numbers["match", "next_dealer"]
    for strange, seats in ((9, 4), (-6, 4), (2**40, 4), (4, 4), (3, 3), (3, 4)):
        f = put(blank(model), {Place("memory", slot): strange, "seat_count": seats, "discarder": -1, "self_draw": 1})
        row = f.copy()
        right = ledger_rows(model, f.copy(), ("win",))
        assert all(0 <= seat < seats for line in right for seat in line[:2])
        inside = strange if 0 <= strange < seats else -1
        assert plain_play(play).ask(f, dealer) == load_play(play).call("ask", row.address, dealer) == inside
        plain_play(play).pay(f, OCCASIONS.index("win"))
        load_play(play).call("pay", row.address, OCCASIONS.index("win"))
        assert rows_of(model, f) == rows_of(model, row) == right


def test_the_pot_is_no_seat() -> None:
    """Where the pot pays, `m[payer]` is nobody's memory, not the one behind it."""
    model = model_of(EDGES + '[[pay]]\non = "win"\nfrom = "pot"\namount = "1 + m[payer] + fed[payer, winner]"\n')
    play = play_trees(model)
    slots = {slot.id: slot.slot for slot in model.memory}
    f = put(blank(model), {Place("memory", slots["m"]): [9] * 4, Place("memory", slots["fed"]): [9] * 16})
    row = f.copy()
    assert [line[3] for line in ledger_rows(model, f.copy(), ("win",))] == [1]
    plain_play(play).pay(f, OCCASIONS.index("win"))
    load_play(play).call("pay", row.address, OCCASIONS.index("win"))
    assert [line[3] for line in rows_of(model, f)] == [line[3] for line in rows_of(model, row)] == [1]


def test_amounts_that_grow_stay_inside_numbers() -> None:
    grow = '[[adjust]]\non = "win"\namount = "amount * 9999"\n' * 12
    model = model_of(f'[[pay]]\non = "win"\namount = 99999999\n{grow}[[pay]]\non = "end"\n'
                     'amount = "paid(\'win\', payer, winner)"\n')
    play = play_trees(model)
    f = blank(model)
    row = f.copy()
    right = ledger_rows(model, f.copy(), ("win", "end"))
    for occasion in ("win", "end"):
        plain_play(play).pay(f, OCCASIONS.index(occasion))
        load_play(play).call("pay", row.address, OCCASIONS.index(occasion))
    assert rows_of(model, f) == rows_of(model, row) == right
    assert max(line[3] for line in right) == 10**8


# -- what is too much is refused, and soon --
DOUBLING = "[define.g0]\nis = 'flower_count'\n" + "".join(
    f"[define.g{number}]\nis = '{{}}'\n".format(f"g{number - 1} + g{number - 1}") for number in range(1, 61))
NESTED = '[define.d]\nargs = {{ x = "int" }}\nis = "{0}"\n'
TOO_MUCH = {
    "doubling": pay("g60", rest=DOUBLING),
    "doubling from behind": pay("g60", rest="".join(
        f"[define.g{number}]\nis = 'g{number - 1} or g{number - 1}'\n" for number in range(60, 0, -1))
        + "[define.g0]\nis = 'self_draw'\n"),
    "arguments that double": pay("d(" * 36 + "1" + ")" * 36, rest=NESTED.format("x + x")),
    "arguments in loops": pay("d(" * 30 + "1" + ")" * 30, rest=NESTED.format("max(x for y in range(64))")),
    "few arguments in loops": pay("d(" * 5 + "1" + ")" * 5, rest=NESTED.format("max(x for y in range(64))")),
    "deep arguments": pay("d(" * 30 + "flower_count" + ")" * 30, rest=NESTED.format("-" * 10 + "x")),
    "loops": pay(when="any(any(any(x + y + z == total for x in range(64)) for y in range(64)) for z in range(64))"),
    "rows": pay("sum(sum(sum(r.amount + a.amount + b.amount for r in rows) for a in rows) for b in rows)"),
    "a long define": pay("d(1)", rest=NESTED.format("x + " * 5000 + "x")),
    "a deep define": pay("d(1)", rest=NESTED.format("(" * 1000 + "x" + ")" * 1000)),
    "a huge number": pay("1" + "0" * 30),
    "a huge key": f'{HEAD}[[pay]]\non = "win"\namount = {10**18}\n',
    "a chain": pay("(1 < " * 30 + "total" + " < 3)" * 30),
    "many arguments": pay("1", rest="[define.d]\nis = 'a1'\nargs = { " + ", ".join(
        f'a{number} = "int"' for number in range(500)) + " }\n"),
    "much worth": f'{HEAD}[fan.z]\nvalue = 1000000000\ncount = "copies(\'1m\') * 1000"\n',
    "a list of numbers": pay("sum(x * x * x for x in (1000000000 * 1000, 2))"),
    "numbers of tiles": f'{HEAD}[tiles.numbers]\n1m = 1000000000\n[[pay]]\non = "win"\n'
                        "amount = \"win_tile.number * win_tile.number\"\n",
    "many distinct": pay(when="distinct(" + ", ".join(map(str, range(100))) + ")"),
}


MOST_CALLS = 10_000_000


@pytest.mark.parametrize("name", TOO_MUCH)
def test_too_much_is_refused_soon(name: str) -> None:
    with pytest.raises(QuepuError) as error, few_calls(MOST_CALLS):
        rulebook_of_text(TOO_MUCH[name])
    assert "rules.toml:" in str(error.value)


@pytest.mark.parametrize("amount", [
    "win_tile" + ".next" * 35 + ".rank", "ceil_to(1, " * 35 + "max(1, total)" + ")" * 35, "not " * 36 + "total",
    "1 + (total > (" * 17 + "1" + "))" * 17, "next_seat(" * 30 + "winner" + ", 1)" * 30 + " == 'E'",
    "distinct(1, 2, " * 30 + "total" + ")" * 30, "-" * 36 + "total", "(1 if " * 30 + "total" + " else 2)" * 30,
    "m[last]" + " + m[last]" * 30, "(total // max(1, " * 15 + "total" + "))" * 15,
    "1 if " + " or ".join(f"copies('{n}m') == {n}" for n in range(1, 9)) + " else 0",
])
def test_what_is_deep_stays_small_and_right(amount: str) -> None:
    """Nothing is written out more than once, however deep it stands."""
    with few_calls(MOST_CALLS):
        model = model_of(EDGES + f'[[pay]]\non = "win"\namount = {toml(amount)}\n')
        play = play_trees(model)
    assert len(str(play.trees)) < 30_000
    f = put(blank(model), {"win_tile": 8, "total": 3})
    row = f.copy()
    right = ledger_rows(model, f.copy(), ("win",))
    plain_play(play).pay(f, OCCASIONS.index("win"))
    load_play(play).call("pay", row.address, OCCASIONS.index("win"))
    assert rows_of(model, f) == rows_of(model, row) == right


def test_a_condition_that_never_holds_stops_a_loop_in_both_runners() -> None:
    words = ["sum(x for x in (3, 4) if False)", "min(x for x in (3, 4) if False)",
        "1 if any(x == 3 for x in (3, 4) if False) else 0",
             "1 if all(x == 9 for x in (3, 4) if False) else 0"]
    model = model_of("".join(f"[kong.k{number}]\nreplacements = {word!r}\n" for number, word in enumerate(words)))
    play = play_trees(model)
    f = blank(model)
    for number, right in enumerate((0, 0, 0, 1)):
        path = ("kong", f"k{number}", "replacements")
        assert by_reference(model, path, f) == right
        assert path not in play.numbers or plain_play(play).ask(f, play.numbers[path]) == right


def test_sets_of_a_pick_are_themselves_in_both_runners() -> None:
    """Two equal chows are two sets: what asks whether they are the same one gets one answer."""
    book = rulebook_of_text(HEAD + '[fan.z]\nvalue = 5\npick = "a, b in chows"\nwhen = "a == b or a.low == b.low + 1"\n'
                            '[fan.y]\nvalue = 3\npick = "a, b in chows"\nwhen = "a != b and a.tile == b.tile"\n')
    for hand in ("112233m456p789s5z 5z", "123m234m345p55z67p 8p"):
        assert book.score(hand).total == book.compiled().score(book.win(hand)).total


@pytest.mark.parametrize("rest", ["", '[[adjust]]\non = "win"\namount = "amount + count(r for r in rows)"\n',
                                  '[[liability]]\non = "win"\npayer = "next_seat(payer, 1)"\nshare = 1\n'])
def test_a_full_ledger_is_full_in_both_runners(rest: str) -> None:
    model = model_of('[[pay]]\non = "win"\nfor = "seats"\namount = "payer == winner"\n' * 60
                     + '[[pay]]\non = "end"\nfor = "seats"\namount = "paid(\'win\', payer, owner) + 1"\n' + rest)
    play = play_trees(model)
    f = blank(model)
    row = f.copy()
    with pytest.raises(RulebookError, match=f"its ledger of {ROW_ROOM} rows"):
        ledger_rows(model, f.copy(), ("win", "end"))
    for occasion in ("win", "end"):
        plain_play(play).pay(f, OCCASIONS.index(occasion))
        load_play(play).call("pay", row.address, OCCASIONS.index(occasion))
    assert (f.row_lost, row.row_lost) == (1, 1)           # which stops the game, by name
    assert rows_of(model, f) == rows_of(model, row)
