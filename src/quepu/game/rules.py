"""The rules of play of one rulebook as a row of numbers (`P` of core.procedure)."""

from collections.abc import Mapping
from typing import Any

from quepu.core import phases
from quepu.core import procedure as p
from quepu.core import table as tb
from quepu.core.frame import BY_TILES, MEMORY
from quepu.notation import read_kinds
from quepu.rulebook.catalogue import PUNG
from quepu.rulebook.events import EVENTS
from quepu.rulebook.model import Model
from quepu.rulebook.schema import OCCASIONS
from quepu.scoring.play_text import PlayText
from quepu.scoring.tables import words_of
from quepu.scoring.tilewise import needs
from quepu.tiles import FLOWERS, mask

Path = tuple[str | int, ...]
YES, NO = -2, -1            # constants of a cell: -1 - value


def constant(value: int) -> int:
    """A cell that always says this."""
    return -1 - value


class PlayRow:
    """Writes P: scalars and beginnings in the head, then list after list."""

    def __init__(self, model: Model, text: PlayText) -> None:
        self.model, self.text, self.data = model, text, model.data
        self.numbers = [0] * p.PLAY_HEAD

    def put(self, where: int, values: list[int], count: int | None = None, length: int = 0) -> None:
        """Add a list and note where it begins and, if asked, how many entries it has."""
        self.numbers[where] = len(self.numbers)
        self.numbers.extend(values)
        if count is not None:
            self.numbers[length] = count

    def cell(self, path: Path, default: int) -> int:
        """The cell of an expression: its number, its constant value, or the default."""
        if path in self.text.numbers:
            return self.text.numbers[path]
        node = self.model.play.get(path)
        return constant(default if node is None else node.number)

    def whole(self, path: Path, default: int) -> int:
        """A plain number of the rulebook."""
        table: Any = self.data
        for step in path:
            table = table.get(step, {}) if isinstance(table, Mapping) else {}
        return table if isinstance(table, int) else default

    def entries(self, section: str) -> list[tuple[str, Mapping[str, Any]]]:
        """The entries of a family that are switched on."""
        return [(name, table) for name, table in self.data.get(section, {}).items() if table.get("enabled", True)]

    def rows(self, section: str) -> list[tuple[int, Mapping[str, Any]]]:
        """The rows of a list that are switched on."""
        return [(index, table) for index, table in enumerate(self.data.get(section, [])) if table.get("enabled", True)]


def words(table: Mapping[str, Any], key: str) -> list[str]:
    """One word or several, as a list."""
    value = table.get(key, [])
    return [value] if isinstance(value, str) else list(value)


def bits(table: Mapping[str, Any], key: str, meaning: Mapping[str, int], default: int = 0) -> int:
    """Words as the sum of their bits."""
    return sum(meaning[word] for word in words(table, key)) if key in table else default


_WHO = {"left": p.WHO_LEFT, "anyone": p.WHO_ANYONE, "nobody": p.WHO_NOBODY}
_ON = {"discard": 1 << tb.OFFER_DISCARD, "added_kong": 1 << tb.OFFER_ADDED_KONG,
       "concealed_kong": 1 << tb.OFFER_CONCEALED_KONG, "flower": 1 << tb.OFFER_FLOWER}
_SEVERAL = {"nearest": p.SEVERAL_NEAREST, "all": p.SEVERAL_ALL, "highest": p.SEVERAL_HIGHEST}
_AFTER_CLAIM = {"same_tile": p.FORBIDS_SAME, "linked_tile": p.FORBIDS_LINKED, "kong": p.FORBIDS_KONG}
_KONG_OF = {"discard": p.OF_DISCARD, "pung": p.OF_PUNG, "hand": p.OF_HAND}
_KONG_ON = {"draw": p.KONG_ON_DRAW, "claim": p.KONG_ON_CLAIM}
_REVEALS = {"at_once": p.REVEALS_AT_ONCE, "draw": p.REVEALS_DRAW, "discard": p.REVEALS_DISCARD}
_COUNTS_AS = {"kong": p.AS_KONG, "set": p.AS_SET, "none": p.AS_NONE}
_READY_ON = {"deal": p.ON_DEAL, "first_discard": p.ON_FIRST_DISCARD, "discard": p.ON_DISCARD, "claim": p.ON_CLAIM}
_BINDS = {"discard_drawn": tb.BIND_DISCARD_DRAWN, "no_claim": tb.BIND_NO_CLAIM, "no_kong": tb.BIND_NO_KONG,
          "kong_same_waits": tb.BIND_SAME_WAITS, "no_discard_win": tb.BIND_NO_DISCARD_WIN,
          "must_win": tb.BIND_MUST_WIN}
