"""docs/strength.md, made of the proofs that are kept."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from quepu.book import rulebook
from quepu.game.minds import shipped_report
from quepu.rulebook.file.load import known_ids
from tools.strength import dangers, pool, proofs, speeds
from tools.strength.proofs import digest_of
from tools.wrap_docs import wrapped
from tools.write_docs import rows

PAGE = proofs.KEPT.parent.parent / "docs" / "strength.md"
INTRO = """\
# How strong the strong bot is

Made by `python -m tools.strength --write` from `bench/strength*.jsonl`; what `strong` is and how it
is trained stands in [simulation.md](simulation.md#training).
"""
PROOF = """\
## Strong against normal

Two against two, the first hand of a match, every deal with all its seatings; ± is half a 95 %
interval. Training, gates and proofs have deals of their own: the seed of a proof is a digest of
weights and rulebook version, so nothing can have been chosen by it. Every proof is appended to
`bench/strength.jsonl`, and none is removed. *Above* and *below*: after Holm's correction for as
many looks as there are rulebooks, and at least 0.02 standard deviations of a hand.
"""
MATCHES = """\
## Whole matches

The same with whole matches; the result is that of the rulebook's own ranking.
"""
POOL = """\
## Against other players

Points a hand of strong above each, as one among three of them and as three against one:
its own weights as they were set by hand before any correction, `easy`, and itself with one habit.
"""
DANGER = """\
## Is danger what the table says?

What the danger table says of each tile that a strong bot holds against each opponent, beside
whether that opponent could win on it (the engine is asked), on hands that no training has seen.
Log loss in thousandths: of the table, and of one constant for all tiles.
"""
SPEED = """\
## Speed

Hands a second on one core, one run after the other: in a duel of two against two, and all four of
one kind.
"""


def page() -> str:
    """The whole page."""
    measured: tuple[tuple[str, Mapping[str, Any], Callable[[], str]], ...] = (
        (MATCHES, proofs.kept("match"), _matches), (POOL, pool.kept(), _pool), (DANGER, dangers.kept(), _danger),
        (SPEED, speeds.kept(), _speeds))
    parts = [INTRO, f"{PROOF}\n{_proofs()}", *(f"{head}\n{table()}" for head, kept, table in measured if kept)]
    return wrapped("\n".join(parts) + "\n")


def _figure(told: Mapping[str, Any], sign: bool = True, percent: bool = False) -> str:
    value, low, high = (told[name] for name in ("value", "low", "high"))
    if value is None:
        return "-"
    scale = 100 if percent else 1
    plus = "+" if sign else ""
    half = "" if low is None else f" ± {scale * (high - low) / 2:.{1 if percent else 2}f}"
    return f"{scale * value:{plus}.{1 if percent else 2}f}{half}"


def _proofs() -> str:
    found = proofs.kept()
    rules = known_ids()
    says = dict(proofs.decided(found, len(rules)))
    table = rows(("rulebook", "points a hand", "", "wins %", "normal", "deal-ins %", "normal", "hands"),
                 (_proof_row(found[rule], says[rule]) for rule in rules if rule in found))
    counts = {name: sum(one == name for one in says.values()) for name in ("above", "level", "below")}
    sums = f"Above in {counts['above']} of {len(rules)}, below in {counts['below']}, level in {counts['level']}."
    normal = [rule for rule in rules if digest_of(rulebook(rule)) is None]
    unproven = [rule for rule in rules if rule not in found and rule not in normal]
    rest = [f"No proof of today's weights is kept for {', '.join(unproven)}."] if unproven else []
    return "\n\n".join([sums, table, *rest, *_untrained(normal)]) + "\n"


def _proof_row(proof: proofs.Proof, says: str) -> tuple[str, ...]:
    strong, normal = proof.told["strong"], proof.told["normal"]
    shares = (_figure(side[name], sign=False, percent=True).partition(" ")[0]
              for name in ("wins", "deal_ins") for side in (strong, normal))
    return proof.rule, _figure(proof.told["points"]), says, *shares, f"{proof.told['hands']:,}"


def _untrained(rules: Sequence[str]) -> Iterator[str]:
    """The rulebooks in which strong is normal, with what training has shown."""
    told = [(rule, shipped_report(rule)) for rule in rules]
    if told:
        yield ("Strong plays as normal where no training was above it at 99 % on fresh deals. What the training "
               "found there:")
        yield rows(("rulebook", "points a hand", "hands"),
                   ((rule, "not trained", "") if report is None else
                    (rule, f"{report['proof']['points']:+.2f} ± {report['proof']['half']:.2f}",
                     f"{report['proof']['hands']:,}") for rule, report in told))


def _matches() -> str:
    return rows(("rulebook", "result a match", "place", "normal", "matches x seatings"),
                ((proof.rule, _figure(proof.told["points"]), _figure(proof.told["strong"]["place"], sign=False),
                  _figure(proof.told["normal"]["place"], sign=False), str(proof.told["units"]))
                 for proof in proofs.kept("match").values())) + "\n"


def _pool() -> str:
    kept = pool.kept()
    names = list(dict.fromkeys(one["rival"] for found in kept.values() for one in found))
    return rows(("rulebook", "strong", *names), (
        (rule, {"one": "one of four", "three": "three of four"}[seats],
         *(f"{one['points']:+.2f} ± {one['half']:.2f}" for one in found if one["strong"] == seats))
        for rule, found in sorted(kept.items()) for seats in ("one", "three"))) + "\n"


def _danger() -> str:
    kept = dict(sorted(dangers.kept().items()))
    losses = rows(("rulebook", "tiles looked at", "won on", "table", "constant"), (
        (rule, f"{one['tries']:,}", f"{one['hits']:,}", f"{1000 * one['loss']:.2f}", f"{1000 * one['constant']:.2f}")
        for rule, one in kept.items()))
    bins = rows(("said, up to %", *kept), (
        (f"{100 * most:g}", *(_bin(one, most) for one in kept.values())) for most in dangers.BINS))
    return f"{losses}\n\nSaid / seen, in percent, by what was said:\n\n{bins}\n"


def _bin(told: Mapping[str, Any], most: float) -> str:
    return next((f"{100 * one['said']:.2f} / {100 * one['seen']:.2f}" for one in told["bins"] if one["most"] == most),
                "-")


def _speeds() -> str:
    return rows(("rulebook", "strong v normal", "normal v normal", "four strong", "four normal"),
                ((rule, *(f"{one[name]:,}" for name in speeds.NAMES)) for rule, one in sorted(speeds.kept().items())))


def write(path: Path = PAGE) -> None:
    """Write the page."""
    path.write_text(page(), encoding="utf-8")
