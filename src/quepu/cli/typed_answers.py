"""What a player types, as commands and actions: texts, bare tiles, numbers of tiles, letters of other answers."""

from collections.abc import Sequence

from quepu.cli.table_view import ANSWER_LETTERS, lettered, own_tiles
from quepu.errors import IllegalAction, QuepuError
from quepu.faults import Fault
from quepu.game.actions import ACTIONS, Action, Choose, Chow, Discard, Flower, Give, read_action
from quepu.game.view import View
from quepu.locale import LANGUAGES
from quepu.notation import Tile, read_tiles, write_tiles

#: commands, in each way they may be typed
COMMANDS = {
    "help": ("help", "?", "？", "帮助", "幫助"), "hint": ("hint", "提示"), "why": ("why", "为什么", "為什麼"),
    "score": ("score", "scores", "分数", "分數"), "undo": ("undo", "悔棋", "悔"), "save": ("save", "保存", "存"),
    "quit": ("quit", "q", "exit", "退出"), "table": ("table", "牌桌"), "auto": ("auto", "托管", "託管"),
}
_MEANING = {text: command for command, texts in COMMANDS.items() for text in texts}
#: Chinese words of actions, which need no space behind them
_CHINESE = {
    "打": "discard", "吃": "chow", "碰": "pung", "杠": "kong", "槓": "kong", "和": "win", "胡": "win", "过": "pass",
    "過": "pass", "补花": "flower", "補花": "flower", "花": "flower", "听": "declare", "聽": "declare", "选": "choose",
    "選": "choose", "换": "give", "換": "give", "亮": "show", "要": "take", "流局": "abort", "诈和": "false_win",
    "詐和": "false_win",
}
_WORDS = sorted(_CHINESE, key=len, reverse=True)


def command_of(text: str) -> tuple[str, str]:
    """(command, what stands behind it); the command is empty where the text is none."""
    first, _space, rest = text.strip().partition(" ")
    return _MEANING.get(first.lower(), ""), rest.strip()


def action_in(text: str, view: View) -> Action:
    """The legal action a player means; IllegalAction or NotationError if there is none."""
    plain = text.strip()
    legal = view.legal
    if plain.isdecimal():
        return _numbered(int(plain), view)
    letters = lettered(legal)
    place = ANSWER_LETTERS.find(plain) if len(plain) == 1 else -1
    if 0 <= place < len(letters):
        return letters[place]
    for action in letters:
        if plain.casefold() in (action.label(lang).casefold() for lang in LANGUAGES):
            return action               # typed as it is called
    return read_action(spelled(plain, legal), legal)


def spelled(text: str, legal: Sequence[Action]) -> str:
    """The action's text with its word: a bare tile is laid from the hand, three are a chow.

    >>> spelled("5m", ()), spelled("碰", ()), spelled("打五万", ()), spelled("345m", ())
    ('discard 5m', 'pung', 'discard 5m', 'chow 345m')
    """
    for word in _WORDS:
        if text.startswith(word):
            return f"{_CHINESE[word]} {_tiles(text.removeprefix(word).strip())}".strip()
    first, _space, rest = text.partition(" ")
    if not first or first.lower() in ACTIONS or first.lower() in ("hu", "false-win"):
        return f"{first} {_tiles(rest)}".strip()
    try:
        tiles = read_tiles(text)
    except QuepuError:
        return text
    if len(tiles) != 1:
        return f"{Chow.word} {write_tiles(tiles)}"
    words = [kind.word for kind in (Discard, Give, Flower) if any(isinstance(action, kind) for action in legal)]
    if Flower.word in words and any(isinstance(action, Flower) and action.tile == tiles[0] for action in legal):
        return f"{Flower.word} {write_tiles(tiles)}"
    return f"{words[0] if words else Discard.word} {write_tiles(tiles)}"


def _tiles(text: str) -> str:
    """Tiles as they are written in an action, however they were typed; other text as it is."""
    try:
        return write_tiles(read_tiles(text)) if text and not text.isascii() else text
    except QuepuError:
        return text


def _numbered(number: int, view: View) -> Action:
    """The action of a number: a choice where numbers are asked for, else the tile of that number."""
    if any(isinstance(action, Choose) for action in view.legal):
        return read_action(f"{Choose.word} {number}", view.legal)
    held: list[Tile] = own_tiles(view)
    if not 1 <= number <= len(held):
        raise IllegalAction(Fault("cli.no_held", number=number, count=len(held)))
    return read_action(spelled(write_tiles(held[number - 1:number]), view.legal), view.legal)
