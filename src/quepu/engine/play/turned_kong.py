"""A kong that turns tiles up in place of a replacement (开杠): its maker wins on one of them, or they are discards."""

from quepu.engine.course.phases import look_for_abort, turn_owed
from quepu.engine.course.settle import after_win, win
from quepu.engine.distance.completing import might_win
from quepu.engine.kernel import inlined, part
from quepu.engine.layout.codes import Act, Bind, Drew, Event, How, May, Moment, Offer, River, Stage
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.rule_codes import LastRule, Reveals, Until
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, OFFER_ROOM, Table
from quepu.engine.play.asking import happen, score_hand
from quepu.engine.play.claims import after, can_claim_win, is_barred, last_rules, may_ask, must_win
from quepu.engine.play.own_turn import pass_turn
from quepu.engine.play.packed_action import act_of, detail_of, number_of, packed_action
from quepu.engine.play.passing import lift_passes, pass_own_win
from quepu.engine.play.wall import emit, gain, lose, take_back, take_front, wall_left


@part
def turn_for_kong(t: Table, play: Session) -> int:
    """Turn up the tiles of the kong that stands; the answer to give for its maker, -1 if he is asked."""
    rules = play.rules
    seat = t.turn
    count = min(rules.kongs[detail_of(t.kong_pending)].turns, OFFER_ROOM, wall_left(t))
    for place in range(count):
        tile = take_back(t) if rules.replaces_from_back else take_front(t)
        t.offered[place] = tile
        emit(play, Event.KONG_TURNED, seat, tile, 0, 0, 0)
    t.offered_count = count
    t.offered_from = seat
    t.offered_kind = Offer.TURNED
    t.drawn = -1
    t.draw_kind = Drew.TURNED
    t.turned_wins = 1
    wins = 0
    first = 0
    for place in range(count - 1, -1, -1):
        if wins_by_turning(t, play, seat, t.offered[place]):
            wins += 1
            first = place
    t.turned_wins = wins
    t.may[seat] = May.WIN if wins > 0 else 0
    if wins == 0:
        return packed_action(Act.PASS)
    if t.binds[seat] & Bind.MUST_WIN or last_rules(t, play) >> LastRule.MUST_WIN & 1:
        return packed_action(Act.WIN, 1 + first, t.offered[first])
    t.asked = 1 << seat
    return -1


@part
def wins_by_turning(t: Table, play: Session, seat: int, tile: int) -> bool:
    """Whether a turned tile is a win for the maker of the kong, as if it had been drawn."""
    if not might_win(t, play, seat, tile & KIND) or is_barred(t, seat, tile, True):
        return False
    gain(t, play, seat, tile)
    found = score_hand(t, play, seat, tile, 1, -1, 1)
    lose(t, play, seat, tile)
    return found == 1


@part
def turned_actions(t: Table, play: Session, seat: int, out: Ints) -> int:
    """The turned tiles the maker of the kong may win on, each kind once, or to let them go."""
    count = 0
    if t.may[seat] & May.WIN:
        for place in range(t.offered_count):
            tile = t.offered[place]
            again = False
            for before in range(place):
                if t.offered[before] == tile:
                    again = True
            if not again and wins_by_turning(t, play, seat, tile):
                out[count] = packed_action(Act.WIN, 1 + place, tile)
                count += 1
    out[count] = packed_action(Act.PASS)
    return count + 1


@part
def win_by_turning(t: Table, play: Session, seat: int, action: int) -> None:
    """The maker of the kong wins on a turned tile; the others lie in his river."""
    tile = number_of(action)
    gain(t, play, seat, tile)
    t.drawn = tile
    win(t, play, seat, tile, -1, 1 << seat, 1)
    lay_turned(t, play, detail_of(action) - 1)
    t.offered_count = 0


@part
def lay_turned(t: Table, play: Session, won: int) -> None:
    """The turned tiles are discards, all but the one that was won on (-1: none), and are offered."""
    seat = t.turn
    for place in range(t.offered_count):
        if place == won:
            continue
        tile = t.offered[place]
        at = t.river_count
        t.river[at] = tile
        t.river_seat[at] = seat | River.DRAWN
        t.river_count = at + 1
        t.turn_count += 1
        emit(play, Event.DISCARD, seat, tile, 1, 0, 0)
        if won < 0:
            happen(t, play, Moment.DISCARDED, actor=seat, tile=tile, how=How.DRAWN)
    if t.turned_owed:
        turn_owed(t, play, seat, Reveals.DISCARD)
    lift_passes(t, play, seat, Until.OWN_DISCARD)
    t.turned_wins = 0
    t.stage = Stage.OFFER
    if won < 0:
        for place in range(t.offered_count):
            if t.stage == Stage.OFFER:
                look_for_abort(t, play, Moment.DISCARDED, actor=seat, tile=t.offered[place], how=How.DRAWN)


@part
def do_turned(t: Table, play: Session, seat: int, action: int) -> None:
    """Do what the maker of a kong chose when its tiles were turned up."""
    t.asked = 0
    if act_of(action) != Act.WIN:
        if t.may[seat] & May.WIN:
            pass_own_win(t, play, seat)
        lay_turned(t, play, -1)
        return
    win_by_turning(t, play, seat, action)
    if after_win(t, play, 1 << seat):
        pass_turn(t, play)
    else:
        t.stage = Stage.SETTLE


@inlined
def can_win_on(t: Table, play: Session, seat: int, place: int) -> bool:
    """Whether the seat may win on one of several tiles that lie open; of two equal ones only the first counts."""
    tile = t.offered[place]
    for before in range(place):
        if t.offered[before] == tile:
            return False
    return might_win(t, play, seat, tile & KIND) and can_claim_win(t, play, seat, tile)


@part
def offer_turned(t: Table, play: Session) -> None:
    """Ask who may win on the tiles a kong has turned up: they are discards, but nothing else may be made of them."""
    feeder = t.offered_from
    claim = play.rules.win_claim
    winnable = claim >= 0 and play.rules.claims[claim].on >> Offer.DISCARD & 1 != 0
    next_seat = after(t, play, feeder)
    asked = 0
    seat = next_seat
    while seat != feeder:
        t.pending[seat] = -1
        t.may[seat] = 0
        for place in range(t.offered_count):
            if winnable and t.may[seat] == 0 and may_ask(play.rules.claims[claim], seat, next_seat) \
                    and can_win_on(t, play, seat, place):
                t.may[seat] = May.WIN
                tile = t.offered[place]
                if must_win(t, play, seat, tile):
                    t.pending[seat] = packed_action(Act.WIN, 1 + place, tile)
                else:
                    asked |= 1 << seat
        seat = after(t, play, seat)
    t.asked = asked
    t.unable = 0


@part
def turned_claims(t: Table, play: Session, seat: int, out: Ints) -> int:
    """The tiles turned up by a kong that the seat may win on; how many answers."""
    count = 0
    if t.may[seat] & May.WIN:
        for place in range(t.offered_count):
            if can_win_on(t, play, seat, place):
                out[count] = packed_action(Act.WIN, 1 + place, t.offered[place])
                count += 1
    out[count] = packed_action(Act.PASS)
    return count + 1
