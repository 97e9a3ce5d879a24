import { describe, expect, it } from "vitest";
import { checkable, LARGEST_TEXT } from "./api";

describe("a text that is checked", () => {
  const size = (text: string) => new TextEncoder().encode(text).length;
  it("is sent as it is up to the largest", () => {
    for (const text of ["", "字".repeat(LARGEST_TEXT / 3), "x".repeat(LARGEST_TEXT)])
      expect(checkable(text)).toBe(text);
  });
  it.each(["x", "字", "x\n", "🀄"])("is cut behind the place where it passes this: %s", (part) => {
    const text = part.repeat(1_000_000);
    const sent = checkable(text);
    expect(size(sent)).toBeGreaterThan(LARGEST_TEXT);
    expect(size(JSON.stringify(sent))).toBeLessThan(512 * 1024 + (part === "x\n" ? 90_000 : 0));
    expect(text.startsWith(sent.slice(0, 100_000))).toBe(true);
    expect(size(checkable("\ufeff" + text))).toBeGreaterThan(LARGEST_TEXT);
  });
});
