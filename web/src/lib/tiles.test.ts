import { describe, expect, it } from "vitest";
import { isBack, join, meldTiles, read, size, sorted, split, spoken, write } from "./tiles";

describe("tiles as text", () => {
  it("splits and joins", () => {
    expect(split("123m44z0p")).toEqual(["1m", "2m", "3m", "4z", "4z", "0p"]);
    expect(join(["1m", "2m", "4z", "4z"])).toBe("12m44z");
    expect(sorted(["1z", "0p", "5p", "9m"])).toEqual(["9m", "5p", "0p", "1z"]);
  });
  it("reads the parts of a hand and writes them again", () => {
    const parts = read("[345m](2222z) 123p77s 5p 15f");
    expect(parts).toEqual({
      melds: ["[345m]", "(2222z)"],
      tiles: ["1p", "2p", "3p", "7s", "7s"],
      flowers: ["1f", "5f"],
      win: "5p",
    });
    expect(write(parts)).toBe("[345m] (2222z) 123p77s 5p 15f");
    expect(size(parts)).toBe(12);
    expect(meldTiles("(2222z)")).toEqual(["2z", "2z", "2z", "2z"]);
  });
  it("takes a single word of one tile as tiles, not as a winning tile", () => {
    expect(read("5p")).toEqual({ melds: [], tiles: ["5p"], flowers: [], win: "" });
  });
  it("says tiles aloud", () => {
    expect(spoken("3m", "zh-Hans")).toBe("三万");
    expect(spoken("6z", "zh-Hant")).toBe("發");
    expect(spoken("0p", "en")).toBe("red 5 dots");
    expect(spoken("8f", "en")).toBe("Chrysanthemum");
  });
});

it("of a concealed kong of four alike the outer tiles lie face down, of one of different tiles none", () => {
  expect([0, 1, 2, 3].map((place) => isBack("(0555m)", place))).toEqual([true, false, false, true]);
  expect([0, 1, 2, 3].some((place) => isBack("(1234z)", place) || isBack("[5555m]", place))).toBe(false);
});

it("reads an honour that is a flower as no winning tile", () => {
  expect(read("456m78922p23467s 8s 3f6z", ["5z", "6z", "7z"])).toMatchObject({ win: "8s", flowers: ["3f", "6z"] });
});
