"""Long work in small pieces: what plays a whole record again must not hold up everybody else's game."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

Thing = TypeVar("Thing")
AT_ONCE = 8                 # steps of a game between two looks at what else there is to do: about two milliseconds


async def paced(things: Iterable[Thing]) -> AsyncIterator[Thing]:
    """The same things, one after the other; after every few of them others come first."""
    for number, thing in enumerate(things, 1):
        yield thing
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
