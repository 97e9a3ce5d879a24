"""The rules of play of one rulebook as the record that the engine obeys."""


from quepu.engine.layout import codes, rule_codes
from quepu.engine.layout import table as tb
from quepu.engine.layout.frame import BY_TILES
from quepu.engine.layout.play_rules import Claim, Kong, Last, Passing, PlayRules, Ready
from quepu.errors import RulebookError
from quepu.faults import Fault
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
from quepu.packing.play_writer import Writer, bits, code, constant, offers
from quepu.packing.score_row import words_of
from quepu.packing.tilewise import needs
from quepu.rulebook.file import limits
from quepu.rulebook.file.choices import End, KongOn, ReserveFor, Three
from quepu.rulebook.model.capacity import pung_kinds
from quepu.rulebook.model.catalogue import PUNG
from quepu.rulebook.model.model import Model
from quepu.rulecode.play_functions import PlayTrees
from quepu.tiles import FLOWERS, kinds_in


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
    deal, wall, marks = model.deal, model.wall, model.tiles.marks
    copies = [(1 if kind >= 34 else 4) if (model.kinds | model.bonus) >> kind & 1 else 0 for kind in range(42)]
    row.put(
        seat_count=deal.seats,
        hand_size=model.hand_size,
        dealer_extra=deal.dealer_extra,
        flowers=code(rule_codes.Flowers, deal.flowers),
        dice_count=deal.dice,
        stood_count=deal.marked,
        reserve=row.cell(wall.reserve, wall.dead),
        reserve_replaces=int(wall.reserve_for is ReserveFor.REPLACEMENTS),
        replaces_from_back=int(wall.replacement is End.BACK),
        burns=wall.burns,
        dead_replacements=wall.replacements,
        playable_kinds=model.kinds,
        bonus_kinds=model.bonus,
        wall_size=sum(copies),
        copies=copies,
        marks=[marks.count(kind) for kind in range(42)],
        powers=[5 ** (kind % 9) if kind < 34 else 0 for kind in range(42)])
    row.put(last_rules=[Last(tiles=row.cell(last.tiles), rule=code(rule_codes.LastRule, last.rule),
                             when=row.cell(last.when)) for last in wall.last])


def _put_claims(row: Writer) -> None:
    families, fans = row.model.catalogue.families, row.model.words.fans
    readies = list(row.model.readies)
    found = [Claim(
        sets=sum(1 << block for block, family in enumerate(families) if family in claim.sets),
        on=offers(claim.takes),
        who=code(rule_codes.Who, claim.who),
        priority=claim.priority,
        when=row.cell(claim.when),
        must=row.cell(claim.must),
        several=code(rule_codes.Several, claim.several),
        three=int(claim.three is Three.ABORT),
        forbids=bits(rule_codes.AfterClaim, claim.forbids),
        beside=row.cell(claim.with_),
        not_after=bits(rule_codes.AfterClaim, claim.not_after),
        declares=1 + readies.index(claim.declares) if claim.declares in readies else 0,
        first=words_of([fans[fan] for fan in claim.first if fan in fans])) for claim in row.model.claims.on]
    wins = [index for index, claim in enumerate(row.model.claims.on) if not claim.sets]
    row.put(claims=found, win_claim=wins[-1] if wins else -1)


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
    for claim in row.model.claims.on:
        for block, family in enumerate(row.model.catalogue.families):
            if family in claim.sets and row.model.catalogue.set_form[block] == PUNG:
                return claim.priority
    return 1


