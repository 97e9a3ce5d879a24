"""An interrupt while something is compiled ends as an interrupt, whatever the compiler makes of it."""

import contextlib
import os
import signal

import pytest

from quepu.cli import main as command
from quepu.compiler.interrupt import interruptible


@pytest.fixture(autouse=True)
def heard():
    """Interrupts are heard, also where whoever started the tests has them ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)
    signal.sigtimedwait((), 0)          # the handler runs before the next line


def broken() -> None:
    """A compiler that makes an error of its own of an interrupt."""
    try:
        press()
    except KeyboardInterrupt:
        raise RuntimeError("the compiler has a problem") from None


def deaf() -> None:
    """A compiler that does not hear of it."""
    with contextlib.suppress(KeyboardInterrupt):
        press()


@pytest.mark.parametrize("compiler", [broken, deaf, press])
def test_an_interrupt_stays_one(compiler) -> None:
    with pytest.raises(KeyboardInterrupt), interruptible():
        compiler()


def test_other_errors_stay_what_they_are_and_the_handler_is_put_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(RuntimeError, match="as it is"), interruptible():
        raise RuntimeError("as it is")
    assert signal.getsignal(signal.SIGINT) is before


def test_the_command_says_that_it_was_stopped(monkeypatch, capsys) -> None:
    def run(_arguments) -> int:
        with interruptible():
            broken()
        return 0
    monkeypatch.setattr(command, "_run", run)
    assert command.main([]) == 130
    assert capsys.readouterr().err == "stopped\n"
