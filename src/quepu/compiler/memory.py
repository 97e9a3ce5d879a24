"""Which places of memory may be the same, in the words of the optimiser.

A tree: all memory, below it each group (the frame, the rules, a field of the table), below it single words.  Two
places may be the same only if one stands above the other.
"""

from typing import Any

from llvmlite import ir

from quepu.compiler.values import WORD, Place


class Memory:
    """The tree of one module."""

    def __init__(self, module: Any) -> None:
        self._module = module
        self._tags: dict[tuple[str, int | None], Any] = {}
        self._kinds: dict[tuple[str, int | None], Any] = {}

    def tag(self, place: Place) -> Any:
        """What is written beside an instruction that reads or writes a place."""
        key = (place.group or "", place.word if place.group else None)
        if key not in self._tags:
            kind = self._kind(*key)
            self._tags[key] = self._module.add_metadata([kind, kind, WORD(0)])
        return self._tags[key]

    def _kind(self, group: str, word: int | None) -> Any:
        if (group, word) not in self._kinds:
            if word is not None:
                above = self._kind(group, None)
            elif group:
                above = self._kind("", None)
            else:
                above = self._module.add_metadata([ir.MetaDataString(self._module, "quepu")])
            name = ir.MetaDataString(self._module, group or "memory" if word is None else f"{group} {word}")
            self._kinds[group, word] = self._module.add_metadata([name, above, WORD(0)])
        return self._kinds[group, word]
