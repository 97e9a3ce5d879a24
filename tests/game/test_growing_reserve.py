"""A reserve that grows with every kong: worked out anew once a kong has its replacement."""

import pytest

from tests.laid import KINDS, begun, house, run

TAIL = "2m3m5m6m8m9m2p3p5p6p8p9p2s3s5s6s8s9s"        # nobody wants them


@pytest.mark.parametrize("kind", KINDS)
def test_each_kong_leaves_more_tiles(kind: str) -> None:
    match = begun(house("standing"), "1111z2222z3333z", replacements="4z5z6z", kind=kind)
    left = 136 - 53
    for kongs, reserve in ((0, 14), (1, 15), (2, 16), (3, 19)):
        if kongs:
            run(match, f"E kong concealed {kongs}z")
        assert match.view("E").wall_left == left - kongs - reserve


def test_a_kong_with_the_last_tile_gets_it_and_no_more_are_drawn() -> None:
    match = begun(house("standing"), "1111z", tail=TAIL[:26], replacements="7z4z", fill=0)
    assert match.view("E").wall_left == 1
    run(match, "E kong concealed 1z")
    assert (match.view("E").drawn, match.view("E").wall_left) == ("7z", 0)
