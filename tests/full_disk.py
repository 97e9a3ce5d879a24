"""A disk that is full, in two ways: a limit to the size of files, and a small disk of its own where one may be mounted.

Where nothing may be mounted (no root, or a container), the limit stands in for the small disk too.
"""

import contextlib
import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
SMALL = 1 << 20             # bytes of the small disk
WAYS = ("limit", "disk")


@dataclass
class Disk:
    """A folder that can become full for a process, and be freed again."""

    folder: Path
    is_mounted: bool
    most: int = 600                     # bytes that a file may still have

    @property
    def _filler(self) -> Path:
        return self.folder / "filler"

    def fill(self, process: int | None = None) -> None:
        """From now on nothing more can be written here, by this process."""
        if self.is_mounted:
            with contextlib.suppress(OSError), self._filler.open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(512))
        elif process is not None:
            resource.prlimit(process, resource.RLIMIT_FSIZE, (self.most, resource.RLIM_INFINITY))

    def free(self, process: int | None = None) -> None:
        """There is room again."""
        if self.is_mounted:
            self._filler.unlink()
        elif process is not None:
            resource.prlimit(process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def run(self, *argv: str, program: Sequence[str] = ("-m", "quepu.cli.main"), typed: str = "",
            **environment: str) -> subprocess.CompletedProcess[str]:
        """A command here, for which the disk is full."""
        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.most, self.most))
        self.fill()
        try:
            return subprocess.run([sys.executable, *program, *argv], cwd=self.folder, input=typed, check=False,
                                  capture_output=True, text=True, preexec_fn=None if self.is_mounted else limit,
                                  env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "LC_ALL": "C.UTF-8",
                                       "PYTHONDONTWRITEBYTECODE": "1", **environment})
        finally:
            self.free()

    def files(self) -> dict[str, bytes]:
        """What lies here."""
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in self.folder.rglob("*")
                if path.is_file()}


@contextlib.contextmanager
def full_disk(folder: Path, way: str) -> Iterator[Disk]:
    """A folder that becomes full in this way."""
    mounted = False
    if way == "disk" and sys.platform == "linux":
        told = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SMALL},mode=0700", "none", str(folder)],
                              check=False, capture_output=True)
        mounted = told.returncode == 0
    try:
        yield Disk(folder, mounted)
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=True)
