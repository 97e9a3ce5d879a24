"""What is written to the terminal, made harmless: whatever a command prints may come from a stranger's file."""

import contextlib
import sys
from collections.abc import Iterator
from typing import Any, TextIO

from quepu.plain_text import harmless


class HarmlessStream:
    """A stream to which only harmless text is written; all else about it is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write the text, what would not be seen as an escape."""
        self.stream.write(harmless(text))
        return len(text)

    def writelines(self, lines: Any) -> None:
        """Write many texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextlib.contextmanager
def harmless_output() -> Iterator[None]:
    """Let whatever is printed be harmless."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(HarmlessStream, before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def back_to_start() -> None:
    """Go back to the start of the line on standard error, which no text of a stranger may do."""
    stream = sys.stderr
    (stream.stream if isinstance(stream, HarmlessStream) else stream).write("\r")
