"""Calls that provoke the faults of what a rulebook declares, by the text that is wrong."""

from collections.abc import Mapping
from unittest import mock

import quepu
from quepu.examples.paid_kongs import kong_named
from tests.faults.provoking import Provoke, Table


def _read(text: str, base: str = "guobiao") -> object:
    return quepu.rulebook_of_text(f'extends = "{base}"\n{text}\n')


#: a shape that looks at several tiles at once, beside wild ones
_WILD_SHAPE = '[wild]\nchosen = "told"\n[shape.x]\ntiles = 14\nwhen = "any(t.is_honor for t in tiles)"'


def _bare(text: str) -> object:
    """A rulebook that extends none."""
    return quepu.rulebook_of_text(text)


def _limited(name: str, text: str, most: int = 1) -> Provoke:
    """A rulebook where a bound is narrower than it is."""
    def read() -> object:
        with mock.patch(f"quepu.rulebook.model.{name}", most):
            return _read(text)
    return read


def _phase(kind: str, more: str) -> str:
    return f'[[phase]]\nid = "x"\nkind = "{kind}"\n{more}'


def _egg(more: str, tiles: str = "1234z") -> str:
    """A kong of different tiles."""
    return f'[kong.egg]\ndifferent = true\ntiles = "{tiles}"\n{more}'


def _fan(**keys: str) -> str:
    given = {"name": '"x"', "value": "1", **keys}
    return "[fan.x]\n" + "".join(f"{key.rstrip('_')} = {value}\n" for key, value in given.items() if value)


def _pay(**keys: str) -> str:
    given = {"id": '"x"', "amount": "1", **keys}
    return "[[pay]]\n" + "".join(f"{key.rstrip('_')} = {value}\n" for key, value in given.items())


_WILD_FROM = '[wild]\nchosen = "indicator"\nfrom = "x"\nkinds = ["tile"]'
_WILD_AGAIN = '[turned.x]\non = "declare"\nagain = "True"\n' + _WILD_FROM + '\nsubstitute = "5z"'
_WILD_MEMORY = '[memory.k]\nscope = "hand"\ntype = "tile"\n[wild]\nchosen = "fixed"\nkinds = ["k"]'
_WINS_LATE = '[turned.y]\non = "kong"\n[ready.x]\non = ["deal"]\nwins_on = "y"'
_WHEN = '"set_count == 4"'
_PICK = _fan(pick='"a, b in chows"', when='"a.low == b.low"')
_CHOICE = '[option.o]\ntype = "choice"\nchoices = ["one", "two"]\ndefault = "one"\n'

