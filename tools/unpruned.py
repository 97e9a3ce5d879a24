"""Pruned = unpruned: readings of wild tiles that are left out would have changed nothing.

`python -m tools.unpruned --rule ID|all --hands N --seed S [--mutants N]` scores hands with wild tiles by the compiled
form that leaves readings out, by the compiled form that keeps all, and a share of them by the reference: total,
legality and fans are the same and nothing stops the engine, or it ends with 1.  Where the reference judges, not only
the best reading but all that there are come out the same.  Some hands have more than three wild tiles.  With `all`
every rulebook is asked whose readings are left out, and each with every other value of its options.  Mutants are
rulebooks with a few new or changed conditions.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from quepu.book import Rulebook, rulebook, rulebook_of_text
from quepu.engine.layout.workbench import MOST_READINGS
from quepu.errors import EngineFault, QuepuError
from quepu.hand import Hand, Win
from quepu.packing.interchange import Keeper
from quepu.packing.score_row import has_wild_tiles, score_rules
from quepu.rulebook.file.choices import WildWay
from quepu.rulebook.file.load import known_ids
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.evaluate import Env, function
from quepu.scoring.compiled import Compiled
from quepu.scoring.reference import Reference
from quepu.scoring.win_frame import Frames
from quepu.testing import random_win
from quepu.tiles import kinds_in
from tools.fuzz.bases import base
from tools.fuzz.books import NAME, Changes, condition_change
from tools.fuzz.expressions import Maker

FEW = 3                     # wild tiles of most hands
MOST = 8
MANY_SHARE = 20             # one of so many has more
NONE_SHARE = 0.1            # of the hands without a wild tile so many are compared: kinds may be wild that nobody holds
PLAIN_SHARE = 10            # one of so many is scored by the reference too
MUTANT_HANDS = 40
TRIES = 20
PICKS = (("a, b in chows", {"a": v.SET, "b": v.SET}), ("a in pungs; p in pairs", {"a": v.SET, "p": v.PAIR}),
         ("a, b, c in sets", {"a": v.SET, "b": v.SET, "c": v.SET}),
         ("a in sets; p in pairs", {"a": v.SET, "p": v.PAIR}), ("a, b in pairs", {"a": v.PAIR, "b": v.PAIR}))
#: what new fans ask of a tile, a set or a pair
_BLOCK = ("{}.tile == seat_wind", '{}.suit == "p"', "{}.wins", "{}.tile.is_dragon", "win_tile in {}.tiles",
          "{}.wilds > 0", "any(t.rank == 5 for t in {}.tiles)", "any(t.is_wild for t in {}.tiles)",
          "copies({}.tile) == 3")
ASKED = {v.TILE: ('{} in "258m19p"', "{} == seat_wind", "{} == win_as", "{} == win_tile", "{}.is_terminal",
                  "{}.is_wild", "{}.is_dragon", "copies({}) >= 3", '{}.suit == "s"', "{}.next.is_wild",
                  "{}.next.is_honor"),
         v.SET: (*_BLOCK, "{}.is_pung", "{}.is_concealed", "{}.is_meld"), v.PAIR: _BLOCK}
NUMBERS = {v.TILE: ("{}.rank", "{}.number", "copies({})", "held({})"),
           v.SET: ("{}.low", "{}.rank", "{}.tile.number", "{}.wilds"),
           v.PAIR: ("{}.rank", "{}.tile.number", "copies({}.tile)")}
FACTS = ("kind_count > 8", "win_as.rank < 5", "win_as == win_tile", "substitute_count == 1", "suit_count == 2",
         "honor_count > 3", "terminal_count > 2", "chow_count == 2", "concealed_pung_count == 1", 'copies("5m") > 0',
         "copies(win_as) == 2", "wild_count == 0 and any(s.wins and s.low < 3 for s in chows)",
         "wild_count == 0 and any(p.wins for p in pairs)",
         'any(all(t in p for t in tiles) for p in permuted("1234m5678p9s"))')

Answer = tuple[int, int, dict[str, int]]


@dataclass
class Found:
    """What came of some hands."""

    hands: int = 0
    none: int = 0                       # of them without a wild tile
    many: int = 0                       # of them with more wild tiles
    plain: int = 0                      # ... and by the reference
    cut: int = 0                        # not compared: they have more readings than are ever looked at
    different: int = 0
    stopped: int = 0                    # rulebooks that were accepted, and stopped the engine

    def add(self, other: "Found") -> None:
        """Count those of another too."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def __str__(self) -> str:
        return f"{self.hands} hands, {self.none} without wild tiles, {self.many} with more than {FEW}, " \
               f"{self.plain} by the reference too, {self.cut} left out, {self.different} different, " \
               f"{self.stopped} stopped the engine"


