// A hand as it is being told on the pad: which thing happens next, to whom, and what was told before it.
import type { Entry, May, Step } from "./pad";

export type Way = "tiles" | "fans" | "points";
const WAY = "pad.way";
const used = (): Way => {
  const way = localStorage.getItem(WAY);
  return way === "fans" || way === "points" ? way : "tiles";
};
const TURNED = "turned.";
const PLAIN = ["draw", "later", "manual"]; // nobody is tapped first, or anybody any time

export class PadDraft {
  kind = $state("win");
  steps: Step[] = $state.raw([]);
  who = $state("");
  from: string | undefined = $state(); // "": nobody, a self-draw; undefined: not told yet
  many: string[] = $state.raw([]); // those who are ready, or are paid
  what = $state(""); // which kong, declaration, opening or fault
  tile = $state("");
  count = $state(0);
  total: number | undefined = $state();
  ended = $state("draw");
  payments: Record<string, number | undefined> = $state({});
  note = $state("");
  same = $state(false); // on the same tile as the win before
  way: Way = $state(used());
  text = $state("");
  wild = $state("");
  picked: { id: string; count: number }[] = $state.raw([]);
  points: Record<string, number | undefined> = $state({});
  flags: string[] = $state.raw([]);
  facts: Step = $state.raw({}); // what the table remembers, turned tiles

  choose(kind: string): void {
    const { steps, facts, wild } = this;
    this.clear();
    [this.kind, this.steps, this.facts, this.wild] = [kind, steps, facts, wild];
  }
  useWay(way: Way): void {
    this.way = way;
    localStorage.setItem(WAY, way);
  }
  // Whether somebody else gives something: a discard that is won on or konged.
  hasGiver(may: May): boolean {
    return (
      this.kind === "win" ||
      (this.kind === "kong" && may.kongs.some((one) => one.id === this.thing(may) && one.of !== "hand"))
    );
  }
  thing(may: May): string {
    const list =
      this.kind === "kong"
        ? may.kongs
        : this.kind === "declare"
          ? may.declares
          : this.kind === "fault"
            ? may.faults
            : this.kind === "opening"
              ? may.fans.filter((fan) => fan.on === "opening")
              : [];
    return list.some((one) => one.id === this.what) ? this.what : (list[0]?.id ?? "");
  }
  // A tap on a seat: first whose it is, then who gave it; a second tap on the winner says that he drew it himself.
  tap(name: string, may: May): void {
    const toggled = this.many.includes(name) ? this.many.filter((one) => one !== name) : [...this.many, name];
    if (this.kind === "draw") this.many = toggled;
    else if (this.kind === "later") this.who = this.who === name ? "" : name;
    else if (!this.who) this.who = name;
    else if (this.kind === "fault" && name !== this.who) this.many = toggled;
    else if (!this.hasGiver(may)) this.who = this.who === name ? "" : name;
    else if (name !== this.who) this.from = name;
    else if (this.kind === "win" && this.from === undefined) this.from = "";
    else [this.who, this.from] = ["", undefined];
  }

