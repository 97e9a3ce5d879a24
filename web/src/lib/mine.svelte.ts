// Rules of one's own, kept in this browser: each under its name, with what is being written of it.
import type { Change } from "./api_types";

export interface OwnRules {
  name: string;
  text: string; // as it was when it last had no fault: what is chosen elsewhere
  draft?: string | undefined; // what is written now, where that is something else
  pending?: Change[] | undefined; // changes by hand that are not yet written
}
const KEPT = "rules";
const OPEN = "rules.open";
const DRAFT = "rules.draft"; // where an earlier edition kept the one text that was being written

class Mine {
  all: OwnRules[] = $state.raw([]);
  full = $state(false); // the browser keeps nothing more

  constructor() {
    this.all = this.read();
    addEventListener?.("storage", (event) => {
      if (event.key === KEPT) this.all = this.read();
    });
    this.takeDraft();
  }

  // Those that can be played and scored by.
  get list(): OwnRules[] {
    return this.all.filter((one) => one.text);
  }
  find(name: string): OwnRules | undefined {
    return this.all.find((one) => one.name === name);
  }

  // A new one, under the name or the next that is free.
  add(name: string, draft: string): string {
    const free = this.free(name);
    this.put((list) => [...list, { name: free, text: "", draft }]);
    return free;
  }
  keep(name: string, part: Partial<OwnRules>): void {
    this.put((list) => list.map((one) => (one.name === name ? { ...one, ...part } : one)));
  }
  rename(name: string, next: string): string {
    const free = next === name ? name : this.free(next);
    this.put((list) => list.map((one) => (one.name === name ? { ...one, name: free } : one)));
    return free;
  }
  remove(name: string): void {
    this.put((list) => list.filter((one) => one.name !== name));
  }
  restore(one: OwnRules): void {
    this.put((list) => [...list, { ...one, name: this.free(one.name) }]);
  }

  // Which was open last.
  get open(): string {
    return localStorage.getItem(OPEN) ?? "";
  }
  set open(name: string) {
    localStorage.setItem(OPEN, name);
  }

  private free(name: string): string {
    const wanted = name.trim() || "1";
    let free = wanted;
    for (let number = 2; this.find(free); number += 1) free = `${wanted} ${number}`;
    return free;
  }
  private read(): OwnRules[] {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
      if (Array.isArray(found))
        return found.filter((one): one is OwnRules => typeof one?.name === "string" && typeof one?.text === "string");
    } catch {
      localStorage.removeItem(KEPT);
    }
    return [];
  }
  // What another window has kept meanwhile stays.
  private put(change: (list: OwnRules[]) => OwnRules[]): void {
    this.all = this.read();
    this.all = change(this.all);
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.all));
      this.full = false;
    } catch {
      this.full = true;
    }
  }
  private takeDraft(): void {
    try {
      const found = JSON.parse(localStorage.getItem(DRAFT) ?? "{}") as { name?: unknown; text?: unknown };
      const text = String(found.text ?? "");
      if (text.trim() && !this.all.some((one) => one.text === text || one.draft === text))
        this.open = this.add(String(found.name ?? ""), text);
    } catch {
      // it cannot be read by anybody
    }
    localStorage.removeItem(DRAFT);
  }
}

export const mine = new Mine();
