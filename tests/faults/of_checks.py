"""Calls that provoke what `quepu rules check` says of hidden tiles, idle and unused rules, examples, the search."""

import tomllib
from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest import mock

import quepu
from quepu.bots.seat import CoreBot
from quepu.engine.layout.frame import Place as FramePlace
from quepu.errors import IllegalAction, RulebookError
from quepu.faults import Fault
from quepu.lab import trial
from quepu.rulebook.file.problem import tell, tell_all
from quepu.rulebook.language.node import Slot
from quepu.rulebook.language.sight import Book, Place, Sight
from quepu.rulecheck import directed_search
from quepu.rulecheck.check import _example_problems, check_file
from quepu.rulecheck.directed_search import SearchResults
from quepu.rulecheck.idle import idle
from quepu.rulecheck.random_wins import maker_of, near_win
from quepu.rulecheck.unnamed import unnamed
from quepu.rulecheck.unused import unused
from tests.faults.provoking import Provoke, Table, book

_HEAD = 'extends = "base/thirteen"\nid = "x"\n[tally.points]\n[score]\ntotal = "points"\n'
_MEMORY = '[memory.m]\nscope = "hand"\n'
_OFF = '[[phase]]\nid = "o"\nkind = "opening"\nenabled = false\n'


def _trial(stopping: Any) -> list[Fault]:
    """What trial hands tell where something stops them."""
    with stopping:
        return [problem.text for problem in trial.trial_problems(book(), 1)]


# -- hidden tiles --
def _secret(text: str) -> Provoke:
    return lambda: quepu.rulebook_of_text(_HEAD + text)


def _abort(condition: str, more: str = "") -> Provoke:
    return _secret(f"{more}[abort.x]\non = 'discard'\nwhen = '''{condition}'''\n")


def _kept(update: str, scope: str = "hand") -> str:
    return f"[memory.kept]\nscope = '{scope}'\nupdate = [{{ {update} }}]\n"


def _unnamed_word() -> Fault:
    """A field of the frame that no word reads."""
    sight = Sight(Book(), Place())
    (reason,) = sight.of(Slot(FramePlace("no such"))).values()
    return reason.word


_SPY = "[discard.x]\ntext = 'no'\nwhen = 'not ready(next_seat(actor, 1))'\n"
_OWN = _abort("ready(actor)")
_SHOWN = _secret("[memory.m]\nscope = 'seat'\nshown = true\n"
                 "update = [{ on = 'draw', when = 'owner == actor', set = 'ready(owner)' }]\n")
_WILD = _secret("[turned.w]\non = 'hand_start'\ntiles = 1\nseen = 'nobody'\n"
                "[wild]\nchosen = 'indicator'\nfrom = 'w'\nkinds = ['tile']\n")
_SECRETS: Table = {
    "secrecy.others_known": _secret(_SPY),
    "secrecy.own_way": _secret(_SPY),
    "secrecy.others_seen": _abort('ready("S")'),
    "secrecy.actor_seen": _OWN,
    "secrecy.open_way": _OWN,
    "secrecy.open_way_abort": _OWN,
    "secrecy.shown": _SHOWN,
    "secrecy.shown_out": _SHOWN,
    "secrecy.wild": _WILD,
    "secrecy.wild_seen": _WILD,
    "sight.word": _OWN,
    "sight.flag": _abort("lucky", "[flag.lucky]\ngiven = 'self_draw'\n"),
    "sight.stale": _abort("lucky", "[flag.lucky]\ngiven = 'self_draw'\n"),
    "sight.unknown": _unnamed_word,
    "sight.through": _abort("spied", "[define.spied]\nis = 'ready(actor)'\n"),
    "sight.keeps": _abort("kept == 0", _kept("on = 'discard', set = 'ready(actor)'")),
    "sight.passed": _abort("kept == 0", _kept("on = 'pass', set = 'kept + 1'")),
}


# -- rules that are idle, unused or have no name --
def _doubts(text: str, base: str = "guobiao") -> Provoke:
    def look() -> list[Fault]:
        whole = f'extends = "{base}"\n{text}\n'
        made, own = quepu.rulebook_of_text(whole), tomllib.loads(whole)
        problems = [*idle(made.model, own), *unnamed(made.model, own), *unused(made.model.as_written(), own)]
        return tell_all(problems, made.sources)
    return look