_SHOWS = {"nothing": p.SHOWS_NOTHING, "draws": p.SHOWS_DRAWS, "hand": p.SHOWS_HAND}
_FORBIDS = {"win": tb.FORBID_WIN, "discard_win": tb.FORBID_DISCARD_WIN, "same_tile": tb.FORBID_SAME_TILE,
            "lower_value": tb.FORBID_LOWER, "pung": tb.FORBID_PUNG, "chow": tb.FORBID_CHOW,
            "same_pung": tb.FORBID_SAME_PUNG}
_UNTIL = {"own_draw": p.UNTIL_OWN_DRAW, "own_discard": p.UNTIL_OWN_DISCARD, "own_claim": p.UNTIL_OWN_CLAIM,
          "safe_discard": p.UNTIL_SAFE_DISCARD, "end": p.UNTIL_END}
_FLOWERS = {"at_once": p.FLOWERS_AT_ONCE, "own_turn": p.FLOWERS_OWN_TURN, "kept": p.FLOWERS_KEPT,
            "never": p.FLOWERS_NEVER, "in_rounds": p.FLOWERS_IN_ROUNDS}
_LAST = {"draw_only": p.LAST_DRAW_ONLY, "must_win": p.LAST_MUST_WIN, "offered": p.LAST_OFFERED,
         "win_or_discard": p.LAST_WIN_OR_DISCARD, "no_claims": p.LAST_NO_CLAIMS}
_THEN = {"dead_hand": p.THEN_DEAD_HAND, "replay": p.THEN_REPLAY, "lose_deal": p.THEN_LOSE_DEAL,
         "leaves": p.THEN_LEAVES}
_AFTER_WIN = {"ends_hand": p.AFTER_ENDS, "leaves": p.AFTER_LEAVES, "stays_locked": p.AFTER_LOCKED}


def play_row(model: Model, text: PlayText) -> list[int]:
    """The rules of play as numbers; addresses are still to be filled in."""
    row = PlayRow(model, text)
    _put_deal(row)
    _put_claims(row)
    _put_shapes(row)
    _put_kongs(row)
    _put_bonds(row)
    _put_phases(row)
    _put_openings(row)
    _put_turned(row)
    _put_faults(row)
    _put_memory(row)
    _put_match(row)
    return row.numbers


def _put_deal(row: PlayRow) -> None:
    model, head = row.model, row.numbers
    deal, wall, tiles = (row.data.get(name, {}) for name in ("deal", "wall", "tiles"))
    head[p.SEAT_COUNT_AT] = row.whole(("deal", "seats"), 4)
    head[p.HAND_SIZE] = model.hand_size
    head[p.DEALER_EXTRA] = row.whole(("deal", "dealer_extra"), 1)
    head[p.FLOWER_WAY] = _FLOWERS[deal.get("flowers", "at_once")]
    head[p.DICE_COUNT] = row.whole(("deal", "dice"), 0)
    head[p.RESERVE] = row.cell(("wall", "reserve"), row.whole(("wall", "dead"), 0))
    head[p.REPLACE_FROM_BACK] = int(wall.get("replacement", "back") == "back")
    head[p.BURNS] = row.whole(("wall", "burns"), 0)
    head[p.PLAYABLE_KINDS], head[p.BONUS_KINDS] = model.kinds, model.bonus
    marks = read_kinds(tiles["marks"]) if tiles.get("marks") else ()
    row.put(p.AT_MARKS, [marks.count(kind) for kind in range(42)])
    head[p.DEAD_REPLACEMENTS] = row.whole(("wall", "replacements"), 4)
    copies = [(1 if kind >= 34 else 4) if (model.kinds | model.bonus) >> kind & 1 else 0 for kind in range(42)]
    head[p.WALL_SIZE] = sum(copies)
    head[p.AT_COPIES:p.AT_COPIES + 42] = copies
    head[p.AT_POWERS:p.AT_POWERS + 42] = [5 ** (kind % 9) if kind < 34 else 0 for kind in range(42)]
    last = wall.get("last", [])
    entries = list(last) if isinstance(last, list) else [last]
    row.put(p.AT_LAST, [n for index, entry in enumerate(entries) for n in (
        row.cell(("wall", "last", index, "tiles"), 1), _LAST[entry["rule"]],
        row.cell(("wall", "last", index, "when"), 1))], len(entries), p.LAST_RULES)


