"""What a player can answer, as small values: their text reads back, and the engine's numbers become them.

    discard 5m    chow 345m    pung    kong concealed 5m    win    declare READY 5m    flower 1f    pass
    choose 3      give 5m      show    take    abort ID    false_win
    kong wind 123z    add wind 1z    exchange wind 3z

A marked copy (a red five) is written with 0, as everywhere in our notation: `discard 0m`.  Who would rather use up a
tile that stays stood up (`[deal] marked`) says so: `pung standing 3m`, `chow 345m standing 4m`.
A claim that goes with a declaration names it: `chow 345m READY`, `pung READY`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import ClassVar

from quepu.engine.layout import codes
from quepu.engine.layout import table as tb
from quepu.engine.play.packed_action import act_of, choice_in, detail_of, mark_in, number_of, packed_action
from quepu.errors import IllegalAction, NotationError
from quepu.faults import Fault
from quepu.locale import language, pick, words
from quepu.notation import Tile, read_tiles, write_tiles
from quepu.rulebook.model.model import Model, Texts
from quepu.tiles import suit_name

STANDING = "standing"


@dataclass(frozen=True, slots=True)
class Action:
    """An answer of a player: `text`, which reads back, is for programs, `label` for people."""

    word: ClassVar[str] = ""
    is_choice: ClassVar[bool] = False   # its name alone says what is chosen
    #: what the rulebook calls it where it is asked for (game.naming); the action is the same without
    names: Texts = field(default_factory=dict, kw_only=True, compare=False, repr=False)

    @property
    def text(self) -> str:
        """The action as text."""
        return _text(self)

    @property
    def details(self) -> tuple[str, ...]:
        """What stands behind the word: a name of the rulebook, tiles, a number."""
        return ()

    def about(self, lang: str) -> str:
        """What it is done with, for people: tiles, a number, a suit."""
        return " ".join(self.details)

    def label(self, lang: str, about: str | None = None) -> str:
        """The action in words: by its rulebook's own name, and with what; `about` says that of several together."""
        name = pick(self.names, lang) or words(f"act.{self.word}", lang)
        what = self.about(lang) if about is None else about
        text = name.replace("{n}", what) if self.is_choice or "{n}" in name else f"{name} {what}".strip()
        return text[:1].upper() + text[1:] if language(lang) == "en" else text

    def __str__(self) -> str:
        return self.text


@lru_cache(1 << 14)
def _text(action: Action) -> str:
    """An action's text, put together once: tables are told again and again."""
    return " ".join((action.word, *action.details))


@cache
def _one_tile(tile: Tile) -> str:
    """A tile's notation, put together once."""
    return write_tiles((tile,))


@dataclass(frozen=True, slots=True)
class _OfTile(Action):
    tile: Tile

    @property
    def details(self) -> tuple[str, ...]:
        """The tile."""
        return (_one_tile(self.tile),)


@dataclass(frozen=True, slots=True)
class Discard(_OfTile):
    """Lay a tile into the river 打."""

    word: ClassVar[str] = "discard"


@dataclass(frozen=True, slots=True)
class Flower(_OfTile):
    """Lay a flower aside and draw for it 补花."""

    word: ClassVar[str] = "flower"


@dataclass(frozen=True, slots=True)
class Give(_OfTile):
    """Give a tile away in an exchange 换牌."""

    word: ClassVar[str] = "give"


@dataclass(frozen=True, slots=True)
class Chow(Action):
    """Claim the offered tile for a set that is no pung 吃: three in a row, or another set of the rulebook."""

    word: ClassVar[str] = "chow"
    tiles: tuple[int, ...]
    marks: tuple[int, ...] = ()         # kinds of which a marked copy goes from the hand into the set
    standing: tuple[int, ...] = ()      # kinds of which one that stands goes, where another copy could
    ready: str = ""                     # the declaration that goes with it 吃听

    @property
    def details(self) -> tuple[str, ...]:
        """The three tiles, those from the hand with their marks, which are to be standing ones, and the declaration."""
        return (write_tiles(Tile(kind, kind in self.marks) for kind in self.tiles), *_standing(self.standing),
                *filter(None, (self.ready,)))

    def about(self, lang: str) -> str:
        """The tiles, and which of them stand; a declaration is in the claim's name."""
        return _about_standing(self.details[0], self.standing, lang)