#: code -> what is written under the default rulebook
TEXTS: Mapping[str, str] = {
    # -- what no engine would obey --
    "obeyed.turned": '[turned.x]\non = "draw"',
    "obeyed.use": '[turned.x]\non = "draw"',
    "obeyed.burns": '[wall]\nburns = 1\ndead = 14',
    "obeyed.declared": '[flag.x]\ngiven = "True"\ndeclared = true\n[win.x]\nwhen = "x"\ntext = "x"',
    "obeyed.declared_fan": '[flag.x]\ngiven = "True"\ndeclared = true\n[shape.standard]\nwhen = "x"',
    "obeyed.once": '[turned.x]\non = "kong"\nonce = true',
    "obeyed.on_win": '[turned.x]\non = "kong"\nonce = true',
    "obeyed.dead_stays": '[turned.x]\non = "kong"\nstays = "in_play"\nfrom = "dead"',
    "obeyed.from_back": '[turned.x]\non = "kong"\nstays = "in_play"\nfrom = "dead"',
    "obeyed.stays_seen": '[turned.x]\non = "kong"\nstays = "in_play"\nseen = "nobody"',
    "obeyed.seen_all": '[turned.x]\non = "kong"\nstays = "in_play"\nseen = "nobody"',
    "procedure.list_names": '[examples.lists]\nx = 7',
    "procedure.list_names_like": '[examples.lists]\nx = 7',
    "obeyed.too_late": '[turned.x]\non = "win"\ntiles = 1\n' + _fan(when='"any(t.rank == 1 for t in turned(\'x\'))"'),
    "obeyed.in_time": '[turned.x]\non = "win"\ntiles = 1\n[win.y]\nwhen = "any(t.rank == 1 for t in turned(\'x\'))"\n',
    "obeyed.in_time_or_once": '[turned.x]\non = "win"\ntiles = 1\n'
                              + _fan(when='"any(t.rank == 1 for t in turned(\'x\'))"'),
    "obeyed.again": '[turned.x]\non = "declare"\neach = "seats"\nagain = "True"',
    "obeyed.again_way": '[turned.x]\non = "declare"\neach = "seats"\nagain = "True"',
    "obeyed.until": '[turned.x]\non = "declare"\neach = "seats"\nuntil = "True"',
    "obeyed.until_way": '[turned.x]\non = "declare"\neach = "seats"\nuntil = "True"',
    "obeyed.again_wild": _WILD_AGAIN,
    "obeyed.again_other": _WILD_AGAIN,
    "obeyed.wins_late": _WINS_LATE,
    "obeyed.wins_late_way": _WINS_LATE,
    "obeyed.wild_memory": _WILD_MEMORY,
    "obeyed.wild_memory_way": _WILD_MEMORY,
    "obeyed.declares": '[ready.x]\non = ["discard"]\n[claim.y]\nsets = ["chow"]\ndeclares = "x"',
    "obeyed.declares_way": '[ready.x]\non = ["discard"]\n[claim.y]\nsets = ["chow"]\ndeclares = "x"',
    "obeyed.undeclared": '[ready.x]\non = ["claim"]',
    "obeyed.undeclared_way": '[ready.x]\non = ["claim"]',
    "obeyed.wins_on": '[turned.y]\non = "declare"\neach = "seats"\n[ready.x]\nwins_on = "y"',
    "obeyed.wins_on_way": '[turned.y]\non = "declare"\neach = "seats"\n[ready.x]\nwins_on = "y"',
    "obeyed.no_opening": '[ready.x]\non = ["deal"]',
    "obeyed.add_opening": '[ready.x]\non = ["deal"]',
    "obeyed.no_opening_start": '[abort.x]\non = "hand_start"\nchosen = true\nwhen = "True"',
    "obeyed.together": _phase("bet", "choices = [0, 1]\nsecret = false"),
    "obeyed.two_phases": _phase("bet", "choices = [0, 1]\nsecret = false"),
    "obeyed.phase": _phase("bet", "choices = [0, 1]\ntiles = 3"),
    "obeyed.asks_for": _phase("bet", "choices = [0, 1]\ntiles = 3"),
    "obeyed.leave_out": _phase("turns", 'when = "False"'),
    "obeyed.exchange": _phase("exchange", 'tiles = 3\nwho = "others"'),
    "obeyed.who_all": _phase("exchange", 'tiles = 3\nwho = "others"'),
    "obeyed.offered": 'wall.last = [{ tiles = 4, rule = "no_claims", when = "True" }]',
    "obeyed.offered_when": 'wall.last = [{ tiles = 4, rule = "no_claims", when = "True" }]',
    "obeyed.offered_way": 'wall.last = [{ tiles = 4, rule = "no_claims", names = { take = "x" } }]',
    "obeyed.set_discard": '[claim.pung]\non = ["discard", "added_kong"]',
    "obeyed.on_discard": '[claim.pung]\non = ["discard", "added_kong"]',
    "obeyed.for_wins": '[claim.pung]\nmust = "True"',
    "obeyed.without_sets": '[claim.pung]\nmust = "True"',
    "obeyed.for_sets": '[claim.win]\nforbids = ["same_tile"]',
    "obeyed.with_sets": '[claim.win]\nforbids = ["same_tile"]',
    "obeyed.kong_robbed": '[kong.melded]\nrobbed_by = ["win"]',
    "obeyed.kong_moment": '[kong.melded]\non = ["draw"]',
    "obeyed.kong_declared": '[kong.concealed]\non = ["draw", "declared"]',
    "obeyed.marked_hand": "[deal]\nmarked = 14",
    "obeyed.marked_fewer": "[deal]\nmarked = 14",
    "obeyed.marked_twice": '[deal]\nmarked = 4\n[tiles]\nmarks = "5m"',
    "obeyed.marked_one": '[deal]\nmarked = 4\n[tiles]\nmarks = "5m"',
    "obeyed.marked_exchange": '[deal]\nmarked = 4\n[[phase]]\nid = "swap"\nkind = "exchange"\ntiles = 3',
    "obeyed.turns": "[kong.concealed]\nturns = 2\nreplacements = 2",
    "obeyed.turns_out": "[kong.concealed]\nturns = 2\nreplacements = 2",
    "obeyed.stake": '[memory.s]\nscope = "seat"\n[ready.x]\nchoices = [1, 2]\nsets = "s"\nstake = 3',
    "obeyed.stake_out": '[memory.s]\nscope = "seat"\n[ready.x]\nchoices = [1, 2]\nsets = "s"\nstake = 3',
    "obeyed.kept": '[memory.s]\nscope = "seat"\n[ready.x]\nsets = "s"',
    "obeyed.give_choices": '[memory.s]\nscope = "seat"\n[ready.x]\nsets = "s"',
    "obeyed.at_deal": _phase("opening", "") + '[ready.x]\non = ["deal"]\ndiscard = "True"',
    "obeyed.deal_discard": _phase("opening", "") + '[ready.x]\non = ["deal"]\ndiscard = "True"',
    "obeyed.pass_nothing": '[pass.x]\nforbids = ["win"]',
    "obeyed.pass_on": '[pass.x]\nforbids = ["win"]',
    "obeyed.pass_drawn": '[pass.x]\non = ["pung"]\nforbids = ["win"]\ndrawn = true',
    "obeyed.pass_win": '[pass.x]\non = ["pung"]\nforbids = ["win"]\ndrawn = true',
    "obeyed.nobody_won": _pay(on='"kong"', for_='"winner"'),
    "obeyed.write_any": _pay(on='"kong"', for_='"winner"'),
    "obeyed.must_say": _pay(on='"draw"'),
    "obeyed.write_others": _pay(on='"draw"'),
    "obeyed.nobody_acts": _pay(on='"bet"', for_='"actor"'),
    "obeyed.write_winner": _pay(on='"win"', for_='"actor"'),
    "obeyed.no_discarder": _pay(on='"kong"', from_='"discarder"'),
    "obeyed.from_feeder": _pay(on='"kong"', from_='"discarder"'),
    "obeyed.from_actor": _pay(on='"discard"', from_='"discarder"'),
    "obeyed.from_others": _pay(on='"draw"', from_='"discarder"', for_='"seats"'),
    "obeyed.wild_from": '[wild]\nchosen = "indicator"\nkinds = ["tile.next"]',
    "obeyed.wild_from_like": '[wild]\nchosen = "indicator"\nkinds = ["tile.next"]',
    "obeyed.wild_way": "[turned.x]\non = 'hand_start'\n[wild]\nchosen = 'fixed'\nfrom = 'x'\nkinds = ['tile.next']",
    "obeyed.indicator": "[turned.x]\non = 'hand_start'\n[wild]\nchosen = 'fixed'\nfrom = 'x'\nkinds = ['tile.next']",
    "obeyed.place_dead": '[turned.x]\non = "hand_start"\nfrom = "dead"\nplace = 3',
    "obeyed.place_back": '[turned.x]\non = "hand_start"\nfrom = "dead"\nplace = 3',
    "obeyed.stays_last": '[turned.x]\non = "kong"\nstays = "last"',
    "obeyed.on_start": '[turned.x]\non = "kong"\nstays = "last"',
    "obeyed.no_substitute": '[wild]\nsubstitute_copies = 1',
    "obeyed.one_substitute": '[wild]\nchosen = "told"\nsubstitute = "56z"',
    "obeyed.one_tile": '[wild]\nchosen = "told"\nsubstitute = "56z"',
    "obeyed.nothing_wild": '[wild]\nsubstitute = "5z"',
    "obeyed.substitute_flowers": '[tiles]\nkinds = "19m8f"\nbonus = ""\n[wild]\nchosen = "told"\nsubstitute = "1m"',
    "obeyed.substitute_set": '[wild]\nchosen = "told"\nsubstitute = "5z"\nmeld = true',
    "obeyed.write_false": '[wild]\nchosen = "told"\nsubstitute = "5z"\nmeld = true',
    "obeyed.not_imagined": '[memory.x]\nscope = "seat"\n[wild]\nimagined_as = "x"',
    "obeyed.imagined_alone": '[wild]\nchosen = "told"\nimagined = 1',
    "obeyed.write_none": '[wild]\nchosen = "told"\nimagined = 1',
    "obeyed.imagined_memory": '[memory.x]\nscope = "seat"\n[wild]\nimagined = 1\nimagined_as = "x"',
    "obeyed.imagined_like": '[memory.x]\nscope = "seat"\n[wild]\nimagined = 1\nimagined_as = "x"',
    "obeyed.reserve_for": '[wall]\nreserve_for = "replacements"',
    "obeyed.reserve_back": '[wall]\nreserve_for = "replacements"',
    "obeyed.wild_kinds": '[wild]\nchosen = "fixed"',
    "obeyed.wild_kinds_like": '[wild]\nchosen = "fixed"',
    # -- procedure --
    "procedure.one_occasion": _pay(on='["kong", "flower"]'),
    "procedure.pay_each": _pay(on='["kong", "flower"]'),
    "procedure.liable": '[[liability]]\nid = "x"\nwhen = "True"\nwho = "feeder"\namount = 1\nshare = 1',
    "procedure.one_out": '[[liability]]\nid = "x"\nwhen = "True"\nwho = "feeder"\namount = 1\nshare = 1',
    "procedure.event": '[examples.events]\nx = "dance"',
    "procedure.event_like": '[examples.events]\nx = "dance"',
    "procedure.no_kinds": _pay(on='"flower.all_pungs"'),
    "procedure.write_event": _pay(on='"flower.all_pungs"'),
    "procedure.not_declared": _pay(on='"kong.meldet"'),
    "procedure.every": '[turned.x]\non = ["kong", "kong.added"]',
    "procedure.leave_either": '[turned.x]\non = ["kong", "kong.added"]',
    "procedure.stake": '[memory.s]\nscope = "hand"\n[ready.x]\nchoices = [1, 2]\nsets = "s"',
    "procedure.about": '[memory.s]\nscope = "pair"\n' + _phase("bet", 'choices = [0, 1]\nsets = "s"'),
    "procedure.about_pair": '[memory.s]\nscope = "pair"\n' + _phase("bet", 'choices = [0, 1]\nsets = "s"'),
    "mixed.only": "[kong.concealed]\ngrows = true",
    "mixed.write_different": "[kong.concealed]\ngrows = true",
    "mixed.set": '[kong.concealed]\ncounts_as = "set"',
    "mixed.not_with": _egg("replacements = 1"),
    "mixed.of": _egg('of = "pung"'),
    "mixed.face_up": _egg('counts_as = "none"'),
    "mixed.kinds": _egg("", "12z"),
    "mixed.kinds_like": _egg("", "12z"),
    "mixed.tile": _egg('stand_in = "1f"'),
    "mixed.stand_in": _egg('stand_in = "12s"'),
    "mixed.least": _egg("least = 2"),
    "procedure.kong": "[kong.concealed]\nleast = 3",
    "procedure.four": "[kong.concealed]\nleast = 3",
    "procedure.not_tile": "tiles.numbers = { dance = 3 }",
    "procedure.tile_like": "tiles.numbers = { dance = 3 }",
    "procedure.one_to_nine": 'tiles.numbers = { "1z" = 33 }',
    "procedure.by_seat": '[abort.x]\non = "kong"\nchosen = true\nwhen = "True"',
    "procedure.by_itself": '[abort.x]\non = "win"\nwhen = "True"',
    "procedure.turned_about": '[turned.x]\non = "kong"\nwhen = "tile.is_honor"',
    "procedure.turned_kinds": '[turned.x]\non = "kong"\nwhen = "tile.is_honor"',
    "procedure.second_win": "[claim.other]\npriority = 1",
    "procedure.change_claim": "[claim.other]\npriority = 1",
    # -- fans --
    "fan.no_tally": _fan(when=_WHEN, tally='"dance"'),
    "fan.waits": _fan(pick='"a, b in chows"', uses_sets="true", when='"wait_count == 1"'),
    "fan.waits_out": _fan(pick='"a, b in chows"', uses_sets="true", when='"wait_count == 1"'),
    "fan.nothing": _fan(),
    "fan.give": _fan(),
    "fan.both": _fan(pick='"a, b in chows"', count='"1"'),
    "fan.into_when": _fan(pick='"a, b in chows"', count='"1"'),
    "fan.only_pick": _fan(when=_WHEN, uses_sets="true"),
    "fan.give_pick": _fan(when=_WHEN, uses_sets="true"),
    "fan.two_sets": _fan(pick='"a in chows"', uses_sets="true"),
    "fan.second": _fan(pick='"a in chows"', uses_sets="true"),
    "fan.fallback": _fan(pick='"a, b in chows"', fallback="true"),
    "fan.without_pick": _fan(pick='"a, b in chows"', fallback="true"),
    "fan.no_value": _fan(when=_WHEN, value=""),
    "fan.negative": _fan(when=_WHEN, value="-1"),
    "fan.larger": _fan(when=_WHEN, value="-1"),
    "fan.opening": _fan(pick='"a, b in chows"', on='"opening"'),
    "fan.opening_give": _fan(pick='"a, b in chows"', on='"opening"'),
    "fan.most": _fan(when=_WHEN, most="-1"),
    "fan.most_out": _fan(when=_WHEN, most="-1"),
    "fan.pick": _fan(pick='"dance"'),
    "fan.pick_like": _fan(pick='"dance"'),
    "fan.not_new": _fan(pick='"a, a in chows"'),
    "fan.pick_most": _fan(pick='"p, q, r in pairs"'),
    "fan.any_pairs": _fan(pick='"p, q, r in pairs"'),
    "fan.no_drop": _fan(when=_WHEN, drops='["dance"]'),
    "fan.drop_like": _fan(when=_WHEN, drops='["all_pungs@b"]'),
    "fan.silence": '[tally.points]\nsilences = ["points"]',
    "fan.silence_out": '[tally.points]\nsilences = ["points"]',
    "fan.drop_most": _fan(pick='"a in pungs"', most="1", drops='["pung_of_terminals_or_honors@own"]'),
    "fan.drop_most_out": _fan(pick='"a in pungs"', most="1", drops='["pung_of_terminals_or_honors@own"]'),
    "fan.drop_no_pick": _fan(when=_WHEN, drops='["all_pungs@own"]'),
    "fan.drop_pick_out": _fan(when=_WHEN, drops='["all_pungs@own"]'),
    "fan.drop_one": _fan(pick='"a in pungs"', drops='["all_pungs@own"]'),
    "fan.drop_both_out": _fan(pick='"a in pungs"', drops='["all_pungs@own"]'),
    "fan.uses_sets_asks": _fan(pick='"a, b in chows"', uses_sets="true", when="'has(\"all_pungs\")'"),
    "fan.say_hand": _fan(pick='"a, b in chows"', uses_sets="true", when="'has(\"all_pungs\")'"),
    "fan.picks_asks": _fan(pick='"a, b in chows"', when="'has(\"all_pungs\")'"),
    "fan.itself": _fan(when="'has(\"x\")'"),
    "fan.one_without": _fan(when="'has(\"x\")'"),
    "fan.circle": "".join(_fan(when=f"'has(\"{other}\")'").replace("fan.x", f"fan.{name}")
                          for name, other in (("u", "v"), ("v", "w"), ("w", "u"))),
    # -- declarations --
    "option.two_like": '[option.o]\ntype = "int"\nchoices = [1]\ndefault = 1',
    "option.two": '[option.o]\ntype = "int"\nchoices = [1]\ndefault = 1',
    "option.as_numbers": _CHOICE.replace('["one", "two"]', '["1", "2"]').replace('"one"', '"1"'),
    "option.as_numbers_like": _CHOICE.replace('["one", "two"]', '["1", "2"]').replace('"one"', '"1"'),
    "option.not_choice": _CHOICE + 'called.three = "x"\n',
    "option.needs_none": _CHOICE + '[option.p]\ntype = "bool"\ndefault = true\nneeds = { o = [] }',
    "option.needs_like": _CHOICE + '[option.p]\ntype = "bool"\ndefault = true\nneeds = { o = "three" }',
    "option.changes": _CHOICE + "choice.one = 7\n",
    "option.write_changes": _CHOICE + "choice.one = 7\n",
    "option.no_choices": '[option.o]\ntype = "bool"\nchoices = [1]\ndefault = true',
    "option.or_choice": '[option.o]\ntype = "bool"\nchoices = [1]\ndefault = true',
    "option.only_bool": _CHOICE + 'fans = ["all_pungs"]\n',
    "option.let_each": _CHOICE + 'fans = ["all_pungs"]\n',
    "memory.scope": '[memory.m]\nscope = "dance"',
    "memory.pair_shown": '[memory.m]\nscope = "pair"\nshown = "x"',
    "memory.type": '[memory.m]\nscope = "hand"\ntype = "dance"',
    "model.types": '[memory.m]\nscope = "hand"\ntype = "qqqqqqqqq"',
    "memory.start": '[memory.m]\nscope = "hand"\ntype = "seat"\nstart = 9',
    "model.minus_one": '[memory.m]\nscope = "hand"\ntype = "seat"\nstart = 9',
    "capacity.start": '[memory.m]\nscope = "hand"\ntype = "seat"\nstart = 9',
    "capacity.leave_start": '[memory.m]\nscope = "hand"\ntype = "seat"\nstart = 9',
    "capacity.of_type": '[memory.m]\nscope = "hand"\ntype = "seat"\nstart = 9',
    "capacity.number": '[memory.m]\nscope = "hand"\nstart = 9999999',
    "model.taken": '[memory.total]\nscope = "hand"',
    "model.a_word": '[memory.total]\nscope = "hand"',
    "model.other_name": '[memory.total]\nscope = "hand"',
    "model.a_section": '[memory.dance]\nscope = "hand"\n[define.dance]\nis = "1"',
    "model.letters": '[define.d]\nis = "1"\nargs = { "a b" = "int" }',
    "model.is_word": '[define.d]\nis = "1"\nargs = { tiles = "int" }',
    "model.no_type": '[define.d]\nis = "1"\nargs = { n = "dance" }',
    # -- sets and shapes --
    "blocks.form": '[sets.x]\nform = "dance"',
    "blocks.or_when": '[sets.x]\nform = "dance"',
    "blocks.like": '[sets.x]\nwhen = "a == b"\nlike = "dance"',
    "blocks.no_tiles": 'tiles.kinds = ""',
    "blocks.tiles_like": 'tiles.kinds = ""',
    "blocks.any_when": '[shape.x]\nname = "x"\ntiles = 14',
    "blocks.tiles_and_sets": '[shape.x]\nname = "x"\ntiles = 14\npairs = 4\nwhen = "self_draw"',
    "blocks.tiles_or_sets": '[shape.x]\nname = "x"\ntiles = 14\nsets = 1\nwhen = "self_draw"',
    "blocks.wild_any": _WILD_SHAPE,
    "blocks.wild_say": _WILD_SHAPE,
    "blocks.flower": '[shape.x]\nname = "x"\nsets = 4\npairs = 1\non = ["flower"]',
    "blocks.give_both": '[shape.x]\nname = "x"\nsets = 4\npairs = 1\non = ["flower"]',
    "blocks.size": '[shape.x]\nname = "x"\nsets = 9',
    "blocks.kong_three": '[shape.x]\nname = "x"\nsets = 9',
    # -- the head --
    "build.how_title": '[how.dance]\ntext = "x"',
    "build.how_parts": '[how.dance]\ntext = "x"',
    "build.id_path": 'id = "a/b"',
    "build.id_letters": 'id = "a/b"',
    "build.owners": 'tiles.flower_owner = "X"',
    "build.asks_total": '[score]\ntotal = "total + 1"',
    "build.speak_tallies": '[score]\ntotal = "total + 1"',
    # -- room --
    "capacity.tiles": 'tiles.kinds = "123m"',
    "capacity.add_kinds": 'tiles.kinds = "123m"',
    "capacity.aside": 'tiles.bonus = "1m"',
    "capacity.flowers": 'tiles.bonus = "1m"',
    "capacity.marks": 'tiles.marks = "5m5m5m5m5m"',
    "capacity.order": '[match]\nseat_change = ["AABC"]',
    "capacity.letters": '[match]\nseat_change = ["AABC"]',
    "capacity.suit": '[memory.s]\nscope = "seat"\ntype = "bool"\n' + _phase("void_suit", 'sets = "s"'),
    "capacity.choices": _phase("bet", 'choices = "x"'),
    "capacity.choices_like": _phase("bet", 'choices = ["x", 1, 2]'),
    "capacity.two_like": '[memory.s]\nscope = "seat"\n[ready.x]\nchoices = [1, 2, 3]\nsets = "s"',
    "capacity.two": '[memory.s]\nscope = "seat"\n[ready.x]\nchoices = [1, 2, 3]\nsets = "s"',
    "capacity.choice": _phase("bet", "choices = [1, 9999999]"),
    "capacity.choice_kept": '[memory.s]\nscope = "seat"\ntype = "bool"\n' + _phase(
        "bet", 'choices = [0, 9]\nsets = "s"'),
    "capacity.count": _phase("bet", "choices = [0, 9000]"),
    "capacity.or_list": _phase("bet", "choices = [0, 9000]"),
    "capacity.laid_aside": '[kong.melded]\ncounts_as = "none"',
    "capacity.of_hand": '[kong.melded]\ncounts_as = "none"',
    "capacity.no_set": '[kong.x]\nof = "hand"\ntiles = "1f"',
    "capacity.add_set": '[kong.x]\nof = "hand"\ntiles = "1f"',
    "capacity.hand": _phase("exchange", "tiles = 24"),
    "capacity.dead_wall": 'tiles.kinds = "123m"\n[turned.x]\non = "kong"\nfrom = "dead"',
    "capacity.from_back": 'tiles.kinds = "123m"\n[turned.x]\non = "kong"\nfrom = "dead"',
    "blocks.list": '[shape.x]\nname = "x"\nfixed = "dance"',
    "blocks.list_like": '[shape.x]\nname = "x"\nfixed = "dance"',
    # -- names of answers --
    "answer.no_stake": '[ready.x]\nnames = { 1 = "x" }',
    "answer.add_choices": '[ready.x]\nnames = { 1 = "x" }',
    "answer.nobody": _phase("void_suit", 'names = { dance = "x" }'),
    "answer.names_for": _phase("void_suit", 'names = { dance = "x" }'),
    "answer.not_number": _phase("bet", 'choices = ["0", "set_count"]\nnames = { dance = "x" }'),
    "answer.numbers": _phase("bet", 'choices = ["0", "set_count"]\nnames = { dance = "x" }'),
    "answer.strange": _phase("bet", 'choices = [0, 1]\nnames = { 0 = "{Dance}" }'),
    "model.known": _phase("bet", 'choices = [0, 1]\nnames = { 0 = "{Dance}" }'),
    "answer.empty": _phase("bet", 'choices = [0, 1]\nnames = { 0 = "" }'),
    "answer.say": _phase("bet", 'choices = [0, 1]\nnames = { 0 = "" }'),
}

