import { expect, test } from "vitest";
import { merged } from "./payments";

const row = (payer: string, receiver: string, rule: string, amount: number) => ({
  payer,
  receiver,
  rule,
  amount,
  names: { en: rule },
});

test("payments of one payer for one reason are one line, and nothing is lost", () => {
  const rows = [row("E", "S", "win", 8), row("W", "S", "win", 8), row("E", "S", "win", 16), row("E", "S", "kong", 2)];
  const found = merged(rows);
  expect(found.map((one) => [one.payer, one.rule, one.amount, one.times])).toEqual([
    ["E", "win", 24, 2],
    ["W", "win", 8, 1],
    ["E", "kong", 2, 1],
  ]);
  expect(found.reduce((sum, one) => sum + one.amount, 0)).toBe(34);
  expect(merged([])).toEqual([]);
});
