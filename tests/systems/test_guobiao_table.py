"""国标麻将 at the table: the wall, flowers that may be kept, concealed kongs, what may be won on."""

from quepu.book import rulebook
from quepu.game import events as ev
from quepu.game.match import Match
from tests.laid import begun, discard, drift, run, texts


def test_the_wall_has_144_tiles_and_each_holds_thirteen() -> None:
    match = Match("guobiao", seed=1)
    match.begin()
    assert [seat.tile_count for seat in match.view(0).seats] == [14, 13, 13, 13]
    assert match.view(0).wall_left + 53 == 144


def test_flowers_may_be_kept_and_discarded() -> None:
    match = begun("guobiao", "1f2f", draws="1s")
    assert {"flower 1f", "flower 2f"} < set(texts(match, "E"))
    match.play("E", "pass")
    run(match, "E flower 2f")                       # one of them now, the other stays
    assert {"flower 1f", "discard 1f"} < set(texts(match, "E"))
    run(match, "E 1f")
    assert match.asked[0] == 1                      # nobody claims it


def test_a_concealed_kong_lies_face_down_until_the_hand_is_over() -> None:
    match = begun("guobiao", "9999m", draws="1s")
    run(match, "E kong concealed 9m")
    (made,) = [event for event in match.events if isinstance(event, ev.KongMade)]
    assert made.seen_by(1).tile is None
    assert match.view(1).seats[0].melds == ("(????)",)
    drift(match)
    assert not match.settlements[0].wins
    assert match.view(1).seats[0].melds == ("(9999m)",)


def test_a_tile_one_has_just_discarded_may_be_won_on() -> None:
    match = begun("guobiao", "1z", "234567m234p4588s", draws="3s3s")
    discard(match, "E 1z")
    run(match, "S 3s", "W 3s")
    assert "win" in texts(match, "S")


def test_there_are_81_fans_and_one_more() -> None:
    """明暗杠 came after 1998."""
    fans = {edition: {fan.names["zh"] for fan in rulebook("guobiao", edition=edition).model.fans}
            for edition in ("1998", "2014")}
    assert len(fans["1998"]) == 81
    assert fans["2014"] - fans["1998"] == {"明暗杠"}
