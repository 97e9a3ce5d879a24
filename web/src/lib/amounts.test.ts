import { expect, test } from "vitest";
import { amount, signed } from "./amounts";

test("amounts are rounded and signed", () => {
  expect(amount("3.333333333333333333333333333")).toBe("3.33");
  expect(amount("-30")).toBe("-30");
  expect(["20", "0", "-23.9"].map(signed)).toEqual(["+20", "0", "-23.9"]);
});
