// The score pad as the server tells it, and as the browser keeps it.
import { call, type Rule } from "./api";

export type Names = Record<string, string>;
export type Step = Record<string, unknown>;
export interface Entry { steps: Step[] }
export interface Kept { rule: Rule; names: string[]; entries: Entry[] }
export interface Thing { id: string; name: Names }
export interface PadFan extends Thing { on: string; value: number | null; apart: boolean }
export interface May {
  kongs: (Thing & { of: string; counts?: number[] })[]; declares: Thing[]; faults: Thing[]; false_total: boolean; memory: (Thing & { type: string; each: boolean })[]; flags: Thing[];
  tallies: Thing[]; total: boolean; fans: PadFan[]; wild: boolean; flowers?: boolean; ready: boolean; goes_on: boolean; seats: string[];
}
export interface Entered {
  number: number; wind: string; ended: string; dealer: string; players: string[]; what: string; over: boolean; notes: Names[]; wins?: { fans: { id: string }[] }[];
  ledger: { from: string; to: string; amount: number; names: Names; rule: string }[]; net: number[]; scores: number[];
}
export interface Told {
  names: string[]; scores: number[]; over: boolean; pot: number; standings: { place: number; player: number; name: string; score: number; result: string }[];
  hand: { number: number; wind: string; players: string[]; memory: { id: string; name: Names; values: number[]; type: string }[] };
  entries: Entered[]; may: May; csv: string;
}

const KEY = "pad";
export const ask = (kept: Kept, lang: string): Promise<Told> => call("POST", "/api/pad", { ...kept, lang });
export const keep = (kept: Kept): void => localStorage.setItem(KEY, JSON.stringify(kept));

// What was kept, if it is a pad at all.
export function read(text: string | null): Kept | undefined {
  try {
    const found = JSON.parse(text ?? "null") as Partial<Kept> | null;
    if (found?.rule && Array.isArray(found.names) && Array.isArray(found.entries)) return { rule: found.rule, names: found.names.map(String), entries: found.entries };
  } catch { /* not ours */ }
  return undefined;
}
export const kept = (): Kept | undefined => read(localStorage.getItem(KEY));
