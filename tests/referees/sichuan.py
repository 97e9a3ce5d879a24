"""The referee of 四川麻将: blood battle, a missing suit, doubled fans, kong money at once."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from tests.referees.played import Hand, Line, place
from tests.referees.referee import Referee, Win
from tests.referees.shapes import Group, is_seven_pairs, readings
from tests.referees.table import Kong
from tests.referees.tiles import NUMBERS, SEATS, one, rank_of, suit_of


class Sichuan(Referee):
    """One hand of 血战到底."""

    id = "sichuan"
    tiles = 108
    pays_at_once = True
    usual_cap: ClassVar[int] = 4
    choices: ClassVar = (
        {"huan_san_zhang": False}, {"ding_que": False}, {"blood_battle": False}, {"cap_fan": "2"}, {"cap_fan": "3"},
        {"cap_fan": "5"}, {"cap_fan": "6"}, {"self_draw": "add_fan"}, {"self_draw": "none"},
        {"dian_gang_hua": "discard"}, {"hu_jiao_zhuan_yi": False}, {"late_added_kong_pays": True}, {"yao_jiu": False},
        {"jiang_dui": False}, {"tian_di_hu": False}, {"men_qing_zhong_zhang": True}, {"must_win_last_four": False},
        {"base": 5}, {"cap_fan": "none"}, {"xue_liu": True},
        {"ding_que": False, "huan_san_zhang": False, "cap_fan": "6", "men_qing_zhong_zhang": True})

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.passed: dict[int, int] = {}        # the most fan of a discard win let go since the own last draw
        self.first: tuple[int, ...] = ()        # who won first, and from whom
        self.first_feeder: int | None = None
        self.last_mover = -1                    # after whom the turn goes on
        #: kongs whose money went on to a winner: the specification does not say whether it is returned at the end of
        #: the wall as well (docs/differences.md); it is not, for its maker does not have it any more
        self.handed_on: list[Kong] = []
        self.aside: tuple[int, int] | None = None

    # -- fans --
    def cap(self) -> int:
        """The most fan that are paid."""
        return 99 if self.options["cap_fan"] == "none" else int(self.options["cap_fan"])

    def value(self, fan: int) -> int:
        """What so many fan are worth."""
        return self.options["base"] * 2 ** min(fan, self.cap())

    def is_allowed(self, seat: int, tiles: Sequence[int]) -> bool:
        """Whether such tiles may win: two suits at most, none of the missing one."""
        suits = {suit_of(tile) for tile in tiles}
        return len(suits) <= 2 and self.table.suits.get(seat) not in suits

    def shapes_of(self, seat: int, tile: int | None) -> list[Counter[str]]:
        """The lists of fans of a complete hand that its tiles alone give; nothing if it is not complete."""
        table = self.table
        tiles, everything = table.tiles_of(seat, tile), table.all_of(seat, tile)
        if not self.is_allowed(seat, everything):
            return []
        melds = table.melds[seat]
        roots = sum(count == 4 for count in Counter(everything).values())
        found = []
        if not melds and is_seven_pairs(tiles):
            found.append(("龙七对", 3, roots - 1) if roots else ("七对", 2, 0))
        for groups in readings(tiles):
            found.append((*self.base_shape([*groups, *(meld.group for meld in melds)], everything, seat), roots))
        best = max((value for _, value, _ in found), default=0)
        lists = []
        for name, value, gen in found:
            if value == best:
                fans = Counter({name: value} if name else {})
                fans["根"] = gen if name != "十八罗汉" else 0
                fans["清一色"] = 2 * (len({suit_of(tile) for tile in everything}) == 1)
                if self.options["men_qing_zhong_zhang"]:
                    fans["门清"] = int(all(meld.how == "concealed" for meld in melds))
                    fans["断幺九"] = int(all(rank_of(tile) not in (1, 9) for tile in everything))
                lists.append(+fans)
        most = max((fans.total() for fans in lists), default=0)
        return [fans for fans in lists if fans.total() == most]

    def base_shape(self, groups: Sequence[Group], everything: Sequence[int], seat: int) -> tuple[str, int]:
        """The highest base shape of a divided hand."""
        melds, options = self.table.melds[seat], self.options
        pungs = all(group.form != "chow" for group in groups)
        generals = options["jiang_dui"] and all(rank_of(tile) in (2, 5, 8) for tile in everything)
        single = len(melds) == 4
        ends = options["yao_jiu"] and all(any(rank_of(tile) in (1, 9) for tile in group.tiles) for group in groups)
        if single and all(meld.form == "kong" for meld in melds):
            return "十八罗汉", 6
        if single and generals:
            return "将金钩钓", 4
        if pungs and generals:
            return "将对", 3
        if single:
            return "金钩钓", 2
        if ends:
            return "带幺九", 2
        return ("对对胡", 1) if pungs else ("", 0)

    def circumstances(self, seat: int, source: str) -> Counter[str]:
        """The fans of how the win came."""
        table = self.table
        fans: Counter[str] = Counter()
        drew = source == "draw"
        fans["杠上花"] = int(drew and table.draw.way == "kong")
        fans["杠上炮"] = int(source == "discard" and table.kong is not None)
        fans["抢杠胡"] = int(source == "rob")
        fans["海底捞月"] = int(table.wall == 0 and drew)
        fans["海底炮"] = int(table.wall == 0 and source == "discard")
        if self.options["tian_di_hu"]:
            fans["天胡"] = 5 * (source == "deal")
            fans["地胡"] = 5 * (drew and seat != 0 and table.draws[seat] == 1 and not table.claims)
        return +fans

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        added = self.circumstances(seat, source)
        lists = [fans + added for fans in self.shapes_of(seat, tile if feeder is not None else None)]
        if not lists:
            return None
        total = lists[0].total()
        return Win(seat, tile, source, feeder, total, tuple(fans or {"平胡": 0} for fans in lists), {})

    # -- restrictions --
    def closed(self) -> None:
        if self.aside is not None:              # 血流成河: the thirteen tiles stay, the winning one is laid aside
            seat, tile = self.aside
            self.table.held[seat].remove(tile)
            self.aside = None

    def may_decline(self, seat: int) -> bool:
        return not (self.options["must_win_last_four"] and self.table.wall <= 4)

    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.source not in ("discard", "rob") or win.total > self.passed.get(win.seat, -1)

    def declined(self, win: Win) -> None:
        if win.source in ("discard", "rob"):
            self.passed[win.seat] = max(win.total, self.passed.get(win.seat, -1))

    def drew(self, seat: int) -> None:
        self.passed.pop(seat, None)
        if self.last_mover >= 0 and self.table.draw.way != "kong" and self.others(self.last_mover)[:1] != [seat]:
            self.fault(f"{SEATS[seat]} draws after {SEATS[self.last_mover]}")
        self.last_mover = seat

    def on_line(self, line: Line) -> None:
        if line["type"] == "discarded":
            seat = place(line["seat"])
            missing = self.table.suits.get(seat)
            if suit_of(one(line["tile"])) != missing and any(suit_of(tile) == missing
                                                             for tile in self.table.held[seat]):
                self.fault(f"{SEATS[seat]} keeps tiles of the missing suit and discards {line['tile']}")
        if line["type"] in ("pung", "kong"):
            seat = place(line["seat"])
            if suit_of(one(line["tile"])) == self.table.suits.get(seat):
                self.fault(f"{SEATS[seat]} lays down {line['tile']} of the missing suit")
        if line["type"] in ("pung", "kong", "discarded"):
            self.last_mover = place(line["seat"])

    # -- payments --
    def on_kong(self, kong: Kong) -> None:
        base, options = self.options["base"], self.options
        if kong.how == "melded":
            kong.paid = {kong.feeder: 2 * base}
        elif kong.how == "concealed" or not kong.is_late or options["late_added_kong_pays"]:
            kong.paid = dict.fromkeys(self.others(kong.seat), (2 if kong.how == "concealed" else 1) * base)
        for payer, amount in kong.paid.items():
            self.pay(payer, kong.seat, amount)

    def on_win(self, win: Win, together: int) -> None:
        options, table = self.options, self.table
        seat, fan = win.seat, win.total
        if not self.first:
            self.first_feeder = win.feeder
        if win.feeder is not None:
            self.pay(win.feeder, seat, self.value(fan))
            self._hand_over(win, together)
        else:
            kong = table.kong if win.source == "draw" and table.draw.way == "kong" else None
            if options["dian_gang_hua"] == "discard" and kong is not None and kong.how == "melded":
                self.pay(kong.feeder, seat, self.value(fan))
            else:
                more = options["base"] * (options["self_draw"] == "add_base")
                each = self.value(fan + (options["self_draw"] == "add_fan")) + more
                for payer in self.others(seat):
                    self.pay(payer, seat, each)
        if len(self.wins) == len(self.winners):
            self.first = tuple(self.winners)
        if not options["xue_liu"]:
            self.out.add(seat)
        elif win.source == "draw":
            self.aside = seat, win.tile
        self.last_mover = seat if win.feeder is None else max(
            self.winners, key=lambda winner: (winner - win.feeder) % self.seats)

    def _hand_over(self, win: Win, together: int) -> None:
        """呼叫转移: after the discard that follows a kong its money goes on to the winners."""
        kong = self.table.kong
        if kong is None or win.source != "discard" or not self.options["hu_jiao_zhuan_yi"]:
            return
        money = sum(kong.paid.values())
        self.pay(win.feeder, win.seat, money // together + (money % together if len(self.winners) == 1 else 0))
        self.handed_on.append(kong)

    def on_false_win(self, seat: int) -> None:
        for other in self.others(seat):
            self.pay(seat, other, self.pig_price())
        self.out.add(seat)

    def pig_price(self) -> int:
        """What a 花猪 pays, and a false win; without a cap that of the default, for the text names none."""
        return self.value(self.cap() if self.cap() < 99 else self.usual_cap)

    def on_end(self) -> None:
        if self.wins:
            self.next_dealer = self.first[0] if len(self.first) == 1 else self.first_feeder
        else:
            self.next_dealer = 0
        inside = [seat for seat in range(self.seats) if seat not in self.out]
        is_over = len(inside) <= 1 or (self.wins and not self.options["blood_battle"])
        if is_over:
            return
        if self.table.wall:
            self.fault(f"the hand ends with {self.table.wall} tiles in the wall and {len(inside)} players")
        self._exhausted(inside)

    def _exhausted(self, inside: list[int]) -> None:
        pigs = [seat for seat in inside if not self.is_allowed(seat, self.table.all_of(seat))]
        best = {seat: self.best_wait(seat) for seat in inside if seat not in pigs}
        for pig in pigs:
            for other in best:
                self.pay(pig, other, self.pig_price())
        for kong in self.table.kongs:
            if kong not in self.handed_on and (kong.seat in pigs or best.get(kong.seat, 0) is None):
                for payer, amount in kong.paid.items():
                    self.pay(kong.seat, payer, amount)
        for seat, value in best.items():
            if value is None:
                for other, worth in best.items():
                    if worth is not None:
                        self.pay(seat, other, worth)

    def best_wait(self, seat: int) -> int | None:
        """The most a ready seat could win; None if it is not ready."""
        everything = self.table.all_of(seat)
        fans = [lists[0].total() for tile in NUMBERS if everything.count(tile) < 4
                and (lists := self.shapes_of(seat, tile))]
        return self.value(max(fans)) if fans else None
