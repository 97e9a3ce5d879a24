// A game as the server tells it: one connection that comes back by itself, the table step by step at the
// reader's speed.
import type { Advice } from "./advice";
import { tongue } from "./api";
import type {
  EventTold as GameEvent,
  HelloTold as Hello,
  LegalTold as Legal,
  PresenceTold as Presence,
  RoomTold as Room,
  UpdateTold as Update,
  ViewTold as TableView,
  WindowTold as Window,
} from "./api_types";
import { Clocks } from "./clock.svelte";
import { prefs } from "./prefs.svelte";
import { sounds } from "./sound";
import { formed, speech, t } from "./words.svelte";

export type {
  EventTold as GameEvent,
  LegalTold as Legal,
  PresenceTold as Presence,
  RiverTileTold as RiverTile,
  SeatTold as SeatInfo,
  SettlementTold as Settled,
  StandingTold as Standing,
  ViewTold as TableView,
  TurnedTold as TurnedTile,
  AwaitedTold as Wait,
  ReadinessTold as Waits,
  WinTold as Win,
  WindowTold as Window,
  AwaitedWorth as Worth,
} from "./api_types";
interface Frame {
  step: number;
  view: TableView | null;
}
interface Answer {
  type: "done" | "error";
  id: number | null;
  step?: number;
  faults?: string[];
  advice?: Advice;
  text?: string;
}

const DISCARDS = /^discard \S+$/;
const CALLS = new Set(["chow", "pung", "kong", "declared", "won"]);
export const SPEEDS = [1200, 600, 250, 0]; // milliseconds a step
const HURRIED = 250; // the longest where there is a clock
const SILENCE = 10_000; // milliseconds after which the server is asked whether it is still there

// Bots are birds, the cleverer the higher they fly; four names a kind, so that no two at a table are the same.
export const botName = (kind: string, player: number): string =>
  t(`play.bot.${kind}`).split("|")[player % 4] ?? t("play.bot", { number: player + 1 });

export const recordOf = (game: string, key: string): Promise<Response> =>
  fetch(`/api/games/${encodeURIComponent(game)}/record`, { headers: { ...tongue(), authorization: `Bearer ${key}` } });

export class Game {
  state: "connecting" | "open" | "lost" | "refused" = $state("connecting");
  player: number | null = $state(null);
  rule: Record<string, unknown> = $state.raw({});
  update: Update | undefined = $state.raw(); // the newest
  view: TableView | null = $state.raw(null); // the one shown: it may be some steps behind
  log: GameEvent[] = $state.raw([]);
  shown = $state(0); // steps shown so far
  called: { seat: string; word: string; step: number } | undefined = $state.raw(); // written large at its seat
  paused = $state(false);
  fault = $state("");
  advice: string[] = $state([]); // lines that the player asked for
  outlook: Advice | undefined = $state.raw(); // what each of his answers brings
  advising = $state(false); // that is being worked out
  hints = $state(true); // whether the table has agreed to them
  seconds = $state(0); // answers are held back for so long where others could learn from them
  clocks = new Clocks();
  waited = $state(0); // the window in which the player asked for more time

