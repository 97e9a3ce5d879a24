"""Every code is provoked and told in every language, and no error that a user can see is written as a sentence."""

import ast
import importlib
import pickle
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import get_type_hints

import pytest

import quepu
import tests.faults
from quepu.errors import HandError, QuepuError
from quepu.examples.worked import Check
from quepu.faults import Fault, fault_of_json, sentences, slots, told
from quepu.locale import LANGUAGES
from quepu.notation import read_tiles
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.file.section import Key
from quepu.rulebook.language.node import Spot
from tests.faults.provoking import Provoke, codes_in, faults_of

_STRUCTURE = "join."            # how lists and quotations are written: part of every sentence
_SRC = Path(quepu.__file__).parent
_COLLECTS, _MAKES = ("append", "fault", "bad", "refused"), ("Problem", "problem", "Spot")
#: sentences to programmers, by file: no rulebook, record, request or argument comes to them
INTERNAL = {"__init__.py": 1, "faults.py": 1, "kept_arrays.py": 2, "packing/play_writer.py": 1,
            "rulecode/codegen.py": 2, "rulecode/meanings.py": 1, "server/answers/asked_book.py": 1, "store.py": 3}
#: words that only the mainland uses for these things: what a reader in Taiwan stumbles over
_MAINLAND = re.compile(
    "保存|信息|文件|程序|數據|服務器|網絡|內存|默認|缺省|用戶|打印|屏幕|軟件|接口|端口|進程|線程|循環|函數|數組|對象|字符|字節|調用|"
    "嵌套|擴展|聲明|類型|取值|下標|花括號|地址|密鑰|崩潰|要麼|通過|叫牌|叫法")
_COMPILED = ("compiler", "engine")      # they speak to programmers only: what users hear of them is an EngineFault


def _tables() -> dict[str, Provoke]:
    table: dict[str, Provoke] = {}
    for module in pkgutil.iter_modules(tests.faults.__path__):
        if module.name.startswith("of_"):
            part = importlib.import_module(f"tests.faults.{module.name}").PROVOKED
            assert not table.keys() & part.keys()
            table.update(part)
    return table


PROVOKED = _tables()


def test_every_code_is_in_the_table():
    codes = {code for code in sentences("en") if not code.startswith(_STRUCTURE)}
    assert PROVOKED.keys() == codes


@pytest.mark.parametrize("code", PROVOKED)
def test_a_code_is_provoked_and_told_in_every_language(code):
    faults = faults_of(PROVOKED[code])
    assert code in codes_in(faults), faults
    for fault in faults:
        assert fault.told("en") == str(fault)
        assert fault_of_json(fault.as_json()) == fault or len(fault) > 2000       # which is cut
        again = pickle.loads(pickle.dumps(fault))
        assert (again, again.code, again.values) == (fault, fault.code, fault.values)
        for lang in LANGUAGES:
            assert slots(fault.told(lang)) == slots(str(fault)), fault.told(lang)       # of what it quotes


def test_each_sentence_tells_the_same_values_in_every_language():
    first = sentences("en")
    for lang in LANGUAGES:
        table = sentences(lang)
        assert list(table) == list(first), lang
        for code, text in table.items():
            assert slots(text) == slots(first[code]), (lang, code)
            assert text.strip() or code.startswith(_STRUCTURE), (lang, code)


def test_chinese_sentences_are_chinese_and_traditional_ones_traditional():
    simplified = set("这个为说写听张杠们东没对还过时间应当读书谱规则数组选项务连")
    for code, text in sentences("zh-Hans").items():
        if re.search("[a-z]{3}", re.sub(r"\{[^{}]*\}", "", sentences("en")[code])):
            assert re.search("[\u4e00-\u9fff]", text), code
    for code, text in sentences("zh-Hant").items():
        assert not simplified & set(text), (code, text)
        assert not _MAINLAND.search(text), (code, text)


def test_a_fault_is_a_code_with_exactly_its_values():
    fault = Fault("hand.too_many", copies=5, tile="5p")
    assert (fault, fault.code, fault.values) == ("5 copies of 5p, there are only 4", "hand.too_many",
                                                 {"copies": 5, "tile": "5p"})
    for values in ({"copies": 5}, {"copies": 5, "tile": "5p", "more": 1}):
        with pytest.raises(KeyError):
            Fault("hand.too_many", **values)
    with pytest.raises(KeyError):
        Fault("no.such_code")


