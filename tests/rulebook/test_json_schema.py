"""The schema for editors: it takes every rulebook that is right, and refuses what the checker refuses by its keys."""

import json
import tomllib
from importlib import resources
from pathlib import Path

import jsonschema_rs
import pytest

from quepu.cli.main import main
from quepu.rulebook.file.json_schema import json_schema
from quepu.rulebook.file.schema import SECTIONS

HOUSE = Path(__file__).parents[1] / "house"
SHIPPED = resources.files("quepu.rulebook") / "books"
FILES = {path.relative_to(SHIPPED).as_posix(): path for path in sorted(Path(str(SHIPPED)).rglob("*.toml"))}
EDITOR = jsonschema_rs.Draft7Validator(json_schema())      # Taplo checks with the same library


def faults(text):
    return [(list(fault.instance_path), fault.message) for fault in EDITOR.iter_errors(tomllib.loads(text))]


def all_keys(keys):
    for name, key in keys.items():
        yield name, key
        yield from all_keys(key.keys)


@pytest.mark.parametrize("name", FILES)
def test_every_rulebook_that_ships_fits(name):
    assert faults(FILES[name].read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", sorted(HOUSE.glob("*.toml")), ids=lambda path: path.stem)
def test_house_rules_fit(path):
    assert faults(path.read_text(encoding="utf-8")) == []


def test_the_schema_is_one_itself():
    jsonschema_rs.meta.validate(json_schema())


@pytest.mark.parametrize("text", [
    'extend = "base/thirteen"',                             # no such key
    'rulebook.nmae = "x"',
    'fan.all_pungs.valeu = 8',
    'fan.all_pungs = 8',                                    # a table is needed
    'fan.all_pungs.value = 1.5',
    'fan.all_pungs.value = true',
    'fan.all_pungs.value = 2_000_000',                      # out of its range
    'fan.all_pungs.drops = "no_honors"',
    'fan."all pungs".value = 8',                            # not a name
    'fan.x.name = { zh = 1 }',
    'pay = { on = "win" }',                                 # a list of tables
    '[[pay]]\non = "wni"',                                  # a word that is not known
    'deal.seats = 5',
    'tiles.kinds = 3',
    'wall.last = [{ tiles = 4 }]',                          # `rule` is missing in a row
    'memory.m.update = [{ on = "discrad", set = 1 }]',
    'memory.m.update = [{ set = 1 }]',
    'memory.m.update = [{ on = "kogn.melded", set = 1 }]',  # nor before a dot
    'memory.m.update = [{ on = "kong.", set = 1 }]',
    'memory.m.update = [{ on = "hand_start.x", set = 1 }]', # of which there is only one kind
    'option.o = { choice.true.fan.x.valeu = 1 }',           # a change of the rulebook is checked like the rulebook
    'option.o.each = { fna.x.value = "{value}" }',
    'option.o.each = { fan."{value}".valeu = 1 }',
    'wild.imagined = 3',
    'phase = [{ id = "x", kind = "end" }]',                 # no such word
])
def test_what_is_not_of_the_language_is_refused(text):
    assert faults('extends = "base/thirteen"') == []        # so that nothing is missing
    assert faults(f'extends = "base/thirteen"\n{text}') != []


def test_a_file_that_stands_alone_has_all_it_needs():
    assert faults('grade.big.name = "Big"') == [(["grade", "big"], '"when" is a required property')]
    assert faults('extends = "base/thirteen"\ngrade.big.name = "Big"') == []


@pytest.mark.parametrize("text", [
    'extends = "guobiao"\ngrade.big.name = "Big"',          # what it needs stands where it comes from
    'grade.big = { enabled = false }',
    'rulebook = { extends = "guobiao" }\nwin.w.text = "x"',
    'option.o = { type = "int", default = 3, each = { score.minimum = "{value}", deal.seats = "{value}" } }',
    'option.o = { type = "bool", default = true, choice.false = { pay = [{ id = "a", on = "win" }] } }',
    'fan.x = { value = "3 * pung_count", name = "X" }',
    'memory.m = { scope = "seat", update = [{ on = ["kong", "kong.melded"], set = 1 }, { on = "draw", set = 0 }] }',
    'shape.s.on = "draw"\nshape.t.on = ["draw", "discard"]',
    'tally."番" = { show = "points" }',
])
def test_what_the_language_allows_fits(text):
    assert faults(text) == []


def test_every_key_in_force_has_its_meaning_and_no_other_is_offered():
    definitions = json_schema()["definitions"]
    for name, section in SECTIONS.items():
        table = definitions[f"section_{name}"]
        table = table.get("additionalProperties") or table.get("items") or table
        assert set(table["properties"]) <= set(section.keys)
        for key, meaning in section.keys.items():
            assert meaning.text.lower() in table["properties"][key]["description"].lower()
        text = json.dumps(table)
        assert all(f'"{key}"' in text for key, _meaning in all_keys(section.keys))


def test_it_is_printed_or_written_whole(tmp_path, capsys):
    assert main(["rules", "schema"]) == 0
    printed = capsys.readouterr().out
    assert json.loads(printed) == json_schema()
    assert main(["rules", "schema", "--out", str(tmp_path / "made" / "quepu.schema.json")]) == 0
    assert "#:schema ./quepu.schema.json" in capsys.readouterr().out
    assert (tmp_path / "made" / "quepu.schema.json").read_text(encoding="utf-8") == printed
    assert [path.name for path in (tmp_path / "made").iterdir()] == ["quepu.schema.json"]
    (tmp_path / "folder").mkdir()
    assert main(["rules", "schema", "--out", str(tmp_path / "folder")]) == 2
    assert "cannot be written" in capsys.readouterr().err