def _put_claims(row: PlayRow) -> None:
    model, head = row.model, row.numbers
    families = model.catalogue.families
    found: list[int] = []
    head[p.WIN_CLAIM] = -1
    entries = row.entries("claim")
    start = len(head)
    for index, (name, table) in enumerate(entries):
        names = words(table, "sets")
        made = sum(1 << block for block, family in enumerate(families) if family in names)
        if not names:
            head[p.WIN_CLAIM] = start + p.CLAIM_ROW * index
        found += [made, bits(table, "on", _ON, _ON["discard"] | (0 if names else _ON["added_kong"])),
                  _WHO[table.get("who", "anyone")], int(table.get("priority", 1)),
                  row.cell(("claim", name, "when"), 1), row.cell(("claim", name, "must"), 0),
                  _SEVERAL[table.get("several", "nearest")], int(table.get("three", "all") == "abort"),
                  bits(table, "forbids", _AFTER_CLAIM), row.cell(("claim", name, "with"), 1),
                  bits(table, "not_after", _AFTER_CLAIM),
                  *words_of([model.words.fans[fan] for fan in words(table, "first") if fan in model.words.fans])]
    row.put(p.AT_CLAIMS, found, len(entries), p.CLAIMS)
    starts, listed = [0], []
    for kind in range(42):
        listed += [block for block, tiles in enumerate(model.catalogue.sets) if kind in tiles]
        starts.append(len(listed))
    row.put(p.AT_SETS_OF, starts)
    row.put(p.AT_SET_LIST, listed)
    wild = row.data.get("wild", {})
    head[p.WILD_CLAIM], head[p.WILD_MELD] = int(wild.get("claim", False)), int(wild.get("meld", False))
    ways = {"yes": p.DISCARD_YES, "no": p.DISCARD_NO, "dead": p.DISCARD_DEAD}
    head[p.WILD_DISCARD] = ways[wild.get("discard", "yes")]
    head[p.SELF_DRAW_WINS] = 1


def _put_shapes(row: PlayRow) -> None:
    """For each shape the kinds it may be made of, one mask for each way; none if its condition does not tell."""
    starts: list[int] = []
    row.numbers[p.ASIDE_SHAPES] = int(any(shape.on & BY_TILES and not shape.is_of_tiles for shape in row.model.shapes))
    for shape in row.model.shapes:
        row.numbers[p.FLOWER_SHAPES] |= shape.on & ~BY_TILES if shape.tiles else 0
        ways = needs(row.model, shape.when) if shape.tiles else None
        starts.append(len(row.numbers))
        row.numbers.extend([len(ways or ()), *(way.allowed for way in ways or ())])
    row.put(p.AT_SHAPE_KINDS, starts)


def _pung_priority(row: PlayRow) -> int:
    """The priority of a claimed pung, which a claimed kong shares."""
    for _name, table in row.entries("claim"):
        for block, family in enumerate(row.model.catalogue.families):
            if family in words(table, "sets") and row.model.catalogue.set_form[block] == PUNG:
                return int(table.get("priority", 1))
    return 1


