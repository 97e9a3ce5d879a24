"""What whoever comes to a game is told of it besides the table: rules, players, who is there, what is held back."""

from typing import Any

from quepu.server.games.lobby import Live
from quepu.server.tables.players import OPEN, USUAL_LEVEL, MadeOf, seated
from quepu.server.tables.telling import players_json


def hello(live: Live, player: int | None) -> dict[str, Any]:
    """What a connection is told first."""
    return {"type": "hello", "player": player, **invitation(live)}


def invitation(live: Live) -> dict[str, Any]:
    """What somebody may know of a game before he has a seat: its rules and who plays."""
    made = live.game.made_of
    return {"game": live.game.id, "rule": made.rule, "players": players_json(seated(made.players)),
            "started": made.started, "presence": live.presence.as_json(), "window": made.window_seconds,
            "hints": made.hints, "clock": clock(made), "room": room(made)}


def clock(made: MadeOf) -> dict[str, int] | None:
    """The clock that is agreed: seconds for each move, and of the reserve for a hand; None if there is none."""
    return None if made.clock is None else {"move": made.clock[0], "reserve": made.clock[1]}


def room(made: MadeOf) -> dict[str, Any] | None:
    """What everybody knows before the game begins: who may begin it, who is ready, who plays where nobody comes."""
    if made.started:
        return None
    return {"owner": made.owner, "gathers": made.gathers, "ready": list(made.ready),
            "levels": [(player.level or USUAL_LEVEL) if player.kind == OPEN else None for player in made.players]}


def presented(live: Live, message: dict[str, Any]) -> dict[str, Any]:
    """A table's update with what the table does not know: who is there, and how long something is held back."""
    return {**message, "presence": live.presence.as_json(), "window": live.window.as_json(),
            "clock": live.clock.as_json(), "room": room(live.game.made_of)}
