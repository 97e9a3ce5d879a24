"""Generated code: a rulebook's expressions as the text of plain functions over a frame, ready for Numba.

What depends on the kind of a tile, set or pair alone is worked out now and becomes a constant mask; what is left reads
the frame.  Every loop that stays becomes a small function of its own, so that compiling stays quick.
"""

from dataclasses import dataclass, field

from quepu import tiles
from quepu.core import frame as at
from quepu.core import situation
from quepu.rulebook import catalogue as cat
from quepu.rulebook.evaluate import Env, clauses, function
from quepu.rulebook.expression import Node
from quepu.rulebook.model import Model
from quepu.rulebook.vocabulary import BOOL, PAIR, SEAT, SET, TILE
from quepu.scoring.folding import fold, free_variables, kinds_of, only_kind

_SET_FLAG = {"is_kong": "IS_KONG", "is_meld": "IS_MELD", "is_open": "IS_OPEN", "is_concealed": "IS_CONCEALED",
             "is_added": "IS_ADDED", "wins": "IS_WIN"}
_INDENT = "    "


@dataclass(slots=True)
class Code:
    """Writes the functions of one rulebook."""

    model: Model
    functions: list[str] = field(default_factory=list)
    made: dict[str, str] = field(default_factory=dict)      # body -> name, so that equal loops are written once
    number: int = 0

    # -- helpers --
    def add(self, prefix: str, parameters: str, body: list[str]) -> str:
        """The name of a function with this body, written if it is new."""
        key = parameters + "\n" + "\n".join(body)
        if key not in self.made:
            self.number += 1
            name = f"{prefix}_{self.number}"
            self.made[key] = name
            self.functions.append(f"def {name}({parameters}):\n" + "\n".join(_INDENT + line for line in body))
        return self.made[key]

    def readers(self, word: str) -> set[str]:
        """The functions written so far that read a part of the frame, themselves or through others."""
        found: set[str] = set()
        for text in self.functions:     # a function stands after those it calls
            name = text[4:text.index("(")] if text.startswith("def ") else ""
            if name and (word in text or any(f"{other}(" in text for other in found)):
                found.add(name)
        return found

    def values_of(self, node: Node, variable: str, kind: str) -> list[int]:
        """The value of a whole-number property for every kind."""
        row = [0] * at.FRAME_SIZE
        env = Env(row, self.model.catalogue, self.model.flower_owner)
        value_of = function(node)
        values = []
        for value in kinds_of(self.model, kind):
            if kind == TILE:
                env.variables[variable] = value
            else:
                row[at.SET_AT if kind == SET else at.PAIR_AT] = value
                env.variables[variable] = 0
            values.append(int(value_of(env)))
        return values

    def tuple_of(self, node: Node, variable: str, kind: str) -> str:
        """A constant array: the value of a whole-number property for every kind."""
        return f"np.array({self.values_of(node, variable, kind)}, dtype=np.int64)"

    def constant(self, text: str) -> str:
        """The name of a module constant."""
        if text not in self.made:
            self.number += 1
            self.made[text] = f"K_{self.number}"
            self.functions.append(f"{self.made[text]} = {text}")
        return self.made[text]

    # -- expressions --
    def emit(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        """The expression as Python text; `scope` maps a variable to (how it is kept, its text).

        A set or pair variable is kept as its "place" in the reading or, inside tables, as its "kind".
        """
        op = node.op
        if node.type == BOOL and op not in ("const", "var", "define"):
            folded = self._folded(node, scope)
            if folded is not None:
                return folded
        method = getattr(self, "_" + _NAMES.get(op, op))
        text: str = method(node, scope)
        return text

    def _folded(self, node: Node, scope: dict[str, tuple[str, str]]) -> str | None:
        """A condition on the kind of one variable as a test of a constant mask."""
        free = free_variables(node)
        if len(free) != 1:
            return None
        variable, kind = next(iter(free.items()))
        if kind not in (TILE, SET, PAIR) or variable not in scope:
            return None
        mask = fold(self.model, node, variable, kind)
        if mask is None:
            return None
        text = self.kind_text(variable, kind, scope)
        if kind == TILE:
            if self.can_be_none(node):
                return f"({text} >= 0 and ({mask} >> {text}) & 1 != 0)"
            return f"(({mask} >> {text}) & 1 != 0)"
        return f"(({mask} >> {text}) & 1 != 0)"

    def kind_text(self, variable: str, kind: str, scope: dict[str, tuple[str, str]]) -> str:
        """The kind of a variable as text."""
        kept, text = scope[variable]
        if kind == SET and kept == "place":
            return f"f[SET_AT + SET_WIDTH * {text}]"
        if kind == PAIR and kept == "place":
            return f"f[PAIR_AT + PAIR_WIDTH * {text}]"
        return text

    def mask_of(self, node: Node, variable: str, kind: str) -> str | None:
        """The kinds of one variable for which a condition holds, as the text of a mask, if that can be told at once.

        Beside what folds, a property of the kind may be compared with anything that does not depend on the variable.
        """
        mask = fold(self.model, node, variable, kind)
        if mask is not None:
            return str(mask)
        if node.op == "define":
            return self.mask_of(node.args[0], variable, kind)
        if node.op == "and":
            parts = [self.mask_of(arg, variable, kind) for arg in node.args]
            return None if None in parts else "(" + " & ".join(str(part) for part in parts) + ")"
        if node.op != "==":
            return None
        for inner, outer in (node.args, node.args[::-1]):
            if only_kind(inner, variable, kind) and not free_variables(outer) and 0 <= outer.low <= outer.high < 64:
                values = self.values_of(inner, variable, kind)
                masks = [sum(1 << place for place, value in enumerate(values) if value == wanted)
                         for wanted in range(outer.high + 1)]
                return f"{self.constant(f'np.array({masks}, dtype=np.int64)')}[{self.whole(outer, {})}]"
        return None

    def can_be_none(self, node: Node) -> bool:
        """Whether a tile or seat may be `none` or `nobody`, so that it is no index."""
        return _can_be_none(node)

    def _const(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        return f"({node.value})"

    def _slot(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        text = f"f[{node.value}]"
        return f"({text} != 0)" if node.type == BOOL else text

    def _times(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        fan = node.number - at.FAN
        return f"(times_of(f, {fan}) if {self.present(fan)} else 0)"

    def present(self, fan: int) -> str:
        """Whether a fan is among those present."""
        return f"((f[PRESENT + {fan // at.WORD_BITS}] >> {fan % at.WORD_BITS}) & 1 != 0)"

    def _has(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        return self.present(node.number - at.FAN)

    def _any_fan(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        words: dict[int, int] = {}
        for slot in node.numbers:
            fan = slot - at.FAN
            words[fan // at.WORD_BITS] = words.get(fan // at.WORD_BITS, 0) | 1 << fan % at.WORD_BITS
        return "(" + " or ".join(f"f[PRESENT + {word}] & {mask} != 0" for word, mask in words.items()) + ")"

    def _waits(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        return f"f[{node.value}]"

    def _flag(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        return f"((f[FLAGS] >> {node.value}) & 1 != 0)"

    def _told(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        return f"((f[TOLD] >> {node.value}) & 1 != 0)"

    def _var(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        return scope[str(node.value)][1]

    def _define(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        return self.emit(node.args[0], scope)

    def _lookup(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        index = self.emit(node.args[0], scope)
        if len(node.args) == 2:
            text = f"f[{node.value} + 4 * {index} + {self.emit(node.args[1], scope)}]"
        elif self.can_be_none(node.args[0]):
            text = f"(f[{node.value} + {index}] if {index} >= 0 else 0)"
        else:
            text = f"f[{node.value} + {index}]"
        return f"({text} != 0)" if node.type == BOOL else text

    def _table(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        tile = self.emit(node.args[0], scope)
        table = self.constant(f"np.array({list(node.numbers)}, dtype=np.int64)")
        return f"({table}[{tile}] if {tile} >= 0 else -1)" if self.can_be_none(node.args[0]) else f"{table}[{tile}]"

    def _both(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        return self._join(node, scope, " & ", " and ")

    def _either(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        return self._join(node, scope, " | ", " or ")

    def _join(self, node: Node, scope: dict[str, tuple[str, str]], flat: str, short: str) -> str:
        """Parts joined without branches as long as they are cheap; a branch guessed wrong costs more than a test."""
        cheap: list[str] = []
        rest: list[str] = []
        for arg in node.args:
            text = self.truth(arg, scope)
            (rest if rest or not is_cheap(text) else cheap).append(text)
        parts = ([f"({flat.join(cheap)})"] if cheap else []) + rest
        return "(" + short.join(parts) + ")"

    def truth(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        """A condition as a yes or no."""
        text = self.emit(node, scope)
        return text if node.type == BOOL and node.op != "const" else f"({text} != 0)"

    def whole(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        """A value as a number; a yes counts 1."""
        text = self.emit(node, scope)
        return f"(1 if {text} else 0)" if node.type == BOOL and node.op != "const" else text

    def _no(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        return f"(not {self.truth(node.args[0], scope)})"

    def _neg(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        return f"(-{self.whole(node.args[0], scope)})"

    def _binary(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        return f"({self.whole(node.args[0], scope)} {node.op} {self.whole(node.args[1], scope)})"

    def _inside(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        tile, mask = self.emit(node.args[0], scope), self.emit(node.args[1], scope)
        test = f"({mask} >> {tile}) & 1 != 0"
        return f"({tile} >= 0 and {test})" if self.can_be_none(node.args[0]) else f"({test})"

    def _choose(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        test, yes, no = node.args
        if node.type == BOOL:
            return f"({self.truth(yes, scope)} if {self.truth(test, scope)} else {self.truth(no, scope)})"
        return f"({self.whole(yes, scope)} if {self.truth(test, scope)} else {self.whole(no, scope)})"

    def _call(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        args = [self.whole(arg, scope) for arg in node.args]
        name = str(node.value)
        if name == "distinct":
            return "(" + " and ".join(f"{a} != {b}" for i, a in enumerate(args) for b in args[i + 1:]) + ")"
        simple = {"abs": "abs({0})", "doubled": "({0} << min(20, max(0, {1})))", "ceil_to": "(-(-{0} // {1}) * {1})",
                  "half_up": "(({0} + 1) // 2)", "next_seat": "(({0} + {1}) % 4)"}
        return simple[name].format(*args) if name in simple else f"{name}({', '.join(args)})"

    def _prop(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        of, name = node.args[0], str(node.value)
        if of.type == TILE:
            return self._tile_property(of, name, scope)
        if of.type == SEAT:
            seat = self.emit(of, scope)
            return f"({seat} == 0)" if name == "is_dealer" else f"(27 + {seat})"
        variable = str(of.value)
        base, width = ("SET_AT", "SET_WIDTH") if of.type == SET else ("PAIR_AT", "PAIR_WIDTH")
        place = scope[variable][1]
        if name in _SET_FLAG:
            return f"(f[{base} + {width} * {place} + 1] & {_SET_FLAG[name]} != 0)"
        if name == "wilds":
            return f"f[{base} + {width} * {place} + 2]"
        table = self.constant(self.tuple_of(node, variable, of.type))
        return f"{table}[{self.kind_text(variable, of.type, scope)}]"

    def _tile_property(self, of: Node, name: str, scope: dict[str, tuple[str, str]]) -> str:
        tile = self.emit(of, scope)
        if name == "is_wild":
            return f"({tile} >= 0 and (f[WILD_MASK] >> {tile}) & 1 != 0)"
        values = [_tile_value(self.model, kind, name) for kind in range(42)]
        if all(value in (0, 1) for value in values) and name.startswith("is_"):
            mask = sum(1 << kind for kind, value in enumerate(values) if value)
            test = f"({mask} >> {tile}) & 1 != 0"
            return f"({tile} >= 0 and {test})" if self.can_be_none(of) else f"({test})"
        none = -1 if name == "owner" else 0
        table = self.constant(f"np.array({values}, dtype=np.int64)")
        return f"({table}[{tile}] if {tile} >= 0 else {none})" if self.can_be_none(of) else f"{table}[{tile}]"

    # -- loops --
    def _loop(self, node: Node, scope: dict[str, tuple[str, str]]) -> str:
        name, variable, source = node.loop
        body, condition = node.args[0], node.args[1]
        short = self._masked_loop(node, name, variable, source)
        if short is not None:
            return short
        short = self._winning_block(node, name, variable, source, scope)
        if short is not None:
            return short
        free = {v: kind for v, kind in free_variables(node).items() if v in scope}
        places = {v: (scope[v][0], "v_" + v) for v in free}     # a prefix, so that no name hides the frame
        inner = {**places, variable: ("place", "v_" + variable)}
        lines, indent = self._header(node, "v_" + variable, source, places)
        test = "" if condition.op == "const" else self.truth(condition, inner)
        if test:
            lines.append(_INDENT * indent + f"if {test}:")
            indent += 1
        pad = _INDENT * indent
        if name == "all":
            lines += [pad + f"if not {self.truth(body, inner)}:", pad + _INDENT + "return False"]
            lines.append("return True")
        elif name == "any":
            lines += [pad + f"if {self.truth(body, inner)}:", pad + _INDENT + "return True"]
            lines.append("return False")
        elif name in ("count", "sum"):
            value = "1" if name == "count" else self.whole(body, inner)
            lines = ["result = 0", *lines, pad + f"result += {value}", "return result"]
        else:
            sign = ">" if name == "max" else "<"
            lines = ["result = 0", "none = True", *lines, pad + f"value = {self.whole(body, inner)}",
                     pad + f"if none or value {sign} result:", pad + _INDENT + "result = value",
                     pad + _INDENT + "none = False", "return result"]
        function_name = self.add("loop", ", ".join(["f", *("v_" + v for v in free)]), lines)
        return f"{function_name}({', '.join(['f', *(scope[v][1] for v in free)])})"

    def _winning_block(self, node: Node, name: str, variable: str, source: str,
                       scope: dict[str, tuple[str, str]]) -> str | None:
        """`any(x.wins and ... for x in sets)`: only the block with the winning tile can do it, so no loop is needed."""
        if (name != "any" or source not in ("sets", "chows", "pungs", "pairs")
                or any(v in scope for v in free_variables(node))):
            return None
        parts = [*clauses(node.args[1]), *clauses(node.args[0])]
        wins = [part for part in parts if part.op == "prop" and part.value == "wins"]
        if not wins:
            return None
        rest = [part for part in parts if part not in wins and part.op != "const"]
        is_pair = source == "pairs"
        inside = "f[WIN_PLACE] >= SET_ROOM" if is_pair else "(f[WIN_PLACE] >= 0) & (f[WIN_PLACE] < SET_ROOM)"
        if not rest and source in ("sets", "pairs"):
            return f"({inside})"
        lines = [f"if not ({inside}):", _INDENT + "return False",
                 "place = f[WIN_PLACE]" + (" - SET_ROOM" if is_pair else "")]
        tests = [self.truth(part, {variable: ("place", "place")}) for part in rest]
        if source in ("chows", "pungs"):
            mask = self.form_mask(cat.CHOW if source == "chows" else cat.PUNG)
            tests.insert(0, f"(({mask} >> f[SET_AT + SET_WIDTH * place]) & 1 != 0)")
        lines.append("return " + " and ".join(tests))
        return f"{self.add('winning', 'f', lines)}(f)"

    def _four_copies(self, node: Node, variable: str) -> bool:
        """Whether a loop over kinds asks for four copies of each, so that it need not look at the others."""
        return any(part.op == "==" and part.args[0].op == "at" and part.args[0].value == at.COUNTS
                   and part.args[0].args[0].op == "var" and part.args[0].args[0].value == variable
                   and part.args[1].op == "const" and part.args[1].value == 4 for part in clauses(node.args[1]))

    def _header(self, node: Node, variable: str, source: str,
                scope: dict[str, tuple[str, str]]) -> tuple[list[str], int]:
        """The lines that start a loop, and how deep its body is indented."""
        if source in ("tiles", "kinds"):
            mask = "FOURS" if self._four_copies(node, variable.removeprefix("v_")) else "TILE_MASK"
            lines = [f"bits = f[{mask}]", "while bits:", _INDENT + f"{variable} = lowest(bits)",
                     _INDENT + "bits &= bits - 1"]
            if source == "tiles":
                return [*lines, _INDENT + f"for copy in range(f[COUNTS + {variable}]):"], 2
            return lines, 1
        if source in ("sets", "chows", "pungs", "kongs"):
            lines = over_sets(variable)
            if source == "sets":
                return lines, 1
            forms = {"chows": cat.CHOW, "pungs": cat.PUNG}
            if source == "kongs":
                return [*lines, _INDENT + f"if f[SET_AT + SET_WIDTH * {variable} + 1] & IS_KONG != 0:"], 2
            kinds = self.form_mask(forms[source])
            return [*lines, _INDENT + f"if ({kinds} >> f[SET_AT + SET_WIDTH * {variable}]) & 1 != 0:"], 2
        if source == "melds":
            return [f"for {variable} in range(f[MELDS]):"], 1
        if source == "pairs":
            return [f"for {variable} in range(f[PAIRS]):"], 1
        if source == "flowers":
            return [f"for {variable} in range(34, 42):", _INDENT + f"if (f[FLOWER_MASK] >> {variable}) & 1 != 0:"], 2
        if source == "suits":
            return [f"for {variable} in range(3):"], 1
        if source == "seats":
            return [f"for {variable} in range(4):"], 1
        if source == "payers":
            return [f"for {variable} in range(4):", _INDENT + f"if {variable} != f[SEAT]:"], 2
        if source == "turned":
            return self._turned(node, variable, scope), 2
        if source == "mask":
            mask = self.emit(node.args[2], scope)
            return [f"for {variable} in range(42):", _INDENT + f"if ({mask} >> {variable}) & 1 != 0:"], 2
        values = ", ".join(self.emit(arg, scope) for arg in node.args[2:])
        return [f"for {variable} in ({values},):"], 1

    def _turned(self, node: Node, variable: str, scope: dict[str, tuple[str, str]]) -> list[str]:
        """The lines that start a loop over the tiles of one lot that are turned up."""
        lot = str(node.args[2].number)
        lines = []
        if len(node.args) == 4:
            lines = [f"seat = {self.emit(node.args[3], scope)}"]
            lot = f"({lot} + {situation.LOTS} * (1 + seat) if seat >= 0 else -1)"
        place = f"{situation.TURNED + 1} + {situation.TURNED_WIDTH} * index"
        return [*lines, f"lot = {lot}", f"for index in range(f[{situation.TURNED}]):",
                _INDENT + f"if f[{place} + 1] == lot:", _INDENT * 2 + f"{variable} = f[{place}]"]

    def form_mask(self, form: int) -> int:
        """The set kinds of one form as bits."""
        return sum(1 << kind for kind, of in enumerate(self.model.catalogue.set_form) if of == form)

    def _masked_loop(self, node: Node, name: str, variable: str, source: str) -> str | None:
        """A loop over tiles or sets whose body depends on the kind alone: a test of a constant mask."""
        kinds = {"tiles": TILE, "kinds": TILE, "flowers": TILE, "sets": SET, "chows": SET, "pungs": SET, "pairs": PAIR}
        kind = kinds.get(source)
        if (source == "list" and node.args[2:] and all(arg.op == "const" for arg in node.args[2:])
                and name in ("all", "any")):
            return self._unrolled(node, name, variable)
        if kind is None or name not in ("all", "any", "count"):
            return None
        condition = fold(self.model, node.args[1], variable, kind)
        body = (1 << 62) - 1 if name == "count" else fold(self.model, node.args[0], variable, kind)
        if condition is None or body is None:
            return None
        if source in ("chows", "pungs"):
            condition &= self.form_mask(cat.CHOW if source == "chows" else cat.PUNG)
        present = {"tiles": "TILE_MASK", "kinds": "TILE_MASK", "flowers": "FLOWER_MASK"}.get(
            source, "SET_MASK" if kind == SET else "PAIR_MASK")
        if name == "all":
            return f"(f[{present}] & {condition & ~body} == 0)"
        if name == "any":
            return f"(f[{present}] & {condition & body} != 0)"
        if source == "tiles":
            return f"count_tiles(f, {condition & (1 << 42) - 1})"
        if source in ("kinds", "flowers"):
            return f"ones(f[{present}] & {condition & (1 << 42) - 1})"
        return f"count_sets(f, {condition & body})" if kind == SET else f"count_pairs(f, {condition & body})"

    def _unrolled(self, node: Node, name: str, variable: str) -> str | None:
        """A loop over constants written out, so that masks inside it fold."""
        parts = []
        for constant in node.args[2:]:
            body = _substitute(node.args[0], variable, constant)
            condition = _substitute(node.args[1], variable, constant)
            if free_variables(body) or free_variables(condition):
                return None
            text = self.truth(body, {})
            if condition.op != "const":
                test = self.truth(condition, {})
                text = f"({test} and {text})" if name == "any" else f"(not {test} or {text})"
            parts.append(text)
        return "(" + (" or " if name == "any" else " and ").join(parts) + ")"


def over_sets(variable: str) -> list[str]:
    """The lines that start a loop over places of sets; counted up to SETS the compiler would gather, which is slow."""
    return [f"for {variable} in range(SET_ROOM):", _INDENT + f"if {variable} >= f[SETS]:", _INDENT * 2 + "break"]


def is_cheap(text: str) -> bool:
    """Whether a generated condition is a few plain instructions: no call, no guard, no table behind a guard."""
    rest = text.replace("SET_MASK", "").replace("TILE_MASK", "").replace("PAIR_MASK", "")
    return "_" not in rest and not any(sign in text for sign in (" if ", " and ", " or ", "(f,"))


_NAMES = {"+": "binary", "-": "binary", "*": "binary", "//": "binary", "%": "binary",
          "==": "binary", "!=": "binary", "<": "binary", "<=": "binary", ">": "binary", ">=": "binary",
          "and": "both", "or": "either", "not": "no", "in": "inside", "if": "choose", "at": "lookup"}


def _substitute(node: Node, variable: str, constant: Node) -> Node:
    """The tree with a constant in place of a variable."""
    if node.op == "var" and node.value == variable:
        return constant
    if node.op == "loop" and node.loop[1] == variable:
        return node
    args = tuple(_substitute(arg, variable, constant) for arg in node.args)
    return Node(node.op, node.type, args, node.value, node.low, node.high, node.start, node.end)


def _can_be_none(node: Node) -> bool:
    """Whether a tile may be `none`: only facts can."""
    return node.op in ("slot", "at", "if", "define", "loop", "table") or any(_can_be_none(arg) for arg in node.args)


def _tile_value(model: Model, kind: int, name: str) -> int:
    if name == "rank":
        return tiles.rank(kind)
    if name == "suit":
        return tiles.suit(kind)
    if name == "owner":
        return model.flower_owner[kind - 34] if kind >= 34 else -1
    return int({"is_suited": kind < 27, "is_honor": 27 <= kind < 34, "is_wind": 27 <= kind < 31,
                "is_dragon": 31 <= kind < 34, "is_terminal": kind < 27 and kind % 9 in (0, 8),
                "is_flower": kind >= 34}[name])