def _put_kongs(row: Writer) -> None:
    model = row.model
    claims = list(model.claims)
    pungs = sum(1 << tiles[0] for tiles, form, kong in zip(
        model.catalogue.sets, model.catalogue.set_form, model.catalogue.set_kong, strict=True)
        if form == PUNG and kong and tiles[0] == tiles[2])
    found = []
    mixed = {one.kong: number for number, one in enumerate(model.catalogue.mixed, model.catalogue.made_count)}
    least = {one.kong: one.least for one in model.catalogue.mixed}
    for kong in model.kongs.on:
        kinds = model.catalogue.set_mask[mixed[kong.id]] if kong.id in mixed else \
            kong.tiles or (model.kinds if kong.is_aside else pungs)
        if not kong.is_aside and kong.id not in mixed:
            kinds &= pung_kinds(model)          # a kong lies as a set: four of other tiles have no place
        found.append(Kong(
            of=code(rule_codes.KongOf, kong.of),
            kinds=kinds,
            least=least.get(kong.id, kong.least),
            block=mixed.get(kong.id, -1),
            grows=int(kong.grows),
            when=row.cell(kong.when),
            robbed=sum(1 << claims.index(claim) for claim in kong.robbed_by if claim in claims),
            replacements=row.cell(kong.replacements),
            counts_as=code(rule_codes.CountsAs, kong.counts_as),
            locks=int(kong.locks),
            turns=kong.turns,
            priority=_pung_priority(row),
            on=bits(rule_codes.KongOn, kong.on),
            reveals=code(rule_codes.Reveals, kong.reveals)))
    row.put(kongs=found, kongs_on_claim=int(any(KongOn.CLAIM in kong.on for kong in model.kongs.on)),
            mixed_kongs=int(bool(mixed)),
            laid_from=0 if any(kong.is_aside for kong in model.kongs.on) else
            min((FLOWERS.start, *kinds_in(row.model.bonus))))


def _let_go(row: Writer, families: tuple[str, ...]) -> int:
    """What a seat could have made that lets a claim on sets of these families go, as bits of May; else a win."""
    catalogue = row.model.catalogue
    found = 0 if families else codes.May.WIN
    for family, (first, *_rest, last) in zip(catalogue.families, catalogue.sets, strict=True):
        if family in families:
            found |= codes.May.PUNG | codes.May.KONG if first == last else codes.May.SET
    return found


def _put_bonds(row: Writer) -> None:
    """Declarations, what passing forbids, conditions of discarding."""
    model = row.model
    flags = {flag.id: flag.bit for flag in model.flags}
    memory = {slot.id: slot for slot in model.memory}
    lots = list(model.turned)
    row.put(readies=[Ready(
        on=bits(rule_codes.ReadyOn, ready.on),
        when=row.cell(ready.when),
        discard=row.cell(ready.discard),
        flag=flags.get(ready.flag, -1),
        binds=bits(codes.Bind, ready.binds),
        stake=row.cell(ready.stake),
        shows=code(rule_codes.Shows, ready.shows),
        low=row.cell(ready.choices[0]) if ready.choices else constant(0),
        high=row.cell(ready.choices[1]) if ready.choices else constant(0),
        memory=memory[ready.sets].slot if ready.choices and ready.sets in memory else -1,
        wins_on=lots.index(ready.wins_on) if ready.wins_on in lots else -1,
        follows=sum(1 << index for index, other in enumerate(model.readies) if other in ready.follows))
        for ready in model.readies.on])
    _put_passes(row)
    row.put(discard_rules=[row.cell(rule.when, 1) for rule in model.discards.on])


def _put_passes(row: Writer) -> None:
    claims, passes = row.model.claims, row.model.passes.on
    found, unable = [], 0
    for rule in passes:
        on = 0
        for claim in rule.on:
            on |= _let_go(row, claims[claim].sets) if claim in claims else 0
        unable |= offers(rule.unable)
        found.append(Passing(
            on=on,
            forbids=bits(codes.Forbid, rule.forbids),
            until=bits(rule_codes.Until, rule.until),
            when=row.cell(rule.when),
            drawn=int(rule.drawn), unable=offers(rule.unable)))
    row.put(passes=found, unable_offers=unable, pass_penalty=int(any(rule.penalty for rule in passes)))
