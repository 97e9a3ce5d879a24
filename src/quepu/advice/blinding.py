"""A table as one seat knows it: all that it cannot see is taken away, and put down as tiles that may lie anywhere.

What is left depends on nothing else than what the seat has seen, and so does every answer that is made of it.
"""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quepu.engine.layout import codes
from quepu.engine.layout.hidden import KONG_ROOM, Hidden, Tried
from quepu.engine.layout.record import Columns, line
from quepu.engine.layout.rule_codes import Flowers, PhaseKind, PhaseWho, Side
from quepu.engine.layout.table import (
    KIND,
    MARK,
    MELD_ROOM,
    OFFER_ROOM,
    PUT_AWAY,
    RIVER_SEAT,
    SEATS,
    TAKEN,
    WALL_ROOM,
    Table,
)
from quepu.engine.layout.table_facts import LOTS, TURNED_ROOM
from quepu.engine.play.packed_action import detail_of
from quepu.game.concealment import hides_concealed, sees_all_hands, sees_turned
from quepu.notation import read_tiles
from quepu.rulebook.language.sight import OTHER, OWNER

if TYPE_CHECKING:
    from quepu.game.match import Match

EVERY = (1 << 42) - 1
_KONGS = (codes.Offer.ADDED_KONG, codes.Offer.CONCEALED_KONG)
_OWN = (codes.Stage.OWN, codes.Stage.STAKE, codes.Stage.LAID, codes.Stage.TURNED)


@dataclass(frozen=True, slots=True)
class Blind:
    """A table without what a seat cannot see, and what that is."""

    table: Table
    hidden: Hidden


def blinded(match: "Match", seat: int, answers: list[int], samples: int, seed: int) -> Blind:
    """What a seat that is asked knows, with room for what comes of so many answers in so many worlds."""
    return _Blinding(match, seat).whole(answers, samples, seed)


