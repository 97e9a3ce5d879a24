"""The explanation of a score: reading, fans and their sets, what was not counted and why, who pays whom."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from quepu import tiles
from quepu.columns import PAGE, pad, width, wrap
from quepu.engine.layout.table_facts import POT
from quepu.hand import Hand
from quepu.locale import formed, language, pick, unit_of, words
from quepu.notation import write_tiles
from quepu.packing.substitutes import place_taken
from quepu.scoring.accounts import account_name, account_of
from quepu.scoring.accounts import net as net_of
from quepu.scoring.result import Block, Dropped, FanScore, Reading, Row, Score

if TYPE_CHECKING:
    from quepu.rulebook.model.model import Model, Tally

_Row = tuple[str, str, str]             # a name, a number, a note
MOST_OTHERS = 4             # other readings told one by one


def explain(score: Score, lang: str = "zh", sentences: bool = False, formula: bool = False) -> str:
    """The score as text of at most 80 columns; `sentences` and `formula` say besides what each fan asks for."""
    lang = language(lang)
    lines = [*_heading(score, lang)]
    if score.complete:
        lines += ["", *_fans(score, lang), *_working(score, lang)]
        lines += [*_meanings(score, lang, formula)] if sentences or formula else []
        lines += [*_dropped(score, lang), *_others(score, lang)]
    lines += ["", *_verdict(score, lang)]
    if score.legal:
        lines += ["", *_payments(score, lang)]
    lines += assumed_lines(score, lang)
    return formed("\n".join(lines), lang)


def seat_text(seat: int, lang: str) -> str:
    """A seat as it is spoken of; what comes after the four are the pot and guests."""
    lang = language(lang)
    return account_name(seat, lang) if seat >= POT else words("seat", lang, wind=tiles.seat_name(seat, lang))


# -- the hand --
def _heading(score: Score, lang: str) -> Iterator[str]:
    yield title(score, lang)
    labels = ["hand", "situation", "reading", "wild"]
    wide = max(width(words(label, lang)) for label in labels) + 2
    rows = [("hand", "   ".join(hand_parts(score, lang))), ("situation", " · ".join(situation(score, lang)))]
    if score.reading is not None:
        rows.append(("reading", reading_text(score, score.reading, lang)))
        wild = wild_texts(score, lang)
        if wild:
            rows.append(("wild", words("list", lang).join(wild)))
    for label, text in rows:
        yield from wrap(text, PAGE, " " * wide, pad(words(label, lang), wide))


def title(score: Score, lang: str) -> str:
    """The rulebook's name and the options that were set."""
    from quepu.rulebook.file.options import option_text
    chosen = " ".join(f"{name}={option_text(value)}" for name, value in score.book.settings.items())
    return f"{pick(score.book.model.names, lang, score.book.id)}  {chosen}".rstrip()


def by_flowers(score: Score) -> bool:
    """Whether it is a win by flowers alone or by discards, whatever the tiles are."""
    win = score.win
    return win.tile is None and win.hand.place_count != score.book.model.hand_size + 1


def hand_parts(score: Score, lang: str) -> list[str]:
    """The hand, the winning tile and the flowers, each as a few words."""
    win, hand = score.win, score.win.hand
    parts = [str(Hand(hand.concealed, hand.melds, (), hand.marks))]
    if win.tile is not None:
        red = tiles.rank(win.tile) == 5 and win.tile_mark
        code = tiles.code(win.tile)
        parts.append(words("wins_on", lang, tile="0" + code[1] if red else code))
    else:
        whole = not by_flowers(score)
        parts.append(words("dealt" if whole else "by_flowers" if hand.flowers else "by_discards", lang))
    if hand.flowers:
        parts.append(words("flowers", lang, tiles=write_tiles(hand.flowers)))
    return parts


