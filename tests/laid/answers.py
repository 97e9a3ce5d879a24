"""What is done at a laid table: answers of given seats, while the others let things go."""

from quepu.game.match import Match


def texts(match: Match, seat: int | str) -> list[str]:
    """What a seat may answer, as text."""
    return [action.text for action in match.legal(seat)]


def go(match: Match, *answers: str) -> None:
    """Play answers like "E discard 1m"."""
    for answer in answers:
        seat, _space, action = answer.partition(" ")
        match.play(seat, action)


def pass_all(match: Match) -> None:
    """Everybody who may claim the offered tile lets it go."""
    while not match.hand_over and match.asked and any(action.word == "pass" for action in match.legal(match.asked[0])) \
            and match.view(match.asked[0]).offered is not None:
        match.play(match.asked[0], "pass")


def discard(match: Match, *answers: str) -> None:
    """Discards in turn like "E 1m", or "E" for the tile just drawn; nobody claims them."""
    for answer in answers:
        seat, _space, tile = answer.partition(" ")
        match.play(seat, f"discard {tile or match.view(seat).drawn}")
        pass_all(match)


def run(match: Match, *moves: str) -> Match:
    """Make moves like "S pung", "W discard 5m" or, for a discard, "W 5m"; whoever else is asked about a tile passes."""
    for move in moves:
        seat, _space, action = move.partition(" ")
        wanted = f"discard {action}" if action[:1].isdigit() else action
        while wanted not in texts(match, seat):
            assert "pass" in texts(match, match.asked[0]), f"{move}: {seat} may {texts(match, seat)}"
            match.play(match.asked[0], "pass")
        match.play(seat, wanted)
    return match


def drift(match: Match) -> Match:
    """Everybody passes and discards what was drawn, until the hand is over."""
    while not match.hand_over:
        seat = match.asked[0]
        answers = texts(match, seat)
        drawn = match.view(seat).drawn
        match.play(seat, "pass" if "pass" in answers else f"discard {drawn}" if drawn else answers[-1])
    return match