@dataclass(frozen=True, slots=True)
class Pung(Action):
    """Claim the offered tile for a pung 碰."""

    word: ClassVar[str] = "pung"
    marks: tuple[int, ...] = ()         # kinds of marked copies that go from the hand into the set
    standing: tuple[int, ...] = ()      # the kind, if one more that stands goes than need be
    ready: str = ""                     # the declaration that goes with it 碰听

    @property
    def details(self) -> tuple[str, ...]:
        """The marked tiles from the hand, or that standing ones go, where there are any, and the declaration."""
        return (*filter(None, (self._marked,)), *_standing(self.standing), *filter(None, (self.ready,)))

    @property
    def _marked(self) -> str:
        return write_tiles(Tile(kind, True) for kind in self.marks)

    def about(self, lang: str) -> str:
        """The marked tiles, or that standing ones go; a declaration is in the claim's name."""
        return _about_standing(self._marked, self.standing, lang)


def _standing(kinds: tuple[int, ...]) -> tuple[str, ...]:
    """How an action says that tiles go which stand."""
    return (STANDING, write_tiles(map(Tile, kinds))) if kinds else ()


def _about_standing(text: str, kinds: tuple[int, ...], lang: str) -> str:
    """What a set is made with, for people, and which standing tiles go."""
    return f"{text} {words('act.standing', lang, tiles=write_tiles(map(Tile, kinds)))}".strip() if kinds else text


@dataclass(frozen=True, slots=True)
class Kong(Action):
    """Make a kong 杠 of that name in the rulebook: with the offered tile, from the hand, or added to a pung."""

    word: ClassVar[str] = "kong"
    kong: str
    tile: Tile

    @property
    def details(self) -> tuple[str, ...]:
        """The kong's name and its tile."""
        return self.kong, write_tiles((self.tile,))

    def about(self, lang: str) -> str:
        """The tile; the kong is its name."""
        return write_tiles((self.tile,))


@dataclass(frozen=True, slots=True)
class MixedKong(Action):
    """Lay a kong of different tiles 旋风杠 of that name in the rulebook from the hand, with these tiles."""

    word: ClassVar[str] = "kong"
    kong: str
    tiles: tuple[int, ...]

    @property
    def details(self) -> tuple[str, ...]:
        """The kong's name and its tiles."""
        return self.kong, write_tiles(self.tiles)

    def about(self, lang: str) -> str:
        """The tiles; the kong is its name."""
        return write_tiles(self.tiles)


@dataclass(frozen=True, slots=True)
class AddTile(Action):
    """Add a tile to a kong of different tiles that lies on the table 补蛋."""

    word: ClassVar[str] = "add"
    kong: str
    tile: Tile

    @property
    def details(self) -> tuple[str, ...]:
        """The kong's name and the tile."""
        return self.kong, _one_tile(self.tile)

    def about(self, lang: str) -> str:
        """The tile; the kong is its name."""
        return _one_tile(self.tile)


@dataclass(frozen=True, slots=True)
class Exchange(AddTile):
    """Put the true tile into a kong of different tiles and take back what stood for it 换回."""

    word: ClassVar[str] = "exchange"


@dataclass(frozen=True, slots=True)
class Declare(Action):
    """Declare ready 报听 by that name in the rulebook, discarding a tile; at the deal without one."""

    word: ClassVar[str] = "declare"
    ready: str
    tile: Tile | None = None

    @property
    def details(self) -> tuple[str, ...]:
        """The declaration's name and the discard."""
        return (self.ready,) if self.tile is None else (self.ready, write_tiles((self.tile,)))

    def about(self, lang: str) -> str:
        """The discard; the declaration is its name."""
        return "" if self.tile is None else write_tiles((self.tile,))


@dataclass(frozen=True, slots=True)
class Win(Action):
    """Win 和 on the offered tile or the own draw; the tile is named where several lie open."""

    word: ClassVar[str] = "win"
    tile: Tile | None = None

    @property
    def details(self) -> tuple[str, ...]:
        """The tile, where it has to be said."""
        return () if self.tile is None else (write_tiles((self.tile,)),)


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Let it go 过."""

    word: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Choose a number the phase asks for: a bet, or the number of a suit."""

    word: ClassVar[str] = "choose"
    is_choice: ClassVar[bool] = True
    value: int
    suit: str | None = field(default=None, compare=False)       # the letter of the suit it means

    @property
    def details(self) -> tuple[str, ...]:
        """The number."""
        return (str(self.value),)

    def about(self, lang: str) -> str:
        """The number, or the suit it means."""
        return str(self.value) if self.suit is None else suit_name(self.value, language(lang))


