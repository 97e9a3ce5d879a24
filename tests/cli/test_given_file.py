"""Files named on the command line: read no further than is taken, and refused in a sentence."""

from pathlib import Path

import pytest

from quepu.cli.main import main


@pytest.mark.parametrize("command", [["rules", "test", "sichuan", "--file"], ["record", "convert", "--to", "lines"],
                                     ["record", "verify"]], ids=" ".join)
@pytest.mark.parametrize(("file", "said"), [("/dev/zero", "larger than 64 MiB"), ("nowhere", "cannot be read"),
                                            (".", "cannot be read"), ("latin", "not UTF-8")])
def test_what_cannot_be_read_whole_is_refused(command: list[str], file: str, said: str, tmp_path: Path,
                                              capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "latin").write_bytes(b"\xe9t\xe9\n")
    assert main([*command, file if file.startswith("/") else str(tmp_path / file)]) == 2
    assert said in capsys.readouterr().err
