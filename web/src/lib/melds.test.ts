import { expect, test } from "vitest";
import { fitting, laidMeld } from "./melds";

const SEATS = ["E", "S", "W", "N"];
const places = (meld: string, tile: string, giver: string, seat = "E") =>
  laidMeld(meld, { tile, seat: giver }, seat, SEATS).map((one) => (one.across ? `(${one.tile})` : one.tile));

test("the claimed tile lies across on the side of its giver", () => {
  expect(places("[345m,1]", "4m", "N")).toEqual(["(4m)", "3m", "5m"]); // from the left
  expect(places("[222p,2]", "2p", "W")).toEqual(["2p", "(2p)", "2p"]); // from the opposite
  expect(places("[222p,3]", "2p", "S")).toEqual(["2p", "2p", "(2p)"]); // from the right
  expect(places("[5550s,3]", "5s", "N", "W")).toEqual(["5s", "5s", "0s", "(5s)"]);
});

test("a set from the hand alone points to nobody, a concealed kong shows two", () => {
  expect(laidMeld("(1111z)", null, "E", SEATS).map((one) => one.tile)).toEqual(["", "1z", "1z", ""]);
  expect(laidMeld("(????)", null, "E", SEATS).map((one) => one.tile)).toEqual(["", "", "", ""]);
});

test("what lies before a seat is drawn as large as it fits", () => {
  expect(fitting([], 0.2, 1, 5, 1)).toBe(1);
  expect(fitting([2, 2], 0.2, 1, 5, 1)).toBe(1);
  expect(fitting([5, 5], 0, 1, 5, 2)).toBe(1); // line under line
  expect(fitting([5, 5], 0, 1, 5, 1)).toBeCloseTo(0.5, 1);
  for (let count = 1; count < 7; count += 1) {
    const groups = Array.from({ length: count }, () => 3);
    const size = fitting(groups, 0.2, 1, 5, 4);
    expect(size * size * 3 * count).toBeLessThanOrEqual(5 * 4);
    expect(fitting([...groups, 3], 0.2, 1, 5, 4)).toBeLessThanOrEqual(size);
  }
});