def situation(score: Score, lang: str) -> list[str]:
    """What the table knows about the win, each as a few words."""
    win = score.win
    parts = [seat_text(win.seat, lang), words("round", lang, wind=tiles.seat_name(win.round, lang))]
    if win.self_draw or (win.tile is None and not by_flowers(score)):
        parts.append(words("self_draw", lang))
    elif win.discarder is None:
        parts.append(words("by_discard", lang))
    else:
        parts.append(words("from_seat", lang, seat=seat_text(win.discarder, lang)))
    names = flag_names(score, lang)
    return parts + [names.get(flag, flag) for flag in sorted(win.flags)
                    if flag not in score.ruled_out and flag not in score.no_effect]


def flag_names(score: Score, lang: str) -> dict[str, str]:
    """What each flag of the rulebook is called."""
    return {flag.id: pick(flag.names, lang, flag.id) for flag in score.book.model.flags}


def block_text(block: Block) -> str:
    """A set or pair in notation; a star marks the one that holds the winning tile."""
    return f"{block}*" if block.wins else str(block)


def reading_text(score: Score, reading: Reading, lang: str) -> str:
    """The shape and the sets of a reading."""
    shape = next((shape for shape in score.book.model.shapes if shape.id == reading.shape), None)
    name = pick(shape.names, lang, reading.shape) if shape is not None else reading.shape
    fixed = write_tiles(reading.fixed) if reading.fixed else ""
    parts = [fixed, *map(block_text, reading.sets), *map(block_text, reading.pairs)]
    text = f"{name}{words('colon', lang)}{' '.join(part for part in parts if part)}"
    if any(block.wins for block in (*reading.sets, *reading.pairs)):
        text += "   " + words("holds_win", lang).replace(" ", "\u00a0")
    return text


def wild_texts(score: Score, lang: str) -> list[str]:
    """What each wild tile stands for, one sentence for all of them and one for the winning tile."""
    reading, win = score.reading, score.win
    if reading is None:
        return []
    lines = [words("wild_stands", lang, tile=tiles.code(block.tiles[place]), block=str(block))
             for block in (*reading.sets, *reading.pairs) for place in block.wild]
    texts = []
    if lines:
        there = sorted(kind for kind in (*win.hand.concealed, win.tile) if kind is not None
                       and kind in win.wild)
        listed = words("list", lang).join(lines)
        if there:                       # a drawn tile that stands for another is told below
            texts.append(words("wild_is", lang, wild=write_tiles(there), list=listed))
        elif score.book.model.wild.imagined:
            texts.append(words("imagined_is", lang, list=listed))
    taken = place_taken(score.book.model, win.wild)
    if taken is not None and any(kind == taken[1] and place not in block.wild
                                 for block in (*reading.sets, *reading.pairs) if block.meld is None
                                 for place, kind in enumerate(block.tiles)):
        texts.append(words("substitute_is", lang, tile=tiles.code(taken[0]), other=tiles.code(taken[1])))
    if reading.win_as is not None and win.tile is not None and reading.win_as >= 0:
        texts.append(words("win_as", lang, tile=tiles.code(win.tile), other=tiles.code(reading.win_as)))
    return texts


# -- fans --
def fan_name(fan: FanScore | Dropped, lang: str) -> str:
    """The fan's name, with how often it counts."""
    name = pick(fan.names, lang, fan.id)
    return f"{name} {words('times', lang, count=fan.count)}" if fan.count > 1 else name


def fan_blocks(fan: FanScore, lang: str) -> str:
    """The sets that earned the fan, one group for each time."""
    return words("list", lang).join(" ".join(map(str, group)) for group in fan.blocks)


def fan_note(score: Score, fan: FanScore, lang: str) -> str:
    """The sets of a fan, and its tally where that is not part of the total."""
    tally = next((tally for tally in score.book.model.tallies if tally.id == fan.tally), None)
    blocks = fan_blocks(fan, lang)
    if tally is None or tally.id in re.findall(r"\w+",
                                               _formula(score.book.model)) or fan.shown != str(fan.points):
        return blocks
    return f"{pick(tally.names, lang, tally.id)}   {blocks}".rstrip()


