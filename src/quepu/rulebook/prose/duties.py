"""What a reader is told of a win under the options as they are set: its duties."""

from quepu.rulebook.model.model import Model
from quepu.rulebook.model.said import WinSaid
from quepu.rulebook.prose.settled import decided


def duties(model: Model) -> list[WinSaid]:
    """What a win needs besides its minimum; nothing that the options as they are set grant to everybody."""
    return [said for said in model.said.wins.on if decided(model, said.when) is not True]
