"""`python -m tools.load --beside attack`: slow questions as fast as one address may ask them, beside other visitors.

Some of them look at a long game of their own, of which the server's own process tells: as it stands, its record, and
step by step over a new connection.

The attacker asks from one loopback address, or from as many as are told (`--addresses`), the visitors from others;
where only one can be had (not Linux) all share one, and the figures say nothing.
"""

import http.client
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from quepu.book import rulebook
from quepu.bots.seat import CoreBot
from quepu.game.match import Match
from quepu.records.lines import write_record
from quepu.rulebook.file.default import default_rule
from quepu.rulebook.file.load import known_ids
from quepu.scoring.wild_kinds import most_wild_kinds
from tools.served import HOST, Served

ATTACKER, VISITORS = "127.0.0.2", ("127.0.0.3", "127.0.0.4", "127.0.0.5")
WANTED = 0.2                # seconds for 95 of 100 answers to visitors
LONGEST = 60.0              # seconds after which a visitor goes away
_AT_ONCE, _LOOKING = 16, 8  # connections of the attacker that ask, and that look at his game
_HANDS_PLAYED = 16          # of that game
_PATIENCE = (0.1, 1.0, LONGEST)         # seconds after which he hangs up, by chance
_HANDS = (("1112222333344s", "1s2s"), ("111222m3344556s", "1m2m"), ("1122334455667s", "1s2s"),
          ("1112223334445p", "2p3p"))
_PICKS = "\n".join(f'[fan.x{number}]\nname = "x"\nvalue = 1\npick = "a, b, c, d in sets"\n'
                   f'when = "a.low + b.low + c.low + d.low == {number}"' for number in range(40))
_HAND = {"hand": "123m23455p345s77z 5p", "from": "S"}