def _fans(score: Score, lang: str) -> Iterator[str]:
    unit = unit_of(score.book.model.score.unit, score.total, lang)
    rows = [*start_rows(score, lang),
            *((fan_name(fan, lang), shown_text(fan, lang), fan_note(score, fan, lang)) for fan in score.fans)]
    rows = rows or [(words("no_fans", lang), "0", "")]
    total = (words("sum", lang), str(score.total), f"{unit} {sum_text(score, lang)}".strip())
    yield words("fans", lang)
    yield from _table(rows, total)


def start_rows(score: Score, lang: str) -> list[_Row]:
    """What the tallies of the total have before any fan."""
    return [_start_row(tally, lang) for tally in score.book.model.tallies if tally.start and not tally.apart]


def _start_row(tally: "Tally", lang: str) -> _Row:
    return words("tally_start", lang, tally=pick(tally.names, lang, tally.id)), tally_text(tally, tally.start, lang), ""


def _working(score: Score, lang: str) -> Iterator[str]:
    """What each tally that stands apart is made of."""
    for tally, rows, total in working_rows(score, lang):
        yield ""
        yield tally
        yield from _table(rows, total)


def working_rows(score: Score, lang: str) -> Iterator[tuple[str, list[_Row], _Row]]:
    """(name, rows, sum) of each tally that stands apart: what was added, and what the sum was turned into."""
    for tally in score.book.model.tallies:
        parts = [fan for fan in score.working if fan.tally == tally.id]
        if parts:
            added = tally.start + sum(fan.points for fan in parts)
            turned = score.tallies.get(tally.id, 0)
            rows = [(fan_name(fan, lang), shown_text(fan, lang), fan_blocks(fan, lang)) for fan in parts]
            if tally.start:
                rows.insert(0, _start_row(tally, lang))
            note = f"→ {tally_text(tally, turned, lang)}" if turned != added else ""
            yield pick(tally.names, lang, tally.id), rows, (words("sum", lang), tally_text(tally, added, lang), note)


def _table(rows: list[_Row], total: _Row) -> Iterator[str]:
    """Rows of a name, a number and a note, and their sum below a line."""
    name_wide = min(40, max(width(row[0]) for row in (*rows, total)))
    shown_wide = max(width(row[1]) for row in (*rows, total))
    for name, shown, blocks in rows:
        first = f"  {pad(name, name_wide)}  {pad(shown, shown_wide, right=True)}"
        indent = " " * (width(first) + 3)
        yield from wrap(blocks, PAGE, indent, first + "   ") if blocks else [first.rstrip()]
    yield "  " + "─" * (name_wide + shown_wide + 2)
    name, shown, note = total
    first = f"  {pad(name, name_wide)}  {pad(shown, shown_wide, right=True)} "
    yield from wrap(note, PAGE, " " * (width(first)), first)


def shown_text(fan: FanScore, lang: str) -> str:
    """A fan's points as its tally writes them."""
    return pick(fan.shows, lang, fan.shown)


def tally_text(tally: "Tally", number: int, lang: str) -> str:
    """A tally's number as it writes that of a fan."""
    show = pick(tally.show, lang, "points")
    return show.replace("{n}", str(number)) if "{n}" in show else str(number)


def sum_text(score: Score, lang: str) -> str:
    """Where a total comes from that is more than one tally: the tallies it is made of, and the name it has."""
    grade = pick(score.grade, lang) if score.grade else ""
    return " ".join(part for part in (grade, _tallies_text(score, lang)) if part)


