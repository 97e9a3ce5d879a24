"""What is kept for a rulebook is kept for the rulebooks used last, and made again for the others."""

import quepu
from quepu.game.engine import Engine
from quepu.scoring.last_used import LastUsed


def test_the_last_used_stay_and_the_others_are_made_again() -> None:
    models = [quepu.rulebook(name).model for name in ("guobiao", "sichuan", "tianjin")]
    made: list[int] = []
    kept: LastUsed[list[int]] = LastUsed(2)

    def of(which: int) -> list[int]:
        def make() -> list[int]:
            made.append(which)
            return [which]
        return kept.of(models[which], make)
    first = of(0)
    assert of(0) is first
    of(1)
    of(0)                               # used again, so that 1 goes first
    of(2)
    assert of(0) is first
    assert (of(1), made) == ([1], [0, 1, 2, 1])


def test_options_that_change_no_large_table_share_them() -> None:
    plain, other = (Engine(quepu.rulebook("changchun", **options)) for options in ({}, {"pay_three": "never"}))
    assert plain.distances.address == other.distances.address
    assert plain.book.compiled().tables.address == other.book.compiled().tables.address
    eggs = Engine(quepu.rulebook("changchun", wind_egg="4"))
    assert eggs.distances.address == plain.distances.address            # kongs are never made in the hand
    pairs = Engine(quepu.rulebook("anqing"))
    assert pairs.distances.address != plain.distances.address