  // Tiles that are turned up belong to the end of the hand, what the table remembers goes before it.
  private get turned(): Step | undefined {
    const found = Object.entries(this.facts).filter(([name]) => name.startsWith(TURNED));
    return found.length ? Object.fromEntries(found) : undefined;
  }
  private get memory(): Step[] {
    const found = Object.entries(this.facts).filter(([name]) => !name.startsWith(TURNED));
    return found.length ? [{ memory: Object.fromEntries(found) }] : [];
  }
  private win(may: May): Step | undefined {
    if (!this.who || this.from === undefined) return undefined;
    const win: Step = {
      seat: this.who,
      ...(this.from ? { from: this.from } : {}),
      ...(this.flags.length ? { flags: [...this.flags] } : {}),
      ...(this.wild ? { wild: this.wild } : {}),
      ...(this.turned ? { state: this.turned } : {}),
    };
    if (this.way === "tiles") return this.text.trim() ? { ...win, hand: this.text } : undefined;
    if (this.way === "fans") return this.picked.length ? { ...win, fans: this.picked } : undefined;
    if (may.total) return Number.isInteger(this.points[""]) ? { ...win, total: this.points[""] } : undefined;
    return { ...win, tallies: whole(this.points) };
  }
  // What is told so far as a step of the entry; undefined: something is still missing.
  step(may: May): Step | undefined {
    const { kind, who } = this;
    const thing = this.thing(may);
    const tile = this.tile ? { tile: this.tile } : {};
    if (kind === "win") return wrapped("wins", this.win(may));
    if (kind === "draw") {
      const ready = may.ready && this.ended === "draw" ? { ready: [...this.many] } : {};
      return { draw: { ended: this.ended, ...ready, ...(this.turned ? { state: this.turned } : {}) } };
    }
    if (kind === "manual") {
      const payments = Object.fromEntries(Object.entries(whole(this.payments)).filter(([, one]) => one));
      return { manual: { payments, ...(this.note.trim() ? { text: this.note.trim() } : {}) } };
    }
    if (!who || PLAIN.includes(kind)) return undefined;
    if (kind === "rests") return { rests: who };
    if (kind === "false_win")
      return {
        false_win: { seat: who, ...(may.false_total && Number.isInteger(this.total) ? { total: this.total } : {}) },
      };
    if (kind === "flower") return this.tile ? { flower: { seat: who, ...tile } } : undefined;
    if (!thing) return undefined;
    if (kind === "declare") return { declare: { seat: who, ready: thing } };
    if (kind === "opening")
      return { opening: { seat: who, fan: thing, ...(this.count > 1 ? { count: this.count } : {}) } };
    if (kind === "fault")
      return { fault: { seat: who, fault: thing, ...(this.many.length ? { to: [...this.many] } : {}) } };
    if (this.hasGiver(may) && !this.from) return undefined;
    const laid = this.count ? { count: this.count } : {};
    return { kong: { seat: who, kong: thing, ...(this.from ? { from: this.from } : {}), ...laid, ...tile } };
  }
  // What is still missing, as the key of a sentence.
  missing(may: May): string {
    if (["draw", "later", "manual"].includes(this.kind)) return "";
    if (!this.who)
      return this.kind === "win" ? "pad.tap.winner" : this.kind === "rests" ? "pad.tap.rests" : "pad.tap.who";
    if (this.kind === "win" && this.from === undefined) return "pad.tap.from";
    if (this.kind === "kong" && this.hasGiver(may) && !this.from) return "pad.tap.giver";
    return "";
  }
  // Everything told so far; several wins on one tile are one step, facts come first.
  joined(may: May): Step[] {
    const one = this.step(may);
    const facts = this.memory;
    const before = this.steps.at(-1)?.wins as Step[] | undefined;
    if (!one) return this.kind === "memory" || this.kind === "later" ? [...facts, ...this.steps] : this.steps;
    if (one.wins && before && this.same && this.follows)
      return [...facts, ...this.steps.slice(0, -1), { wins: [...before, ...(one.wins as Step[])] }];
    return [...facts, ...this.steps, one];
  }
  get follows(): boolean {
    const before = this.steps.at(-1)?.wins as Step[] | undefined;
    return Boolean(this.kind === "win" && this.from && before?.[0]?.from === this.from);
  }
  entry(may: May): Entry | undefined {
    if (this.kind === "later")
      return {
        later: { ...(this.who ? { deals: this.who } : {}), ...(this.note.trim() ? { text: this.note.trim() } : {}) },
        ...(this.steps.length ? { steps: this.joined(may) } : {}),
      };
    const steps = this.joined(may);
    return steps.length && !(this.kind !== "memory" && !this.step(may) && !this.steps.length) ? { steps } : undefined;
  }
  add(may: May): void {
    const { kind, wild } = this;
    const steps = this.joined(may);
    this.clear();
    [this.steps, this.kind, this.wild] = [steps, kind, wild];
  }
  clear(): void {
    [this.kind, this.who, this.from, this.what, this.tile, this.note, this.text, this.wild] = [
      "win",
      "",
      undefined,
      "",
      "",
      "",
      "",
      "",
    ];
    [this.steps, this.many, this.picked, this.flags, this.facts] = [[], [], [], [], {}];
    [this.payments, this.points, this.total, this.ended, this.same, this.count] = [{}, {}, undefined, "draw", false, 0];
  }
  // An entry that is to be mended: its last step in the form, those before it as they were told.
  load(entry: Entry): void {
    this.clear();
    const steps = [...(entry.steps ?? partsOf(entry))];
    if (steps[0]?.memory) this.facts = (steps.shift() as { memory: Step }).memory;
    const last = steps.at(-1);
    const win = (last?.wins as Step[] | undefined)?.[0] ?? (last?.win as Step | undefined);
    if (win && ((last?.wins as Step[] | undefined)?.length ?? 1) === 1) {
      steps.pop();
      this.loadWin(win);
    } else if (last?.draw) {
      steps.pop();
      const draw = (last.draw === true ? {} : last.draw) as { ended?: string; ready?: string[]; state?: Step };
      this.facts = { ...this.facts, ...draw.state };
      [this.kind, this.ended, this.many] = ["draw", draw.ended ?? "draw", draw.ready ?? []];
    } else if (last?.manual) {
      steps.pop();
      const manual = last.manual as { payments: Record<string, number>; text?: string };
      [this.kind, this.payments, this.note] = ["manual", { ...manual.payments }, manual.text ?? ""];
    }
    this.steps = steps;
  }
  private loadWin(win: Step): void {
    [this.who, this.from] = [String(win.seat), String(win.from ?? "")];
    [this.flags, this.wild] = [(win.flags as string[] | undefined) ?? [], String(win.wild ?? "")];
    if (win.state) this.facts = { ...this.facts, ...(win.state as Step) };
    if (win.hand !== undefined) [this.way, this.text] = ["tiles", String(win.hand)];
    else if (win.fans) {
      this.way = "fans";
      this.picked = (win.fans as (string | { id: string; count?: number })[]).map((one) =>
        typeof one === "string" ? { id: one, count: 1 } : { id: one.id, count: one.count ?? 1 },
      );
    } else {
      this.way = "points";
      this.points = (win.tallies as Record<string, number> | undefined) ?? { "": Number(win.total ?? 0) };
    }
  }
}

const wrapped = (name: string, one: Step | undefined): Step | undefined => one && { [name]: [one] };
const whole = (values: Record<string, number | undefined>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).filter((one): one is [string, number] => Number.isInteger(one[1])));

// An entry in parts (as the API takes it) as steps, in the order in which the server takes them.
const LISTS = {
  faults: "fault",
  declares: "declare",
  openings: "opening",
  flowers: "flower",
  kongs: "kong",
  false_wins: "false_win",
  wins: "win",
};
function partsOf(entry: Entry): Step[] {
  const listed = Object.entries(LISTS).flatMap(([part, kind]) =>
    ((entry[part] as unknown[] | undefined) ?? []).map((one): Step => ({ [kind]: one })),
  );
  const manual = ((entry.manual as unknown[] | undefined) ?? []).map((one): Step => ({ manual: one }));
  return [
    ...(entry.memory ? [{ memory: entry.memory }] : []),
    ...listed,
    ...(entry.draw ? [{ draw: entry.draw }] : []),
    ...manual,
  ];
}
