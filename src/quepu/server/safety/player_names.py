"""What people are called at a table: short, on one line, without anything that turns or hides other texts."""

from typing import Annotated

from pydantic import AfterValidator, Field

from quepu.faults import Fault
from quepu.plain_text import LONGEST_NAME, as_name, is_name


def _checked(name: str) -> str:
    if not is_name(name):
        raise ValueError(Fault("game.name"))
    return name


Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(_checked)]


def cleaned(name: str, number: int) -> str:
    """A name from elsewhere as one that may be used here; the player's number if nothing is left of it."""
    return as_name(name) or str(number + 1)
