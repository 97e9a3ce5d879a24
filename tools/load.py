"""`make load`: many games at once, each of one or two scripted players and bots; and the server killed among them.

Every message has to be answered, 95 of 100 within a tenth of a second, and nothing that was told may be lost, also
when the server is killed (SIGKILL) in the middle and started again.  On SQLite and on PostgreSQL.
"""

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from quepu.rulebook.file.default import default_rule
from quepu.server.tables.window import USUAL
from tools.load_attack import beside_attack
from tools.load_client import LONGEST, Client, Counted, make_game
from tools.load_pairs import Partner, make_pair
from tools.postgres import missing, postgres
from tools.served import Served

WANTED = 0.1                # seconds for 95 of 100 answers
_SHARE = 0.95
_EACH = 3                   # answers that every player has at least, on average


@dataclass(frozen=True)
class Run:
    """A run and what came of it."""

    name: str
    games: int
    counted: Counted
    wrong: tuple[str, ...]              # games that are not as their player was told
    seconds: float
    cpu: float                          # of the server, as a share of one core
    back: float | None = None           # seconds until every player was back after the kill

    def at(self, share: float) -> float:
        """The time within which that share of the answers came, in milliseconds."""
        ordered = sorted(self.counted.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    @property
    def faults(self) -> list[str]:
        """What was missed."""
        found = [f"{self.counted.lost} messages were not answered"] if self.counted.lost else []
        if self.wrong:
            found.append(f"{len(self.wrong)} games did not go on as they were told: {', '.join(self.wrong[:3])}")
        if self.counted.errors:
            found.append(f"{len(self.counted.errors)} errors: {self.counted.errors[0]}")
        if self.back is None and self.at(_SHARE) > 1000 * WANTED:
            found.append(f"{_SHARE:.0%} of the answers took up to {self.at(_SHARE):.0f} ms, {1000 * WANTED:.0f} wanted")
        return found

    def row(self) -> str:
        """Its line of the table."""
        figures = "".join(f"{self.at(share):>8.1f}" for share in (0.5, 0.95, 0.99, 1.0))
        back = "" if self.back is None else f"  all {self.games} went on, back after {self.back:.1f} s" \
            if not self.wrong else f"  {self.games - len(self.wrong)} of {self.games} went on"
        late = f"  {self.counted.late} too late" if self.counted.late else ""
        return (f"{self.name:<18}{self.games:>6}{self.counted.answered:>10}{self.counted.lost:>6}{figures}"
                f"{self.cpu:>7.0%}{back}{late}")


HEAD = (f"{'':<18}{'games':>6}{'answers':>10}{'lost':>6}{'p50 ms':>8}{'p95':>8}{'p99':>8}{'max':>8}"
        f"{'server':>7}")
Tell = Callable[[str], None]


async def _clients(server: Served, games: int, think: float, bots: str, tell: Tell) -> tuple[list[Client], Counted]:
    counted = Counted()
    body = {"rule": {"id": default_rule()}, "name": "script", "others": [bots] * 3}
    made = []
    for number in range(games):
        game = await asyncio.to_thread(make_game, server.address, body)
        made.append(Client(server.address, game, counted, think, number))
        if number % 20 == 0 or number == games - 1:
            tell(f"{number + 1} games made")
    return made, counted


async def _watch(seconds: float, counted: Counted, tell: Tell, is_enough: Callable[[], bool]) -> None:
    """Let time pass, until enough has happened too, and say how it goes."""
    start = time.monotonic()
    while (left := start + seconds - time.monotonic()) > 0 or not (is_enough() or left < -LONGEST):
        await asyncio.sleep(min(1.0, max(0.05, left)))
        tell(f"{max(0.0, left):.0f} s to go, {counted.answered} answers, load {os.getloadavg()[0]:.1f}")


async def _stop(clients: Sequence[Client], playing: list["asyncio.Task[None]"]) -> None:
    for client in clients:
        client.stopped = True
    await asyncio.wait_for(asyncio.gather(*playing), LONGEST)


async def _wrong(clients: Sequence[Client]) -> tuple[str, ...]:
    """The games that a new connection sees otherwise than their player did."""
    found = []
    for client in clients:
        step, events = await client.seen_again()
        if step < client.step or [event for event in events if event["step"] < client.step] != client.events:
            found.append(client.game["id"])
    return tuple(found)


async def many(server: Served, name: str, games: int, seconds: float, think: float, bots: str, tell: Tell) -> Run:
    """Many games at once."""
    clients, counted = await _clients(server, games, think, bots, tell)
    return await _timed(server, name, games, seconds, tell, clients, counted,
                        lambda: counted.answered >= _EACH * games)


async def pairs(server: Served, name: str, games: int, seconds: float, think: float, bots: str, tell: Tell,
                window: float = USUAL, each: int = _EACH) -> Run:
    """Many games of two people each; one in which somebody could not go on counts as wrong."""
    counted, clients = Counted(), list[Partner]()
    body = {"rule": {"id": default_rule()}, "name": "script", "others": ["open", bots, bots], "window": window}
    for number in range(games):
        clients += await asyncio.to_thread(make_pair, server.address, body, counted, think, number)
        tell(f"{number + 1} games of two made")
    run = await _timed(server, name, games, seconds, tell, clients, counted,
                       lambda: all(client.answers >= each for client in clients))
    stuck = {client.game["id"] for client in clients if client.answers < each}
    return replace(run, wrong=tuple(sorted(stuck.union(run.wrong))))


async def _timed(server: Served, name: str, games: int, seconds: float, tell: Tell, clients: Sequence[Client],
                 counted: Counted, is_enough: Callable[[], bool]) -> Run:
    """These players play for so long, and until it is enough."""
    start, used = time.monotonic(), server.cpu_seconds()
    playing = [asyncio.create_task(client.play()) for client in clients]
    await _watch(seconds, counted, tell, is_enough)
    took, used = time.monotonic() - start, server.cpu_seconds() - used
    await _stop(clients, playing)
    counted.errors += [f"{client.sittings} connections for one game" for client in clients
                       if client.sittings != 1]
    return Run(name, games, counted, await _wrong(clients), took, used / took)


async def killed(server: Served, name: str, games: int, seconds: float, think: float, bots: str, tell: Tell) -> Run:
    """Many games at once, the server killed in the middle and started again: every player goes on from where he was."""
    clients, counted = await _clients(server, games, think, bots, tell)
    playing = [asyncio.create_task(client.play()) for client in clients]
    await _watch(seconds / 2, counted, tell, lambda: counted.answered >= _EACH * games)
    tell("killed")
    server.kill()
    await asyncio.sleep(0.2)            # what had been sent before is heard, then every connection is gone
    told = [(client.step, list(client.events)) for client in clients]
    sittings = [client.sittings for client in clients]
    start = time.monotonic()
    await asyncio.to_thread(server.start)
    while any(client.sittings == before for client, before in zip(clients, sittings, strict=True)):
        if time.monotonic() - start > LONGEST:
            break
        await asyncio.sleep(0.02)
    back, used = time.monotonic() - start, server.cpu_seconds()
    before = [client.step for client in clients]
    await _watch(seconds / 2, counted, tell, lambda: all(
        client.step > max(step, later) for client, (step, _events), later in zip(clients, told, before, strict=True)))
    used = server.cpu_seconds() - used
    await _stop(clients, playing)
    wrong = set(await _wrong(clients))
    for client, (step, events), later in zip(clients, told, before, strict=True):
        if client.step <= max(step, later) or [one for one in client.events if one["step"] < step] != events:
            wrong.add(client.game["id"])        # did not go on, or not from there
    return Run(name, games, counted, tuple(sorted(wrong)), seconds, used / (seconds / 2), back)


@contextmanager
def sqlite() -> Iterator[str]:
    """The address of an SQLite file that is gone afterwards."""
    with TemporaryDirectory(prefix="quepu-load-") as folder:
        yield f"sqlite:///{Path(folder) / 'games.sqlite'}"


def run_all(arguments: argparse.Namespace, tell: Tell) -> list[Run]:
    """Every run that is asked for."""
    found = []
    for kind in ("sqlite", "postgres"):
        if arguments.database not in (kind, "both"):
            continue
        why = missing() if kind == "postgres" else ""
        if why:
            print(f"PostgreSQL is left out: {why}")
            continue
        for part, games, seconds in ((many, arguments.games, arguments.seconds),
                                     (pairs, arguments.pairs, arguments.seconds),
                                     (killed, arguments.kill_games, arguments.kill_seconds)):
            if games:
                with sqlite() if kind == "sqlite" else postgres() as address, Served(address) as server:
                    found.append(asyncio.run(part(server, f"{kind} {part.__name__}", games, seconds, arguments.think,
                                                  arguments.bots, tell)))
                tell("")
    return found


def _teller() -> Tell:
    """Says how far it is, on one line of a terminal that is written again."""
    if not sys.stderr.isatty():
        return lambda _text: None
    return lambda text: print(f"\r{text:<70}", end="\n" if not text else "", file=sys.stderr, flush=True)


def _beside(seconds: float, addresses: int) -> int:
    """0 if visitors were served beside an attack."""
    print(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    with sqlite() as address:
        visits = beside_attack(address, seconds, addresses=addresses)
    print(visits.row(), *visits.faults or ["everything was met"], sep="\n")
    return 1 if visits.faults else 0


def main(told: list[str]) -> int:
    """0 if everything was met."""
    parser = argparse.ArgumentParser(prog="make load", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games at once (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=30, help="how long they are played (default %(default)s)")
    parser.add_argument("--pairs", type=int, default=50, help="games of two people at once (default %(default)s)")
    parser.add_argument("--kill-games", type=int, default=50, help="games when the server is killed")
    parser.add_argument("--kill-seconds", type=float, default=16, help="how long those are played")
    parser.add_argument("--think", type=float, default=1.0, help="seconds a player thinks, half as much to half more")
    parser.add_argument("--bots", default="greedy", help="random, greedy or aware (default %(default)s)")
    parser.add_argument("--database", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--beside", choices=("attack",), help="visitors beside somebody who asks slow questions")
    parser.add_argument("--addresses", type=int, choices=range(1, 201), default=1, metavar="N",
                        help="of whoever asks slow questions (default 1)")
    arguments = parser.parse_args(told)
    if arguments.beside:
        return _beside(arguments.seconds, arguments.addresses)
    print(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; "
          f"every player thinks about {arguments.think:g} s", flush=True)
    runs = run_all(arguments, _teller())
    print(HEAD, *(run.row() for run in runs), f"load of the machine {os.getloadavg()[0]:.1f}", sep="\n")
    faults = [f"{run.name}: {fault}" for run in runs for fault in run.faults]
    print(*faults or ["everything was met"], sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
