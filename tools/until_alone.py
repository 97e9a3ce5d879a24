"""Runs `-m MODULE ARGUMENTS...` and ends with whoever started it: when its standard input closes.

A process that is killed ends nobody it has started; but what it held open closes, whatever becomes of it.
"""

import os
import runpy
import signal
import sys
import threading
import time

_PATIENCE = 20.0            # seconds for a friendly end


def _end_when_closed() -> None:
    with open(0, "rb", buffering=0, closefd=False) as given:
        while given.read(4096):
            pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_PATIENCE)
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_when_closed, daemon=True).start()
    sys.path[0] = ""                    # as `python -m` has it
    module = sys.argv[2]
    sys.argv = sys.argv[2:]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
