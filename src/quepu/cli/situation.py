"""The situation of a hand as arguments tell it: seats, flowers, wild tiles, flags, what the table remembers."""

import argparse
import re
from typing import TYPE_CHECKING, Any

from quepu.cli.common import pairs_of
from quepu.errors import NotationError, QuepuError
from quepu.faults import Fault

if TYPE_CHECKING:
    from quepu.book import Rulebook

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
                             "tiles turned up: turned.LOT=4p1z, turned.LOT.S=4p; declares.S=1 and other words")


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
    """Memory given as {memory: number} or {memory: {seat: number}}; tiles turned up as {lot: kinds}."""
    from quepu.notation import read_kinds
    from quepu.rulebook.language.parse import suggestion
    from quepu.rulebook.language.typed import article
    from quepu.scoring.table_state import seats_of, type_of
    memory, turned = book.model.words.memory, book.model.words.turned
    state: dict[str, Any] = {}
    faults: list[Fault] = []
    for key, text in pairs.items():
        name, _dot, seat = key.partition(".")
        slot = memory.get(name)
        lot, _dot, owner = key.removeprefix("turned.").partition(".")
        if lot in turned and lot not in memory and not owner:
            state[f"turned.{lot}"] = tuple(read_kinds(text))
            continue
        if lot in turned and lot not in memory and owner.upper() in tuple("ESWN"):
            state.setdefault(f"turned.{lot}", {})[str("ESWN".index(owner.upper()))] = tuple(read_kinds(text))
            continue
        if slot is None and type_of(book.model, name) in ("int", "bool", "tiles"):
            _tell_word(state, key, text, seats_of(book.model, name), type_of(book.model, name), faults)
            continue
        if slot is None:
            faults.append(Fault("cli.no_memory", key=key, rule=book.id, name=name,
                                advice=suggestion(key, (*memory, *turned)) or _remembered((*memory, *turned))))
            continue
        number = _number(text, slot.type)
        if number is None:
            faults.append(Fault("cli.state_kind", key=key, text=text, kind=article(slot.type)))
        elif slot.size == 1:
            state[name] = number
        elif seat.upper() not in tuple("ESWN"):
            faults.append(Fault("cli.state_seat", key=key, name=name))
        else:
            state.setdefault(name, {})[str("ESWN".index(seat.upper()))] = number
    if faults:
        raise QuepuError(faults)
    return state


def _tell_word(state: dict[str, Any], key: str, text: str, seats: int, kind: str, faults: list[Fault]) -> None:
    """A word of the table: of all, or of one seat behind a dot."""
    from quepu.notation import read_kinds
    name, _dot, seat = key.partition(".")
    value: Any = tuple(read_kinds(text)) if kind == "tiles" else _number(text, kind)
    if value is None:
        faults.append(Fault("cli.state_kind", key=key, text=text, kind=kind))
    elif not seats:
        state[name] = value
    elif seat.upper() not in tuple("ESWN"):
        faults.append(Fault("cli.state_seat", key=key, name=name))
    else:
        state.setdefault(name, {})[str("ESWN".index(seat.upper()))] = value


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
        return tiles.kind_of(text) if kind == "tile" else None
    except (ValueError, KeyError):
        return None


def _remembered(names: tuple[str, ...]) -> Fault:
    return Fault("advice.memory", known=names) if names else Fault("advice.memory_nothing")