def slow_questions(seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Paths and bodies without end, each as slow as can be."""
    rng = random.Random(seed)
    text = f'extends = "base/thirteen"\nname = "x"\n{_PICKS}\n'
    win = {"wins": [{"seat": "A", "from": "B", "hand": _HAND["hand"]}]}
    while True:
        (hand, wild), rule = rng.choice(_HANDS), {"id": rng.choice(known_ids())}
        wild = wild[:2 * most_wild_kinds(rulebook(rule["id"]).model)]       # more would be refused, and so not slow
        yield rng.choice((
            ("/api/waits", {"rule": rule, "hand": hand, "wild": wild}),
            ("/api/discards", {"rule": rule, "hand": f"{hand} {hand[-2]}{hand[-1]}", "wild": wild}),
            ("/api/score", {"rule": rule, "hand": f"{hand} {hand[-2]}{hand[-1]}", "wild": wild, "self_draw": True}),
            ("/api/compare", {"rule": rule, "hand": f"{hand} {hand[-2]}{hand[-1]}", "wild": wild}),
            ("/api/pad", {"rule": {"id": default_rule()}, "names": ["A", "B", "C", "D"], "entries": [win] * 300}),
            ("/api/check", {"text": f"{text}# {rng.random()}\n", "seconds": 4}),
            ("/api/records", {"record": '{"type":"header"}\n' * 20_000})))


@dataclass
class Visits:
    """What visitors saw."""

    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    attacks: Counter[int] = field(default_factory=Counter)      # statuses that the attacker was answered; 0: he went
    looks: Counter[int] = field(default_factory=Counter)        # ... and of the looks at his game

    def at(self, share: float) -> float:
        """The time within which that share of the answers came, in milliseconds."""
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    @property
    def faults(self) -> list[str]:
        """What was missed."""
        found = [f"{len(self.wrong)} visitors were not served: {self.wrong[0]}"] if self.wrong else []
        if not self.seconds or self.at(0.95) > 1000 * WANTED:
            found.append(f"95% of the answers beside an attack took up to {self.at(0.95):.0f} ms, "
                         f"{1000 * WANTED:.0f} wanted")
        return found

    def row(self) -> str:
        """Its lines of the table."""
        figures = ", ".join(f"{name} {self.at(share):.1f} ms" for name, share in (
            ("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1.0)))
        asked, looked = (", ".join(f"{count} x {status or 'hung up'}" for status, count in sorted(counts.items()))
                         for counts in (self.attacks, self.looks))
        return f"visitors beside the attack: {len(self.seconds)} answers, {figures}\n" \
               f"  the attacker: {asked}; looks at his game: {looked}"


def _ask(port: int, address: str, path: str, body: dict[str, Any] | None, seconds: float) -> int:
    """The status of an answer; 0 if none came in time."""
    try:
        connection = http.client.HTTPConnection(HOST, port, timeout=seconds, source_address=(address, 0))
    except OSError:
        return 0
    try:
        connection.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body),
                           {"content-type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    except OSError:
        return 0
    finally:
        connection.close()


def _long_game(server: Served, hands: int) -> dict[str, Any]:
    """A game of the attacker that goes on from a record of so many hands, at the end of one."""
    match, bot = Match(default_rule(), 3), CoreBot("greedy")
    while len(match.settlements) < hands:
        if match.hand_over:
            match.begin()
        else:
            match.play(match.asked[0], bot.decide(match, match.asked[0]))
        if match.over:
            break
    last = max(number for number, step in enumerate(match.steps) if step.kind == "begin")
    body = {"record": write_record(match), "step": last}
    connection = http.client.HTTPConnection(HOST, server.port, timeout=LONGEST, source_address=(ATTACKER, 0))
    connection.request("POST", "/api/records/play", json.dumps(body), {"content-type": "application/json"})
    game: dict[str, Any] = json.load(connection.getresponse())
    connection.close()
    return game


def _look(port: int, game: dict[str, Any], rng: random.Random) -> int:
    """Look at the attacker's game once, in one of three ways: the status; 0 if he went."""
    if rng.random() < 0.6:
        part = rng.choice(("", "/record"))
        return _ask(port, ATTACKER, f"/api/games/{game['id']}{part}?key={game['key']}", None, LONGEST)
    try:
        with connect(f"ws://{HOST}:{port}/api/games/{game['id']}/socket?frames=1&key={game['key']}", max_size=None,
                     compression=None, source_address=(ATTACKER, 0)) as socket:
            socket.recv()
            socket.recv()
            return 200
    except (OSError, WebSocketException):
        return 0


@contextmanager
def attacked(server: Served, hands: int = _HANDS_PLAYED, addresses: int = 1) -> Iterator[Visits]:
    """Attack a server meanwhile, from so many addresses, and visit it; the attacker has a game of so many hands."""
    visits, stopped, game = Visits(), threading.Event(), _long_game(server, hands)

    def look(number: int) -> None:
        rng = random.Random(number)
        while not stopped.is_set():
            visits.looks[_look(server.port, game, rng)] += 1

    def attack(number: int) -> None:
        rng = random.Random(number)
        address = ATTACKER if addresses == 1 else f"127.0.1.{1 + number % addresses}"
        for path, body in slow_questions(number):
            if stopped.is_set():
                return
            visits.attacks[_ask(server.port, address, path, body, rng.choice(_PATIENCE))] += 1

    def visit(address: str) -> None:
        rng = random.Random(address)
        while not stopped.wait(rng.uniform(0.05, 0.15)):
            rule = {"id": rng.choice(known_ids())}
            path, body = rng.choice((
                ("/api/rulebooks", None), (f"/api/rulebooks/{rule['id']}", None),
                ("/api/hand", {"rule": rule, **_HAND}),
                ("/api/score", {"rule": {"id": default_rule()}, **_HAND}),
                ("/api/waits", {"rule": rule, "hand": "123m23455p345s77z"})))
            start = time.perf_counter()
            status = _ask(server.port, address, path, body, LONGEST)
            visits.seconds.append(time.perf_counter() - start)
            if status not in (200, 422):        # a hand that a rulebook does not have is an answer, too
                visits.wrong.append(f"{path}: {status}")

    askers = range(max(_AT_ONCE, addresses))
    threads = [threading.Thread(target=attack, args=(number,), daemon=True) for number in askers]
    threads += [threading.Thread(target=look, args=(number,), daemon=True) for number in range(_LOOKING)]
    threads += [threading.Thread(target=visit, args=(address,), daemon=True) for address in VISITORS]
    for thread in threads:
        thread.start()
    try:
        yield visits
    finally:
        stopped.set()
        for thread in threads[-len(VISITORS):]:
            thread.join(LONGEST)


def beside_attack(address: str, seconds: float, hands: int = _HANDS_PLAYED, addresses: int = 1) -> Visits:
    """What visitors saw of a server that was attacked for so long, from so many addresses."""
    with Served(address) as server:
        for name in known_ids():                # a server that has been visited before
            _ask(server.port, VISITORS[0], f"/api/rulebooks/{name}", None, LONGEST)
        with attacked(server, hands, addresses) as visits:
            time.sleep(seconds)
    return visits
