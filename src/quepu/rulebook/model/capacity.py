"""Whether the table has room for what a rulebook asks for: walls, choices, memories, kongs, fans that add up.

A key's own range stands in the schema; here is what several keys together can overflow.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from quepu.engine.layout.table_facts import LOTS
from quepu.errors import NotationError
from quepu.notation import read_kinds
from quepu.rulebook.file import limits
from quepu.rulebook.file.reader import Reader
from quepu.rulebook.language.names import Memory
from quepu.rulebook.language.vocabulary import INT
from quepu.rulebook.model import model as m
from quepu.tiles import FLOWERS, HONORS, KIND_COUNT, code, kinds_in, mask

TURNED_ROOM = 24            # of engine.layout.table, which needs NumPy
MOST_EDGES = 48             # of engine.layout.score_rules: choices of sets that one reading counts
LETTERS = "ABCD"


def check_rooms(reader: Reader, model: m.Model) -> None:
    """Tell of everything there is no room for."""
    _check_wall(reader, model)
    _check_tiles(reader, model)
    _check_seats(reader)
    _check_memory(reader)
    for path, table in _rows(reader, "phase"):
        _check_choices(reader, path, table, several=True)
    for path, table in _rows(reader, "ready"):
        _check_choices(reader, path, table, several=False)
    _check_kongs(reader, model)
    _check_claims(reader, model)
    _check_tallies(reader, model)
    _check_payments(reader, model)


def wall_size(model: m.Model) -> int:
    """How many tiles there are: four of a kind, of a flower one."""
    return sum(1 if kind in FLOWERS else 4 for kind in kinds_in(model.kinds | model.bonus))


def _rows(reader: Reader, section: str) -> Iterator[tuple[m.Path, Mapping[str, Any]]]:
    content = reader.tables.get(section, {})
    for key, table in content.items() if isinstance(content, dict) else enumerate(content):
        if isinstance(table, dict) and table.get("enabled", True):
            yield (section, key), table


def _check_wall(reader: Reader, model: m.Model) -> None:
    deal, wall = reader.tables.get("deal", {}), reader.tables.get("wall", {})
    seats, extra = reader.whole(deal, "seats", 4), reader.whole(deal, "dealer_extra", 1)
    reserve = reader.play.get(("wall", "reserve"))
    kept = reserve.low if reserve is not None else reader.whole(wall, "dead", 0)
    there, needed = wall_size(model), seats * model.hand_size + extra + kept + 1
    if there < needed:
        reader.bad(("tiles", "kinds"), f"{there} tiles in play; {needed} are needed: {seats} hands of "
                   f"{model.hand_size}, {extra} for the dealer, {kept} that are never drawn, and one to draw",
                   "add kinds, or let fewer seats play with fewer tiles")
    replacements = reader.whole(wall, "replacements", 4)
    if there < replacements + TURNED_ROOM + 1:
        for path, table in _rows(reader, "turned"):
            if table.get("from") == "dead":
                reader.bad((*path, "from"), f"{there} tiles in play; a dead wall from which tiles are turned up needs "
                           f"{replacements + TURNED_ROOM + 1}", "add kinds, or turn tiles up from the back")
    for path, table in _rows(reader, "phase"):
        if table.get("kind") == "exchange" and reader.whole(table, "tiles", 1) > model.hand_size:
            reader.bad((*path, "tiles"), f"a hand has only {model.hand_size} tiles")


def _check_tiles(reader: Reader, model: m.Model) -> None:
    others = [code(kind) for kind in kinds_in(model.bonus) if kind < HONORS.start]
    if others:
        reader.bad(("tiles", "bonus"), f"{' '.join(others)}: only flowers and honours are laid aside",
                   'write "12345678f"')
    honours = [code(kind) for kind in kinds_in(model.bonus) if kind in HONORS]
    if honours:                         # the table lays them aside, and does not count them yet
        reader.planned.setdefault(f"tiles.bonus = {' '.join(honours)}", ("tiles", "bonus"))
    text = reader.text(reader.tables.get("tiles", {}), "marks")
    try:
        marks = read_kinds(text) if text else ()
    except NotationError:
        return                          # told with the key
    for kind in dict.fromkeys(marks):
        copies = (1 if kind in FLOWERS else 4) if (model.kinds | model.bonus) >> kind & 1 else 0
        if marks.count(kind) > copies:
            reader.bad(("tiles", "marks"), f"{marks.count(kind)} marks for {code(kind)}, of which {copies} are in play")


def _check_seats(reader: Reader) -> None:
    """`seat_change` names every player once."""
    players = LETTERS[:reader.whole(reader.tables.get("deal", {}), "seats", 4)]
    match = reader.tables.get("match", {})
    for index, order in enumerate(reader.list_of(match, "seat_change")):
        if sorted(order) != sorted(players):
            reader.bad(("match", "seat_change", index), f"'{order}' is not an order of the players {players}",
                       f"each of the letters {players} once")


def _check_memory(reader: Reader) -> None:
    for name, place in reader.names.memory.items():
        table = reader.family("memory").get(name, {})
        start = table.get("start")
        if isinstance(start, int) and not place.low <= start <= place.high:
            reader.bad(("memory", name, "start"), f"'start' is {start:,}; {_spoken(place)}", "leave it out for nothing")


def _spoken(place: Memory) -> str:
    return f"a {'number' if place.type == INT else place.type} from {place.low:,} to {place.high:,} is needed"


def _check_choices(reader: Reader, path: m.Path, table: Mapping[str, Any], several: bool) -> None:
    """What players may choose: a list of numbers, or the lowest and the highest; each must fit the memory."""
    memory = reader.names.memory.get(str(table.get("sets")))
    if table.get("kind") == "void_suit" and memory is not None and not memory.low <= 0 <= 2 <= memory.high:
        reader.bad((*path, "sets"), f"a suit is kept as 0 to 2, in a memory of type suit or int, not {memory.type}")
    if "choices" not in table:
        return
    place, choices = (*path, "choices"), table["choices"]
    whole = isinstance(choices, list) and all(type(choice) is int for choice in choices)
    if not isinstance(choices, list) or not choices or not (
            whole or (len(choices) == 2 and all(type(choice) in (int, str) for choice in choices))):
        reader.bad(place, "a list of numbers is needed, or the lowest and the highest", "[0, 5] or [0, 5, 10]")
        return
    if len(choices) != 2 and not several:
        reader.bad(place, "the lowest and the highest are needed", "[1, 5]")
        return
    if len(choices) > limits.MOST_CHOICES:
        reader.bad(place, f"{len(choices)} choices; at most {limits.MOST_CHOICES}", "take some out")
        return
    nodes = [node for index in range(len(choices)) if (node := reader.play.get((*place, index))) is not None]
    for index, node in enumerate(nodes):
        if node.op == "const" and not 0 <= node.number <= limits.LARGEST_CHOICE:
            reader.bad((*place, index), f"the choice is {node.number:,}; a number from 0 to "
                       f"{limits.LARGEST_CHOICE:,} is needed")
        elif memory is not None and memory.type != INT and not memory.low <= node.low <= node.high <= memory.high:
            reader.bad((*place, index), f"the choice can be {node.low:,} to {node.high:,}; for '{table['sets']}' "
                       f"{_spoken(memory)}")
    if len(choices) == 2 and len(nodes) == 2 and all(node.op == "const" for node in nodes):
        count = nodes[1].number - nodes[0].number + 1
        if not 1 <= count <= limits.MOST_CHOICES:
            reader.bad(place, f"{max(0, count):,} choices; 1 to {limits.MOST_CHOICES} are needed",
                       "[lowest, highest], or a list of more than two")


def pung_kinds(model: m.Model) -> int:
    """The kinds of which three are a set, so that four can lie as a kong, as bits."""
    return sum(1 << a for a, _b, c in model.catalogue.sets if a == c)


def _check_kongs(reader: Reader, model: m.Model) -> None:
    for path, table in _rows(reader, "kong"):
        if table.get("counts_as") == "none" and table.get("of", "hand") != "hand":
            reader.bad((*path, "counts_as"), "only tiles of the hand are laid aside", 'write of = "hand"')
        if table.get("different") or table.get("counts_as") == "none" or not isinstance(table.get("tiles"), str):
            continue
        try:
            named = mask(table["tiles"]) if table["tiles"] else 0
        except ValueError:
            continue                    # told with the key
        alone = [code(kind) for kind in kinds_in(named & ~pung_kinds(model))]
        if alone:
            reader.bad((*path, "tiles"), f"{' '.join(alone)}: three of them are not a set, so four are not a kong",
                       'add a set of them, or let the kong lie aside: counts_as = "none"')


def _check_claims(reader: Reader, model: m.Model) -> None:
    """Every answer to a discard has its place in the list of legal actions."""
    claims = [words if isinstance(words, list) else [words] for _path, table in _rows(reader, "claim")
              if (words := table.get("sets", []))]
    marks = 4 if reader.text(reader.tables.get("tiles", {}), "marks") else 1
    sets = list(zip(model.catalogue.sets, model.catalogue.families, strict=True))
    most = max((marks * sum(family in words for words in claims for tiles, family in sets if kind in tiles)
                for kind in range(KIND_COUNT)), default=0)
    if most > limits.MOST_LEGAL // 2:
        reader.bad(("claim",), f"{most} ways to claim one tile; at most {limits.MOST_LEGAL // 2}",
                   "fewer claims of the same sets", True)


def _times(fan: m.Fan) -> int:
    """How often a fan can count at most."""
    often = MOST_EDGES if fan.pick is not None else min(fan.count.high, limits.MOST_COUNTED) \
        if fan.count is not None else 1         # bounds of a count are loose; what is beyond is cut off
    return min(often, fan.most) if fan.most > 0 else often


def _check_tallies(reader: Reader, model: m.Model) -> None:
    """What fans add up to stays within what every expression over a tally relies on.

    A fan whose value is worked out from tallies has no bound of its own worth telling: there the sum is cut off.
    """
    for tally in model.tallies:
        fans = [fan for fan in model.fans if fan.tally == tally.id
                and max(-fan.value.low, fan.value.high) <= limits.LARGEST_TOTAL]
        most = tally.start + sum(_times(fan) * max(0, fan.value.high) for fan in fans)
        if most > limits.LARGEST_TOTAL:
            reader.bad(("tally", tally.id), f"its fans can add up to {most:,}; at most {limits.LARGEST_TOTAL:,}",
                       "make them smaller, or give them `most`", True)


def _check_payments(reader: Reader, model: m.Model) -> None:
    if len(model.payments) > limits.MOST_PAYMENTS:
        reader.bad(("pay",), f"{len(model.payments)} payments, adjustments and liabilities; "
                   f"at most {limits.MOST_PAYMENTS}", "take some out", True)
    if len(list(_rows(reader, "turned"))) > LOTS:
        reader.bad(("turned",), f"at most {LOTS} lots of turned tiles", key=True)
