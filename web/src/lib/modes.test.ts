import { expect, test } from "vitest";
import { cannotPick, Past, picked, type Pick } from "./modes";

const pick = (tiles: string[], once = false): Pick => ({ id: "x", label: "x", tiles, once, onchange: () => undefined });

test("a kind is taken out again where it can be there only once", () => {
  expect(picked(pick(["5z"], true), "5z")).toEqual([]);
  expect(picked(pick(["5z"]), "5z")).toEqual(["5z", "5z"]);
});

test("no fifth copy, no mark, no more than ten tiles", () => {
  expect(cannotPick(pick(["5z", "5z", "5z", "5z"]), "5z")).toBe(true);
  expect(cannotPick(pick([]), "0m")).toBe(true);
  expect(cannotPick(pick(["5z"], true), "5z")).toBe(false);
  expect(cannotPick(pick([..."1234567891"].map((one) => `${one}m`)), "1p")).toBe(true);
});

test("what was comes back step by step, and going back is no step", () => {
  const past = new Past();
  for (const text of ["", "1m", "1m", "12m"]) past.see(text);
  expect(past.back()).toBe("1m");
  past.see("1m");
  expect(past.back()).toBe("");
  expect(past.canGo).toBe(false);
});
