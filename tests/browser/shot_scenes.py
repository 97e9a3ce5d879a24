"""Every page of the page as somebody meets it: how a browser gets there, for `tests.browser.shots`."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import quote

from quepu.bots.seat import CoreBot
from quepu.game.actions import Discard
from quepu.game.match import Match
from quepu.game.ready import readiness
from quepu.records.lines import write_record
from tests.players import played

SEED = 20261117
ANSWERS = ".answers button, .own button:not([disabled])"
#: answers what is offered, a tile or the last button, until a selector is there; at most so many clicks
PLAY = """async ([most, wanted]) => {
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    const step = () => document.querySelector('[data-step]')?.dataset.step;
    for (let clicks = 0; clicks < most && !document.querySelector(wanted);) {
        const answers = [...document.querySelectorAll('.answers button')];
        const target = answers.find((one) => one.classList.contains('main')) ?? answers.at(-1)
            ?? document.querySelector('.own button:not([disabled])');
        if (!target) { await wait(10); continue; }
        const before = step();
        target.click();
        clicks += 1;
        for (let round = 0; round < 400 && step() === before; round += 1) await wait(5);
    } }"""
ENDED = "[data-next], [data-over]"
OWN_TURN = ".own button:not([disabled])"
HAND = "123m23455p345s77z+5p"


@dataclass(frozen=True, slots=True)
class Scene:
    """One state of a page; a `stage` has the window's size, of others the whole length is taken."""

    name: str
    reach: Callable[[Any], None]
    stage: bool = False
    part: str = ""              # of a long page: the picture begins there


def opened(address: str, wanted: str = "h1", *more: str) -> Callable[[Any], None]:
    """Open an address, wait for something, then click one thing after the other and wait for the last."""
    def reach(page: Any) -> None:
        _open(page, f"/#/{address}")
        page.locator(wanted).first.wait_for()
        for selector in more:
            page.locator(selector).first.click()
        page.wait_for_load_state("networkidle")
    return reach


def _open(page: Any, address: str) -> None:
    page.goto("about:blank")
    page.goto(address)