def _put_kongs(row: PlayRow) -> None:
    model = row.model
    claims = [name for name, _table in row.entries("claim")]
    pungs = sum(1 << tiles[0] for tiles, form, kong in zip(
        model.catalogue.sets, model.catalogue.set_form, model.catalogue.set_kong, strict=True)
        if form == PUNG and kong and tiles[0] == tiles[2])
    found: list[int] = []
    entries = row.entries("kong")
    for name, table in entries:
        kinds = mask(table["tiles"]) if "tiles" in table else \
            model.kinds if table.get("counts_as") == "none" else pungs
        found += [_KONG_OF[table.get("of", "hand")], kinds, int(table.get("least", 4)),
                  int(table.get("different", False)), row.cell(("kong", name, "when"), 1),
                  sum(1 << claims.index(claim) for claim in words(table, "robbed_by") if claim in claims),
                  row.cell(("kong", name, "replacements"), 1), _COUNTS_AS[table.get("counts_as", "kong")],
                  int(table.get("locks", False)), int(table.get("turns", 0)), int(table.get("opens", False)),
                  _pung_priority(row), bits(table, "on", _KONG_ON, p.KONG_ON_DRAW),
                  _REVEALS[table.get("reveals", "at_once")]]
    row.put(p.AT_KONGS, found, len(entries), p.KONGS_LISTED)
    tables = [table for _name, table in entries]
    row.numbers[p.KONGS_ON_CLAIM] = int(any("claim" in words(table, "on") for table in tables))
    row.numbers[p.LAID_FROM] = 0 if any(table.get("counts_as") == "none" for table in tables) else FLOWERS.start


def _put_bonds(row: PlayRow) -> None:
    """Declarations, what passing forbids, conditions of discarding."""
    claims = dict(row.entries("claim"))
    found: list[int] = []
    readies = row.entries("ready")
    flags = {flag.id: flag.bit for flag in row.model.flags}
    memory = {slot.id: slot for slot in row.model.memory}
    for name, table in readies:
        found += [bits(table, "on", _READY_ON, p.ON_DISCARD), row.cell(("ready", name, "when"), 1),
                  row.cell(("ready", name, "discard"), 1), flags.get(table.get("flag", ""), -1),
                  bits(table, "binds", _BINDS), row.cell(("ready", name, "stake"), 0),
                  _SHOWS[table.get("shows", "nothing")],
                  *(row.cell(("ready", name, "choices", place), 0) for place in (0, 1)),
                  memory[table["sets"]].slot - MEMORY if "choices" in table and table.get("sets") in memory else -1,
                  sum(1 << index for index, (other, _table) in enumerate(readies) if other in words(table, "follows"))]
    row.put(p.AT_READY, found, len(readies), p.READIES)
    found = []
    passes = row.entries("pass")
    for name, table in passes:
        on = 0
        for claim in words(table, "on"):
            sets = words(claims.get(claim, {}), "sets")
            on |= (tb.MAY_WIN if not sets else tb.MAY_PUNG | tb.MAY_KONG if sets == ["pung"] else tb.MAY_SET)
        found += [on, bits(table, "forbids", _FORBIDS), bits(table, "until", _UNTIL, p.UNTIL_OWN_DRAW),
                  row.cell(("pass", name, "when"), 1), int(table.get("drawn", False)), bits(table, "unable", _ON)]
    row.put(p.AT_PASS, found, len(passes), p.PASSES)
    row.numbers[p.UNABLE_OFFERS] = 0
    for _name, table in passes:
        row.numbers[p.UNABLE_OFFERS] |= bits(table, "unable", _ON)
    row.numbers[p.PASS_PENALTY] = int(any(table.get("penalty", False) for _name, table in passes))
    rules = [row.cell(("discard", name, "when"), 1) for name, _table in row.entries("discard")]
    row.put(p.AT_DISCARD_RULES, rules, len(rules), p.DISCARD_RULES)


_KINDS = {"bet": p.PHASE_BET, "exchange": p.PHASE_EXCHANGE, "void_suit": p.PHASE_VOID, "opening": p.PHASE_OPENING,
          "turns": p.PHASE_TURNS, "after_win": p.PHASE_AFTER_WIN, "end": p.PHASE_END}
