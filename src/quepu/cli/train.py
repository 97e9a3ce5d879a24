"""`quepu train`: the strong bot of a rulebook, learned from self-play."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quepu.cli.common import DONE, Progress, add_lang, lang_of, load_book, named, print_json
from quepu.columns import PAGE, wrap
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.locale import pick, words

if TYPE_CHECKING:
    from quepu.lab.train import Round, Training

NONE_FOUND = 1
EXAMPLES = """\
examples:
  quepu train ID                         some minutes
  quepu train house.toml --minutes 10 --seed 7
  quepu train ID --out ID.json           what was learned, and the report, in a file

It plays against itself, learns which tiles are dangerous, what hands are worth
and what answers bring, and keeps what a duel on fresh deals finds better.  What
beats the normal bot is kept in the cache: `strong` plays by it from then on.
Work is counted in hands: the same seed and minutes give the same bytes.
exit codes: 0 a bot that beats normal was found, 1 none was, 2 bad input.
"""


def add(commands: Any) -> None:
    """Add this command to the command line."""
    parser = commands.add_parser("train", help="train the strong bot of a rulebook", epilog=named(EXAMPLES),
                                 description="Train the strong bot of any rulebook by self-play.",
                                 allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rule", metavar="RULE", nargs="?", help="a rulebook: an id, ID?option=value, or a TOML file")
    parser.add_argument("--option", metavar="K=V", nargs="+", action="extend", default=[], help="set an option")
    parser.add_argument("--seed", metavar="S", type=int, default=1, help="where chance begins (1)")
    parser.add_argument("--minutes", metavar="M", type=float, default=3.0,
                        help="how much is played, in minutes of one core, about (3)")
    parser.add_argument("--out", metavar="FILE", help="write what was learned into this file, too")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    add_lang(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Train, keep what is better, and report."""
    from quepu.game.minds import keep_learned
    from quepu.lab.train import train
    from quepu.text_file import write_text
    book = load_book(arguments)
    progress = Progress("")
    lang = lang_of(arguments)

    def told(stage: str, part: float) -> None:
        name, _, number = stage.partition(" ")
        progress.tell(f"{100 * part:3.0f} %  {words(f'train.stage.{name}', lang, number=number)}")
    try:
        found = train(book, seed=arguments.seed, minutes=arguments.minutes, progress=told)
    finally:
        progress.done()
    if found.learned is not None:
        keep_learned(book, found.text)
    if arguments.out:
        try:
            write_text(Path(arguments.out), found.text)
        except OSError as error:
            raise QuepuError(Fault("cli.unwritable", place=arguments.out, why=error.strerror or str(error))) from error
    if arguments.json:
        print_json({"rule": book.id, **found.as_json()})
    else:
        print(*report(found, lang), sep="\n")
    return DONE if found.learned is not None else NONE_FOUND


def report(found: "Training", lang: str) -> list[str]:
    """What was learned and how strong it got, as lines of at most 80 columns."""
    lines = [f"{pick(found.book.model.names, lang, found.book.id)} · {words('sim.seed', lang)} {found.seed} · "
             f"{found.hands:,} {words('sim.hands', lang)}",
             words("train.tables", lang, labels=f"{found.labels:,}", hits=f"{found.hits:,}"),
             words("train.begun", lang, how=words(f"train.begun.{found.begun.replace(' ', '_')}", lang))]
    lines += [_round(number, one, lang) for number, one in enumerate(found.rounds, 1)]
    proof = found.proof
    lines.append(words("train.above" if found.learned is not None else "train.not_above", lang,
                       points=f"{proof.mean:+,.2f}", half=f"{1.96 * proof.error:,.2f}", hands=f"{proof.hands:,}"))
    return [line for text in lines for line in wrap(text, PAGE, "  ", "")]


def _round(number: int, one: "Round", lang: str) -> str:
    if one.score is None:
        return words("train.no_round", lang, number=number)
    return words("train.round_kept" if one.is_kept else "train.round_dropped", lang, number=number,
                 rows=f"{sum(one.rows.values()):,}", points=f"{one.score.mean:+,.2f}",
                 half=f"{1.96 * one.score.error:,.2f}")
