"""From a score to the ledger: who pays whom, how much, and why."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from quepu.engine.layout.frame import Frame
from quepu.engine.layout.table_facts import GUESTS, POT, ROW_ROOM
from quepu.engine.machine import LEDGER_IS_FULL, STOPS
from quepu.errors import RulebookError
from quepu.faults import Fault
from quepu.rulebook.file.limits import LARGEST_PAYMENT, clipped
from quepu.rulebook.language import node as n
from quepu.rulebook.language.evaluate import Env, Function, function, seat_count
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.walk import reads_field
from quepu.rulebook.model.model import Model, Pay, keeps_empty
from quepu.scoring.result import Row

#: a payment with its condition, its amount and who pays instead
_Step = tuple[Pay, Function | None, Function | None, Function | None]


class Ledger:
    """Settles occasions of one rulebook."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.rules = [(rule, _maybe(rule.when), _maybe(rule.amount), _maybe(rule.by)) for rule in model.payments]
        self.shares = {id(rule): function(rule.share) for rule in model.payments if rule.share is not None}
        self._steps: dict[str, tuple[dict[str, list[_Step]], bool]] = {}

    @cached_property
    def asks_discarder(self) -> bool:
        """Whether it matters who fed a win."""
        return any(rule.payer == "discarder" or any(
            reads_field(node, "discarder") for node in (rule.when, rule.amount, rule.by, rule.share))
            for rule in self.model.payments)

    @cached_property
    def pays_at_once(self) -> bool:
        """Whether something is paid when it is laid down, before anybody has won."""
        return any(rule.on in ("kong", "flower") for rule in self.model.payments)

    @cached_property
    def asks_stakes(self) -> bool:
        """Whether a declaration moves anything when it is made."""
        return any(ready.stake.text != 0 for ready in self.model.readies.on) or any(
            rule.on == "ready" for rule in self.model.payments)

    def settle(self, frame: Frame, occasions: tuple[str, ...] = ("win", "end"),
               earlier: Iterable[Row] = (), told: Pay | None = None) -> list[Row]:
        """The rows of the occasions, in order: payments, then adjustments, then liabilities.

        Of payments only `told` if there is one: it was made, so what of its condition cannot be told is not asked.
        """
        env = Env(frame, self.model.catalogue, self.model.flower_owner)
        rows: list[Row] = []
        env.earlier = [*earlier]        # `paid` reads what earlier occasions moved
        for occasion in occasions:
            env.rows = []
            steps, empty = self._steps_on(occasion)
            pays = steps["pay"] if told is None else [
                (rule, _told(rule.when), amount, by) for rule, _when, amount, by in steps["pay"] if rule is told]
            for rule, when, amount, _by in pays:
                self._pay(env, rule, when, amount, empty)
            for rule, when, amount, _by in steps["adjust"]:
                self._adjust(env, rule, when, amount)
            for rule, when, amount, by in steps["liability"]:
                if self._liability(env, rule, when, amount, by):
                    break               # the first that applies takes over
            paid = [row for row in env.rows if row.amount]
            rows.extend(paid)
            env.earlier.extend(paid)
        return rows

    def _steps_on(self, occasion: str) -> tuple[dict[str, list[_Step]], bool]:
        """What is worked out on an occasion, by its kind, and whether rows of nothing count there; found out once."""
        if occasion not in self._steps:
            steps = {kind: [step for step in self.rules if step[0].kind == kind and step[0].on == occasion]
                     for kind in ("pay", "adjust", "liability")}
            self._steps[occasion] = steps, keeps_empty(step[0] for kind in steps.values() for step in kind)
        return self._steps[occasion]

    def _seats(self, env: Env, word: str, owner: int) -> list[int]:
        field = {"discarder": "discarder", "winner": "seat", "actor": "actor"}.get(word)
        if field is not None:
            seat = getattr(env.frame, field)
            return [seat] if seat >= 0 else []
        every = range(seat_count(env))
        return {"payers": [seat for seat in every if seat != owner], "seats": list(every), "dealer": [0],
                "pot": [POT], **{f"guest_{number}": [POT + number] for number in range(1, GUESTS + 1)}}[word]

    def _pay(self, env: Env, rule: Pay, when: Function | None, amount: Function | None, empty: bool) -> None:
        if rule.of is not None and env.frame.event_of not in rule.of:
            return
        made: list[Row] = []
        for owner in self._seats(env, rule.receiver, -1):
            for payer in self._seats(env, rule.payer, owner):
                if payer == owner:
                    continue
                env.variables = {"payer": payer, "receiver": owner, "owner": owner}
                if (when is None or when(env)) and amount is not None:
                    made.append(_row(payer, owner, amount(env), rule))
        self._add(env, [row for row in made if row.amount or empty])

    def _chosen(self, rule: Pay, row: Row) -> bool:
        return not rule.tags or row.tag in rule.tags

    def _adjust(self, env: Env, rule: Pay, when: Function | None, amount: Function | None) -> None:
        changed = list(env.rows)
        for index, row in enumerate(env.rows):
            env.variables = {"row": row, "payer": row.payer, "receiver": row.receiver, "amount": row.amount}
            if self._chosen(rule, row) and amount is not None and (when is None or when(env)):
                new = clipped(int(amount(env)), LARGEST_PAYMENT)
                changed[index] = replace(row, amount=new, names=rule.names or row.names)
        env.rows = changed

    def _liability(self, env: Env, rule: Pay, when: Function | None, amount: Function | None,
                   by: Function | None) -> bool:
        applied = False
        changed: list[Row] = []
        shared: list[Row] = []          # what is taken over in part comes after the rest
        share = self.shares.get(id(rule))
        for row in env.rows:
            env.variables = {"row": row, "payer": row.payer, "receiver": row.receiver, "amount": row.amount}
            if self._chosen(rule, row) and by is not None and (when is None or when(env)):
                seat = by(env)
                if 0 <= seat < seat_count(env) or seat in (row.payer, row.receiver):
                    applied = True
                    names = rule.names or row.names
                    if share is not None:
                        part = max(0, min(row.amount, share(env)))
                        if seat not in (row.payer, row.receiver):
                            shared.append(replace(row, payer=seat, amount=part, names=names))
                        row = row if seat == row.payer else replace(row, amount=row.amount - part)
                    elif seat == row.receiver:
                        continue        # nobody pays himself
                    else:
                        new = row.amount if amount is None else clipped(int(amount(env)), LARGEST_PAYMENT)
                        row = replace(row, payer=seat, amount=new, names=names)
            changed.append(row)
        env.rows = changed
        self._add(env, shared)
        return applied

    def _add(self, env: Env, rows: list[Row]) -> None:
        """Add rows to the ledger of the hand."""
        if len(env.earlier) + len(env.rows) + len(rows) > ROW_ROOM:
            raise RulebookError(Fault("score.ledger", rule=self.model.id, what=STOPS[LEDGER_IS_FULL]))
        env.rows.extend(rows)


def _row(payer: int, receiver: int, amount: int, rule: Pay) -> Row:
    if amount < 0:                      # money flows the other way
        payer, receiver, amount = receiver, payer, -amount
    return Row(payer, receiver, min(amount, LARGEST_PAYMENT), rule.tag, rule.names)


def _told(node: Expr | None) -> Function | None:
    """What of a condition can be told of a discard: all of it that reads neither tiles, rivers nor turns."""
    from quepu.scoring.telling.remembering import NUMBER, is_told
    parts = node.parts if isinstance(node, n.And) else (node,)
    told = [function(part) for part in parts if part is not None and is_told(part, NUMBER["discard"])]
    return lambda env: int(all(holds(env) for holds in told))


def _maybe(node: Expr | None) -> Function | None:
    return None if node is None else function(node)