PROVOKED: Table = {
    **{code: lambda text=text: _read(text) for code, text in TEXTS.items()},
    "obeyed.first_all": lambda: _read('[claim.win]\nseveral = "all"\nfirst = ["all_pungs"]\n', "sichuan"),
    "obeyed.first_highest": lambda: _read('[claim.win]\nseveral = "highest"\nfirst = ["all_pungs"]\n', "sichuan"),
    "obeyed.nearest": lambda: _read('[claim.win]\nseveral = "all"\nfirst = ["all_pungs"]\n', "sichuan"),
    "blocks.no_shape": lambda: _bare("[rulebook]\n"),
    "blocks.extend": lambda: _bare("[rulebook]\n"),
    "build.no_total": lambda: _bare("[rulebook]\n"),
    "build.total_like": lambda: _bare("[rulebook]\n"),
    "blocks.pairs": _limited("blocks.cat.MOST_KINDS", ""),
    "blocks.sets": _limited("blocks.cat.MOST_KINDS", ""),
    "blocks.narrow": _limited("blocks.cat.MOST_KINDS", ""),
    "build.tallies": _limited("build.TALLY_ROOM", "", 0),
    "option.too_many": _limited("declarations.OPTION_ROOM", _CHOICE, 0),
    "memory.too_many": _limited("declarations.MEMORY_ROOM", '[memory.m]\nscope = "seat"'),
    "blocks.too_long": _limited("blocks.limits.MOST_SET_STEPS", '[sets.x]\nwhen = "a == b and b == c"'),
    "blocks.shorter": _limited("blocks.limits.MOST_SET_STEPS", '[sets.x]\nwhen = "a == b and b == c"'),
    "capacity.too_many": _limited("capacity.limits.MOST_CHOICES", _phase("bet", "choices = [0, 1, 2]")),
    "answer.too_many": _limited("answer_names.limits.MOST_CHOICES",
                                _phase("bet", 'choices = [0, 1]\nnames = { 0 = "x", 1 = "x", 2 = "x" }')),
    "capacity.lots": _limited("capacity.LOTS", "[turned.x]\non = 'kong'\n[turned.y]\non = 'kong'"),
    "capacity.claims": _limited("capacity.limits.MOST_LEGAL", ""),
    "capacity.fewer_claims": _limited("capacity.limits.MOST_LEGAL", ""),
    "capacity.total": _limited("capacity.limits.LARGEST_TOTAL", ""),
    "capacity.smaller": _limited("capacity.limits.LARGEST_TOTAL", ""),
    "capacity.payments": _limited("capacity.limits.MOST_PAYMENTS", "", 0),
    "worked.paid_kong": lambda: kong_named(quepu.rulebook_of_text('extends = "guobiao"\n[examples.kongs]\n').model,
                                           "windkong 567z"),
}
