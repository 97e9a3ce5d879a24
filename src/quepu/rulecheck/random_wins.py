"""Random complete wins of any rulebook, made from its own catalogue, shapes and flags; some aimed at a fan.

Random here is not "as dealt": one-suit hands, equal chows, kongs and rare shapes are far more frequent than
at a table, so that rare fans occur.  The same `rng` gives the same wins.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from quepu.engine.layout.frame import SET_ROOM
from quepu.engine.score.reading_facts import place_win
from quepu.errors import QuepuError, RulebookError
from quepu.faults import Fault
from quepu.hand import Hand, Meld, Win
from quepu.packing.substitutes import substitute_of
from quepu.rulebook.language.evaluate import Env, Function, bits, function
from quepu.rulebook.model import catalogue as cat
from quepu.rulebook.model.model import Fan, Shape
from quepu.rulebook.model.order import uses
from quepu.rulecheck.circumstances import Situation, draw_situation
from quepu.rulecheck.random_substitutes import holds_substitute, place_to_take, substituted, think
from quepu.rulecheck.wanted import ADDED, ALL_KINDS, CLOSED, CONCEALED, MELDED, OPEN, Aim, Need, Plan
from quepu.scoring.laid_sets import laid_sets
from quepu.scoring.reference import Division
from quepu.scoring.wild_kinds import indicator_name, indicator_of, kinds_by_indicator, most_wild_kinds
from quepu.scoring.win_frame import check_win
from quepu.tiles import kinds_in, rank

if TYPE_CHECKING:
    from quepu.book import Rulebook

SUITED = (1 << 27) - 1
HONORS = ((1 << 7) - 1) << 27


def _ranks(*ranks: int) -> int:
    return sum(1 << kind for kind in range(27) if rank(kind) in ranks)


_SUIT = [511 << 9 * suit for suit in range(3)]
#: which kinds a hand may be made of; what stands here twice is twice as frequent
THEMES = (
    ALL_KINDS, ALL_KINDS, ALL_KINDS, *_SUIT, *_SUIT, *(suit | HONORS for suit in _SUIT), SUITED,
    SUITED & ~_SUIT[0], SUITED & ~_SUIT[1], SUITED & ~_SUIT[2],
    HONORS, HONORS | _ranks(1, 9), HONORS | _ranks(1, 2, 3, 7, 8, 9), _ranks(1, 9), _ranks(1, 2, 3),
    _ranks(4, 5, 6), _ranks(7, 8, 9), _ranks(2, 3, 4, 5, 6, 7, 8), _ranks(2, 4, 6, 8), _ranks(3, 4, 5, 6, 7),
)
#: steps between sets that many fans are made of: equal, shifted, in a row, in another suit
STEPS = (0, 1, 2, 3, 6, -1, -2, -3, -6, 9, 18, -9, -18)
CHOW_STYLE, PUNG_STYLE, ANY_STYLE = range(3)

#: blocks, fixed part, situation, and the tiles of a shape without blocks
Parts = tuple[list[Need], int, Situation, list[int]]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A win and the reading it was made as."""

    win: Win
    shape: Shape
    fixed: int
    division: Division
    place: int
    win_as: int
    moved: int = 0                      # tiles that take a wild tile's place


def random_win(book: "Rulebook", rng: Random, fan: str | None = None, wild: bool = True) -> Win:
    """A complete win of the rulebook; `fan` aims at one of its fans, `wild=False` leaves wild tiles out."""
    maker = maker_of(book)
    if fan is None and rng.random() < 0.3:
        fan = rng.choice(maker.fans).id if maker.fans else None
    if fan is not None:
        return near_win(book, fan, rng)
    return maker.make(Plan(mask=rng.choice(THEMES)), rng, wild=wild).win


