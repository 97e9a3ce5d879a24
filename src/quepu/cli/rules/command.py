"""`quepu rules`: list the rulebooks, show one, check a file, run worked examples, print the schema for editors."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from quepu.cli.common import BAD_INPUT, DONE, Progress, add_lang, lang_named, lang_of, named
from quepu.columns import PAGE, pad, width, wrap
from quepu.faults import told
from quepu.locale import TAGS, pick, words
from quepu.rulebook.file.default import default_rule

EXAMPLES = """\
examples:
  quepu rules                                  which rulebooks there are
  quepu rules show ID                          options, shapes and fans
  quepu rules how ID                           how a hand goes, for beginners
  quepu rules show ID full_flush               a fan, by id or any name
  quepu rules asks ID                          what can be told, and how
  quepu rules new house.toml                   a file to begin with
  quepu rules diff ID house.toml               what differs
  quepu rules check house.toml                 every fault, with its line
  quepu rules test ID                          each fan's example must earn it
  quepu rules test ID --file cases.jsonl       worked examples, a JSON a line
  quepu rules schema --out quepu.schema.json   for editors, which check keys
"""
SCHEMA_EXAMPLES = """\
examples:
  quepu rules schema --out quepu.schema.json   beside your rulebook
  quepu rules schema | python -m json.tool     to look at

An editor with a plug-in for TOML that reads JSON Schema (Even Better TOML,
Taplo) completes and checks keys once the rulebook's first line is
  #:schema ./quepu.schema.json