def _on(event: str, more: str = "") -> Provoke:
    return _doubts(f'{more}{_MEMORY}update = {{ on = "{event}", set = 1 }}')


def _pay(on: str, section: str = "pay", more: str = "") -> Provoke:
    return _doubts(f'[[{section}]]\nid = "x"\non = "{on}"\n{more}amount = 1')


_BET = _doubts('[memory.m]\nscope = "seat"\n[[phase]]\nid = "b"\nkind = "bet"\nsets = "m"\nchoices = [0, 2]')


def _nameless() -> Any:
    """A choice among very many numbers."""
    with mock.patch("quepu.rulecheck.unnamed.unnamed_answers", return_value=["*"]):
        return _BET()


_DEAL = _doubts(_OFF + '[ready.x]\non = ["deal"]')
_OPTION = "[option.strange]\ntype = 'bool'\ndefault = true"
_DOUBTS: Table = {
    "idle.no_opening": _DEAL,
    "idle.opening_way": _DEAL,
    "idle.never": _on("declare"),
    "idle.not_raised": _on("declare"),
    "idle.add": _on("declare"),
    "idle.no_ready": _on("declare"),
    "idle.no_chow": _on("chow", "claim.chow.enabled = false\n"),
    "idle.no_pung": _on("pung", "claim.pung.enabled = false\n"),
    "idle.no_kong": _on("kong", "".join(f"kong.{kong}.enabled = false\n" for kong in ("melded", "added", "concealed"))),
    "idle.no_announce": _on("announce", "kong.added.enabled = false\nkong.concealed.enabled = false\n"),
    "idle.no_flower": _on("flower", 'tiles.bonus = ""\n'),
    "idle.no_turned": _on("turn_up"),
    "idle.no_false_win": _on("false_win"),
    "idle.no_offer": _on("offered"),
    "idle.unpaid": _pay("ready"),
    "idle.add_paid": _pay("ready"),
    "idle.no_phase": _pay("bet", more='for = "pot"\n'),
    "idle.unchanged": _pay("draw", "adjust"),
    "idle.add_payment": _pay("draw", "adjust"),
    "unnamed.choice": _nameless,
    "unnamed.answers": _BET,
    "unnamed.names_like": _BET,
    "unnamed.entry": _doubts('[kong.extra]\nof = "hand"'),
    "unnamed.name_like": _doubts('[kong.extra]\nof = "hand"'),
    "unused.flag": _doubts("[flag.strange]"),
    "unused.define": _doubts("[define.strange]\nis = 'self_draw'"),
    "unused.condition": _doubts("[define.strange]\nis = 'self_draw'"),
    "unused.memory": _doubts("[memory.strange]\nscope = 'seat'"),
    "unused.payment": _doubts("[memory.strange]\nscope = 'seat'"),
    "unused.option": _doubts(_OPTION),
    "unused.options": _doubts(_OPTION),
}


# -- examples --
def _examples(text: str) -> Provoke:
    def look() -> list[Fault]:
        made = quepu.rulebook_of_text(_HEAD + text)
        return tell_all(_example_problems(made, set()), made.sources)
    return look


def _fan(example: str, when: str = "self_draw", more: str = "") -> Provoke:
    return _examples(f'[fan.x]\nname = "x"\nvalue = 1\nwhen = "{when}"\nexample = {example}\n{more}')


def _how(example: str) -> Provoke:
    return _examples(f'[how.example]\ntext = "x"\nexample = {example}\n')


_HAND = '"123m23455p345s77z 5p"'
_OTHER = '[fan.y]\nname = "y"\nvalue = 9\nwhen = "True"\n'
_CHOICE = '[option.o]\ntype = "bool"\ndefault = false\nchoice.true.fan.all_pungs.value = "dance"'
_WILD_RULES = '[wild]\nchosen = "fixed"\nkinds = ["\'5z\'"]'


def _inherited(text: str) -> Provoke:
    """What a house rule is warned of in what it inherits."""
    return lambda: check_file("x.toml", 0.02, text=f'extends = "guobiao"\n{text}\n').warnings