def is_pruned(book: Rulebook) -> bool:
    """Whether readings of a rulebook are left out."""
    return has_wild_tiles(book.model) and not Keeper(book.model).keeps_all


def with_all_readings(book: Rulebook) -> Rulebook:
    """The same rulebook, none of whose readings is taken for another."""
    model = replace(book.model)
    reference = Reference(model)
    reference.rules = score_rules(model, prunes=False)
    reference.frames = Frames(model, reference.rules)
    whole = Rulebook(model, book.sources, book.reference_text, book.settings, book.text)
    whole.__dict__["reference"] = reference         # as the cached property would have it
    return whole


# -- hands --
def hands(book: Rulebook, rng: Random, count: int, many_share: int = MANY_SHARE) -> Iterator[Win]:
    """Complete hands with wild tiles: as the generator makes them, or any tiles of a hand made wild."""
    left = count
    for _attempt in range(TRIES * count):
        if left == 0:
            return
        try:
            if rng.random() < 0.3:
                win = book.with_wild(random_win(book, rng))
            else:
                wilds = rng.randint(FEW + 1, MOST) if many_share and rng.randrange(many_share) == 0 else \
                    rng.choice((0, 1, 1, 2, 2, 2, 3, 3, 3))
                win = book.win(made_wild(book, random_win(book, rng, wild=False), wilds, rng))
        except QuepuError:
            continue
        count_of = wild_count(win) or book.reference.frames.base(win).win_wild
        if (count_of or rng.random() < NONE_SHARE) and (count_of <= FEW or many_share):
            left -= 1
            yield win


def wild_count(win: Win) -> int:
    """The wild tiles of a win."""
    return sum(kind in win.wild for kind in (*win.hand.concealed, win.tile))


def wild_kinds(book: Rulebook, rng: Random) -> tuple[int, ...]:
    """Kinds that are wild together in some hand."""
    wild = book.model.wild
    playable = kinds_in(book.model.kinds & (1 << 34) - 1)
    if wild.chosen is WildWay.FIXED:
        return book.always_wild
    if wild.chosen is not WildWay.INDICATOR:
        return tuple(rng.sample(playable, rng.choice((1, 1, 2)))) if wild.chosen is WildWay.TOLD else ()
    frame = book.reference.frames.blank.copy()
    frame.tile = rng.choice(playable)   # that is turned up
    env = Env(frame, book.model.catalogue, book.model.flower_owner)
    found = {int(function(kind.node)(env)) for kind in wild.kinds}
    return tuple(sorted(found - {-1}))


def made_wild(book: Rulebook, win: Win, count: int, rng: Random) -> Win:
    """A hand in which so many tiles are wild in the place of others, and whichever of these kinds it held."""
    wild = wild_kinds(book, rng)
    if not wild or win.tile is None:
        return win
    tiles = [*win.hand.concealed, win.tile]
    laid = [kind for meld in win.hand.melds for kind in meld.tiles]
    spare = [kind for kind in wild for _copy in range(4 - tiles.count(kind) - laid.count(kind))]
    rng.shuffle(spare)
    natural = [place for place, kind in enumerate(tiles) if kind not in wild]
    for place in rng.sample(natural, min(len(natural), max(0, count - len(tiles) + len(natural)), len(spare))):
        tiles[place] = spare.pop()
    *concealed, last = tiles
    return replace(win, hand=Hand(concealed, win.hand.melds, win.hand.flowers), tile=last, tile_mark=False, wild=wild)


