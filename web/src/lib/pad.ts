// The score pad as the server tells it, and as the browser keeps it.
import { ask as askServer, type Rule } from "./api";
import type { PadTold } from "./api_types";

export type { PadEntry as Entered, PadFan, PadMay as May, PadTold as Told, Thing } from "./api_types";

export type Names = Record<string, string>;
export type Step = Record<string, unknown>;
export interface Entry {
  steps: Step[];
}
export interface Kept {
  rule: Rule;
  names: string[];
  entries: Entry[];
}

const KEY = "pad";
export const ask = (kept: Kept, lang: string): Promise<PadTold> =>
  askServer("POST /api/pad", { ...kept, entries: kept.entries.map((entry) => ({ ...entry })), lang });
export const keep = (kept: Kept): void => localStorage.setItem(KEY, JSON.stringify(kept));

// What was kept, if it is a pad at all.
export function read(text: string | null): Kept | undefined {
  try {
    const found = JSON.parse(text ?? "null") as Partial<Kept> | null;
    if (found?.rule && Array.isArray(found.names) && Array.isArray(found.entries))
      return { rule: found.rule, names: found.names.map(String), entries: found.entries };
  } catch {
    /* not ours */
  }
  return undefined;
}
export const kept = (): Kept | undefined => read(localStorage.getItem(KEY));
