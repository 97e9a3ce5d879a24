"""The learned bot: every answer is weighed by what was learned of the rulebook, and the heaviest is given.

It sees what its seat sees.  Wins are always taken; without a mind it plays as the aware bot.
"""

from quepu.engine.bots.aware import choose_aware
from quepu.engine.bots.claim_answers import claim_answers, early_answers
from quepu.engine.bots.greedy import kinds_of, sure_answer
from quepu.engine.bots.own_answers import own_answers
from quepu.engine.kernel import entry, inlined, part
from quepu.engine.layout.codes import Act, Offer, Stage
from quepu.engine.layout.mind import FEATURES, Mind, Question
from quepu.engine.layout.rule_codes import PhaseKind
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import Table
from quepu.engine.play.advance import legal_into


@inlined
def weight_of(mind: Mind, question: int, place: int) -> int:
    """What a feature of an answer to a question weighs."""
    if question == Question.OWN:
        return mind.own[place]
    return mind.claim[place] if question == Question.CLAIM else mind.early[place]


@part
def weigh_answers(play: Session, mind: Mind) -> int:
    """The heaviest of the answers in the room; of two that are level the usual one, then the first."""
    room = play.bot_room
    question = room.question
    best = 0
    for number in range(room.answer_count):
        score = 0
        for place in range(FEATURES):
            feature = room.features[FEATURES * number + place]
            if feature:
                score += feature * weight_of(mind, question, place)
        room.scores[number] = score
        if score > room.scores[best] or (score == room.scores[best] and number == room.usual):
            best = number
    return best


@entry
@part
def choose_learned(t: Table, play: Session, seat: int, number: int) -> int:
    """What the learned bot with a mind answers; question, answers and scores stay in the room."""
    room = play.bot_room
    room.question = Question.NONE
    if play.minds is None or number >= len(play.minds.minds):
        return choose_aware(t, play, seat)
    mind = play.minds.minds[number]
    out = play.scratch
    count = legal_into(t, play, seat, out)
    sure = sure_answer(out, count)
    if sure >= 0:
        return sure
    if t.stage == Stage.OWN:
        discards = kinds_of(out, count, Act.DISCARD)
        if discards & play.rules.bonus_kinds or (discards | kinds_of(out, count, Act.DECLARE)) == 0:
            return choose_aware(t, play, seat)
        own_answers(t, play, seat, out, count, mind)
    elif t.stage == Stage.CLAIMS and t.offered_kind == Offer.DISCARD:
        claim_answers(t, play, seat, out, count, mind)
    elif t.stage == Stage.PHASE and play.rules.phases[t.phase].kind != PhaseKind.OPENING:
        early_answers(t, play, seat, out, count)
    else:
        return choose_aware(t, play, seat)
    return int(room.answers[weigh_answers(play, mind)])
