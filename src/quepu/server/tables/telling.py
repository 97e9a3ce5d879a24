"""What a player or watcher is told of a game: only what he may know, in his language."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from quepu.game.actions import Give
from quepu.game.concealment import is_asking_secret
from quepu.game.match import Match
from quepu.game.naming import phase_name
from quepu.game.ready import readiness
from quepu.game.settlement import Settlement
from quepu.game.view import View, gifts_of, mark_text
from quepu.locale import words
from quepu.rulebook.model.model import Model
from quepu.scoring.plain_values import whole

if TYPE_CHECKING:
    from quepu.server.tables.game_table import Table

MOST_FRAMES = 60            # steps shown one by one; what is older is only told
MOST_EVENTS = 3_000         # told at once, more than a match has; of a game without end the record tells what is older


def players_json(players: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """The players, each by kind and name, as everybody may know them."""
    return [{"kind": kind, "name": name} for kind, name in players]


def update(table: "Table", player: int | None, since: int, lang: str, frames: bool) -> dict[str, Any]:
    """Everything new from a step on, and the table as it is now, as far as the player may know."""
    match, sight, until = table.seen_match(player), table.sight(player), table.length(player)
    since = max(min(since, until), until - MOST_EVENTS)
    last = match.settlements[-1] if match.settlements and match.hand_over else None
    message = {
        "type": "update", "step": until, "since": since, "started": table.started,
        "players": players_json(table.players),
        "events": [{"step": number, **event.as_json(), "line": event.line(lang, match.book.model)}
                   for number, event in sight.events(table.match, since, until)],
        "view": seen_table(match, player, lang), "hand_over": match.hand_over, "over": match.over,
        "settlement": None if last is None else settlement_json(last, match.book.model, lang),
        "standings": standings_json(match),
        "may_undo": player is not None and table.people == 1,
    }
    if frames:
        message["frames"] = [{"step": number, "view": seen_table(then, player, lang)}
                             for number, then in _stood(table.match, list(sight.steps(since, until))[-MOST_FRAMES:])]
    return message


def _stood(match: Match, steps: list[tuple[int, int]]) -> Iterator[tuple[int, Match]]:
    """The match after each of its steps, by what is known by then; not where it is a secret that somebody was asked."""
    for place, number in steps:
        then = match.at(place + 1)
        if not is_asking_secret(then.table, match.book.model):
            yield number, then


def seen_table(match: Match, player: int | None, lang: str) -> dict[str, Any] | None:
    """The table as a player sees it, with what he may answer in words."""
    if match.hand is None:
        return None
    seat = None if player is None else match.hand.players.index(player)
    view = match.view(seat)
    seen = view_json(view, match.book.model, lang)
    if seat is not None and any(isinstance(action, Give) for action in view.legal):
        seen["gifts"] = gifts_of(match, seat)      # what he has put down already, to be passed on
    if seat is not None:
        seen["waits"] = readiness(match, seat, view).as_json(lang)
    return seen


def view_json(view: View, model: Model, lang: str) -> dict[str, Any]:
    """A view whose actions, marks, declarations and turned tiles are in words."""
    values = view.as_json()
    values["legal"] = [{"action": action.text, "label": action.label(lang)} for action in view.legal]
    values["marks"] = [mark_text(model, mark, lang) for mark in view.marks]
    values["asks"] = phase_name(model, view.phase, lang) if view.phase else ""
    for seat_values, seat in zip(values["seats"], view.seats, strict=True):
        seat_values["marks"] = [mark_text(model, mark, lang) for mark in seat.marks]
        if seat.standing:
            seat_values["marks"].append(words("view.standing", lang, tiles=seat.standing))
        seat_values["declared"] = model.entry_name("ready", seat.declared, lang) if seat.declared else ""
    return values


def standings_json(match: Match) -> list[dict[str, Any]]:
    """The players from first to last, each with what the result is made of."""
    return [{"place": place.place, "player": place.player, "name": place.name, "score": place.score,
             "result": str(place.result), "parts": [{"part": name, "amount": str(part)} for name, part in place.parts]}
            for place in match.standings]


def settlement_json(settlement: Settlement, model: Model, lang: str) -> dict[str, Any]:
    """The end of a hand with each win explained, why it was called off, and the tiles turned up."""
    values = settlement.as_json()
    values["reason"] = dict(settlement.why) or None
    values["turned"] = [tile.as_json(model) for tile in settlement.turned]
    values["players"] = list(settlement.players)
    values["wins"] = [{**part, "score": whole(win.score), "text": win.score.explain(lang)}
                      for part, win in zip(values["wins"], settlement.wins, strict=True)]
    for part, row in zip(values["ledger"], settlement.ledger, strict=True):
        part["names"] = dict(row.names)
    return values
