"""`quepu duel`: which of two bots is the better one."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from quepu.cli.common import (
    DONE,
    Progress,
    add_lang,
    add_rule,
    lang_of,
    load_book,
    look_into,
    named,
    print_json,
    tell_strong,
)
from quepu.cli.figures import table_lines
from quepu.columns import PAGE, wrap
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.locale import pick, words

if TYPE_CHECKING:
    from quepu.lab.duel import Duel, State
    from quepu.lab.sequence import Figure

NOT_ABOVE, STOPPED = 1, 130
EXAMPLES = """\
examples:
  quepu duel strong normal --rule ID             until it is decided
  quepu duel strong normal --hands 12000 --workers 2 --seed 7 --json
  quepu duel strong normal --matches             whole matches, with places
  quepu duel "remote:python3 bot.py" strong      your own program
  quepu duel normal easy --hands 60 --records games     a file a table

Each deal is played with every seating of the two (six), so the tiles favour
nobody.  bots: beginner, easy, normal, strong, master, remote:COMMAND,
mjai:COMMAND; the old names random, greedy and aware stay.
The same seed gives the same result with any number of workers.
exit codes: 0 A is better (its interval is above zero), 1 not so, 2 bad input;
Ctrl-C prints what is known so far and ends with code 130.
"""


def add(commands: Any) -> None:
    """Add this command to the command line."""
    parser = commands.add_parser("duel", help="find out which of two bots is better", epilog=named(EXAMPLES),
                                 description="Play two bots against each other on the same deals.",
                                 allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a", metavar="A", help="a bot: beginner, easy, normal, strong, master, remote:COMMAND or "
                                             "mjai:COMMAND")
    parser.add_argument("b", metavar="B", help="the other")
    add_rule(parser)
    parser.add_argument("--hands", metavar="N", type=int,
                        help="so many hands, rounded up to whole deals; else until it is decided")
    parser.add_argument("--matches", action="store_true", help="whole matches, not only their first deals")
    parser.add_argument("--seed", metavar="S", type=int, default=1, help="where chance begins (1)")
    parser.add_argument("--workers", metavar="K", type=int, default=1, help="how many processes work (1)")
    parser.add_argument("--records", metavar="DIR", help="write each table as a record into this folder")
    parser.add_argument("--timeout", type=float, metavar="S", default=10.0,
                        help="seconds a program has for an answer (10)")
    parser.add_argument("--bot-log", metavar="FILE", help="where programs' standard error goes (nowhere)")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    add_lang(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Let them play and print."""
    from quepu.lab.duel import Verdict, duel
    book = load_book(arguments)
    progress = Progress("")
    lang = lang_of(arguments)
    look_into(book, (arguments.a, arguments.b), lang)
    try:
        found = duel(book, arguments.a, arguments.b, hands=arguments.hands, matches=arguments.matches,
                     seed=arguments.seed, workers=arguments.workers, records=arguments.records,
                     timeout=arguments.timeout, lang=lang, bot_log=arguments.bot_log,
                     progress=lambda state: progress.tell(_bar(state, arguments, lang)))
    except OSError as error:
        raise QuepuError(Fault("sim.records", folder=str(arguments.records),
                               why=error.strerror or str(error))) from error
    finally:
        progress.done()
    tell_strong(book, (arguments.a, arguments.b), lang)
    if arguments.json:
        print_json(found.as_json())
    else:
        print(*report(found, lang), sep="\n")
    if found.interrupted:
        print(words("sim.stopped", lang, hands=f"{found.hands:,}"), file=sys.stderr)
        return STOPPED
    if sys.stderr.isatty():             # not among the results, which are the same each time
        print(f"{found.seconds:.1f} s · {found.hands_per_second:,.0f} {words('sim.a_second', lang)}", file=sys.stderr)
    return DONE if found.verdict is Verdict.A else NOT_ABOVE


