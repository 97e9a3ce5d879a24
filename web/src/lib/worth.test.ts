import { expect, test } from "vitest";
import type { Names } from "./words.svelte";
import { byWorth, worthOf } from "./worth";

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

const headings = (...worths: string[]) =>
  byWorth(
    worths.map((worth) => {
      const [value = "", tally = "points"] = worth.split("/");
      return { value, tally };
    }),
    (fan) => (fan.tally === "fu" ? `${fan.value} fu` : `${fan.value} fan`),
    (fan) => fan.value,
  ).map((group) => `${group.heading}: ${group.fans.length}`);

test("headings follow the numbers, up or down as the file begins, each once", () => {
  expect(headings("1", "2", "4", "10", "8", "2")).toEqual([
    "1 fan: 1",
    "2 fan: 2",
    "4 fan: 1",
    "8 fan: 1",
    "10 fan: 1",
  ]);
  expect(headings("88", "64", "1", "5")).toEqual(["88 fan: 1", "64 fan: 1", "5 fan: 1", "1 fan: 1"]);
});

test("tallies stay apart in the order of the file, unless they are headed alike", () => {
  expect(headings("2", "20/fu", "10/fu", "1")).toEqual(["2 fan: 1", "1 fan: 1", "20 fu: 1", "10 fu: 1"]);
  expect(headings("20", "2", "20/sole")).toEqual(["20 fan: 2", "2 fan: 1"]);
});

test("a worth that is no number stays behind the one it was written after", () => {
  expect(headings("1", "2", "2 if closed else 1", "6", "3")).toEqual([
    "1 fan: 1",
    "2 fan: 1",
    "2 if closed else 1 fan: 1",
    "3 fan: 1",
    "6 fan: 1",
  ]);
  expect(headings("1 if not self_draw else 2", "4", "2")).toEqual([
    "1 if not self_draw else 2 fan: 1",
    "2 fan: 1",
    "4 fan: 1",
  ]);
});
