"""riichienv as judge of whole matches: each hand is dealt there with the same wall, and played by the same events.

It has to accept every event, tell the same ones itself, pay the same points and go on to the same next hand.
`python -m tests.oracle.mjai [MATCHES] [SEED] [BOT]` prints every difference.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from riichienv import GameRule, Phase, RiichiEnv

from quepu.bots.seat import CoreBot, Seating
from quepu.game.match import Match
from quepu.notation import Tile, read_tiles
from quepu.records.mjai_format import WINDS
from quepu.records.mjai_write import mjai_events

BOOK = "riichi?dead_wait=true"          # it calls a hand tenpai that waits for tiles it holds itself
FIVES = (4, 13, 22)
Event = dict[str, Any]


def played(seed: int, bots: str = "greedy") -> Match:
    """A whole match of four bots."""
    match = Match(BOOK, seed)
    names = bots.split(",")
    seating = Seating(match, {player: CoreBot(names[player % len(names)]) for player in range(4)})
    while not match.over:
        match.begin()
        while not match.hand_over:
            match.play(match.asked[0], seating.decide(match.asked[0]))
    return match


@dataclass
class Verdict:
    """What the judge says of a match."""

    seed: int
    hands: int = 0
    events: int = 0
    faults: list[str] = field(default_factory=list)

    def fault(self, hand: int, text: str) -> None:
        """Keep a difference."""
        self.faults.append(f"seed {self.seed} hand {hand}: {text}")


def judge(match: Match) -> Verdict:
    """Replay every hand of a match."""
    verdict = Verdict(match.seed)
    walls = [read_tiles(step.wall) for step in match.steps if step.kind == "begin"]
    hands = list(split(mjai_events(match)))
    for number, (wall, events) in enumerate(zip(walls, hands, strict=True), 1):
        following = hands[number][0] if number < len(hands) else None
        verdict.hands += 1
        verdict.events += len(events)
        Replay(verdict, number, wall, events, following).run()
    return verdict


def split(events: list[Event]) -> Iterator[list[Event]]:
    """The events of each hand, from its start to its result."""
    hand: list[Event] = []
    for event in events:
        if event["type"] == "start_kyoku":
            hand = []
        hand.append(event)
        if event["type"] == "end_kyoku":
            yield hand[:-1]


def their_wall(wall: tuple[Tile, ...]) -> list[int]:
    """Our wall as numbers of its own: four to each kind, the first of the fives is the red one."""
    used: Counter[int] = Counter()
    found = []
    for tile in wall:
        first = 1 if tile.kind in FIVES else 0
        found.append(4 * tile.kind + (0 if tile.mark else first + used[tile.kind]))
        used[tile.kind] += not tile.mark
    return found


class Replay:
    """One hand played by the judge."""

    def __init__(self, verdict: Verdict, number: int, wall: tuple[Tile, ...], events: list[Event],
                 following: Event | None) -> None:
        self.verdict, self.number, self.events, self.following = verdict, number, events, following
        start = events[0]
        self.env = RiichiEnv(game_mode="4p-red-half", seed=1, rule=GameRule.default_mjsoul())
        self.asked = self.env.reset(oya=start["oya"], wall=their_wall(wall),
                                    round_wind=WINDS.index(start["bakaze"]), scores=start["scores"],
                                    honba=start["honba"], kyotaku=start["kyotaku"])
        self.at = 0                     # the event that comes next
        self.heard = 1                  # of its log; the first tells that a game begins

    def fault(self, kind: str, text: str) -> bool:
        """Keep a difference; the hand cannot be played on."""
        self.verdict.fault(self.number, f"{kind}: {text}")
        return False

    def run(self) -> None:
        """Play the hand to its end or to the first difference."""
        if not self._hear():
            return
        while self.at < len(self.events):
            actions = self._answers()
            if actions is None:
                return
            self.asked = self.env.step(actions)
            if not self._hear():
                return
        self._end()

    def _next(self) -> Event:
        return self.events[self.at]

    def _answers(self) -> dict[int, Any] | None:
        """What each seat it asks answers by our events; None if it does not accept that."""
        while self._next()["type"] in ("dora", "reach_accepted"):
            self.at += 1
        event = self._next()
        group = [event]
        if event["type"] == "hora":
            group = [event for event in self.events[self.at:] if event["type"] == "hora"]
        elif event["type"] == "tsumo" or (event["type"] == "ryukyoku" and self.env.phase == Phase.WaitResponse):
            group = []                  # nobody claims
        elif event["type"] != "ryukyoku" and event["actor"] not in self.asked:
            self.fault("does not ask", f"{event}, asked {list(self.asked)}")
            return None
        actions = {}
        for player, seen in self.asked.items():
            own = next((event for event in group if event.get("actor", player) == player), {"type": "none"})
            action = seen.select_action_from_mjai(json.dumps(own))
            if action is None:
                legal = sorted({one.to_mjai() for one in seen.legal_actions()})
                self.fault("does not accept", f"player {player}: {own}\n    it allows {legal}")
                return None
            actions[player] = action
        return actions

    def _hear(self) -> bool:
        """Compare what it tells with what our match tells."""
        log = self.env.mjai_log
        while self.heard < len(log) and self.at < len(self.events):
            theirs = log[self.heard]
            self.heard += 1
            if theirs["type"] in ("dora", "reach_accepted"):
                continue
            while self._next()["type"] in ("dora", "reach_accepted"):
                self.at += 1
            ours = self._next()
            if told(ours) != told(theirs):
                kind = "pays otherwise" if ours["type"] == theirs["type"] == "hora" else "tells otherwise"
                return self.fault(kind, f"\n    ours   {ours}\n    theirs {theirs}")
            self.at += 1
        return True

    def _end(self) -> None:
        """Compare the indicators, the points, and how the match goes on."""
        ends = ("dora", "reach_accepted")
        mine = [event for event in self.events if event["type"] in ends]
        log = self.env.mjai_log[:self.heard]
        theirs = [event for event in log if event["type"] in ends]
        for kind in ends:
            ours = [event.get("dora_marker", event.get("actor")) for event in mine if event["type"] == kind]
            other = [event.get("dora_marker", event.get("actor")) for event in theirs if event["type"] == kind]
            if ours != other and not (kind == "dora" and ours[:-1] == other and self.events[-1]["type"] == "hora"):
                self.fault(f"{kind} differs", f"ours {ours}, theirs {other}")
        begun = next((event for event in self.env.mjai_log[self.heard:] if event["type"] == "start_kyoku"), None)
        points = list(self.events[-1]["scores"])
        if begun is None and self.events[-1]["type"] == "ryukyoku":
            # it gives stakes that are left to the first at once
            stakes = sum(event["type"] == "reach_accepted" for event in self.events) + self.events[0]["kyotaku"]
            points[points.index(max(points))] += 1000 * stakes
        if begun is None or self.following is None:
            if (begun is None) != (self.following is None):
                self.fault("goes on otherwise", f"ours {self.following}, theirs {begun}")
            elif points != list(self.env.scores()):
                self.fault("other points", f"ours {points}, theirs {list(self.env.scores())}")
            return
        for key in ("scores", "bakaze", "kyoku", "honba", "kyotaku", "oya"):
            if begun[key] != self.following[key]:
                kind = "other points" if key == "scores" else "goes on otherwise"
                self.fault(kind, f"{key}: ours {self.following[key]}, theirs {begun[key]} after {self.events[-1]}")


def told(event: Event) -> dict[str, Any]:
    """What both tell of an event."""
    keys = {"start_kyoku": ("bakaze", "kyoku", "honba", "kyotaku", "oya", "scores", "dora_marker", "tehais"),
            "tsumo": ("actor", "pai"), "dahai": ("actor", "pai"), "hora": ("actor", "target", "deltas", "ura_markers"),
            "chi": ("actor", "target", "pai", "consumed"), "pon": ("actor", "target", "pai", "consumed"),
            "daiminkan": ("actor", "target", "pai", "consumed"), "ankan": ("actor", "consumed"),
            "kakan": ("actor", "pai"), "reach": ("actor",)}.get(event["type"], ())
    found = {"type": event["type"], **{key: event[key] for key in keys}}
    if "consumed" in found:
        found["consumed"] = sorted(found["consumed"])
    if "tehais" in found:
        found["tehais"] = [sorted(hand) for hand in found["tehais"]]
    return found


def main() -> int:
    """0 if the judge agrees with everything."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    bots = sys.argv[3] if len(sys.argv) > 3 else "greedy"
    hands = events = faults = 0
    for seed in range(first, first + count):
        verdict = judge(played(seed, bots))
        hands, events, faults = hands + verdict.hands, events + verdict.events, faults + len(verdict.faults)
        for text in verdict.faults:
            print(text, flush=True)
    print(f"{count} matches by {bots}, {hands} hands, {events} events: {faults} differences")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
