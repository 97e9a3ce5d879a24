"""What people are called at a table: short, on one line, without anything that turns or hides other texts."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field

from quepu.faults import Fault

LONGEST = 24
# control characters, marks that turn the direction of writing or cannot be seen, halves of pairs, non-characters, tags
_UNWANTED = re.compile("[\x00-\x1f\x7f-\x9f<>\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff"
                       "\ufff9-\uffff]")


def _checked(name: str) -> str:
    if _UNWANTED.search(name) or not name.strip():
        raise ValueError(Fault("game.name"))
    return name


Name = Annotated[str, Field(min_length=1, max_length=LONGEST), AfterValidator(_checked)]


def cleaned(name: str, number: int) -> str:
    """A name from elsewhere as one that may be used here; the player's number if nothing is left of it."""
    return _UNWANTED.sub("", name)[:LONGEST].strip() or str(number + 1)
