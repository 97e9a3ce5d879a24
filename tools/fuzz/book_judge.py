"""Judges a rulebook's text: read and checked, scored by reference and compiled, played for two hands."""

from random import Random
from typing import Any

import numpy as np

from quepu.book import Rulebook, rulebook_of_text
from quepu.errors import QuepuError
from quepu.hand import Win
from quepu.notation import write_win
from quepu.scoring.accounts import ACCOUNTS
from quepu.testing import random_win
from tools.fuzz.verdict import PLAYED, READ, REFUSED, SCORED, FoundError, Verdict, check_refusal

HANDS = 20                  # scored of each rulebook
MOST_WILD = 2               # the reference tries every reading one by one: more wild tiles take seconds
CHECKED = 40                # one of so many goes through `rules check`, which builds it anew for every option's value
PLAYED_HANDS = 2
MOST_STEPS = 3000           # answers of a hand
AUDIT_TRIES = 2
LANGS = ("zh", "zh-Hant", "en")

Input = dict[str, Any]


def judge_book(given: Input, level: str) -> Verdict:
    """How far a mutant comes: `level` is read, score or play (or plain: played without the compiler as well)."""
    try:
        book = rulebook_of_text(given["text"], **given["options"])
    except QuepuError as error:
        check_refusal(error, not given["options"])
        return Verdict(REFUSED)
    if level == "read":
        _described(book, given)
        return Verdict(READ)
    try:
        if level == "score":
            return Verdict(SCORED if _scored(book, given) else READ)
        return Verdict(PLAYED if _played(book, given, level == "plain") else READ)
    except QuepuError as error:
        check_refusal(error, False)
        return Verdict(READ)            # it can be read, and says why it goes no further


def _described(book: Rulebook, given: Input) -> None:
    """Everything that is told of a rulebook; by chance the checker's search too."""
    from quepu.server.answers.book_page import page
    page(book)
    if given["number"] % CHECKED == 0:
        from quepu.rulecheck.check import check_file
        report = check_file("rules.toml", 0.0, text=given["text"])
        for text in (*report.errors, *report.warnings):
            if "Traceback" in text:
                raise FoundError("traceback", text[:300])


# -- scored --
def _wins(book: Rulebook, rng: Random) -> list[Win]:
    """Random wins with few wild tiles; fewer than asked for if they are hard to come by."""
    found: list[Win] = []
    for _ in range(2 * HANDS):
        win = random_win(book, rng, wild=rng.random() < 0.3)
        if sum(kind in win.wild for kind in (*win.hand.concealed, win.tile)) <= MOST_WILD:
            found.append(win)
            if len(found) == HANDS:
                break
    return found


def _scored(book: Rulebook, given: Input) -> bool:
    """Whether hands of it were scored; raises FoundError where reference and compiled form differ."""
    try:
        wins = _wins(book, Random(f"hands {given['number']}"))
    except QuepuError as error:         # no hand of it is ever complete
        check_refusal(error, False)
        return False
    fast = book.compiled()
    result = fast.score_batch(fast.batch(wins))
    for index, win in enumerate(wins):
        score = book.score(win)
        plain = (score.total, int(score.legal) if score.complete else -1,
                 {fan.id: fan.count for fan in score.earned})
        quick = (int(result.total[index]), int(result.legality[index]),
                 {result.fan_ids[fan]: int(count) for fan, count in enumerate(result.fan_counts[index]) if count})
        if plain != quick:
            what = ("total", "legality", "fans")[next(place for place in range(3) if plain[place] != quick[place])]
            raise FoundError("difference", f"{win!r}: reference {plain}, compiled {quick}", f"scored: {what}")
        if sum(row.amount for row in score.ledger) and sum(_net(score.ledger)) != 0:
            raise FoundError("payments", f"{win!r}: payments do not sum to zero")
        if index < 2:
            score.explain(LANGS[given["number"] % 3])
    if wins and wins[0].tile is not None:
        book.waits(wins[0].hand)
    _padded(book, wins)
    return True


def _padded(book: Rulebook, wins: list[Win]) -> None:
    """A score pad with a few entries: what is refused is told, and nothing is lost from the table."""
    from quepu.game.pad.score_pad import Pad
    entries: list[dict[str, Any]] = [{"draw": True}, {"wins": [{"seat": "E", "from": "S", "total": 8}]}]
    for win in wins[:2]:
        entries.append({"wins": [{"seat": "E", "hand": write_win(win), "self_draw": True}]})
    try:
        pad = Pad(book)
    except QuepuError as error:
        check_refusal(error, False)
        return
    start = sum(pad.scores) + pad.hand.pot
    for entry in entries:
        try:
            pad.enter(entry)
        except QuepuError as error:
            check_refusal(error, False)
            continue
        if sum(pad.scores) + pad.hand.pot != start:
            raise FoundError("payments", f"pad {entry}: points {pad.scores}, pot {pad.hand.pot}, at first {start}",
                             "pad")
    pad.as_csv()


