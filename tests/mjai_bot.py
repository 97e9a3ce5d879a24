"""A bot that speaks mjai, for tests: `mjai_bot.py every|quiet [FAULT]`.

It wins and declares when it may by riichienv's own reading of the events, else takes the first thing riichienv allows;
`every` answers each line, `quiet` only where there is a choice.
"""

import json
import sys

from riichienv import RiichiEnv

MODE, FAULT = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
RANK = ("hora", "reach", "dahai", "none")


def said(message):
    print(json.dumps(message), flush=True)


def rank(action):
    return RANK.index(action["type"]) if action["type"] in RANK else len(RANK)


env, player, choices = RiichiEnv(game_mode="4p-red-half"), 0, 0
for line in sys.stdin:
    event = json.loads(line)
    if event["type"] == "start_game":
        player = event.pop("id")
    seen = env.observe_event(event, player)
    actions = [json.loads(action.to_mjai()) for action in seen.legal_actions()] if seen is not None else []
    if not actions:
        if MODE == "every":
            said({"type": "none"})
        continue
    choices += 1
    if FAULT and choices == 3:
        if FAULT == "end":
            sys.exit(3)
        if FAULT == "sleep":
            import time
            time.sleep(3600)
        if FAULT == "nonsense":
            print("[", flush=True)
        if FAULT == "untyped":
            said({"pai": "1m"})
        if FAULT == "illegal":
            said({"type": "ankan", "actor": player, "consumed": ["1m"] * 4})
        if FAULT == "no_tile":
            said({"type": "dahai", "actor": player, "pai": "1x"})
        continue
    said(min(actions, key=rank))
