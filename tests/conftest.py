"""For every test: the engine is compiled once, and no event loop of another test is in its way."""

import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as examples

from tests.forget import forget_much
from tests.warm import compile_once, use_own_cache

use_own_cache()
# How long an example takes says something about the machine, not about what is tested.
examples.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
examples.load_profile("patient")


def pytest_configure(config: pytest.Config) -> None:
    """Several workers find the engine compiled."""
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        compile_once()


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
