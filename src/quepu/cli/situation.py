"""The situation of a hand as arguments tell it: seats, flowers, wild tiles, flags, what the table remembers."""

import argparse
import re
from typing import TYPE_CHECKING, Any

from quepu.cli.common import pairs_of
from quepu.errors import NotationError, QuepuError
from quepu.faults import Fault

if TYPE_CHECKING:
    from quepu.book import Rulebook
    from quepu.rulebook.model.model import Model

_FLAG = re.compile(r"[a-z][a-z0-9_]*")


def add_situation(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that tell the situation of a hand."""
    parser.add_argument("--seat", type=str.upper, choices="ESWN",
                        help="the player's seat wind (E is the dealer)")
    parser.add_argument("--round", type=str.upper, choices="ESWN", help="the round wind")
    parser.add_argument("--flowers", metavar="TILES", default="", help="flowers laid aside, such as 15f")
    parser.add_argument("--wild", metavar="TILES", default="", help="kinds that are wild in this hand")
    parser.add_argument("--flag", metavar="FLAG", nargs="+", action="extend", default=[],
                        help="what happened: last_tile, robbing ...; `quepu rules show ID` lists them")
    parser.add_argument("--state", metavar="K=V", nargs="+", action="extend", default=[],
                        help="what the table remembers: MEMORY=3, MEMORY.S=1 for a seat, or "
                             "tiles turned up: turned.LOT=4p1z; `quepu rules asks ID` lists all")


def hand_text(arguments: argparse.Namespace) -> str:
    """The hand as one text: a part that an option before it took by mistake is given back."""
    parts: list[str] = list(arguments.hand)
    for name in ("option", "state", "flag"):
        taken: list[str] = getattr(arguments, name, [])
        keep = next((index for index, text in enumerate(taken) if not _fits(name, text)), len(taken))
        if not parts and keep:
            parts = taken[keep:]
            setattr(arguments, name, taken[:keep])
    text = " ".join(parts)
    if not text.strip():
        raise NotationError(Fault("cli.no_hand"))
    return text


def _fits(name: str, text: str) -> bool:
    """Whether a text can be what an option asks for, and so is not a hand."""
    return all(map(_FLAG.fullmatch, text.split(","))) if name == "flag" else "=" in text


def situation_of(arguments: argparse.Namespace, book: "Rulebook | None" = None) -> dict[str, Any]:
    """The situation the arguments tell, as keywords of `score` and `waits`; memory if a book says what it is."""
    situation: dict[str, Any] = {key: getattr(arguments, key) for key in ("seat", "round")
                                 if getattr(arguments, key)}
    flags = frozenset(part for text in arguments.flag for part in text.split(",") if part)
    if flags:
        situation["flags"] = flags
    if arguments.wild:
        from quepu.notation import read_kinds
        situation["wild"] = tuple(sorted(set(read_kinds(arguments.wild))))
    if arguments.state and book is not None:
        situation["state"] = _state(book, pairs_of("state", arguments.state))
    return situation


def with_flowers(text: str, flowers: str, book: "Rulebook | None" = None) -> str:
    """The hand with the flowers behind it, once it is sure that they are flowers; a rulebook may add honours."""
    if not flowers:
        return text
    from quepu.notation import read_kinds
    from quepu.tiles import FLOWERS, code
    known = {*FLOWERS, *(book.bonus if book is not None else ())}
    wrong = [code(kind) for kind in read_kinds(flowers) if kind not in known]
    if wrong:
        raise NotationError(Fault("cli.not_flowers", flowers=flowers, wrong=wrong))
    return f"{text} {flowers}"


def _state(book: "Rulebook", pairs: dict[str, str]) -> dict[str, Any]:
    """What the table remembers and knows: NAME, NAME.SEAT or NAME.SEAT.SEAT, and turned.LOT or turned.LOT.SEAT."""
    from quepu.rulebook.language.parse import suggestion
    from quepu.rulebook.language.typed import article
    from quepu.scoring.table_state import TURNED, own_name, seats_of, type_of
    model = book.model
    turned = model.entries("turned")
    state: dict[str, Any] = {}
    faults = []
    for key, text in pairs.items():
        name, *seats = key.removeprefix(TURNED).split(".")
        name = name if name in turned else own_name(model, name)
        if name in turned and (key.startswith(TURNED) or not type_of(model, name)):
            name = TURNED + name
        kind = type_of(model, name)
        wanted = seats_of(model, name) if kind else 0
        if not kind or (key.startswith(TURNED) and not name.startswith(TURNED)):
            known = (*model.words.memory, *turned)
            faults.append(Fault("cli.no_memory", key=key, rule=book.id, name=key.partition(".")[0],
                                advice=suggestion(key, known) or _remembered(known)))
            continue
        letters = [seat.upper() for seat in seats]
        if any(seat not in tuple("ESWN") for seat in letters) or \
                len(letters) not in ((0, 1) if name.startswith(TURNED) else (wanted,)):
            faults.append(_wrong_seat(key, name, -1 if name.startswith(TURNED) else wanted))
            continue
        value = _ready(model, text) if name == "declares" else None
        value = _value(text, kind) if value is None else value
        if value is None:
            faults.append(Fault("cli.state_kind", key=key, text=text, kind=article(kind)))
            continue
        if name in state and isinstance(state[name], dict) != bool(letters):
            faults.append(Fault("cli.twice", what="state", name=name))
            continue
        _put(state, name, [str("ESWN".index(seat)) for seat in letters], value)
    if faults:
        raise QuepuError(faults)
    return state


def _wrong_seat(key: str, name: str, wanted: int) -> Fault:
    """Says of how many seats something is told; -1: turned tiles."""
    if wanted < 0:
        return Fault("cli.state_turned", key=key, name=name)
    if wanted == 0:
        return Fault("cli.state_once", key=key, name=name)
    return Fault("cli.state_seat", key=key, name=name) if wanted == 1 else Fault("cli.state_pair", key=key, name=name)


def _ready(model: "Model", text: str) -> int | None:
    """A declaration of being ready by its name, as the number by which it is told."""
    readies = model.entries("ready")
    return readies.index(text) + 1 if text in readies else None


def _value(text: str, kind: str) -> Any:
    """A value of the state; None if it is not of its kind."""
    if kind in ("meld", "text"):
        return text
    if kind != "tiles":
        return _number(text, kind)
    from quepu.notation import read_kinds
    return tuple(read_kinds(text))


def _put(state: dict[str, Any], name: str, seats: list[str], value: Any) -> None:
    """Tell a value of these seats."""
    if not seats:
        state[name] = value
        return
    of = state.setdefault(name, {})
    for seat in seats[:-1]:
        of = of.setdefault(seat, {})
    of[seats[-1]] = value


def loose_state(texts: list[str]) -> dict[str, Any]:
    """Given memory as it stands, for rulebooks that may know it or not: {name: value} or {name: {seat: value}}."""
    state: dict[str, Any] = {}
    for key, text in pairs_of("state", texts).items():
        name, _dot, seat = key.partition(".")
        number = _number(text, "int")
        value: Any = text if number is None else number
        if seat:
            state.setdefault(name, {})[seat.upper()] = value
        else:
            state[name] = value
    return state


def _number(text: str, kind: str) -> int | None:
    """A value of the state as a number."""
    from quepu import tiles
    if text.lstrip("-").isdigit() and len(text) < 10:
        return int(text)
    if text.lower() in ("true", "yes", "false", "no"):
        return int(text.lower() in ("true", "yes"))
    try:
        if kind == "seat":
            return tiles.seat_of(text.upper())
        if kind == "suit":
            return "mps".index(text)
        return tiles.kind_of(text) if kind == "tile" else None
    except (ValueError, KeyError):
        return None


def _remembered(names: tuple[str, ...]) -> Fault:
    return Fault("advice.memory", known=names) if names else Fault("advice.memory_nothing")
