"""Generated code of loops: `all`, `any`, `count`, `sum`, `max`, `min` over tiles, sets, seats and lists.

What asks for the kind of tiles or sets alone is a test of a mask; every other loop is a function of its own.
"""

import ast
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from quepu.compiler.quote import both, either, expression, field_of, named, number, statements
from quepu.rulebook.language import node as n
from quepu.rulebook.language.evaluate import sets_of
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.sources import source_of_loop
from quepu.rulebook.language.vocabulary import PAIR, SET, TILE
from quepu.rulebook.language.walk import clauses, tree_size
from quepu.rulebook.model import catalogue as cat
from quepu.rulecode.code_parts import Parts, Scope, holds_bit, places
from quepu.rulecode.folding import always, fold, free_variables, substitute
from quepu.rulecode.meanings import loop_of

_MOST_WRITTEN_OUT = 600     # nodes of a loop over constants that is written out instead

_LISTED = """
for _each in (_listed,):
    _body
"""
#: rows of the ledger, which the reference keeps as values of their own
_ROWS = """
for _each in range(f.row_start, f.row_count):
    _body
"""
_BEFORE = {"count": "result = 0", "sum": "result = 0", "max": "result = 0\nnone = True",
           "min": "result = 0\nnone = True"}
_ROUND = {
    "all": "if not _value:\n    return False", "any": "if _value:\n    return True",
    "count": "result += 1", "sum": "result += _value",
    "max": "value = _value\nif none or value > result:\n    result = value\n    none = False",
    "min": "value = _value\nif none or value < result:\n    result = value\n    none = False",
}
_AFTER = {"all": "return True", "any": "return False"}
_PRESENT = {"tiles": "f.tile_mask", "kinds": "f.tile_mask", "flowers": "f.flower_mask", "sets": "f.set_mask",
            "chows": "f.set_mask", "pungs": "f.set_mask", "pairs": "f.pair_mask"}
_KIND_OF = {"tiles": TILE, "kinds": TILE, "flowers": TILE, "sets": SET, "chows": SET, "pungs": SET, "pairs": PAIR}
_FORMS = {"chows": cat.CHOW, "pungs": cat.PUNG}


#: a loop with its variable and its body
Loop = Callable[[ast.Name, list[ast.stmt]], list[ast.stmt]]


