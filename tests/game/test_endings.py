"""A hand that is called off or dealt anew says why: in its last event, its settlement and what the server tells."""

from quepu.book import rulebook
from quepu.cli.table_view import score_lines
from quepu.game import events as ev
from quepu.game.naming import why_ended
from quepu.game.settlement import Settlement
from quepu.server.tables.telling import settlement_json

RIICHI = rulebook("riichi").model


def test_the_reason_is_that_of_the_rulebook() -> None:
    why = why_ended(RIICHI, "redeal", [ev.Aborted("four_winds")])
    assert why["zh"] == "四风连打"
    assert ev.HandEnded("redeal", "", (0, 0, 0, 0), why).line("zh") == "本局结束：重发（四风连打）；得分 0 0 0 0"
    assert ev.HandEnded("redeal", "", (0, 0, 0, 0), why).line("en", RIICHI) == \
        "the hand ends: dealt anew (four equal winds); scores 0 0 0 0"


def test_false_wins_and_three_winners_are_reasons_too() -> None:
    assert why_ended(RIICHI, "redeal", [ev.FalseWinDeclared(1)])["en"] == "South declares a win that is none"
    assert why_ended(RIICHI, "abort", [])["zh-Hant"] == "一炮三響"
    assert why_ended(RIICHI, "win", [ev.FalseWinDeclared(1)]) == {} == why_ended(RIICHI, "draw", [])


def test_a_settlement_tells_it_and_its_record_does_not_change() -> None:
    why = why_ended(RIICHI, "redeal", [ev.Aborted("four_riichi")])
    settlement = Settlement(1, "redeal", (0, 1, 2, 3), (), (), (0, 0, 0, 0), why)
    assert settlement_json(settlement, RIICHI, "en")["reason"]["en"] == "four riichi"
    assert score_lines(settlement, "ABCD", "zh")[0] == "  重发（四家立直）"
    assert set(settlement.as_json()) == {"type", "hand", "ended", "wins", "ledger", "net", "scores"}
    assert "why" not in ev.HandEnded("redeal", "", (0, 0, 0, 0), why).as_json()
    assert settlement_json(Settlement(1, "draw", (0, 1, 2, 3), (), (), (0, 0, 0, 0)), RIICHI, "zh")["reason"] is None
