"""Whether a kong may be made: the tiles it needs from the wall, and what the rulebook asks of the hand after it."""

from quepu.engine.kernel import inlined, kernel, part
from quepu.engine.layout.codes import MeldForm
from quepu.engine.layout.play_rules import Kong
from quepu.engine.layout.rule_codes import CountsAs, KongOf, LastRule
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, MARK, Table
from quepu.engine.layout.table_facts import Need
from quepu.engine.play.asking import ask, ask_about, load_table, load_waits, needs_of
from quepu.engine.play.wall import gain, lose, replacements_left
from quepu.engine.score.faces import pung_of


@inlined
def tiles_needed(play: Session, kong: Kong) -> int:
    """Tiles the wall must have left for a kong: those it turns, or its replacements and what is put aside with them.

    Replacements that are an expression count as one.
    """
    number = kong.replacements
    return max(kong.turns, (1 if number >= 0 else -1 - number) * (1 + play.rules.burns))


@inlined
def tiles_for_kongs(t: Table, play: Session) -> int:
    """Tiles of the wall a kong may use: those that are offered round are kept for that."""
    rules = play.rules
    left = replacements_left(t, play)
    for row in rules.last_rules:
        if row.rule == LastRule.OFFERED:
            left -= ask_about(t, play, row.tiles, t.turn, -1, -1)
    return left


@kernel
def allows_kong(t: Table, play: Session, seat: int, kong: Kong, tile: int, feeder: int) -> bool:
    """Whether the rulebook allows a kong; where it asks about waits, they are those of the hand after it."""
    cell = kong.when
    if needs_of(play, cell) & (Need.WAITS | Need.VALUES):
        return asks_after_kong(t, play, seat, kong, tile, feeder) != 0
    return ask_about(t, play, cell, seat, feeder, tile) != 0


@part
def asks_after_kong(t: Table, play: Session, seat: int, kong: Kong, tile: int, feeder: int) -> int:
    """What the kong's condition says with the waits of the hand once the kong lies; the table stays as it is."""
    score_rules = play.links.scoring.rules
    kind = tile & KIND
    needs = needs_of(play, kong.when)
    way = kong.of
    aside = kong.counts_as == CountsAs.NONE
    taken = 3 if way == KongOf.DISCARD else 1 if way == KongOf.PUNG else kong.least
    marks = t.marked[seat, kind]
    place = t.meld_count[seat]
    if way == KongOf.PUNG:
        place = 0
        while t.meld_form[seat, place] != MeldForm.PUNG or t.meld_tile[seat, place] & KIND != kind:
            place += 1
    old_set = t.meld_set[seat, place]
    old_form = t.meld_form[seat, place]
    old_marks = t.meld_marks[seat, place]
    for copy in range(taken):
        lose(t, play, seat, kind | MARK if copy < marks else kind)
    if not aside:
        t.meld_set[seat, place] = pung_of(score_rules, t.wild, kind)
        t.meld_form[seat, place] = MeldForm.MELDED_KONG if way == KongOf.DISCARD else \
            MeldForm.ADDED_KONG if way == KongOf.PUNG else MeldForm.CONCEALED_KONG
        if way != KongOf.PUNG:
            t.meld_marks[seat, place] = marks
            t.meld_count[seat] = place + 1
    load_waits(t, play, needs & Need.VALUES)
    if not aside and way != KongOf.PUNG:
        t.meld_count[seat] = place
    t.meld_set[seat, place] = old_set
    t.meld_form[seat, place] = old_form
    t.meld_marks[seat, place] = old_marks
    for copy in range(taken):
        gain(t, play, seat, kind | MARK if copy < marks else kind)
    load_table(t, play, seat, feeder, tile, needs)
    return ask(play, kong.when)
