"""`quepu rules check` plays trial hands with every bot: what stops one is told with the bot's name."""

from pathlib import Path
from unittest import mock

import pytest

import quepu
from quepu.bots.seat import BOTS, CoreBot
from quepu.cli.main import main
from quepu.errors import EngineFault
from quepu.faults import Fault
from quepu.game.actions import Action
from quepu.game.match import Match
from quepu.lab import trial
from quepu.lab.trial import TRIED, trial_problems
from quepu.rulebook.file.load import known_ids
from quepu.rulecheck.check import check_file
from tests.share import sampled

HOUSE = 'extends = "sichuan"\nid = "house"\nname = { zh = "家规", en = "House" }\n'


def stopping(bot: str):
    """Our bots, of which one kind stops the engine."""
    decide = CoreBot.decide

    def stops(self: CoreBot, match: Match, seat: int) -> Action:
        if self.number == BOTS[bot]:
            raise EngineFault("choose", "bots.py", 1, Fault("hand.drawn_discarder"), "house")
        return decide(self, match, seat)
    return mock.patch.object(CoreBot, "decide", stops)


@pytest.mark.parametrize("name", sampled(known_ids(), 12, "trial hands"))
def test_bots_play_what_ships(name: str) -> None:
    assert trial_problems(quepu.rulebook(name), 1) == []


@pytest.mark.parametrize("bot", TRIED)
def test_a_bot_that_stops_is_named(bot: str) -> None:
    with stopping(bot):
        report = check_file("house.toml", 0.1, text=HOUSE, trial=trial_problems)
    (fault,) = report.errors
    assert f"{bot} bots stop in trial hand 1: " in fault
    assert f"{bot} 机器人试打到第 1 局停了" in fault.told("zh")


def test_without_a_trial_nothing_is_played() -> None:
    with stopping("beginner"):
        assert check_file("house.toml", 0.1, text=HOUSE).errors == []


def test_the_command_plays_with_the_options_as_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE, encoding="utf-8")
    with stopping("normal"):
        assert main(["rules", "check", str(file), "--lang", "en"]) == 2
    assert "normal bots stop in trial hand 1" in capsys.readouterr().out


def test_a_hand_without_an_end_is_told() -> None:
    with mock.patch.object(trial, "MOST_STEPS", 5):
        problems = trial_problems(quepu.rulebook("sichuan"), 0)
    assert [problem.text.code for problem in problems] == ["check.endless"] * len(TRIED)


def test_the_same_hands_are_played_each_time() -> None:
    seen = []
    for _time in range(2):
        with mock.patch.object(trial, "MOST_STEPS", 200), mock.patch.object(Match, "begin", autospec=True,
                                                                            side_effect=Match.begin) as begun:
            assert trial_problems(quepu.rulebook("guobiao"), 2) == []
        seen.append([call.args[0].seed for call in begun.call_args_list])
    assert seen[0] == seen[1]
    assert len(seen[0]) == 2 * len(TRIED)
