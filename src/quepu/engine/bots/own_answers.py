"""Answers in the own turn, and what speaks for and against each, as numbers: discards, declarations, kongs, passing."""

from quepu.engine.bots.aware import aware_kong
from quepu.engine.bots.greedy import (
    answer_with,
    count_left,
    declared_answer,
    greedy_discard,
    greedy_kong,
    kinds_of,
    links_of,
)
from quepu.engine.bots.mixed import is_mixed
from quepu.engine.bots.prospects import look_at_own
from quepu.engine.bots.threats import see_danger, see_stake
from quepu.engine.kernel import inlined, kernel, part
from quepu.engine.layout.bot_room import BotRoom
from quepu.engine.layout.codes import Act
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.mind import FEATURES, MOST_ANSWERS, ONE, Mind, Own, Question
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, MARK, Table
from quepu.engine.play.foresight import kong_points
from quepu.engine.play.packed_action import act_of, kind_in
from quepu.engine.play.wall import wall_left

HALF = ONE // 2
PARTS = 16                  # what is compared with the best of all discards is told in such parts
MOST_LOSS = 64


@inlined
def begin_answers(room: BotRoom, question: int) -> None:
    """Make room for the answers to a question."""
    room.question = question
    room.answer_count = 0
    room.usual = -1


@kernel
def add_answer(room: BotRoom, action: int, usual: int) -> int:
    """Add an answer that nothing speaks for yet; where its features begin."""
    number = room.answer_count
    first = FEATURES * number
    for place in range(FEATURES):
        room.features[first + place] = 0
    room.answers[number] = action
    if action == usual:
        room.usual = number
        room.features[first] = ONE if room.question == Question.EARLY else room.stake
    room.answer_count = number + 1
    return first


@inlined
def is_terminal(kind: int) -> int:
    """1 for a one or a nine."""
    return 1 if kind < 27 and kind % 9 % 8 == 0 else 0


@inlined
def is_own_honor(t: Table, seat: int, kind: int) -> int:
    """1 for dragons and for the winds of seat and round: a pung of them counts in most rulebooks."""
    if kind < 27 or kind > 33:
        return 0
    return 1 if kind >= 31 or kind - 27 == seat or kind - 27 == t.rounds % 4 else 0


@inlined
def behind(most: int, number: int) -> int:
    """How far a number is behind the largest, in parts of it."""
    return PARTS * (most - number) // most if most > 0 else 0


