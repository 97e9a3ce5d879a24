"""A score pad as plain values: every hand with its ledger, how everybody stands, and what may be entered next."""

from collections.abc import Mapping
from typing import Any

from quepu.engine.layout.table_facts import POT
from quepu.game.pad.entered import Entered
from quepu.game.pad.mending import mended
from quepu.game.pad.money import money_text, stake_of, transfers
from quepu.game.pad.pad_csv import what_happened
from quepu.game.pad.score_pad import Pad, pays_by_total
from quepu.locale import language
from quepu.plain_text import harmless
from quepu.rulebook.file.choices import AfterWin, PhaseKind
from quepu.rulebook.language.vocabulary import BOOL, INT
from quepu.rulebook.model.model import Fan, Model
from quepu.scoring.accounts import account_code
from quepu.scoring.table_state import value_name
from quepu.tiles import SEATS, seat_letter


def pad_json(pad: Pad, lang: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The whole pad."""
    return {
        "names": list(pad.names), "scores": list(pad.scores), "over": pad.over, "pot": pad.hand.pot,
        "out": pad.names[pad.out] if pad.out >= 0 else None,
        "standings": [{"place": one.place, "player": one.player, "name": one.name, "score": one.score,
                       "result": str(one.result)} for one in pad.standings],
        "hand": {"number": pad.hand.number, "round": pad.hand.round, "wind": pad.hand.wind,
                 "players": [pad.names[player] for player in pad.hand.players],
                 "memory": _remembered(pad, lang)},
        "entries": [_entered(pad, one, lang) for one in pad.entered],
        "may": _may(pad.book.model), "csv": pad.as_csv(lang),
        **({"money": _money(pad, asked["money"])} if asked.get("money") else {}),
    }


def mended_json(pad: Pad, lang: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The pad as it would be after an earlier entry was mended, and every later result that changes."""
    mend = asked["mend"]
    found = mended(pad, mend["kind"], mend["number"], mend["entry"])
    changes = [{"was": _entered(pad, one.was, lang), "now": _entered(found.pad, one.now, lang),
                "faults": [harmless(fault.told(lang)) for fault in one.faults]} for one in found.changes]
    return {**pad_json(found.pad, lang, asked), "changes": changes, "kept": found.pad.as_json()["entries"]}


def _money(pad: Pad, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What everybody has won in money, and who gives whom how much."""
    won = stake_of(asked["amount"], asked["points"]).of(pad.won)
    return {"amounts": [money_text(one) for one in won],
            "transfers": [{"from": pad.names[one.giver], "to": pad.names[one.taker], "amount": money_text(one.amount)}
                          for one in transfers(won)]}


def _remembered(pad: Pad, lang: str) -> list[dict[str, Any]]:
    """What lasts from hand to hand and is not as it was at the start: streaks, stakes left over."""
    remembered = []
    for slot in pad.book.model.memory:
        value = pad.hand.memory[slot.id]
        values = [value] if slot.size == 1 else [value[str(seat)] for seat in range(len(pad.hand.players))] \
            if slot.size == 4 else []
        if slot.scope in ("match", "player") and slot.names and any(one != slot.start for one in values):
            told = values if slot.type in (INT, BOOL) else \
                [value_name(slot.type, one, language(lang)) for one in values]
            remembered.append({"id": slot.id, "name": dict(slot.names), "values": told, "type": slot.type})
    return remembered


def _entered(pad: Pad, one: Entered, lang: str) -> dict[str, Any]:
    def name(seat: int) -> str:
        return account_code(seat) if seat >= POT else pad.names[one.hand.players[seat]]
    return {
        "number": one.hand.number, "round": one.hand.round, "wind": one.hand.wind, "ended": one.ended,
        "dealer": pad.names[one.hand.dealer], "players": [pad.names[player] for player in one.hand.players],
        "what": what_happened(pad, one, lang), "over": one.over, "notes": [dict(note) for note in one.notes],
        "wins": [{"seat": seat_letter(score.win.seat), "name": name(score.win.seat),
                  "from": None if score.win.discarder is None else name(score.win.discarder), "total": score.total,
                  "fans": [{"id": fan.id, "name": dict(fan.names), "count": fan.count, "shown": fan.written(lang)}
                           for fan in score.earned]} for score in one.wins],
        "ledger": [{"from": name(row.payer), "to": name(row.receiver), "amount": row.amount, "rule": row.tag,
                    "names": dict(row.names)} for row in one.rows],
        "net": list(one.net), "scores": list(one.scores),
    }


def _fan(model: Model, fan: Fan) -> dict[str, Any]:
    """A fan to be picked; `value` is what it is worth where that is a number, `apart` whether it only makes up fu."""
    value = model.said.fans[fan.id].value
    return {"id": fan.id, "name": dict(fan.names), "on": fan.on, "value": value if type(value) is int else None,
            "apart": any(tally.apart for tally in model.tallies if tally.id == fan.tally)}


def _may(model: Model) -> dict[str, Any]:
    """What a hand of this rulebook may be made of, so that a page can ask for it."""
    sets = [phase.sets for phase in model.phases.on]
    memories = [slot for slot in model.memory if slot.names and slot.scope in ("hand", "seat")
                and (slot.id in sets or not slot.updates)]
    counts = {mixed.kong: [*range(mixed.least, len(mixed.kinds) + 1), *([1] if mixed.grows else [])]
              for mixed in model.catalogue.mixed}             # how many tiles may be laid down at once
    return {
        "kongs": [{"id": kong.id, "name": kong.name, "of": kong.of,
                   **({"counts": counts[kong.id]} if kong.id in counts else {})} for kong in model.kongs.on],
        "declares": [{"id": ready.id, "name": ready.name} for ready in model.readies.on],
        "faults": [{"id": fault.id, "name": fault.name} for fault in model.faults.on],
        "false_total": "false_total" in str(model.match.false_win.pays.text),
        "memory": [{"id": slot.id, "name": dict(slot.names), "type": model.words.memory[slot.id].type,
                    "each": slot.size == 4} for slot in memories if slot.size in (1, 4)],
        "flags": [{"id": flag.id, "name": dict(flag.names)} for flag in model.flags],
        "tallies": [{"id": tally.id, "name": dict(tally.names)} for tally in model.tallies],
        "total": pays_by_total(model),
        "fans": [_fan(model, fan) for fan in model.fans],
        "wild": model.wild.are_chosen,
        "flowers": any(rule.on == "flower" for rule in model.payments),
        "ready": any(rule.on == "draw" for rule in model.payments) or "ready" in str(model.match.written),
        "goes_on": any(phase.kind is PhaseKind.AFTER_WIN and phase.winner is not AfterWin.ENDS_HAND
                       for phase in model.phases.on),
        "seats": list(SEATS[:model.deal.seats]),
    }
