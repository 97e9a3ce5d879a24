"""PyPI `mahjong` as judge of 日本麻将: a win in its terms, and its answer in ours."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as TheirMeld

from quepu.book import Rulebook
from quepu.hand import Hand, Meld, Win
from quepu.tiles import SEATS
from tests.oracle.hands import HONORS, KONGS, OPENNESS, ORPHANS, Made, _seven_pairs, _spare, _standard

FIVES = (4, 13, 22)
#: our options and theirs, in turn
SETTINGS: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    ({}, {}),
    ({"kiriage": True}, {"kiriage": True}),
    ({"double_yakuman": False, "kazoe": "sanbaiman"},
     {"has_double_yakuman": False, "kazoe_limit": HandConfig.KAZOE_SANBAIMAN}),
    ({"kazoe": "none"}, {"kazoe_limit": HandConfig.KAZOE_NO_LIMIT}),
    ({"kuitan": False, "red_fives": "none"}, {"has_open_tanyao": False, "has_aka_dora": False}),
)
#: its names of yaku: attributes of its table
NAMES = {
    "tsumo": "menzen_tsumo", "riichi": "riichi", "daburu_riichi": "double_riichi", "ippatsu": "ippatsu",
    "chankan": "chankan", "rinshan": "rinshan", "haitei": "haitei", "houtei": "houtei", "pinfu": "pinfu",
    "tanyao": "tanyao", "iipeiko": "pure_double_chow", "haku": "white_dragon", "hatsu": "green_dragon",
    "chun": "red_dragon", "sanshoku": "mixed_triple_chow", "ittsu": "pure_straight", "chantai": "chanta",
    "honroto": "honroutou", "toitoi": "all_pungs", "sanankou": "three_concealed_pungs", "sankantsu": "three_kongs",
    "sanshoku_douko": "triple_pung", "chiitoitsu": "seven_pairs", "shosangen": "little_three_dragons",
    "honitsu": "half_flush", "junchan": "junchan", "ryanpeiko": "twice_pure_double_chow", "chinitsu": "full_flush",
    "kokushi": "thirteen_orphans", "daburu_kokushi": "thirteen_orphans_thirteen_waits", "chuuren_poutou": "nine_gates",
    "daburu_chuuren_poutou": "nine_gates_nine_waits", "suuankou": "four_concealed_pungs",
    "suuankou_tanki": "four_concealed_pungs_single_wait", "daisangen": "big_three_dragons",
    "shosuushi": "little_four_winds", "daisuushi": "big_four_winds", "ryuisou": "all_green", "suukantsu": "four_kongs",
    "tsuisou": "all_honors", "chinroto": "all_terminals", "tenhou": "heaven", "chiihou": "earth",
    "dora": "dora", "aka_dora": "red_dora", "ura_dora": "ura_dora",
    **{f"seat_wind_{wind}": "seat_wind_pung" for wind in ("east", "south", "west", "north")},
    **{f"round_wind_{wind}": "round_wind_pung" for wind in ("east", "south", "west", "north")},
}
DORA = ("dora", "aka_dora", "ura_dora")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a hand is worth: total, yaku with how often they count, han (13 a yakuman), fu, payments."""

    total: int
    fans: dict[str, int]
    han: int = 0
    fu: int = 0
    payments: tuple[int, ...] = ()


def random_wins(seed: str, count: int) -> Iterator[Win]:
    """`count` wins; the same seed gives the same."""
    rng = Random(seed)
    while count:
        made = _made(rng)
        if made is not None:
            count -= 1
            yield _situate(*made, rng)


def _made(rng: Random) -> Made | None:
    draw = rng.random()
    if draw < 0.85:
        return _standard(rng)
    if draw < 0.93:
        made = _seven_pairs(rng)
        return made if made is not None and len(set(made[0])) == 7 else None
    if draw < 0.96:
        return [*ORPHANS, rng.choice(ORPHANS)], []
    suit = 9 * rng.randrange(3)
    return [suit + rank for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))], []


