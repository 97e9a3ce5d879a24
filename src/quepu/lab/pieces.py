"""Pieces of numbered work, done here or by several processes and given back in order: who did which does not matter."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator
from typing import Any, Protocol, TypeVar

SECONDS = 0.25              # of work in one piece: so often progress is told and a stop is heard
MOST_WORKERS = 64
T_co = TypeVar("T_co", covariant=True)


class Worker(Protocol[T_co]):
    """Whoever does pieces of one work."""

    def play(self, first: int, count: int) -> T_co:
        """What came of so many numbers from the first on."""


#: what this process was born with or has made, and what tells it to stop
_OWN: dict[str, Any] = {}


def is_stopping() -> bool:
    """Whether nobody waits any more for what this process does: long work asks now and then."""
    stop = _OWN.get("stop")
    return stop is not None and bool(stop.is_set())


def pieces_of(worker: Worker[T_co], make: Callable[[], Worker[T_co]], workers: int, size: int,
              wanted: int) -> Generator[tuple[int, int, T_co], None, None]:
    """Pieces of so many numbers, from number 1 on and without end: (first, how many, what came of them).

    `make` makes another such worker in a process that was not born with one; with several processes no more than the
    numbers wanted are begun before they are asked for.
    """
    return _alone(worker, size) if workers == 1 else _together(worker, make, workers, size, wanted)


def in_time(seconds: float, one: float) -> int:
    """How many fill so much time if one took so long."""
    return max(1, min(100_000, int(seconds / max(one, 1e-6))))


def _alone(worker: Worker[T_co], size: int) -> Generator[tuple[int, int, T_co], None, None]:
    first = 1
    while True:
        yield first, size, worker.play(first, size)
        first += size


def _together(worker: Worker[T_co], make: Callable[[], Worker[T_co]], workers: int, size: int,
              wanted: int) -> Generator[tuple[int, int, T_co], None, None]:
    from concurrent.futures import Future, ProcessPoolExecutor
    # a forked process has the engine loaded already; where there is none it loads its own
    way = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(way)
    stop = context.Event()
    if way == "fork":
        _OWN["worker"] = worker
    waiting: deque[tuple[int, Future[T_co]]] = deque()
    pool = ProcessPoolExecutor(workers, context, _begin, (make, stop))
    first = 1
    try:
        while True:
            while not waiting or (len(waiting) < 2 * workers + 1 and first <= wanted):
                waiting.append((first, pool.submit(_play, first, size)))
                first += size
            begun, future = waiting.popleft()
            yield begun, size, future.result()
    finally:
        _OWN.clear()
        stop.set()
        pool.shutdown(cancel_futures=True)


def _begin(make: Callable[[], Any], stop: Any) -> None:
    """Prepare a process: stopping is left to who started it; its worker is made unless it was born with one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _OWN["stop"] = stop
    if "worker" not in _OWN:
        _OWN["worker"] = make()


def _play(first: int, count: int) -> Any:
    return _OWN["worker"].play(first, count)
