"""What letting a win or a claim go forbids (过水, 振听), and until when."""

from quepu.engine.distance.completing import might_win
from quepu.engine.kernel import inlined, kernel, part
from quepu.engine.layout.codes import Act, Forbid, May, Moment
from quepu.engine.layout.rule_codes import Until
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, Table
from quepu.engine.play.asking import ask_about, happen, score_hand
from quepu.engine.play.packed_action import act_of
from quepu.engine.score.faces import pung_of


@kernel
def tell_passes(t: Table, play: Session, seat: int, tile: int) -> None:
    """Let the table remember each claim that a seat let go."""
    rules = play.rules
    score_rules = play.links.scoring.rules
    pung = pung_of(score_rules, t.wild, tile & KIND)
    for index in range(len(rules.claims)):
        sets = rules.claims[index].sets
        bit = May.WIN if sets == 0 else May.PUNG if pung >= 0 and sets >> pung & 1 else May.SET
        if t.may[seat] & bit:
            happen(t, play, Moment.PASS, actor=seat, feeder=t.offered_from, tile=tile, of=index)


@inlined
def forbid(t: Table, play: Session, seat: int, index: int) -> None:
    """An entry of [pass.*] applies to a seat."""
    t.passed[seat] = t.passed[seat] | 1 << index
    t.forbidden[seat] = t.forbidden[seat] | play.rules.passes[index].forbids


@part
def note_passes(t: Table, play: Session) -> None:
    """What letting a win, pung or chow go forbids from now on, or a tile one waits for and may not win on."""
    rules = play.rules
    feeder = t.offered_from
    tile = t.offered[0]
    for seat in range(rules.seat_count):
        unable = t.unable >> seat & 1
        if seat == feeder or (t.may[seat] == 0 and not unable):
            continue
        if rules.memory_moments >> Moment.PASS & 1 and act_of(t.pending[seat]) == Act.PASS:
            tell_passes(t, play, seat, tile)
        chosen = act_of(t.pending[seat])
        for index, row in enumerate(rules.passes):
            let_go = t.may[seat] & row.on
            if unable and row.unable >> t.offered_kind & 1:
                let_go |= May.WIN
            if let_go == 0 or chosen == Act.WIN or (chosen != Act.PASS and not let_go & May.WIN):
                continue
            if ask_about(t, play, row.when, seat, feeder, tile):
                forbids = row.forbids
                forbid(t, play, seat, index)
                if forbids & Forbid.SAME_PUNG:
                    t.let_go[seat] = t.let_go[seat] | 1 << (tile & KIND)
                for place in range(t.offered_count):
                    passed = t.offered[place]
                    if forbids & Forbid.SAME_TILE:
                        t.barred[seat] = t.barred[seat] | 1 << (passed & KIND)
                    if forbids & Forbid.LOWER_VALUE and score_hand(t, play, seat, passed, 0, feeder, 1) >= 0:
                        t.passed_value[seat] = max(t.passed_value[seat], play.bench.best_total)


@kernel
def pass_own_win(t: Table, play: Session, seat: int) -> None:
    """Let the table remember that a seat lets a win of its own go, and what that forbids: nobody fed it."""
    rules = play.rules
    if rules.memory_moments >> Moment.PASS & 1:
        happen(t, play, Moment.PASS, actor=seat, tile=t.drawn, of=rules.win_claim)
    for index, row in enumerate(rules.passes):
        if row.drawn and row.on & May.WIN \
                and ask_about(t, play, row.when, seat, -1, t.drawn):
            forbid(t, play, seat, index)
            if row.forbids & Forbid.SAME_TILE and t.drawn >= 0:
                t.barred[seat] = t.barred[seat] | 1 << (t.drawn & KIND)


@part
def lift_passes(t: Table, play: Session, seat: int, until: int) -> None:
    """A seat does what ends the effect of its passing: a draw, a discard or a claim of its own."""
    rules = play.rules
    if t.forbidden[seat] == 0:
        return
    passed = t.passed[seat]
    t.forbidden[seat] = 0
    t.passed[seat] = 0
    for index in range(len(rules.passes)):
        if passed >> index & 1 and not rules.passes[index].until & until:
            forbid(t, play, seat, index)
    if not t.forbidden[seat] & Forbid.SAME_TILE:
        t.barred[seat] = 0
    if not t.forbidden[seat] & Forbid.SAME_PUNG:
        t.let_go[seat] = 0
    if not t.forbidden[seat] & Forbid.LOWER_VALUE:
        t.passed_value[seat] = 0


@part
def lift_if_safe(t: Table, play: Session, seat: int, tile: int) -> None:
    """A tile that leaves the hand ends the effect of passing if the hand does not wait for it."""
    if t.forbidden[seat] and not (might_win(t, play, seat, tile & KIND)
                                       and score_hand(t, play, seat, tile & KIND, 0, -1, 0) >= 0):
        lift_passes(t, play, seat, Until.SAFE_DISCARD)
