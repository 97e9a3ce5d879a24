// What a fan is worth, as the heading above fans of the same worth says it.
import type { Names } from "./words.svelte";

export interface Tally { name?: Names; show?: Names }

/** `value` in the way its tally writes numbers; `unit` is what the rulebook's points are called. */
export function worthOf(value: string, tally: Tally | undefined, isFirst: boolean, unit: string, said: (names: Names) => string): string {
  const name = said(tally?.name);
  const show = said(tally?.show);
  const number = Number(value);
  const one = (many: string) => (value === "1" ? many.replace(/s$/, "") : many);        // "1 point", "2 points"
  if (show.includes("{n}") || (show && typeof tally?.show !== "string")) return show.replace("{n}", value);
  if (isFirst || !name) return `${value} ${one(unit)}`;
  if (show === "factor") return `${name} ×${value}`;
  if (show === "power" && Number.isInteger(number)) return `${name} ×${2 ** number}`;
  return `${value} ${one(name)}`;
}