@inlined
def points_in(points: int, unit: int) -> int:
    """Points in fixed point of the unit, which is told in sixteenths."""
    return max(-4 * ONE, min(4 * ONE, points * 16 * ONE // max(1, unit)))


@part
def usual_own(t: Table, play: Session, seat: int, out: Ints, count: int) -> int:
    """What the bot without tables would answer; each discard has then been looked at."""
    is_aimed = play.aims is not None and play.aims.is_on != 0
    kong = -1
    has_kong = 0
    for index in range(count):
        if act_of(out[index]) == Act.KONG or is_mixed(int(out[index])):
            has_kong = 1
    if has_kong:
        kong = aware_kong(t, play, seat, out, count) if is_aimed else greedy_kong(t, play, seat, out, count)
    declares = kinds_of(out, count, Act.DECLARE)
    discards = kinds_of(out, count, Act.DISCARD)
    count_left(t, play, seat)
    usual = -1
    if declares:
        usual = declared_answer(t, play, seat, out, count, greedy_discard(t, play, seat, declares))
    pick = look_at_own(t, play, seat, discards | declares)
    if usual < 0 and discards:
        usual = answer_with(out, count, Act.DISCARD, pick)
    return kong if kong >= 0 else usual


@kernel
def weigh_discard(t: Table, play: Session, room: BotRoom, seat: int, first: int, kind: int) -> None:
    """What speaks for and against a discard by its tile alone."""
    stake = room.stake
    f = room.features
    is_own = is_own_honor(t, seat, kind)
    suit = t.sizes[seat, kind // 9] - t.held[seat, kind] if kind < 27 else 0
    f[first + Own.HONOR] = stake if kind >= 27 else 0
    f[first + Own.TERMINAL] = stake * is_terminal(kind)
    f[first + Own.SUIT] = suit * stake // 8
    f[first + Own.SUIT_SQUARE] = suit * suit * stake // 64
    f[first + Own.WIND] = stake * is_own
    f[first + Own.WIND_PAIR] = stake * is_own if t.held[seat, kind] >= 2 else 0
    f[first + Own.COPIES] = stake * (t.held[seat, kind] - 1)
    f[first + Own.LINKS] = links_of(t, seat, kind) * stake // 4 if kind < 34 else 0
    f[first + Own.HONOR_LIVE] = stake * max(0, min(3, room.left[kind])) // 2 if kind >= 27 else 0
    danger = room.danger[kind]
    left = max(0, min(64, wall_left(t)))
    f[first + Own.DANGER] = min(2 * ONE, danger)
    f[first + Own.LATER] = min(HALF, room.later[kind]) * left // 32
    f[first + Own.DANGER_EARLY] = min(2 * ONE, danger) * left // 64
    f[first + Own.DANGER_STAKE] = min(ONE, danger) * min(ONE, stake) // 256


@kernel
def weigh_after(room: BotRoom, first: int, kind: int) -> None:
    """What speaks for and against a discard by the hand it leaves, beside the best that any leaves."""
    stake = room.stake
    f = room.features
    gap = max(0, min(3, room.after[kind] - room.fewest))
    few = behind(room.live_most, room.live[kind]) if gap == 0 else PARTS
    few = min(PARTS, few) * stake // PARTS
    f[first + Own.AIMS] = min(MOST_LOSS, room.loss[kind]) * stake // 16
    f[first + Own.GAP] = gap * stake
    f[first + (Own.FEW_READY if room.fewest == 1 else Own.FEW_TWO if room.fewest == 2 else Own.FEW_FAR)] = few
    f[first + Own.VALUE] = behind(room.value_most, room.value[kind]) * stake // PARTS
    f[first + Own.AIM_DRAWS] = behind(room.draws_most, room.draws[kind]) * stake // PARTS
    f[first + Own.TWO_STEPS] = behind(room.twice_most, room.twice[kind]) * stake // PARTS


@kernel
def note_bests(room: BotRoom, out: Ints, count: int) -> None:
    """The most of everything that any of the answers leaves, in the room."""
    room.live_most = room.value_most = room.draws_most = room.twice_most = 0
    for index in range(count):
        sort = act_of(out[index])
        if sort == Act.DISCARD or sort == Act.DECLARE:
            kind = kind_in(out[index])
            room.live_most = max(room.live_most, room.live[kind])
            room.value_most = max(room.value_most, room.value[kind])
            room.draws_most = max(room.draws_most, room.draws[kind])
            room.twice_most = max(room.twice_most, room.twice[kind])


@part
def own_answers(t: Table, play: Session, seat: int, out: Ints, count: int, mind: Mind) -> None:
    """Put the answers of the own turn into the room, with what speaks for and against each."""
    room = play.bot_room
    usual = usual_own(t, play, seat, out, count)
    see_danger(t, play, seat, mind)
    see_stake(t, play, mind)
    note_bests(room, out, count)
    begin_answers(room, Question.OWN)
    f = room.features
    stake = room.stake
    threat = room.threat // 2
    for index in range(min(count, MOST_ANSWERS)):
        action = int(out[index])
        sort = act_of(action)
        first = add_answer(room, action, usual)
        if sort == Act.KONG or is_mixed(action):
            f[first + Own.KONG] = stake
            f[first + Own.KONG_THREAT] = threat
            f[first + Own.KONG_ALWAYS] = HALF
            f[first + Own.KONG_POINTS] = points_in(kong_points(t, play, seat, action), mind.unit)
        elif sort == Act.DISCARD or sort == Act.DECLARE:
            kind = action & KIND
            weigh_after(room, first, kind)
            weigh_discard(t, play, room, seat, first, kind)
            f[first + Own.MARKED] = stake if action & MARK else 0
            if sort == Act.DECLARE:
                f[first + Own.DECLARE] = stake
                f[first + Own.DECLARE_LIVE] = stake * min(8, room.live[kind]) // 8
                f[first + Own.DECLARE_THREAT] = threat
                f[first + Own.DECLARE_ALWAYS] = HALF
        else:
            f[first + Own.PASS] = ONE
