import { expect, test } from "vitest";
import type { OptionInfo } from "./api";
import { chosenWith, isIdle } from "./needs";

const option = (id: string, shown: string, needs: Record<string, string[]> = {}): OptionInfo => ({
  id,
  name: {},
  text: {},
  type: "choice",
  value: shown,
  shown,
  choices: [],
  called: {},
  needs,
});
const list = [
  option("game", "long"),
  option("horses", "6", { game: ["long"] }),
  option("cap", "3", { game: ["short"] }),
];

test("an option is idle while what it needs is not chosen", () => {
  expect(list.map((one) => isIdle(one, list))).toEqual([false, false, true]);
});

test("a choice takes away what would say nothing beside it", () => {
  const set = { game: "long", horses: "6" };
  expect(chosenWith(set, "game", "short", list)).toEqual({ game: "short" });
  expect(chosenWith(set, "horses", "8", list)).toEqual({ game: "long", horses: "8" });
});
