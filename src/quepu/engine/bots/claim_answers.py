"""Answers to a discard, and what speaks for and against each, as numbers; and those before the first turn."""

from quepu.engine.bots.aim_distance import look, see_claim, see_hand
from quepu.engine.bots.aware import aware_claim, claim_ready
from quepu.engine.bots.greedy import (
    count_left,
    greedy_claim,
    links_of,
    missing_now,
    missing_with,
    phase_answer,
    suit_of,
)
from quepu.engine.bots.own_answers import HALF, add_answer, begin_answers, is_own_honor, is_terminal, points_in
from quepu.engine.bots.prospects import NO_AIM, log2x8
from quepu.engine.bots.threats import see_danger, see_stake
from quepu.engine.kernel import kernel, part
from quepu.engine.layout.bot_room import BotRoom
from quepu.engine.layout.codes import Act
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.mind import MOST_ANSWERS, ONE, Early, Mind, Question, Taking
from quepu.engine.layout.rule_codes import PhaseKind
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, Table
from quepu.engine.play.foresight import kong_points
from quepu.engine.play.packed_action import act_of, choice_in


@kernel
def weigh_taking(t: Table, room: BotRoom, seat: int, first: int, sort: int, kind: int, nearer: int, after: int) -> None:
    """What speaks for and against a claim that brings the hand so many tiles nearer, by tile and melds."""
    stake = room.stake
    f = room.features
    melds = t.meld_count[seat]
    is_own = is_own_honor(t, seat, kind)
    f[first + Taking.ANY] = stake
    f[first + Taking.THREAT] = room.threat // 2
    f[first + Taking.NEARER] = nearer * stake
    f[first + Taking.OPENS] = stake if melds == 0 else 0
    f[first + Taking.MELDS] = melds * stake // 2
    f[first + Taking.WAS_READY] = stake if room.fewest <= 1 else 0
    f[first + Taking.PUNG] = stake if sort == Act.CLAIM_PUNG or sort == Act.READY_PUNG else 0
    f[first + Taking.KONG] = stake if sort == Act.KONG else 0
    f[first + Taking.WIND] = stake * is_own
    f[first + Taking.WIND_NEARER] = stake * is_own if nearer > 0 else 0
    f[first + Taking.HONOR] = stake if kind >= 27 else 0
    f[first + Taking.TERMINAL] = stake * is_terminal(kind)
    f[first + Taking.SUIT] = t.sizes[seat, kind // 9] * stake // 8 if kind < 27 else 0
    f[first + Taking.MISSING] = room.fewest * stake // 2
    f[first + Taking.MISSING_NEARER] = room.fewest * stake // 2 if nearer > 0 else 0
    f[first + Taking.MAKES_READY] = stake if after <= 1 else 0
    f[first + Taking.ALWAYS] = HALF
    f[first + Taking.OPENS_NEARER] = stake if nearer > 0 and melds == 0 else 0


@part
def claim_answers(t: Table, play: Session, seat: int, out: Ints, count: int, mind: Mind) -> None:
    """Put the answers to a discard into the room, with what speaks for and against each."""
    room = play.bot_room
    is_aimed = play.aims is not None and play.aims.is_on != 0
    usual = aware_claim(t, play, seat, out, count) if is_aimed else greedy_claim(t, play, seat, out, count)
    count_left(t, play, seat)
    see_danger(t, play, seat, mind)
    before = missing_now(t, play, seat)
    room.fewest = max(1, min(6, before))
    room.far = room.fewest
    worth = 0
    if is_aimed:
        see_hand(t, play, seat)
        worth = look(t, play, 1)
        room.far = min(NO_AIM, room.tops[0].missing) if worth > 0 else NO_AIM
    see_stake(t, play, mind)
    begin_answers(room, Question.CLAIM)
    f = room.features
    for index in range(min(count, MOST_ANSWERS)):
        action = int(out[index])
        sort = act_of(action)
        first = add_answer(room, action, usual)
        if sort == Act.PASS:
            continue
        after = missing_with(t, play, seat, action)
        weigh_taking(t, room, seat, first, sort=sort, kind=action & KIND, nearer=before - max(1, after), after=after)
        if sort == Act.KONG:
            f[first + Taking.KONG_POINTS] = points_in(kong_points(t, play, seat, action), mind.unit)
        if is_aimed:
            see_hand(t, play, seat)
            see_claim(t, play, action)
            more = log2x8(look(t, play, 1)) - log2x8(worth)
            f[first + Taking.AIMS] = max(-64, min(64, more)) * room.stake // 16
            if sort != Act.KONG and after <= 1:
                found = claim_ready(t, play, seat, action)
                f[first + Taking.READY] = room.stake * min(8, found // 100) // 4 if found > 0 else 0


@part
def early_answers(t: Table, play: Session, seat: int, out: Ints, count: int) -> None:
    """Put the answers before the first turn into the room: a suit to void, a tile to give away, a bet."""
    room = play.bot_room
    usual = phase_answer(t, play, seat, out, count)
    begin_answers(room, Question.EARLY)
    f = room.features
    voids = play.rules.phases[t.phase].kind == PhaseKind.VOID_SUIT
    for index in range(min(count, MOST_ANSWERS)):
        action = int(out[index])
        first = add_answer(room, action, usual)
        if act_of(action) == Act.GIVE:
            kind = action & KIND
            suit = suit_of(kind)
            f[first + Early.TILES] = ONE * (t.sizes[seat, suit] if suit < 4 else 1) // 8
            f[first + Early.LINKS] = ONE * links_of(t, seat, kind) // 8 if kind < 34 else 0
        elif voids:
            suit = choice_in(action)
            f[first + Early.TILES] = ONE * (t.sizes[seat, suit] if suit < 4 else 0) // 8
        else:
            f[first + Early.NUMBER] = ONE * min(16, choice_in(action)) // 4
