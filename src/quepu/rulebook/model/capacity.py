"""Whether the table has room for what a rulebook asks for: walls, choices, memories, kongs, fans that add up.

A key's own range stands in the schema; here is what several keys together can overflow.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from quepu.engine.layout.table_facts import LOTS, TURNED_ROOM
from quepu.errors import NotationError
from quepu.faults import Fault
from quepu.notation import read_kinds
from quepu.rulebook.file import limits
from quepu.rulebook.file.reader import Reader
from quepu.rulebook.language.names import Memory
from quepu.rulebook.language.node import Number
from quepu.rulebook.language.vocabulary import INT
from quepu.rulebook.model import model as m
from quepu.tiles import FLOWERS, HONORS, KIND_COUNT, code, kinds_in, mask

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
        reader.bad(("tiles", "kinds"), Fault("capacity.tiles", there=there, needed=needed, seats=seats,
                                             hand_size=model.hand_size, extra=extra, kept=kept),
                   Fault("capacity.add_kinds"))
    replacements = reader.whole(wall, "replacements", 4)
    if there < replacements + TURNED_ROOM + 1:
        for path, table in _rows(reader, "turned"):
            if table.get("from") == "dead":
                reader.bad((*path, "from"), Fault("capacity.dead_wall", there=there,
                                                  needed=replacements + TURNED_ROOM + 1), Fault("capacity.from_back"))
    for path, table in _rows(reader, "phase"):
        if table.get("kind") == "exchange" and reader.whole(table, "tiles", 1) > model.hand_size:
            reader.bad((*path, "tiles"), Fault("capacity.hand", size=model.hand_size))


def _check_tiles(reader: Reader, model: m.Model) -> None:
    others = [code(kind) for kind in kinds_in(model.bonus) if kind < HONORS.start]
    if others:
        reader.bad(("tiles", "bonus"), Fault("capacity.aside", tiles=' '.join(others)),
                   Fault("capacity.flowers"))
    text = reader.text(reader.tables.get("tiles", {}), "marks")
    try:
        marks = read_kinds(text) if text else ()
    except NotationError:
        return                          # told with the key
    for kind in dict.fromkeys(marks):
        copies = (1 if kind in FLOWERS else 4) if (model.kinds | model.bonus) >> kind & 1 else 0
        if marks.count(kind) > copies:
            reader.bad(("tiles", "marks"), Fault("capacity.marks", count=marks.count(kind), tile=code(kind),
                                                 copies=copies))


def _check_seats(reader: Reader) -> None:
    """`seat_change` names every player once."""
    players = LETTERS[:reader.whole(reader.tables.get("deal", {}), "seats", 4)]
    match = reader.tables.get("match", {})
    for index, order in enumerate(reader.list_of(match, "seat_change")):
        if sorted(order) != sorted(players):
            reader.bad(("match", "seat_change", index), Fault("capacity.order", order=order, players=players),
                       Fault("capacity.letters", players=players))


def _check_memory(reader: Reader) -> None:
    for name, place in reader.names.memory.items():
        table = reader.family("memory").get(name, {})
        start = table.get("start")
        if isinstance(start, int) and not place.low <= start <= place.high:
            reader.bad(("memory", name, "start"), Fault("capacity.start", start=start, needed=_spoken(place)),
                       Fault("capacity.leave_start"))


def _spoken(place: Memory) -> Fault:
    if place.type == INT:
        return Fault("capacity.number", low=place.low, high=place.high)
    return Fault("capacity.of_type", type=place.type, low=place.low, high=place.high)


def _check_choices(reader: Reader, path: m.Path, table: Mapping[str, Any], several: bool) -> None:
    """What players may choose: a list of numbers, or the lowest and the highest; each must fit the memory."""
    memory = reader.names.memory.get(str(table.get("sets")))
    if table.get("kind") == "void_suit" and memory is not None and not memory.low <= 0 <= 2 <= memory.high:
        reader.bad((*path, "sets"), Fault("capacity.suit", kind=memory.type))
    if "choices" not in table:
        return
    place, choices = (*path, "choices"), table["choices"]
    whole = isinstance(choices, list) and all(type(choice) is int for choice in choices)
    if not isinstance(choices, list) or not choices or not (
            whole or (len(choices) == 2 and all(type(choice) in (int, str) for choice in choices))):
        reader.bad(place, Fault("capacity.choices"), Fault("capacity.choices_like"))
        return
    if len(choices) != 2 and not several:
        reader.bad(place, Fault("capacity.two"), Fault("capacity.two_like"))
        return
    if len(choices) > limits.MOST_CHOICES:
        reader.bad(place, Fault("capacity.too_many", count=len(choices),
                                most=limits.MOST_CHOICES), Fault("keys.take_out"))
        return
    nodes = [node for index in range(len(choices)) if (node := reader.play.get((*place, index))) is not None]
    for index, node in enumerate(nodes):
        if isinstance(node, Number) and not 0 <= node.value <= limits.LARGEST_CHOICE:
            reader.bad((*place, index), Fault("capacity.choice", number=node.value, most=limits.LARGEST_CHOICE))
        elif memory is not None and memory.type != INT and not memory.low <= node.low <= node.high <= memory.high:
            reader.bad((*place, index), Fault("capacity.choice_kept", low=node.low, high=node.high,
                                                      name=str(table["sets"]), needed=_spoken(memory)))
    numbers = [node.value for node in nodes if isinstance(node, Number)]
    if len(choices) == 2 and len(nodes) == len(numbers) == 2:
        count = numbers[1] - numbers[0] + 1
        if not 1 <= count <= limits.MOST_CHOICES:
            reader.bad(place, Fault("capacity.count", count=max(0, count), most=limits.MOST_CHOICES),
                       Fault("capacity.or_list"))


def pung_kinds(model: m.Model) -> int:
    """The kinds of which three are a set, so that four can lie as a kong, as bits."""
    return sum(1 << a for a, _b, c in model.catalogue.sets if a == c)


def _check_kongs(reader: Reader, model: m.Model) -> None:
    for path, table in _rows(reader, "kong"):
        if table.get("counts_as") == "none" and table.get("of", "hand") != "hand":
            reader.bad((*path, "counts_as"), Fault("capacity.laid_aside"), Fault("capacity.of_hand"))
        if table.get("different") or table.get("counts_as") == "none" or not isinstance(table.get("tiles"), str):
            continue
        try:
            named = mask(table["tiles"]) if table["tiles"] else 0
        except ValueError:
            continue                    # told with the key
        alone = [code(kind) for kind in kinds_in(named & ~pung_kinds(model))]
        if alone:
            reader.bad((*path, "tiles"), Fault("capacity.no_set", tiles=' '.join(alone)),
                       Fault("capacity.add_set"))


def _check_claims(reader: Reader, model: m.Model) -> None:
    """Every answer to a discard has its place in the list of legal actions."""
    claims = [words if isinstance(words, list) else [words] for _path, table in _rows(reader, "claim")
              if (words := table.get("sets", []))]
    marks = 4 if reader.text(reader.tables.get("tiles", {}), "marks") else 1
    sets = list(zip(model.catalogue.sets, model.catalogue.families, strict=True))
    most = max((marks * sum(family in words for words in claims for tiles, family in sets if kind in tiles)
                for kind in range(KIND_COUNT)), default=0)
    if most > limits.MOST_LEGAL // 2:
        reader.bad(("claim",), Fault("capacity.claims", count=most, most=limits.MOST_LEGAL // 2),
                   Fault("capacity.fewer_claims"), True)


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
            reader.bad(("tally", tally.id), Fault("capacity.total", sum=most, most=limits.LARGEST_TOTAL),
                       Fault("capacity.smaller"), True)


def _check_payments(reader: Reader, model: m.Model) -> None:
    if len(model.payments) > limits.MOST_PAYMENTS:
        reader.bad(("pay",), Fault("capacity.payments", count=len(model.payments),
                                   most=limits.MOST_PAYMENTS), Fault("keys.take_out"), True)
    if len(list(_rows(reader, "turned"))) > LOTS:
        reader.bad(("turned",), Fault("capacity.lots", most=LOTS), key=True)
