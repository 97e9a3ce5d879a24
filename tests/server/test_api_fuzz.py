"""The API as it describes itself, called with all kinds of values that fit and do not fit: no answer is a failure."""

import socket
import threading
from collections.abc import Iterator

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("schemathesis")
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from quepu.server.app import make_app
from quepu.server.settings import Limits, Settings
from tests.waiting import LONGEST, wait_until

CALLS, CALLS_WITH_BODY = 12, 6          # of each operation; a body may have a process work for a second


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread of this process, without limits of how often it may be asked."""
    folder = tmp_path_factory.mktemp("fuzz")
    limits = Limits(requests=1e6, burst=10**6, check_seconds=2, score_seconds=2)
    app = make_app(Settings(f"sqlite:///{folder / 'games.sqlite'}", folder / "page", limits))
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="critical"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_until(lambda: server.started, "the server has started")
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(LONGEST)


OPERATIONS = [(path, method) for path, methods in make_app(Settings("sqlite://")).openapi()["paths"].items()
              for method in methods]


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_no_call_fails(address: str, path: str, method: str) -> None:
    operation = schemathesis.openapi.from_url(f"{address}/api/openapi.json")[path][method]
    modes = schemathesis.GenerationMode
    calls = CALLS_WITH_BODY if method == "post" else CALLS

    @settings(max_examples=calls, deadline=None, database=None, derandomize=True,
              phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
    @given(case=st.one_of(operation.as_strategy(generation_mode=modes.POSITIVE),
                          operation.as_strategy(generation_mode=modes.NEGATIVE)))
    def call(case: schemathesis.Case) -> None:
        answer = case.call(timeout=LONGEST)
        assert answer.status_code < 500, (case.as_curl_command(), answer.text)
        if answer.status_code >= 400:
            assert answer.headers["content-type"] == ["application/problem+json"], case.as_curl_command()

    call()
