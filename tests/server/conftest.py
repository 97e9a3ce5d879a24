"""A server for the tests: inside the test's own process, its games in a file of the test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
from starlette.testclient import TestClient

from quepu.server.app import make_app
from quepu.server.settings import Limits, Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(f"sqlite:///{tmp_path / 'games.sqlite'}", tmp_path / "page", Limits(requests=1e6, burst=10**6))


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(make_app(settings)) as made:
        yield made