def _tallies_text(score: Score, lang: str) -> str:
    model = score.book.model
    texts = tally_texts(score, lang)
    if not texts:
        return ""
    every = {tally.id: _one_tally(tally, score, lang) for tally in model.tallies}
    if re.fullmatch(r"[\w\s+]+", _formula(model)) and every.keys() >= set(re.findall(r"[^\W\d]\w*", _formula(model))):
        # a plain sum of tallies can be read by anybody
        return "= " + re.sub(r"\w+", lambda word: every.get(word[0], word[0]), _formula(model))
    return "(" + words("list", lang).join(texts) + ")"


def tally_texts(score: Score, lang: str) -> list[str]:
    """The tallies a total is made of, each with its number; none where one tally alone is the total.

    Factors are multiplied and not added: the sum of several says nothing, each stands with its fan.
    """
    model = score.book.model
    every = [fan.tally for earned in score.earned for fan in model.fans if fan.id == earned.id]
    live = [tally for tally in model.tallies if score.tallies.get(tally.id, 0) != tally.start
            and (pick(tally.show, lang) != "factor" or every.count(tally.id) < 2)]
    if _formula(model) in (tally.id for tally in model.tallies) or \
            (len(live) == 1 and score.tallies[live[0].id] == score.total):
        return []                       # one tally alone: the sum says it all
    return [_one_tally(tally, score, lang) for tally in live]


def _one_tally(tally: "Tally", score: Score, lang: str) -> str:
    number = score.tallies.get(tally.id, 0)
    show = pick(tally.show, lang)
    if "{n}" in show:
        return tally_text(tally, number, lang).replace(" ", "\u00a0")
    if show not in ("", "points", "power", "factor"):       # words that need no number
        return show.replace(" ", "\u00a0")
    return f"{pick(tally.names, lang, tally.id)}\u00a0{number}"


def _formula(model: "Model") -> str:
    """What the total is made of; a define that is all of it is written out."""
    total = str(model.said.score.total)
    define = model.said.defines.declared(total)
    return total if define is None else define.is_


def _meanings(score: Score, lang: str, formula: bool) -> Iterator[str]:
    """What each fan asks for: its sentence, and the generated formula if wanted or if there is no sentence."""
    from quepu.rulebook.prose.conditions import fan_text
    model = score.book.model
    rows = []
    for earned in score.earned:
        fan = next(one for one in model.fans if one.id == earned.id)
        text = pick(fan.text, lang)
        rows.append((pick(fan.names, lang, fan.id), text or fan_text(model, fan, lang),
                     fan_text(model, fan, lang) if formula and text else ""))
    wide = min(24, max((width(name) for name, _text, _made in rows), default=0))
    if rows:
        yield from ("", words("meanings", lang))
    for name, text, made in rows:
        indent = " " * (wide + 4)
        yield from wrap(text, PAGE, indent, f"  {pad(name, wide)}  ")
        yield from wrap(made, PAGE, indent + "  ", indent + "= ") if made else []


# -- what was not counted --
def drop_text(score: Score, dropped: Dropped, lang: str) -> str:
    """Why a fan was not counted, with the principle's name."""
    by = next((pick(fan.names, lang, fan.id) for fan in score.book.model.fans if fan.id == dropped.by),
              dropped.by)
    return words(f"drop.{dropped.principle}", lang, by=by)


def not_counted(score: Score, lang: str) -> list[tuple[str, str]]:
    """(what, why) of everything that was earned or told and does not count."""
    names = flag_names(score, lang)
    return [(fan_name(one, lang), drop_text(score, one, lang)) for one in score.dropped] + [
        (names[flag], words("ruled_out", lang)) for flag in score.ruled_out] + [
        (names.get(name, name), words("no_effect", lang)) for name in score.no_effect]


def _dropped(score: Score, lang: str) -> Iterator[str]:
    rows = not_counted(score, lang)
    if not rows:
        return
    wide = min(36, max(width(name) for name, _why in rows))
    yield ""
    yield words("not_counted", lang)
    for name, why in rows:
        yield from wrap(why, PAGE, " " * (wide + 4), f"  {pad(name, wide)}  ")


