"""`quepu sim`: many hands played by bots, and what they show."""

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
from quepu.faults import Fault
from quepu.locale import pick, words
from quepu.tiles import seat_name

if TYPE_CHECKING:
    from quepu.lab.simulate import Player, Simulation
    from quepu.lab.stats import Mean, Rate

STOPPED = 130               # what a shell expects after Ctrl-C
EXAMPLES = """\
examples:
  quepu sim --rule ID --hands 10000                    four easy bots
  quepu sim --rule ID --hands 10000 --policy normal,easy,normal,easy
  quepu sim --hands 100000 --workers 2 --seed 7 --json
  quepu sim --hands 160 --policy normal --records games   a file a match

policies: beginner (any legal answer), easy (nearest to complete), normal
(nearest to a legal win), strong (learned, defends), master (strong, and thinks
where it is close: some hundred times slower); the old names random, greedy and
aware stay.  The same seed gives the same result with any number of workers.
Ctrl-C prints what is done and ends with code 130.
"""


def add(commands: Any) -> None:
    """Add this command to the command line."""
    parser = commands.add_parser("sim", help="play many hands by bots and count", epilog=named(EXAMPLES),
                                 description="Play many hands by bots: wins, totals, how often each fan counts.",
                                 allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_rule(parser)
    parser.add_argument("--hands", metavar="N", type=int, default=1000, help="how many hands (1000)")
    parser.add_argument("--policy", metavar="BOT[,BOT...]", default="easy",
                        help="who plays: one name for all, or one for each player (easy)")
    parser.add_argument("--seed", metavar="S", type=int, default=1, help="where chance begins (1)")
    parser.add_argument("--workers", metavar="K", type=int, default=1, help="how many processes work (1)")
    parser.add_argument("--records", metavar="DIR", help="write each match as a record into this folder")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    add_lang(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Simulate and print."""
    from quepu.errors import QuepuError
    from quepu.lab.simulate import simulate
    book = load_book(arguments)
    progress = Progress("")
    lang = lang_of(arguments)
    look_into(book, arguments.policy.split(","), lang)
    try:
        simulation = simulate(book, arguments.hands, arguments.policy, seed=arguments.seed, workers=arguments.workers,
                              records=arguments.records,
                              progress=lambda hands: progress.tell(_bar(hands, arguments.hands, lang)))
    except OSError as error:
        raise QuepuError(Fault("sim.records", folder=str(arguments.records),
                               why=error.strerror or str(error))) from error
    finally:
        progress.done()
    tell_strong(book, simulation.policies, lang)
    if arguments.json:
        print_json(simulation.as_json())
    else:
        print(*report(simulation, lang), sep="\n")
    if simulation.interrupted:
        print(words("sim.stopped", lang, hands=f"{simulation.hands:,}"), file=sys.stderr)
        return STOPPED
    return DONE


def _bar(done: int, of: int, lang: str) -> str:
    filled = 30 * done // of
    return f"[{'#' * filled}{'.' * (30 - filled)}] {100 * done // of:3d} %  {done:,} {words('sim.hands', lang)}"


def report(simulation: "Simulation", lang: str) -> list[str]:
    """The result as lines of at most 80 columns."""
    def label(key: str) -> str:
        return words(f"sim.{key}", lang)
    book = simulation.book
    heads = [f"{pick(book.model.names, lang, book.id)} · {simulation.hands:,} {label('hands')} · "
             f"{simulation.matches:,} {label('matches')} · {label('seed')} {simulation.seed} · "
             f"{simulation.seconds:.1f} s · {simulation.hands_per_second:,.0f} {label('a_second')}",
             f"{label('draws')} {_rate(simulation.draws)}   {label('self_drawn')} {_rate(simulation.self_draws)}   "
             f"{label('total')} {_mean(simulation.total)}   {label('discards')} {simulation.discards:.1f}"]
    lines = [line for head in heads for line in wrap(head, PAGE, "  ", "")] + [""]
    head = ("", label("wins"), label("self_draws"), label("deal_ins"), label("total"), label("points"))
    rows = [head, *(_row(f"{'ABCD'[index]} {simulation.policies[index]}", player)
                    for index, player in enumerate(simulation.players))]
    rows += [_row(seat_name(index, lang), player) for index, player in enumerate(simulation.seats)]
    lines += table_lines(rows)
    if simulation.wins:
        names = {fan.id: pick(fan.names, lang, fan.id) for fan in book.model.fans}
        often = sorted(((rate, name) for name, rate in simulation.fans.items() if rate.count),
                       key=lambda pair: -pair[0].count)
        if often:                       # a rulebook may have none
            lines += ["", label("fans")]
            lines += table_lines([(names[name], _rate(rate), f"{rate.count:,}") for rate, name in often])
    never = [(what, names) for what, names in simulation.never.items() if names]
    if never:
        lines += ["", label("never")]
    for what, ids in never:
        listed = words("list", lang).join(_called(simulation, what, name, lang) for name in ids)
        lines += wrap(f"{label(f'never_{what}')}{words('colon', lang)}{listed}", PAGE, "    ", "  ")
    return lines


def _called(simulation: "Simulation", what: str, name: str, lang: str) -> str:
    """What a fan, kong, declaration or payment is called."""
    model = simulation.book.model
    if what == "payments":
        return next(pick(rule.names, lang, name) for rule in model.payments if rule.id == name)
    return model.entry_name({"fans": "fan", "kongs": "kong", "declarations": "ready"}[what], name, lang)


def _row(name: str, player: "Player") -> tuple[str, ...]:
    return (name, _rate(player.wins), _rate(player.self_draws), _rate(player.deal_ins), _mean(player.total),
            _mean(player.points, sign=True))


def _rate(rate: "Rate") -> str:
    """A rate in percent with half its interval."""
    return f"{100 * rate.rate:.1f}±{100 * rate.half:.1f}%"


def _mean(mean: "Mean", sign: bool = False) -> str:
    return f"{mean.mean:{'+' if sign else ''}.2f}±{mean.half:.2f}"
