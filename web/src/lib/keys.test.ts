import { describe, expect, it } from "vitest";
import { begunBy, keyRows } from "./keys";

describe("keys", () => {
  it("stand nine a row, red fives in a row of their own", () => {
    const rows = keyRows({ kinds: "123456789m123456789p1234567z", bonus: "", marks: "5m5p" });
    expect(rows.map((row) => row.length)).toEqual([9, 9, 7, 2]);
    expect(rows.at(-1)).toEqual(["0m", "0p"]);
    expect(keyRows(undefined)).toEqual([]);
  });
  it("know which sets can still be", () => {
    const sets = ["123m", "234m", "159m", "111z"];
    expect(begunBy(sets, ["1m"], () => 4)).toEqual(["123m", "159m"]);
    expect(begunBy(sets, [], (tile) => (tile === "2m" ? 0 : 4))).toEqual(["159m", "111z"]);
    expect(begunBy(sets, ["1z"], () => 2)).toEqual([]);
  });
});
