"""A value is set or taken back in a text of TOML; whatever else stands in it stays as it is, to the letter."""

import tomllib

import pytest

from quepu.errors import RulebookError
from quepu.rulebook.file.toml_edit import with_value, without

HEAD = 'extends = "x" # ours\n# what we agreed\n'
#: before, path, value, after
SET = [
    (HEAD, ("fan", "a", "value"), 8, 'extends = "x" # ours\nfan.a.value = 8\n# what we agreed\n'),
    ("fan.a.value = 6   # agreed\n", ("fan", "a", "value"), 8, "fan.a.value = 8   # agreed\n"),
    ("fan.a = { value = 6 }\n", ("fan", "a", "value"), 8, "fan.a = { value = 8 }\n"),
    ("fan.a = { name = \"a\" }\n", ("fan", "a", "enabled"), False, "fan.a = { name = \"a\", enabled = false }\n"),
    ("fan.a = {}", ("fan", "a", "value"), 1, "fan.a = { value = 1 }"),
    ("fan.b.value = 1\n[wall]\nreserve = 3\n", ("fan", "a", "value"), 8,
     "fan.b.value = 1\nfan.a.value = 8\n[wall]\nreserve = 3\n"),
    ("[fan.a]\n# here\nname = \"a\"\n\n[wall]\n", ("fan", "a", "value"), 8,
     "[fan.a]\n# here\nname = \"a\"\nvalue = 8\n\n[wall]\n"),
    ("[fan]\nb.value = 1", ("fan", "a", "value"), 8, "[fan]\nb.value = 1\na.value = 8\n"),
    ("[wall]\nreserve = 3\n", ("fan", "a", "value"), 8, "fan.a.value = 8\n[wall]\nreserve = 3\n"),
    ("a = 1\r\n", ("b",), "\"\\\x7f漢\n", "a = 1\r\nb = \"\\\"\\\\\\u007f漢\\n\"\r\n"),
    ("a = 1\n", ("pay", "#pot"), {"on": "draw"}, "a = 1\n\n[[pay]]\nid = \"pot\"\non = \"draw\"\n"),
    ("", ("option", "my key", "default"), [1, True, {"x": "y"}],
     "option.\"my key\".default = [1, true, { x = \"y\" }]\n"),
    ("\ufeffa = 1\n", ("a",), 2, "a = 2\n"),
]
#: before, path, after
TAKEN = [
    ("fan.a.value = 6\nb = 1\n", ("fan", "a", "value"), "b = 1\n"),
    ("fan.a.value = 6   # agreed\nb = 1\n", ("fan", "a", "value"), "# agreed\nb = 1\n"),
    ("fan.a = { value = 6, name = \"a\" }\n", ("fan", "a", "value"), "fan.a = { name = \"a\" }\n"),
    ("fan.a = { name = \"a\", value = 6 }\n", ("fan", "a", "value"), "fan.a = { name = \"a\" }\n"),
    ("fan = { a = { value = 6 } }\nb = 1\n", ("fan", "a", "value"), "b = 1\n"),
    ("[fan.a]\nvalue = 6\n# why\n[fan.b]\nvalue = 1\n", ("fan", "a"), "# why\n[fan.b]\nvalue = 1\n"),
    ("fan.a.value = 1\nfan.a.name = \"a\"\nfan.b.value = 2", ("fan", "a"), "fan.b.value = 2"),
    ("[[pay]]\nid = \"a\"\non = \"win\"\n[[pay]]\nid = \"b\"\non = \"draw\"\n", ("pay", "#a"),
     "[[pay]]\nid = \"b\"\non = \"draw\"\n"),
    ("a = 1\n", ("b", "c"), "a = 1\n"),
]
#: texts in which a value cannot be set by hand
CANNOT = [("fan = 3\n", ("fan", "a", "value")), ("fan.a = 3\n", ("fan", "a", "value")),
          ("pay = [{ id = \"a\" }]\n", ("pay", "#b"))]


@pytest.mark.parametrize(("before", "path", "value", "after"), SET)
def test_a_value_is_set(before: str, path: tuple[str, ...], value: object, after: str) -> None:
    assert with_value(before, path, value) == after
    tomllib.loads(after)


@pytest.mark.parametrize(("before", "path", "after"), TAKEN)
def test_a_value_is_taken_back(before: str, path: tuple[str, ...], after: str) -> None:
    assert without(before, path) == after


@pytest.mark.parametrize(("before", "path", "value", "after"), SET)
def test_what_was_set_is_taken_back(before: str, path: tuple[str, ...], value: object, after: str) -> None:
    kept = tomllib.loads(without(after, path))
    assert kept == {key: kept[key] for key in kept if key in tomllib.loads(before.removeprefix("\ufeff"))}


@pytest.mark.parametrize(("before", "path"), CANNOT)
def test_what_cannot_be_written_is_told(before: str, path: tuple[str, ...]) -> None:
    with pytest.raises(RulebookError, match="only the text can change"):
        with_value(before, path, {"on": "draw"} if path[-1].startswith("#") else 1)