"""


def add(commands: Any) -> None:
    """Add this command to the command line."""
    parser = commands.add_parser("rules", help="list, show, check and test rulebooks", epilog=named(EXAMPLES),
                                 description="The rulebooks: list them, or show, check or test one.",
                                 allow_abbrev=False,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    add_lang(parser)
    parser.set_defaults(run=list_rules)
    parts = parser.add_subparsers(metavar="WHAT", title="what")
    show = parts.add_parser("show", help="a rulebook, or one of its fans", allow_abbrev=False)
    show.add_argument("rule", metavar="ID", help="an id, ID?option=value, or a TOML file")
    show.add_argument("fan", metavar="FAN", nargs="*", help="a fan, by id or name in any language")
    show.add_argument("--formula", "--formulas", action="store_true",
                      help="also what the rulebook asks for, clause by clause")
    show.set_defaults(run=_show)
    how = parts.add_parser("how", help="how a hand goes, for beginners", allow_abbrev=False)
    how.add_argument("rule", metavar="ID", help="an id, ID?option=value, or a TOML file")
    how.set_defaults(run=_how)
    asks = parts.add_parser("asks", help="what it asks about a hand, and how each thing is told", allow_abbrev=False,
                            description="Every fact that can change a score or a payment under these options.")
    asks.add_argument("rule", metavar="ID", help="an id, ID?option=value, or a TOML file")
    asks.add_argument("--json", action="store_true", help="answer in JSON")
    asks.set_defaults(run=_asks)
    check = parts.add_parser("check", help="every fault of a rulebook file", allow_abbrev=False)
    check.add_argument("file", metavar="FILE", help="a TOML file")
    check.set_defaults(run=_check)
    test = parts.add_parser("test", help="run worked examples", allow_abbrev=False)
    test.add_argument("rule", metavar="ID", help="an id, ID?option=value, or a TOML file")
    test.add_argument("--file", metavar="F",
                      help="worked examples, one JSON object a line; - is standard input")
    test.set_defaults(run=_test)
    schema = parts.add_parser("schema", help="a JSON Schema of rulebooks, for editors", allow_abbrev=False,
                              description="Print a JSON Schema of rulebooks: sections, keys, words and ranges.",
                              epilog=SCHEMA_EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    schema.add_argument("--out", metavar="FILE", help="write to a file")
    schema.set_defaults(run=_schema)
    diff = parts.add_parser("diff", help="what differs between two rulebooks", allow_abbrev=False,
                            description="What differs between two rulebooks, or two settings of one.")
    diff.add_argument("first", metavar="A", help="an id, ID?option=value, or a TOML file")
    diff.add_argument("second", metavar="B", help="the other")
    diff.add_argument("--json", action="store_true", help="print JSON")
    diff.set_defaults(run=_diff)
    new = parts.add_parser("new", help="a file to begin house rules with", allow_abbrev=False,
                           description="Write a commented file to begin house rules with; it overwrites nothing.")
    new.add_argument("file", metavar="FILE", help="a TOML file that does not exist yet")
    new.add_argument("--extends", metavar="ID", help="the rulebook it begins from")
    new.set_defaults(run=_new)
    for one in (show, how, asks, test):
        one.add_argument("--option", metavar="K=V", nargs="+", action="extend", default=[],
                         help="set an option")
    for one in (show, how, asks, check, test, schema, diff, new):
        one.add_argument("--lang", type=lang_named, choices=TAGS, default=argparse.SUPPRESS, help="language")


def list_rules(arguments: argparse.Namespace) -> int:
    """List the rulebooks there are."""
    from quepu.errors import QuepuError
    from quepu.rulebook.file.load import known_ids, read_chain
    from quepu.rulebook.file.regions import by_region
    lang = lang_of(arguments)
    default = default_rule()
    heads: dict[str, dict[str, Any]] = {}
    for name in known_ids():
        try:
            heads[name] = read_chain(name)[0].get("rulebook", {})
        except QuepuError as error:
            print(error.told(lang), file=sys.stderr)
    mark = f"{words('open', lang).strip()}{words('rules.is_default', lang)}{words('close', lang)}"
    rows = {}
    for name, head in heads.items():
        texts, called = head.get("text", {}), head.get("name", {})
        text = pick(texts, lang) if isinstance(texts, dict) else str(texts)
        rows[name] = (name, pick(called, lang, name) if isinstance(called, dict) else str(called),
                      f"{mark} {text}" if name == default else text)
    wides = [max(width(row[column]) for row in rows.values()) for column in (0, 1)]
    for region, names in by_region(heads).items():
        print(words(f"region.{region}", lang))
        for row in map(rows.__getitem__, names):
            first = f"  {pad(row[0], wides[0])}  {pad(row[1], wides[1])}  "
            for line in wrap(row[2], PAGE, " " * width(first), first):
                print(line)
    return DONE


def _show(arguments: argparse.Namespace) -> int:
    from quepu.cli.rules.show import show
    return show(arguments)


def _how(arguments: argparse.Namespace) -> int:
    from quepu.cli.rules.how_page import how
    return how(arguments)


def _asks(arguments: argparse.Namespace) -> int:
    from quepu.cli.rules.asks_page import asks
    return asks(arguments)


def _test(arguments: argparse.Namespace) -> int:
    from quepu.cli.rules.worked_examples import test
    return test(arguments)


def _diff(arguments: argparse.Namespace) -> int:
    from quepu.cli.rules.difference import difference
    return difference(arguments)


def _new(arguments: argparse.Namespace) -> int:
    from quepu.cli.rules.new_file import new
    return new(arguments)


def _schema(arguments: argparse.Namespace) -> int:
    """Print the schema, or write it to a file."""
    from quepu.rulebook.file.json_schema import json_schema
    text = json.dumps(json_schema(), ensure_ascii=False, indent=1) + "\n"
    if arguments.out:
        from quepu.cli.saving import write_whole
        path = Path(arguments.out)
        write_whole(path, text)
        print(f"{words('rules.schema', lang_of(arguments), file=path)}\n    #:schema ./{path.name}")
    else:
        sys.stdout.write(text)
    return DONE


def _check(arguments: argparse.Namespace) -> int:
    """Tell every fault of a rulebook file."""
    from quepu.lab.trial import trial_problems
    from quepu.rulecheck.check import check_file
    lang = lang_of(arguments)
    progress = Progress("")
    report = check_file(arguments.file, trial=trial_problems,
                        progress=lambda what, done, total: progress.tell(f"{what} {done}/{total}"))
    progress.done()
    for text in report.errors:
        print(f"{told(text, lang)}\n")
    for text in report.warnings:
        print(f"{words('rules.warning', lang, text=told(text, lang))}\n")
    key = "rules.faults" if report.errors or report.warnings else "rules.fine"
    print(words(key, lang, file=arguments.file, errors=len(report.errors), warnings=len(report.warnings)))
    return BAD_INPUT if report.errors else DONE