class _Blinding:
    """Takes away what a seat cannot see."""

    def __init__(self, match: "Match", seat: int) -> None:
        self.match, self.seat, self.model, self.rules = match, seat, match.book.model, match.engine.rules
        self.table: Table = match.table.copy()
        self.others = [other for other in range(match.seats) if other != seat]
        self.pool: list[int] = []
        self.open = set(range(SEATS)) if sees_all_hands(self.model, self.table, seat) else set(match.shown)
        t = self.table
        self.is_claim = t.stage == codes.Stage.CLAIMS
        self.is_phase = t.stage == codes.Stage.PHASE and self.rules.phases[t.phase].kind != PhaseKind.OPENING

    def whole(self, answers: list[int], samples: int, seed: int) -> Blind:
        """All of it; what is known of hands is read before they are taken away."""
        known: dict[str, Any] = {"wanted": [0] * SEATS, "allowed": [EVERY] * SEATS, "refused": [0] * SEATS,
                                 "draws": [0] * SEATS, "ready": 0}
        for other in self.others:
            if other not in self.open:
                known["allowed"][other] = self._allowed(other)
                known["draws"][other] = self._draws(other)
                if self._is_ready(other):
                    known["ready"] |= 1 << other
                    known["refused"][other] = self._refused(other)
        for other in self.others:
            known["wanted"][other] = self._take_hand(other)
            self._take_answers(other)
        kongs = self._take_kongs()
        turned, at = self._take_turned()
        burnt = self._take_burnt()
        size, places = self._take_wall(at)
        full = Counter(self._full())
        laid = Counter(self._laid())
        self.pool += (full - laid).elements()           # a wall laid by hand may lack tiles: nobody knows which
        self._take_course()
        self._take_memory()
        seen = sorted((full - Counter(self.pool)).elements())
        return Blind(self.table, Hidden.build(
            seed=seed, tiles=_filled(sorted(self.pool), WALL_ROOM), pool_count=len(self.pool),
            pool=[0] * WALL_ROOM, seen=_filled(seen, WALL_ROOM), seen_count=len(seen), **known,
            kongs=_filled(kongs, KONG_ROOM), kong_count=len(kongs), turned=_filled(turned, TURNED_ROOM),
            turned_at=_filled(at, TURNED_ROOM), turned_count=len(turned), burnt=burnt,
            places=_filled(places, WALL_ROOM), place_count=len(places), wall_size=size,
            stood=self.rules.stood_count, is_claim=int(self.is_claim),
            dice=0 if self.table.dealt else self.rules.dice_count, answers=answers,
            tried=Columns(Tried, bytes(Tried.SIZE * samples * len(answers)), samples * len(answers))))

    # -- what is known of others' hands --
    def _allowed(self, other: int) -> int:
        """The kinds another may hold: no flower that would have been laid aside, no suit that it has done away with."""
        t, kinds = self.table, EVERY
        way = self.rules.flowers
        thrown = [tile & KIND for tile, bits in self._river() if bits & RIVER_SEAT == other]
        dealing = t.stage == codes.Stage.FLOWERS or (
            t.laying == codes.Laid.DEALT_FLOWER and t.stage in (codes.Stage.LAID, codes.Stage.CLAIMS))
        if t.dealt and not dealing and (way in (Flowers.AT_ONCE, Flowers.IN_ROUNDS)
                                        or (way == Flowers.OWN_TURN and thrown)):
            kinds &= ~self.rules.bonus_kinds
        for phase in self.rules.phases:
            if phase.kind == PhaseKind.VOID_SUIT and phase.memory >= 0 and phase.seats and not self.is_phase:
                suit = t.memory[phase.memory + other]
                if thrown and 0 <= suit <= 2 and thrown[-1] // 9 != suit:
                    kinds &= ~(511 << 9 * suit)
        return kinds

    def _draws(self, other: int) -> int:
        """How many tiles another has drawn in its turns: a discard each, but for those after a claim."""
        t = self.table
        claims = sum(t.meld_from[other, place] >= 0 for place in range(t.meld_count[other]))
        return max(0, sum(bits & RIVER_SEAT == other for _tile, bits in self._river()) - claims)

    def _is_ready(self, other: int) -> bool:
        """Whether another must have a ready hand: it has declared one, or won with it and plays on."""
        t = self.table
        return not t.out >> other & 1 and bool(t.declared[other] or t.winners >> other & 1)

    def _refused(self, other: int) -> int:
        """What a declared hand does not wait for: its own discards, and all that nobody has let it win on since."""
        found, since = 0, False
        declares = any(bits & RIVER_SEAT == other and bits & codes.River.DECLARES for _tile, bits in self._river())
        for tile, bits in self._river():
            own = bits & RIVER_SEAT == other
            if own or since or not declares:
                found |= 1 << (tile & KIND)
            since = since or bool(own and bits & codes.River.DECLARES)
        if self.is_claim and self.table.offered_from != other:
            found &= ~(1 << (self.table.offered[0] & KIND))     # nobody has answered yet
        return found

    def _river(self) -> list[tuple[int, int]]:
        t = self.table
        return list(zip(t.river[:t.river_count].tolist(), t.river_seat[:t.river_count].tolist(), strict=True))

    # -- what is taken away --
    def _take_hand(self, other: int) -> int:
        """The hidden tiles of another seat; how many there are."""
        if other in self.open:
            return 0
        t, tiles = self.table, []
        known = Counter[int]()
        if self.is_claim and t.offered_kind == codes.Offer.CONCEALED_KONG and t.offered_from == other:
            known[t.offered[0] & KIND] = self.rules.kongs[detail_of(t.kong_pending)].least
        for kind, count in enumerate(line(t.held, other).tolist()):
            marked = int(t.marked[other, kind])
            held = [kind | MARK] * marked + [kind] * (count - marked)
            tiles += held[known[kind]:]
        with self.match.at_work():
            for tile in tiles:
                self.match.engine.kernels.lose(t, self.match.session, other, tile)
        if self.is_phase:
            tiles += line(t.gifts, other).tolist()[:t.gift_count[other]]
        for kind in range(42):
            t.stood[other, kind] = 0
        self.pool += tiles
        return len(tiles)

    def _take_answers(self, other: int) -> None:
        """What another has answered, and what it let go without anybody's knowing."""
        t = self.table
        t.pending[other], t.may[other] = -1, 0
        t.barred[other] = t.let_go[other] = t.passed_value[other] = t.forbidden[other] = t.passed[other] = 0
        for place in range(4):
            t.gifts[other, place] = 0
        t.gift_count[other] = 0
        if self.is_phase:
            t.choice[other] = -1

    def _take_kongs(self) -> list[int]:
        """Others' concealed kongs that lie face down."""
        t, found = self.table, []
        if not hides_concealed(self.model):
            return []
        for other in self.others:
            for place in range(t.meld_count[other]):
                if t.meld_form[other, place] == codes.MeldForm.CONCEALED_KONG and other not in self.open:
                    kind, marks = t.meld_tile[other, place] & KIND, t.meld_marks[other, place]
                    self.pool += [kind | MARK] * marks + [kind] * (4 - marks)
                    t.meld_tile[other, place] = t.meld_set[other, place] = t.meld_marks[other, place] = 0
                    found.append(other * MELD_ROOM + place)
        return found

    def _take_turned(self) -> tuple[list[int], list[int]]:
        """Turned tiles that the seat may not look at, and where in the wall each lies; -1 out of it."""
        t, found, places = self.table, [], []
        for index in range(t.turned_count):
            if self._sees(index) or t.turned_place[index] == TAKEN:
                continue
            place = self._place(index)
            if place < 0:
                self.pool.append(int(t.turned[index]))
            t.turned[index] = 0
            found.append(index)
            places.append(place)
        return found, places

    def _sees(self, index: int) -> bool:
        return sees_turned(self.model, self.table, self.seat, index)

    def _place(self, index: int) -> int:
        """Where in the wall a turned tile lies; -1 out of it."""
        lot = self.rules.turned_lots[self.table.turned_lot[index] % LOTS]
        if lot.side == Side.DEAD and not lot.in_play and not lot.last and lot.place == -1:
            return int(self.rules.wall_size - 1 - self.rules.dead_replacements - index)     # as `turn_tiles` has it
        place = self.table.turned_place[index]
        return -1 if place in (0, PUT_AWAY, TAKEN) else int(place) - 1

    def _take_burnt(self) -> int:
        t, count = self.table, 0
        for kind, burnt in enumerate(t.burnt.tolist()):
            self.pool += [kind] * burnt
            count += burnt
            t.burnt[kind] = 0
        return count

    def _take_wall(self, hidden: list[int]) -> tuple[int, list[int]]:
        """How many places the wall had, and those that hold a tile nobody has seen."""
        t, size = self.table, len(self._laid())
        open_places = {self._place(index) for index in range(t.turned_count) if self._sees(index)} - set(hidden)
        places = [place for place in range(t.wall_front, t.wall_back) if place not in open_places]
        self.pool += [int(t.wall[place]) for place in places]
        for place in range(WALL_ROOM):
            if place not in open_places or not t.wall_front <= place < t.wall_back:
                t.wall[place] = 0
        return size, places

    def _laid(self) -> list[int]:
        """The wall before the deal: what was laid by hand, or all tiles."""
        hand = self.match.hand
        if hand is None or hand.wall is None:
            return self._full()
        return [tile.kind | (MARK if tile.mark else 0) for tile in read_tiles(hand.wall)]

    def _full(self) -> list[int]:
        """All tiles of the rulebook."""
        return [kind | (MARK if copy < self.rules.marks[kind] else 0)
                for kind in range(42) for copy in range(self.rules.copies[kind])]

    def _take_course(self) -> None:
        """Chance, who else is asked, and numbers that are left over from what nobody saw."""
        t, stage = self.table, self.table.stage
        t.seed = t.random = t.unable = t.false_total = t.kong_tiles = 0
        t.asked = 1 << self.seat
        if self.is_phase:
            who = self.rules.phases[t.phase].who
            everybody = (1 << self.match.seats) - 1
            t.asked |= {PhaseWho.DEALER: 1, PhaseWho.OTHERS: everybody & ~1}.get(who, everybody)
        own = stage in _OWN and t.turn == self.seat
        if not own:
            t.drawn_kinds = 0
        if not own and not (self.is_claim and t.offered_kind == codes.Offer.FLOWER):
            t.drawn = -1
        offered = t.offered_count if self.is_claim or stage == codes.Stage.TURNED else 0
        for place in range(offered, OFFER_ROOM):
            t.offered[place] = 0
        if not (self.is_claim and t.offered_kind in _KONGS) and stage != codes.Stage.TURNED:
            t.kong_pending = 0
        if not t.dealt:
            for die in range(self.rules.dice_count):
                t.dice[die] = 0

    def _take_memory(self) -> None:
        """What the table remembers of hidden tiles, but for the seat's own part."""
        t = self.table
        for slot in self.model.memory:
            told = self.model.secrets.get(slot.slot, frozenset())
            for place in range(slot.size if told else 0):
                owner, other = (place // 4, place % 4) if slot.size > 4 else (place, place)
                mine = slot.size > 1 and (owner == self.seat or OWNER not in told) \
                    and (other == self.seat or OTHER not in told) and told <= {OWNER, OTHER}
                if not mine:
                    t.memory[slot.slot + place] = slot.start


def _filled(numbers: list[int], size: int) -> list[Any]:
    return [*numbers, *[0] * (size - len(numbers))]
