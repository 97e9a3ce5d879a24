"""The way of a command through the code, as tools.way measures it."""

import subprocess
import sys

from tools.way import package, way_of


def test_the_way_of_a_score_goes_from_the_command_to_the_explanation():
    way = way_of(["score", "123m23455p345s77z 5p", "--from", "N", "--lang", "en"])
    steps = [("cli/main.py", "main"), ("book.py", "Rulebook.score"), ("scoring/search.py", "Search._divided_best"),
             ("scoring/report.py", "report"), ("scoring/explain.py", "explain")]
    called = list(way.functions)
    places = [called.index(step) for step in steps]
    assert places == sorted(places)
    assert ("book.py", "Rulebook.score") in way.doors
    assert ("cli/main.py", "main") not in way.doors
    assert way.sums().startswith(f"{len(way.files)} files, {len(called)} functions")


def test_a_file_beside_the_folders_is_a_package_of_its_own():
    assert [package(file) for file in ("book.py", "engine/score/split.py")] == ["book", "engine"]


def test_it_runs_from_the_shell():
    told = subprocess.run([sys.executable, "-m", "tools.way", "--sums", "rules"], capture_output=True, text=True,
                          check=True)
    assert "called from another package" in told.stdout
