"""Waiting in tests: for a cause, however long a slow machine takes; and work that is counted, not timed."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from tests.share import FULL

#: how much longer than usual anything may take, for machines that are slow or busy
PATIENCE = float(os.environ.get("QUEPU_TEST_PATIENCE", "1"))
#: seconds after which what did not come will never come: it ends a test that hangs and says nothing about speed
LONGEST = 240.0 * PATIENCE
#: seconds after which a test as a whole has failed, longer than it waits for any one thing
LIMIT = (7200.0 if FULL else 1200.0) * PATIENCE
_AGAIN = 0.02               # seconds between two looks


def wait_until(is_so: Callable[[], Any], what: str) -> None:
    """Wait for something that has to come."""
    end = time.monotonic() + LONGEST
    while not is_so():
        if time.monotonic() > end:
            pytest.fail(f"it never came to this: {what}")
        time.sleep(_AGAIN)


class TooMuchError(AssertionError):
    """More was done than was allowed."""


@contextmanager
def few_calls(most: int) -> Iterator[None]:
    """What is done inside calls no more than so many functions, Python's and others: the same on every machine."""
    count = 0

    def counted(_frame: FrameType, event: str, _value: Any) -> None:
        nonlocal count
        if event in ("call", "c_call"):
            count += 1
            if count == most:           # then Python counts no further
                raise TooMuchError(f"more than {most} calls")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        yield
    finally:
        sys.setprofile(before)
        if count >= most:               # whoever was called may have made an error of his own of it
            raise TooMuchError(f"more than {most} calls")
