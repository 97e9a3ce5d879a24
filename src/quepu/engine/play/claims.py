"""A tile lies open: who may take it, and who gets it."""

from quepu.engine.distance.completing import might_win
from quepu.engine.kernel import inlined, kernel, part
from quepu.engine.layout.codes import Act, Bind, Forbid, May, Offer
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.play_rules import Claim
from quepu.engine.layout.rule_codes import AfterClaim, KongOf, LastRule, Several, Who
from quepu.engine.layout.score_rules import ScoreRules
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, MELD_ROOM, RIVER_SEAT, Table
from quepu.engine.machine import lowest, ones
from quepu.engine.play.asking import ask_about, score_hand
from quepu.engine.play.declaring import declares_after
from quepu.engine.play.kong_rules import allows_kong, tiles_for_kongs, tiles_needed
from quepu.engine.play.packed_action import act_of, detail_of, number_of, packed_action, with_marks
from quepu.engine.play.stood import can_spare
from quepu.engine.play.wall import wall_left
from quepu.engine.score.faces import face_of, tile_for


@inlined
def last_rules(t: Table, play: Session) -> int:
    """The rules for the last tiles that hold now, as bits: the last n tiles, once the first of them is drawn."""
    rules = play.rules
    found = 0
    for row in rules.last_rules:
        if wall_left(t) < ask_about(t, play, row.tiles, t.turn, -1, -1):
            found |= 1 << row.rule
    return found


@inlined
def after(t: Table, play: Session, seat: int) -> int:
    """The next seat in turn that is still in the hand."""
    seats = play.rules.seat_count
    other = seat + 1 if seat + 1 < seats else 0
    while t.out >> other & 1 and other != seat:
        other = other + 1 if other + 1 < seats else 0
    return other


@kernel
def is_barred(t: Table, seat: int, tile: int, self_draw: bool) -> bool:
    """Whether the seat let a win go and may therefore not win on this tile."""
    forbidden = t.forbidden[seat]
    if t.dead >> seat & 1 or forbidden & Forbid.WIN:
        return True
    if self_draw:
        return False
    return bool(forbidden & Forbid.DISCARD_WIN or t.binds[seat] & Bind.NO_DISCARD_WIN
                or (forbidden & Forbid.SAME_TILE and t.barred[seat] >> (tile & KIND) & 1))


@part
def can_claim_win(t: Table, play: Session, seat: int, tile: int) -> bool:
    """Whether the seat, whose hand the offered tile may complete, may win on it."""
    claim = play.rules.claims[play.rules.win_claim]
    if is_barred(t, seat, tile, False):
        return False
    feeder = t.offered_from
    if not ask_about(t, play, claim.when, seat, feeder, tile):
        return False
    if score_hand(t, play, seat, tile, 0, feeder, 1) != 1:
        return False
    if t.forbidden[seat] & Forbid.LOWER_VALUE:
        bench = play.bench
        return bool(bench.best_total > t.passed_value[seat])
    return True


@inlined
def has_rest(t: Table, score_rules: ScoreRules, seat: int, kind: int, block: int) -> bool:
    """Whether the seat holds the other two tiles of a set; `kind` is what the claimed one is in it."""
    tiles = score_rules.blocks[block].tiles
    a = tiles[0]
    b = tiles[1]
    c = tiles[2]
    if a == kind:
        a = b
        b = c
    elif b == kind:
        b = c
    if score_rules.substitute >= 0:
        a = tile_for(score_rules, t.wild, a)
        b = tile_for(score_rules, t.wild, b)
        if a < 0 or b < 0:
            return False
    if a == b:
        return t.held[seat, a] >= 2
    return t.held[seat, a] >= 1 and t.held[seat, b] >= 1


@inlined
def rest_tile(t: Table, score_rules: ScoreRules, kind: int, block: int, place: int) -> int:
    """The first or second of the two tiles that make a set with the claimed one."""
    tiles = score_rules.blocks[block].tiles
    kind = face_of(score_rules, t.wild, kind)
    if place == 0:
        return tile_for(score_rules, t.wild, int(tiles[1] if tiles[0] == kind else tiles[0]))
    return tile_for(score_rules, t.wild, int(tiles[1] if tiles[2] == kind and tiles[1] != kind else tiles[2]))


