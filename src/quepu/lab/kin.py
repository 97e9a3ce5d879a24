"""The strong bot where nobody has trained it: tables of the rulebook's own in seconds, weights by hand or its kin's.

House rules and rulebooks with other options are much like the one they come from, so its weights are among what is
tried; a duel on fresh deals decides, and where it says of nothing that it is above normal, strong stays normal.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath

from quepu.book import Rulebook
from quepu.game.minds import Learned, file_text, is_looked_into, keep_learned, shipped
from quepu.lab.self_play import Score
from quepu.lab.train import NORMAL, STRONG, SURE, Course

MINUTES = 1.5               # of training, of which tables, choice and proof take a part
BEGIN, PROOF = 0.05, 0.15   # shares of hands: a duel that chooses, the duel that decides


def learn_of_kin(book: Rulebook, progress: Callable[[str, float], None] | None = None) -> None:
    """See to it that something is known of a rulebook, if only that nothing beats normal; seconds of one core."""
    if not is_looked_into(book):
        found, told = _Course(book, progress).found()
        keep_learned(book, file_text(book, found, told))


class _Course(Course):
    """As a training, without rounds."""

    def __init__(self, book: Rulebook, progress: Callable[[str, float], None] | None) -> None:
        super().__init__(book, 1, MINUTES, progress)

    def found(self) -> tuple[Learned | None, dict[str, object]]:
        """What beats normal on fresh deals, if anything does, and the report."""
        prior = self.tables()
        choices = self.begins(prior)
        choices |= {f"of {name}": replace(prior, own=kin.own, claim=kin.claim, early=kin.early)
                    for name, kin in _kin_of(self.book)}
        self.stage = "prior"
        begun, learned = self.best(choices, None, "prior", BEGIN)
        self.stage = "proof"
        proof: Score = self.school.duel((learned,), STRONG, NORMAL, self.proof_seed(learned), self.deals(PROOF))
        is_above = proof.is_above(SURE)
        return learned if is_above else None, {"seed": self.seed, "begun": begun, "proof": proof.as_json(),
                                               "hands": self.school.hands, "above": is_above}


def _kin_of(book: Rulebook) -> list[tuple[str, Learned]]:
    """What ships of the rulebooks that this one comes from, the nearest first."""
    names = [PurePath(source.label).stem for source in book.sources]
    return [(name, learned) for name in names if (learned := shipped(name)) is not None][:1]
