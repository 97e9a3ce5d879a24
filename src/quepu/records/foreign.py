"""Which of the other platforms' formats a text is in."""

import json


def kind_of(text: str) -> str:
    """`mjai`, `tenhou`, or `botzone` for everything else.

    >>> kind_of('{"type":"start_game"}'), kind_of('{"title":[],"log":[[[0,0,0]]]}'), kind_of('{"log":[{}]}')
    ('mjai', 'tenhou', 'botzone')
    """
    try:
        first = json.loads(next((line for line in text.splitlines() if line.strip()), ""))
        if isinstance(first, list):
            first = first[0] if first else None
        if isinstance(first, dict) and first.get("type") in ("start_game", "start_kyoku", "hello"):
            return "mjai"
    except (ValueError, RecursionError):
        pass                            # one value over several lines
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return "botzone"
    log = whole.get("log") if isinstance(whole, dict) else None
    return "tenhou" if isinstance(log, list) and log and isinstance(log[0], list) else "botzone"
