"""Whatever stands behind a key of a rulebook, it is told as a fault; nothing else is raised."""

import datetime
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from quepu.book import rulebook
from quepu.errors import RulebookError
from quepu.rulebook.file import load
from quepu.rulebook.file.problem import tell_all
from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.file.section import Key
from quepu.rulebook.language.memo import Memo
from quepu.rulebook.model.build import Builder
from tests.share import SEED, sampled

Path = tuple[str | int, ...]
VALUES: tuple[Any, ...] = (
    0, -1, 10**30, True, 1.5, float("nan"), datetime.date(2020, 1, 1), "", "(", "actor +", "no such", "1" * 50, [], [1],
    [True], ["("], ["a", "a"], [[1]], [{}], [{"a": "("}], {}, {"": ""}, {"a": 1}, {"a": {}}, {"zh": 1})


def places(tables: dict[str, Any]) -> Iterator[Path]:
    """Every key that a section can have, those of tables inside it too, in an entry that is there and in a new one."""
    for name, section in SECTIONS.items():
        entries: list[Path] = [(name,)]
        if section.form == "family":
            entries = [(name, entry) for entry in (*list(tables.get(name, {}))[:1], "another")]
        elif section.form == "list":
            entries = [(name, 0)] if tables.get(name) else []
        for entry in entries:
            for key, meaning in section.keys.items():
                yield from _inside((*entry, key), meaning)


def _inside(path: Path, meaning: Key) -> Iterator[Path]:
    yield path
    for key, inner in meaning.keys.items():
        yield from _inside((*path, key), inner)


def put(part: Any, path: Path, value: Any) -> Any:
    """The part with a value at a path; what stands in the way is a table then."""
    if not path:
        return value
    if isinstance(part, list) and isinstance(path[0], int):
        return [put(one, path[1:], value) if index == path[0] else one for index, one in enumerate(part)]
    if isinstance(part, list) and part:         # of tables: a key of the first
        return [put(part[0], path, value), *part[1:]]
    table = part if isinstance(part, dict) else {}
    return {**table, path[0]: put(table.get(path[0]), path[1:], value)}


@pytest.mark.parametrize("name", sampled(load.known_ids(), 6, "spoiled keys"))
def test_no_value_of_any_key_raises_anything_but_faults(name: str) -> None:
    tables, sources = load.read_chain(name)
    memo = Memo()
    every = [(path, value) for path in places(tables) for value in VALUES]
    for path, value in sampled(every, 250, f"spoiled keys of {name}"):
        problems: list[Any] = []
        try:
            read, values = load.apply_options(put(tables, path, value), {}, problems)
            Builder(read, values, problems, memo).build()
            tell_all(problems, sources)
        except RulebookError:
            continue
        except Exception as error:
            raise AssertionError(f"{'.'.join(map(str, path))} = {value!r}") from error


def test_two_wrong_values_at_once_raise_nothing_but_faults() -> None:
    rng = Random(f"{SEED} spoiled pairs")
    tables, sources = load.read_chain("taiyuan")
    memo, every = Memo(), list(places(tables))
    for _ in range(150):
        spoiled = tables
        for path in rng.sample(every, 4):
            spoiled = put(spoiled, path, rng.choice(VALUES))
        problems: list[Any] = []
        try:
            read, values = load.apply_options(spoiled, {}, problems)
            Builder(read, values, problems, memo).build()
            tell_all(problems, sources)
        except RulebookError:
            continue


@pytest.mark.parametrize("spoiled", [
    'extends = "taiyuan"\n[deal]\nhand = "("\n', 'extends = "riichi"\n[claim.extra]\ndeclares = []\n',
    'extends = "riichi"\n[ready.extra]\nwins_on = []\n', 'extends = "yingkou"\n[tiles]\nmarks = "("\n'])
def test_what_once_raised_something_else(spoiled: str, tmp_path: Any) -> None:
    file = tmp_path / "house.toml"
    file.write_text(spoiled, encoding="utf-8")
    with pytest.raises(RulebookError):
        rulebook(file)


def test_a_file_may_begin_with_the_mark_of_an_editor(tmp_path: Any) -> None:
    file = tmp_path / "house.toml"
    file.write_text('extends = "guobiao"\nname = "house"\n', encoding="utf-8-sig")
    assert rulebook(file).model.names["en"] == "house"