def _situate(tiles: list[int], sets: list[tuple[int, bool]], rng: Random) -> Win:
    """The hand with melds laid down, a winning tile taken out and a situation that can occur with it."""
    openness, kongs = rng.choice(OPENNESS), rng.choice(KONGS)
    concealed, laid = tiles.copy(), []
    spare = _spare(tiles, sets)
    for low, is_chow in sets:
        if not is_chow and kongs and low in spare and rng.random() < kongs:
            hidden = rng.random() >= openness or rng.random() < 0.3
            laid.append(((low,) * 4, "concealed" if hidden else rng.choice(("open", "added"))))
        elif openness and rng.random() < openness:
            laid.append(((low, low + 1, low + 2) if is_chow else (low,) * 3, "open"))
        else:
            concealed += (low, low + 1, low + 2) if is_chow else (low,) * 3
    tile = concealed.pop(rng.randrange(len(concealed)))
    red = _reds([*concealed, tile, *(kind for kinds, _form in laid for kind in kinds)], rng)
    melds = []
    for kinds, form in laid:
        marks = [kind for kind in sorted(set(kinds)) if kind in red]
        red -= set(marks)
        feeder = None if form == "concealed" else 1 if kinds[0] != kinds[-1] else rng.randint(1, 3)
        melds.append(Meld(kinds, form, feeder, marks))
    tile_mark = tile in red and (tile not in concealed or rng.random() < 0.5)
    marks = [kind for kind in red if kind in concealed and not (kind == tile and tile_mark)]
    self_draw, seat = rng.random() < 0.5, rng.randrange(4)
    is_closed = all(meld.is_concealed for meld in melds)
    flags = _flags(is_closed, melds, tile not in (*concealed, *(kind for kinds, _f in laid for kind in kinds)),
                   self_draw, seat, rng)
    state: dict[str, Any] = {}
    if rng.random() < 0.5:
        left = Counter(dict.fromkeys(range(34), 4))
        left.subtract([*concealed, tile, *(kind for kinds, _form in laid for kind in kinds)])
        near = [kind for kind in concealed if left[kind] > 0]           # often one that the hand holds
        count = rng.randint(1, 5)
        state["turned.dora"] = tuple(_taken(left, near if near and rng.random() < 0.9 else None, rng)
                                     for _ in range(count))
        state["turned.ura"] = tuple(_taken(left, None, rng) for _ in range(count))
        state["honba"] = rng.choice((0, 0, 1, 3))
    return Win(Hand(concealed, melds, (), marks), tile, self_draw, seat, rng.randrange(4),
               None if self_draw else (seat + rng.randint(1, 3)) % 4, flags, (), state, tile_mark=tile_mark)


def _taken(left: Counter[int], among: list[int] | None, rng: Random) -> int:
    """A tile of those that are left, if there is one of some kinds then of them."""
    kinds = [kind for kind in among or () if left[kind] > 0] or [kind for kind in range(34) if left[kind] > 0]
    kind = rng.choice(kinds)
    left[kind] -= 1
    return kind


def _reds(tiles: list[int], rng: Random) -> set[int]:
    """The fives of which one copy is red: always where all four are there."""
    return {five for five in FIVES if tiles.count(five) == 4 or (five in tiles and rng.random() < 0.25)}


def _flags(is_closed: bool, melds: list[Meld], may_rob: bool, self_draw: bool, seat: int,
           rng: Random) -> frozenset[str]:
    flags = []
    if not melds and self_draw and rng.random() < 0.02:
        return frozenset(("heaven" if seat == 0 else "earth",))
    if is_closed and rng.random() < 0.5:
        flags.append(rng.choice(("riichi", "riichi", "double_riichi")))
        flags += ["ippatsu"] if rng.random() < 0.3 else []
    if self_draw and any(meld.is_kong for meld in melds) and rng.random() < 0.4:
        flags.append("kong_draw")
    elif not self_draw and may_rob and rng.random() < 0.15:
        flags.append("robbing")
    elif rng.random() < 0.1:
        flags.append("last_tile")
    return frozenset(flags)


class _Ids:
    """Gives each tile a number of its own, as it wants them: the first of the fives is the red one."""

    def __init__(self) -> None:
        self.used: dict[int, int] = {}

    def take(self, kinds: Any, marks: Any) -> list[int]:
        """The numbers of tiles of which those in `marks` are red."""
        left, found = list(marks), []
        for kind in kinds:
            if kind in left:
                left.remove(kind)
                found.append(4 * kind)
            else:
                copy = self.used.get(kind, 1 if kind in FIVES else 0)
                self.used[kind] = copy + 1
                found.append(4 * kind + copy)
        return found


def call(win: Win, options: dict[str, Any]) -> dict[str, Any]:
    """The arguments of its call for a win."""
    assert win.tile is not None
    ids = _Ids()
    last = ids.take((win.tile,), (win.tile,) if win.tile_mark else ())
    tiles = last + ids.take(win.hand.concealed, win.hand.marks)
    melds = []
    for meld in win.hand.melds:
        numbers = ids.take(meld.tiles, meld.marks)
        tiles += numbers
        form = TheirMeld.KAN if meld.is_kong else TheirMeld.PON if meld.is_pung else TheirMeld.CHI
        melds.append(TheirMeld(form, numbers, not meld.is_concealed))
    rules = {"has_open_tanyao": True, "has_aka_dora": True, "limit_to_sextuple_yakuman": False, **options}
    flags = win.flags
    config = HandConfig(
        is_tsumo=win.self_draw, is_riichi="riichi" in flags, is_daburu_riichi="double_riichi" in flags,
        is_ippatsu="ippatsu" in flags, is_rinshan="kong_draw" in flags, is_chankan="robbing" in flags,
        is_haitei="last_tile" in flags and win.self_draw, is_houtei="last_tile" in flags and not win.self_draw,
        is_tenhou="heaven" in flags, is_chiihou="earth" in flags, player_wind=HONORS[win.seat],
        round_wind=HONORS[win.round], tsumi_number=win.state.get("honba", 0), options=OptionalRules(**rules))
    dora, ura = ([4 * kind for kind in win.state.get(f"turned.{lot}", ())] for lot in ("dora", "ura"))
    return {"tiles": tiles, "win_tile": last[0], "melds": melds, "dora_indicators": dora, "config": config,
            "ura_dora_indicators": ura}


