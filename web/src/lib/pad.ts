// The score pad as the server tells it, and as the browser keeps it.
import { ask as askServer, type Rule } from "./api";
import type { Mend, Money, PadTold } from "./api_types";

export type {
  Mend,
  Money,
  PadChange as Change,
  PadEntry as Entered,
  PadFan,
  PadMay as May,
  PadTold as Told,
  Thing,
} from "./api_types";

export type Step = Record<string, unknown>;
export interface Entry {
  steps?: Step[];
  later?: { deals?: string; text?: string };
  [part: string]: unknown;
}
export interface Kept {
  rule: Rule;
  names: string[];
  entries: Entry[];
  rests?: string; // when the next one sits out, where there is one too many
  settled?: (number[] | null)[]; // what each entry came to when it was settled
  money?: Money | null;
}

const KEY = "pad";
export const ask = (kept: Kept, lang: string, mend?: Mend): Promise<PadTold> =>
  askServer("POST /api/pad", { ...kept, mend: mend ?? null, lang });
export const keep = (kept: Kept): void => localStorage.setItem(KEY, JSON.stringify(kept));

// What was kept, if it is a pad at all; earlier versions kept rules, names and entries alone.
export function read(text: string | null): Kept | undefined {
  try {
    const found = JSON.parse(text ?? "null") as Partial<Kept> | null;
    if (found?.rule && Array.isArray(found.names) && Array.isArray(found.entries))
      return {
        rule: found.rule,
        names: found.names.map(String),
        entries: found.entries,
        ...(typeof found.rests === "string" ? { rests: found.rests } : {}),
        ...(Array.isArray(found.settled) ? { settled: found.settled } : {}),
        ...(found.money && typeof found.money.amount === "string" ? { money: found.money } : {}),
      };
  } catch {
    /* not ours */
  }
  return undefined;
}
export const kept = (): Kept | undefined => read(localStorage.getItem(KEY));
