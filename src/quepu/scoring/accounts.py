"""Who pays and receives in a ledger: the seats, the pot, and guests who bet without sitting at the table (外围)."""

from collections.abc import Iterable

from quepu import tiles
from quepu.engine.layout.table_facts import GUESTS, POT
from quepu.locale import words
from quepu.scoring.result import Row

ACCOUNTS = POT + 1 + GUESTS
#: guests as records and worked examples call them
GUEST_CODES = tuple(f"O{number}" for number in range(1, GUESTS + 1))
_CODES: tuple[str, ...] = (*tiles.SEATS, "pot", *GUEST_CODES)


def account_code(account: int) -> str:
    """A seat's letter, `pot`, or a guest's code.

    >>> account_code(0), account_code(4), account_code(5)
    ('E', 'pot', 'O1')
    """
    return _CODES[account]


def account_of(code: object) -> int:
    """The account a code stands for; -1 if there is none."""
    return _CODES.index(code) if isinstance(code, str) and code in _CODES else -1


def account_name(account: int, lang: str) -> str:
    """What an account is called in a language.

    >>> account_name(1, "en"), account_name(6, "en"), account_name(6, "zh")
    ('South', 'Guest 2', '外围2')
    """
    if account > POT:
        return words("guest", lang, number=account - POT)
    return words("pot", lang) if account == POT else tiles.seat_name(account, lang)


def net(rows: Iterable[Row]) -> dict[str, int]:
    """What each seat wins or loses by the rows, and each guest to whom anything comes or from whom it goes."""
    sums = [0] * ACCOUNTS
    for row in rows:
        sums[row.payer] -= row.amount
        sums[row.receiver] += row.amount
    return {code: sums[account] for account, code in enumerate(_CODES)
            if account < POT or (account > POT and sums[account])}
