"""The rules of play of one rulebook as the record that the engine obeys."""


from quepu.engine.layout import codes, rule_codes
from quepu.engine.layout import table as tb
from quepu.engine.layout.frame import BY_TILES
from quepu.engine.layout.play_rules import Claim, Kong, Last, Passing, PlayRules, Ready
from quepu.errors import RulebookError
from quepu.faults import Fault
from quepu.notation import read_kinds
from quepu.packing.play_course import (
    put_end,
    put_faults,
    put_match,
    put_memory,
    put_openings,
    put_phases,
    put_turned,
    put_wild,
)
from quepu.packing.play_writer import Writer, bits, code, offers, words
from quepu.packing.score_row import words_of
from quepu.packing.tilewise import needs
from quepu.rulebook.file import limits
from quepu.rulebook.model.capacity import pung_kinds
from quepu.rulebook.model.catalogue import PUNG
from quepu.rulebook.model.model import Model
from quepu.rulecode.play_functions import PlayTrees
from quepu.tiles import FLOWERS, kinds_in, mask


def play_rules(model: Model, play: PlayTrees) -> PlayRules:
    """The rules of play."""
    row = Writer(model, play)
    for put in (_put_deal, _put_claims, _put_sets, _put_shapes, _put_kongs, _put_bonds, put_phases, put_openings,
                put_turned, put_wild, put_faults, put_memory, put_match, put_end):
        put(row)
    _check_capacity(row)
    return PlayRules.build(**row.fields)


#: what the fields of the table, the bits of a word and the lists of the engine have room for
_CAPACITY = {
    "seat_count": (2, tb.SEATS), "hand_size": (1, limits.MOST_PLACES - 1), "dealer_extra": (0, 4),
    "dice_count": (0, 4), "wall_size": (1, tb.WALL_ROOM), "dead_replacements": (0, 20), "memory": (0, tb.MEMORY_ROOM),
    "claims": (0, limits.MOST_CLAIMS), "kongs": (0, limits.MOST_KONGS), "readies": (0, limits.MOST_READIES),
    "passes": (0, limits.MOST_PASSES), "phases": (0, limits.MOST_PHASES), "turned_lots": (0, limits.MOST_TURNED),
    "aborts": (0, limits.MOST_RULES), "discard_rules": (0, limits.MOST_RULES),
    "last_rules": (0, limits.MOST_LAST_RULES), "seat_orders": (0, limits.MOST_ROUNDS),
    "faults": (0, limits.MOST_RULES), "match_rounds": (0, limits.MOST_ROUNDS), "match_hands": (0, limits.MOST_HANDS),
    "match_deals": (0, limits.MOST_HANDS), "wild_kinds": (0, 42),
}


def _check_capacity(row: Writer) -> None:
    """Refuse what the table has no room for; a rulebook is read with the same limits, so nothing should come so far."""
    fields, faults = row.fields, []
    for name, (low, high) in _CAPACITY.items():
        count = fields[name] if isinstance(fields[name], int) else len(fields[name])
        if not low <= count <= high:
            faults.append(Fault("room.field", rule=row.model.id, field=name, count=count, low=low, high=high))
    dealt = fields["seat_count"] * fields["hand_size"] + fields["dealer_extra"]
    if dealt >= fields["wall_size"]:
        faults.append(Fault("room.deal", rule=row.model.id, count=fields["wall_size"], needed=dealt + 1))
    if len(row.model.payments) > limits.MOST_PAYMENTS:
        faults.append(Fault("room.payments", rule=row.model.id, count=len(row.model.payments),
                            most=limits.MOST_PAYMENTS))
    if faults:
        raise RulebookError(faults)


