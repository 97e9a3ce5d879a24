"""One seeded hand in full as text: events in time order, what each asked seat might answer, what every seat sees."""

import argparse
import tomllib
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from quepu.book import Rulebook, rulebook
from quepu.engine.layout.record import line
from quepu.game import events as ev
from quepu.game.actions import action_of
from quepu.game.match import Match
from quepu.tiles import seat_letter
from tools.deals import FALSE_WIN, eager_player

GOLDEN = Path(__file__).parent.parent / "tests" / "walks" / "seeds.toml"
SEEDS: dict[str, dict[str, Any]] = tomllib.loads(GOLDEN.read_text(encoding="utf-8"))
LANG = "en"
#: after these every seat's view is shown, and at the beginning and the end
_SHOWN = (ev.KongMade, ev.MixedKongMade, ev.Declared)


def has_walk(name: str) -> bool:
    """Whether a rulebook has a walk."""
    return name in SEEDS


def walk_lines(name: str, book: Rulebook, engine: Any = None, seed: int | None = None) -> list[str]:
    """The walk of a rulebook, line by line; another rulebook may be walked with the same seed."""
    seed = SEEDS[name]["seed"] if seed is None else seed
    match, rng = Match(book, seed, engine=engine), Random(f"{name} walk {seed}")
    lines = [f"{name}, seed {seed}; made by python -m tools.write_walks, not by hand", ""]
    lines += _told(match, match.begin())
    lines += _views(match)
    while not match.hand_over:
        seat = match.asked[0]
        actions, chosen = _answer(match, seat, rng)
        lines.append(f"{seat_letter(seat)}: {' | '.join(f'<{a}>' if a == chosen else str(a) for a in actions)}")
        events = match.play(seat, chosen)
        lines += _told(match, events)
        if any(isinstance(event, _SHOWN) for event in events) and not match.hand_over:
            lines += _views(match)
    lines += _views(match)
    settlement = match.settlements[-1]
    for win in settlement.wins:
        lines += win.score.explain(LANG).splitlines()
    return [*lines, "", *settlement.lines(LANG)]


def _answer(match: Match, seat: int, rng: Random) -> tuple[tuple[Any, ...], Any]:
    """What a seat may answer, and what it does."""
    engine, model = match.engine, match.book.model
    count = engine.kernels.legal_into(match.table, engine.session, seat, engine.desk.legal)
    codes = [int(code) for code in engine.desk.legal[:count]]
    code = eager_player(codes, line(match.table.held, seat).tolist(), rng)
    return match.legal(seat), action_of(model, codes[0] if code == FALSE_WIN else code)


def _told(match: Match, events: Iterable[ev.Event]) -> list[str]:
    """Each event as it happened, and how those learn of it who may not know all."""
    lines = []
    for event in events:
        line = event.line(LANG)
        others: dict[str, str] = {}
        for seat in range(match.seats):
            seen = event.seen_by(seat)
            text = "nothing" if seen is None else seen.line(LANG)
            if text != line:
                others[text] = others.get(text, "") + seat_letter(seat)
        lines.append(f"    {line}" + "".join(f"   ({seats}: {text})" for text, seats in others.items()))
    return lines


def _views(match: Match) -> list[str]:
    """The table as every seat sees it."""
    lines = [""]
    for seat in range(match.seats):
        lines.append(f"-- as {seat_letter(seat)} sees it")
        lines += [f"   {line}" for line in match.view(seat).lines(LANG)]
    return [*lines, ""]


def main() -> None:
    """Look for a hand in which the most of what is wanted happens."""
    parser = argparse.ArgumentParser(prog="tools.walk", description="Look for the seed of a golden hand.")
    parser.add_argument("book")
    parser.add_argument("wanted", nargs="*", help="words that must stand in the walk; those of the golden hand if none")
    parser.add_argument("--seeds", type=int, default=2000, help="how many hands are tried")
    args = parser.parse_args()
    wanted = args.wanted or SEEDS[args.book]["wanted"]
    book, best = rulebook(args.book), -1
    for seed in range(args.seeds):
        text = "\n".join(walk_lines(args.book, book, seed=seed))
        found = [word for word in wanted if word in text]
        if len(found) > best:
            best = len(found)
            lacks = [word for word in wanted if word not in found]
            print(f"seed {seed}: {best} of {len(wanted)}; lacks {lacks}", flush=True)
        if best == len(wanted):
            return


if __name__ == "__main__":
    main()