@dataclass(frozen=True, slots=True)
class Show(Action):
    """Show what the tiles dealt earn by themselves 亮 (起手和); play goes on."""

    word: ClassVar[str] = "show"


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take one of the last tiles of the wall, which is offered round 要 (海底漫游)."""

    word: ClassVar[str] = "take"


@dataclass(frozen=True, slots=True)
class Abort(Action):
    """Call a hand off for a reason of that name in the rulebook 流局."""

    word: ClassVar[str] = "abort"
    reason: str

    @property
    def details(self) -> tuple[str, ...]:
        """The reason's name."""
        return (self.reason,)

    def about(self, lang: str) -> str:
        """Nothing: the reason is its name."""
        return ""


@dataclass(frozen=True, slots=True)
class FalseWin(Action):
    """Declare a win that is none 诈和; only where the rulebook has a price for it."""

    word: ClassVar[str] = "false_win"


ACTIONS: Mapping[str, type[Action]] = {action.word: action for action in (
    Discard, Chow, Pung, Kong, AddTile, Exchange, Win, Declare, Flower, Choose, Give, Show, Take, Pass, Abort,
    FalseWin)}
#: what players also write
_ALSO = {"打": "discard", "吃": "chow", "碰": "pung", "杠": "kong", "槓": "kong", "和": "win", "胡": "win", "hu": "win",
         "过": "pass", "過": "pass", "补花": "flower", "補花": "flower", "花": "flower", "听": "declare",
         "聽": "declare", "亮": "show", "要": "take", "false-win": "false_win", "诈和": "false_win",
         "詐和": "false_win", "补": "add", "補": "add", "补蛋": "add", "補蛋": "add",
         "换回": "exchange", "換回": "exchange"}


def tile_of(number: int) -> Tile:
    """A tile as the engine writes it: its kind, and whether the copy is marked."""
    return Tile(number & tb.KIND, bool(number & tb.MARK))


@cache
def tile_text(number: int) -> str | None:
    """The engine's tile in our notation; None where there is none."""
    return None if number < 0 or number == tb.NO_TILE else write_tiles((tile_of(number),))


_OF_ONE_TILE: dict[int, type[_OfTile]] = {codes.Act.DISCARD: Discard, codes.Act.FLOWER: Flower, codes.Act.GIVE: Give}
_CLAIMS = (codes.Act.CLAIM_SET, codes.Act.CLAIM_PUNG, codes.Act.READY_SET, codes.Act.READY_PUNG)
_OF_NOTHING: dict[int, type[Action]] = {codes.Act.PASS: Pass, codes.Act.SHOW: Show, codes.Act.TAKE: Take,
                                        codes.Act.FALSE_WIN: FalseWin}


def action_of(model: Model, code: int) -> Action:
    """The action that the engine's number means."""
    kind, detail, number = act_of(code), detail_of(code), number_of(code)
    if kind in _OF_ONE_TILE:
        return _OF_ONE_TILE[kind](tile_of(number))
    if kind in _CLAIMS:
        tiles = model.catalogue.sets[detail]
        laid = list(tiles)
        if number & tb.KIND in laid:    # it may be one in a wild tile's place, and such tiles carry no marks
            laid.remove(number & tb.KIND)
        chosen = tuple(other for place, other in enumerate(laid) if mark_in(number, place))
        marks, standing = ((), chosen) if stands(model) else (chosen, ())
        ready = _declared_with(model, detail) if kind in (codes.Act.READY_SET, codes.Act.READY_PUNG) else ""
        is_chow = kind in (codes.Act.CLAIM_SET, codes.Act.READY_SET)
        return Chow(tiles, marks, standing, ready) if is_chow else Pung(marks, standing, ready)
    if kind == codes.Act.KONG:
        return Kong(model.entries("kong")[detail], tile_of(number))
    if kind == codes.Act.MIXED_KONG:
        name = model.entries("kong")[detail]
        return MixedKong(name, mixed_tiles(model, name, number))
    if kind in (codes.Act.ADD_TILE, codes.Act.EXCHANGE):
        return (AddTile if kind == codes.Act.ADD_TILE else Exchange)(model.entries("kong")[detail], tile_of(number))
    if kind == codes.Act.DECLARE:
        return Declare(model.entries("ready")[detail], None if number == tb.NO_TILE else tile_of(number))
    if kind == codes.Act.CHOOSE:
        return Choose(choice_in(code))
    if kind == codes.Act.WIN:
        return Win(tile_of(number)) if detail else Win()
    if kind == codes.Act.CALL_ABORT:
        return Abort(model.entries("abort")[number])
    return _OF_NOTHING[kind]()


