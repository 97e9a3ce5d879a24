"""Every field of a declared record is written by somebody and read by somebody.

What kernels do with a field the compiler knows exactly; words of the language read the fields of the frame they are
declared with, and what else rulebooks do is seen in the functions generated for those that ship.  Of other Python code
only the names of attributes are looked at, and a class that is built by name has all its fields written, because
`build` refuses a missing one.
"""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import quepu
from quepu import rulebook
from quepu.compiler.kernels import plain_kernels
from quepu.compiler.source import kernel_definition
from quepu.compiler.unit import Unit
from quepu.compiler.values import Use
from quepu.engine.layout.field import Form
from quepu.engine.layout.frame import Frame
from quepu.engine.layout.record import Layout, Record, Row
from quepu.rulebook.file.load import known_ids
from quepu.rulebook.language.events import EVENT_FIELDS
from quepu.rulebook.language.vocabulary import FACTS, FUNCTIONS, ITERABLES
from quepu.rulecode.play_functions import play_trees
from quepu.rulecode.score_functions import scoring_trees
from tests.compiler.test_record_kernels import PARTS, changes, follows, hands_on, loops
from tests.engine.test_record_layout import Book, Play, State

#: fields that are part of the state of a table though nobody of ours reads them: golden hands are digests of it
STATE = {"Table.meld_turn"}         # and Table.win_tile, which is called as a field of the frame is


def declared() -> list[Layout]:
    """All records and rows of the package."""
    plain_kernels()                     # which imports the whole engine
    found: list[Layout] = [*Record.__subclasses__(), *Row.__subclasses__()]
    return [layout for layout in found if layout.__module__.startswith("quepu.")]


@cache
def kernel_uses() -> frozenset[tuple[Layout, str, Use]]:
    """What the kernels of the engine do with fields."""
    return frozenset(Unit([kernel_definition(function) for function in plain_kernels().values()], []).uses)


def word_uses() -> set[tuple[Layout, str, Use]]:
    """What the words of the language read of the frame."""
    words = (*FACTS.values(), *ITERABLES.values(), *FUNCTIONS.values())
    return {(Frame, name, Use.READ) for name in (*(word.field for word in words), *EVENT_FIELDS.values())}


def generated() -> Iterator[ast.AST]:
    """The functions of the rulebooks that ship."""
    for name in known_ids():
        model = rulebook(name).model
        yield from play_trees(model).trees.functions
        yield from scoring_trees(model).functions


def is_kernel(node: ast.AST) -> bool:
    """Whether a function is one that the compiler has looked at."""
    return isinstance(node, ast.FunctionDef) and node.name in plain_kernels()


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """Everything inside a tree but kernels and the declarations themselves."""
    for child in ast.iter_child_nodes(node):
        if not is_kernel(child):
            yield child
            yield from parts(child)


def python_uses(trees: Iterable[ast.AST]) -> tuple[set[str], set[str], set[str]]:
    """Names of attributes that are read, and written, and of classes that are built."""
    read, written, built = set(), set(), set()
    for tree in trees:
        stored = set()
        for node in parts(tree):
            match node:
                case ast.Attribute(attr=name, ctx=ast.Store()):
                    written.add(name)
                case ast.Subscript(value=ast.Attribute(attr=name) as base, ctx=ast.Store()):
                    written.add(name)
                    stored.add(id(base))
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name) | ast.Attribute(attr=name),
                                                 attr="build" | "columns")) \
                        | ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                    built.add(name)
        read |= {node.attr for node in parts(tree) if isinstance(node, ast.Attribute)
                 and isinstance(node.ctx, ast.Load) and id(node) not in stored}
    return read, written, built


def faults(layouts: Iterable[Layout], uses: Iterable[tuple[Layout, str, Use]], trees: Iterable[ast.AST]) -> list[str]:
    """Fields that are written and never read, or read and never written, or neither."""
    kernels = set(uses)
    read, written, built = python_uses(trees)
    found = []
    for layout in layouts:
        for name in layout.FIELDS:
            handed = (layout, name, Use.HANDED) in kernels
            is_read = handed or (layout, name, Use.READ) in kernels or name in read
            is_written = handed or (layout, name, Use.WRITTEN) in kernels or name in written \
                or layout.__name__ in built or layout.FIELDS[name].form is Form.ROWS    # its own fields count
            if not is_read or not is_written:
                found.append(f"{layout.__name__}.{name} is never {'written' if is_read else 'read'}")
    return found


def test_every_field_is_written_and_read() -> None:
    sources = [file.read_text(encoding="utf-8") for file in Path(quepu.__file__).parent.rglob("*.py")]
    found = faults(declared(), kernel_uses() | word_uses(), [*map(ast.parse, sources), *generated()])
    assert {fault.split(" ")[0] for fault in found} == STATE, found


def test_what_bots_look_at_is_declared() -> None:
    """Records, and no rows of numbers that are read by constants: `room[BOT_LEFT + kind]`."""
    names = {layout.__name__ for layout in declared()}
    assert {"Aims", "Aim", "AimSearch", "FoundAim", "BotRoom", "TopAim", "Results", "Tally"} <= names
    places = [place for file in (Path(quepu.__file__).parent / "engine" / "bots").glob("*.py")
              for place in numbered_places(ast.parse(file.read_text(encoding="utf-8")))]
    assert places == []


def numbered_places(tree: ast.AST) -> list[str]:
    """Places of arrays that are given by a constant with a name: an offset that somebody counted."""
    return [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Subscript)
            and any(isinstance(term, ast.Name) and term.id.isupper() for term in terms(node.slice))]


def terms(node: ast.expr) -> Iterator[ast.expr]:
    """What an index is added up from."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from terms(node.left)
        yield from terms(node.right)
    else:
        yield node


def test_numbered_places_are_found() -> None:
    source = "a = room[BOT_LEFT + kind] + A[AIM_ON]\nb = t.held[seat, kind] + results.fans[WORD_BITS * word + kind]"
    assert numbered_places(ast.parse(source)) == ["room[BOT_LEFT + kind]", "A[AIM_ON]"]


def test_what_is_never_read_or_written_is_found() -> None:
    functions = (follows, loops, changes, hands_on, *PARTS)
    uses = Unit([kernel_definition(function) for function in functions], []).uses
    tree = ast.parse("Book.build(seat_count=1)\np.room = 2\np.tables = p.book = 1")
    assert faults([Book, Play], uses, [tree]) == ["Book.seat_count is never read", "Book.halves is never read"]
    assert "State.turn is never read" in faults([State], uses, [ast.parse("s.turn = 1\ns.turn += 2")])
    assert "State.turn is never read" not in faults([State], uses, [ast.parse("print(s.turn)")])
    assert faults([State], set(), [ast.parse("s.held[1, 2] = 3")])[2] == "State.held is never read"