def test_an_error_tells_its_faults_in_each_language_and_survives_pickling():
    with pytest.raises(QuepuError) as raised:
        read_tiles("8z 12")
    error = pickle.loads(pickle.dumps(raised.value))
    assert str(error) == str(raised.value) == raised.value.told("en")
    assert [fault.values["what"].code for fault in error.faults] == ["notation.no_tile", "notation.no_suit"]
    assert error.told("zh") == error.told("zh-Hans")
    assert "没有 8z 这张牌" in error.told("zh")
    assert "沒有 8z 這張牌" in error.told("zh-Hant")


def test_a_plain_text_is_a_fault_without_a_code():
    error = HandError(["as it is"])
    assert (error.faults[0].code, error.told("zh"), str(error)) == ("", "as it is", "as it is")
    assert fault_of_json(error.faults[0].as_json()) == "as it is"
    assert told("as it is", "zh") == "as it is"


@pytest.mark.parametrize("sent", [
    None, [], "text", {}, {"code": 7, "values": {}}, {"code": "no.such", "values": {}},
    {"code": "hand.too_many", "values": {"copies": 5}},
    {"code": "hand.too_many", "values": {"copies": 5, "tile": {"code": "no.such", "values": {}}}},
    {"code": "hand.too_many", "values": {"copies": 1 << 80, "tile": "5p"}},
    {"code": "hand.form", "values": {"text": "a", "form": "b", "forms": 7}},
    {"code": "hand.not_seat", "values": {"what": "no such word", "seat": 1, "seats": []}},
    {"code": "", "values": {"text": 7}},
])
def test_a_fault_that_another_process_sends_is_looked_at(sent):
    assert fault_of_json(sent) is None


def test_a_deep_fault_of_another_process_is_refused():
    deep = {"code": "hand.drawn_discarder", "values": {}}
    for _time in range(9):
        deep = {"code": "hand.of_meld", "values": {"text": "a", "fault": deep}}
    assert fault_of_json(deep) is None


@cache
def _trees() -> dict[str, ast.Module]:
    return {path.relative_to(_SRC).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
            for path in sorted(_SRC.rglob("*.py"))}


def test_every_code_in_the_source_has_sentences_and_each_sentence_is_used():
    used, parts = set(), set()
    for tree in _trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "map" and \
                    getattr(node.args[0], "id", "") == "Fault":
                used |= {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Fault" and node.args:
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    used.add(code.value)
                    named = {word.arg for word in node.keywords}
                    assert None in named or named == slots(sentences("en")[code.value]), code.value
                elif isinstance(code, ast.JoinedStr):       # a code with a kind in it
                    parts.add(code.values[0].value)
                else:
                    used |= {part.value for part in ast.walk(code) if isinstance(part, ast.Constant)}
    codes = sentences("en").keys()
    assert used <= codes
    for code in codes - used:
        assert code.startswith((_STRUCTURE, "word.", *parts)), code


def _plain_sentences(tree: ast.Module) -> list[int]:
    """The lines of sentences that are written into raised errors and lists of faults as texts."""
    lines = []
    for node in ast.walk(tree):
        is_raised = isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
        if is_raised or (isinstance(node, ast.Call) and (
                getattr(node.func, "attr", "") in _COLLECTS or getattr(node.func, "id", "") in _MAKES)):
            lines += [text.lineno for text in _texts(node) if " " in text.value.strip()]
    return sorted(set(lines))


def _texts(node: ast.AST) -> Iterator[ast.Constant]:
    """The texts in an expression; those in the values of a fault, in code and in what is looked up aside."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Fault", "expression"):
        return
    elif not isinstance(node, ast.Subscript):
        for part in ast.iter_child_nodes(node):
            yield from _texts(part)


def test_every_key_that_is_needed_says_what_it_means():
    def needed(keys: Mapping[str, Key], path: str) -> Iterator[str]:
        for name, key in keys.items():
            yield from [f"{path}.{name}"] if key.needed else []
            yield from needed(key.keys or {}, f"{path}.{name}")
    wanted = {one for name, section in SECTIONS.items() for one in needed(section.keys, f"needed.{name}")}
    assert {code for code in sentences("en") if code.startswith("needed.")} == wanted


def test_no_error_is_written_as_a_sentence():
    plain = {file: _plain_sentences(tree) for file, tree in _trees().items() if file.split("/")[0] not in _COMPILED}
    assert {file: len(lines) for file, lines in plain.items() if lines} == INTERNAL, plain


def test_errors_and_problems_are_made_of_faults():
    """By their types, which mypy holds every caller to."""
    assert get_type_hints(QuepuError.__init__)["faults"] == Fault | Iterable[Fault]
    assert all(get_type_hints(kind)["text"] is Fault for kind in (Problem, Spot))
    assert get_type_hints(Check)["differences"] == tuple[Fault, ...]