class Loops(Parts):
    """Makes the loops of one rulebook."""

    __slots__ = ()

    @abstractmethod
    def emit(self, node: Expr, scope: Scope) -> ast.expr:
        """The expression as a tree."""

    @abstractmethod
    def truth(self, node: Expr, scope: Scope) -> ast.expr:
        """A condition as a yes or no."""

    @abstractmethod
    def whole(self, node: Expr, scope: Scope) -> ast.expr:
        """A value as a number; a yes counts 1."""

    def _loop(self, node: n.Loop, scope: Scope) -> ast.expr:
        name, body, test = node.quantifier, node.body, node.condition
        short = self._masked_loop(node, scope) or self._winning_block(node, scope)
        if short is not None:
            return short
        free = [v for v in free_variables(node) if v in scope]
        # names of the generator's own: what the author calls a variable is no part of a function
        taken = {v: (scope.kept(v), named(f"v_{place}")) for place, v in enumerate(free)}
        own = named(f"v_{len(free)}")
        inner = Scope({**taken, node.variable: ("place", own)})
        source = self.source(node, Scope(taken))
        asked = None if always(test) else self.truth(test, inner)
        value = self.truth(body, inner) if name in ("all", "any") else self.whole(body, inner) if name != "count" else 1
        done = statements(_ROUND[name], value=value)
        if asked is not None:
            done = statements("if _asked:\n    _done", asked=asked, done=done)
        looped = self.add("loop", ["f", *(f"v_{place}" for place in range(len(free)))], [
            *statements(_BEFORE.get(name, "")), *source(own, done),
            *statements(_AFTER.get(name, "return result"))])
        return expression("_looped(f, _free)", looped=looped, free=[scope.tree(v) for v in free])

    def source(self, node: n.Loop, scope: Scope) -> Loop:
        """What a loop runs over."""
        name, given = node.source, [self.emit(part, scope) for part in node.given]
        if name == "rows":
            return lambda each, body: statements(_ROWS, each=each, body=body)
        if name == "list":
            return lambda each, body: statements(_LISTED, each=each, body=body, listed=given)
        source = source_of_loop(name, len(given))
        reads = [self._run_over(word, node) for word in source.reads]
        return over(source.elements, [*reads, *given])

    def _run_over(self, word: str, node: n.Loop) -> ast.expr:
        """What a source reads beside the frame and its arguments."""
        if word in _FORMS:
            return number(self.form_mask(_FORMS[word]))
        if word == "tile_mask" and _four_copies(node):
            return expression("f.fours")
        return field_of("f", word)

    def form_mask(self, form: int) -> int:
        """The set kinds of one form as bits."""
        return sets_of(self.model.catalogue, form)

    # -- loops that need not be --
    def _winning_block(self, node: n.Loop, scope: Scope) -> ast.expr | None:
        """`any(x.wins and ... for x in sets)`: only the block with the winning tile can do it, so no loop is needed."""
        source = node.source
        if (node.quantifier != "any" or source not in ("sets", "chows", "pungs", "pairs")
                or any(v in scope for v in free_variables(node))):
            return None
        parts = [*clauses(node.condition), *clauses(node.body)]
        wins = [part for part in parts if isinstance(part, n.Property) and part.name == "wins"]
        if not wins:
            return None
        rest = [part for part in parts if part not in wins and not always(part)]
        inside = expression("f.win_place >= SET_ROOM" if source == "pairs" else
                            "(f.win_place >= 0) & (f.win_place < SET_ROOM)")
        if not rest and source in ("sets", "pairs"):
            return inside
        tests = [self.truth(part, places(**{node.variable: "place"})) for part in rest]
        if source in _FORMS:
            tests.insert(0, holds_bit(self.form_mask(_FORMS[source]), expression("f.sets[place].kind")))
        place = expression("f.win_place - SET_ROOM" if source == "pairs" else "f.win_place")
        winning = self.add("winning", "f", statements("""
            if not _inside:
                return False
            place = _place
            return _holds
            """, inside=inside, place=place, holds=both(tests)))
        return expression("_winning(f)", winning=winning)

    def _masked_loop(self, node: n.Loop, scope: Scope) -> ast.expr | None:
        """A loop over tiles or sets whose body depends on the kind alone: a test of a constant mask."""
        name, variable, source = node.quantifier, node.variable, node.source
        if (source == "list" and node.given and all(isinstance(part, n.Number) for part in node.given)
                and name in ("all", "any")):
            return self._written_out(node, scope)
        kind = _KIND_OF.get(source)
        if kind is None or name not in ("all", "any", "count"):
            return None
        condition = fold(self.model, node.condition, variable, kind)
        body = (1 << 62) - 1 if name == "count" else fold(self.model, node.body, variable, kind)
        if condition is None or body is None:
            return None
        if source in _FORMS:
            condition &= self.form_mask(_FORMS[source])
        present = expression(_PRESENT[source])
        if name == "all":
            return expression("_present & _mask == 0", present=present, mask=condition & ~body)
        if name == "any":
            return expression("_present & _mask != 0", present=present, mask=condition & body)
        if source == "tiles":
            return expression("count_tiles(f, _mask)", mask=condition & (1 << 42) - 1)
        if source in ("kinds", "flowers"):
            return expression("ones(_present & _mask)", present=present, mask=condition & (1 << 42) - 1)
        return expression("count_sets(f, _mask)" if kind == SET else "count_pairs(f, _mask)", mask=condition & body)

    def _written_out(self, node: n.Loop, scope: Scope) -> ast.expr | None:
        """A loop over constants written out, so that masks inside it fold."""
        name, variable = node.quantifier, node.variable
        parts = []
        if len(node.given) * (tree_size(node.body) + tree_size(node.condition)) > _MOST_WRITTEN_OUT:
            return None
        outside = Scope(has_words=scope.has_words)
        for constant in node.given:
            body = substitute(node.body, variable, constant)
            condition = substitute(node.condition, variable, constant)
            if free_variables(body) or free_variables(condition):
                return None
            tree = self.truth(body, outside)
            if not always(condition):
                test = self.truth(condition, outside)
                tree = expression("_test and _holds" if name == "any" else "not _test or _holds", test=test, holds=tree)
            parts.append(tree)
        return either(parts) if name == "any" else both(parts)


def over(elements: Callable[..., Any], given: list[ast.expr]) -> Loop:
    """A loop over a source that is given all it takes beside the frame; each of it is worked out once."""
    (_frame, *parameters), loop = loop_of(elements)
    first = [line for name, tree in zip(parameters, given, strict=True)
             for line in statements("_name = _tree", name=named(name), tree=tree)]
    return lambda each, body: [*first, *loop({"each": each, "body": body})]


def _four_copies(node: n.Loop) -> bool:
    """Whether a loop over kinds asks for four copies of each, so that it need not look at the others."""
    return any(_is_four(clause, node.variable) for clause in clauses(node.condition))


def _is_four(clause: Expr, variable: str) -> bool:
    """Whether a clause is `copies(t) == 4`."""
    match clause:
        case n.Compare(sign="==", left=n.At(place=place, indexes=(n.Variable(name=name),)), right=n.Number(value=4)):
            return place.field == "counts" and name == variable
    return False
