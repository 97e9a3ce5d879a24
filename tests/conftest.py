"""For every test: the engine is compiled once, no event loop of another test is in its way, and none hangs for ever."""

import asyncio
import faulthandler
import os
from collections.abc import Iterator
from multiprocessing import parent_process

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as examples

from tests.forget import forget_much
from tests.waiting import LIMIT
from tests.warm import compile_once, use_own_cache

use_own_cache()
os.environ.setdefault("PYTEST_TIMEOUT", str(LIMIT))
# How long an example takes says something about the machine, not about what is tested.
examples.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
examples.load_profile("patient")


def pytest_configure(config: pytest.Config) -> None:
    """Several workers find the engine compiled."""
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        compile_once()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Iterator[None]:
    """End a worker, with its stacks, that does not even hear of the limit: machine code hears nothing of Python.

    Not in a process that a test has forked: it would wait for ever for the watch of the one it comes from.
    """
    if parent_process() is not None:
        return (yield)
    faulthandler.dump_traceback_later(1.5 * LIMIT, exit=True)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.fixture(autouse=True)
def no_foreign_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright's loop stays "running" in a process that has opened a browser; only its own tests may see it."""
    loop = asyncio._get_running_loop()
    if loop is None or "browser" in request.path.parts:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.fixture(autouse=True, scope="module")
def little_memory() -> Iterator[None]:
    """A worker goes through half of all files; what one has made is of little use to the next."""
    yield
    forget_much()
