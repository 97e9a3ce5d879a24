"""Rulebooks that ship are read from the cache: the same tables, never stale, never believed without a check."""

import json
import runpy
import sys
import tomllib
import types
from importlib import resources
from pathlib import Path

import pytest

import quepu
from quepu import store
from quepu.book import of_shipped
from quepu.errors import RulebookError
from quepu.rulebook.file import kept_text, load
from quepu.rulebook.file.kept_text import KIND, key_of, packed, tables_of_shipped, unpacked
from quepu.rulebook.file.toml_text import parse

BOOKS = Path(str(resources.files("quepu.rulebook") / "books"))
ROOT = Path(__file__).parents[2]
NAME = load.known_ids()[0]
TEXT = (BOOKS / f"{NAME}.toml").read_text(encoding="utf-8")


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty one, for a program that has read no rulebook yet."""
    monkeypatch.setenv("QUEPU_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("QUEPU_CACHE_LENT", raising=False)
    of_shipped.cache_clear()
    yield tmp_path / "cache"
    of_shipped.cache_clear()            # what was forged there is no rulebook of others


def kept(folder):
    return sorted(folder.glob(f"quepu_{KIND}_*")) if folder.exists() else []


def refuse(*_given):
    raise AssertionError("read again")


@pytest.mark.parametrize("path", sorted(BOOKS.rglob("*.toml")), ids=lambda path: path.stem)
def test_what_is_kept_is_what_the_text_says(path, cache, monkeypatch):
    text = path.read_text(encoding="utf-8")
    wanted = parse(path.name, text)
    assert tables_of_shipped(path.name, text) == wanted
    monkeypatch.setattr(kept_text, "parse", refuse)
    again = tables_of_shipped(path.name, text)
    assert again == wanted
    assert json.dumps(again) == json.dumps(wanted)          # order and types are the same too


def test_a_rulebook_is_read_from_the_cache_once_it_was_read(cache, monkeypatch):
    first = quepu.rulebook(NAME)
    assert len(kept(cache)) == len(first.sources)
    of_shipped.cache_clear()            # another program
    monkeypatch.setattr(kept_text, "parse", refuse)
    assert quepu.rulebook(NAME).model.as_written() == first.model.as_written()


def test_what_a_wheel_brings_is_read_without_the_cache(tmp_path, monkeypatch):
    interface = types.ModuleType("interface")
    interface.BuildHookInterface = object
    monkeypatch.setitem(sys.modules, "hatchling.builders.hooks.plugin.interface", interface)
    hook = runpy.run_path(str(ROOT / "hatch_build.py"))
    made = hook["read_books"](ROOT)
    assert set(made) == {path.relative_to(BOOKS).with_suffix(".json").as_posix() for path in BOOKS.rglob("*.toml")}
    for name, content in made.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.setattr(kept_text, "BOOKS", tmp_path)
    monkeypatch.setattr(store, "read_quietly", refuse)
    assert tables_of_shipped(f"{NAME}.toml", TEXT) == tomllib.loads(TEXT)
    assert quepu.rulebook(NAME).id == NAME


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"key": 1, "tables": {}}', b'{"tables": {"fan": {}}}',
                                     b"\xff"])
def test_a_built_file_that_is_not_of_this_text_is_passed_over(content, cache, tmp_path, monkeypatch):
    monkeypatch.setattr(kept_text, "BOOKS", tmp_path)
    (tmp_path / "x.json").write_bytes(content)
    assert tables_of_shipped("x.toml", TEXT) == tomllib.loads(TEXT)
    (tmp_path / "x.json").write_text(json.dumps({"key": key_of(TEXT), "tables": None}))
    assert tables_of_shipped("x.toml", TEXT) == tomllib.loads(TEXT)
    (tmp_path / "x.json").write_text(json.dumps({"key": key_of(TEXT), "tables": {"version": 1}}))
    assert tables_of_shipped("x.toml", TEXT) == {"version": 1}          # it is what decides
    assert tables_of_shipped("x.toml", TEXT + "#") == tomllib.loads(TEXT)


def test_another_text_is_another_rulebook(cache):
    tables_of_shipped("x.toml", TEXT)
    changed = TEXT.replace("version = ", "version = 9", 1)
    assert tables_of_shipped("x.toml", changed) == tomllib.loads(changed) != tomllib.loads(TEXT)
    assert len(kept(cache)) == 2


def test_another_format_is_made_anew(cache, monkeypatch):
    tables_of_shipped("x.toml", TEXT)
    before = kept(cache)
    monkeypatch.setattr(kept_text, "FORMAT", kept_text.FORMAT + 1)
    tables_of_shipped("x.toml", TEXT)
    assert len(kept(cache)) == len(before) + 1


@pytest.mark.parametrize("payload", [
    b"", b"{", b"[]", b"7", b"null", b'{"fan": null}', b'{"fan": [{"x": [null]}]}', b'{"name": "\\ud800"}',
    b"\xff\xfe{}", b'{"a":' * 14 + b"1" + b"}" * 14, b"[" * 100_000, b'{"a":' * 100_000,
])
def test_what_no_text_can_say_is_read_anew(payload, cache):
    store.write_quietly(KIND, key_of(TEXT), payload, 9)
    assert unpacked(payload) is None
    assert tables_of_shipped("x.toml", TEXT) == tomllib.loads(TEXT)


def test_a_damaged_file_is_read_anew(cache):
    tables_of_shipped("x.toml", TEXT)
    (file,) = kept(cache)
    content = file.read_bytes()
    for damaged in (content[:-1], content[:200], content.replace(b"fan", b"fen", 1), b""):
        file.write_bytes(damaged)
        assert tables_of_shipped("x.toml", TEXT) == tomllib.loads(TEXT)


@pytest.mark.parametrize("change", [
    {"fan": {"own": {"valeu": 8}}}, {"score": {"total": "points.real"}}, {"deal": {"hand": 10**12}}, {"fan": [1]},
    {"rulebook": {"extends": "../../secret"}}, {"rulebook": {"extends": 7}},
])
def test_a_forged_file_is_checked_like_the_text(change, cache):
    tables = tomllib.loads(TEXT)
    forged = load.merge(tables, change)
    store.write_quietly(KIND, key_of(TEXT), json.dumps(forged).encode(), 9)
    with pytest.raises(RulebookError):
        quepu.rulebook(NAME)


@pytest.mark.parametrize("text", ["when = 2020-01-01", "when = 10:00:00", "value = nan", "value = inf",
                                  'text = "a\\\\ud800b"'])
def test_what_json_would_not_give_back_is_not_kept(text, cache):
    assert packed(tomllib.loads(text)) is None
    assert list(tables_of_shipped("x.toml", text)) == [text.partition(" ")[0]]
    assert kept(cache) == []


def test_only_what_ships_is_kept(cache, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text(f'extends = "{NAME}"\nid = "house"\n', encoding="utf-8")
    shipped = len(quepu.rulebook(NAME).sources)
    quepu.rulebook(house)
    quepu.rulebook_of_text(f'extends = "{NAME}"\nid = "other"\n')
    assert len(kept(cache)) == shipped


def test_a_cache_that_cannot_be_used_is_not_spoken_of(tmp_path, monkeypatch, capfd):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("QUEPU_CACHE", str(blocked))
    assert tables_of_shipped("x.toml", TEXT) == tomllib.loads(TEXT)
    assert capfd.readouterr().err == ""
    assert blocked.read_text() == ""


def test_what_is_lent_is_read(cache, tmp_path, monkeypatch):
    tables_of_shipped("x.toml", TEXT)
    monkeypatch.setenv("QUEPU_CACHE_LENT", str(cache))
    monkeypatch.setenv("QUEPU_CACHE", str(tmp_path / "own"))
    monkeypatch.setattr(kept_text, "parse", refuse)
    assert tables_of_shipped("x.toml", TEXT) == tomllib.loads(TEXT)


def test_a_book_that_is_being_written_does_not_fill_the_cache(cache, monkeypatch):
    monkeypatch.setattr(kept_text, "MOST_KEPT", 3)
    for number in range(6):
        tables_of_shipped("x.toml", f"version = {number}")
    assert len(kept(cache)) == 3