def _post(page: Any, address: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = page.request.post(address, data=json.dumps(body), headers={"content-type": "application/json"})
    told: dict[str, Any] = answer.json()
    if not answer.ok:
        raise RuntimeError(f"{address}: {told}")
    return told


def _seat(page: Any, game: dict[str, Any], wanted: str = ANSWERS) -> None:
    _open(page, f"/#/play?game={game['id']}&key={game['key']}")
    page.locator(wanted).first.wait_for()


def table(rule: str, until: str = ANSWERS, most: int = 300, then: str = "", **options: Any) -> Callable[[Any], None]:
    """A game with bots, played until something is there or so many clicks were made."""
    def reach(page: Any) -> None:
        others = ["greedy"] * (2 if options.get("sanma") else 3)
        _seat(page, _post(page, "/api/games", {"rule": {"id": rule, "options": options}, "name": "Ann",
                                               "others": others, "seed": SEED}))
        page.evaluate(PLAY, [most, until])
        page.locator(f"{until}, {ENDED}, {ANSWERS}").first.wait_for(state="attached")
        if then:
            page.locator(then).first.click()
            page.wait_for_load_state("networkidle")
            page.locator("progress").wait_for(state="detached")
    return reach


@cache
def _match(rule: str, seed: int, hands: int) -> Match:
    return played(rule, seed, hands, ["Ann", "Ben", "Cat", "Dan"])


def played_on(rule: str, seed: int, hands: int, before: int) -> Callable[[Any], None]:
    """The end of a match of bots, gone on with so many steps before it, to its end."""
    def reach(page: Any) -> None:
        match = _match(rule, seed, hands)
        _seat(page, _post(page, "/api/records/play", {"record": write_record(match), "name": "Ann", "player": 0,
                                                      "step": len(match.steps) - before}), "[data-step]")
        page.evaluate(PLAY, [300, ENDED])
        page.locator(ENDED).first.wait_for(state="attached")
    return reach


@cache
def _nearly_ready() -> dict[str, Any]:
    """A record up to where somebody has a discard that leaves him ready, and one that does not."""
    match, bot = Match("guobiao", 11, ["Ann", "Ben", "Cat", "Dan"]), CoreBot("greedy")
    match.begin()
    while not match.hand_over:
        seat = match.asked[0]
        after = readiness(match, seat).after
        discards = {action.text for action in match.legal(seat) if isinstance(action, Discard)}
        if after and discards - set(after):
            step, player = len(match.steps), match.player_of(seat)
            while not match.hand_over:
                match.play(match.asked[0], bot.decide(match, match.asked[0]))
            return {"record": write_record(match), "step": step, "player": player}
        match.play(seat, bot.decide(match, seat))
    raise RuntimeError("nobody was ever ready")


def home(page: Any) -> None:
    """The first screen of somebody who left a game."""
    made = _post(page, "/api/games", {"rule": {"id": "sichuan"}, "name": "Ann", "others": ["greedy"] * 3, "seed": SEED})
    kept = [{"id": made["id"], "key": made["key"], "rule": "x", "when": 0}]
    page.evaluate("(kept) => localStorage.setItem('games', JSON.stringify(kept))", kept)
    opened("", ".left .button")(page)


def waits(page: Any) -> None:
    """A look at a tile that leaves the hand ready."""
    _seat(page, _post(page, "/api/records/play", {**_nearly_ready(), "name": "Ann"}))
    page.locator(".slot.waits button").first.focus()
    page.locator(".wait").first.wait_for()


def _friends(page: Any, **more: Any) -> dict[str, Any]:
    return _post(page, "/api/games", {"rule": {"id": "hongkong", "options": {"min_fan": 1}}, "name": "Ann",
                                      "others": ["open", "greedy", "greedy"], **more})


def lobby(page: Any) -> None:
    """Who waits for friends, with the way in for them; one has come and gone again."""
    game = _friends(page, others=["open", "strong", "easy"], gathers=True, hints=False)
    _post(page, f"/api/games/{game['id']}/join", {"key": game["join_key"], "name": "Bob"})
    kept = [{name: game[name] for name in ("id", "key", "join_key", "watch_key")} | {"rule": "x", "when": 0}]
    page.evaluate("(kept) => localStorage.setItem('games', JSON.stringify(kept))", kept)
    _seat(page, game, ".room ol")


def invitation(page: Any) -> None:
    """What a friend sees who has got the link."""
    game = _friends(page)
    _open(page, f"/#/play?game={game['id']}&join={game['join_key']}")
    page.locator("dl").first.wait_for()


def friends_table(page: Any) -> None:
    """A table with a friend who has left it."""
    game = _friends(page)
    _post(page, f"/api/games/{game['id']}/join", {"key": game["join_key"], "name": "Bob"})
    _seat(page, game, ".presence [role=status]")


def replay(*, last: bool) -> Callable[[Any], None]:
    """A record of the last hand of a match, won with dora and ura dora, in its middle or at its end."""
    def reach(page: Any) -> None:
        record = write_record(_match("riichi?length=east", 10, 99))
        _open(page, "/#/replay")
        page.locator("input[type=file]").set_input_files(
            {"name": "game.jsonl", "mimeType": "application/jsonl", "buffer": record.encode()})
        page.locator(".felt").first.wait_for()
        page.locator("select").filter(has=page.locator("option[value='8']")).last.select_option("8")
        page.wait_for_load_state("networkidle")
        for _step in range(1 if last else 12):
            page.locator(".bar button").nth(6 if last else 4).click()
        page.locator(".settled" if last else ".felt").first.wait_for()
    return reach


def pad(page: Any) -> None:
    """A score pad with some hands, the next told by its fans."""
    names = ["Ann", "Ben", "Cat", "Dan"]
    win = {"seat": "Ann", "from": "Cat", "hand": "123m23455p345s77z 5p"}
    entries = [{"steps": [{"wins": [win]}]}, {"steps": [{"draw": {"ended": "draw"}}]},
               {"steps": [{"wins": [win | {"seat": "Dan"}]}]}]
    kept = {"rule": {"id": "guobiao", "options": {}}, "names": names, "entries": entries}
    page.evaluate("(kept) => localStorage.setItem('pad', JSON.stringify(kept))", kept)
    _open(page, "/#/pad")
    page.locator("tfoot").wait_for()
    page.locator("form button, section button").filter(has_text={"zh-CN": "报番种"}.get(_locale(page), "by fans"))\
        .first.click()
    page.locator(".all button").first.wait_for()


def _locale(page: Any) -> str:
    return str(page.evaluate("navigator.language"))


def mine(text: str) -> Callable[[Any], None]:
    """Rules that somebody writes."""
    def reach(page: Any) -> None:
        _open(page, "/#/mine?from=guobiao")
        page.locator("#tab-text").click()
        page.locator("textarea").fill(f'extends = "guobiao"\nname = {{ zh = "我家", en = "Ours" }}\n{text}\n')
        page.locator("#told li, #told .good").first.wait_for()
        page.wait_for_load_state("networkidle")
    return reach


def by_hand(page: Any) -> None:
    """House rules with a value, an option and a piece changed by hand."""
    _open(page, "/#/mine?from=guobiao")
    page.locator("[data-about='fan.all_pungs'] button").last.click()
    page.locator("[data-about='option.min_fan'] button").first.click()
    page.locator("[data-about='piece.wild'] select").select_option("white")
    page.locator(".changes li").nth(3).wait_for()
    page.locator("tfoot").wait_for()


RIICHI = "calculator?rule=riichi&hand=123m23455p345s77z+5p&from=S&flags=riichi&state=" + quote(
    json.dumps({"turned.dora": "4p"}))
SCENES = [
    Scene("home", opened("", ".cards .sample")),
    Scene("home-left", home),
    Scene("calculator-empty", opened("calculator", ".keys-row")),
    Scene("calculator-hand", opened("calculator?rule=guobiao&hand=123m23455p345s77z", ".total")),
    Scene("calculator-result", opened(f"calculator?rule=guobiao&hand={HAND}&from=S", ".total")),
    Scene("calculator-told", opened(f"calculator?rule=guobiao&hand={HAND}&from=S", ".total"),
          part="section[aria-live]"),
    Scene("calculator-compared", opened(f"calculator?rule=guobiao&hand={HAND}", ".total",
                                        ".stack > .row > button:only-child", "h3"),
          part="section[aria-live]"),
    Scene("calculator-no-win", opened("calculator?rule=riichi&hand=123m23455p345s77z+5p&from=S", ".total")),
    Scene("calculator-riichi", opened(RIICHI, ".total")),
    Scene("calculator-after", opened("calculator?rule=guobiao&hand=123m456p789s1133z+5z", ".total")),
    Scene("calculator-wild", opened("calculator?rule=tianjin&hand=123m456p789s1133z&wild=5z", ".total")),
    Scene("calculator-fault", opened("calculator?rule=guobiao&hand=123m44", "#faults pre")),
    Scene("link-damaged", opened(f"calculator?rule=guobiao&hand={HAND}&options=%7B%22a&seat=Q&flags=no_such,last_tile",
                                 "[role=alert]")),
    Scene("link-unknown", opened("calculator?rule=guobiap&hand=123m", "[role=alert], .bad")),
    Scene("page-unknown", opened("nowhere", "[role=alert]")),
    Scene("rules", opened("rules", "main h3 a")),
    Scene("rules-found", opened("rules?find=qys", "main li")),
    Scene("rules-book", opened("rules?rule=sichuan", "#fans .card")),
    Scene("rules-options", opened("rules?rule=sichuan", "#fans .card"), part="#options"),
    Scene("rules-payment", opened("rules?rule=sichuan", "#fans .card"), part="#payment"),
    Scene("rules-procedure", opened("rules?rule=sichuan", "#fans .card"), part="#procedure"),
    Scene("rules-compared", opened("rules?rule=sichuan&other=guobiao", "#differences td"), part="#differences"),
    Scene("play-menu", opened("play", "form select", "form summary")),
    Scene("lobby", lobby),
    Scene("invitation", invitation),
    Scene("friends-table", friends_table, stage=True),
    Scene("table-dealt", table("guobiao"), stage=True),
    Scene("table-middle", table("guobiao", ENDED, 12), stage=True),
    Scene("table-whole", table("guobiao", ENDED, 6)),
    Scene("table-claim", table("hongkong", "[data-verb=pass]"), stage=True),
    Scene("table-riichi", table("riichi", ENDED, 8), stage=True),
    Scene("table-three", table("riichi", ENDED, 8, sanma=True), stage=True),
    Scene("table-sixteen", table("taiwan", ENDED, 8), stage=True),
    Scene("asked-tianjin", table("tianjin"), stage=True),
    Scene("asked-sichuan", table("sichuan"), stage=True),
    Scene("asked-suit", table("sichuan", "[data-verb=choose]", 6), stage=True),
    Scene("table-hint", table("guobiao", OWN_TURN, 20, then=".tools button"), stage=True),
    Scene("table-waits", waits, stage=True),
    Scene("settled-riichi", played_on("riichi?length=east", 10, 2, 4), stage=True),
    Scene("settled-sichuan", table("sichuan", ENDED), stage=True),
    Scene("settled-guobiao", table("guobiao", ENDED), stage=True),
    Scene("settled-table", table("guobiao", ENDED, then=".ends button"), stage=True),
    Scene("standings", played_on("riichi?length=east", 10, 99, 2), stage=True),
    Scene("replay-empty", opened("replay")),
    Scene("replay-middle", replay(last=False)),
    Scene("replay-end", replay(last=True)),
    Scene("replay-settled", replay(last=True), part=".settled"),
    Scene("pad-empty", opened("pad", "h2")),
    Scene("pad-fans", pad),
    Scene("mine-empty", opened("mine", "h2")),
    Scene("mine-fault", mine("fan.all_pungs.valu = 60")),
    Scene("mine-good", mine("fan.all_pungs.value = 60")),
    Scene("pad-sheet", pad, part="section[aria-label]:nth-of-type(2)"),
    Scene("mine-by-hand", by_hand),
]
