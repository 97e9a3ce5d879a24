"""The reference runner: scores a win in plain Python, reading by reading, and keeps the reasons.

The compiled form does the same with generated code; a test compares the two for every rulebook.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations

from quepu.engine.layout.frame import BY_TILES, SET_ROOM, Frame
from quepu.engine.layout.workbench import EDGES, MOST_READINGS, Reading, Workbench
from quepu.engine.machine import ones
from quepu.engine.score.faces import face_of, is_overfull, is_win_as, most_moved
from quepu.engine.score.forest import best_forest, order_of
from quepu.engine.score.form_waits import live_waits, natural_waits
from quepu.engine.score.reading_facts import (
    count_blocks_of,
    count_tiles_of,
    lay_blocks,
    may_be,
    occasions_of,
    place_win,
)
from quepu.engine.score.readings import set_natural, split_shape
from quepu.hand import Win
from quepu.packing.score_row import drop_order, score_rules
from quepu.rulebook.file.limits import clipped
from quepu.rulebook.language.evaluate import Env, Function, bits, elements, function
from quepu.rulebook.model.model import Fan, Model, Shape
from quepu.rulebook.model.order import evaluation_order
from quepu.scoring.win_frame import Frames

#: a division of the tiles: of each block its number and the places that wild tiles fill, as bits
Division = tuple[tuple[int, int], ...]


@dataclass(slots=True)
class Earned:
    """What one fan gives in one reading: where it was earned and what became of it."""

    fan: Fan
    value: int
    places: list[int]                   # for each time it is earned, its sets as bits (a pair: SET_ROOM + its place)
    count: int
    kept: int = 0                       # how often it counts in the end


@dataclass(slots=True)
class Outcome:
    """One reading scored."""

    frame: Frame
    shape: Shape
    division: Division
    earned: dict[int, Earned]
    lost: list[tuple[int, int, str, int]]           # fan, how often, principle, the fan that drops it (-1: none)
    total: int
    legal: bool
    order: tuple[object, ...]


_benches = threading.local()


class Reference:
    """Scores wins of one rulebook."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.rules = score_rules(model)
        self.frames = Frames(model, self.rules)
        self.shape_when = [function(s.when) if s.when is not None else None for s in model.shapes]
        self.values = [function(fan.value) for fan in model.fans]
        self.whens = [function(fan.when) if fan.when is not None else None for fan in model.fans]
        self.counts = [function(fan.count) if fan.count is not None else None for fan in model.fans]
        self.forest = [fan for fan in model.fans if fan.uses_sets and fan.pick is not None]
        in_forest = {fan.index for fan in self.forest}
        order = evaluation_order(model.fans) or []
        self.order = [model.fans[index] for index in order if index not in in_forest]
        self.drop_order = drop_order(model.fans)
        self.becomes = [(tally.slot, function(tally.becomes)) for tally in model.tallies if tally.becomes is not None]
        self.total = function(model.score.total)
        self.cap = function(model.score.cap) if model.score.cap is not None else None
        self.minimum = function(model.score.minimum) if model.score.minimum is not None else None
        self.toward = function(model.score.counts) if model.score.counts is not None else None
        self.compare = [function(node) for node in model.score.compare]
        self.requirements = [(rule.bit, function(rule.when)) for rule in model.requirements]

    @property
    def bench(self) -> Workbench:
        """Where to work, for each thread its own: a server scores several hands at once.

        It has eight megabytes and keeps nothing between two calls, so all rulebooks of a thread share it.
        """
        try:
            found: Workbench = _benches.bench
        except AttributeError:
            found = _benches.bench = Workbench.zeros()
        return found

    # -- readings --
    def divisions(self, f: Frame, shape: Shape, limit: int = MOST_READINGS) -> Iterator[tuple[int, int, Division]]:
        """(fixed part, tiles read as substitutes, division) for every way the tiles in the frame fill a shape."""
        bench, rule = self.bench, self.rules.shapes[shape.index]
        for moved in range(most_moved(f, self.rules) + 1):
            bench.moved = moved
            wilds = set_natural(f, self.rules, bench)
            places = sum(bench.natural) + wilds + 3 * f.meld_count
            if wilds < 0 or not may_be(f, rule, occasions_of(f, self.rules, places), places):
                continue
            for fixed in shape.fixed or (0,):
                bench.moved = moved
                set_natural(f, self.rules, bench)
                count = split_shape(f, self.rules, bench, rule, fixed, wilds, 0, limit)
                for division in [_division(bench.readings[number]) for number in range(count)]:
                    yield fixed, moved, division

    def lay(self, f: Frame, shape: Shape, fixed: int, division: Division, moved: int = 0) -> bool:
        """Put a reading into the frame and count what it is made of; False if it takes what cannot be thought of."""
        bench = self.bench
        bench.moved = moved
        set_natural(f, self.rules, bench)
        reading = bench.readings[0]
        reading.count = len(division)
        for level, (block, wild) in enumerate(division):
            reading.blocks[level], reading.wild_places[level] = block, wild
        lay_blocks(f, self.rules, bench, shape.index, fixed, reading)
        count_tiles_of(f)
        count_blocks_of(f, self.rules)
        bench.moved = 0
        return not (bench.imagined and is_overfull(f))

    @cached_property
    def _alike(self) -> tuple[list[tuple[int, ...]], list[int], list[int]]:
        """The kinds of each block; which blocks, and which kinds, are alike: read once, for this is asked often."""
        catalogue, rules = self.model.catalogue, self.rules
        return ([*catalogue.sets, *catalogue.pairs], [block.alike for block in rules.blocks],
                [kind.alike for kind in rules.kinds])

    def places(self, f: Frame, division: Division, fixed: int) -> Iterator[tuple[int, int]]:
        """(block that holds the winning tile, kind it stands for): every way to see it, the same blocks once."""
        win = f.win_tile
        if win < 0 or not division:
            yield -1, win
            return
        is_wild = f.wild_mask >> win & 1 | f.win_wild
        seen: set[tuple[int, int, int]] = set()
        sets, pairs = f.meld_count, 0
        set_count, (blocks, alike_blocks, alike_kinds) = len(self.model.catalogue.sets), self._alike
        for block, wild in division:
            is_set = block < set_count
            place = sets if is_set else SET_ROOM + pairs
            sets, pairs = sets + is_set, pairs + (not is_set)
            for slot, kind in enumerate(blocks[block]):
                if wild >> slot & 1 == is_wild and (is_wild or is_win_as(f, self.rules, kind)):
                    alike = (alike_blocks[block], wild.bit_count(), alike_kinds[kind])
                    if alike not in seen:
                        seen.add(alike)
                        yield place, kind
        if fixed and (is_wild or fixed >> face_of(self.rules, f.wild_mask, win) & 1):
            yield -1, win

    def begun(self, win: Win, waits: Callable[[Frame], list[int]] | None = None) -> tuple[Frame, Env]:
        """The frame of a win before it is read, and an environment that counts its waits once (by another's `waits`).
        """
        base = self.frames.base(win)
        base.wait_count = base.live_wait_count = -1
        env = Env(base, self.model.catalogue, self.model.flower_owner)
        env.count_waits = self._once_counted(waits or self.waits)
        return base, env

    def outcomes(self, win: Win) -> Iterator[Outcome]:
        """Every reading of a win, scored; `scoring.search` finds the best without scoring each."""
        base, env = self.begun(win)
        f = base.copy()
        for shape in self.model.shapes:
            for fixed, moved, division in list(self.divisions(base, shape)):
                f.restore(base.raw)
                if not self.lay(f, shape, fixed, division, moved):
                    continue
                for place, win_as in self.places(f, division, fixed):
                    placed = f.copy()
                    place_win(placed, self.rules, place, win_as)
                    env.see(placed)
                    when = self.shape_when[shape.index]
                    if when is None or when(env):
                        yield self.outcome(env, shape, division)

    def shapes_of(self, win: Win) -> set[str]:
        """The shapes that a win's tiles make."""
        base, env = self.begun(win)
        f = base.copy()
        env.see(f)
        return {shape.id for shape in self.model.shapes if self._makes(env, base, shape)}

    def _makes(self, env: Env, base: Frame, shape: Shape) -> bool:
        """Whether the tiles in a frame have a reading as a shape; the environment's frame is worked in."""
        f, when = env.frame, self.shape_when[shape.index]
        for limit in (1, MOST_READINGS):        # the first is mostly one; where it is not, all are asked for
            found = list(self.divisions(base, shape, limit))
            for fixed, moved, division in found:
                f.restore(base.raw)
                if not self.lay(f, shape, fixed, division, moved):
                    continue
                for place, win_as in self.places(f, division, fixed) if when is not None else ((-1, -1),):
                    place_win(f, self.rules, place, win_as)
                    if when is None or when(env):
                        return True
            if when is None and not self.rules.imagined:
                return bool(found)
        return False

    def _once_counted(self, waits: Callable[[Frame], list[int]]) -> Callable[[Frame], None]:
        """What counts the waits of one win: what was held before it is the same in every reading."""
        known: list[tuple[int, int]] = []

        def count(f: Frame) -> None:
            if not known:
                kinds = natural_waits(sum(1 << kind for kind in waits(f)), f.wild_mask)
                known.append((ones(kinds), live_waits(f, kinds)))
            f.wait_count, f.live_wait_count = known[0]
        return count

    def count_waits(self, f: Frame) -> None:
        """Fill in how many kinds complete the hand by form; `f` is any frame of the win."""
        self._once_counted(self.waits)(f)

    def waits(self, f: Frame) -> list[int]:
        """Kinds that complete the concealed tiles held before the win, in any shape."""
        trial = f.copy()
        env = Env(trial, self.model.catalogue, self.model.flower_owner)
        found = []
        for kind in bits(self.model.kinds):
            trial.restore(f.raw)
            if self._completes(env, kind):
                found.append(kind)
        return found

    def _completes(self, env: Env, kind: int) -> bool:
        """Whether one more tile of a kind makes the held tiles a complete hand, by form; the frame is changed."""
        trial = env.frame
        trial.win_tile, trial.win_wild, trial.occasion = kind, 0, BY_TILES
        trial.wild_count = set_natural(trial, self.rules, self.bench) - self.bench.imagined
        for shape in self.model.shapes:
            when = self.shape_when[shape.index]
            limit = 1 if when is None and not self.rules.imagined else MOST_READINGS
            for fixed, moved, division in list(self.divisions(trial, shape, limit)):
                if self.lay(trial, shape, fixed, division, moved) and (when is None or when(env)):
                    return True
        return False

    # -- one reading --
    def outcome(self, env: Env, shape: Shape, division: Division) -> Outcome:
        """A reading scored: fans, what drops them, total, and whether the win is allowed."""
        f = env.frame
        earned: dict[int, Earned] = {}
        lost: list[tuple[int, int, str, int]] = []
        held_back: dict[int, int] = {}          # fallbacks by how often: they are decided last, no fan sees them
        self._forest(env, earned, lost)
        fan_times, fan_values = f.fan_times, f.fan_values
        for fan in self.order:
            places = self._places(env, fan)
            if fan.most:
                places = places[:fan.most]
            fan_times[fan.index] = len(places) if fan.fallback is None else 0
            value = fan_values[fan.index] = self.values[fan.index](env)
            if places and fan.fallback is None:
                earned[fan.index] = Earned(fan, value, places, len(places))
            elif places:
                held_back[fan.index] = len(places)
        self._drop(earned, lost)
        self._groups(earned, lost)
        self._fallback(env, earned, held_back)
        for fan in self.model.fans:
            fan_times[fan.index] = earned[fan.index].kept if fan.index in earned else 0
        total = self.add_up(env, [(one.fan, one.kept, one.value) for one in earned.values()])
        failed = 0
        if self.minimum is not None and (self.toward(env) if self.toward else total) < self.minimum(env):
            failed = 1
        for bit, when in self.requirements:
            if not when(env):
                failed |= 1 << bit
        f.failed = failed
        numbers = sorted(index for index, one in earned.items() for _ in range(one.kept))
        extra = tuple(node(env) for node in self.compare)
        order = (failed == 0, *extra, len(set(numbers)), tuple(-n for n in numbers))
        return Outcome(f, shape, division, earned, lost, total, failed == 0, order)

    def add_up(self, env: Env, counted: Iterable[tuple[Fan, int, int]]) -> int:
        """The total of fans (each with how often and for how much it counts); it and the tallies are in the frame."""
        f = env.frame
        for tally in self.model.tallies:
            f.tallies[tally.slot] = tally.start
        for fan, times, value in counted:
            f.tallies[self.model.words.tallies[fan.tally]] += times * value
        for tally in self.model.tallies:
            f.tallies[tally.slot] = clipped(f.tallies[tally.slot])
        for slot, becomes in self.becomes:
            f.tallies[slot] = clipped(int(becomes(env)))
        return self.sum_up(env)

    def sum_up(self, env: Env) -> int:
        """The total of the tallies in the frame, which has it from now on."""
        f = env.frame
        total = clipped(int(self.total(env)))
        if self.cap is not None:
            f.total = total
            total = min(total, clipped(int(self.cap(env))))
        f.total = total
        return total

    def _picks(self, env: Env, fan: Fan, when: Function | None) -> list[int]:
        """The sets of each selection a pick accepts, as bits; an order of the same sets is the same selection."""
        assert fan.pick is not None
        parts = fan.pick.parts
        masks: list[int] = []
        by_source: dict[str, list[str]] = {}
        for name, source in parts:
            by_source.setdefault(source, []).append(name)
        choices: list[dict[str, tuple[int, ...]]] = [{}]
        for source, names in by_source.items():
            places = list(elements(env, source))
            choices = [{**choice, source: group} for choice in choices for group in combinations(places, len(names))]
        for choice in choices:
            mask = 0
            for source, group in choice.items():
                for place in group:
                    mask |= 1 << (place if source != "pairs" else SET_ROOM + place)
            if sum(map(len, choice.values())) == mask.bit_count() and mask not in masks \
                    and self._accepts(env, by_source, choice, when):
                masks.append(mask)
        return masks

    def _accepts(self, env: Env, by_source: dict[str, list[str]], choice: dict[str, tuple[int, ...]],
                 when: Function | None) -> bool:
        """Whether some order of the chosen sets fulfils the condition."""
        orders: list[dict[str, int]] = [{}]
        for source, names in by_source.items():
            orders = [{**order, **dict(zip(names, group, strict=True))}
                      for order in orders for group in permutations(choice[source])]
        for order in orders:
            env.variables.update(order)
            if when is None or when(env):
                return True
        return False

    def _places(self, env: Env, fan: Fan) -> list[int]:
        """For each time a fan outside the forest is earned, its sets as bits (0: the whole hand)."""
        when, count = self.whens[fan.index], self.counts[fan.index]
        if fan.pick is not None:
            return self._picks(env, fan, when)
        if when is not None and not when(env):
            return []
        return [0] * (max(0, count(env)) if count is not None else 1)

    def _forest(self, env: Env, earned: dict[int, Earned], lost: list[tuple[int, int, str, int]]) -> None:
        """Choose among the fans that are bound by the combination principles."""
        f = env.frame
        edges: list[tuple[int, int, int]] = []
        fan_times, fan_values, blocks = f.fan_times, f.fan_values, f.set_count + f.pair_count
        for fan in self.forest:
            fan_times[fan.index] = 0
            value = fan_values[fan.index] = self.values[fan.index](env)
            if blocks > 1:
                picks = self._picks(env, fan, self.whens[fan.index])
                if len(picks) > 1:
                    picks.sort(key=lambda mask: order_of(f, mask))
                edges.extend((fan.index, mask, value) for mask in picks)
        edges, bench = edges[:EDGES], self.bench
        for number, (index, mask, value) in enumerate(edges):
            bench.edge_fan[number], bench.edge_nodes[number], bench.edge_value[number] = index, mask, value
        count = best_forest(bench, len(edges))
        chosen = set(bench.order[:count])
        for number, (index, mask, value) in enumerate(edges):
            if number in chosen:
                one = earned.setdefault(index, Earned(self.model.fans[index], value, [], 0))
                one.places.append(mask)
                one.count += 1
        for number, (index, mask, _value) in enumerate(edges):
            if number not in chosen:
                inside = next((edges[n][0] for n in chosen if mask & ~edges[n][1] == 0), -1)
                same = any(edges[n][0] == index and edges[n][1] & mask for n in chosen)
                lost.append((index, 1, "split" if inside >= 0 else "same" if same else "once", inside))
        for index, one in earned.items():
            f.fan_times[index] = one.count

    def _drop(self, earned: dict[int, Earned], lost: list[tuple[int, int, str, int]]) -> None:
        """Each fan still alive takes out those its definition forces (不重复)."""
        for each in earned.values():
            each.kept = each.count
        for index in self.drop_order:
            one = earned.get(index)
            if one is None or one.kept <= 0:
                continue
            for drop in one.fan.drops:
                other = earned.get(drop.fan)
                if other is None or other.kept <= 0:
                    continue
                if drop.own:
                    left = [mask for mask in other.places if all(mask & ~own for own in one.places)]
                    gone = len(other.places) - len(left)
                    other.places = left
                    gone = min(gone, other.kept)
                else:
                    gone = min(other.kept, drop.less) if drop.less else other.kept
                if gone:
                    other.kept -= gone
                    lost.append((drop.fan, gone, "silenced" if drop.silenced else "implied", index))

    def _groups(self, earned: dict[int, Earned], lost: list[tuple[int, int, str, int]]) -> None:
        """Of the fans of one group only the highest counts."""
        best: dict[str, Earned] = {}
        for index in sorted(earned):
            one = earned[index]
            if one.fan.group and one.kept > 0:
                leader = best.get(one.fan.group)
                if leader is None or one.kept * one.value > leader.kept * leader.value:
                    best[one.fan.group] = one
        for index, one in earned.items():
            if one.fan.group and one.kept > 0 and best[one.fan.group] is not one:
                lost.append((index, one.kept, "group", best[one.fan.group].fan.index))
                one.kept = 0

    def _fallback(self, env: Env, earned: dict[int, Earned], held_back: dict[int, int]) -> None:
        """Fans that count only when nothing else does; several of them do not stand in each other's way."""
        others = [one.fan for one in earned.values() if one.kept > 0]
        for index, count in sorted(held_back.items()):
            fan = self.model.fans[index]
            if not any(not set(fan.fallback or ()) & set(other.tags) for other in others):
                earned[index] = Earned(fan, env.frame.fan_values[index], [0] * count, count, count)


def _division(reading: Reading) -> Division:
    return tuple(zip(reading.blocks[:reading.count], reading.wild_places[:reading.count], strict=True))
