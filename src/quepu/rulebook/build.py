"""From merged tables to a Model: every key checked, every expression parsed, every fault collected."""

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Any

from quepu import tiles
from quepu.core import frame
from quepu.errors import NotationError
from quepu.notation import read_tiles
from quepu.rulebook import catalogue as cat
from quepu.rulebook import limits
from quepu.rulebook import model as m
from quepu.rulebook import vocabulary as v
from quepu.rulebook.evaluate import Env, function
from quepu.rulebook.expression import (
    CHOICE,
    Define,
    ExpressionError,
    Memory,
    Names,
    Node,
    OptionWord,
    parse,
    permutations_of,
    suggestion,
)
from quepu.rulebook.keys import check_keys
from quepu.rulebook.load import Table, number_range, option_text
from quepu.rulebook.order import evaluation_order as evaluation_order
from quepu.rulebook.order import uses as uses
from quepu.rulebook.problem import Problem
from quepu.rulebook.procedure import check_procedures
from quepu.rulebook.schema import SECTIONS, Key

_FORMS = {"chow": cat.CHOW, "pung": cat.PUNG, "other": cat.OTHER}
_SIZES = {"match": 1, "hand": 1, "seat": 4, "pair": 16}
_CIRCLES = ("123456789m", "123456789p", "123456789s", "1234z", "567z")


