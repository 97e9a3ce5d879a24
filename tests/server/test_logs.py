"""Logs of other platforms over HTTP: read, and shown like any record."""

import json
import random

from starlette.testclient import TestClient

from quepu.game.match import Match
from quepu.records.botzone_write import write_botzone
from quepu.records.mjai_write import mjai_events
from tests.oracle.mjai import played
from tests.players import play_hand
from tests.tenhou_logs import log_of


def test_logs_of_other_platforms_are_read(client: TestClient) -> None:
    match = Match("guobiao?flowers=none", seed=1)
    rng = random.Random(1)
    play_hand(match, rng)
    events = "".join(json.dumps(one) + "\n" for one in mjai_events(played(2)))
    logs = {"tenhou": json.dumps(log_of(mjai_events(played(2)))), "mjai": events,
            "botzone": json.dumps(write_botzone(match, 1))}
    for kind, text in logs.items():
        found = client.post("/api/records/convert", json={"record": text})
        assert found.status_code == 200, found.text
        assert found.json()["format"] == kind
        shown = client.post("/api/records?hand=1&lang=en", content=found.json()["record"].encode())
        assert shown.json()["frames"], shown.text
    wrong = client.post("/api/records/convert", json={"record": "[]"})
    assert (wrong.status_code, "record" in wrong.json()["detail"]) == (422, True)
