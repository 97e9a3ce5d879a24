"""What a tally has before any fan is told wherever the sum is."""

import quepu
from quepu.cli.rules.show import book_page
from quepu.scoring.explain import explain_html

TEXT = '''
extends = "base/thirteen"
id = "start"
name = "start"
[tally.fan]
name = { zh = "番", en = "fan" }
start = 3
[score]
total = "fan * 2"
[fan.all_pungs]
name = "All Pungs"
tally = "fan"
value = 6
when = "pung_count == 4"
'''


def test_a_start_stands_among_the_fans_and_on_the_page() -> None:
    book = quepu.rulebook_of_text(TEXT)
    score = book.score("222m555p888s33z77z 7z")
    assert score.total == 18
    assert ["fan", "at", "the", "start", "3"] in [line.split() for line in score.explain("en").splitlines()]
    assert "番起始" in score.explain("zh")
    assert "番起始" in explain_html(score, "zh")
    assert any("fan at the start" in line for line in book_page(book, "en"))