def _others(score: Score, lang: str) -> Iterator[str]:
    if not score.others:
        return
    yield ""
    yield words("others", lang)
    shown = score.others[:MOST_OTHERS]
    wide = max(width(text) for text, _total in shown)
    for text, total in shown:
        yield f"  {pad(text, min(wide, 66))}  {total:>4}{other_note(score, total, lang)}"
    if len(score.others) > len(shown):
        yield "  " + words("others_more", lang, count=len(score.others) - len(shown))


def other_note(score: Score, total: int, lang: str) -> str:
    """A remark on a reading worth more than the one chosen: a legal win goes first, so it is none."""
    if total <= score.total:
        return ""
    return f"{words('open', lang)}{words('other_illegal', lang)}{words('close', lang)}"


# -- verdict and payments --
def reason_texts(score: Score, lang: str) -> list[str]:
    """Why the win is not allowed; for a hand that is not complete also how far away it is."""
    texts = [pick(reason, lang) for reason in score.reasons]
    if not score.complete:
        from quepu.scoring.waits import distance_of
        distance = distance_of(score.book, score.win)
        if distance is not None and distance >= 0:
            texts.append(words("away", lang, count=distance) if distance else words("away_ready", lang))
    return texts


def _verdict(score: Score, lang: str) -> Iterator[str]:
    if score.legal:
        yield words("legal", lang)
        return
    first = words("not_legal", lang) + words("colon", lang)
    yield from wrap(("；" if lang != "en" else "; ").join(reason_texts(score, lang)), PAGE, "  ", first)


def assumed_lines(score: Score, lang: str) -> list[str]:
    """What was not told and may change the score, and how many facts count as they usually are."""
    names = [pick(names, lang) for names in score.assumed]
    texts = [words("told.assumed", lang, what=words("list", lang).join(names))] if names else []
    if score.as_usual:
        texts.append(words("told.usual", lang, count=len(score.as_usual), rule=score.book.id))
    return ["", *(line for text in texts for line in wrap(text, PAGE, "  "))] if texts else []


def _payments(score: Score, lang: str) -> Iterator[str]:
    yield words("payments", lang)
    if not score.payments_known:
        yield "  " + words("from_unknown", lang)
        return
    if not score.ledger and not score.at_once:
        yield "  " + words("no_payments", lang)
        return
    if score.at_once:                   # the whole hand first, then its parts
        yield f"  {words('net.hand', lang)}{words('colon', lang)}{_net_text((*score.at_once, *score.ledger), lang)}"
        yield "  " + words("paid_at_once", lang)
        yield from _rows(score.at_once, lang)
        yield "  " + words("paid_at_win", lang)
    yield from _rows(score.ledger, lang)
    yield f"  {words('net', lang)}{words('colon', lang)}{_net_text(score.ledger, lang)}"


def _rows(rows: tuple[Row, ...], lang: str) -> Iterator[str]:
    """Who pays whom, a line for each row."""
    who = [words("pays", lang, payer=seat_text(row.payer, lang), receiver=seat_text(row.receiver, lang))
           for row in rows]
    wide = max(map(width, who), default=0)
    amount_wide = max((len(str(row.amount)) for row in rows), default=0)
    for text, row in zip(who, rows, strict=True):
        yield f"  {pad(text, wide)}  {row.amount:>{amount_wide}}   {pick(row.names, lang, row.tag)}".rstrip()


def _net_text(rows: tuple[Row, ...], lang: str) -> str:
    """What rows move, seat by seat."""
    return "   ".join(f"{seat_text(account_of(code), lang)} {amount:+d}" for code, amount in net_of(rows).items())


def explain_html(score: Score, lang: str = "zh") -> str:
    """The score as a small table that stands by itself, for notebooks; everything in it is escaped."""
    from quepu.scoring.explain_html import page
    return page(score, language(lang))
