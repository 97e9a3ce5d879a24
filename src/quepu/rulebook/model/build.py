"""From merged tables to a Model: every key checked, every expression parsed, every fault collected."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from quepu.engine.layout.frame import TALLY_ROOM, Place
from quepu.faults import Fault
from quepu.locale import every
from quepu.rulebook.file import limits
from quepu.rulebook.file.keys import check_keys
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.file.reader import Reader, with_slots
from quepu.rulebook.file.schema import HOW_PARTS, SECTIONS, Key
from quepu.rulebook.file.texts import filled_texts
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.events import named_events
from quepu.rulebook.language.node import Negative, Number, Slot, exactly
from quepu.rulebook.language.parse import LARGEST, Define, ExpressionError, Node
from quepu.rulebook.language.secrecy import check_secrecy
from quepu.rulebook.language.walk import reads_place
from quepu.rulebook.model import model as m
from quepu.rulebook.model.answer_names import check_answer_names
from quepu.rulebook.model.blocks import read_catalogue, read_shapes
from quepu.rulebook.model.capacity import check_rooms
from quepu.rulebook.model.declarations import declare, read_options
from quepu.rulebook.model.fans import read_fans
from quepu.rulebook.model.obeyed import check_declared, check_in_time, counts_turned, receiver_at
from quepu.rulebook.model.play import Play
from quepu.rulebook.model.procedure import check_procedures, paid_for, read_updates
from quepu.rulebook.model.said import Said
from quepu.rulebook.model.sections import of, read_sections


class Builder(Reader):
    """Builds one model; `problems` holds all that is wrong."""

    def build(self) -> m.Model:
        """The model; look at `problems` before using it."""
        self.problems.extend(check_keys(self.tables, self.memo.clean if self.memo else None))
        self.tables = filled_texts(limits.sane(self.tables, SECTIONS), self.values, self.problems.append)
        for part, table in self.family("how").items():
            if part not in HOW_PARTS and not table.get("name"):
                self.bad(("how", part), Fault("build.how_title"),
                         Fault("build.how_parts", known=HOW_PARTS), True)
        options = read_options(self)
        declare(self, options)
        for name, define in self.names.defines.items():
            if not define.args:         # one with arguments is checked where it is called
                self.check_define(name, define)
        check_procedures(self)
        sections = read_sections(self)
        play = Play(**of(Play, sections))
        check_answer_names(self, play)
        kinds = self.mask(("tiles", "kinds"), self.tables.get("tiles", {}).get("kinds"), (1 << 34) - 1)
        head = self.tables.get("rulebook", {})
        wild = self.tables.get("wild", {})
        catalogue = read_catalogue(self, kinds, options)
        fans = read_fans(self)
        score = self.score()
        hand_size = self.whole(self.tables.get("deal", {}), "hand", 13)
        if any(sign in str(head.get("id", "")) for sign in "/\\\0\n"):
            self.bad(("rulebook", "id"), Fault("build.id_path"), Fault("build.id_letters"))
        model = m.Model(
            id=str(head.get("id", "")), names=self.texts(head), version=self.whole(head, "version", 1),
            text=self.texts(head, "text"), words=self.names, kinds=kinds,
            bonus=self.mask(("tiles", "bonus"), self.tables.get("tiles", {}).get("bonus"), ((1 << 8) - 1) << 34),
            flower_owner=self.owners(), hand_size=hand_size,
            catalogue=catalogue, shapes=read_shapes(self), flags=self.flags(), memory=self.memory(),
            tallies=self.tallies(), fans=fans, score=score, grades=self.grades(),
            requirements=self.requirements(),
            payments=self.payments(), options=options,
            wild_as_self=bool(wild.get("as_self", True)),
            wild_stands_for=self.mask(("wild", "stands_for"), wild.get("stands_for"), kinds),
            sample=self.text(head, "sample"), sections=sections,
            said=Said(**of(Said, sections)), **of(Play, sections),
            counts_turned=counts_turned(self.tables, self.names.turned, self.trees))
        check_rooms(self, model)
        secrets = check_secrecy(self)
        check_in_time(self.bad, self.tables, self.names.turned, self.trees)
        check_declared(self.bad, self.tables, self.names.flags, self.trees)
        return replace(model, secrets=secrets)

    def check_define(self, name: str, define: Define) -> None:
        """Parse a define by itself, so that its faults are told where it stands and once."""
        if len(self.problems) > limits.MOST_PROBLEMS:
            return                      # nobody reads on
        try:
            self.parse(define.text, self.names, v.ANYWHERE, {"payer": v.SEAT, "owner": v.SEAT, "receiver": v.SEAT})
        except ExpressionError as error:
            for fault in error.faults:
                self.tell(("define", name, "is"), fault if fault.define else replace(fault, define=name))

    def owners(self) -> tuple[int, ...]:
        """The seat of each flower."""
        text = self.text(self.tables.get("tiles", {}), "flower_owner", "ESWNESWN")
        if len(text) != 8 or any(letter not in "ESWN" for letter in text):
            self.bad(("tiles", "flower_owner"), Fault("build.owners"))
            return (0, 1, 2, 3) * 2
        return tuple("ESWN".index(letter) for letter in text)

    def flags(self) -> tuple[m.Flag, ...]:
        """What the table may tell, each with its bit."""
        key = SECTIONS["flag"].keys["holds"]
        return tuple(m.Flag(name, bit, self.texts(table, default=name),
                            self.expr(("flag", name, "holds"), table.get("holds"), key, told=bit),
                            self.play.get(("flag", name, "given")), table.get("declared") is True)
                     for bit, (name, table) in enumerate(self.family("flag").items()))

    def memory(self) -> tuple[m.MemorySlot, ...]:
        """What the table remembers, each with its place in the frame."""
        made = []
        for name, table in self.family("memory").items():
            if name in self.names.memory:
                place = self.names.memory[name]
                start = self.whole(table, "start", -1 if place.type in (v.SEAT, v.TILE, v.SUIT) else 0)
                made.append(m.MemorySlot(name, self.text(table, "scope"), place.slot, place.size, start,
                                         self.expr(("memory", name, "hand"), table.get("hand"),
                                                   SECTIONS["memory"].keys["hand"]), self.texts(table, default=name),
                                         read_updates(self, name, table), place.type,
                                         bool(table.get("shown", False))))
        return tuple(made)

    def tallies(self) -> tuple[m.Tally, ...]:
        """What fans add up to."""
        if len(self.names.tallies) > TALLY_ROOM:
            self.bad(("tally",), Fault("build.tallies", most=TALLY_ROOM), key=True)
        key = SECTIONS["tally"].keys["becomes"]
        return tuple(m.Tally(name, index, self.texts(table, default=name),
                             self.texts(table, "show", "points"), self.whole(table, "start"),
                             self.before_total(("tally", name, "becomes"), self.expr(
                                 ("tally", name, "becomes"), table.get("becomes"), key)),
                             bool(table.get("apart", False)))
                     for index, (name, table) in enumerate(self.family("tally").items()))

    def before_total(self, path: m.Path, node: Node | None) -> Node | None:
        """The tree of what the total is made of; it cannot ask for the total, which is not known by then."""
        at = reads_place(node, Place("total")) if node is not None else None
        if at is not None:
            self.problems.append(Problem(path, Fault("build.asks_total"),
                                         Fault("build.speak_tallies"),
                                         at.start, at.end))
        return node

    def score(self) -> m.Score:
        """How tallies become the total, and which reading is best."""
        table = self.tables.get("score", {})
        keys = SECTIONS["score"].keys

        def part(key: str) -> Node | None:
            return self.expr(("score", key), table.get(key), keys[key])

        total = self.before_total(("score", "total"), part("total"))
        if "total" not in table:
            self.bad(("score",), Fault("build.no_total"), Fault("build.total_like"), True)
        compare = tuple(node for index, text in enumerate(self.list_of(table, "compare"))
                        if (node := self.expr(("score", "compare", index), text, Key("expr", "", v.INT, v.SCORE))))
        if not any(isinstance(node, Slot) and node.place.field == "total" for node in compare):
            compare = (Slot(Place("total"), bounds=(-LARGEST, LARGEST)), *compare)
        return m.Score(total or Number(), part("minimum"), part("counts"), part("cap"), compare,
                       self.texts(table, "unit"))

    def grades(self) -> tuple[m.Grade, ...]:
        """Names for what a hand is worth."""
        key = SECTIONS["grade"].keys["when"]
        return tuple(m.Grade(name, when, self.texts(table, default=name))
                     for name, table in self.family("grade").items()
                     if (when := self.expr(("grade", name, "when"), table.get("when"), key)) is not None)

    def requirements(self) -> tuple[m.Requirement, ...]:
        """What a legal win needs besides its minimum."""
        made: list[m.Requirement] = []
        for name, table in self.family("win").items():
            when = self.expr(("win", name, "when"), table.get("when"), SECTIONS["win"].keys["when"])
            if when is not None:
                made.append(m.Requirement(name, len(made) + 1, when, self.texts(table, "text", name)))
        return tuple(made)

    def false_win(self) -> list[m.Pay]:
        """`[match] false_win.pays` as a payment like any other: so much to each seat that still plays."""
        price = self.play.get(("match", "false_win", "pays"))
        if price is None or (isinstance(price, Number) and price.value == 0):
            return []
        amount = exactly(-price.value) if isinstance(price, Number) else \
            Negative(price, bounds=(-price.high, -price.low))
        playing = self.expr(("match", "false_win"), "not payer.is_out", SECTIONS["pay"].keys["when"],
                            SECTIONS["pay"].variables)
        return [m.Pay("pay", "false_win", "false_win", "actor", "payers", playing, amount, None, "false_win", (),
                      every("settle.false_win"))]

    def pay_expr(self, path: m.Path, text: Any, key: Key, variables: Mapping[str, str]) -> Node | None:
        """An expression of a payment; how the hand ended is in the frame."""
        node = self.expr(path, text, key, variables)
        return node and with_slots(node, {"is_draw": v.BOOL})

    def payments(self) -> tuple[m.Pay, ...]:
        """Who pays whom: payments first, then what changes and what replaces them."""
        made = self.false_win()
        for kind in ("pay", "adjust", "liability"):
            keys = SECTIONS[kind].keys
            content = self.tables.get(kind, [])
            for index, table in enumerate(content if isinstance(content, list) else []):
                if not isinstance(table, dict) or not table.get("enabled", True):
                    continue
                amount, when, payer, share = (
                    self.pay_expr((kind, index, key), table.get(key), keys[key], SECTIONS[kind].variables)
                    if key in keys else None for key in ("amount", "when", "payer", "share"))
                on = next(iter(named_events(table.get("on"))), "")
                made.append(m.Pay(kind, self.text(table, "id", f"{kind}{index + 1}"), on,
                                  self.text(table, "for", receiver_at(on)), self.text(table, "from", "payers"), when,
                                  amount, payer, self.text(table, "tag", on), tuple(self.list_of(table, "tags")),
                                  self.texts(table, "label"), paid_for(self, table), share))
        return tuple(made)
