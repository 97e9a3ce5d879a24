"""Questions about expensive hands: wild tiles, equal runs, pairs, melds, flowers, and pads of hundreds of entries."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

from quepu.book import Rulebook
from quepu.errors import QuepuError
from quepu.hand import Hand, Meld
from quepu.notation import write_tiles
from quepu.packing.score_row import has_wild_tiles
from quepu.rulebook.file.load import known_ids
from quepu.rulecheck.random_wins import random_win
from quepu.scoring.wild_kinds import most_wild_kinds
from quepu.server.answers.asked_book import Books, Rule
from quepu.server.answers.hand_answers import ANSWERS
from quepu.server.routes.pad_routes import MOST_ENTRIES, Kept
from quepu.tiles import SEATS, code, kinds_in
from tools.fuzz.verdict import DONE, REFUSED, Verdict, check_refusal

#: all but `compare`, whose hands are those of `score`, and what strangers' texts are asked (part `books`)
QUESTIONS = ("score", "waits", "hand", "discards", "pad")
NAMES = ("Ann", "Bo", "Cai", "Dee")
COPIES = 4
#: what once took from seconds to minutes: asked first, of every rulebook that has wild tiles
SLOW: tuple[tuple[str, dict[str, Any]], ...] = (
    ("waits", {"hand": "1111222233334s", "wild": "1s2s3s"}),
    ("discards", {"hand": "1122334455667s 7s", "wild": "1s2s"}),
    ("score", {"hand": "111222m3344556s 6s", "wild": "1m2m"}),
    ("pad", {"names": list(NAMES), "entries": MOST_ENTRIES * [{"wins": [
        {"seat": "E", "hand": "111222m3344556s 6s", "wild": "1m2m"}]}]}))
_BOOKS = Books()            # of which hands are made, in this process and those forked from it
_ASKED = Books(is_compiled=lambda _book: True)      # as a worker of the server has them once all is compiled


@cache
def slow() -> tuple[tuple[str, str, dict[str, Any]], ...]:
    """The questions that were slow, each with the rulebooks it is asked of."""
    models = {name: _BOOKS.find(Rule(id=name)).model for name in known_ids()}
    return tuple((question, name, _with_fewer(asked, most_wild_kinds(model))) for question, asked in SLOW
                 for name, model in models.items() if has_wild_tiles(model))


def _with_fewer(asked: dict[str, Any], kinds: int) -> dict[str, Any]:
    """The same with no more wild kinds than there are."""
    if "wild" in asked:
        return {**asked, "wild": asked["wild"][:2 * kinds]}
    return {**asked, "entries": [{"wins": [_with_fewer(win, kinds) for win in entry["wins"]]}
                                 for entry in asked["entries"]]}


@cache
def variants(name: str) -> tuple[dict[str, Any], ...]:
    """Options of a rulebook: none, and the first single one that brings wild tiles, where it has none without."""
    book = _BOOKS.find(Rule(id=name))
    if has_wild_tiles(book.model):
        return ({},)
    for option in book.model.options:
        for value in (True, False) if option.type == "bool" else option.choices:
            try:
                other = book.with_options(**{option.id: value})
            except QuepuError:
                continue
            if has_wild_tiles(other.model):
                return {}, {option.id: value}
    return ({},)


def hand_input(seed: str, number: int) -> dict[str, Any]:
    """The question of that number: first those that are known, then questions in turn of any rulebook."""
    if number < len(slow()):
        question, name, asked = slow()[number]
        return {"part": "hands", "kind": question, "number": number, "rule": {"id": name}, "asked": asked}
    rng = Random(f"{seed}:hands:{number}")
    question = QUESTIONS[number % len(QUESTIONS)]
    name = rng.choice(known_ids())
    options = rng.choice(variants(name))
    book = _BOOKS.find(Rule(id=name, options=options))
    asked = _pad(book, rng) if question == "pad" else _question(book, question, rng)
    return {"part": "hands", "kind": question, "number": number, "rule": {"id": name, "options": options},
            "asked": asked}


def _question(book: Rulebook, question: str, rng: Random) -> dict[str, Any]:
    """A hand with its situation, as the server is asked it."""
    is_full = question in ("score", "discards") or (question == "hand" and rng.random() < 0.5)
    wild = _wild(book, rng)
    melds = _melds(book, rng)
    laid = Counter(kind for meld in melds for kind in meld.tiles)
    tiles = _tiles(book, book.model.hand_size + is_full - 3 * len(melds), wild, laid, rng)
    rng.shuffle(tiles)
    flowers = [kind for kind in kinds_in(book.model.bonus) if rng.random() < 0.5] if rng.random() < 0.3 else []
    last = [tiles.pop()] if is_full else []
    text = " ".join([str(Hand(tiles, melds, flowers)), *map(code, last)])
    flags = [flag.id for flag in book.model.flags]
    return {"hand": text, "wild": write_tiles(wild), "self_draw": rng.random() < 0.5, "seat": rng.choice(SEATS),
            "flags": rng.sample(flags, min(len(flags), rng.choice((0, 0, 0, 1))))}


def _wild(book: Rulebook, rng: Random) -> list[int]:
    """Kinds that are wild, as neighbours as a tile turned up makes them; none where a rulebook has none."""
    if not has_wild_tiles(book.model) or (book.always_wild and rng.random() < 0.7):
        return []
    kinds = list(kinds_in(book.model.kinds))
    first = rng.randrange(len(kinds))
    return kinds[first:first + min(most_wild_kinds(book.model), rng.choice((1, 2, 2, 3, 3)))]


def _melds(book: Rulebook, rng: Random) -> list[Meld]:
    """A few claimed sets, in a row or equal."""
    kinds = [kind for kind in kinds_in(book.model.kinds) if kind < 27 and kind % 9 < 7]
    if not kinds or rng.random() < 0.6:
        return []
    kind, is_chow = rng.choice(kinds), rng.random() < 0.5
    tiles = (kind, kind + 1, kind + 2) if is_chow else (kind,) * 3
    return [Meld(tiles if is_chow else tuple(tile + index for tile in tiles)) for index in range(rng.choice((1, 1, 2)))]


def _tiles(book: Rulebook, size: int, wild: list[int], laid: Counter[int], rng: Random) -> list[int]:
    """Concealed tiles: all wild tiles that there are, then what can be taken apart in most ways."""
    found: list[int] = []
    room = {kind: COPIES - laid[kind] for kind in kinds_in(book.model.kinds)}

    def take(kind: int, count: int) -> None:
        count = min(count, room.get(kind, 0), size - len(found))
        room[kind] = room.get(kind, 0) - count
        found.extend([kind] * count)

    for kind in wild:
        take(kind, rng.choice((3, 3, 4, 2)))    # often one has been turned up
    suits = [kind for kind in room if kind < 27] or list(room)
    start, each = rng.choice(suits), rng.choice((2, 2, 3, 4, 1))
    same = [kind for kind in suits if kind // 9 == start // 9]
    for kind in same[same.index(start):] + same[:same.index(start)]:
        take(kind, each)
    others = list(room)
    while len(found) < size:
        take(rng.choice(others), each)
    return found


def _pad(book: Rulebook, rng: Random) -> dict[str, Any]:
    """A pad with a few wins, each entered many times; one that turns out to be none is told by its entry."""
    hands = []
    for _try in range(20):
        if len(hands) == 3:
            break
        try:
            win = random_win(book, rng)
        except QuepuError:
            continue
        if not win.state and win.tile is not None:
            hands.append({"hand": f"{win.hand} {code(win.tile)}", "wild": write_tiles(win.wild)})
    seats = SEATS[:book.model.seat_count]
    entries: list[dict[str, Any]] = []
    for _entry in range(rng.choice((20, 100, 200, MOST_ENTRIES))):
        seat, other = rng.sample(seats, 2)
        fed = {"from": other} if rng.random() < 0.3 else {}
        entries.append({"wins": [{"seat": seat, **fed, **rng.choice(hands)}]} if hands and rng.random() < 0.9 else
                       {"draw": True})
    return {"names": list(NAMES[:len(seats)]), "entries": entries}


def judge_hand(given: dict[str, Any], _level: str) -> Verdict:
    """The answer to a question; a refusal has to say why."""
    rule, asked = Rule(**given["rule"]), given["asked"]
    if given["kind"] == "pad":
        asked = Kept(rule=rule, **asked).model_dump(exclude={"rule"})       # with what the server takes for left out
    try:
        ANSWERS[given["kind"]](_ASKED, rule, asked)
    except QuepuError as error:
        check_refusal(error, of_text=False)
        return Verdict(REFUSED)
    return Verdict(DONE)
