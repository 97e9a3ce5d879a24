"""A match played at a terminal: what happened is told, the table drawn, the player asked; nothing is ever lost."""

import contextlib
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from quepu.bots.hints import ADVISER, after_lines
from quepu.bots.seat import CoreBot, Seating
from quepu.cli.common import BAD_INPUT, DONE, Progress
from quepu.cli.saving import save_match
from quepu.cli.table_view import choice_lines, columns, hand_lines, news_lines, score_lines, table_lines
from quepu.cli.typed_answers import action_in, command_of, spelled
from quepu.columns import PAGE, wrap
from quepu.errors import IllegalAction, QuepuError
from quepu.game.actions import ACTIONS, Action
from quepu.game.match import Match
from quepu.locale import language, pick, words
from quepu.plain_text import harmless
from quepu.tiles import seat_name

STOPPED = 130


class Leave(Exception):  # noqa: N818 - no error: the player leaves
    """The player leaves the table; the match is kept."""

    def __init__(self, code: int = DONE) -> None:
        super().__init__(code)
        self.code = code


class Session:
    """One player and bots at a table."""

    def __init__(self, match: Match, player: int, seating: Seating, path: Path, lang: str,
                 glyphs: bool = False) -> None:
        self.match, self.player, self.seating = match, player, seating
        self.path, self.lang, self.glyphs = path, lang, glyphs
        self.model = match.book.model
        self.title = pick(self.model.names, lang, match.book.id)
        self.shown = len(match.steps)   # steps the player has been told
        self.is_auto = False            # the adviser plays on for the player until the hand's end
        self.is_advised = False         # the player has been told once how advice is found
        self._waits = self._stop = False

    # -- the course of a match --
    def run(self) -> int:
        """Play until the match is over or the player leaves; the exit code."""
        with self._interruptible():
            try:
                if self.match.settlements and self.match.hand_over:
                    self._tell_end()
                while not self.match.over:
                    self._hand()
                self._say(*self._standings())
                code = DONE
            except Leave as leave:
                code = leave.code
            except OSError:             # nobody reads or types any more
                self._save(quiet=True)
                raise
            finally:
                self.seating.close()
            kept = self._save()
        if kept:
            self._say(words("play.saved" if self.match.over else "play.saved_resume", self.lang, file=self.path))
        return code if kept or code != DONE else BAD_INPUT

    def _hand(self) -> None:
        """Play the hand at hand, or the next, to its end."""
        match = self.match
        if match.hand_over and (match.hand is None or self._between()):
            match.begin()
        while not match.hand_over:
            self._check()
            bots = [seat for seat in match.asked if match.player_of(seat) != self.player]
            if bots:
                self._bot(bots[0])
            elif self.is_auto:
                self._play(CoreBot(ADVISER).decide(match, self.seat))
            else:
                self._own()
            self.seating.tell()
        self.is_auto = False
        self._tell_end()
        self._save()

    def _bot(self, seat: int) -> None:
        """Let a bot answer; its thinking may be interrupted, never what comes of it."""
        self._waits = True
        try:
            action = self.seating.decide(seat)
        except KeyboardInterrupt:
            raise Leave(STOPPED) from None
        finally:
            self._waits = False
        self.match.play(seat, action)

    @property
    def seat(self) -> int:
        """The player's seat in the hand at hand."""
        hand = self.match.hand
        return hand.players.index(self.player) if hand is not None else self.player

    def _play(self, action: Action | str) -> None:
        self.match.play(self.seat, action)

    # -- asking --
    def _own(self) -> None:
        """Ask the player until something is answered or taken back."""
        self._draw()
        while True:
            text = self._ask(words("play.prompt", self.lang))
            command, rest = command_of(text)
            if command:
                if self._command(command, rest):
                    return
                continue
            try:
                if spelled(text, self.match.legal(self.seat)) == "false_win":
                    self._play("false_win")     # never offered, but possible where the rulebook has a price for it
                else:
                    self._play(action_in(text, self.match.view(self.seat)))
                return
            except QuepuError as error:
                self._refuse(text, error)

    def _between(self) -> bool:
        """Ask whether to go on to the next hand; no if the last answer was taken back instead."""
        while True:
            text = self._ask(words("play.next", self.lang))
            command, rest = command_of(text)
            if not text:
                return True
            if not command:
                self._say(words("play.hand_over", self.lang))
            elif command in ("hint", "why", "auto"):
                self._say(words("why.over", self.lang))
            elif self._command(command, rest):
                return False

    def _command(self, command: str, rest: str) -> bool:
        """Do what a command says; whether the table has changed."""
        lang = self.lang
        if command == "quit":
            raise Leave
        if command == "undo":
            done = self.seating.undo(self.seat)
            self.shown = len(self.match.steps)
            self._say(words("play.undone" if done else "play.nothing_to_undo", lang))
            return done
        if command == "auto":
            self.is_auto = True
            self._say(words("play.auto", lang, bot=ADVISER))
            return True
        if command == "save":
            self._save(Path(rest) if rest else None)
        elif command == "score":
            self._say(*self._standings())
        elif command == "table":
            self._draw()
        elif command == "hint":
            self._hint()
        elif command == "why":
            self._say(*self._why(rest))
        else:
            self._say(*words("play.help", lang).split("\n"))
        return False

    def _hint(self) -> None:
        """What each answer would bring, and how far the hand is after the best."""
        progress, lang = Progress(""), self.lang
        self._waits = True
        try:
            advice = self.match.advise(self.seat, progress=lambda done, count: progress.tell(
                words("advise.progress", lang, done=done, count=count)))
        except KeyboardInterrupt:
            raise Leave(STOPPED) from None
        finally:
            self._waits = False
            progress.done()
        best = advice.best.action
        self._say(*advice.lines(lang, with_notes=not self.is_advised), "",
                  words("advise.after", lang, answer=best.label(lang)),
                  *after_lines(self.match, self.seat, best, lang))
        self.is_advised = True

    def _why(self, text: str) -> list[str]:
        """Why the player may not do something."""
        legal = self.match.legal(self.seat)
        wanted = spelled(text or "win", legal)
        if wanted.split()[0].lower() not in ACTIONS:
            return [words("play.unknown", self.lang, text=text)]
        try:
            return wrap(self.match.why_not(self.seat, wanted, self.lang), PAGE)
        except QuepuError:              # a word alone, or tiles that cannot be read
            return [words("play.say_tiles", self.lang)]

    def _refuse(self, text: str, error: QuepuError) -> None:
        """Say why an answer cannot be taken, and what can."""
        legal = self.match.legal(self.seat)
        wanted = spelled(text, legal)
        word = wanted.split()[0].lower() if wanted else ""
        alike = [action for action in legal if action.word == word]
        if word not in ACTIONS or (text.isdecimal() and not alike):
            self._say(words("play.unknown" if text else "play.empty", self.lang, text=text))
        elif len(alike) > 1 and wanted.lower() == word:
            self._say(words("play.which", self.lang, text=text))
        else:
            why = self._why(wanted) if isinstance(error, IllegalAction) else []
            self._say(words("play.refused", self.lang, text=text), *("  " + line for line in why))
        self._say(*choice_lines(legal, self.model, self.lang))

    def _ask(self, prompt: str) -> str:
        """A line from the player; the end of the input is a way to leave."""
        self._check()
        self._waits = True
        try:
            text = input(harmless(prompt))      # a terminal is asked without our stream
        except EOFError:
            print()
            raise Leave from None
        except KeyboardInterrupt:
            print()
            raise Leave(STOPPED) from None
        finally:
            self._waits = False
        text = "".join(char if char.isprintable() else " " for char in text).strip()
        if not sys.stdin.isatty():
            print(text)                 # so that what was written can be read like a game
        return text

    # -- telling --
    def _say(self, *lines: str) -> None:
        for line in lines:
            print(line)

    def _draw(self) -> None:
        """Tell what happened, then the table as the player sees it and what may be answered."""
        view = self.match.view(self.seat)
        self._news()
        self._say(*table_lines(view, self.model, self.lang, self.title, self.glyphs), *hand_lines(view, self.lang))
        if view.offered is not None and view.offered_from is not None:
            self._say(words("view.offered", self.lang, tile=view.offered,
                            seat=seat_name(view.offered_from, language(self.lang))))
        self._say(*choice_lines(view.legal, self.model, self.lang, view.phase))

    def _news(self) -> None:
        events = [event for step in self.match.steps[self.shown:] for event in step.events]
        self.shown = len(self.match.steps)
        self._say("", *news_lines(events, self.seat, self.model, self.lang))

    def _tell_end(self) -> None:
        """Tell the end of a hand: what happened, each win explained, every payment, the scores."""
        settlement = self.match.settlements[-1]
        self._news()
        for win in settlement.wins:
            self._say("", win.score.explain(self.lang))
        rows = sum(len(win.ledger) for win in settlement.wins)
        if len(settlement.ledger) > rows:       # more than the wins: kongs, penalties, stakes
            self._say("", words("table.ledger", self.lang),
                      *("  " + line for line in settlement.lines(self.lang)[:len(settlement.ledger)]))
        self._say("", *score_lines(settlement, self.match.players, self.lang))

    def _standings(self) -> Iterator[str]:
        yield words("play.final" if self.match.over else "play.standings", self.lang)
        places = self.match.standings
        ranked = any(place.result != place.score for place in places)
        rows = [(str(place.place), place.name, str(place.score), *([f"{place.result:+}"] if ranked else []))
                for place in places]
        yield from columns(rows, 2)

    # -- keeping --
    def _save(self, path: Path | None = None, quiet: bool = False) -> bool:
        """Save the match; a file that cannot be written is told and the game goes on."""
        try:
            save_match(self.match, path or self.path)
        except QuepuError as error:
            if not quiet:
                self._say(words("play.not_saved", self.lang, why=error.told(self.lang)))
            return False
        if path is not None:
            self.path = path
            self._say(words("play.saved", self.lang, file=path))
        return True

    def _check(self) -> None:
        if self._stop:
            raise Leave(STOPPED)

    @contextlib.contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Ctrl-C and a friendly kill end the game between two answers, so that what is saved can be played on."""
        def stop(_number: int, _frame: FrameType | None) -> None:
            self._stop = True
            if self._waits:
                raise KeyboardInterrupt
        before = {}
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            with contextlib.suppress(AttributeError, ValueError):       # no such signal here, or not the main thread
                number = getattr(signal, name)
                before[number] = signal.signal(number, stop)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
