"""What self-play teaches: exact labels of danger, what hands came to, and two answers to one question played on.

All hands are looked at here, for what is learned is a table; who plays by it sees no more than his own.
"""

from quepu.engine.bots.greedy import count_left
from quepu.engine.bots.playout import bot_random, choose, match_seed, play_hand, seed_bots
from quepu.engine.bots.threats import DECLARED, class_of, see_opponents
from quepu.engine.course.fresh import start_match
from quepu.engine.course.settle import finish_hand
from quepu.engine.kernel import entry, kernel, part
from quepu.engine.layout.bot_room import Policy
from quepu.engine.layout.codes import Stage
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.mind import CLASSES, FEATURES, Lessons, Question
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import TABLE_WORDS, Table
from quepu.engine.machine import copy_words, lowest
from quepu.engine.play.advance import act, begin_hand
from quepu.engine.play.foresight import may_win_on

MOST_NOTES = 2048


@part
def note_danger(t: Table, play: Session, seat: int, lessons: Lessons) -> None:
    """Who could win on each tile the seat holds: tries and hits, by state and class."""
    room = play.bot_room
    count_left(t, play, seat)
    see_opponents(t, play)
    for other in range(play.rules.seat_count):
        if other == seat or t.out >> other & 1:
            continue
        rest = t.held_mask[seat] & play.rules.playable_kinds & (1 << 34) - 1
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            cell = room.state[other] * CLASSES + class_of(play, other, kind)
            lessons.tries[cell] += 1
            lessons.hits[cell] += 1 if may_win_on(t, play, other, kind, seat) else 0


@kernel
def note_stake(play: Session, seat: int, lessons: Lessons) -> None:
    """Note where in the table of stakes a hand stood that was asked in its turn."""
    count = lessons.note_count
    if play.bot_room.question == Question.OWN and count < MOST_NOTES:
        lessons.notes[2 * count] = seat
        lessons.notes[2 * count + 1] = play.bot_room.cell
        lessons.note_count = count + 1


@part
def note_end(t: Table, play: Session, lessons: Lessons, before: Ints) -> None:
    """Add up what the hand has brought: by stake, and what deal-ins cost."""
    for note in range(lessons.note_count):
        seat = lessons.notes[2 * note]
        cell = lessons.notes[2 * note + 1]
        lessons.stake_count[cell] += 1
        if t.winners >> seat & 1:
            player = t.player[seat]
            lessons.stake_sum[cell] += max(0, t.score[player] - before[player])
    for seat in range(play.rules.seat_count):
        if not t.winners >> seat & 1:
            continue
        lessons.win_count += 1
        lessons.win_sum += t.score[t.player[seat]] - before[t.player[seat]]
        feeder = t.win_from[seat]
        if feeder >= 0:
            form = DECLARED if t.declared[seat] else min(DECLARED - 1, t.meld_count[seat])
            lessons.price_count[form] += 1
            lessons.price_sum[form] += before[t.player[feeder]] - t.score[t.player[feeder]]


@entry
@part
def learn_tables(t: Table, play: Session, bots: Ints, before: Ints, seed: int, first: int, matches: int, limit: int,
                 every: int, lessons: Lessons) -> int:
    """Play matches, so many hands of each at most, and look at every so-many-th turn; how many hands were played.

    `every` 0: no dangers are looked at.
    """
    hands = 0
    for number in range(first, first + matches):
        start_match(t, play, match_seed(seed, number))
        seed_bots(play, match_seed(seed, number))
        played = 0
        while t.match_over == 0 and played < limit:
            for player in range(4):
                before[player] = t.score[player]
            lessons.note_count = 0
            begin_hand(t, play, 1)
            while t.stage != Stage.OVER:
                seat = lowest(t.asked)
                bot = bots[t.player[seat]]
                play.bot_room.question = Question.NONE
                action = choose(t, play, seat, bot)
                if bot >= Policy.LEARNED:
                    note_stake(play, seat, lessons)
                if every and t.stage == Stage.OWN and bot_random(play, every) == 0:
                    note_danger(t, play, seat, lessons)
                act(t, play, seat, action)
            note_end(t, play, lessons, before)
            finish_hand(t, play)
            played += 1
        hands += played
    return hands


@part
def other_answer(play: Session, given: int) -> int:
    """Another answer than the one that is given: the next heaviest, or any."""
    room = play.bot_room
    if bot_random(play, 2):
        other = bot_random(play, room.answer_count - 1)
        return other + 1 if other >= given else other
    best = -1
    for number in range(room.answer_count):
        if number != given and (best < 0 or room.scores[number] > room.scores[best]):
            best = number
    return best


@part
def play_branch(t: Table, spare: Table, play: Session, bots: Ints, seat: int, given: int, number: int,
                lessons: Lessons) -> None:
    """Play on with another answer on a copy of the table; the row is finished when the hand is.

    What the bots' chance was, it is again; what was thought of the answers is written down before it is lost.
    """
    room = play.bot_room
    other = other_answer(play, given)
    row = lessons.branches[lessons.branch_count]
    row.question = room.question
    row.number = number
    row.seat = seat
    for place in range(FEATURES):
        row.spread[place] = room.features[FEATURES * other + place] - room.features[FEATURES * given + place]
    answer = int(room.answers[other])
    chance = play.bot_state
    copy_words(spare, t, TABLE_WORDS)
    act(spare, play, seat, answer)
    play_hand(spare, play, bots)
    play.bot_state = chance
    row.gain = spare.score[spare.player[seat]]
    lessons.branch_count += 1


@kernel
def given_place(play: Session, action: int) -> int:
    """The place of an answer among those in the room; -1 it is not there."""
    room = play.bot_room
    for number in range(room.answer_count):
        if room.answers[number] == action:
            return number
    return -1


@entry
@part
def learn_branches(t: Table, spare: Table, play: Session, bots: Ints, seed: int, first: int, matches: int, limit: int,
                   every: int, lessons: Lessons) -> int:
    """Play matches, so many hands of each at most; at some questions of the first mind another answer is played on.

    Of so many turns one branches, of claims and questions before the first turn four times as many.
    How many hands were played.
    """
    hands = 0
    rare = max(1, every // 4)
    for number in range(first, first + matches):
        start_match(t, play, match_seed(seed, number))
        seed_bots(play, match_seed(seed, number))
        played = 0
        while t.match_over == 0 and played < limit:
            begin_hand(t, play, 1)
            begun = lessons.branch_count
            while t.stage != Stage.OVER:
                seat = lowest(t.asked)
                play.bot_room.question = Question.NONE
                bot = bots[t.player[seat]]
                action = choose(t, play, seat, bot)
                question = play.bot_room.question
                if question != Question.NONE and bot == Policy.LEARNED and play.bot_room.answer_count > 1 \
                        and lessons.branch_count < len(lessons.branches) \
                        and bot_random(play, every if question == Question.OWN else rare) == 0:
                    given = given_place(play, action)
                    if given >= 0:
                        play_branch(t, spare, play, bots, seat, given, number, lessons)
                act(t, play, seat, action)
            for place in range(begun, lessons.branch_count):
                row = lessons.branches[place]
                row.gain -= t.score[t.player[row.seat]]
            finish_hand(t, play)
            played += 1
        hands += played
    return hands