@inlined
def rest_is_wild(score_rules: ScoreRules, wild: int, kind: int, block: int) -> bool:
    """Whether a wild tile would be laid down beside the claimed one."""
    for place in range(3):
        other = score_rules.blocks[block].tiles[place]
        if other != kind and wild >> tile_for(score_rules, wild, other) & 1:
            return True
    return False


@kernel
def can_make(t: Table, play: Session, score_rules: ScoreRules, seat: int, claim: Claim, block: int, tile: int) -> int:
    """Whether a claim may make this set, whose other tiles the seat holds: May.PUNG, May.SET or 0."""
    kind = tile & KIND
    if t.meld_count[seat] >= MELD_ROOM or held_count(t, seat) < 3:
        return 0                        # a tile must be left to discard
    is_pung = score_rules.blocks[block].tiles[0] == score_rules.blocks[block].tiles[2]
    if t.forbidden[seat] & (Forbid.PUNG if is_pung else Forbid.CHOW):
        return 0
    if is_pung and t.let_go[seat] >> kind & 1:
        return 0
    face = face_of(score_rules, t.wild, kind)
    if t.wild and not play.rules.wild_meld and rest_is_wild(score_rules, t.wild, face, block):
        return 0
    if claim.not_after and last_discard(t, seat) >= 0 and \
            swap_kinds(t, score_rules, block, kind, claim.not_after) >> last_discard(t, seat) & 1:
        return 0
    if not ask_about(t, play, claim.when, seat, t.offered_from, tile):
        return 0
    if claim.beside >= 0 and not may_lay(t, play, score_rules, seat, claim, block, face):
        return 0
    if claim.forbids and not leaves_discard(t, score_rules, seat, block, kind, claim.forbids):
        return 0
    if claim.declares and not declares_after(t, play, score_rules, seat, claim, block, tile,
                                             swap_kinds(t, score_rules, block, kind, claim.forbids)):
        return 0
    return May.PUNG if is_pung else May.SET


@part
def may_lay(t: Table, play: Session, score_rules: ScoreRules, seat: int, claim: Claim, block: int, kind: int) -> bool:
    """Whether the claim allows the tiles that the seat would lay down with the claimed one."""
    for place in range(3):
        other = score_rules.blocks[block].tiles[place]
        if other != kind and not ask_about(t, play, claim.beside, seat, t.offered_from,
                                           tile_for(score_rules, t.wild, other)):
            return False
    return True


@kernel
def leaves_discard(t: Table, score_rules: ScoreRules, seat: int, block: int, kind: int, forbids: int) -> bool:
    """Whether the seat has a tile that it may discard once it has made this set."""
    kinds = t.held_mask[seat] & ~swap_kinds(t, score_rules, block, kind, forbids)
    while kinds:
        other = lowest(kinds)
        kinds &= kinds - 1
        left = t.held[seat, other] + (1 if other == kind else 0)
        for place in range(3):
            left -= 1 if tile_for(score_rules, t.wild, score_rules.blocks[block].tiles[place]) == other else 0
        if left > 0:
            return True
    return False


@kernel
def last_discard(t: Table, seat: int) -> int:
    """The kind the seat discarded last; -1 none."""
    for back in range(t.river_count):
        index = t.river_count - 1 - back
        if t.river_seat[index] & RIVER_SEAT == seat:
            return t.river[index] & KIND
    return -1


@kernel
def swap_kinds(t: Table, score_rules: ScoreRules, block: int, kind: int, forbids: int) -> int:
    """The kinds that stand for the claimed one of a set, as bits: itself, and the one at the other end of a chow."""
    found = 1 << kind if forbids & AfterClaim.SAME_TILE else 0
    if forbids & AfterClaim.LINKED_TILE:
        face = face_of(score_rules, t.wild, kind)
        low = score_rules.blocks[block].tiles[0]
        if face == low and low < 27 and low % 9 + 3 < 9 and score_rules.blocks[block].tiles[2] != low:
            found |= 1 << tile_for(score_rules, t.wild, low + 3)
        elif face == low + 2 and low < 27 and low % 9 > 0:
            found |= 1 << tile_for(score_rules, t.wild, low - 1)
    return found


