"""Write what scores every rulebook is known for, with its version: `python -m tools.write_scores [BOOK ...]`.

`tests/golden/scores/<id>.txt` has a line for each worked example of `tests/books` and for each fan's own example: what
is asked, and what comes out, as short digests.  A question whose answer has changed asks for a higher `version` of the
rulebook; this tool does not write it down without.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quepu.book import Rulebook, rulebook
from quepu.examples.worked import own_examples, read_lines, score_own_example
from quepu.rulebook.file.load import known_ids

TESTS = Path(__file__).resolve().parent.parent / "tests"
SCORES = TESTS / "golden" / "scores"
BOOKS = known_ids()
#: of a worked example what is asked, and what is only told about it; all else is the answer
ASKED = ("concealed", "melds", "win_tile", "flowers", "self_draw", "seat", "round", "from", "flags", "state", "options",
         "type", "wild", "mode", "situation", "riichi_by", "winner", "huangfan_before", "hands", "event")
TOLD = ("id", "note", "origin", "seed_example", "expected_seed", "pymahjonggb", "source")


def digest(value: Any) -> str:
    """A value in a few letters."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:6]


@dataclass(frozen=True, slots=True)
class Scores:
    """A rulebook's version, and each example by its name: what is asked, and each answer."""

    version: int
    examples: Mapping[str, tuple[str, Mapping[str, str]]]

    def changed_in(self, other: "Scores") -> list[str]:
        """The examples that ask the same there and have another answer."""
        return [f"{name}: {key}" for name, (asked, answers) in self.examples.items()
                if name in other.examples and other.examples[name][0] == asked
                for key, answer in answers.items() if other.examples[name][1].get(key, answer) != answer]

    def text(self, book: str) -> str:
        """As the file has them."""
        lines = [f"{book} version {self.version}; made by python -m tools.write_scores, not by hand"]
        lines += [" ".join((name, asked, *(f"{key}={answer}" for key, answer in answers.items())))
                  for name, (asked, answers) in self.examples.items()]
        return "\n".join(lines) + "\n"


def kept(book: str) -> Scores | None:
    """What the file of a rulebook says; None if there is none."""
    path = SCORES / f"{book}.txt"
    if not path.exists():
        return None
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    examples = {}
    for line in lines:
        name, asked, *answers = line.split(" ")
        examples[name] = asked, dict(answer.split("=", 1) for answer in answers)
    return Scores(int(head.split(";")[0].split(" ")[-1]), examples)


def scores_of(name: str) -> Scores:
    """What is known of a rulebook now."""
    book = rulebook(name)
    return Scores(book.model.version, dict((*_worked(name), *_own(book))))


def _worked(name: str) -> Iterator[tuple[str, tuple[str, Mapping[str, str]]]]:
    """The worked examples; that they come out so is tested elsewhere."""
    for path in (TESTS / "books" / f"{name}.jsonl", TESTS / "books" / "own" / f"{name}.jsonl"):
        with path.open(encoding="utf-8") as lines:
            for _number, example in read_lines(lines):
                assert isinstance(example, dict)
                asked = {key: example[key] for key in ASKED if key in example}
                answers = {key: digest(value) for key, value in sorted(example.items())
                           if key not in ASKED and key not in TOLD}
                yield str(example["id"]).replace(" ", "_"), (digest(asked), answers)


def _own(book: Rulebook) -> Iterator[tuple[str, tuple[str, Mapping[str, str]]]]:
    """The fans' own examples, scored."""
    for chosen, fan in own_examples(book):
        if fan.example is not None and fan.on in ("win", "opening"):
            score = score_own_example(chosen, fan)
            earned = {one.id: one.count for one in score.earned}
            yield f"fan:{fan.id}", (digest(fan.example), {"fans": digest(earned), "total": digest(score.total)})


def unraised(before: Scores | None, now: Scores) -> list[str]:
    """The answers that have changed without a higher version."""
    return [] if before is None or now.version > before.version else now.changed_in(before)


def main(argv: list[str] | None = None) -> int:
    """Write the files of some rulebooks, or of all; 1 if a version has to be raised first."""
    parser = argparse.ArgumentParser(prog="tools.write_scores", description="Write what rulebooks are known for.")
    parser.add_argument("books", nargs="*", default=BOOKS, metavar="BOOK", help=", ".join(BOOKS))
    SCORES.mkdir(exist_ok=True)
    code = 0
    for name in parser.parse_args(argv).books:
        now = scores_of(name)
        wrong = unraised(kept(name), now)
        if wrong:
            print(f"{name}: these scores have changed, raise its version (now {now.version}): {', '.join(wrong)}")
            code = 1
        else:
            (SCORES / f"{name}.txt").write_text(now.text(name), encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