_AT = {"hand": phases.AT_HAND, "round": phases.AT_ROUND, "match": phases.AT_MATCH}
_TAKES_PART = {"dealer": phases.WHO_DEALER, "others": phases.WHO_OTHERS, "all": phases.WHO_ALL}
_DIRECTION = {"left": phases.TO_LEFT, "right": phases.TO_RIGHT, "across": phases.TO_ACROSS, "random": phases.TO_RANDOM}
_SEEN = {"all": p.SEEN_ALL, "ready": p.SEEN_READY, "nobody": p.SEEN_NOBODY}
_FROM = {"front": p.FROM_FRONT, "back": p.FROM_BACK, "dead": p.FROM_DEAD}


def _put_phases(row: PlayRow) -> None:
    """What is asked before the first turn."""
    memory = {slot.id: slot for slot in row.model.memory}
    found: list[int] = []
    listed = row.rows("phase")
    for index, table in listed:
        choices = table.get("choices", [0, 0])
        several = len(choices) != 2
        low, high = (constant(0), constant(0)) if several else (
            row.cell(("phase", index, "choices", place), int(choices[place]) if isinstance(choices[place], int) else 0)
            for place in (0, 1))
        at_list = len(row.numbers)
        if several:
            row.numbers.extend(int(choice) for choice in choices)
        slot = memory.get(table.get("sets", ""))
        found += [_KINDS[table["kind"]], _AT[table.get("at", "hand")], row.cell(("phase", index, "when"), 1),
                  _TAKES_PART[table.get("who", "all")], low, high, -1 if slot is None else slot.slot - MEMORY,
                  int(table.get("tiles", 0)), int(table.get("fits", "any") == "one_suit"),
                  _DIRECTION[table.get("direction", "right")], int(table.get("secret", False)), at_list,
                  len(choices) if several else 0, int(slot is not None and slot.scope in ("seat", "player")),
                  int(table.get("about", 0))]
    row.put(p.AT_PHASES, found, len(listed), p.PHASES)


def _put_openings(row: PlayRow) -> None:
    """The fans that dealt tiles earn by themselves, and what each expression of play reads."""
    found: list[int] = []
    fans = [fan for fan in row.model.fans if fan.on == "opening"]
    for fan in fans:
        found += [fan.index, row.cell(("fan", fan.id, "when"), 1), row.cell(("fan", fan.id, "count"), 1), fan.most]
    row.put(p.AT_OPENINGS, found, len(fans), p.OPENINGS)
    row.put(p.AT_ASK_NEEDS, [row.text.needs_ask[path] for path in row.text.numbers])


def _put_turned(row: PlayRow) -> None:
    """Tiles turned up, the wild tiles that follow from them, and reasons to abort."""
    events = list(EVENTS)
    head = row.numbers
    entries = row.entries("turned")
    found: list[int] = []
    for name, table in entries:
        on = sum(1 << events.index(event) for event in words(table, "on"))
        head[p.EVENT_TURNED] |= on
        kinds = [kind for kind, _table in (*row.entries("kong"),)]
        found += [on, sum(1 << kinds.index(kind) for kind in words(table, "of") if kind in kinds),
                  row.cell(("turned", name, "when"), 1), row.cell(("turned", name, "tiles"), 1),
                  _FROM[table.get("from", "front")], int(table.get("each", "table") == "seats"),
                  _SEEN[table.get("seen", "all")], 0,
                  int(table.get("once", False))]
    row.put(p.AT_TURNED_LOTS, found, len(entries), p.TURNED_LOTS)
    wild = row.data.get("wild", {})
    ways = {"fixed": p.WILD_FIXED, "indicator": p.WILD_INDICATOR}
    head[p.WILD_WAY] = ways.get(wild.get("chosen", "none"), p.WILD_NONE)
    names = [name for name, _table in entries]
    head[p.WILD_LOT] = names.index(wild["from"]) if wild.get("from") in names else -1
    cells = [row.cell(("wild", "kinds", index), 0) for index in range(len(wild.get("kinds", [])))]
    row.put(p.AT_WILD_KINDS, cells, len(cells), p.WILD_KINDS_LISTED)
    aborts = row.entries("abort")
    found = []
    for name, table in aborts:
        on = sum(1 << events.index(event) for event in words(table, "on"))
        head[p.EVENT_ABORT] |= on if not table.get("chosen", False) else 0
        found += [on, row.cell(("abort", name, "when"), 0), int(table.get("chosen", False)),
                  int(table.get("then", "draw") == "redeal")]
    row.put(p.AT_ABORTS, found, len(aborts), p.ABORTS)


