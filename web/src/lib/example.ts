// A rulebook's own example: the address at which it is open in the calculator, and how it is drawn.
import type { Book, Example } from "./api";
import { link } from "./route.svelte";
import { split } from "./tiles";

export const exampleLink = (one: Example, rule: Record<string, string>): string =>
  link("calculator", {
    ...rule,
    hand: exampleHand(one),
    self_draw: one.self_draw ? "1" : "",
    seat: one.seat ?? "",
    round: one.round ?? "",
    from: one.from ?? "",
    flags: (one.flags ?? []).join(","),
    wild: one.wild ?? "",
    state: one.state ? JSON.stringify(one.state) : "",
    options: one.options ? JSON.stringify(one.options) : (rule.options ?? ""),
  });
export const exampleHand = (one: Example): string => `${one.hand} ${one.flowers ?? ""}`.trim();
// The tiles that are wild in it: those it names, else those that always are.
export const wildIn = (one: Example, book: Book | undefined): string[] =>
  one.wild ? split(one.wild) : (book?.always_wild ?? []);

type Named = Record<string, { name?: Record<string, string> }>;
export interface Told {
  name: Record<string, string> | undefined;
  tile: string;
  seats: [string, number][];
  number: number | undefined;
}
// What the table tells beside the tiles: what was turned up, and what it remembers.
export function toldIn(one: Example, book: Book | undefined): Told[] {
  return Object.entries(one.state ?? {}).flatMap(([key, value]): Told[] => {
    const id = key.replace(/^turned\./, "");
    const name = ((key === id ? book?.memory : book?.play.turned) as Named | undefined)?.[id]?.name;
    if (!name) return [];
    if (typeof value === "string") return [{ name, tile: value, seats: [], number: undefined }];
    if (typeof value === "number") return [{ name, tile: "", seats: [], number: value }];
    return typeof value === "object" && value !== null
      ? [{ name, tile: "", seats: Object.entries(value as Record<string, number>), number: undefined }]
      : [];
  });
}