def near_win(book: "Rulebook", fan: str, rng: Random, tries: int = 25) -> Win:
    """A complete win made so that it should earn a fan; where that fails, one that came near."""
    maker = maker_of(book)
    target = book.model.fan(fan)
    if target is None:
        raise RulebookError(Fault("search.no_fan", fan=fan, rule=book.id))
    nearest: Candidate | None = None
    stuck = 0
    for _attempt in range(tries):
        aim = Aim(book.model, maker.blank, rng)
        aim.fan(target)
        if target.fallback is not None:
            aim.nothing_but(target)
        elif rng.random() < 0.3:
            aim.plan.mask &= rng.choice(THEMES)
        try:
            win = maker.make(aim.plan, rng, tries=40 if aim.plan.copies else 12, wild=rng.random() < 0.4)
        except RulebookError:
            stuck += 1
            if stuck > 2:
                break
            continue
        if maker.earns(win, target):
            return win.win
        nearest = nearest or win
    return (nearest or maker.make(Plan(), rng)).win


_MAKERS: "WeakKeyDictionary[Rulebook, Maker]" = WeakKeyDictionary()


def maker_of(book: "Rulebook") -> "Maker":
    if book not in _MAKERS:
        _MAKERS[book] = Maker(book)
    return _MAKERS[book]