def _bar(state: "State", arguments: argparse.Namespace, lang: str) -> str:
    """How far it is, and what is known."""
    hands = f"{state.hands:,} {words('sim.hands', lang)}"
    if arguments.hands:
        hands = f"{min(100, 100 * state.hands // arguments.hands):3d} %  {hands}"
    if state.written:
        return f"{hands} · {words('duel.records', lang)} {state.written:,} / {state.units:,}"
    return f"{hands} · A − B {figure_text(state.figure, sign=True)}"


# -- the result as text --
def report(duel: "Duel", lang: str) -> list[str]:
    """The result as lines of at most 80 columns."""
    def label(key: str) -> str:
        return words(f"duel.{key}", lang)
    unit = label("matches" if duel.is_matches else "deals")
    head = (f"{pick(duel.book.model.names, lang, duel.book.id)} · A {duel.a.name} · B {duel.b.name} · "
            f"{duel.units:,} {unit} × {duel.seatings} {label('seatings')} · {duel.hands:,} {words('sim.hands', lang)}"
            f" · {words('sim.seed', lang)} {duel.seed}")
    lines = [*wrap(head, PAGE, "  ", ""), *wrap(_verdict(duel, lang), PAGE, "  ", ""), ""]
    rows = [("", "A", "B"), *((label(key), *(text(side) for side in (duel.a, duel.b))) for key, text in _ROWS.items())]
    if duel.is_matches:
        rows += [(label(key), *(figure_text(getattr(side, key), sign=key == "result") for side in (duel.a, duel.b)))
                 for key in ("result", "place")]
        rows += [(words("duel.placed", lang, place=place + 1),
                  *(percent_text(side.places[place]) for side in (duel.a, duel.b)))
                 for place in range(len(duel.a.places))]
    lines += table_lines(rows)
    if duel.is_matches:
        lines += wrap(words("duel.points_too", lang, figure=figure_text(duel.points, sign=True)), PAGE, "  ", "")
    lines += ["", *wrap(label("fixed" if duel.is_fixed else "any_time"), PAGE, "  ", "")]
    for name, side in (("A", duel.a), ("B", duel.b)):
        if side.lost_why is not None:
            lines += wrap(words("duel.lost", lang, side=name, count=f"{side.lost:,}", why=side.lost_why.told(lang)),
                          PAGE, "  ", "")
    return lines


def _verdict(duel: "Duel", lang: str) -> str:
    """What it has shown, in a sentence."""
    figure, kind, signed = duel.deciding, duel.verdict.value, duel.verdict.value not in "ab"
    value, low, high = figure.value, figure.low, figure.high
    if value is None:
        return words("duel.nothing", lang)
    if kind == "b" and low is not None and high is not None:
        value, low, high = -value, -high, -low          # told as B's
    between = "" if low is None else words("duel.between", lang, low=_number(low, signed), high=_number(high, signed))
    what = words("duel.a_match" if duel.is_matches else "duel.a_hand", lang)
    units = f"{duel.units:,} {words('duel.matches' if duel.is_matches else 'duel.deals', lang)}"
    return words(f"duel.verdict_{kind}", lang, value=_number(value, signed), what=what, between=between,
                 margin=_number(duel.margin), units=units)


def figure_text(figure: "Figure", sign: bool = False) -> str:
    """A figure with half its interval; a dash where there is none."""
    return _number(figure.value, sign) + ("" if figure.half is None else f"±{_number(figure.half)}")


def percent_text(figure: "Figure") -> str:
    """A rate in percent with half its interval."""
    if figure.value is None:
        return "–"
    return f"{100 * figure.value:.1f}" + ("" if figure.half is None else f"±{100 * figure.half:.1f}") + "%"


def _number(value: float | None, sign: bool = False) -> str:
    return "–" if value is None else f"{value:{'+' if sign else ''},.2f}"


def _points(name: str, sign: bool = True) -> Any:
    return lambda side: figure_text(getattr(side, name), sign)


def _rate(name: str) -> Any:
    return lambda side: percent_text(getattr(side, name))


_ROWS: dict[str, Any] = {"points": _points("points"), "wins": _rate("wins"), "self_draws": _rate("self_draws"),
                         "deal_ins": _rate("deal_ins"), "mean_win": _points("mean_win"),
                         "mean_loss": _points("mean_loss")}