# -- judging --
def answers(fast: Compiled, wins: list[Win]) -> list[Answer]:
    """What the compiled form says of hands."""
    result = fast.score_batch(fast.batch(wins))
    ids = result.fan_ids
    fans = [{ids[index]: int(counts[index]) for index in counts.nonzero()[0]} for counts in result.fan_counts]
    return list(zip(result.total.tolist(), result.legality.tolist(), fans, strict=True))


def plain_answer(book: Rulebook, win: Win) -> Answer:
    """What the reference says of a hand."""
    best, _all = book.best(win)
    if best is None:
        return 0, -1, {}
    return best.total, int(best.legal), {one.fan.id: one.kept for one in best.earned.values() if one.kept > 0}


def outcomes(book: Rulebook, win: Win) -> set[str]:
    """What the readings of a hand come to, each of them once."""
    return {repr(one.order) + repr(one.total) for one in book.reference.outcomes(win)}


def is_cut(whole: Rulebook, win: Win) -> bool:
    """Whether a hand has more readings than are looked at: whoever keeps all then misses some himself."""
    if wild_count(win) <= FEW:
        return False
    base_frame = whole.reference.frames.base(win)
    return any(sum(1 for _division in whole.reference.divisions(base_frame, shape)) >= MOST_READINGS
               for shape in whole.model.shapes)


def judge(book: Rulebook, wins: Iterable[Win], plain_share: int = PLAIN_SHARE) -> tuple[Found, list[str]]:
    """How many hands were compared, and those that came out differently."""
    whole = with_all_readings(book)
    found, told = Found(), []
    chosen = []
    for win in wins:
        if is_cut(whole, win):
            found.cut += 1
        else:
            chosen.append(win)
    pruned, kept = answers(book.compiled(), chosen), answers(Compiled(whole), chosen)
    for number, (win, one, other) in enumerate(zip(chosen, pruned, kept, strict=True)):
        found.hands += 1
        found.none += wild_count(win) == 0 and not book.reference.frames.base(win).win_wild
        found.many += wild_count(win) > FEW
        said = {"left out": one}
        if plain_share and number % plain_share == 0 and wild_count(win) <= FEW:
            found.plain += 1
            said["reference"] = plain_answer(book, win)
            if wild_count(win) < FEW and outcomes(book, win) != outcomes(whole, win):
                found.different += 1
                told.append(f"{book!r} {win!r}\n    not all readings come out the same")
        for name, answer in said.items():
            if answer != other:
                found.different += 1
                told.append(f"{book!r} {win!r}\n    all kept  {other}\n    {name:9} {answer}")
    return found, told


# -- rulebooks --
def variants(book: Rulebook) -> Iterator[Rulebook]:
    """The rulebook with each other value of each of its options."""
    for option in book.model.options:
        values: Sequence[object] = {"bool": (False, True), "int": (option.low, option.high)}.get(
            option.type, option.choices if option.type == "choice" else ())
        for value in values:
            if value != option.value:
                try:
                    yield book.with_options(**{option.id: value})
                except QuepuError:
                    continue            # it does not go with the others


def mutant(names: Sequence[str], seed: str, number: int) -> Rulebook | None:
    """The mutant of that number: changed conditions, or new fans that look at anything; None if it cannot be read."""
    rng = Random(f"{seed}:{number}")
    changes = Changes(base(rng.choice(names)), rng)
    for place in range(rng.choice((1, 2, 3))):
        if rng.random() < 0.3:
            condition_change(changes)
        else:
            changes.set(("fan", f"new{place}"), _new_fan(changes))
    try:
        return rulebook_of_text(changes.text())
    except QuepuError:
        return None


def _new_fan(changes: Changes) -> dict[str, object]:
    """A fan that looks at tiles, sets or pairs of a reading, one time in four whatever the fuzzer thinks of."""
    rng = changes.rng
    row: dict[str, object] = {"name": NAME, "value": rng.choice((1, 2, 8, 32))}
    if rng.random() < 0.3:
        row["pick"], names = rng.choice(PICKS)
        row["when"] = " and ".join(_asked(rng, names) for _ in range(2))
        return row
    maker = Maker(rng, changes.names, v.READING, {}, 0.0)
    is_count = rng.random() < 0.5
    key, kind = ("count", v.INT) if is_count else ("when", v.BOOL)
    row[key] = maker.make(kind, rng.choice((1, 2, 3))) if rng.random() < 0.25 else _looked(rng, is_count)
    return row


