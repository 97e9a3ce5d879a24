// What a fan is worth, as the heading above fans of the same worth says it.
import type { Names } from "./words.svelte";

export interface Tally {
  name?: Names;
  show?: Names;
}

/** `value` in the way its tally writes numbers; `unit` is what the rulebook's points are called. */
export function worthOf(
  value: string,
  tally: Tally | undefined,
  isFirst: boolean,
  unit: string,
  said: (names: Names) => string,
): string {
  const name = said(tally?.name);
  const show = said(tally?.show);
  const number = Number(value);
  const one = (many: string) => (value === "1" ? many.replace(/s$/, "") : many); // "1 point", "2 points"
  if (show.includes("{n}") || (show && typeof tally?.show !== "string")) return show.replace("{n}", value);
  if (isFirst || !name) return `${value} ${one(unit)}`;
  if (show === "factor") return `${name} ×${value}`;
  if (show === "power" && Number.isInteger(number)) return `${name} ×${2 ** number}`;
  return `${value} ${one(name)}`;
}

export interface Worth<T> {
  heading: string;
  fans: T[];
  tally: string;
  number: number;
}

/** Fans of one heading together; within a tally by number, from the end the file begins with. A worth that is no
 * number stays behind the one it was written after. */
export function byWorth<T extends { tally?: string }>(
  fans: T[],
  heading: (fan: T) => string,
  value: (fan: T) => string,
): Worth<T>[] {
  const tallies = new Map<string, Worth<T>[]>();
  const groups = new Map<string, Worth<T>>();
  for (const fan of fans) {
    const head = heading(fan);
    const known = groups.get(head);
    if (known) {
      known.fans.push(fan);
      continue;
    }
    const tally = fan.tally ?? "";
    const beside = tallies.get(tally) ?? [];
    const number = value(fan) === "" ? NaN : Number(value(fan));
    const group = {
      heading: head,
      fans: [fan],
      tally,
      number: Number.isNaN(number) ? (beside.at(-1)?.number ?? 0) : number,
    };
    groups.set(head, group);
    tallies.set(tally, [...beside, group]);
  }
  return [...tallies.values()].flatMap((list) => {
    const first = list[0]!.number;
    const falls = (list.find((one) => one.number !== first)?.number ?? first) < first;
    return list.sort((one, other) => (falls ? other.number - one.number : one.number - other.number));
  });
}
