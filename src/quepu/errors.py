"""The exception tree: every error says what is wrong, where, why, and the way out."""

from collections.abc import Iterable

from quepu.faults import Fault


class QuepuError(ValueError):
    """An error that names every fault found, not only the first.

    The message is the faults in English, one below the other; `told` gives them in another language.
    """

    faults: tuple[Fault, ...]

    def __init__(self, faults: Fault | Iterable[Fault]) -> None:
        self.faults = tuple(map(Fault.of, (faults,) if isinstance(faults, str) else faults))
        # The faults themselves are `args`, so that an error survives pickling between processes.
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(self.faults)

    def told(self, lang: str) -> str:
        """The message in a language: zh or zh-Hans, zh-Hant, en."""
        return "\n".join(fault.told(lang) for fault in self.faults)


class NotationError(QuepuError):
    """Text that cannot be read as tiles, melds, hands or wins."""


class HandError(QuepuError):
    """A meld, hand or win that cannot exist."""


class IllegalAction(QuepuError):  # noqa: N818 - the name says what it is
    """An action that may not be taken now."""


class RulebookError(QuepuError):
    """A rulebook with faulty data."""


class EngineFault(QuepuError):  # noqa: N818 - a fault of a rulebook or of the engine, not of who plays
    """Compiled code was about to do what it may not; it was stopped, and what it worked on is not used any more."""

    def __init__(self, kernel: str, file: str, line: int, breach: Fault, rulebook: str) -> None:
        self.kernel, self.file, self.line, self.breach, self.rulebook = kernel, file, line, breach, rulebook
        rules = Fault("engine.rules", rule=rulebook) if rulebook else None
        place = Fault("engine.line", file=file, line=line) if line else file        # what is generated has no lines
        super().__init__(Fault("engine.stopped", kernel=kernel, place=place, breach=breach, rules=rules))

    def __reduce__(self) -> tuple[type["EngineFault"], tuple[str, str, int, Fault, str]]:
        return EngineFault, (self.kernel, self.file, self.line, self.breach, self.rulebook)
