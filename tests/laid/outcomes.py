"""What has come of it: memories of the table, payments and fans."""

from quepu.game.match import Match
from quepu.game.settlement import ledger_of
from quepu.scoring.accounts import ACCOUNTS
from tests.laid.walls import SEATS


def memory(match: Match, name: str) -> list[int]:
    """The slots of a memory."""
    slot = next(slot for slot in match.book.model.memory if slot.id == name)
    start = slot.slot
    return [int(value) for value in match.table.memory[start:start + slot.size]]


def remember(match: Match, name: str, value: int, seat: int = 0) -> None:
    """Put a value into the table's memory, as if the hands before had left it there."""
    slot = next(slot for slot in match.book.model.memory if slot.id == name)
    match.table.memory[slot.slot + seat] = value


def paid(match: Match, rule: str = "") -> list[int]:
    """What each seat of the hand at hand has won or lost so far, by one rule or in all."""
    found = [0] * ACCOUNTS              # after the seats come the pot and guests
    for row in ledger_of(match.table, match.book.model):
        if not rule or row.tag == rule:
            found[row.payer] -= row.amount
            found[row.receiver] += row.amount
    return found[:SEATS]