@inlined
def may_ask(claim: Claim, seat: int, next_seat: int) -> bool:
    """Whether the seat is one that may make this claim."""
    who = claim.who
    return who == Who.ANYONE or (who == Who.LEFT and seat == next_seat)


@inlined
def held_count(t: Table, seat: int) -> int:
    """Concealed tiles of a seat."""
    count = ones(t.held_mask[seat] >> 34)          # of a flower there is one
    for group in range(4):
        count += t.sizes[seat, group]
    return count


@kernel
def may_take(t: Table, play: Session, score_rules: ScoreRules, seat: int, tile: int, next_seat: int) -> int:
    """What the seat may make with the discard, as bits of May."""
    rules = play.rules
    kind = tile & KIND
    face = face_of(score_rules, t.wild, kind)
    found = May.KONG if t.held[seat, kind] >= 3 and can_kong(t, play, seat, tile) else 0
    for claim in rules.claims:
        if claim.sets == 0 or not may_ask(claim, seat, next_seat):
            continue
        for entry in range(rules.sets_of[face], rules.sets_of[face + 1]):
            block = rules.set_list[entry]
            if claim.sets >> block & 1 and has_rest(t, score_rules, seat, face, block):
                found |= can_make(t, play, score_rules, seat, claim, block, tile)
    return found


@kernel
def makes_kong(t: Table, play: Session, seat: int, tile: int, index: int) -> bool:
    """Whether this discard makes a kong of the rulebook for the seat, which holds three."""
    row = play.rules.kongs[index]
    return row.of == KongOf.DISCARD and t.meld_count[seat] < MELD_ROOM \
        and row.kinds >> (tile & KIND) & 1 != 0 \
        and tiles_for_kongs(t, play) >= tiles_needed(play, row) \
        and allows_kong(t, play, seat, row, tile, t.offered_from)


@part
def can_kong(t: Table, play: Session, seat: int, tile: int) -> bool:
    """Whether this discard makes any kong for the seat."""
    for index in range(len(play.rules.kongs)):
        if makes_kong(t, play, seat, tile, index):
            return True
    return False


@inlined
def is_winnable(t: Table, play: Session) -> bool:
    """Whether the rulebook lets others win on what is offered."""
    claim = play.rules.win_claim
    kind = Offer.DISCARD if t.offered_kind == Offer.TURNED else t.offered_kind
    return claim >= 0 and play.rules.claims[claim].on >> kind & 1 != 0


@inlined
def is_takeable(t: Table, play: Session) -> bool:
    """Whether sets may be made with what is offered, at this stage of the wall."""
    return t.offered_kind == Offer.DISCARD and \
        last_rules(t, play) & (1 << LastRule.WIN_OR_DISCARD | 1 << LastRule.NO_CLAIMS | 1 << LastRule.OFFERED) == 0 \
        and (t.wild >> (t.offered[0] & KIND) & 1 == 0 or play.rules.wild_claim != 0)


@part
def may_be_claimed(t: Table, play: Session) -> bool:
    """Whether anybody could claim what is offered, as far as everybody knows."""
    if after(t, play, t.offered_from) == t.offered_from:
        return False                    # all others have left the hand
    return is_winnable(t, play) or is_takeable(t, play)


