"""Random typed expressions of the language, with defines, loops whose names hide each other, and values at the edge."""

from random import Random

NAMES = ("x", "y", "f", "seat", "E")        # few, so that they hide each other and what is generated
SEAT_FACTS = ("winner", "discarder", "actor", "feeder", "nobody", "'E'", "'N'", "last", "friend[winner]")
TILE_FACTS = ("tile", "win_tile", "none", "'5m'", "'7z'", "'3f'", "seat_wind", "kept")
NUMBERS = ("0", "1", "-3", "7", "100000", "level", "options.limit", "flower_count", "wall_left", "open_count")
HEAD = """
[memory.level]
scope = "match"
[memory.last]
scope = "hand"
type = "seat"
[memory.friend]
scope = "seat"
type = "seat"
[memory.kept]
scope = "hand"
type = "tile"
[memory.done]
scope = "seat"
type = "bool"
[memory.gains]
scope = "seat"
[memory.fed]
scope = "pair"
[flag.first]
[turned.lot]
on = "win"
[option.limit]
type = "int"
default = 5
choices = [0, 9]
[option.mode]
type = "choice"
default = "calm"
choices = ["calm", "wild", "f[99999]"]
"""


class Writer:
    """Writes expressions; `scope` is what the variables in reach are called, by type."""

    def __init__(self, rng: Random, defines: dict[str, tuple[dict[str, str], str, str]], reading: bool = False) -> None:
        self.rng, self.defines, self.reading = rng, defines, reading

    def write(self, kind: str, scope: dict[str, str], depth: int) -> str:
        """An expression of a type."""
        known = [name for name, of in scope.items() if of == kind]
        if known and self.rng.random() < 0.45:
            return self.rng.choice(known)
        if depth <= 0:
            return self.leaf(kind)
        usable = [name for name, (_args, gives, _text) in self.defines.items() if gives == kind]
        if usable and self.rng.random() < 0.25:
            name = self.rng.choice(usable)
            args = self.defines[name][0].values()
            return f"{name}({', '.join(self.write(of, scope, depth - 1) for of in args)})" if args else name
        return str(getattr(self, "_" + kind)(scope, depth - 1))

    def leaf(self, kind: str) -> str:
        return self.rng.choice({
            "int": NUMBERS, "seat": SEAT_FACTS, "tile": TILE_FACTS, "tiles": ("'19m'", "'1234567z'", "'5p'"),
            "bool": ("self_draw", "first", "True", "False", "done[winner]", "options.mode == 'wild'")}[kind])

    def _int(self, scope: dict[str, str], depth: int) -> str:
        def of(kind: str) -> str:
            return self.write(kind, scope, depth)
        ways = [
            lambda: f"({of('int')} {self.rng.choice('+-')} {of('int')})", lambda: f"(-{of('int')})",
            lambda: f"min(99, {of('int')}) * 3", lambda: f"{of('int')} // max(1, {of('int')})",
            lambda: f"{of('int')} % max(1, {of('int')})", lambda: f"{of('int')} // 4",
            lambda: f"({of('int')} if {of('bool')} else {of('int')})", lambda: f"max({of('int')}, {of('bool')})",
            lambda: f"abs({of('int')})", lambda: f"doubled(min(9, {of('int')}), {of('int')})",
            lambda: f"ceil_to({of('int')}, max(1, {of('int')}))", lambda: f"half_up({of('int')})",
            lambda: f"gains[{of('seat')}]", lambda: f"turns_to({of('seat')}, {of('seat')})",
            lambda: f"fed[{of('seat')}, {of('seat')}]", lambda: f"({of('tile')}).rank",
            lambda: f"({of('tile')}).number", lambda: f"held({of('tile')})", lambda: f"shown({of('tile')})",
            lambda: self._loop("sum", "int", scope, depth), lambda: self._loop("max", "int", scope, depth),
            lambda: self._loop("min", "int", scope, depth), lambda: self._loop("count", "", scope, depth)]
        if self.reading:
            ways += [lambda: f"copies({of('tile')})", lambda: "pung_count", lambda: "kind_count"]
        else:
            ways += [lambda: f"purse({of('seat')})", lambda: f"value({of('seat')}, {of('tile')})",
                     lambda: f"marked({of('seat')}, {of('tile')})", lambda: f"visible({of('tile')})",
                     lambda: f"declares({of('seat')})", lambda: f"dice(min(4, max(1, {of('int')})))"]
        return self.rng.choice(ways)()

    def _bool(self, scope: dict[str, str], depth: int) -> str:
        def of(kind: str) -> str:
            return self.write(kind, scope, depth)
        ways = [
            lambda: f"({of('bool')} {self.rng.choice(('and', 'or'))} {of('bool')})", lambda: f"(not {of('bool')})",
            lambda: f"({of('int')} {self.rng.choice(('<', '==', '>='))} {of('int')})",
            lambda: f"({of('seat')} {self.rng.choice(('==', '!='))} {of('seat')})",
            lambda: f"({of('tile')} == {of('tile')})",
            lambda: f"({of('tile')} in {of('tiles')})", lambda: f"done[{of('seat')}]",
            lambda: f"({of('seat')} in ({of('seat')}, {of('seat')}))",
            lambda: f"distinct({of('seat')}, {of('seat')}, {of('seat')})",
            lambda: f"distinct({of('int')}, {of('bool')})",
            lambda: "distinct(options.mode, 'f[99999]')", lambda: f"({of('seat')}).is_dealer",
            lambda: f"({of('tile')}).{self.rng.choice(('is_honor', 'is_wild', 'is_flower', 'is_terminal'))}",
            lambda: f"({of('tile')}).owner == {of('seat')}", lambda: f"({of('tile')}).suit == ({of('tile')}).suit",
            lambda: self._loop("any", "bool", scope, depth), lambda: self._loop("all", "bool", scope, depth)]
        if not self.reading:
            ways += [lambda: f"({of('seat')}).is_out", lambda: f"has_won({of('seat')})",
                     lambda: f"is_winning({of('seat')})", lambda: f"drawn_this_turn({of('tile')})",
                     lambda: f"ready({of('seat')})",
                     lambda: f"could_win({of('seat')})"]
        return self.rng.choice(ways)()

    def _seat(self, scope: dict[str, str], depth: int) -> str:
        def of(kind: str) -> str:
            return self.write(kind, scope, depth)
        return self.rng.choice((lambda: f"next_seat({of('seat')}, {of('int')})", lambda: f"friend[{of('seat')}]",
                                lambda: f"({of('seat')} if {of('bool')} else {of('seat')})",
                                lambda: f"({of('tile')}).owner"))()

    def _tile(self, scope: dict[str, str], depth: int) -> str:
        def of(kind: str) -> str:
            return self.write(kind, scope, depth)
        return self.rng.choice((lambda: f"({of('tile')}).next", lambda: f"({of('tile')}).prev",
                                lambda: f"({of('seat')}).wind",
                                lambda: f"({of('tile')} if {of('bool')} else {of('tile')})"))()

    def _tiles(self, scope: dict[str, str], depth: int) -> str:
        return self.leaf("tiles")

    def _loop(self, name: str, body: str, scope: dict[str, str], depth: int) -> str:
        variable = self.rng.choice(NAMES)
        sources = [("seats", "seat"), ("payers", "seat"), ("flowers", "tile"), ("'19m7z'", "tile"), ("range(-2, 3)",
            "int"),
                   (f"({self.write('seat', scope, depth)}, 'S', nobody)", "seat"),
                   (f"({self.write('tile', scope, depth)}, '9s', none)", "tile"),
                   (f"({self.write('int', scope, depth)}, True, 3)", "int"),
                   (f"turned('lot', {self.write('seat', scope, depth)})", "tile")]
        if self.reading:
            sources += [("tiles", "tile"), ("kinds", "tile")]
        else:
            sources += [(f"{source}({self.write('seat', scope, depth)})", "tile")
                        for source in ("waits", "discards", "river", "heard", "hand_of", "laid")]
        source, kind = self.rng.choice(sources)
        inner = {**scope, variable: kind}
        test = f" if {self.write('bool', inner, depth - 1)}" if self.rng.random() < 0.4 else ""
        return f"{name}({self.write(body, inner, depth - 1) if body else variable} for {variable} in {source}{test})"


def some_defines(rng: Random, reading: bool = False) -> dict[str, tuple[dict[str, str], str, str]]:
    """A few defines, each of which may use those before it: arguments, type, text."""
    made: dict[str, tuple[dict[str, str], str, str]] = {}
    for number in range(4):
        args = {name: rng.choice(("int", "seat", "tile", "bool")) for name in rng.sample(NAMES, rng.randint(0, 2))}
        kind = rng.choice(("int", "bool", "seat", "tile"))
        made[f"d{number}"] = (args, kind, Writer(rng, made, reading).write(kind, args, 2))
    return made
