// Keys at the table work wherever the focus is, but in a field that takes text; what a control does with a key itself
// stays its own.
import type { Game } from "./game.svelte";

// inputs that take no text
const TYPED = new Set(["checkbox", "radio", "range", "button", "submit", "reset", "file", "color"]);
export const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !TYPED.has(target.type)) ||
  (target instanceof HTMLElement && target.isContentEditable);
// Enter, space and arrows belong to the control that has the focus; letters do nothing there.
const OWN_KEYS = "a[href], button, summary, select, input, [role=button]";
const MOVES_ITSELF = "select, input[type=radio], input[type=range]";
const VERBS: Record<string, string> = { c: "chow", n: "pung", k: "kong" };
const CHOICES = ".own button:not([disabled]), .answers button:not([disabled])";
const FIRST = [".answers button:not([data-wait])", ".drawn button:not([disabled])", ".own button:not([disabled])"];

// Where the next answer is given: a button, or else the tile just drawn.
export const nextAnswer = (box: HTMLElement): HTMLElement | null =>
  box.querySelector<HTMLElement>("[data-next]") ??
  FIRST.map((one) => box.querySelector<HTMLElement>(one)).find(Boolean) ??
  null;

// Whether the key meant something here.
export function tableKey(event: KeyboardEvent, game: Game, box: HTMLElement, command: () => void): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || takesText(event.target)) return false;
  const focused = event.target instanceof HTMLElement ? event.target : document.body;
  const legal = game.legal.map((one) => one.action);
  const once = (action: () => unknown) => {
    if (!event.repeat) void action();
    return true;
  };
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    if (focused.matches(MOVES_ITSELF)) return false;
    const all = [...box.querySelectorAll<HTMLElement>(CHOICES)];
    const step = event.key === "ArrowRight" ? 1 : -1;
    const at = all.indexOf(document.activeElement as HTMLElement);
    all.at(at < 0 ? (step > 0 ? 0 : -1) : (at + step) % all.length)?.focus();
    return all.length > 0;
  }
  if (event.key === "Enter") {
    if (focused.closest(OWN_KEYS)) return false; // it is pressed already
    const found = nextAnswer(box);
    return (
      Boolean(found) &&
      once(() => {
        found!.focus();
        if (found!.matches("[data-next]")) found!.click();
      })
    );
  }
  if (event.key === "p") return legal.includes("pass") && once(() => game.act("pass"));
  if (event.key === "w") {
    const win = legal.find((action) => action.split(" ")[0] === "win");
    return once(() => (win ? game.act(win) : game.why("win")));
  }
  if (event.key === "h") return legal.length > 0 && once(() => game.hint());
  if (event.key === "u") return Boolean(game.update?.may_undo) && once(() => game.undo());
  if (event.key === "t") return game.mayWait && once(() => game.wait());
  if (event.key === "/") return once(command);
  const verb = VERBS[event.key];
  const ways = legal.filter((action) => action.split(" ")[0] === verb);
  if (!verb || !ways.length) return false;
  return once(() => {
    if (ways.length === 1) void game.act(ways[0]!);
    else box.querySelector<HTMLElement>(`.answers [data-verb=${verb}]`)?.focus();
  });
}
