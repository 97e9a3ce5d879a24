import { beforeAll, expect, it, vi } from "vitest";
import type { HowPart } from "./api";

const part = (id: string, zh: string, en: string): HowPart => ({
  id,
  name: { zh: id, en: id },
  text: { zh, en },
  example: null,
  score: null,
  faults: [],
});
const HOW = [
  part(
    "aim",
    "凑成四副牌加一对将，先和者胜。另有七对。",
    "Be the first with four sets and a pair. Seven pairs win too.",
  ),
  part("deal", "每人十三张，庄家先摸一张再打出一张。", "Everyone takes thirteen tiles, and the dealer begins."),
  part(
    "winning",
    "番种加起来至少要 1.5 番才能和牌！还有别的。",
    "A complete hand needs at least 1.5 points. More follows.",
  ),
  part(
    "paying",
    "底分是 8。点炮的付 8 加番数，别家各付 8。荒了不付",
    "The base is 8. The discarder pays the fan, others only it. No more",
  ),
];

beforeAll(() => {
  vi.stubGlobal("localStorage", { getItem: () => "en", setItem: () => undefined });
  vi.stubGlobal("document", { documentElement: {} });
});

it("tells what is made, what a win needs and who pays, a sentence each", async () => {
  const { inShort } = await import("./in_short");
  const { speech } = await import("./words.svelte");
  speech.choose("en");
  expect(inShort(HOW)).toEqual([
    "Be the first with four sets and a pair.",
    "A complete hand needs at least 1.5 points.",
    "The base is 8. The discarder pays the fan, others only it.",
  ]);
  speech.choose("zh-Hans");
  const [aim, win, pay] = [
    "凑成四副牌加一对将，先和者胜。",
    "番种加起来至少要 1.5 番才能和牌！",
    "底分是 8。点炮的付 8 加番数，别家各付 8。",
  ];
  expect(inShort(HOW)).toEqual([aim, win, pay]);
  expect(inShort(HOW.slice(1))).toEqual(["每人十三张，庄家先摸一张再打出一张。", win, pay]);
  expect(inShort([])).toEqual([]);
});
