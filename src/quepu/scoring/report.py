"""From the best outcome to the Score a user sees."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from quepu.engine.layout.frame import SET_ROOM, Frame, SetFlag
from quepu.hand import Win
from quepu.locale import every, unit_of
from quepu.rulebook.language.evaluate import Env, bits, function
from quepu.scoring.others import OPENINGS, PAID, WORDS
from quepu.scoring.reference import Outcome, Reference
from quepu.scoring.result import Block, Dropped, FanScore, Reading, Score
from quepu.scoring.search import tiles_of

if TYPE_CHECKING:
    from quepu.book import Rulebook


def report(book: "Rulebook", win: Win, best: Outcome | None, others: tuple[tuple[str, int], ...] = ()) -> Score:
    """The Score of a win from its best outcome and the other readings in words; without one it is not complete."""
    model = book.model
    if best is None:
        return Score(book, win, False, False, 0, reasons=(every("not_complete"),))
    refused = refused_by_table(book, win, best)
    legal = best.legal and not refused
    reading = read(book.reference, win, best)
    blocks = [*reading.sets, *[None] * (SET_ROOM - len(reading.sets)), *reading.pairs]
    earned = tuple(
        FanScore(one.fan.id, one.fan.names, one.kept, one.value, one.fan.tally,
                 shown(book, one.fan.tally, one.kept * one.value),
                 tuple(tuple(block for place in bits(mask) if (block := blocks[place]) is not None)
                       for mask in one.places if mask), shows(book, one.fan.tally, one.kept * one.value))
        for index, one in sorted(best.earned.items()) if one.kept > 0)
    apart = {tally.id for tally in model.tallies if tally.apart}
    env = Env(best.frame, model.catalogue, model.flower_owner)
    grade = next((grade.names for grade in model.grades if function(grade.when)(env)), {})
    by_id = {fan.index: fan for fan in model.fans}
    dropped: dict[tuple[int, str, int], int] = {}
    for index, count, principle, by in best.lost:
        key = (index, principle, by)
        dropped[key] = dropped.get(key, 0) + count
    ledger = tuple(book.ledger.settle(best.frame)) if legal else ()
    at_once = tuple(book.reference.frames.facts.paid_at_once(win, book.ledger, best.frame.memory)) \
        if legal and _moved_before(book, win) else ()
    return Score(
        book, win, True, legal, best.total, {tally.id: best.frame.tallies[tally.slot] for tally in model.tallies},
        tuple(fan for fan in earned if fan.tally not in apart),
        tuple(Dropped(by_id[index].id, by_id[index].names, count, principle, by_id[by].id if by >= 0 else "")
              for (index, principle, by), count in dropped.items() if by_id[index].tally not in apart),
        reading, (*why_refused(book, best.frame, best.total), *refused), ledger,
        others,
        tuple(rule.id for rule in model.requirements if best.frame.failed >> rule.bit & 1),
        tuple(fan for fan in earned if fan.tally in apart), grade,
        tuple(flag.id for flag in model.flags if (best.frame.told & ~best.frame.flags) >> flag.bit & 1), at_once,
        frame=best.frame)


def _moved_before(book: "Rulebook", win: Win) -> bool:
    """Whether something that is told may have been paid before the win: kongs, flowers and declarations."""
    mixed = book.model.catalogue.mixed      # three different tiles may be a kong
    laid = win.hand.flowers or any(len(meld.tiles) > 3 or mixed for meld in win.hand.melds) \
        or not win.state.keys().isdisjoint(WORDS)
    staked = win.state.get("declares") and book.ledger.asks_stakes
    return bool((laid and book.ledger.pays_at_once) or staked or not win.state.keys().isdisjoint((PAID, OPENINGS)))


def refused_by_table(book: "Rulebook", win: Win, best: Outcome) -> list[Mapping[str, str]]:
    """Why the table would not give this tile to the winner, as far as it was told."""
    return book.reference.frames.circumstances.refusals(win, best.frame) if best.legal and win.state else []


def shown(book: "Rulebook", tally: str, points: int) -> str:
    """A fan's points as its tally writes them."""
    made = shows(book, tally, points)
    return made.get("zh") or next(iter(made.values()))


def shows(book: "Rulebook", tally: str, points: int) -> dict[str, str]:
    """A fan's points as its tally writes them, in each language."""
    texts = next((t.show for t in book.model.tallies if t.id == tally and t.show), {"zh": "points"})
    return {lang: _written(show, points) for lang, show in texts.items()}


def _written(show: str, points: int) -> str:
    return {"points": str(points), "power": f"x{2 ** min(points, 30)}", "factor": f"x{points}"}.get(
        show, show.replace("{n}", str(points)))


def read(reference: Reference, win: Win, outcome: Outcome) -> Reading:
    """The outcome's reading as blocks of tiles."""
    f, catalogue = outcome.frame, reference.model.catalogue
    wild_sets = [tuple(bits(places)) for block, places in outcome.division if block < len(catalogue.sets)]
    wild_pairs = [tuple(bits(places)) for block, places in outcome.division if block >= len(catalogue.sets)]
    sets = []
    for place in range(f.set_count):
        block = f.sets[place]
        meld = win.hand.melds[place] if place < len(win.hand.melds) else None
        kinds = meld.tiles if meld is not None else catalogue.sets[block.kind]
        wild = wild_sets[place - len(win.hand.melds)] if meld is None else ()
        sets.append(Block(kinds, meld, bool(block.flags & SetFlag.WINS), bool(block.flags & SetFlag.CONCEALED), wild))
    pairs = []
    for place in range(f.pair_count):
        block = f.pairs[place]
        wins = bool(block.flags & SetFlag.WINS)
        pairs.append(Block(catalogue.pairs[block.kind], None, wins, True, wild_pairs[place]))
    fixed: tuple[int, ...] = tuple(bits(f.fixed))
    if not sets and not pairs:          # a shape without sets: the tiles themselves
        fixed = tiles_of(win)
    win_as = f.win_as if 0 <= f.win_as != (-1 if win.tile is None else win.tile) else None
    return Reading(outcome.shape.id, tuple(sets), tuple(pairs), fixed, win_as)


@lru_cache(1 << 10)
def _below_minimum(unit: tuple[tuple[str, str], ...], have: int, need: int) -> Mapping[str, str]:
    """That a hand is worth too little, put in words once: a table says so with every tile that is waited for."""
    units = {lang: unit_of(dict(unit), have, lang) for lang in ("zh", "zh-Hant", "en")}
    texts = every("minimum", have=have, need=need, unit=units)
    return {lang: " ".join(text.replace(" ,", ",").split()) for lang, text in texts.items()}


def why_refused(book: "Rulebook", frame: Frame | None, total: int) -> tuple[Mapping[str, str], ...]:
    """Why the best reading, as its frame has it, is no win, in every language there is; None: there is no reading."""
    if frame is None:
        return (every("not_complete"),)
    model, failed = book.model, frame.failed
    reasons: list[Mapping[str, str]] = []
    if failed & 1:
        env = Env(frame, model.catalogue, model.flower_owner)
        reference = book.reference
        have = reference.toward(env) if reference.toward else total
        need = reference.minimum(env) if reference.minimum else 0
        reasons.append(dict(_below_minimum(tuple(model.score.unit.items()), have, need)))
    reasons.extend(model.said.wins[rule.id].refusal or rule.texts
                   for rule in model.requirements if failed >> rule.bit & 1)
    return tuple(reasons)