class Maker:
    """Makes wins of one rulebook."""

    def __init__(self, book: "Rulebook") -> None:
        self.model, self.reference = book.model, book.reference
        self.blank = self.reference.frames.blank
        self.fans = [fan for fan in self.model.fans if fan.on == "win"]
        catalogue = self.model.catalogue
        self.set_masks = catalogue.set_mask
        self.pair_masks = catalogue.pair_mask
        self.thinks = substitute_of(self.model)["imagined"]
        self.has_wild = self.model.wild.are_chosen and not self.thinks
        # a shape that sets make is most of the game; the others share the rest
        self.shapes = [shape for shape in self.model.shapes
                       if shape.is_of_tiles and shape.places == self.model.hand_size + 1 + self.thinks]
        self.weights = [6 if shape.sets >= 3 else 1 for shape in self.shapes]
        self.laid, self.always_wild = laid_sets(self.model), book.always_wild
        self.most_wild = most_wild_kinds(self.model)
        self._lies: dict[tuple[int, int], bool] = {}
        self.stuck = 0                  # how often no situation fitted the facts of the plan in hand
        self.asks = {fan.index: uses(fan.when) | uses(fan.count) for fan in self.model.fans}

    def make(self, plan: Plan, rng: Random, tries: int = 400, wild: bool = True) -> Candidate:
        """A complete win after a plan; RulebookError if none was found."""
        self.stuck = 0
        for attempt in range(tries):
            if self.stuck > 1:
                break                   # the plan contradicts itself
            if attempt == 60 and tries > 60:
                plan = replace(plan, mask=ALL_KINDS)
            shape = self.model.shapes[plan.shape] if plan.shape is not None else \
                rng.choices(self.shapes, self.weights)[0] if self.shapes else None
            if shape is None or shape not in self.shapes:
                break
            made = self.any_tiles(plan, shape, rng) if shape.tiles else self.blocks(plan, shape, rng)
            if made is None:
                continue
            try:
                win = self.win(plan, shape, made, rng, wild)
                if win is not None:
                    check_win(self.model, replace(win.win, wild=win.win.wild or self.always_wild))
            except QuepuError:          # too many copies after all, or more wild tiles than are left in play
                continue
            if win is not None and self.is_complete(win):
                return win
        raise RulebookError(Fault("search.no_hand", rule=self.model.id, size=self.model.hand_size + 1))

    # -- tiles --
    def any_tiles(self, plan: Plan, shape: Shape, rng: Random) -> Parts | None:
        """Tiles for a shape without sets: kinds that pass, some of them more than once."""
        aim = Aim(self.model, self.blank, rng)
        if shape.when is not None:
            aim.aim(shape.when, True)
        allowed = self.model.kinds & plan.mask & aim.plan.mask
        copies = {**aim.plan.copies, **plan.copies}
        playable = list(kinds_in(allowed))
        if not playable:
            return None
        different = rng.choice((shape.tiles, shape.tiles - 1, rng.randint(1, shape.tiles)))
        different = min(len(playable), different)
        chosen = [k for k in copies if allowed >> k & 1]
        others = [k for k in playable if k not in chosen]
        chosen += rng.sample(others, min(len(others), max(0, different - len(chosen))))
        tiles = [k for k in chosen for _ in range(min(4, copies.get(k, 1)))]
        while len(tiles) < shape.tiles:
            spare = [k for k in chosen if k < 34 and tiles.count(k) < 4]
            if not spare:
                return None
            tiles.append(rng.choice(spare))
        situation = draw_situation(self.model, plan, (), rng)
        return ([], 0, situation, tiles) if len(tiles) == shape.tiles else None

    def blocks(self, plan: Plan, shape: Shape, rng: Random) -> Parts | None:
        """Sets and pairs for a shape, the plan's first."""
        needs = [replace(need) for need in plan.needs]
        sets = [need for need in needs if not need.is_pair][:shape.sets]
        pairs = [need for need in needs if need.is_pair][:shape.pairs]
        situation = self.framework(plan, shape, sets, rng)
        if situation is None:
            return None
        counts = [0] * 42
        fixed = rng.choice(shape.fixed) if shape.fixed else 0
        for kind in bits(fixed):
            counts[kind] += 1
        for need in (*sets, *pairs):
            self.take(counts, need)
        near = rng.random() < 0.5
        for state, form in zip(situation.states[len(sets):], situation.forms[len(sets):], strict=True):
            drawn = self.draw_set(plan, counts, sets if near else [], state, form, rng)
            if drawn is None:
                return None
            self.take(counts, drawn)
            sets.append(drawn)
        run = rng.random() < 0.4
        while len(pairs) < shape.pairs:
            drawn = self.draw_pair(plan, counts, pairs if run else [], rng)
            if drawn is None:
                return None
            self.take(counts, drawn)
            pairs.append(drawn)
        if any(counts[kind] > (4 if kind < 34 else 1) for kind in range(42)) or self.lacks(plan, counts):
            return None
        return [*sets, *pairs], fixed, situation, []

    def take(self, counts: list[int], need: Need) -> None:
        catalogue = self.model.catalogue
        for kind in catalogue.pairs[need.index] if need.is_pair else catalogue.sets[need.index]:
            counts[kind] += 1
        if need.state >= MELDED:
            counts[catalogue.sets[need.index][0]] += 1

    def lacks(self, plan: Plan, counts: list[int]) -> list[int]:
        """Kinds of which the plan asks for more copies."""
        return [kind for kind, copies in plan.copies.items() if counts[kind] < copies]

    def framework(self, plan: Plan, shape: Shape, sets: list[Need], rng: Random) -> Situation | None:
        """How the sets lie and what happened, so that the plan's facts hold."""
        catalogue = self.model.catalogue
        facts = [(function(node), truth) for node, truth in plan.facts]
        for _try in range(200 if facts else 1):
            open_rate, kong_rate = rng.choice((0, 0, 0.4, 0.8, 1)), rng.choice((0, 0, 0, 0.3, 0.7, 1))
            states, forms = [], []
            style = rng.choice((CHOW_STYLE, CHOW_STYLE, PUNG_STYLE, ANY_STYLE, ANY_STYLE))
            for number in range(shape.sets):
                need = sets[number] if number < len(sets) else None
                form = catalogue.set_form[need.index] if need else \
                    style if style != ANY_STYLE else rng.choice((CHOW_STYLE, PUNG_STYLE))
                state = OPEN if rng.random() < open_rate else CLOSED
                can_kong = catalogue.set_kong[need.index] if need else form == cat.PUNG
                if can_kong and rng.random() < kong_rate:
                    state = rng.choice((CONCEALED, MELDED, ADDED) if state == OPEN else (CONCEALED, MELDED))
                if need is not None and need.wins:
                    state = CLOSED
                if need is not None and need.state >= 0:
                    state = need.state
                elif not self.can_lie(form, state, need):
                    state = CLOSED
                states.append(state)
                forms.append(form)
            if sum(state != CLOSED for state in states) > shape.melds:
                states = [CLOSED if index >= len(sets) else state for index, state in enumerate(states)]
                if sum(state != CLOSED for state in states) > shape.melds:
                    states = [CLOSED] * len(states)
            situation = draw_situation(self.model, plan, tuple(zip(states, forms, strict=True)), rng)
            if self.fits(facts, shape, situation):
                for need, state in zip(sets, situation.states, strict=False):
                    need.state = state
                return situation
        self.stuck += 1
        return None

    def lies(self, index: int, state: int) -> bool:
        """Whether a claim or kong of the rulebook lays a set down like this."""
        if state != CLOSED and (index, state) not in self._lies:
            try:
                hand = Hand((), (_meld(self.model.catalogue.sets[index], state, None),))
                self._lies[index, state] = not any(self.laid.faults(hand, self.always_wild))
            except QuepuError:          # there are not so many tiles
                self._lies[index, state] = False
        return state == CLOSED or self._lies[index, state]

    def can_lie(self, form: int, state: int, need: Need | None) -> bool:
        """Whether a set that is needed, or any of a form, may lie like this."""
        catalogue = self.model.catalogue
        return self.lies(need.index, state) if need is not None else any(
            self.lies(index, state) for index in range(catalogue.made_count)
            if catalogue.set_form[index] == form and (state < MELDED or catalogue.set_kong[index]))

    def fits(self, facts: list[tuple[Function, bool]], shape: Shape, situation: Situation) -> bool:
        """Whether the plan's facts hold before any tile is chosen."""
        if not facts:
            return True
        f = self.blank.copy()
        situation.tell(f, self.model, shape)
        env = Env(f, self.model.catalogue, self.model.flower_owner)
        return all(bool(holds(env)) == truth for holds, truth in facts)

    def draw_set(self, plan: Plan, counts: list[int], near: list[Need], state: int, form: int,
                 rng: Random) -> Need | None:
        """A set of a form that the tiles left allow; near to those there, or with a tile that is lacking."""
        catalogue = self.model.catalogue
        allowed = plan.mask & self.model.kinds
        fitting = []
        for index, triple in enumerate(catalogue.made_sets):
            if (plan.set_ok is None or index in plan.set_ok) and self.set_masks[index] & ~allowed == 0 \
                    and (state < MELDED or catalogue.set_kong[index]) and self.lies(index, state) \
                    and all(counts[k] + triple.count(k) + (state >= MELDED) <= 4 for k in triple):
                fitting.append(index)
        of_form = [i for i in fitting if catalogue.set_form[i] == form] or fitting
        short = self.lacks(plan, counts)
        wanted = [i for i in fitting if any(k in catalogue.sets[i] for k in short)]
        if wanted:
            of_form = wanted
        elif near and rng.random() < 0.7:
            first = [catalogue.sets[need.index][0] for need in near]
            of_form = [i for i in of_form if any(catalogue.sets[i][0] - k in STEPS for k in first)] or of_form
        return Need(False, rng.choice(of_form), state) if of_form else None

    def draw_pair(self, plan: Plan, counts: list[int], near: list[Need], rng: Random) -> Need | None:
        """A pair that the tiles left allow; beside those there, or of a tile that is lacking."""
        pairs = self.model.catalogue.pairs
        allowed = plan.mask & self.model.kinds
        fitting = [i for i, pair in enumerate(pairs)
                   if (plan.pair_ok is None or i in plan.pair_ok) and self.pair_masks[i] & ~allowed == 0
                   and max(counts[pair[0]], counts[pair[1]]) <= (2 if pair[0] == pair[1] else 3)]
        short = self.lacks(plan, counts)
        wanted = [i for i in fitting if any(k in pairs[i] for k in short)]
        if not wanted and near:
            there = {pairs[need.index] for need in near}
            beside = {first + step for first, _second in there for step in (-1, 0, 1)}
            wanted = [i for i in fitting if pairs[i][0] in beside and pairs[i] not in there]
        fitting = wanted or fitting
        return Need(True, rng.choice(fitting)) if fitting else None

    # -- the win --
    @cached_property
    def indicators(self) -> dict[int, set[int]]:
        """The kinds that each tile makes wild where it is turned up."""
        return {kind: {*made} - {-1} for kind, made in kinds_by_indicator(self.model).items()}

    def turned_for(self, wilds: Iterable[int], state: Mapping[str, Any]) -> Mapping[str, Any]:
        """What is told of the table, with a turned tile that makes these kinds wild, or none of that name."""
        name = indicator_name(self.model)
        if name not in state:
            return state
        fitting = [kind for kind, made in self.indicators.items() if made == {*wilds}]
        if indicator_of(self.model, state) in (-1, *fitting):
            return state
        return {**{one: told for one, told in state.items() if one != name}, **({name: fitting[:1]} if fitting else {})}

    def win(self, plan: Plan, shape: Shape, parts: Parts, rng: Random, wild: bool) -> Candidate | None:
        """The win from its blocks: melds laid down, a winning tile chosen, some tiles made wild."""
        blocks, fixed, situation, loose = parts
        catalogue = self.model.catalogue
        melds = [_meld(catalogue.sets[need.index], need.state, rng) for need in blocks
                 if not need.is_pair and need.state != CLOSED]
        closed = [need for need in blocks if need.is_pair or need.state == CLOSED]
        tiles = [list(catalogue.pairs[n.index] if n.is_pair else catalogue.sets[n.index]) for n in closed]
        win_at = self.choose_win(plan, closed, tiles, fixed, loose, rng)
        if win_at is None:
            return None
        number, win_as = win_at
        places = [0] * len(closed)      # of each block those that wild tiles fill, as bits
        win_tile = win_as
        concealed = sorted([*(k for kinds in tiles for k in kinds), *bits(fixed), *loose])
        if self.thinks:
            thought = think(tiles, places, number, win_as, rng)
            if loose or thought is None:
                return None
            concealed.remove(thought)
        wilds = self.wilds(concealed, melds, rng) if wild and self.has_wild and not loose else ()
        taken = place_to_take(self.model, concealed, melds, rng) if wilds else None
        if taken is not None:
            wilds, melds = (taken[1],), substituted(melds, taken)
            concealed = [taken[0] if kind == taken[1] else kind for kind in concealed]
            win_tile = taken[0] if win_as == taken[1] else win_tile
        elif wilds and holds_substitute(self.model, concealed, melds):
            wilds = ()
        if wilds and taken is None:
            gone, put, win_tile = self.put_wilds(tiles, places, number, win_as, wilds, rng)
            for kind in gone:
                concealed.remove(kind)
            concealed += put
        dealt = situation.self_draw and not melds and rng.random() < 0.08 and plan.win_mask == ALL_KINDS
        if dealt:
            tile: int | None = None
        else:
            tile = win_tile
            concealed.remove(win_tile)
        hand = Hand(concealed, melds, situation.flowers, self.marks(concealed, rng))
        win = Win(hand, tile, situation.self_draw, situation.seat, situation.round, situation.discarder,
                  frozenset(situation.flags), tuple(wilds), self.turned_for(wilds, situation.state))
        place = -1
        if number >= 0 and not dealt:
            before = sum(not need.is_pair for need in closed[:number])
            place = SET_ROOM + number - before if closed[number].is_pair else len(melds) + before
        division = tuple((need.index + (len(catalogue.sets) if need.is_pair else 0), wild_places)
                         for need, wild_places in zip(closed, places, strict=True))
        return Candidate(win, shape, fixed, division, place, -1 if dealt else win_as,
                         0 if taken is None else (*concealed, tile).count(taken[0]))

    def choose_win(self, plan: Plan, closed: list[Need], tiles: list[list[int]], fixed: int,
                   loose: list[int], rng: Random) -> tuple[int, int] | None:
        """(block, kind) of the winning tile; block -1 is the fixed part or a shape without sets."""
        choices = [(number, kind) for number, kinds in enumerate(tiles) for kind in sorted(set(kinds))]
        must = [(n, k) for n, k in choices if closed[n].wins]
        if not must:
            choices = [(n, k) for n, k in choices if closed[n].wins is not False] or choices
            choices += [(-1, kind) for kind in (*bits(fixed), *loose)]
        choices = [(n, k) for n, k in must or choices if plan.win_mask >> k & 1]
        return rng.choice(choices) if choices else None

    def wilds(self, concealed: list[int], melds: list[Meld], rng: Random) -> tuple[int, ...]:
        """Which kinds are wild in this hand: such as the hand does not hold itself."""
        if rng.random() < 0.25:
            return ()
        held = {*concealed, *(kind for meld in melds for kind in meld.tiles)}
        free = [k for k in kinds_in(self.model.kinds) if k not in held and k < 34]
        return tuple(rng.sample(free, min(len(free), self.most_wild, rng.choice((1, 1, 1, 2, 3)))))

    def put_wilds(self, tiles: list[list[int]], places: list[int], number: int, win_as: int,
                  wilds: tuple[int, ...], rng: Random) -> tuple[list[int], list[int], int]:
        """Places of closed blocks filled by wild tiles: (tiles taken out, wilds put in, winning tile)."""
        stock = [kind for kind in wilds for _copy in range(4)]
        rng.shuffle(stock)
        allowed = [(n, s) for n, kinds in enumerate(tiles) for s, kind in enumerate(kinds)
                   if self.model.wild_stands_for >> kind & 1]
        chosen = rng.sample(allowed, min(len(allowed), len(stock), rng.choice((0, 1, 1, 2, 3, 4))))
        put = stock[:len(chosen)]
        win_tile = win_as
        for wild, (n, s) in zip(put, chosen, strict=True):
            places[n] |= 1 << s
            if n == number and tiles[n][s] == win_as:
                natural = any(k == win_as and not places[n] >> t & 1 for t, k in enumerate(tiles[n]))
                if not natural or rng.random() < 0.5:
                    win_tile = wild
        if number >= 0 and win_tile == win_as and \
                all(places[number] >> t & 1 for t, k in enumerate(tiles[number]) if k == win_as):
            win_tile = next(wild for wild, (n, s) in zip(put, chosen, strict=True) if tiles[n][s] == win_as)
        return [tiles[n][s] for n, s in chosen], put, win_tile

    def marks(self, concealed: list[int], rng: Random) -> list[int]:
        """Red fives among the concealed tiles, where the rulebook marks some."""
        return [kind for kind in sorted(set(self.model.tiles.marks))
                if rank(kind) == 5 and kind in concealed and rng.random() < 0.4]

    # -- the reading --
    def read(self, made: Candidate) -> Env:
        """The frame of the reading a win was made as."""
        reference = self.reference
        f = reference.frames.base(made.win)
        reference.lay(f, made.shape, made.fixed, made.division, made.moved)
        place_win(f, reference.rules, made.place, made.win_as)
        env = Env(f, self.model.catalogue, self.model.flower_owner)
        env.count_waits = reference.count_waits
        return env

    def is_complete(self, made: Candidate) -> bool:
        """Whether the shape's own condition holds."""
        when = self.reference.shape_when[made.shape.index]
        return when is None or bool(when(self.read(made)))

    def earns(self, made: Candidate, fan: Fan) -> bool:
        """Whether the reading a win was made as earns a fan."""
        env = self.read(made)
        if fan.pick is not None or fan.fallback is not None or self.asks[fan.index]:
            kept = self.reference.outcome(env, made.shape, made.division).earned.get(fan.index)
            return kept is not None and kept.kept > 0
        when, count = self.reference.whens[fan.index], self.reference.counts[fan.index]
        return bool(when is None or when(env)) and (count is None or count(env) > 0)


def _meld(kinds: tuple[int, ...], state: int, rng: Random | None) -> Meld:
    """A set laid down in a state; chance says who fed it, where there is one."""
    tiles = (*kinds, kinds[0]) if state >= MELDED else kinds
    feeder = None if state == CONCEALED or rng is None or rng.random() < 0.3 else rng.randint(1, 3)
    if len(set(tiles)) > 1 and feeder is not None:
        feeder = 1
    return Meld(tiles, {CONCEALED: "concealed", ADDED: "added"}.get(state, "open"), feeder)