  private socket: WebSocket | undefined;
  private events: GameEvent[] = [];
  private waiting: Frame[] = $state.raw([]); // steps still to be shown
  private timer: ReturnType<typeof setTimeout> | undefined;
  private answers = new Map<number, (answer: Answer) => void>();
  private unsent: string[] = []; // said while the connection was being made
  private number = 0;
  private answered = -1; // the step that has its answer
  private known = 0;
  private tries = 0;
  private closed = false;
  private heard = 0; // when the server was last heard
  private again: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly id: string,
    readonly key: string,
  ) {
    this.connect();
    addEventListener("offline", this.offline);
    addEventListener("online", this.online);
    this.pulse = setInterval(() => this.listen(), SILENCE / 2);
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = new URLSearchParams({
      since: String(this.known),
      lang: speech.server,
      frames: prefs.speed < SPEEDS.length - 1 ? "1" : "0",
    });
    const socket = (this.socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.id}/socket?${query}`));
    socket.onopen = () => {
      for (const said of [JSON.stringify({ type: "key", key: this.key }), ...this.unsent.splice(0)]) socket.send(said);
      if (this.state === "lost") this.fault = "";
      this.state = "open";
      this.tries = 0;
      this.heard = Date.now();
    };
    socket.onmessage = (message) => {
      this.heard = Date.now();
      this.hear(JSON.parse(String(message.data)) as Update | Answer | Hello);
    };
    socket.onclose = (event) => this.gone(event.code, event.reason);
  }

  // The record of the game; the key goes in a header, which no log shows.
  async record(): Promise<Blob> {
    const answer = await recordOf(this.id, this.key);
    if (!answer.ok) throw new Error(((await answer.json()) as { title?: string }).title ?? "");
    return answer.blob();
  }

  // The connection has ended: nobody answers what was asked; it is made again, at once the first time.
  private gone(code = 0, reason = ""): void {
    for (const answer of this.answers.values()) answer({ type: "error", id: 0, faults: [t("server.lost")] });
    this.answers.clear();
    this.unsent = [];
    if (this.closed) return;
    if (code === 4403 || code === 4409) {
      this.state = "refused";
      this.fault = reason || t("play.refused");
      return;
    }
    if (this.tries > 0 || !navigator.onLine) this.state = "lost";
    this.tries += 1;
    clearTimeout(this.again);
    this.again = setTimeout(
      () => {
        if (!this.closed) this.connect();
      },
      this.tries === 1 ? 20 : Math.min(8000, 300 * 2 ** this.tries),
    );
  }

  // A connection that is not to be relied on any more: its end may never be told.
  private drop(): void {
    const socket = this.socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.gone();
  }

  private offline = (): void => {
    if (this.state !== "refused") this.drop();
  };
  private online = (): void => {
    if (this.state === "lost") {
      clearTimeout(this.again);
      this.connect();
    }
  };

  // Says something now and then, so that silence means that nobody is there.
  private listen(): void {
    if (this.state !== "open") return;
    const silent = Date.now() - this.heard;
    if (silent > 2 * SILENCE) this.drop();
    else if (silent > SILENCE) void this.say({ type: "ping" });
  }

  private hear(told: Update | Answer | Hello): void {
    if (told.type === "hello") {
      this.player = told.player;
      this.rule = told.rule;
      this.seconds = told.window ?? 0;
      this.hints = told.hints;
      this.clocks.agreed = told.clock;
      return;
    }
    if (told.type === "error" && told.id === null) {
      this.fault = (told.faults ?? []).join("\n");
      return;
    } // about the table, not about something said
    if (told.type !== "update") {
      if (told.id !== null) {
        this.answers.get(told.id)?.(told);
        this.answers.delete(told.id);
      }
      return;
    }
    const still = told.step === this.update?.step && told.since === told.step; // only who is there has changed
    this.update = told;
    this.clocks.hear(told.clock);
    this.known = told.step;
    if (still) {
      if (!this.waiting.length) {
        this.view = told.view;
        if (told.window) this.automatic();
      }
      return;
    }
    this.events = [...this.events.filter((event) => event.step < told.since), ...told.events];
    this.answered = -1;
    if (this.shown > told.since) {
      this.shown = told.since;
      this.waiting = [];
    } // something was taken back
    const newest = { step: told.step, view: told.view };
    this.waiting = [...this.waiting.filter((frame) => frame.step <= told.since), ...(told.frames ?? []), newest].filter(
      (frame) => frame.step > this.shown,
    );
    this.unadvised();
    if (this.waiting.length)
      this.showNext(this.shown === 0 || Boolean(told.window)); // who may claim has no time to watch
    else this.show(newest); // a step that is shown already keeps nobody waiting, not even at a paused table
  }

  // Another speed: at once needs no single steps, so the server need not tell them.
  hasten(): void {
    this.showNext();
    this.socket?.close();
  }

  // Show the next step; `all` jumps to the newest.
  showNext(all = false): void {
    clearTimeout(this.timer);
    if (this.paused && !all) return;
    const own = SPEEDS[prefs.speed] ?? 250;
    const speed = this.clocks.agreed ? Math.min(own, HURRIED) : own; // the clock runs while steps are shown
    const next = all || speed === 0 ? this.waiting.at(-1) : this.waiting[0];
    if (!next) return;
    this.show(next);
    if (this.waiting.length) this.timer = setTimeout(() => this.showNext(), speed);
  }

  // What has just come into sight is heard, and a call is written; all at once or far behind, only the newest.
  private announce(before: number, frame: Frame): void {
    const fresh = before > 0 ? this.events.filter((event) => event.step >= before && event.step < frame.step) : [];
    for (const event of fresh.slice(-3)) {
      sounds(event.type);
      if (!CALLS.has(event.type) || !event.seat) continue;
      const declared = frame.view?.seats.find((seat) => seat.seat === event.seat)?.declared;
      const word = event.type === "declared" && declared ? formed(declared) : t(`call.${event.type}`);
      this.called = { seat: event.seat, word, step: event.step };
    }
  }

  private show(frame: Frame): void {
    const before = this.shown;
    this.waiting = this.waiting.filter((other) => other.step > frame.step);
    this.view = frame.view;
    this.shown = frame.step;
    this.log = this.events.filter((event) => event.step < frame.step);
    this.announce(before, frame);
    if (!this.waiting.length) this.automatic();
  }

  // What a player is called: people by their names, bots by their number; at the table also whether he is there.
  nameOf(player: number, name: string, marked = true): string {
    const kind = this.update?.players[player]?.kind ?? "person";
    if (kind !== "person") return botName(kind, player);
    const here = marked ? this.presence?.players[player] : undefined;
    return here?.stand_in
      ? t("friends.name_bot", { name })
      : here?.connected === false
        ? t("friends.name_away", { name })
        : name;
  }

  get window(): Window | null {
    return this.update?.window ?? null;
  }
  // Whether there are windows at this table: then the button for more time always has its place.
  get holds(): boolean {
    return (
      this.seconds > 0 &&
      (Boolean(this.window) || (this.update?.players ?? []).filter((player) => player.kind === "person").length > 1)
    );
  }
  get mayWait(): boolean {
    return this.player !== null && Boolean(this.window) && this.waited !== this.window?.number;
  }

  get presence(): Presence | undefined {
    return this.update?.presence;
  }

  // What is known before the game begins.
  get room(): Room | null {
    return this.update?.room ?? null;
  }

  get behind(): boolean {
    return this.waiting.length > 0;
  }
  get legal(): Legal[] {
    return this.behind ? [] : (this.view?.legal ?? []);
  }

  // What the reader wants done without asking.
  automatic(): void {
    const legal = this.legal.map((one) => one.action);
    if (!legal.length) return;
    const win = legal.find((action) => action === "win" || action.startsWith("win "));
    if (prefs.autoWin && win) void this.act(win);
    else if (prefs.autoPass && !win && legal.includes("pass")) void this.act("pass");
    else if (prefs.autoDiscard && !win && this.view?.drawn && legal.every((action) => DISCARDS.test(action))) {
      const drawn = `discard ${this.view.drawn}`;
      if (legal.includes(drawn)) void this.act(drawn); // only where nothing else could be done
    }
  }

  private say(message: Record<string, unknown>): Promise<Answer> {
    const id = (this.number += 1);
    return new Promise((resolve) => {
      if (this.state === "lost" || this.state === "refused") {
        resolve({ type: "error", id, faults: [t("server.lost")] });
        return;
      }
      this.answers.set(id, resolve);
      const said = JSON.stringify({ id, ...message });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(said);
      else this.unsent.push(said); // it is made again at once, and nobody was told that it is gone
    });
  }

  private async tell(message: Record<string, unknown>): Promise<Answer> {
    const answer = await this.say(message);
    this.fault = answer.type === "error" ? (answer.faults ?? []).join("\n") : "";
    return answer;
  }

  // One answer a step: a second click before the table has moved says nothing.
  async act(action: string): Promise<void> {
    const step = this.update?.step ?? -1;
    if (this.answered === step) return;
    this.answered = step;
    if ((await this.tell({ type: "act", action, step })).type === "error") this.answered = -1;
  }
  next = (): Promise<Answer> => this.tell({ type: "next" });
  undo = (): Promise<Answer> => this.tell({ type: "undo" });
  start = (): Promise<Answer> => this.tell({ type: "start" });
  sayReady = (ready: boolean): Promise<Answer> => this.tell({ type: "ready", ready });
  chooseLevel = (player: number, level: string): Promise<Answer> => this.tell({ type: "level", player, level });
  standIn = (player: number): Promise<Answer> => this.tell({ type: "stand_in", player });
  async wait(): Promise<void> {
    const number = this.window?.number ?? 0;
    if (this.mayWait && (await this.tell({ type: "wait" })).type === "done") this.waited = number;
  }
  comeBack = (): Promise<Answer> => this.tell({ type: "come_back" });
  // Advice takes some seconds: what comes after the table has moved is for nobody.
  async hint(): Promise<void> {
    if (this.advising || !this.hints) return;
    const step = this.update?.step;
    this.unadvised();
    this.advising = true;
    const { advice } = await this.tell({ type: "hint", lang: speech.server });
    this.advising = false;
    if (step === this.update?.step) this.outlook = advice;
  }
  unadvised(): void {
    this.advice = [];
    this.outlook = undefined;
  }
  async why(action: string): Promise<void> {
    const answer = await this.tell({ type: "why", action });
    this.advice = answer.text ? [answer.text] : [];
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.again);
    clearInterval(this.pulse);
    this.clocks.close();
    removeEventListener("offline", this.offline);
    removeEventListener("online", this.online);
    this.socket?.close();
  }
}
