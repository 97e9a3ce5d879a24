// A record that is looked at: one hand of it, step by step, from one seat. Where one is stands in the address.
import { ask, Problem, rulebook, type Book, type Rule } from "./api";
import type { RecordTold } from "./api_types";
import type { Advice } from "./advice";
import { botName, recordOf, type SeatInfo, type TableView } from "./game.svelte";
import { recordKey } from "./games";
import { link } from "./route.svelte";
import { pieces, split } from "./tiles";
import { speech, t } from "./words.svelte";

const KEPT = "record";
const RULE = "record-rule"; // of a record that was played by rules of one's own
const BOTS = /^(beginner|easy|normal|strong|greedy|aware|random) \d$/;
const OURS = /^\ufeff?\s*\{"type":\s*"header"/;

export const problem = (error: unknown): string[] =>
  error instanceof Problem ? [error.title, ...error.faults] : [t("server.lost")];
// Bots have no names of their own.
export const called = (name: string, player: number): string =>
  BOTS.test(name) ? botName(name.split(" ")[0] ?? "", player) : name;

export class Replay {
  readonly game: string;
  readonly key: string;
  record = $state.raw("");
  told: RecordTold | undefined = $state.raw();
  hand = $state(1);
  at = $state(0);
  seat = $state("E");
  hide = $state(false);
  faults: string[] = $state([]);
  book: Book | undefined = $state.raw();
  advice: Advice | undefined = $state.raw();
  advising = $state(false);
  making = $state(false);
  reviewed: number | undefined = $state(); // the player whose review was asked for by the address
  private wanted: number;
  private asked = 0; // only the newest answer counts

  constructor(query: URLSearchParams) {
    this.game = query.get("game") ?? "";
    this.key = query.get("key") ?? "";
    this.wanted = 0;
    this.follow(query);
    const reviewed = query.get("review");
    if (reviewed) this.reviewed = Number(reviewed);
    if (!this.game) this.record = sessionStorage.getItem(KEPT) ?? "";
    else
      void recordOf(this.game, recordKey(this.game, this.key)).then(
        async (answer) => {
          if (answer.ok) {
            this.record = await answer.text();
            sessionStorage.setItem(KEPT, this.record);
          } else this.faults = [String(((await answer.json()) as { title?: string }).title ?? "")];
        },
        () => (this.faults = [t("server.lost")]),
      );
  }

  is(query: URLSearchParams): boolean {
    return this.game === (query.get("game") ?? "") && this.key === (query.get("key") ?? "");
  }
  // Where an address leads: it may differ from another in its step alone.
  follow(query: URLSearchParams): void {
    this.seat = query.get("seat") ?? "E";
    this.hide = query.get("hide") === "1";
    this.go(Number(query.get("hand") ?? 1) || 1, Number(query.get("step") ?? 0));
  }
  go(hand: number, step: number): void {
    this.advice = undefined;
    this.wanted = step;
    if (this.told?.hand === hand) this.settle();
    this.hand = hand;
  }
  step(at: number): void {
    this.at = at;
    this.advice = undefined;
  }
  private settle(): void {
    const found = this.told?.frames.findIndex((one) => one.step === this.wanted) ?? -1;
    if (found >= 0 || this.wanted) this.at = Math.max(0, found);
    this.wanted = 0;
  }
  query(): Record<string, string> {
    return {
      game: this.game,
      key: this.key,
      hand: String(this.told?.hand ?? 1),
      step: String(this.frame?.step ?? ""),
      seat: this.seat === "E" ? "" : this.seat,
      hide: this.hide ? "1" : "",
    };
  }

  get rule(): { rule?: Rule } {
    const text = sessionStorage.getItem(RULE);
    return text ? { rule: { text } } : {};
  }
  // A hand of the record; in another language it is shown at the same step.
  async load(number: number): Promise<void> {
    const turn = (this.asked += 1);
    try {
      const query = { hand: String(number), lang: speech.server };
      const found = await ask("POST /api/records", { record: this.record, ...this.rule }, { query });
      if (turn !== this.asked) return;
      const step = this.wanted || (this.told?.hand === number ? (this.frame?.step ?? 0) : 0);
      this.told = found;
      this.faults = [];
      this.at = 0;
      this.wanted = step;
      this.settle();
      void rulebook(this.rule.rule ?? { id: found.header.rulebook }).then(
        (answer) => (this.book = answer),
        () => (this.book = undefined),
      );
    } catch (error) {
      if (turn !== this.asked) return;
      this.faults = problem(error);
      this.told = undefined;
    }
  }
  // A file: a record of ours, or a log of another platform, which the server reads.
  async open(text: string): Promise<void> {
    sessionStorage.removeItem(RULE);
    this.told = undefined;
    this.faults = [];
    this.making = true;
    try {
      const record = OURS.test(text) ? text : (await ask("POST /api/records/convert", { record: text })).record;
      sessionStorage.setItem(KEPT, record);
      const again = record === this.record;
      this.go(1, 0);
      this.record = record;
      if (again) await this.load(1);
    } catch (error) {
      this.faults = problem(error);
    }
    this.making = false;
  }

  get frame() {
    return this.told?.frames[this.at];
  }
  get view(): TableView | undefined {
    const frame = this.frame;
    if (!frame) return undefined;
    const seats = frame.view.seats.map((info) =>
      this.hide && info.seat !== this.seat && !frame.view.over ? { ...info, tiles: null } : info,
    );
    return { ...frame.view, seats };
  }
  // The seat that the table is seen from.
  get viewpoint(): string {
    return this.frame?.view.seats.some((one) => one.seat === this.seat) ? this.seat : "E";
  }
  get names(): string[] {
    return (this.told?.header.players ?? []).map(called);
  }
  lines(at = this.at): string[] {
    return (this.told?.frames[at]?.lines ?? []).map((line) => line.trim()).filter(Boolean);
  }
  // The tile that a seat has just drawn or claimed beyond its hand.
  fresh(info: SeatInfo): string | undefined {
    const tiles = split(info.tiles ?? "");
    if (tiles.length % 3 !== 2) return undefined;
    return pieces(this.lines().at(-1) ?? "")
      .filter((one): one is string[] => Array.isArray(one))
      .flat()
      .find((tile) => tiles.includes(tile));
  }
  // A seat's hand in the calculator with all that counts: melds, flowers, wild tiles, winds, and the tile just drawn.
  opened(info: SeatInfo): string {
    const tiles = split(info.tiles ?? "");
    const fresh = this.fresh(info);
    if (fresh) tiles.splice(tiles.lastIndexOf(fresh), 1);
    const text = [...info.melds.filter((meld) => !meld.includes("?")), tiles.join(""), fresh ?? "", info.flowers]
      .filter(Boolean)
      .join(" ");
    const own = this.rule.rule?.text;
    const options = this.told?.header.options ?? {};
    return link("calculator", {
      rule: own ? "" : (this.told?.header.rulebook ?? ""),
      text: own ?? "",
      options: Object.keys(options).length ? JSON.stringify(options) : "",
      hand: text,
      seat: info.seat,
      round: "ESWN"[(this.frame?.view.round ?? 0) % 4] ?? "E",
      wild: this.frame?.view.wild ?? "",
      self_draw: fresh ? "1" : "",
    });
  }

  // What each answer brings of whoever answers next.
  async advise(): Promise<void> {
    const step = this.frame?.step ?? 0;
    this.advice = undefined;
    this.faults = [];
    this.advising = true;
    try {
      const found = await ask("POST /api/advise", { record: this.record, ...this.rule, step, lang: speech.server });
      if (this.frame?.step === step) {
        this.advice = found;
        this.seat = found.seat;
      }
    } catch (error) {
      if (this.frame?.step === step) this.faults = problem(error);
    }
    this.advising = false;
  }
}
