"""Random hands with the totals another program gives, for rulebooks that have such a judge."""

from quepu.hand import Win


def judged(name: str, count: int) -> list[tuple[Win, int]]:
    """Hands of a rulebook and what its judge says; nothing where none judges single hands."""
    if name != "guobiao":
        return []
    from tests.oracle.guobiao import judge
    from tests.oracle.hands import random_wins
    return [(win, judge(win)[0]) for win in random_wins("mutants", count)]