_EXAMPLES: Table = {
    "check.with_option": lambda: check_file("x.toml", 0.02, text=f'extends = "guobiao"\n{_CHOICE}\n').errors,
    "check.unreadable": _fan('"12xm"'),
    "check.example_like": _fan('"12xm"'),
    "check.not_earned": _fan(_HAND),
    "check.change": _fan(_HAND),
    "check.own_example": _inherited(_WILD_RULES),
    "inherited.says": _inherited("score.minimum = 4"),
    "inherited.write": _inherited("score.minimum = 4"),
    "check.not_complete": _fan('"159m23455p345s77z 5p"'),
    "check.dropped": _fan(_HAND, "True", _OTHER + 'drops = ["x"]\n'),
    "check.earns": _fan(_HAND, more=_OTHER),
    "check.earns_nothing": _fan(_HAND),
    "check.trial": lambda: _trial(mock.patch.object(CoreBot, "decide", side_effect=IllegalAction("no"))),
    "check.endless": lambda: _trial(mock.patch.object(trial, "MOST_STEPS", 1)),
    "check.no_table": lambda: _trial(mock.patch.object(trial, "Match", side_effect=RulebookError("no"))),
    "check.no_win": _how('"159m23455p345s77z 5p"'),
    "check.show_win": _how('"159m23455p345s77z 5p"'),
    "example.no_hand": _fan("3"),
    "example.not_known": _fan('{ hand = "123m23455p345s77z 5p", mood = "calm" }'),
    "example.state_number": _fan('{ hand = "123m23455p345s77z 5p", state = { x = "y" } }'),
}


# -- the search --
def _never(dropped: tuple[int, ...] = ()) -> list[Fault]:
    fan: Any = SimpleNamespace(index=0, id="x", on="win")
    results = SearchResults(dropped={0: Counter(dropped)} if dropped else {})
    return [tell(problem, []) for problem in directed_search._never([fan], results, set())]


def _together(*pairs: tuple[int, int]) -> list[Fault]:
    fans: list[Any] = [SimpleNamespace(index=index, id=name, tally="t", tags=(), drops=(), fallback=None, when=None)
                       for index, name in enumerate("xyz")]
    results = SearchResults()
    results.seen.update([first for first, _second in pairs] * directed_search.ENOUGH)
    results.together.update([*pairs] * directed_search.ENOUGH)
    played: Any = SimpleNamespace(model=SimpleNamespace(tallies=()))
    directed_search._company(played, fans, results, Random(1), 0)
    return [tell(problem, []) for problem in results.problems]


def _paid(amount: int, payer: int, receiver: int) -> Provoke:
    def look() -> list[Fault]:
        row = SimpleNamespace(amount=amount, payer=payer, receiver=receiver, tag="x")
        settling: Any = SimpleNamespace(ledger=SimpleNamespace(settle=lambda _frame: [row]))
        payments = directed_search._Payments(settling)
        payments.look(SimpleNamespace(frame=SimpleNamespace(discarder=1, self_draw=0)))     # type: ignore[arg-type]
        return [tell(problem, []) for problem in payments.problems]
    return look


def _no_hand() -> Any:
    maker = maker_of(book())
    with mock.patch.object(type(maker), "is_complete", return_value=False), \
            mock.patch.object(type(maker), "blocks", return_value=None), \
            mock.patch.object(type(maker), "any_tiles", return_value=None):
        return near_win(book(), book().model.fans[0].id, Random(1), 1)


_SEARCHED: Table = {
    "search.never": _never,
    "search.possible": _never,
    "search.never_counts": lambda: _never((7,)),
    "search.never_counts_by": lambda: _never((0,)),
    "search.paid": lambda: _never((0,)),
    "search.together": lambda: _together((0, 1)),
    "search.drop": lambda: _together((0, 1)),
    "search.together_all": lambda: _together((0, 2), (1, 2)),
    "search.drop_all": lambda: _together((0, 2), (1, 2)),
    "search.negative": _paid(-1, 0, 1),
    "search.exchange": _paid(-1, 0, 1),
    "search.himself": _paid(1, 1, 1),
    "search.payer": _paid(1, 1, 1),
    "search.pot": _paid(1, directed_search.POT, 1),
    "search.fills": _paid(1, directed_search.POT, 1),
    "search.no_fan": lambda: near_win(book(), "dance", Random(1)),
    "search.no_hand": _no_hand,
}

PROVOKED: Table = {**_SECRETS, **_DOUBTS, **_EXAMPLES, **_SEARCHED}