def _put_deal(row: Writer) -> None:
    model = row.model
    deal, wall, tiles = (row.data.get(name, {}) for name in ("deal", "wall", "tiles"))
    marks = read_kinds(tiles["marks"]) if tiles.get("marks") else ()
    copies = [(1 if kind >= 34 else 4) if (model.kinds | model.bonus) >> kind & 1 else 0 for kind in range(42)]
    row.put(
        seat_count=row.whole(("deal", "seats"), 4),
        hand_size=model.hand_size,
        dealer_extra=row.whole(("deal", "dealer_extra"), 1),
        flowers=code(rule_codes.Flowers, deal, "flowers", "at_once"),
        dice_count=row.whole(("deal", "dice"), 0),
        stood_count=row.whole(("deal", "marked"), 0),
        reserve=row.cell(("wall", "reserve"), row.whole(("wall", "dead"), 0)),
        reserve_replaces=int(row.data.get("wall", {}).get("reserve_for") == "replacements"),
        replaces_from_back=int(wall.get("replacement", "back") == "back"),
        burns=row.whole(("wall", "burns"), 0),
        dead_replacements=row.whole(("wall", "replacements"), 4),
        playable_kinds=model.kinds,
        bonus_kinds=model.bonus,
        wall_size=sum(copies),
        copies=copies,
        marks=[marks.count(kind) for kind in range(42)],
        powers=[5 ** (kind % 9) if kind < 34 else 0 for kind in range(42)])
    last = wall.get("last", [])
    entries = list(last) if isinstance(last, list) else [last]
    row.put(last_rules=[Last(tiles=row.cell(("wall", "last", index, "tiles"), 1),
                             rule=code(rule_codes.LastRule, entry, "rule"),
                             when=row.cell(("wall", "last", index, "when"), 1))
                        for index, entry in enumerate(entries)])


def _put_claims(row: Writer) -> None:
    families, fans = row.model.catalogue.families, row.model.words.fans
    win, found = -1, []
    readies = [name for name, _table in row.entries("ready")]
    for index, (name, table) in enumerate(row.entries("claim")):
        names = words(table, "sets")
        if not names:
            win = index
        found.append(Claim(
            sets=sum(1 << block for block, family in enumerate(families) if family in names),
            on=offers(table, "on", ["discard"] if names else ["discard", "added_kong"]),
            who=code(rule_codes.Who, table, "who", "anyone"),
            priority=int(table.get("priority", 1)),
            when=row.cell(("claim", name, "when"), 1),
            must=row.cell(("claim", name, "must"), 0),
            several=code(rule_codes.Several, table, "several", "nearest"),
            three=int(table.get("three", "all") == "abort"),
            forbids=bits(table, "forbids", rule_codes.AfterClaim),
            beside=row.cell(("claim", name, "with"), 1),
            not_after=bits(table, "not_after", rule_codes.AfterClaim),
            declares=1 + readies.index(table["declares"]) if table.get("declares") in readies else 0,
            first=words_of([fans[fan] for fan in words(table, "first") if fan in fans])))
    row.put(claims=found, win_claim=win)


def _put_sets(row: Writer) -> None:
    """The sets of the catalogue that a tile of each kind may be part of."""
    starts, listed = [0], []
    for kind in range(42):
        listed += [block for block, tiles in enumerate(row.model.catalogue.made_sets) if kind in tiles]
        starts.append(len(listed))
    row.put(sets_of=starts, set_list=listed)


def _put_shapes(row: Writer) -> None:
    """For each shape the kinds it may be made of, one mask for each way; none if its condition does not tell."""
    flowers, starts, kinds = 0, [0], []
    for shape in row.model.shapes:
        flowers |= shape.on & ~BY_TILES if shape.tiles else 0
        kinds += [way.allowed for way in (needs(row.model, shape.when) if shape.tiles else None) or ()]
        starts.append(len(kinds))
    row.put(flower_shapes=flowers, shape_starts=starts, shape_kinds=kinds,
            aside_shapes=int(any(shape.on & BY_TILES and not shape.is_of_tiles for shape in row.model.shapes)))


def _pung_priority(row: Writer) -> int:
    """The priority of a claimed pung, which a claimed kong shares."""
    for _name, table in row.entries("claim"):
        for block, family in enumerate(row.model.catalogue.families):
            if family in words(table, "sets") and row.model.catalogue.set_form[block] == PUNG:
                return int(table.get("priority", 1))
    return 1