def _net(ledger: Any) -> list[int]:
    net = [0] * ACCOUNTS
    for row in ledger:
        net[row.payer] -= row.amount
        net[row.receiver] += row.amount
    return net


# -- played --
def _played(book: Rulebook, given: Input, plain: bool) -> bool:
    """Whether two hands were played; raises FoundError where something is wrong with them."""
    from quepu.bots.seat import BOTS, CoreBot
    from quepu.engine.course.audit import MOST_STEPS as AUDIT_STEPS
    from quepu.game.match import Match, engine_of
    engine = engine_of(book)            # a rulebook may be refused up to here
    match = Match(book, given["number"], engine=engine)
    try:
        for hand in range(PLAYED_HANDS):
            if match.over:
                break
            _hand(match, CoreBot(("greedy", "random")[hand]))
    except QuepuError as error:
        raise FoundError("play", f"{type(error).__name__}: {error}"[:300], str(error)[:50]) from error
    _settled(match)
    _recorded(match)
    for bot in ("random", "greedy"):
        log = np.zeros(2 * AUDIT_STEPS + 2, dtype=np.int64)
        table = engine.new_table()
        wrong = int(engine.kernels.play_audited(table, engine.session, np.array([BOTS[bot]] * 4, dtype=np.int64),
                                                given["number"], PLAYED_HANDS, AUDIT_TRIES, log))
        if wrong:
            raise FoundError("audit", f"{bot}: hand {wrong // 1000}, faults {wrong % 1000:#b}", f"{wrong % 1000:#b}")
    if plain:
        _plain(book, engine, given["number"])
    return True


def _hand(match: Any, bot: Any) -> None:
    match.begin()
    for _ in range(MOST_STEPS):
        if match.hand_over:
            return
        if not match.asked:
            raise FoundError("play", "a hand is in play and nobody is asked")
        seat = match.asked[0]
        match.play(seat, bot.decide(match, seat))
    raise FoundError("endless", f"a hand takes more than {MOST_STEPS} answers")


def _settled(match: Any) -> None:
    """Payments sum to zero, wins are worth what the reference says, all can be told."""
    for settlement in match.settlements:
        if sum(_net(settlement.ledger)):
            raise FoundError("payments", f"hand {settlement.hand}: payments do not sum to zero")
        for win in settlement.wins:
            if not win.agrees:
                raise FoundError("difference", f"played {win.win!r}: engine {win.total}, reference {win.score.total}, "
                                               f"legal {win.score.legal}", "played: total")
    start = match.book.model.match.start
    if sum(match.scores) + int(match.table.pot) != start * match.seats:
        raise FoundError("payments", f"points {match.scores} and pot {int(match.table.pot)} are not those of the start")
    model = match.book.model
    for seat in range(match.seats):
        match.view(seat)
    for event in match.events:
        event.line(LANGS[match.seed % 3], model)
    match.view(None, open_hands=True)


def _recorded(match: Any) -> None:
    """The record of it plays out again."""
    from quepu.records.lines import parse_record, replay, write_record
    try:
        replay(parse_record(write_record(match)), match.book)
    except QuepuError as error:
        raise FoundError("record", str(error)[:300], str(error).split("\n")[0][:60]) from error


def _plain(book: Rulebook, engine: Any, seed: int) -> None:
    """The same hand without the compiler: the same answers, the same table."""
    from quepu.bots.seat import BOTS
    from quepu.engine.course.audit import MOST_STEPS as AUDIT_STEPS
    from quepu.game.plain_engine import PlainEngine
    slow = PlainEngine(book)
    one, other = engine.new_table(), slow.new_table()
    log, slow_log = np.zeros(2 * AUDIT_STEPS + 2, dtype=np.int64), [0] * (2 * AUDIT_STEPS + 2)
    bot = BOTS["random"]
    engine.kernels.play_audited(one, engine.session, np.array([bot] * 4, dtype=np.int64), seed, 1, 0, log)
    with np.errstate(all="raise"):
        slow.kernels.play_audited(other, slow.session, [bot] * 4, seed, 1, 0, slow_log)
    if log[:1 + 2 * int(log[0])].tolist() != slow_log[:1 + 2 * slow_log[0]] or one.tobytes() != other.tobytes():
        raise FoundError("difference", "a hand goes another way without the compiler", "played: plain")
