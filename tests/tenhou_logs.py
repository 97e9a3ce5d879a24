"""Our matches as logs of tenhou.net/6, for tests of reading them: written from mjai events, one array a hand."""

from typing import Any

from quepu.records.mjai_log import Kyoku, LogEvent, kyokus

HONORS = "ESWNPFC"
RED = {"5mr": 51, "5pr": 52, "5sr": 53}


def code(name: str) -> int:
    if name in RED:
        return RED[name]
    return 41 + HONORS.index(name) if name in HONORS else 10 * (1 + "mps".index(name[1])) + int(name[0])


def called(letter: str, event: dict[str, Any], size: int) -> str:
    """A claim: the letter before the claimed tile, which lies on the feeder's side."""
    rest = [str(code(name)) for name in event["consumed"]]
    place = {3: 0, 2: 1, 1: size - 1}[(event["target"] - event["actor"]) % 4]
    return "".join((*rest[:place], letter, str(code(event["pai"])), *rest[place:]))


def log_of(events: list[dict[str, Any]], **rule: Any) -> dict[str, Any]:
    hands = [hand_of(hand) for hand in kyokus([LogEvent("", event) for event in events])]
    rule = {"disp": "般南喰赤", "aka": 1, **rule}
    return {"title": ["", ""], "name": ["A", "B", "C", "D"], "rule": rule, "log": hands}


def hand_of(hand: Kyoku) -> list[Any]:
    start = hand.start.event
    draws: list[list[Any]] = [[], [], [], []]
    discards: list[list[Any]] = [[], [], [], []]
    dora, ura, result, reach = [code(start["dora_marker"])], [], ["流局"], ""
    pungs: dict[tuple[int, str], dict[str, Any]] = {}
    for told in hand.events:
        event, kind = told.event, told.type
        actor = told.actor
        if kind == "tsumo":
            draws[actor].append(code(event["pai"]))
        elif kind == "dahai":
            number = 60 if event["tsumogiri"] else code(event["pai"])
            discards[actor].append(f"r{number}" if reach else number)
            reach = ""
        elif kind == "reach":
            reach = "r"
        elif kind == "chi":
            draws[actor].append("c" + "".join(str(code(name)) for name in (event["pai"], *event["consumed"])))
        elif kind == "pon":
            draws[actor].append(called("p", event, 3))
            pungs[actor, event["pai"][:2]] = event
        elif kind == "daiminkan":
            draws[actor].append(called("m", event, 4))
            discards[actor].append(0)
        elif kind == "ankan":
            tiles = [str(code(name)) for name in event["consumed"]]
            discards[actor].append("".join((*tiles[:3], "a", tiles[3])))
        elif kind == "kakan":
            pung = pungs[actor, event["pai"][:2]]
            discards[actor].append(called("p", pung, 3).replace("p", f"k{code(event['pai'])}"))
        elif kind == "dora":
            dora.append(code(event["dora_marker"]))
        elif kind == "hora":
            ura = ura or [code(name) for name in event["ura_markers"]]
            result = [*(result if result[0] == "和了" else ["和了"]), event["deltas"], [actor, event["target"], actor]]
        elif kind == "ryukyoku":
            word = {"kyushukyuhai": "九種九牌", "suufonrenta": "四風連打", "nagashimangan": "流し満貫",
                    "sanchaho": "三家和了"}
            result = [word.get(event["reason"], "流局"), event["deltas"]]
    parts = [part for player in range(4)
             for part in ([code(name) for name in start["tehais"][player]], draws[player], discards[player])]
    number = 4 * "ESWN".index(start["bakaze"]) + start["oya"]
    return [[number, start["honba"], start["kyotaku"]], start["scores"], dora, ura, *parts, result]