class Builder:
    """Builds one model; `problems` holds all that is wrong."""

    def __init__(self, tables: Table, values: Mapping[str, Any], problems: list[Problem],
                 planned: set[str] | None = None) -> None:
        self.tables, self.values, self.problems = tables, values, problems
        self.planned = planned
        self.names = Names()

    # -- reading keys --
    def bad(self, path: tuple[str | int, ...], text: str, advice: str = "", key: bool = False) -> None:
        self.problems.append(Problem(path, text, advice, key=key))

    def family(self, section: str) -> dict[str, dict[str, Any]]:
        """The named tables of a section that are tables and switched on."""
        found = self.tables.get(section, {})
        if not isinstance(found, dict):
            return {}
        return {name: table for name, table in found.items() if isinstance(table, dict) and table.get("enabled", True)}

    def texts(self, table: Mapping[str, Any], key: str = "name", default: str = "") -> dict[str, str]:
        value = table.get(key, default)
        if isinstance(value, str):
            return {"en": value, "zh": value} if value else {}
        return {k: x for k, x in value.items() if isinstance(x, str)} if isinstance(value, dict) else {}

    def text(self, table: Mapping[str, Any], key: str, default: str = "") -> str:
        value = table.get(key, default)
        return value if isinstance(value, str) else default

    def whole(self, table: Mapping[str, Any], key: str, default: int = 0) -> int:
        value = table.get(key, default)
        return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= 10**9 else default

    def list_of(self, table: Mapping[str, Any], key: str) -> list[str]:
        value = table.get(key, [])
        return [x for x in value if isinstance(x, str)] if isinstance(value, list) else []

    def mask(self, path: tuple[str | int, ...], text: Any, default: int) -> int:
        if not isinstance(text, str):
            return default
        try:
            return tiles.mask(text) if text else 0
        except ValueError as error:
            self.bad(path, f"'{text}' is not a list of tiles ({error})", 'tiles are written "123m", "1234567z", "12f"')
            return default

    def expr(self, path: tuple[str | int, ...], text: Any, key: Key, variables: Mapping[str, str] | None = None,
             told: int | None = None) -> Node | None:
        """The tree of an expression, or None after telling what is wrong with it."""
        if isinstance(text, int) and not isinstance(text, bool):
            return Node("const", v.INT, (), text, text, text)
        if not isinstance(text, str):
            return None
        names = self.names
        if told is not None:            # a flag's correction sees its own bit as it was told
            names = Names(names.options, {**names.flags, "told": 64 + told}, names.memory, names.defines, names.fans,
                          names.tags, names.shapes, names.tallies, names.next_tiles, names.turned,
                          names.budget)
        if len(self.problems) > limits.MOST_PROBLEMS:
            return None                 # nobody reads on; what is told is told
        try:
            node = parse(text, names, key.level, variables, key.expect, self.planned)
        except ExpressionError as error:
            for fault in error.faults:
                self.problems.append(Problem(path, fault.text, fault.advice, fault.start, fault.end))
            return None
        return _told(node) if told is not None else node

    def play_expr(self, path: tuple[str | int, ...], text: Any, key: Key, variables: Mapping[str, str]) -> Node | None:
        """The tree of an expression of play; planned words may stand there, since its engine is planned too."""
        given, self.planned = self.planned, set() if self.planned is None else self.planned
        try:
            return self.expr(path, text, key, variables)
        finally:
            self.planned = given

    # -- the parts of a model --
    def build(self) -> m.Model:
        """The model; look at `problems` before using it."""
        self.problems.extend(check_keys(self.tables, self.planned))
        self.tables = limits.sane(self.tables, SECTIONS)
        options = self.options()
        self.declare(options)
        for name, define in self.names.defines.items():
            if not define.args:         # one with arguments is checked where it is called
                self.check_define(name, define)
        check_procedures(self)
        kinds = self.mask(("tiles", "kinds"), self.tables.get("tiles", {}).get("kinds"), (1 << 34) - 1)
        head = self.tables.get("rulebook", {})
        wild = self.tables.get("wild", {})
        catalogue = self.catalogue(kinds, options)
        fans = self.fans()
        score = self.score()
        hand_size = self.whole(self.tables.get("deal", {}), "hand", 13)
        if not 1 <= hand_size < limits.MOST_PLACES:
            self.bad(("deal", "hand"), f"a hand has 1 to {limits.MOST_PLACES - 1} tiles", "usually 13 or 16")
        return m.Model(
            id=str(head.get("id", "")), names=self.texts(head), version=self.whole(head, "version", 1),
            text=self.texts(head, "text"), words=self.names, kinds=kinds,
            bonus=self.mask(("tiles", "bonus"), self.tables.get("tiles", {}).get("bonus"), ((1 << 8) - 1) << 34),
            flower_owner=self.owners(), hand_size=hand_size,
            catalogue=catalogue, shapes=self.shapes(), flags=self.flags(), memory=self.memory(), tallies=self.tallies(),
            fans=fans, score=score, requirements=self.requirements(), payments=self.payments(), options=options,
            wild_as_self=bool(wild.get("as_self", True)),
            wild_stands_for=self.mask(("wild", "stands_for"), wild.get("stands_for"), kinds),
            examples=self.tables.get("examples", {}), sample=self.text(head, "sample"), data=self.tables,
            planned=frozenset(self.planned or ()))

    def check_define(self, name: str, define: Define) -> None:
        """Parse a define by itself, so that its faults are told where it stands and once."""
        try:
            parse(define.text, self.names, v.ANYWHERE, {"payer": v.SEAT, "owner": v.SEAT, "receiver": v.SEAT},
                  planned=set() if self.planned is None else self.planned)
        except ExpressionError as error:
            for fault in error.faults:
                self.problems.append(Problem(("define", name, "is"), fault.text, fault.advice, fault.start, fault.end))

    def options(self) -> tuple[m.Option, ...]:
        made: list[m.Option] = []
        for name, table in self.family("option").items():
            kind = self.text(table, "type")
            if name not in self.values or kind not in ("bool", "int", "choice"):
                if kind not in ("bool", "int", "choice") and "type" in table:
                    self.bad(("option", name, "type"), f"the type '{kind}' is not bool, int or choice")
                continue
            choices = table.get("choices", [])
            known = tuple(option_text(choice) for choice in choices) if kind == "choice" and isinstance(choices, list) else ()
            low, high = (0, 1)
            if kind == "int":
                low, high = number_range(choices)
                if "choices" in table and choices != [low, high]:
                    self.bad(("option", name, "choices"), "the lowest and the highest number are needed", "[0, 88]")
            elif kind == "choice":
                high = max(0, len(known) - 1)
            for choice in table.get("choice", {}) if isinstance(table.get("choice", {}), dict) else ():
                if kind == "choice" and choice not in known:
                    self.bad(("option", name, "choice", choice), f"'{choice}' is not one of the choices",
                             suggestion(choice, known) or ", ".join(known), True)
                if not isinstance(table["choice"][choice], dict):
                    self.bad(("option", name, "choice", choice), "a choice brings a table of changes",
                             f"write option.{name}.choice.{choice} = {{ fan.NAME.value = 6 }}")
            made.append(m.Option(name, frame.OPTION + len(made), kind, table.get("default", 0), self.values[name], known,
                                 low, high, self.texts(table), self.texts(table, "text")))
        if len(made) > frame.OPTION_ROOM:
            self.bad(("option",), f"more than {frame.OPTION_ROOM} options", key=True)
        return tuple(made)

    def declare(self, options: tuple[m.Option, ...]) -> None:
        """All names of the rulebook, before any expression is read."""
        kinds = {"bool": v.BOOL, "int": v.INT}
        words = {o.id: OptionWord(o.slot, kinds.get(o.type, CHOICE + o.id), o.choices, o.low, o.high) for o in options}
        flags = {name: bit for bit, name in enumerate(self.family("flag"))}
        memory: dict[str, Memory] = {}
        slot = frame.MEMORY
        for name, table in self.family("memory").items():
            size = _SIZES.get(self.text(table, "scope"), 0)
            if not size:
                self.bad(("memory", name, "scope"), "the scope is match, hand, seat or pair")
                continue
            kind = self.text(table, "type", v.INT)
            low, high = {v.BOOL: (0, 1), v.SEAT: (-1, 3), v.TILE: (-1, 41), v.SUIT: (-1, 2)}.get(kind, (-10**5, 10**5))
            memory[name] = Memory(slot, size, low, high, kind if kind in (v.BOOL, v.SEAT, v.TILE, v.SUIT) else v.INT)
            slot += size
        if slot > frame.MEMORY + frame.MEMORY_ROOM:
            self.bad(("memory",), f"more than {frame.MEMORY_ROOM} slots of memory", key=True)
        defines = {name: Define(tuple((str(a), str(k)) for a, k in table.get("args", {}).items())
                                if isinstance(table.get("args", {}), dict) else (), self.text(table, "is"))
                   for name, table in self.family("define").items() if "is" in table}
        order = self.fan_order()
        fans = {name: index for index, name in enumerate(order[:frame.FAN_ROOM])}
        for section, most, there in (("fan", frame.FAN_ROOM, order), ("flag", limits.MOST_FLAGS, flags),
                                     ("shape", limits.MOST_SHAPES, self.family("shape")),
                                     ("win", limits.MOST_REQUIREMENTS, self.family("win")),
                                     ("pay", limits.MOST_PAYMENTS, self.tables.get("pay", []))):
            if len(there) > most:
                self.bad((section,), f"{len(there)} of them; at most {most}", "take some out", True)
        tags: dict[str, tuple[str, ...]] = {}
        for name in fans:
            for tag in self.list_of(self.tables["fan"][name], "tags"):
                tags[tag] = (*tags.get(tag, ()), name)
        shapes = {name: index for index, name in enumerate(self.family("shape"))}
        tallies = {name: frame.TALLY + index for index, name in enumerate(self.family("tally"))}
        self.names = Names(words, flags, memory, defines, fans, tags, shapes, tallies, self.indicator_order(),
                           tuple(self.family("turned")))
        taken: dict[str, str] = {}
        for section, names in (("flag", flags), ("memory", memory), ("define", defines), ("tally", tallies)):
            for name in names:
                if name in v.FACTS or name in v.FUNCTIONS or name in v.ITERABLES or name in v.DERIVED or name in taken \
                        or name in ("told", "options", "nobody", "none", "payer", "receiver", "owner", "range"):
                    other = f"a {taken[name]}" if name in taken else "a word of the language"
                    self.bad((section, name), f"'{name}' is already {other}", "choose another name", True)
                taken[name] = section

    def fan_order(self) -> list[str]:
        """Fan ids in the order of the page: by number where there is one, else where the file puts them."""
        number = 0
        keyed = []
        for place, (name, table) in enumerate(self.family("fan").items()):
            number = self.whole(table, "no", number)
            keyed.append((number, place, name))
        return [name for _number, _place, name in sorted(keyed)]

    def indicator_order(self) -> tuple[int, ...]:
        """The kind after each: its follower in a circle of `indicator_order`, else itself."""
        order = list(range(tiles.KIND_COUNT))
        for index, text in enumerate(self.list_of(self.tables.get("tiles", {}), "indicator_order") or _CIRCLES):
            try:
                circle = [tile.kind for tile in read_tiles(text)]
            except NotationError as error:
                self.bad(("tiles", "indicator_order", index), f"'{text}' is not a list of tiles ({error})")
                continue
            for kind, following in zip(circle, (*circle[1:], *circle[:1]), strict=True):
                order[kind] = following
        return tuple(order)

    def owners(self) -> tuple[int, ...]:
        text = self.text(self.tables.get("tiles", {}), "flower_owner", "ESWNESWN")
        if len(text) != 8 or any(letter not in "ESWN" for letter in text):
            self.bad(("tiles", "flower_owner"), "eight letters of E, S, W, N are needed")
            return (0, 1, 2, 3) * 2
        return tuple("ESWN".index(letter) for letter in text)

    def catalogue(self, kinds: int, options: tuple[m.Option, ...]) -> cat.Catalogue:
        sets: list[tuple[int, int, int]] = []
        forms, families, kongs = [], [], []
        for name, table in self.family("sets").items():
            form = self.text(table, "form")
            if form in ("runs", "equal"):
                triples = cat.runs(kinds) if form == "runs" else cat.equal(kinds)
            elif form:
                self.bad(("sets", name, "form"), f"'{form}' is neither runs nor equal", "or give `when`")
                continue
            else:
                triples = [t for t in self.fitting(("sets", name, "when"), table, 3, kinds, options) if len(t) == 3]
            like = self.text(table, "like", "pung" if form == "equal" else "chow" if form == "runs" else "other")
            if like not in _FORMS:
                self.bad(("sets", name, "like"), f"'{like}' is not chow, pung or other")
            for triple in triples:
                if triple not in sets:
                    sets.append(triple)
                    forms.append(_FORMS.get(like, cat.OTHER))
                    families.append(name)
                    kongs.append(bool(table.get("kong", form == "equal")))
        pairs = [p for name, table in self.family("pairs").items()
                 for p in self.fitting(("pairs", name, "when"), table, 2, kinds, options)]
        if not kinds:
            self.bad(("tiles", "kinds"), "no tile is in play", 'for example "123456789m1234567z"')
        if len(set(pairs)) > cat.MOST_KINDS:
            self.bad(("pairs",), f"{len(set(pairs))} kinds of pair; at most {cat.MOST_KINDS}", "narrow `when`", True)
        if len(sets) > cat.MOST_KINDS:
            self.bad(("sets",), f"{len(sets)} kinds of set; at most {cat.MOST_KINDS}", "narrow `when`", True)
        return cat.Catalogue(tuple(sets), tuple(forms), tuple(families), tuple(kongs),
                             tuple(dict.fromkeys((p[0], p[1]) for p in pairs)))

    def fitting(self, path: tuple[str, ...], table: Mapping[str, Any], size: int, kinds: int,
                options: tuple[m.Option, ...]) -> list[tuple[int, ...]]:
        """Every group of kinds a <= b (<= c) in play that `when` accepts."""
        letters = "abc"[:size]
        playable = [k for k in range(42) if kinds >> k & 1]
        if table.get("when") == "a == b" and size == 2:     # the usual pair needs no search
            return [(k, k) for k in playable if k < 34]
        node = self.expr(path, table.get("when"), SECTIONS[path[0]].keys["when"], dict.fromkeys(letters, v.TILE))
        if node is None:
            return []
        if limits.steps(node) > limits.MOST_SET_STEPS:
            self.bad(path, "takes too long: it is tried on every group of tiles", "use fewer and shorter loops")
            return []
        row = [0] * frame.FRAME_SIZE
        for option in options:
            row[option.slot] = option.number
        env = Env(row, cat.Catalogue((), (), (), (), ()))
        fits = function(node)
        found = []
        for group in combinations_with_replacement(playable, size):
            if any(k >= 34 and group.count(k) > 1 for k in group):
                continue                # a flower exists once
            env.variables.update(zip(letters, group, strict=True))
            if fits(env):
                found.append(group)
        return found

    def shapes(self) -> tuple[m.Shape, ...]:
        made = []
        for index, (name, table) in enumerate(self.family("shape").items()):
            fixed: tuple[int, ...] = ()
            if "fixed" in table:
                fixed = tuple(permutations_of(self.text(table, "fixed")))
                if not fixed:
                    self.bad(("shape", name, "fixed"), "a list of tiles is needed", 'for example "147m258p369s"')
            shape = m.Shape(name, index, self.texts(table, default=name), self.whole(table, "sets"),
                            self.whole(table, "pairs"), fixed, self.whole(table, "tiles"), self.whole(table, "melds", 9),
                            self.expr(("shape", name, "when"), table.get("when"), SECTIONS["shape"].keys["when"]))
            if shape.tiles and shape.when is None:
                self.bad(("shape", name), "a shape of any tiles needs `when`", key=True)
            if not (0 <= shape.sets <= frame.SET_ROOM and 0 <= shape.pairs <= frame.PAIR_ROOM
                    and 2 <= shape.places <= limits.MOST_PLACES and shape.melds >= 0):
                self.bad(("shape", name), f"a shape has at most 6 sets, 8 pairs and {limits.MOST_PLACES} tiles",
                         "a kong counts as three", True)
            made.append(shape)
        if not made:
            self.bad(("shape",), "no shape: no hand can ever be complete", 'extend "base/thirteen", or give [shape.*]', True)
        return tuple(made)

    def flags(self) -> tuple[m.Flag, ...]:
        return tuple(m.Flag(name, bit, self.texts(table, default=name),
                            self.expr(("flag", name, "holds"), table.get("holds"), SECTIONS["flag"].keys["holds"], told=bit))
                     for bit, (name, table) in enumerate(self.family("flag").items()))

    def memory(self) -> tuple[m.MemorySlot, ...]:
        made = []
        for name, table in self.family("memory").items():
            if name in self.names.memory:
                place = self.names.memory[name]
                start = self.whole(table, "start", -1 if place.type in (v.SEAT, v.TILE, v.SUIT) else 0)
                made.append(m.MemorySlot(name, self.text(table, "scope"), place.slot, place.size, start,
                                         self.expr(("memory", name, "hand"), table.get("hand"),
                                                   SECTIONS["memory"].keys["hand"]), self.texts(table, default=name)))
        return tuple(made)

    def tallies(self) -> tuple[m.Tally, ...]:
        if len(self.names.tallies) > frame.TALLY_ROOM:
            self.bad(("tally",), f"more than {frame.TALLY_ROOM} tallies", key=True)
        return tuple(m.Tally(name, frame.TALLY + index, self.texts(table, default=name),
                             self.text(table, "show", "points"), self.whole(table, "start"))
                     for index, (name, table) in enumerate(self.family("tally").items()))

    def fans(self) -> tuple[m.Fan, ...]:
        made = []
        keys = SECTIONS["fan"].keys
        for name, index in self.names.fans.items():
            table = self.tables["fan"][name]
            path = ("fan", name)
            pick = self.pick((*path, "pick"), table["pick"]) if isinstance(table.get("pick"), str) else None
            variables = {var: v.ITERABLES[source].type for var, source in pick.parts} if pick else {}
            value = self.expr((*path, "value"), table.get("value", 0), keys["value"])
            tally = self.text(table, "tally", next(iter(self.names.tallies), "points"))
            if tally not in self.names.tallies:
                self.bad((*path, "tally"), f"there is no tally '{tally}'", suggestion(tally, self.names.tallies))
            when = self.expr((*path, "when"), table.get("when"), keys["when"], variables)
            count = self.expr((*path, "count"), table.get("count"), keys["count"])
            if "when" not in table and "count" not in table and "fallback" not in table and pick is None:
                self.bad(path, "nothing says when it is earned", "give `when`, `count` or `pick`", True)
            if "value" not in table:
                self.bad(path, "'value' is missing: what one is worth", key=True)
            elif value is not None and value.high < 0:
                self.bad((*path, "value"), "a fan is never negative", "make the other fans larger, or use [[adjust]]")
            self.problems.extend(limits.fan_problems(path, when, count, pick.parts if pick else ()))
            if self.whole(table, "most") < 0:
                self.bad((*path, "most"), "at least 1", "leave it out to count as often as earned")
            fallback = table.get("fallback")
            if self.text(table, "on", "win") != "win":      # earned by itself: never with a win
                when, count, pick, fallback = Node("const", v.BOOL), None, None, None
            made.append(m.Fan(name, index, self.texts(table, default=name), value or Node("const", v.INT), tally, when, count,
                              pick, bool(table.get("uses_sets", False)), self.whole(table, "most"), self.drops(name, table),
                              tuple(self.list_of(table, "tags")), self.text(table, "group"),
                              tuple(self.list_of(table, "fallback")) if fallback is not None else None,
                              self.text(table, "on", "win"), table.get("example"), self.texts(table, "text"),
                              self.text(table, "source"), self.whole(table, "no", index + 1)))
        _check_cycles(made, self)
        return tuple(made)

    def pick(self, path: tuple[str, ...], text: str) -> m.Pick | None:
        """`a, b, c in chows; p in pairs` as parts."""
        parts: list[tuple[str, str]] = []
        for piece in text.split(";"):
            left, word, source = piece.partition(" in ")
            source = source.strip()
            if not word or source not in ("sets", "chows", "pungs", "kongs", "pairs"):
                self.bad(path, f"'{piece.strip()}' cannot be read", 'write "a, b in chows; p in pairs"')
                return None
            for name in left.split(","):
                if not name.strip().isidentifier() or name.strip() in (n for n, _ in parts):
                    self.bad(path, f"'{name.strip()}' is not a new name", 'write "a, b in chows; p in pairs"')
                    return None
                parts.append((name.strip(), source))
        if len(parts) > 6:
            self.bad(path, "a pick has at most 6 parts")
            return None
        return m.Pick(tuple(parts))

    def drops(self, name: str, table: Mapping[str, Any]) -> tuple[m.Drop, ...]:
        made = []
        for index, text in enumerate(self.list_of(table, "drops")):
            fan, _at, own = text.partition("@")
            fan, star, less = fan.partition("*")
            if fan not in self.names.fans:
                if fan in self.tables.get("fan", {}):
                    continue            # dropped fan is switched off
                self.bad(("fan", name, "drops", index), f"drops a fan that does not exist: '{fan}'",
                         suggestion(fan, self.names.fans))
            elif own not in ("", "own") or (star and not (less.isdecimal() and less.isascii() and len(less) < 3)):
                self.bad(("fan", name, "drops", index), f"'{text}' cannot be read", "write id, id@own or id*1")
            else:
                made.append(m.Drop(self.names.fans[fan], own == "own", int(less or 0)))
        return tuple(made)

    def score(self) -> m.Score:
        table = self.tables.get("score", {})
        keys = SECTIONS["score"].keys
        def part(key: str) -> Node | None:
            return self.expr(("score", key), table.get(key), keys[key])
        total = part("total")
        if "total" not in table:
            self.bad(("score",), "'total' is missing: the total over the tallies", 'for example total = "points"', True)
        compare = tuple(node for index, text in enumerate(self.list_of(table, "compare"))
                        if (node := self.expr(("score", "compare", index), text, Key("expr", "", v.INT, v.SCORE))))
        if not any(node.op == "slot" and node.value == frame.TOTAL for node in compare):
            compare = (Node("slot", v.INT, (), frame.TOTAL), *compare)
        return m.Score(total or Node("const", v.INT), part("minimum"), part("counts"), part("cap"), compare,
                       self.texts(table, "unit"))

    def requirements(self) -> tuple[m.Requirement, ...]:
        made: list[m.Requirement] = []
        for name, table in self.family("win").items():
            when = self.expr(("win", name, "when"), table.get("when"), SECTIONS["win"].keys["when"])
            if when is not None:
                made.append(m.Requirement(name, len(made) + 1, when, self.texts(table, "text", name)))
        return tuple(made)

    def payments(self) -> tuple[m.Pay, ...]:
        made = []
        for kind in ("pay", "adjust", "liability"):
            keys = SECTIONS[kind].keys
            content = self.tables.get(kind, [])
            for index, table in enumerate(content if isinstance(content, list) else []):
                if not isinstance(table, dict) or not table.get("enabled", True):
                    continue
                path = (kind, index)
                on = self.text(table, "on")
                variables = v.SECTION_VARIABLES[kind]
                amount = self.expr((*path, "amount"), table.get("amount"), keys["amount"], variables)
                made.append(m.Pay(kind, self.text(table, "id", f"{kind}{index + 1}"), on, self.text(table, "for", "winner"),
                                  self.text(table, "from", "payers"),
                                  self.expr((*path, "when"), table.get("when"), keys["when"], variables), amount,
                                  self.expr((*path, "payer"), table.get("payer"), keys["payer"], variables)
                                  if kind == "liability" else None,
                                  self.text(table, "tag", on), tuple(self.list_of(table, "tags")), self.texts(table, "label")))
        return tuple(made)


def _told(node: Node) -> Node:
    """The tree with the reserved flag bits turned into reads of what was told."""
    args = tuple(_told(arg) for arg in node.args)
    if node.op == "flag" and isinstance(node.value, int) and node.value >= 64:
        return Node("told", node.type, args, node.value - 64, node.low, node.high, node.start, node.end)
    return Node(node.op, node.type, args, node.value, node.low, node.high, node.start, node.end)


def _check_cycles(fans: list[m.Fan], builder: Builder) -> None:
    if evaluation_order(fans) is None:
        for fan in fans:
            needs = uses(fan.when) | uses(fan.count) | uses(fan.value)
            if fan.index in needs or any(fan.index in uses(fans[n].when) | uses(fans[n].count) for n in needs):
                builder.bad(("fan", fan.id), "asks about itself through has(...), times(...) or any_fan(...)",
                            "one of the two must do without the other", True)
                return
        builder.bad(("fan",), "fans ask about each other in a circle", key=True)