def _put_faults(row: PlayRow) -> None:
    """What faults cost that a referee tells."""
    faults = [row.cell(("fault", name, "pays"), 0) for name, _table in row.entries("fault")]
    row.put(p.AT_FAULTS, faults, len(faults), p.FAULTS)


def _listed(value: Any) -> list[Any]:
    """A table or a list of tables as a list."""
    return value if isinstance(value, list) else [value]


def _put_memory(row: PlayRow) -> None:
    model, head, text = row.model, row.numbers, row.text
    size = max((slot.slot + slot.size for slot in model.memory), default=MEMORY) - MEMORY
    head[p.MEMORY_SIZE] = size
    cells = [0, 0] * size
    for slot in model.memory:
        for index in range(slot.size):
            at = 2 * (slot.slot - MEMORY + index)
            # what a player has goes with him: the first of its places is marked, the others are left alone
            kept = p.SCOPE_LASTS if index else \
                {"player": p.SCOPE_PLAYER, "players": p.SCOPE_PLAYERS}.get(slot.scope, p.SCOPE_LASTS)
            lasts = slot.scope in ("match", "player", "players")
            cells[at], cells[at + 1] = kept if lasts else p.SCOPE_HAND, slot.start
    row.put(p.AT_MEMORY_SCOPE, cells)
    events = list(EVENTS)
    used = {event for _name, table in row.entries("memory") for update in _listed(table.get("update", []))
            for event in words(update, "on")}
    head[p.EVENT_MEMORY] = sum(1 << events.index(event) for event in used)
    head[p.PAY_OCCASIONS] = sum(1 << index for index, name in enumerate(OCCASIONS)
                                if any(rule.on == name for rule in model.payments))
    row.put(p.NEED_REMEMBER, [text.needs_remember.get(event, 0) for event in range(len(EVENTS))])
    head[p.NEED_PAY] = _together(text.needs_pay)
    head[p.NEEDS_GIVEN] = (text.needs_given | 16) if any("given" in table for _n, table in row.entries("flag")) else 0


def _together(needs: Mapping[Any, int]) -> int:
    """All needs in one."""
    found = 0
    for need in needs.values():
        found |= need
    return found


def _put_match(row: PlayRow) -> None:
    head, match = row.numbers, row.data.get("match", {})
    hands = match.get("hands", {})
    head[p.MATCH_ROUNDS], head[p.MATCH_HANDS], head[p.MATCH_DEALS] = (
        int(hands.get(key, 0)) for key in ("rounds", "hands", "deals"))
    if not hands:
        head[p.MATCH_ROUNDS] = 4
    head[p.NEXT_DEALER] = row.cell(("match", "next_dealer"), 1)
    head[p.KEEPS] = row.cell(("match", "keeps"), 0)
    head[p.RANDOM_DEALER] = int(match.get("first_dealer", "first") == "random")
    head[p.MATCH_START] = constant(int(match.get("start", 0)))
    head[p.SHOWS] = row.cell(("match", "shows"), 1)
    head[p.MATCH_ENDS] = row.cell(("match", "ends"), 0)
    head[p.MATCH_GOES_ON] = row.cell(("match", "goes_on"), 0)
    false_win = match.get("false_win", {})
    head[p.FALSE_WIN_THEN] = _THEN[false_win.get("then", "dead_hand")]
    head[p.POT_AT_END] = int(match.get("ranking", {}).get("pot", "first") == "first")
    head[p.DRAWN_SEATS] = int(match.get("draws_seats", 0))
    seats = match.get("seat_change", [])
    row.put(p.AT_SEAT_CHANGE, ["ABCD".index(letter) for order in seats for letter in order], len(seats), p.SEAT_CHANGES)
    head[p.AFTER_WIN], head[p.AFTER_UNTIL] = p.AFTER_ENDS, constant(0)
    for index, table in row.rows("phase"):
        if table.get("kind") == "after_win":
            head[p.AFTER_WIN] = _AFTER_WIN[table.get("winner", "ends_hand")]
            head[p.AFTER_UNTIL] = row.cell(("phase", index, "until"), 0)

