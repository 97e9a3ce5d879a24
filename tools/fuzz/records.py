"""Records that were changed: ours as JSON lines, and those of other platforms."""

import json
from functools import cache
from random import Random
from typing import Any

from quepu.errors import QuepuError
from quepu.rulebook.file.load import known_ids
from tools.fuzz import jsons
from tools.fuzz.verdict import DONE, REFUSED, FoundError, Verdict, check_refusal

KINDS = ("lines", "botzone", "mjai", "tenhou")
FOREIGN = 3                 # matches in each of the other platforms' formats
MOST_LINES = 400            # of a record that is changed: what is long is slow to play again


def recorded() -> list[str]:
    """The rulebooks whose matches are recorded: every other one."""
    return known_ids()[1::2]


@cache
def samples() -> dict[str, list[str]]:
    """Sound records of every format, played by bots; the same every time."""
    from tests.tenhou_logs import log_of

    from quepu.bots.seat import CoreBot
    from quepu.game.match import Match
    from quepu.records.botzone import botzone_format
    from quepu.records.botzone_write import write_botzone
    from quepu.records.lines import write_record
    from quepu.records.mjai_format import mjai_format
    from quepu.records.mjai_write import mjai_events, write_mjai
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}

    def played(book: Any, seed: int, hands: int, bot: str = "greedy") -> Match:
        match = Match(book, seed)
        for _ in range(hands):
            match.begin()
            while not match.hand_over:
                match.play(match.asked[0], CoreBot(bot).decide(match, match.asked[0]))
            if match.over:
                break
        return match

    for number, name in enumerate(recorded()):
        found["lines"].append(write_record(played(name, number, 1 + number % 2)))
    for seed in range(FOREIGN):
        found["botzone"].append(json.dumps(write_botzone(played(botzone_format().book(seed != 1), seed, 1))))
        match = played(mjai_format().book(), seed, 2)
        found["mjai"].append(write_mjai(match))
        found["tenhou"].append(json.dumps(log_of(mjai_events(match))))
    return found


def record_input(seed: str, number: int) -> dict[str, Any]:
    """The record of that number."""
    rng = Random(f"{seed}:records:{number}")
    kind = rng.choice(("lines", "lines", *KINDS))
    text = rng.choice(samples()[kind])
    chance = rng.random()
    if chance < 0.15:
        text = _stirred(text, rng)
    elif kind in ("lines", "mjai"):
        text = _line_changed(kind, text, rng)
    else:
        text = json.dumps(jsons.mutated(json.loads(text), rng, rng.choice((1, 1, 2, 4))), ensure_ascii=False)
    return {"part": "records", "kind": kind, "number": number, "text": text.encode("utf-8", "replace").decode(),
            "strict": rng.random() < 0.5}


def _line_changed(kind: str, text: str, rng: Random) -> str:
    """Lines changed one by one, taken out, doubled, moved; most often with an end that fits again."""
    lines = text.rstrip("\n").split("\n")
    for _ in range(rng.choice((1, 1, 2, 3))):
        place = 0 if rng.random() < 0.25 else rng.randrange(len(lines))
        chance = rng.random()
        if chance < 0.7:
            try:
                lines[place] = json.dumps(jsons.mutated(json.loads(lines[place]), rng), ensure_ascii=False,
                                          separators=(",", ":"))
            except (ValueError, RecursionError):
                lines[place] = ""
        elif chance < 0.8:
            del lines[place:place + rng.choice((1, 1, 5))]
        elif chance < 0.9:
            lines[place:place] = lines[rng.randrange(len(lines)):][:rng.choice((1, 1, 5))]
        else:
            other = rng.choice(samples()[kind]).split("\n")
            lines[place:] = other[rng.randrange(len(other)):]
        lines = lines[:MOST_LINES] or [""]
    return "\n".join(lines) + ("\n" if rng.random() < 0.95 else "")


def _stirred(text: str, rng: Random) -> str:
    """Characters changed, or the text cut."""
    for _ in range(rng.choice((1, 1, 3))):
        at = rng.randrange(len(text) + 1)
        text = rng.choice((text[:at], text[at:], text[:at] + rng.choice(("\0", "\n", "{", "}", "\"", ",", "9",
                                                                         "é")) + text[at + 1:],
                           "\ufeff" + text, text[:at] + text[at + rng.choice((1, 9, 200)):])) or "x"
    return text


def judge_record(given: dict[str, Any], _level: str) -> Verdict:
    """A record read, played again and, if that can be done, written again in every format."""
    from quepu.records.botzone import read_botzone
    from quepu.records.foreign import kind_of
    from quepu.records.lines import parse_record, replay, write_record
    from quepu.records.mjai import read_mjai
    from quepu.records.mjai_write import write_mjai
    from quepu.records.tenhou import read_tenhou
    text, kind = given["text"], given["kind"]
    try:
        kind_of(text)
        if kind == "lines":
            match = replay(parse_record(text.encode(), "record"))
        elif kind == "botzone":
            match = read_botzone(text, "record")
        else:
            match = (read_mjai if kind == "mjai" else read_tenhou)(text, "record", strict=given["strict"])
    except QuepuError as error:
        check_refusal(error, False)
        return Verdict(REFUSED)
    again = write_record(match)
    try:
        replay(parse_record(again), match.book)
    except QuepuError as error:
        raise FoundError("record", f"what was written cannot be read: {error}"[:300], str(error)[:60]) from error
    if kind in ("mjai", "tenhou"):
        try:
            write_mjai(match)
        except QuepuError as error:
            check_refusal(error, False)
    if sum(match.scores) + int(match.table.pot) != sum(match.start.scores) + match.start.pot and not match.start.scores:
        start = match.book.model.match.start * match.seats + match.start.pot
        if sum(match.scores) + int(match.table.pot) != start:
            raise FoundError("payments", f"points {match.scores} do not sum to what there was")
    return Verdict(DONE)
