"""The tables of a duel: who sits where, and whoever plays them, inside the engine or with programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from quepu.book import Rulebook
from quepu.bots.made import MadeBots
from quepu.bots.seat import BOTS
from quepu.engine.bots.duels import clear_table, count_table
from quepu.engine.layout.record import Columns
from quepu.engine.layout.results import DuelTable, DuelTables
from quepu.faults import Fault
from quepu.game.match import Match, engine_of
from quepu.lab.simulate import play_seated, played_again, seated
from quepu.records.lines import write_record

A, B = 0, 1
SIDES = "AB"


def seatings_of(seats: int) -> list[tuple[int, ...]]:
    """Every way to seat two sides as evenly as can be: the side of each player.

    Each way comes with its opposite, so that of two that are alike neither gains.

    >>> len(seatings_of(4)), seatings_of(3)[:2], seatings_of(2)
    (6, [(0, 1, 1), (1, 0, 1)], [(0, 1), (1, 0)])
    """
    even = (seats // 2, seats - seats // 2)
    ways = [tuple(way >> player & 1 for player in range(seats)) for way in range(1 << seats)]
    return [way for way in reversed(ways) if sum(way) in even]


def seating_name(seating: Sequence[int]) -> str:
    """A seating as a text, player by player.

    >>> seating_name((0, 1, 1, 0))
    'ABBA'
    """
    return "".join(SIDES[side] for side in seating)


@dataclass(frozen=True, slots=True)
class Tables:
    """What came of some units: a row for each unit and seating."""

    rows: Any                           # of DuelTable.dtype()
    lost: tuple[tuple[int, int, Fault], ...] = ()       # unit counted from the first of these, side, why
    records: tuple[tuple[str, ...], ...] = ()           # by unit and seating, if somebody wants them


@dataclass(frozen=True, slots=True)
class Terms:
    """What a duel is about; it can be sent to another process."""

    names: tuple[str, str]              # A and B
    seed: int
    limit: int                          # hands at a table
    programs: Mapping[str, Any] = field(default_factory=dict)       # how programs are started: `bots.made`
    records: bool = False

    @property
    def is_core(self) -> bool:
        """Whether both play inside the engine: no program, and nobody who thinks."""
        return all(name in BOTS for name in self.names)


class CoreTables:
    """Plays units inside the engine."""

    def __init__(self, book: Rulebook, terms: Terms) -> None:
        self.terms, self.engine = terms, engine_of(book)
        self.session = self.engine.new_session()
        self.seatings = seatings_of(self.engine.rules.seat_count)
        own = seated(self.engine, self.session, terms.names)
        self.bots = [[own[side] for side in (*seating, B, B)[:4]] for seating in self.seatings]
        self.table = self.engine.new_table()

    def play(self, first: int, count: int) -> Tables:
        """What came of so many units from the first on."""
        duel = empty_tables(self.bots, count)
        with self.engine.lent(self.session):
            self.engine.kernels.play_duels(self.table, self.session, self.terms.seed, first, count, self.terms.limit,
                                           duel)
        return Tables(rows_of(duel))

    def records(self, unit: int, names: Sequence[Sequence[str]]) -> tuple[str, ...]:
        """The records of a unit, played once more; `names` are those of the players, by seating."""
        seed = int(self.engine.kernels.match_seed(self.terms.seed, unit))
        return tuple(write_record(played_again(self.engine, self.session, bots, seed, self.terms.limit, players))
                     for bots, players in zip(self.bots, names, strict=True))


class ProgramTables:
    """Plays units step by step, with programs or who thinks, anew for each table: no deal helps in the next."""

    def __init__(self, book: Rulebook, terms: Terms) -> None:
        self.book, self.terms, self.engine = book, terms, engine_of(book)
        self.seatings = seatings_of(self.engine.rules.seat_count)
        self.made = MadeBots(**terms.programs)

    def play(self, first: int, count: int) -> Tables:
        """What came of so many units from the first on."""
        duel = empty_tables([[0] * 4 for _seating in self.seatings], count)
        lost: list[tuple[int, int, Fault]] = []
        records: list[tuple[str, ...]] = []
        for unit in range(count):
            seed = int(self.engine.kernels.match_seed(self.terms.seed, first + unit))
            texts = []
            for place, seating in enumerate(self.seatings):
                match, why = self._table(seed, seating, duel, duel.tables[unit * len(self.seatings) + place])
                lost += [(unit, side, fault) for side, fault in why.items()]
                texts.append(write_record(match) if self.terms.records else "")
            records.append(tuple(texts))
        return Tables(rows_of(duel), tuple(lost), tuple(records) if self.terms.records else ())

    def _table(self, seed: int, seating: Sequence[int], duel: DuelTables,
               row: DuelTable) -> tuple[Match, dict[int, Fault]]:
        """Play at one table and count what came of it; why programs were lost, by side."""
        match = Match(self.book, seed, player_names(seating, self.terms.names), engine=self.engine)
        clear_table(row)
        with self.made.seating(match, [self.terms.names[side] for side in seating]) as bots:
            while not match.over and row.hands < self.terms.limit:
                for player, score in enumerate(match.scores):
                    duel.before[player] = score
                play_seated(match, bots)
                count_table(match.table, match.session, duel, row)
            bots.tell()
        return match, {seating[player]: fault for player, fault in bots.why.items()}


def player_names(seating: Sequence[int], names: Sequence[str]) -> list[str]:
    """What the players are called at a table: side, number, and which bot; a program's command is nobody's business.

    >>> player_names((0, 1, 0, 1), ("aware", "remote:./bot --key 7"))
    ['A1 aware', 'B1 remote', 'A2 aware', 'B2 remote']
    """
    return [f"{SIDES[side]}{seating[:player + 1].count(side)} {names[side].partition(':')[0]}"
            for player, side in enumerate(tuple(seating))]


def empty_tables(bots: Sequence[Sequence[int]], units: int) -> DuelTables:
    """Room for what comes of so many units; `bots` by seating and player."""
    count = units * len(bots)
    return DuelTables.build(before=[0] * 4, bots=[0] * 4, seatings=[bot for seating in bots for bot in seating],
                            tables=Columns(DuelTable, bytes(count * DuelTable.SIZE), count))


def rows_of(duel: DuelTables) -> Any:
    """The rows of all tables for NumPy, unit by unit."""
    count = len(duel.tables)
    rows = np.frombuffer(duel.raw[-count * DuelTable.SIZE:], DuelTable.dtype())
    return rows.reshape(-1, len(duel.seatings) // 4)


def tables_of(book: Rulebook, terms: Terms) -> CoreTables | ProgramTables:
    """Whoever plays the tables of a duel."""
    return CoreTables(book, terms) if terms.is_core else ProgramTables(book, terms)
