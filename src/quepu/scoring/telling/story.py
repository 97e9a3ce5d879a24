"""What must have happened for melds to lie as they are told: the events of a hand that its melds alone tell.

Chows and pungs were claimed in the order in which they lie, each followed by a discard; before a kong from the hand a
tile was drawn, after any kong another in its place.  Rivers, turns and hands of others are not told by melds.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from quepu.engine.layout.codes import Offer
from quepu.engine.layout.frame import Frame
from quepu.hand import Meld, Win
from quepu.rulebook.file.choices import KongOf
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.walk import reads_field
from quepu.rulebook.model.model import Model
from quepu.scoring.others import ASIDE, MELDS, aside_kongs, melds_in
from quepu.scoring.table_state import DECLARING, TURNED, by_seat, kinds_of, number, told_of

MADE = {"open": KongOf.DISCARD, "added": KongOf.PUNG, "concealed": KongOf.HAND}
SEATS = 4


@dataclass(frozen=True, slots=True)
class Happening:
    """One event: what `rulebook.language.events` tells of it, and the melds of its actor by then."""

    event: str
    actor: int
    feeder: int = -1
    tile: int = -1
    entry: str = ""                     # which `[kong.*]`
    melds: tuple[Meld, ...] = ()
    is_concealed: bool = False
    is_added: bool = False
    is_replacement: bool = False
    kong_tiles: int = 0
    place: int = -1                     # the meld that tells it
    aside: tuple[int, ...] = ()         # laid aside by the actor by then, where it is one


def kong_entry(model: Model, meld: Meld) -> str:
    """The kong of the rulebook that a meld is; empty if it is none."""
    mixed = next((one for one in model.catalogue.mixed if one.fits(meld.tiles)), None) if not meld.is_kong else None
    if mixed is not None:
        return mixed.kong
    fitting = (name for name, kong in model.kongs.items() if not kong.different and not kong.is_aside
               and meld.is_kong and kong.of is MADE[meld.form] and (not kong.tiles or kong.tiles >> meld.tiles[0] & 1))
    return next(fitting, "")


def feeder_of(meld: Meld, seat: int) -> int:
    """The seat that fed a meld; -1 nobody, or nobody knows."""
    return -1 if meld.feeder is None else (seat - meld.feeder) % SEATS


def story(model: Model, seat: int, melds: tuple[Meld, ...], run: int = 0) -> Iterator[Happening]:
    """The events that the melds of a seat tell, in order; what comes after the last of them is `ending`.

    `run`: so many of the last melds are kongs that were made in one turn, each on the tile drawn for the one before.
    """
    laid: tuple[Meld, ...] = ()
    first = len(melds) - run
    for place, meld in enumerate(melds):
        for later in melds[place + 1:] if run and place == first else ():
            if later.form == "added":
                yield Happening("pung", seat, feeder_of(later, seat), later.tiles[0], "", laid)
                yield from _discarded(seat, (*laid, later))
        if laid and (not run or place <= first):
            yield from _discarded(seat, laid)
        yield from _made(model, seat, laid, meld, place, in_run=run > 0 and place > first)
        laid = (*laid, meld)


def others(model: Model, win: Win) -> Iterator[Happening]:
    """The events that the melds of the other seats tell, as far as these are told, from the dealer on."""
    for seat, told in sorted(told_of(model, win.state, MELDS).items()):
        melds = melds_in(told)
        yield from story(model, seat, melds)
        if melds:
            yield from _discarded(seat, melds)


def turned(win: Win) -> Iterator[Happening]:
    """The tiles that are told as turned up."""
    for name, told in win.state.items():
        if name.startswith(TURNED):
            for part in told.values() if isinstance(told, Mapping) else (told,):
                for kind in kinds_of(part):
                    yield Happening("turn_up", win.seat, tile=kind, entry=name.removeprefix(TURNED))


def declared(model: Model, win: Win) -> Iterator[Happening]:
    """The declarations of being ready that are told, from the dealer on; one whose discard is won on does not stand."""
    readies = model.entries("ready")
    failed = number(win.state[DECLARING], v.SEAT) if DECLARING in win.state else -1
    for seat, which in sorted(by_seat(win.state.get("declares", {})).items()):
        index = number(which, v.INT)
        if 0 < index <= len(readies) and seat != failed:
            yield Happening("declare", seat, entry=readies[index - 1],
                            melds=win.hand.melds if seat == win.seat else ())


def laid_aside(model: Model, win: Win) -> Iterator[Happening]:
    """What is told as laid aside, one by one from the dealer on: flowers, and kongs of one tile.

    Any other tile there is one on which somebody has won who plays on: nothing comes of it.
    """
    kongs = aside_kongs(model)
    told = {seat: tuple(kinds_of(part)) for seat, part in told_of(model, win.state, ASIDE).items()}
    for seat, laid in sorted({**told, win.seat: (*win.hand.flowers, *told.get(win.seat, ()))}.items()):
        for count, kind in enumerate(laid, 1):
            if model.bonus >> kind & 1:
                yield Happening("flower", seat, tile=kind, aside=laid[:count])
                continue
            if not kongs >> kind & 1:
                continue
            kong = Happening("kong", seat, tile=kind, aside=laid[:count], is_concealed=True, kong_tiles=1)
            yield replace(kong, event="announce", aside=laid[:count - 1])
            yield kong


def ending(model: Model, win: Win) -> Iterator[Happening]:
    """What happens between the last meld of a winner and his win, as far as it is told."""
    melds, seat = win.hand.melds, win.seat
    if not melds:
        return
    if win.self_draw and is_replaced(model, win) and kong_entry(model, melds[-1]):
        yield Happening("draw", seat, tile=_kind(win), melds=melds, is_replacement=True)
        return
    yield from _discarded(seat, melds)
    if win.self_draw:
        yield Happening("draw", seat, tile=_kind(win), melds=melds)


def robbed(model: Model, win: Win) -> Iterator[Happening]:
    """The added kong that was announced and robbed, where a flag says that the tile was won on so."""
    if win.discarder is not None and win.tile is not None and _lies_open_as(model, win, (Offer.ADDED_KONG,)):
        entry = next((name for name, kong in model.kongs.items() if kong.of is KongOf.PUNG
                      and (not kong.tiles or kong.tiles >> win.tile & 1)), "")
        yield Happening("announce", win.discarder, tile=win.tile, entry=entry)


def won_on(model: Model, win: Win) -> Iterator[Happening]:
    """The discard that is won on, unless a flag says that its tile came to lie open in another way."""
    others = tuple(offer for offer in Offer if offer is not Offer.DISCARD)
    if win.discarder is not None and win.tile is not None and not _lies_open_as(model, win, others):
        yield Happening("discard", win.discarder, tile=win.tile)


def _lies_open_as(model: Model, win: Win, offers: Iterable[Offer]) -> bool:
    """Whether a flag is told that is given because the tile came to lie open in one of these ways."""
    given = [flag.given for flag in model.flags if flag.id in win.flags and flag.given is not None]
    return any(_is_given_by(model, one, offer) for one in given for offer in offers)


def _is_given_by(model: Model, given: Expr, offer: Offer) -> bool:
    """Whether a flag is given for a tile that lies open in this way, and not for a discard."""
    if not reads_field(given, "offer_kind"):
        return False
    frame = Frame.zeros()
    plain = function(given)(Env(frame, model.catalogue, model.flower_owner))
    frame.offer_kind = offer
    return bool(not plain and function(given)(Env(frame, model.catalogue, model.flower_owner)))


def is_replaced(model: Model, win: Win) -> bool:
    """Whether a flag says that the last tile was drawn in place of a kong or flower."""
    return any(flag.id in win.flags and reads_field(flag.given, "draw_kind") for flag in model.flags)


def _kind(win: Win) -> int:
    return -1 if win.tile is None else win.tile


def _discarded(seat: int, laid: tuple[Meld, ...]) -> Iterator[Happening]:
    """A discard of which nobody knows the tile; after a kong its replacement was drawn before."""
    if len(laid[-1].tiles) > 3:
        yield Happening("draw", seat, melds=laid, is_replacement=True)
    yield Happening("discard", seat, melds=laid)
    yield Happening("discard_stands", seat, melds=laid)


def _made(model: Model, seat: int, laid: tuple[Meld, ...], meld: Meld, place: int,
          in_run: bool) -> Iterator[Happening]:
    """How one meld came to lie there; in a run the pung of an added kong lay there before it began."""
    feeder, tile, entry = feeder_of(meld, seat), meld.tiles[0], kong_entry(model, meld)
    whole = (*laid, meld)
    if not entry:
        kind = "pung" if meld.is_pung else "chow"
        yield Happening(kind, seat, feeder, tile if meld.is_pung else -1, "", whole, place=place)
        return
    kong = model.kongs[entry]
    mixed = next((one for one in model.catalogue.mixed if one.kong == entry), None)
    made = Happening("kong", seat, feeder, tile, entry, whole, kong.of is KongOf.HAND, kong.of is KongOf.PUNG,
                     kong_tiles=1 if kong.of is KongOf.PUNG else kong.least, place=place)
    if mixed is not None:
        made = replace(made, is_concealed=not mixed.opens, kong_tiles=len(meld.tiles))
    if kong.of is not KongOf.DISCARD:
        before = (*laid, Meld(meld.tiles[:3], "open", meld.feeder)) if made.is_added else laid
        if made.is_added and not in_run:
            yield Happening("pung", seat, feeder, tile, "", before, place=place)
            yield from _discarded(seat, before)
        yield Happening("draw", seat, tile=tile, melds=before, is_replacement=in_run)
        yield replace(made, event="announce", melds=before)
    yield made
