// An evening's pad: what was entered, what the server makes of it, and what is being mended.
import { faultsOf, Problem, type Book, type Cause, type Rule } from "./api";
import { ask, keep, kept, type Entry, type Kept, type Mend, type Money, type Told } from "./pad";
import { everywhere, said, speech, t } from "./words.svelte";

const MOST = 5;
// What is wrong with an entry, without its number: it is the one that is being entered.
const inside = (error: unknown, index: number): string | undefined => {
  const cause = error instanceof Problem ? error.causes[index] : undefined;
  return cause?.code === "pad.of_entry" ? (cause.values.fault as Cause).text : undefined;
};
export const wrongIn = (error: unknown): string[] =>
  faultsOf(error, t("server.lost")).map((fault, index) => inside(error, index) ?? fault);

export class PadBook {
  rule: Rule = $state.raw({ id: "", options: {} });
  names: string[] = $state([]);
  five = $state(false); // one more than the table seats
  rests = $state("dealer");
  money: Money | null = $state.raw(null);
  entries: Entry[] = $state.raw([]);
  settled: (number[] | null)[] = $state.raw([]);
  book: Book | undefined = $state.raw();
  told: Told | undefined = $state.raw();
  faults: string[] = $state.raw([]);
  wrong: string[] = $state.raw([]); // with what is being entered
  mending: { kind: "change" | "insert"; number: number } | undefined = $state.raw();
  waiting: { told: Told; mend: Mend } | undefined = $state.raw(); // a mend that has to be accepted
  private asked = 0;

  constructor() {
    this.take(kept());
  }

  take(found: Kept | undefined): void {
    // Names nobody has chosen are in the reader's language.
    const named = (number: number): string => {
      const name = found?.names[number - 1];
      const own = name !== undefined && !everywhere("play.place", { number }).includes(name);
      return own || (name !== undefined && found?.entries.length) ? name : t("play.place", { number });
    };
    this.names = Array.from({ length: MOST }, (_, index) => named(index + 1));
    if (!found) return;
    [this.rule, this.entries, this.settled] = [found.rule, found.entries, found.settled ?? []];
    [this.rests, this.money] = [found.rests ?? "dealer", found.money ?? null];
    this.five = found.names.length === MOST;
  }

  get seats(): number {
    return Number((this.book?.play.deal as { seats?: number } | undefined)?.seats ?? 4);
  }
  get now(): Kept {
    return {
      rule: this.rule,
      names: this.names.slice(0, this.seats + Number(this.five)),
      entries: this.entries,
      rests: this.rests,
      settled: this.settled,
      money: this.money,
    };
  }
  // The hand that is told in the form: the next one, or an earlier one as it began.
  get at(): Told | undefined {
    const one = this.mending && this.told?.entries[this.mending.number - 1];
    if (!this.told || !one) return this.told;
    const { number, round, wind, players } = one;
    return { ...this.told, hand: { ...this.told.hand, number, round, wind, players, memory: [] } };
  }

  // What was entered is worked out whenever rules, names, money or language change.
  refresh(): void {
    if (!this.rule.id && !this.rule.text) return;
    const mine = (this.asked += 1);
    const question = this.now;
    ask(question, speech.server).then(
      (found) => {
        if (mine !== this.asked) return;
        this.told = found;
        this.faults = [];
        keep({ ...question, settled: found.entries.map((one) => one.net) });
      },
      (error: unknown) => {
        if (mine === this.asked) this.faults = faultsOf(error, t("server.lost"));
      },
    );
  }
  changeRule(next: Rule): void {
    if (this.rule.id && this.entries.length) this.settled = []; // other rules, other results: it is meant
    this.rule = next;
  }

  // What would come of an entry, as far as it is told: the pad with it, and which of its entries it is.
  async preview(entry: Entry): Promise<{ told: Told; index: number }> {
    if (this.mending) {
      const found = await ask(this.now, speech.server, { ...this.mending, entry });
      return { told: found, index: this.mending.number - 1 };
    }
    const told = await ask({ ...this.now, entries: [...this.entries, entry] }, speech.server);
    return { told, index: told.entries.length - 1 };
  }
  async enter(entry: Entry): Promise<boolean> {
    try {
      if (this.mending) return await this.mend({ ...this.mending, entry });
      const { told } = await this.preview(entry);
      this.wrong = told.entries.at(-1)?.notes.map(said) ?? [];
      this.accept(told, [...this.entries, entry]);
      return true;
    } catch (error) {
      this.wrong = wrongIn(error);
      return false;
    }
  }
  // An earlier entry is mended: at once if nothing else changes, else once the changes were seen.
  async mend(mend: Mend): Promise<boolean> {
    try {
      const told = await ask(this.now, speech.server, mend);
      if (told.changes?.length) this.waiting = { told, mend };
      else this.accept(told, (told.kept ?? []) as Entry[]);
      this.wrong = [];
      return true;
    } catch (error) {
      this.wrong = wrongIn(error);
      return false;
    }
  }
  acceptMend(): void {
    if (this.waiting) this.accept(this.waiting.told, (this.waiting.told.kept ?? []) as Entry[]);
  }
  leave(): void {
    this.waiting = this.mending = undefined;
    this.wrong = [];
  }
  private accept(told: Told, entries: Entry[]): void {
    this.asked += 1;
    this.told = told;
    this.settled = told.entries.map((one) => one.net);
    this.entries = entries;
    this.waiting = this.mending = undefined;
    keep(this.now);
  }
  undo(): void {
    this.settled = this.settled.slice(0, this.entries.length - 1);
    this.entries = this.entries.slice(0, -1);
    this.leave();
  }
  restart(): void {
    [this.entries, this.settled] = [[], []];
    this.leave();
  }
}
