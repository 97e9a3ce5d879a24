"""The words of the rulebook language: what each means, its type, and where it may stand.

docs/rulebook.md prints these tables; a word that is not here does not exist.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Literal

from quepu.engine.layout.codes import Drew, Offer
from quepu.engine.layout.table_facts import RIVER_ROOM, ROW_ROOM, TURNED_ROOM, Need

# -- where a word may stand: each level sees the words of the levels before it --
HAND, READING, SCORE, PAY, TABLE = "hand", "reading", "score", "pay", "table"
ANYWHERE = "anywhere"                   # of a define: it is checked again where it is used
LEVELS = (HAND, READING, SCORE, PAY, TABLE, ANYWHERE)

#: the words an expression of a level sees; the table in play knows no reading, but payments know the table
SEES: dict[str, tuple[str, ...]] = {
    HAND: (HAND,), READING: (HAND, READING), SCORE: (HAND, READING, SCORE), PAY: LEVELS, TABLE: (HAND, TABLE),
    ANYWHERE: LEVELS,
}

# -- types --
INT, BOOL, TILE, TILES, SUIT, SET, PAIR, MELD, SEAT, SHAPE, ROW, TEXT = (
    "int", "bool", "tile", "tiles", "suit", "set", "pair", "meld", "seat", "shape", "row", "text",
)
NUMBERS = (INT, BOOL)


class Known(Enum):
    """Who may know what a word tells; `sight` follows it through expressions."""

    ALL = "it lies open"
    HAND = "it lies open beside a hand; where no hand is looked at it speaks of whichever was looked at last"
    OWN = "it is hidden in the hand that is looked at"
    ASKED = "it is hidden in the hand of the seat that is asked about"
    LAID = "it is laid down beside the hand that is looked at, where kongs may lie face down"
    LAID_BY = "it is laid down by the seat that is asked about"
    ASIDE = "it is laid down by anybody, what is laid aside included"
    LOT = "it is turned up, for some or for all"
    TILE = "it is the tile that a rule of play is about"
    MAKER = "it is of the seat that made a kong or showed a false win"
    SCORE = "it is what a hand is worth"


class Seen(Enum):
    """What a word tells of the readings of one win."""

    SAME = "the same in every reading"
    PART = "what the reading is made of"
    LATE = "what is made of the reading that was chosen"


@dataclass(frozen=True, slots=True)
class Word:
    """One word: a fact of the hand, something to run over, a property or a function."""

    name: str
    type: str
    level: str
    text: str
    zh: str
    field: str = ""                     # of the frame, where it is read
    low: int = 0                        # smallest and largest value, for the checker's bounds
    high: int = 1
    args: tuple[str, ...] = ()          # types of the arguments of a word that reads a list of the table
    least: int = -1                     # how many of them are needed; all if -1
    tests: tuple[tuple[Literal["==", "!="], int], ...] = ()     # the field passes one of them
    fed: bool = False                   # and only on another player's tile
    means: str = ""                     # the expression that a word made from others stands for
    called: tuple[str, ...] = ()        # what `means` calls its arguments
    # what is asked of each that reads the frame or is run over; of the others it follows from their parts
    known: Known | None = None          # who may know it
    seen: Seen | None = None            # whether readings differ in it
    loads: int = 0                      # what the engine must fill in for it (`Need`)
    most: int = 0                       # of what one can run over: how many there are at most
    aside: bool = False                 # it tells nothing of the tiles of a hand


def _fact(name: str, kind: str, level: str, field: str, high: int, zh: str, text: str, low: int = 0, *, known: Known,
          seen: Seen, aside: bool = False) -> Word:
    """A number of the hand that is looked at; what needs no reading is filled in at the table where it is asked for."""
    return Word(name, kind, level, text, zh, field, low, high, known=known, seen=seen, aside=aside,
                loads=Need.HAND if level == HAND else 0)


def _table(name: str, kind: str, field: str, zh: str, text: str, args: tuple[str, ...] = (), low: int = 0,
           high: int = 1, least: int = -1, level: str = TABLE, *, known: Known, seen: Seen = Seen.SAME, loads: int = 0,
           most: int = 0, aside: bool = False) -> Word:
    """A word of the table in play, which all readings of a win have in common."""
    return Word(name, kind, level, text, zh, field, low, high, args, least, known=known, seen=seen, loads=loads,
                most=most, aside=aside)


def _tested(name: str, field: str, tests: tuple[tuple[Literal["==", "!="], int], ...], zh: str, text: str,
            fed: bool = False) -> Word:
    """A yes or no of the table in play: a number of the frame compared."""
    numbers = tuple((sign, int(code)) for sign, code in tests)      # codes are plain numbers in expressions
    return Word(name, BOOL, TABLE, text, zh, field, tests=numbers, fed=fed, known=Known.ALL, seen=Seen.SAME)


FACTS: dict[str, Word] = {word.name: word for word in (
    _fact("self_draw", BOOL, HAND, "self_draw", 1, "自摸", "the win is self-drawn",
          known=Known.HAND, seen=Seen.SAME, aside=True),
    _fact("winner", SEAT, HAND, "seat", 3, "和牌者", "the winner's seat", known=Known.HAND, seen=Seen.SAME, aside=True),
    _fact("discarder", SEAT, HAND, "discarder", 3, "点炮者",
          "the seat that fed the win, `nobody` on a self-draw", -1, known=Known.HAND, seen=Seen.SAME, aside=True),
    _fact("win_tile", TILE, HAND, "win_tile", 41, "和牌张",
          "the tile won on, `none` if the hand was dealt complete", -1, known=Known.OWN, seen=Seen.SAME),
    _fact("meld_count", INT, HAND, "meld_count", 6, "副露与暗杠", "sets laid down, concealed kongs included",
          known=Known.HAND, seen=Seen.SAME),
    _fact("open_count", INT, HAND, "open_count", 6, "副露数",
          "sets laid open: chows, pungs, melded and added kongs", known=Known.HAND, seen=Seen.SAME),
    _fact("open_chow_count", INT, HAND, "open_chow_count", 6, "吃牌数", "chows laid open",
          known=Known.HAND, seen=Seen.SAME),
    _fact("flower_count", INT, HAND, "flower_count", 8, "花牌数", "flowers laid aside",
          known=Known.HAND, seen=Seen.SAME, aside=True),
    _fact("wild_count", INT, HAND, "wild_count", 8, "癞子数", "wild tiles in the hand, the winning tile included",
          known=Known.OWN, seen=Seen.SAME),
    _fact("red_count", INT, HAND, "red_count", 12, "赤牌数", "tiles that carry a mark (red fives)",
          known=Known.OWN, seen=Seen.SAME),
    _fact("shape", SHAPE, READING, "shape", 15, "牌型", "the shape of this reading, a name of `[shape.*]`",
          known=Known.OWN, seen=Seen.SAME, aside=True),
    _fact("set_count", INT, READING, "set_count", 6, "面子数", "sets of the reading", known=Known.OWN, seen=Seen.SAME),
    _fact("pair_count", INT, READING, "pair_count", 7, "对子数", "pairs of the reading",
          known=Known.OWN, seen=Seen.SAME),
    _fact("chow_count", INT, READING, "chow_count", 6, "顺子数", "chows", known=Known.OWN, seen=Seen.PART),
    _fact("pung_count", INT, READING, "pung_count", 6, "刻子数", "pungs; a kong counts as a pung",
          known=Known.OWN, seen=Seen.PART),
    _fact("kong_count", INT, HAND, "kong_count", 6, "杠数", "kongs", known=Known.HAND, seen=Seen.SAME),
    _fact("concealed_kong_count", INT, HAND, "concealed_kong_count", 6, "暗杠数", "concealed kongs",
          known=Known.HAND, seen=Seen.SAME),
    _fact("concealed_pung_count", INT, READING, "concealed_pung_count", 6, "暗刻数",
          "concealed pungs and kongs; a pung completed by another player's tile is not concealed",
          known=Known.OWN, seen=Seen.PART),
    _fact("tile_count", INT, READING, "tile_count", 24, "张数",
          "tiles of the hand, the fourth tile of a kong included", known=Known.OWN, seen=Seen.SAME),
    _fact("kind_count", INT, READING, "kind_count", 42, "种数", "different kinds of tile",
          known=Known.OWN, seen=Seen.PART),
    _fact("suit_count", INT, READING, "suit_count", 3, "花色数", "suits present, honours aside",
          known=Known.OWN, seen=Seen.PART),
    _fact("honor_count", INT, READING, "honor_count", 24, "字牌数", "honour tiles", known=Known.OWN, seen=Seen.PART),
    _fact("terminal_count", INT, READING, "terminal_count", 24, "老头牌数", "suited ones and nines",
          known=Known.OWN, seen=Seen.PART),
    _fact("substitute_count", INT, READING, "substitute_count", 8, "替用癞子数",
          "wild tiles that stand for another tile", known=Known.OWN, seen=Seen.PART),
    _fact("win_as", TILE, READING, "win_as", 41, "和牌张当作",
          "what the winning tile stands for in this reading", -1, known=Known.OWN, seen=Seen.PART),
    _fact("fixed", TILES, READING, "fixed", 0, "固定部分",
          "the tiles of the shape's fixed part, empty if it has none", known=Known.OWN, seen=Seen.SAME),
    _fact("wait_count", INT, READING, "wait_count", 42, "听牌种数",
          "kinds that complete the hand by form, whichever shape; dead tiles count, and a wild kind only where nothing "
          "else would do", known=Known.OWN, seen=Seen.SAME),
    _fact("live_wait_count", INT, READING, "live_wait_count", 42, "活听种数",
          "the same without kinds of which the player already holds all four", known=Known.OWN, seen=Seen.SAME),
    _fact("total", INT, SCORE, "total", 10**6, "总计", "the total of the hand", -10**6,
          known=Known.SCORE, seen=Seen.SAME),
    _table("actor", SEAT, "actor", "行动者",
           "the seat an event or occasion is about: who konged, declared, laid a flower", low=-1, high=3,
           known=Known.ALL),
    _table("feeder", SEAT, "feeder", "供牌者", "the seat that fed it, `nobody` if none did", low=-1, high=3,
           known=Known.ALL),
    _table("tile", TILE, "tile", "所涉的牌", "the tile it is about", low=-1, high=41, known=Known.TILE),
    _table("wall_left", INT, "wall_left", "余牌数", "tiles that can still be drawn", high=160, known=Known.ALL),
    _table("turn_count", INT, "turn_count", "已打张数", "discards made so far in this hand", high=160, known=Known.ALL),
    _table("own_discards", INT, "own_discards", "自己已打张数", "discards the actor has made in this hand",
           high=160, known=Known.ALL),
    _table("round_number", INT, "round_number", "第几圈", "number of this round in the match, from 1", high=100,
           known=Known.ALL),
    _table("winner_count", INT, "winner_count", "一炮几响", "how many seats win on this tile", high=3, known=Known.ALL),
    _table("winner_place", INT, "winner_place", "一炮多响第几家",
           "place of this winner among those who win on this tile, in turn from the discarder; the first is 1", low=1,
           high=3, known=Known.ALL),
    _tested("kong_replacement", "draw_kind", (("==", Drew.KONG),), "杠后补牌",
            "the actor drew its last tile in place of a kong"),
    _tested("flower_replacement", "draw_kind", (("==", Drew.FLOWER),), "补花所摸",
            "the actor drew its last tile in place of a flower"),
    _tested("claimed", "draw_kind", (("==", Drew.CLAIM),), "吃碰所得",
            "the actor came by its last tile with a claim, not a draw"),
    _tested("is_robbed", "offer_kind", (("==", Offer.ADDED_KONG), ("==", Offer.CONCEALED_KONG)), "抢杠",
            "the tile is another player's, taken out of the kong it was making", fed=True),
    _tested("robbed_concealed", "offer_kind", (("==", Offer.CONCEALED_KONG),), "抢暗杠",
            "the tile is taken out of a concealed kong another player was making", fed=True),
    _tested("is_turned", "offer_kind", (("==", Offer.TURNED),), "杠翻的牌",
            "the tile was turned up by a kong with `turns`: its maker's own, or a discard of his"),
    _table("turned_wins", INT, "turned_wins", "杠翻中几张",
           "how many of the tiles a kong has just turned up complete its maker's hand; 0 once they are discards",
           high=4, known=Known.MAKER),
    _table("false_total", INT, "false_total", "诈和的番数",
           "of a false win: the total of the tiles shown, though the win is not allowed; if they are not complete, "
           "that of the best tile the hand waits for", high=10**6, known=Known.MAKER),
    _table("kong_tiles", INT, "kong_tiles", "亮出几张",
           "of the kong at hand: how many tiles are laid down for it now, one where a tile is added; 0: no kong",
           high=20, known=Known.ALL),
    _tested("after_kong", "kongs_running", (("!=", 0),), "杠后",
            "the seat in turn has made a kong since its last ordinary draw, so its discard follows a kong"),
    _tested("uninterrupted", "broken", (("==", 0),), "无人吃碰杠",
            "nobody has claimed a tile or made a kong in this hand"),
)}

#: words that are made from others: bounds, who may know it, what the engine loads and both runners follow from these
DERIVED: dict[str, Word] = {word.name: word for word in (
    Word("is_dealer", BOOL, HAND, "the winner is the dealer", "庄家和牌", means='winner == "E"'),
    Word("claims_by", INT, TABLE, "`claims_by(seat)`: how many melds of the hand that seat fed, a kong added to a pung "
         "it fed included; 0 for nobody. Example: `claims_by(payer) >= 3`", "所供副露数", args=(SEAT,),
         called=("fed_by",), means="count(m for m in melds_of(winner) if m.feeder == fed_by and fed_by != nobody)"),
)}

#: what one can run over: name -> word whose type is that of an element
ITERABLES: dict[str, Word] = {word.name: word for word in (
    Word("tiles", TILE, READING, "every tile of the hand, as often as it is there", "每张牌",
         known=Known.OWN, seen=Seen.PART, most=24),
    Word("kinds", TILE, READING, "every different kind of tile in the hand", "每种牌",
         known=Known.OWN, seen=Seen.PART, most=24),
    Word("flowers", TILE, HAND, "the flowers laid aside, of honours each kind once", "花牌",
         known=Known.HAND, seen=Seen.SAME, loads=Need.HAND, most=8, aside=True),
    Word("melds", SET, HAND, "the sets laid down, concealed kongs included", "已亮出的面子",
         known=Known.LAID, seen=Seen.SAME, loads=Need.HAND, most=6),
    Word("sets", SET, READING, "the sets of the reading", "面子", known=Known.OWN, seen=Seen.PART, most=6),
    Word("chows", SET, READING, "the chows of the reading", "顺子", known=Known.OWN, seen=Seen.PART, most=6),
    Word("pungs", SET, READING, "the pungs and kongs of the reading", "刻子（含杠）",
         known=Known.OWN, seen=Seen.PART, most=6),
    Word("kongs", SET, READING, "the kongs of the reading", "杠", known=Known.OWN, seen=Seen.SAME, most=6),
    Word("pairs", PAIR, READING, "the pairs of the reading", "对子", known=Known.OWN, seen=Seen.PART, most=8),
    Word("suits", SUIT, HAND, "the three suits", "三种花色", known=Known.ALL, seen=Seen.SAME, most=3, aside=True),
    Word("seats", SEAT, HAND, "all seats", "各家", known=Known.ALL, seen=Seen.SAME, most=4, aside=True),
    Word("payers", SEAT, HAND, "every seat but the winner", "付款各家",
         known=Known.ALL, seen=Seen.SAME, most=3, aside=True),
    Word("rows", ROW, PAY, "the ledger rows of this occasion so far", "本次账目",
         known=Known.ALL, seen=Seen.LATE, most=ROW_ROOM),
    _table("waits", TILE, "waits_of", "所听的牌", "`waits(seat)`: the tiles a seat waits for", (SEAT,),
           known=Known.ASKED, seen=Seen.SAME, loads=Need.WAITS, most=42),
    _table("discards", TILE, "rivers", "牌河", "`discards(seat)`: all it has discarded, claimed ones too, in order",
           (SEAT,), known=Known.ALL, seen=Seen.SAME, loads=Need.SEATS, most=RIVER_ROOM),
    _table("river", TILE, "rivers", "牌河中的牌", "`river(seat)`: its discards that still lie there, in order",
           (SEAT,), known=Known.ALL, seen=Seen.SAME, loads=Need.SEATS, most=RIVER_ROOM),
    _table("heard", TILE, "heard_of", "同巡打出的牌",
           "`heard(seat)`: the kinds others have discarded since its own last discard", (SEAT,),
           known=Known.ALL, seen=Seen.SAME, loads=Need.SEATS, most=42),
    _table("hand_of", TILE, "hands", "手牌", "`hand_of(seat)`: its concealed tiles", (SEAT,),
           known=Known.ASKED, seen=Seen.SAME, loads=Need.SEATS, most=24),
    _table("laid", TILE, "laid_by", "亮出的牌", "`laid(seat)`: the tiles of its melds and those it laid aside",
           (SEAT,), known=Known.LAID_BY, seen=Seen.SAME, loads=Need.SEATS, most=64),
    _table("melds_of", MELD, "melds_by", "某家的副露与暗杠",
           "`melds_of(seat)`: the sets it has laid down, concealed kongs included, in the order of play",
           (SEAT,), known=Known.LAID_BY, seen=Seen.SAME, loads=Need.SEATS, most=6),
    _table("turned", TILE, "turned", "翻出的牌",
           '`turned("name")`: the tiles turned up by `[turned.name]`; `turned("name", seat)`: those of a seat',
           (TEXT, SEAT), least=1, level=HAND,
           known=Known.LOT, seen=Seen.SAME, loads=Need.SEATS, most=TURNED_ROOM, aside=True),
)}

_TILE_PROPERTIES = (
    Word("rank", INT, HAND, "1 to 9; 0 for honours and flowers", "点数", high=9),
    Word("suit", SUIT, HAND, "its suit", "花色", high=4),
    Word("is_suited", BOOL, HAND, "a tile of the three suits", "数牌"),
    Word("is_honor", BOOL, HAND, "a wind or a dragon", "字牌"),
    Word("is_wind", BOOL, HAND, "a wind", "风牌"),
    Word("is_dragon", BOOL, HAND, "a dragon", "箭牌"),
    Word("is_terminal", BOOL, HAND, "a suited one or nine", "老头牌"),
    Word("is_flower", BOOL, HAND, "a flower or season", "花牌"),
    Word("is_wild", BOOL, HAND, "wild in this hand", "癞子"),
    Word("number", INT, HAND, "its rank, or what `[tiles] numbers` gives it", "序数", high=9),
    Word("next", TILE, HAND, "the tile after it (`[tiles] indicator_order`)", "下一张", low=-1, high=41),
    Word("prev", TILE, HAND, "the tile before it (`[tiles] indicator_order`)", "上一张", low=-1, high=41),
    Word("owner", SEAT, HAND, "the seat a flower belongs to (`[tiles] flower_owner`)", "花的门位", low=-1, high=3),
)
_BLOCK_PROPERTIES = (
    Word("tile", TILE, HAND, "its first tile; of a pung its kind", "首张", high=41),
    Word("tiles", TILES, HAND, "the kinds it is made of", "所含的牌"),
    Word("suit", SUIT, HAND, "its suit", "花色", high=4),
    Word("rank", INT, HAND, "the rank of its first tile", "点数", high=9),
    Word("wins", BOOL, READING, "it holds the winning tile", "含和牌张"),
    Word("wilds", INT, READING, "how many wild tiles are in it", "所含癞子数", high=4),
)
PROPERTIES: dict[str, dict[str, Word]] = {
    TILE: {word.name: word for word in _TILE_PROPERTIES},
    SET: {word.name: word for word in (
        *_BLOCK_PROPERTIES,
        Word("low", INT, HAND, "the rank of its lowest tile", "最小点数", high=9),
        Word("is_chow", BOOL, HAND, "a chow", "顺子"),
        Word("is_pung", BOOL, HAND, "three or four equal tiles", "刻子（含杠）"),
        Word("is_kong", BOOL, HAND, "a kong", "杠"),
        Word("is_meld", BOOL, HAND, "laid down, concealed kongs included", "已亮出"),
        Word("is_open", BOOL, HAND, "laid open", "副露"),
        Word("is_concealed", BOOL, HAND, "not open and not completed by another player's tile", "暗"),
        Word("is_added", BOOL, HAND, "a kong made from an open pung", "加杠"),
    )},
    PAIR: {word.name: word for word in (
        *_BLOCK_PROPERTIES,
        Word("is_equal", BOOL, HAND, "two equal tiles", "同牌"),
    )},
    MELD: {word.name: word for word in (
        Word("tile", TILE, TABLE, "its first tile; of a pung its kind", "首张", low=-1, high=41),
        Word("feeder", SEAT, TABLE, "the seat whose discard was claimed for it, of an added kong for its pung; "
             "`nobody` of a concealed kong", "供牌者", low=-1, high=3),
        Word("place", INT, TABLE, "which of the seat's melds it is in the order of play, the first is 1; of an added "
             "kong its pung's", "第几副", low=1, high=8),
        Word("is_chow", BOOL, TABLE, "a chow", "顺子"),
        Word("is_pung", BOOL, TABLE, "three or four equal tiles", "刻子（含杠）"),
        Word("is_kong", BOOL, TABLE, "a kong", "杠"),
        Word("is_open", BOOL, TABLE, "laid open", "副露"),
        Word("is_concealed", BOOL, TABLE, "a concealed kong", "暗"),
        Word("is_added", BOOL, TABLE, "a kong made from an open pung", "加杠"),
    )},
    SEAT: {word.name: word for word in (
        Word("is_dealer", BOOL, HAND, "the dealer", "庄家"),
        Word("wind", TILE, HAND, "its seat wind", "门风", low=-1, high=30),
        Word("is_out", BOOL, TABLE, "it has left the hand: it has won, or a false win cost it the hand", "已下桌"),
    )},
    ROW: {word.name: word for word in (
        Word("amount", INT, PAY, "what is paid", "金额", low=-10**9, high=10**9),
        Word("payer", SEAT, PAY, "who pays", "付款者", high=3),
        Word("receiver", SEAT, PAY, "who receives", "收款者", high=3),
    )},
    TILES: {},
    SUIT: {},
    SHAPE: {},
}

#: functions and quantifiers; the checker knows their arguments
FUNCTIONS: dict[str, Word] = {word.name: word for word in (
    Word("all", BOOL, HAND, "`all(COND for x in XS if COND)`: every one", "全部"),
    Word("any", BOOL, HAND, "`any(COND for x in XS if COND)`: at least one", "任一"),
    Word("count", INT, HAND, "`count(x for x in XS if COND)`: how many", "个数"),
    Word("sum", INT, HAND, "`sum(VALUE for x in XS if COND)`", "合计"),
    Word("max", INT, HAND, "`max(a, b, ...)`, or over `VALUE for x in XS`; 0 if there are none", "最大"),
    Word("min", INT, HAND, "`min(a, b, ...)`, or over `VALUE for x in XS`; 0 if there are none", "最小"),
    Word("abs", INT, HAND, "`abs(n)`", "绝对值"),
    Word("distinct", BOOL, HAND, "`distinct(a, b, ...)`: no two are equal", "各不相同"),
    Word("copies", INT, READING, "`copies(tile)`: copies in the reading, melds included", "张数", high=24,
         field="counts", known=Known.OWN, seen=Seen.PART, loads=Need.HAND),
    Word("held", INT, HAND, "`held(tile)`: concealed copies before the win", "手中张数", high=4,
         field="held", known=Known.OWN, seen=Seen.SAME, loads=Need.HAND),
    Word("shown", INT, HAND, "`shown(tile)`: copies in the own open melds", "亮出张数", high=4,
         field="shown", known=Known.HAND, seen=Seen.SAME, loads=Need.HAND),
    Word("permuted", TILES, HAND,
         '`for p in permuted("147m258p369s")`: the tiles with the suits exchanged in every way', "花色轮换"),
    Word("has", BOOL, READING,
         "`has(fan)`: in a fan, its own condition holds; in score, win and pay, it counts", "有此番"),
    Word("times", INT, READING, "`times(fan)`: how often it is earned or counts, as with `has`", "番数次数", high=100),
    Word("any_fan", BOOL, READING, "`any_fan(tag)`: a fan with this tag, as with `has`", "有此类番"),
    Word("doubled", INT, HAND, "`doubled(amount, times)`: doubled so many times, at most 20", "翻番"),
    Word("ceil_to", INT, HAND, "`ceil_to(n, step)`: rounded up to a multiple", "向上取整"),
    Word("half_up", INT, HAND, "`half_up(n)`: half of it, rounded up", "半数进位"),
    Word("seat_wind", TILE, HAND, "`seat_wind`: the winner's seat wind", "门风", high=33),
    Word("round_wind", TILE, HAND, "`round_wind`: the round wind", "圈风", high=33,
         field="round", known=Known.ALL, seen=Seen.SAME, loads=Need.HAND, aside=True),
    Word("paid", INT, PAY,
         '`paid("tag", payer, receiver)`: what earlier rows of the hand moved, less what they moved back',
         "已付", low=-10**9, high=10**9),
    Word("next_seat", SEAT, HAND, "`next_seat(seat, n)`: n seats further in turn; -1 is the seat before it", "下家",
         high=3),
    _table("value", INT, "wait_values", "假定和牌的番数",
           "`value(seat, tile)`: the total of its hand if it won on that tile as a plain discard; 0 if it could not",
           (SEAT, TILE), high=10**6, known=Known.ASKED, loads=Need.VALUES | Need.WAITS),
    _table("ready", BOOL, "waits_of", "听牌", "`ready(seat)`: it waits for at least one tile", (SEAT,),
           known=Known.ASKED, loads=Need.WAITS),
    _table("could_win", BOOL, "wins_of", "有牌可和",
           "`could_win(seat)`: it waits for a tile on which it could win as a plain discard", (SEAT,),
           known=Known.ASKED, loads=Need.VALUES | Need.WAITS),
    _table("declares", INT, "declared", "所报的听",
           "`declares(seat)`: which entry of `[ready.*]` it has declared, the first is 1; 0 if none", (SEAT,),
           high=255, known=Known.ALL),
    _table("purse", INT, "purse", "筹码", "`purse(seat)`: the points it has", (SEAT,), low=-10**6, high=10**6,
           known=Known.ALL),
    _table("visible", INT, "visible", "已见张数",
           "`visible(tile)`: copies in rivers, melds and turned up for all", (TILE,), high=4,
           known=Known.ASIDE, loads=Need.SEATS),
    _table("marked", INT, "marked_by", "有记号的张数",
           "`marked(seat, tile)`: copies in its hand that carry a mark", (SEAT, TILE), high=4,
           known=Known.ASKED, loads=Need.SEATS),
    Word("turns_to", INT, HAND, "`turns_to(a, b)`: how many seats b comes after a in turn; 0 for nobody",
         "隔几家", high=3),
    Word("has_won", BOOL, TABLE, "`has_won(seat)`: it has won in this hand, on this tile or before", "已和牌"),
    Word("is_winning", BOOL, TABLE, "`is_winning(seat)`: at a win, it wins on this tile, alone or with others",
         "同张和牌"),
    Word("drawn_this_turn", BOOL, TABLE,
         "`drawn_this_turn(tile)`: in its own turn the actor has drawn one since the turn began, replacements too",
         "本巡所摸"),
    _table("dice", INT, "dice", "骰子", "`dice(n)`: the n-th die of the deal, from 1; 0 if it was not thrown",
           (INT,), high=6, known=Known.ALL),
)}

#: the words that read a field of the frame, by the field; of several that read one the first
FIELDS: dict[str, Word] = {word.field: word for word in reversed((*FACTS.values(), *FUNCTIONS.values())) if word.field}