@part
def offer(t: Table, play: Session) -> None:
    """Find out who may take the offered tile, and ask them."""
    rules = play.rules
    score_rules = play.links.scoring.rules
    feeder = t.offered_from
    tile = t.offered[0]
    kind = tile & KIND
    claim = rules.win_claim
    winnable = is_winnable(t, play)
    takeable = is_takeable(t, play)
    next_seat = after(t, play, feeder)
    asked = 0
    unable = 0
    seat = next_seat
    while seat != feeder:
        t.pending[seat] = -1
        bits = 0
        if winnable and may_ask(rules.claims[claim], seat, next_seat) \
                and (t.offered_kind == Offer.FLOWER or might_win(t, play, seat, kind)):
            if can_claim_win(t, play, seat, tile):
                bits = May.WIN
            elif rules.unable_offers >> t.offered_kind & 1 and score_hand(t, play, seat, kind, 0, -1, 0) >= 0:
                unable |= 1 << seat
        if takeable and not t.binds[seat] & Bind.NO_CLAIM:
            bits |= may_take(t, play, score_rules, seat, tile, next_seat)
        t.may[seat] = bits
        if bits & May.WIN and must_win(t, play, seat, tile):
            t.pending[seat] = packed_action(Act.WIN, number=tile)
        elif bits:
            asked |= 1 << seat
        seat = after(t, play, seat)
    t.asked = asked
    t.unable = unable


@part
def claim_actions(t: Table, play: Session, seat: int, out: Ints) -> int:
    """The answers a seat may give to the offered tile; how many."""
    may = t.may[seat]
    tile = t.offered[0]
    kind = tile & KIND
    count = 0
    if may & May.WIN:
        out[0] = packed_action(Act.WIN, number=tile)
        if must_win(t, play, seat, tile):
            return 1
        count = 1
    if may & May.KONG:
        for index in range(len(play.rules.kongs)):
            if makes_kong(t, play, seat, tile, index):
                out[count] = packed_action(Act.KONG, index, kind)
                count += 1
    if may & (May.PUNG | May.SET):
        count = set_actions(t, play, seat, out, count)
    out[count] = packed_action(Act.PASS)
    return count + 1


@part
def must_win(t: Table, play: Session, seat: int, tile: int) -> bool:
    """Whether a possible win has to be taken."""
    if t.binds[seat] & Bind.MUST_WIN or last_rules(t, play) >> LastRule.MUST_WIN & 1:
        return True
    claim = play.rules.win_claim
    return claim >= 0 and ask_about(t, play, play.rules.claims[claim].must, seat, t.offered_from, tile) != 0


@part
def set_actions(t: Table, play: Session, seat: int, out: Ints, count: int) -> int:
    """Add the sets the seat may make with the offered tile."""
    rules = play.rules
    score_rules = play.links.scoring.rules
    tile = t.offered[0]
    kind = tile & KIND
    face = face_of(score_rules, t.wild, kind)
    feeder = t.offered_from
    next_seat = after(t, play, feeder)
    for claim in rules.claims:
        if claim.sets == 0 or not may_ask(claim, seat, next_seat):
            continue
        for entry in range(rules.sets_of[face], rules.sets_of[face + 1]):
            block = rules.set_list[entry]
            made = 0
            if claim.sets >> block & 1 and has_rest(t, score_rules, seat, face, block):
                made = can_make(t, play, score_rules, seat, claim, block, tile)
            if made:
                act = Act.CLAIM_PUNG if made == May.PUNG else Act.CLAIM_SET
                if claim.declares:
                    act = Act.READY_PUNG if made == May.PUNG else Act.READY_SET
                claim_made = packed_action(act, block, kind)
                for marks in range(4):
                    if may_choose(t, score_rules, seat, kind, block, marks) if rules.stood_count else \
                            has_copies(t, score_rules, seat, kind, block, marks):
                        out[count] = with_marks(claim_made, marks)
                        count += 1
    return count


@kernel
def may_choose(t: Table, score_rules: ScoreRules, seat: int, kind: int, block: int, marks: int) -> bool:
    """Whether a claim may use up standing copies where others would go by themselves: bits for the two laid down."""
    first = rest_tile(t, score_rules, kind, block, 0)
    second = rest_tile(t, score_rules, kind, block, 1)
    if first == second:
        return marks == 0 or (marks == 1 and can_spare(t, seat, first, 2))
    return (marks & 1 == 0 or can_spare(t, seat, first, 1)) and (marks >> 1 == 0 or can_spare(t, seat, second, 1))


