"""Values at the edges: numbers, texts, lists, dates, and texts that would do something if they were run as Python."""

import datetime
from random import Random
from typing import Any

#: the folder that a text of an input makes where it is run as a program, in whichever process
CANARY = "canary86"
_RUN = f"__import__('os').mkdir('{CANARY}')"

NUMBERS = (0, 1, -1, 2, 3, 4, 5, 7, 8, 12, 13, 14, 15, 16, 17, 31, 32, 33, 34, 41, 42, 43, 61, 62, 63, 64, 65, 99, 100,
           127, 128, 129, 136, 144, 160, 255, 256, 257, 999, 1000, 32767, 32768, 65535, 65536, 99_999, 100_000, 100_001,
           10**6, 10**6 + 1, 10**7, 10**8, 10**9 - 1, 10**9, 10**9 + 1, 2**31 - 1, 2**31, 2**32, 2**46, 2**62,
           2**63 - 1)
HUGE = (2**63, 2**64, 10**30, 10**400, -2**63, -2**63 - 1, -10**9, -2**31, -2**46)
FLOATS = (0.5, -0.0, 1e308, 1e-308, float("inf"), float("-inf"), float("nan"), 8.0)
DATES = (datetime.date(1, 1, 1), datetime.date(9999, 12, 31), datetime.datetime(2026, 2, 28, 23, 59, 59),
         datetime.time(0, 0, 0), datetime.datetime(2000, 1, 1, tzinfo=datetime.timezone.utc))     # noqa: UP017

#: run as Python, or pasted into a text that is run, most of these make the folder CANARY
PYTHON = (_RUN, f"'+{_RUN}+'", f'"+{_RUN}+"', f"\\'+{_RUN}#", f"\n{_RUN}\n", f"0) or {_RUN} or (0", f"x]+[{_RUN}",
          f"{{{_RUN}}}", f"')\n    {_RUN}\n#", f"f[{_RUN}]", f"0\n    {_RUN}", f'"""+{_RUN}+"""', f"lambda: {_RUN}",
          "open('x','w').close()", "().__class__.__bases__[0]", "exec('1')", "globals()", "f[0]", "f[99999999]", "P[0]",
          "np.array([1])", "import os", "room[-1]", "numbers_at(8)[0]")
TEXTS = ("", " ", "\t", "\n", "\0", "a", "x" * 300, "x" * 5000, "１２", "雀谱", "\u202eabc", "\ud7ff", "🀄", "true",
         "0",
         "-1",
         "8", "1e9", "nan", "None", "null", "{value}", "{n}", "{0.__class__}", "%s", "%n", "$(true)", "`true`", "../x",
         "/dev/zero", "a.b", "a b", "a-b", "a'b", 'a"b', "a\\b", "[", "]", "(", "1m", "0m", "5z", "9f", "123m",
         "19m19p19s1234567z",
         "1" * 40 + "m", "ESWN", "EFGH", "E", "X", "ABCD", "ABCDE", "winner", "nobody", "total", "points", "__proto__")
#: names that clash easily: variables of sections, of loops, arguments
VARIABLES = ("x", "s", "t", "a", "b", "p", "actor", "tile", "owner", "other", "payer", "winner", "f", "room", "i", "n")


def number(rng: Random) -> int:
    """A whole number, most often a small one or one at an edge."""
    chance = rng.random()
    if chance < 0.45:
        return rng.randint(-2, 16)
    if chance < 0.9:
        return rng.choice(NUMBERS) * (-1 if rng.random() < 0.15 else 1)
    return rng.choice(HUGE)


def text(rng: Random) -> str:
    """A text that is awkward, or that looks like a program."""
    return rng.choice(PYTHON if rng.random() < 0.35 else TEXTS)


def scalar(rng: Random) -> Any:
    """Any value of TOML that is no list and no table."""
    chance = rng.random()
    if chance < 0.4:
        return number(rng)
    if chance < 0.75:
        return text(rng)
    if chance < 0.87:
        return rng.random() < 0.5
    return rng.choice(FLOATS if chance < 0.95 else DATES)


def anything(rng: Random, depth: int = 2) -> Any:
    """Any value of TOML."""
    chance = rng.random()
    if depth == 0 or chance < 0.7:
        return scalar(rng)
    size = rng.choice((0, 1, 1, 2, 3, 5, 70))
    if chance < 0.87:
        return [anything(rng, depth - 1) for _ in range(size)]
    return {rng.choice((*VARIABLES, "id", "on", "when", "zh", "", "a.b", "true")): anything(rng, depth - 1)
            for _ in range(min(size, 5))}


def tiles(rng: Random) -> str:
    """A list of tiles, some of them not."""
    if rng.random() < 0.15:
        return text(rng)
    return "".join("".join(str(rng.randint(1, 9 if suit in "mps" else 7 if suit == "z" else 8))
                           for _ in range(rng.choice((1, 1, 2, 3, 9)))) + suit
                   for suit in rng.choices("mpszf", k=rng.choice((0, 1, 1, 2, 3, 4))))
