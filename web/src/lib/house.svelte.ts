// House rules that are open: one text, changed by hand or by keys, kept with every change and checked a moment later.
import { changeHouse, check, Problem, type Checked, type HouseRow, type HouseTold } from "./api";
import type { Change } from "./api_types";
import { mine } from "./mine.svelte";
import { t } from "./words.svelte";

const PAUSE = 400; // ms after the last key
const AGAIN = 5000; // ms until a server that did not answer is asked again

export class House {
  name = $state("");
  text = $state("");
  told: HouseTold | undefined = $state.raw();
  checked: Checked | undefined = $state.raw(); // of the text as it is now
  pending: Change[] = $state.raw([]);
  refused: { key: string; text: string }[] = $state.raw([]);
  lost = $state(""); // the server does not answer
  good = $state(""); // the text when it last had no fault
  private busy = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string) {
    const kept = mine.find(name);
    this.name = name;
    this.text = kept?.draft ?? kept?.text ?? "";
    this.good = kept?.text ?? "";
    this.pending = kept?.pending ?? [];
    mine.open = name;
    void this.go();
  }

  // A change by hand: shown at once, written by the server.
  change(key: string, value: Change["value"]): void {
    this.pending = [...this.pending.filter((one) => one.key !== key || key.startsWith("new.")), { key, value }];
    this.refused = [];
    this.keep();
    void this.go();
  }
  write(text: string): void {
    this.text = text;
    this.checked = undefined;
    this.keep();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.go(), PAUSE);
  }
  rename(next: string): void {
    if (!next.trim() || next === this.name) return;
    this.name = mine.rename(this.name, next.trim().slice(0, 40));
    mine.open = this.name;
    if (this.told?.rows.length) this.change("name", this.name);
  }
  // What a row says now, with what is being written.
  valueOf(row: HouseRow): unknown {
    const waiting = this.pending.find((one) => one.key === row.key);
    return waiting ? (waiting.value ?? row.base) : row.value;
  }

  private keep(): void {
    mine.keep(this.name, {
      draft: this.text === this.good ? undefined : this.text,
      text: this.good,
      pending: this.pending.length ? this.pending : undefined,
    });
  }
  // One question at a time: what is changed meanwhile waits, and what is typed meanwhile is asked about again.
  private async go(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      let asked = false;
      while (!asked || this.pending.length) {
        const [before, sent] = [this.text, this.pending.slice(0, 20)];
        const told = await changeHouse(before, sent);
        if (this.text !== before) continue;
        asked = true;
        this.text = told.text;
        this.told = told;
        this.pending = this.pending.filter((one) => !sent.includes(one));
        if (told.refused.length) this.refused = told.refused;
        this.keep();
      }
      this.lost = "";
      await this.look();
    } catch (error) {
      this.lost = error instanceof Problem ? error.message : t("server.lost");
      if (!(error instanceof Problem)) this.timer = setTimeout(() => void this.go(), AGAIN);
    }
    this.busy = false;
    if (!this.lost && (this.pending.length || !this.checked)) void this.go();
  }
  private async look(): Promise<void> {
    const text = this.text;
    const found = await check(text);
    if (text !== this.text) return;
    this.checked = found;
    if (!found.errors.length && text.trim()) {
      this.good = text;
      this.keep();
    }
  }
}
