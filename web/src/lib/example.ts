// The address at which a rulebook's own example is open in the calculator.
import type { Example } from "./api";
import { link } from "./route.svelte";

export const exampleLink = (one: Example, rule: Record<string, string>): string => link("calculator", {
  ...rule, hand: `${one.hand} ${one.flowers ?? ""}`.trim(), self_draw: one.self_draw ? "1" : "", seat: one.seat ?? "", round: one.round ?? "", from: one.from ?? "",
  flags: (one.flags ?? []).join(","), wild: one.wild ?? "", options: one.options ? JSON.stringify(one.options) : (rule.options ?? ""),
});
