import { expect, test } from "vitest";
import { leftOf } from "./clock.svelte";

const AGREED = { move: 5, reserve: 20 };
const told = {
  secret: null,
  players: [
    { runs: true, left: 5, reserve: 20 },
    { runs: false, left: 5, reserve: 12 },
  ],
};

test("a clock that runs loses the move first, then the reserve, and never goes below nothing", () => {
  expect(leftOf(told, 0, AGREED, 3)).toEqual({ seconds: 22, share: 22 / 25, runs: true });
  expect(leftOf(told, 0, AGREED, 99)).toEqual({ seconds: 0, share: 0, runs: true });
});

test("one that stands keeps what it has", () => {
  expect(leftOf(told, 1, AGREED, 99)).toEqual({ seconds: 17, share: 17 / 25, runs: false });
});