def judge(win: Win, options: dict[str, Any]) -> Verdict | None:
    """Its answer, None if it says that there is no yaku."""
    arguments = call(win, options)
    config = arguments["config"]
    answer = HandCalculator.estimate_hand_value(**arguments)
    if answer.error == HandCalculator.ERR_NO_YAKU:
        return None
    assert answer.error is None, answer.error
    names = {id(yaku): name for name, yaku in vars(config.yaku).items()}
    fans: dict[str, int] = {}
    for yaku in answer.yaku:
        name = names[id(yaku)]
        fans[NAMES[name]] = yaku.han_closed if name in DORA else 1
    cost = answer.cost
    payments = [0] * 4
    for payer in range(4):
        if payer == win.seat:
            continue
        if win.self_draw:
            part = "main" if win.seat == 0 or payer == 0 else "additional"
            payments[payer] = -cost[part] - cost[f"{part}_bonus"]
        elif payer == win.discarder:
            payments[payer] = -cost["main"] - cost["main_bonus"]
    payments[win.seat] = -sum(payments)
    total = cost["total"] - (cost["main_bonus"] + 2 * cost["additional_bonus"])
    return Verdict(total, fans, answer.han, answer.fu, tuple(payments))


@dataclass(frozen=True, slots=True)
class Difference:
    """A win on which the two disagree."""

    win: Win
    ours: Verdict | None
    theirs: Verdict | None

    def __str__(self) -> str:
        win = self.win
        words = ["self_draw"] * win.self_draw + sorted(win.flags)
        return (f"{win}  seat={SEATS[win.seat]} round={SEATS[win.round]} {' '.join(words)} {dict(win.state)}\n"
                f"    ours   {self.ours}\n    theirs {self.theirs}")


@dataclass(frozen=True, slots=True)
class Comparison:
    """What comparing many random hands found."""

    seed: str
    hand_count: int
    settings: dict[str, Any]
    totals: list[Difference]            # other totals or legality; by the slow way also other han, fu or payments
    lists: list[Difference]             # the same total from other yaku

    @property
    def summary(self) -> str:
        """The figures in one line."""
        return (f"seed {self.seed} {self.settings}: {self.hand_count} hands, {len(self.totals)} other results, "
                f"{len(self.lists)} other lists of yaku")


def compare(book: Rulebook, seed: str, count: int, number: int = 0, every: int = 20) -> Comparison:
    """Random hands scored by the compiled rulebook and by `mahjong`; one in `every` also with han, fu and payments."""
    ours, theirs = SETTINGS[number % len(SETTINGS)]
    book = book.with_options(**ours) if ours else book
    working = {fan.id for fan in book.model.fans if fan.tally == "fu"}
    wins = list(random_wins(seed, count))
    result = book.score_batch(book.batch(wins))
    totals, lists = [], []
    for index, win in enumerate(wins):
        row = result.fan_counts[index]
        fans = {result.fan_ids[place]: int(row[place]) for place in row.nonzero()[0]}
        mine = Verdict(int(result.total[index]), {name: n for name, n in fans.items() if name not in working})
        verdict = judge(win, theirs)
        if (result.legality[index] == 1) != (verdict is not None):
            totals.append(Difference(win, mine, verdict))
        elif verdict is None:
            continue
        elif mine.total != verdict.total:
            totals.append(Difference(win, mine, verdict))
        elif mine.fans != verdict.fans:
            lists.append(Difference(win, mine, verdict))
        elif index % every == 0:
            whole = explained(book, win, verdict.fu)
            if whole != verdict:
                totals.append(Difference(win, whole, verdict))
    return Comparison(seed, count, ours, totals, lists)


def explained(book: Rulebook, win: Win, their_fu: int) -> Verdict:
    """The whole verdict of the rulebook's reference runner; beside a yakuman it has no fu, `mahjong` tells some."""
    score = book.score(win)
    fu = their_fu if score.tallies["yakuman"] else score.tallies["fu"]
    return Verdict(score.total, {fan.id: fan.count for fan in score.fans},
                   score.tallies["han"] + 13 * score.tallies["yakuman"], fu, tuple(score.payments.values()))
