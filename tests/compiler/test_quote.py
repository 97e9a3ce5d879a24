"""Quotation: templates with holes become trees, and nothing but numbers and trees goes into a hole."""

import ast
from pathlib import Path
from typing import Any

import pytest

import quepu
from quepu.compiler.quote import (
    NotANumberError,
    both,
    either,
    expression,
    function,
    joined,
    key_of,
    named,
    number,
    statements,
)


def written(*nodes: ast.AST) -> str:
    return "\n".join(map(ast.unparse, nodes))


def test_a_hole_takes_a_number_or_a_tree() -> None:
    inner = expression("f[_slot] + 1", slot=7)
    assert written(expression("_a * _a < _b", a=inner, b=-3)) == "(f[7] + 1) * (f[7] + 1) < -3"
    assert written(expression("_a or _b", a=True, b=named("x"))) == "True or x"


def test_a_hole_in_a_row_takes_several() -> None:
    assert written(expression("_call(f, _more, 1)", call=named("g"), more=[named("a"), number(2)])) == "g(f, a, 2, 1)"
    assert written(expression("_call(_more)", call=named("g"), more=[])) == "g()"
    assert written(*statements("for _x in (_each,):\n    pass", x=named("v"), each=[number(1), number(2)])) \
        == "for v in (1, 2):\n    pass"


def test_a_hole_that_stands_alone_takes_statements() -> None:
    body = statements("a = 1\nb = _two", two=2)
    assert written(*statements("if _test:\n    _body\n_body", test=True, body=body)) \
        == "if True:\n    a = 1\n    b = 2\na = 1\nb = 2"
    assert written(*statements("while x:\n    _body", body=[])) == "while x:\n    pass"
    assert written(*statements("_done(f)\n_value", done=named("g"), value=expression("h(f)"))) == "g(f)\nh(f)"


def test_a_variable_that_is_set_is_a_place() -> None:
    [line] = statements("_x = _x + 1", x=named("v"))
    assert isinstance(line, ast.Assign)
    assert isinstance(line.targets[0], ast.Name)
    assert isinstance(line.targets[0].ctx, ast.Store)


def test_a_template_is_written_where_it_stands() -> None:
    lines = statements("""
        if f[0]:
            f[0] = _value
        """, value=1)
    assert written(*lines) == "if f[0]:\n    f[0] = 1"


def test_rows_of_conditions() -> None:
    a, b = named("a"), named("b")
    assert [written(both(parts)) for parts in ([], [a], [a, b])] == ["True", "a", "a and b"]
    assert [written(either(parts)) for parts in ([], [a], [a, b])] == ["False", "a", "a or b"]
    assert written(joined("_left & _right", [a, b, a])) == "a & b & a"
    assert written(function("g", "ab", [])) == "def g(a, b):\n    return 0"


@pytest.mark.parametrize("value", ["x", "f[0]", 1.5, None, 2**63, -2**63 - 1, b"x", {1}])
def test_nothing_else_goes_into_a_hole(value: Any) -> None:
    for template in ("_hole + 1", "_hole"):
        with pytest.raises(NotANumberError):
            expression(template, hole=value)
        with pytest.raises(NotANumberError):
            statements(f"if a:\n    f[_hole] = {template}", hole=value)


def test_a_template_of_an_expression_is_one() -> None:
    for template in ("a = 1", "a\nb", "", "pass"):
        with pytest.raises(ValueError, match="no expression"):
            expression(template)
    with pytest.raises(KeyError):
        expression("_hole")


def test_keys_tell_trees_apart() -> None:
    texts = ["a", "b", "1", "-1", "a + b", "a - b", "f[a]", "f(a)", "f(a, b)", "a < b", "a <= b", "a < b < c",
             "a and b", "a or b", "(a and b) or c", "a and (b or c)", "a if b else c", "not a", "-a", "~a", "f(a)(b)",
             "f((a, b))"]
    keys = [key_of([expression(text)]) for text in texts]
    assert len(set(keys)) == len(texts)
    blocks = ["a = b", "b = a", "a += b", "a |= b", "if a:\n    b = 1", "if a:\n    b = 1\nelse:\n    c = 1",
              "if a:\n    b = 1\nc = 1", "while a:\n    b = 1", "for a in range(b):\n    c = 1", "f[a] = b", "return a",
              "break", "pass", "a = b = c", "for a in range(b):\n    c = 1\nd = 1"]
    assert len({key_of(statements(text)) for text in blocks}) == len(blocks)
    assert key_of([expression("_a + 1", a=2)]) == key_of([expression("2 + _b", b=1)])


def calls_of_templates() -> list[tuple[str, ast.expr]]:
    found = []
    for file in Path(str(quepu.__file__)).parent.glob("**/*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) \
                    and node.func.id in ("expression", "statements", "joined") and node.args:
                found.append((f"{file.name}:{node.lineno}", node.args[0]))
    return found


def test_every_template_is_a_constant() -> None:
    """No text is put together: a template is written where it is used, or taken from a table of them."""
    made = calls_of_templates()
    assert len(made) > 100
    assert [place for place, template in made if not is_constant(template)] == []


def is_constant(template: ast.expr) -> bool:
    match template:
        case ast.IfExp(body=yes, orelse=no):
            return is_constant(yes) and is_constant(no)
        case ast.Call(func=ast.Attribute(value=ast.Name(), attr="get")):        # of a table
            return True
    return isinstance(template, ast.Constant | ast.Name | ast.Attribute | ast.Subscript)
