"""A server for the tests: inside the test's own process, its games in a file of the test.

It is patient: what takes long because the machine is slow or busy is not taken for a stranger's harm.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
from starlette.testclient import TestClient

from quepu.server.app import make_app
from quepu.server.settings import Limits, Settings
from tests.waiting import LONGEST

#: seconds of the processor and of waiting for it; tests of these limits set them themselves
PATIENT = Limits(requests=1e6, burst=10**6, check_seconds=LONGEST, score_seconds=LONGEST, ready_seconds=LONGEST,
                 play_seconds=LONGEST, host_wait=LONGEST)


@pytest.fixture(autouse=True)
def patient_host(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process may take its time to start."""
    monkeypatch.setattr("quepu.server.hosting.host.STARTING", LONGEST)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(f"sqlite:///{tmp_path / 'games.sqlite'}", tmp_path / "page", PATIENT)


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(make_app(settings)) as made:
        yield made
