"""What a player or watcher is told of a game: only what he may know, in his language."""

from typing import Any

from quepu.game.actions import Give, action_text, tile_text
from quepu.game.match import Match
from quepu.game.settlement import Settlement
from quepu.game.view import View, mark_text
from quepu.rulebook.model import Model
from quepu.scoring.values import whole
from quepu.server.room import Room

LANGS = ("zh", "zh-Hans", "zh-Hant", "en")
MOST_FRAMES = 60            # steps shown one by one; what is older is only told


def told_players(room: Room) -> list[dict[str, Any]]:
    """The players as everybody may know them."""
    return [{"kind": player.kind, "name": player.name} for player in room.made_of.players]


def hello(room: Room, player: int | None) -> dict[str, Any]:
    """What a connection is told first."""
    return {"type": "hello", "game": room.id, "player": player, "rule": room.made_of.rule,
            "players": told_players(room), "started": room.made_of.started}


def update(room: Room, player: int | None, since: int, lang: str, frames: bool) -> dict[str, Any]:
    """Everything new from a step on, and the table as it is now, as far as the player may know."""
    match, sight = room.match, room.sight(player)
    since = min(since, len(sight))
    last = match.settlements[-1] if match.settlements and match.hand_over else None
    found = {
        "type": "update", "step": len(sight), "since": since, "started": room.made_of.started,
        "players": told_players(room),
        "events": [{"step": number, **event.as_json(), "line": event.line(lang, match.book.model)}
                   for number, event in sight.events(match, since)],
        "view": seen_table(match, player, lang), "hand_over": match.hand_over, "over": match.over,
        "settlement": None if last is None else told_settlement(last, lang),
        "standings": [{"place": place.place, "player": place.player, "name": place.name, "score": place.score,
                       "result": str(place.result)} for place in match.standings],
        "may_undo": player is not None and room.people == 1,
    }
    if frames:
        first = max(since, len(sight) - MOST_FRAMES)
        found["frames"] = [{"step": step, "view": seen_table(match.at(sight.steps[step - 1][0] + 1), player, lang)}
                           for step in range(first + 1, len(sight))]
    return found


def seen_table(match: Match, player: int | None, lang: str) -> dict[str, Any] | None:
    """The table as a player sees it, with what he may answer in words."""
    if match.hand is None:
        return None
    seat = None if player is None else match.hand.players.index(player)
    view = match.view(seat)
    found = told_view(view, match.book.model, lang)
    if any(isinstance(action, Give) for action in view.legal):     # what he has laid aside already, to be passed on
        count = int(match.table.gift_count[seat])
        found["gifts"] = "".join(tile_text(int(tile)) or "" for tile in match.table.gifts[seat, :count])
    return found


def told_view(view: View, model: Model, lang: str) -> dict[str, Any]:
    """A view whose actions, marks, declarations and turned tiles are in words."""
    found = view.as_json()
    found["legal"] = [{"action": action.text, "label": action_text(action, lang, model)} for action in view.legal]
    found["marks"] = [mark_text(model, mark, lang) for mark in view.marks]
    found["asks"] = model.entry_name("phase", view.phase, lang) if view.phase else ""
    for told, seat in zip(found["seats"], view.seats, strict=True):
        told["marks"] = [mark_text(model, mark, lang) for mark in seat.marks]
        told["declared"] = model.entry_name("ready", seat.declared, lang) if seat.declared else ""
    return found


def told_settlement(settlement: Settlement, lang: str) -> dict[str, Any]:
    """The end of a hand with each win explained."""
    found = settlement.as_json()
    found["players"] = list(settlement.players)
    found["wins"] = [{**told, "score": whole(win.score), "text": win.score.explain(lang)}
                     for told, win in zip(found["wins"], settlement.wins, strict=True)]
    for told, row in zip(found["ledger"], settlement.ledger, strict=True):
        told["names"] = dict(row.names)
    return found
