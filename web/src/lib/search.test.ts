import { describe, expect, it } from "vitest";
import { fits } from "./search";

describe("search", () => {
  const names = { zh: "清一色", en: "Full Flush" };
  it.each(["清一", "full fl", "qingyise", "qys", "QingYi", ""])("finds %s", (text) =>
    expect(fits(text, names, "full_flush")).toBe(true),
  );
  it("finds both forms of a character", () => {
    for (const text of ["鸡糊", "雞糊"]) for (const zh of ["鸡糊", "雞糊"]) expect(fits(text, { zh })).toBe(true);
  });
  it.each(["混", "hunyise", "zzz"])("does not find %s", (text) => expect(fits(text, names, "full_flush")).toBe(false));
});