def _put_kongs(row: Writer) -> None:
    model = row.model
    claims = [name for name, _table in row.entries("claim")]
    pungs = sum(1 << tiles[0] for tiles, form, kong in zip(
        model.catalogue.sets, model.catalogue.set_form, model.catalogue.set_kong, strict=True)
        if form == PUNG and kong and tiles[0] == tiles[2])
    found, tables = [], []
    mixed = {one.kong: number for number, one in enumerate(model.catalogue.mixed, model.catalogue.made_count)}
    for name, table in row.entries("kong"):
        kinds = model.catalogue.set_mask[mixed[name]] if name in mixed else \
            mask(table["tiles"]) if table.get("tiles") else \
            model.kinds if table.get("counts_as") == "none" else pungs
        if table.get("counts_as") != "none" and name not in mixed:
            kinds &= pung_kinds(model)          # a kong lies as a set: four of other tiles have no place
        tables.append(table)
        found.append(Kong(
            of=code(rule_codes.KongOf, table, "of", "hand"),
            kinds=kinds,
            least=int(table.get("least", kinds.bit_count() if name in mixed else 4)),
            block=mixed.get(name, -1),
            grows=int(table.get("grows", False)),
            when=row.cell(("kong", name, "when"), 1),
            robbed=sum(1 << claims.index(claim) for claim in words(table, "robbed_by") if claim in claims),
            replacements=row.cell(("kong", name, "replacements"), 1),
            counts_as=code(rule_codes.CountsAs, table, "counts_as", "kong"),
            locks=int(table.get("locks", False)),
            turns=int(table.get("turns", 0)),
            priority=_pung_priority(row),
            on=bits(table, "on", rule_codes.KongOn, rule_codes.KongOn.DRAW),
            reveals=code(rule_codes.Reveals, table, "reveals", "at_once")))
    row.put(kongs=found, kongs_on_claim=int(any("claim" in words(table, "on") for table in tables)),
            mixed_kongs=int(bool(mixed)),
            laid_from=0 if any(table.get("counts_as") == "none" for table in tables) else
            min((FLOWERS.start, *kinds_in(row.model.bonus))))


def _let_go(row: Writer, families: list[str]) -> int:
    """What a seat could have made that lets a claim on sets of these families go, as bits of May; else a win."""
    catalogue = row.model.catalogue
    found = 0 if families else codes.May.WIN
    for family, (first, *_rest, last) in zip(catalogue.families, catalogue.sets, strict=True):
        if family in families:
            found |= codes.May.PUNG | codes.May.KONG if first == last else codes.May.SET
    return found


def _put_bonds(row: Writer) -> None:
    """Declarations, what passing forbids, conditions of discarding."""
    readies = row.entries("ready")
    flags = {flag.id: flag.bit for flag in row.model.flags}
    memory = {slot.id: slot for slot in row.model.memory}
    lots = [name for name, _table in row.entries("turned")]
    row.put(readies=[Ready(
        on=bits(table, "on", rule_codes.ReadyOn, rule_codes.ReadyOn.DISCARD),
        when=row.cell(("ready", name, "when"), 1),
        discard=row.cell(("ready", name, "discard"), 1),
        flag=flags.get(table.get("flag", ""), -1),
        binds=bits(table, "binds", codes.Bind),
        stake=row.cell(("ready", name, "stake"), 0),
        shows=code(rule_codes.Shows, table, "shows", "nothing"),
        low=row.cell(("ready", name, "choices", 0), 0),
        high=row.cell(("ready", name, "choices", 1), 0),
        memory=memory[table["sets"]].slot if "choices" in table and table.get("sets") in memory else -1,
        wins_on=lots.index(table["wins_on"]) if table.get("wins_on") in lots else -1,
        follows=sum(1 << index for index, (other, _table) in enumerate(readies) if other in words(table, "follows")))
        for name, table in readies])
    _put_passes(row)
    row.put(discard_rules=[row.cell(("discard", name, "when"), 1) for name, _table in row.entries("discard")])


def _put_passes(row: Writer) -> None:
    claims, passes = dict(row.entries("claim")), row.entries("pass")
    found, unable = [], 0
    for name, table in passes:
        on = 0
        for claim in words(table, "on"):
            on |= _let_go(row, words(claims[claim], "sets")) if claim in claims else 0
        unable |= offers(table, "unable", [])
        found.append(Passing(
            on=on,
            forbids=bits(table, "forbids", codes.Forbid),
            until=bits(table, "until", rule_codes.Until, rule_codes.Until.OWN_DRAW),
            when=row.cell(("pass", name, "when"), 1),
            drawn=int(table.get("drawn", False)), unable=offers(table, "unable", [])))
    row.put(passes=found, unable_offers=unable,
            pass_penalty=int(any(table.get("penalty", False) for _name, table in passes)))