def _looked(rng: Random, is_count: bool) -> str:
    """A number, or a yes or no, that is read from the parts of a reading."""
    source, kind = rng.choice((("tiles", v.TILE), ("tiles", v.TILE), ("kinds", v.TILE), ("sets", v.SET),
                               ("sets", v.SET), ("chows", v.SET), ("pungs", v.SET), ("pairs", v.PAIR)))
    asked = " and ".join(_asked(rng, {"x": kind}) for _ in range(rng.choice((1, 1, 2))))
    number = rng.choice(NUMBERS[kind]).format("x")
    if not is_count:
        if rng.random() < 0.2:
            return rng.choice(FACTS)
        word = rng.choice(("any", "all"))
        return f"{word}({_asked(rng, {'x': kind})} for x in {source} if {asked})" if rng.random() < 0.3 else \
            f"{word}({asked} for x in {source})"
    word = rng.choice(("count", "sum", "max", "min"))
    if word == "count":
        return f"count(x for x in {source} if {asked})"
    return f"{word}({number} for x in {source}{f' if {asked}' if rng.random() < 0.5 else ''})"


def _asked(rng: Random, names: dict[str, str]) -> str:
    """Something that is asked of one of some variables, or of two of them."""
    (name, kind), *others = rng.sample(sorted(names.items()), len(names))
    if others and rng.random() < 0.7:
        other, its = others[0]
        number, second = rng.choice(NUMBERS[kind]).format(name), rng.choice(NUMBERS[its]).format(other)
        return rng.choice((f"{name}.suit == {other}.suit", f"{name}.tile == {other}.tile", f"{number} < {second}",
                           f"{number} == {second} + 1"))
    if rng.random() < 0.3:
        return f"{rng.choice(NUMBERS[kind]).format(name)} {rng.choice(('<', '==', '>='))} {rng.randint(0, 9)}"
    return ("" if rng.random() < 0.7 else "not ") + rng.choice(ASKED[kind]).format(name)


# -- the command --
def main(given: Sequence[str] | None = None) -> int:
    """0 if nothing is different."""
    parser = argparse.ArgumentParser(prog="python -m tools.unpruned", description=__doc__)
    parser.add_argument("--rule", default="all")
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--mutants", type=int, default=0)
    args = parser.parse_args(given)
    names = [name for name in known_ids() if is_pruned(rulebook(name))]
    whole = Found()
    for name in names if args.rule == "all" else [args.rule]:
        book = rulebook(name)
        if not is_pruned(book):
            print(f"{name}: no reading is left out")
            continue
        whole.add(_judged(name, book, args.hands, args.seed))
        if args.rule == "all":
            for other in variants(book):
                if is_pruned(other):
                    whole.add(_judged(repr(other), other, args.hands // 40, args.seed))
    made = number = 0
    while made < args.mutants:
        changed = mutant(names if args.rule == "all" else [args.rule], args.seed, number)
        number += 1
        if changed is not None and is_pruned(changed):
            made += 1
            try:
                whole.add(_judged(f"mutant {number - 1}", changed, MUTANT_HANDS, args.seed, many_share=0))
            except EngineFault as fault:
                whole.stopped += 1
                print(f"mutant {number - 1}: {fault}", flush=True)
            except QuepuError as error:
                print(f"mutant {number - 1}: {error}", flush=True)
    print(whole)
    return int(whole.different + whole.stopped > 0)


def _judged(name: str, book: Rulebook, count: int, seed: str, many_share: int = MANY_SHARE) -> Found:
    found, told = judge(book, hands(book, Random(f"{seed}:{name}"), count, many_share))
    print(f"{name}: {found}", flush=True)
    for text in sorted(told, key=len)[:3]:
        print(text, flush=True)
    return found


if __name__ == "__main__":
    sys.exit(main())