def stands(model: Model) -> bool:
    """Whether tiles of a hand stay stood up."""
    return model.deal.marked > 0


def _declared_with(model: Model, block: int) -> str:
    """The declaration that goes with the claim of a set."""
    family = model.catalogue.families[block]
    return next(claim.declares for claim in model.claims.on if claim.declares and family in claim.sets)


def mixed_tiles(model: Model, kong: str, choice: int) -> tuple[int, ...]:
    """The tiles that the engine's number of a kong of different tiles means; one that stands in is the last."""
    mixed = next(one for one in model.catalogue.mixed if one.kong == kong)
    tiles = tuple(kind for place, kind in enumerate(mixed.kinds) if choice >> place & 1)
    return (*tiles, mixed.stand_in) if choice & tb.STANDS else tiles


FALSE_WIN_CODE = packed_action(codes.Act.FALSE_WIN)


def read_action(text: str, legal: Iterable[Action]) -> Action:
    """The legal action a text names; IllegalAction says what is wrong and lists the legal ones.

    What is certain may be left out: `kong 5m` or `kong` if only one kong can be made; `chow 345m` and `pung` lay
    unmarked copies down where there are some, `chow 340m` and `pung 0p` the marked one.

    >>> read_action("discard 3m", [Discard(Tile(2)), Pass()])
    Discard(tile=Tile(kind=2, mark=False))
    """
    choices = tuple(legal)
    for action in choices:
        if action.text == text:
            return action
    parts = text.split()
    word = _ALSO.get(parts[0].lower(), parts[0].lower()) if parts else ""
    if word not in ACTIONS:
        what = Fault("action.unknown", text=text.strip()) if parts else Fault("action.missing")
        raise IllegalAction(Fault("action.words", what=what, known=ACTIONS, choices=listed(choices)))
    of_word = [action for action in choices if action.word == word]
    details = parts[1:]
    meant = of_word
    for detail in map(str.lower, details):
        meant = [action for action in meant if _matches(action, detail, choices)]
    plain = [action for action in meant if getattr(action, "ready", "") in ("", *details)]
    meant = plain or meant              # a claim goes with a declaration only if that is named, or there is no other
    exact = [action for action in meant if len(meant) > 1 and details and _written(details[-1]) in action.details]
    if len(exact) == 1:
        return exact[0]
    if word == "discard" and not details:
        meant = []
    if len(meant) == 1 or (meant and word == "pung" and not details):
        return meant[0]                 # of a pung the one with the fewest marked tiles stands first
    if meant:
        raise IllegalAction(Fault("action.ambiguous", text=text.strip(), choices=listed(meant)))
    raise IllegalAction(Fault("action.not_now", text=text.strip(), choices=listed(choices)))


def _matches(action: Action, detail: str, choices: tuple[Action, ...]) -> bool:
    """Whether a detail as written is one of the action's: the same name, or the same kinds of tiles."""
    if detail in action.details or (isinstance(action, Choose) and detail == action.suit):
        return True
    if (detail.isascii() and detail.isidentifier()) or isinstance(action, Choose):
        return False                    # a name, and not this action's
    try:
        kinds = sorted(tile.kind for tile in read_tiles(detail))
    except NotationError as error:
        raise IllegalAction([*error.faults, Fault("action.unreadable", choices=listed(choices))]) from None
    if isinstance(action, Chow | MixedKong):
        return kinds == sorted(action.tiles)
    tile = getattr(action, "tile", None)
    return tile is not None and kinds == [tile.kind]


def _written(detail: str) -> str:
    """Tiles in our own notation, so that a marked copy is told from another; a name as it is."""
    try:
        return write_tiles(read_tiles(detail))
    except NotationError:
        return detail.lower()


def listed(actions: Iterable[Action]) -> Fault:
    """The legal actions as the end of an error."""
    texts = [action.text for action in actions]
    return Fault("action.legal", texts=texts) if texts else Fault("action.nothing")