@kernel
def has_copies(t: Table, score_rules: ScoreRules, seat: int, kind: int, block: int, marks: int) -> bool:
    """Whether the seat can lay the other two tiles of a set with these marks: bits for the first and the second."""
    first = rest_tile(t, score_rules, kind, block, 0)
    second = rest_tile(t, score_rules, kind, block, 1)
    if first == second:
        wanted = (marks & 1) + (marks >> 1)
        return marks != 2 and t.marked[seat, first] >= wanted \
            and t.held[seat, first] - t.marked[seat, first] >= 2 - wanted
    return has_copy(t, seat, first, marks & 1) and has_copy(t, seat, second, marks >> 1)


@inlined
def has_copy(t: Table, seat: int, kind: int, mark: int) -> bool:
    """Whether the seat holds a copy of a kind with a mark, or one without."""
    marked = t.marked[seat, kind]
    return marked > 0 if mark else t.held[seat, kind] > marked


@kernel
def priority_of(play: Session, action: int) -> int:
    """How strong a claim is; 0 for a pass."""
    rules = play.rules
    kind = act_of(action)
    if kind == Act.KONG:
        return rules.kongs[detail_of(action)].priority
    claim = claim_of(play, action)
    return rules.claims[claim].priority if claim >= 0 else 0


@kernel
def claim_of(play: Session, action: int) -> int:
    """The claim of the rulebook by which a set is made, with a declaration or without; -1 none."""
    kind = act_of(action)
    declares = kind == Act.READY_SET or kind == Act.READY_PUNG
    if not declares and kind != Act.CLAIM_SET and kind != Act.CLAIM_PUNG:
        return -1
    for index, claim in enumerate(play.rules.claims):
        if claim.sets >> detail_of(action) & 1 and (claim.declares != 0) == declares:
            return index
    return -1


@part
def winning_seats(t: Table, play: Session) -> int:
    """The seats that win on the offered tile, as bits: one, all or the highest, as the rulebook has it."""
    rules = play.rules
    feeder = t.offered_from
    first = -1
    every = 0
    seat = after(t, play, feeder)
    while seat != feeder:
        if act_of(t.pending[seat]) == Act.WIN and t.pending[seat] >= 0:
            every |= 1 << seat
            if first < 0:
                first = seat
        seat = after(t, play, seat)
    if first < 0:
        return 0
    other = best_claim(t, play)
    if other >= 0 and priority_of(play, t.pending[other]) > rules.claims[rules.win_claim].priority:
        return 0                        # unusual, but a rulebook may put another claim first
    way = rules.claims[rules.win_claim].several
    if way == Several.ALL:
        return every
    if way == Several.NEAREST and every & every - 1:
        return 1 << nearest_of(t, play, every, first)
    if way == Several.HIGHEST and every & every - 1:
        best = -1
        seat = first
        while seat != feeder:
            if every >> seat & 1:
                score_hand(t, play, seat, number_of(t.pending[seat]), 0, feeder, 1)
                total = play.bench.best_total
                if total > best:
                    best = total
                    first = seat
            seat = after(t, play, seat)
    return 1 << first


@part
def nearest_of(t: Table, play: Session, winners: int, first: int) -> int:
    """The winner nearest in turn among those with a fan that goes before others, or `first` if none has one."""
    first_fans = play.rules.claims[play.rules.win_claim].first
    feeder = t.offered_from
    seat = first
    while seat != feeder and first_fans[0] | first_fans[1] | first_fans[2]:
        if winners >> seat & 1:
            score_hand(t, play, seat, number_of(t.pending[seat]), 0, feeder, 1)
            bench = play.bench
            for word in range(3):
                if bench.best_present[word] & first_fans[word]:
                    return seat
        seat = after(t, play, seat)
    return first


@part
def best_claim(t: Table, play: Session) -> int:
    """The seat whose claim goes first; -1 if all passed."""
    feeder = t.offered_from
    best = 0
    found = -1
    seat = after(t, play, feeder)
    while seat != feeder:
        if t.pending[seat] >= 0:
            strength = priority_of(play, t.pending[seat])
            if strength > best:
                best = strength
                found = seat
        seat = after(t, play, seat)
    return found
