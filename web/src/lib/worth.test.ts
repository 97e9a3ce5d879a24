import { expect, test } from "vitest";
import type { Names } from "./words.svelte";
import { worthOf } from "./worth";

const en = (names: Names) => (typeof names === "string" ? names : (names?.en ?? ""));
const zh = (names: Names) => (typeof names === "string" ? names : (names?.zh ?? ""));

test("a tally with a way of writing numbers heads its fans with it", () => {
  expect(worthOf("2", { name: { zh: "附加" }, show: { zh: "加{n}番" } }, false, "番", zh)).toBe("加2番");
  expect(worthOf("2", { name: { zh: "胡法" }, show: "factor" }, false, "倍", zh)).toBe("胡法 ×2");
  expect(worthOf("2", { name: { zh: "门清" }, show: "power" }, false, "分", zh)).toBe("门清 ×4");
});

test("points have the rulebook's unit, other tallies their name", () => {
  expect(worthOf("8", { name: { zh: "牌型" }, show: "factor" }, true, "倍", zh)).toBe("8 倍");
  expect(worthOf("1", { name: { zh: "醒" } }, false, "分", zh)).toBe("1 醒");
  expect(worthOf("3", undefined, false, "番", zh)).toBe("3 番");
});

test("one of something is not told as many", () => {
  expect(worthOf("1", undefined, true, "points", en)).toBe("1 point");
  expect(worthOf("1", { name: { en: "soft flowers" } }, false, "points", en)).toBe("1 soft flower");
  expect(worthOf("2", undefined, true, "points", en)).toBe("2 points");
});
