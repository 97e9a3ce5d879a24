import { beforeAll, expect, test, vi } from "vitest";
import type { Advice } from "./advice";

beforeAll(() => {
  vi.stubGlobal("localStorage", { getItem: () => "en", setItem: () => undefined });
  vi.stubGlobal("document", { documentElement: {} });
});

test("a mean has as many digits as mean anything", async () => {
  const { plainNumber, withHalf } = await import("./advice");
  expect(withHalf({ mean: 0.823, low: -2.329, high: 3.976 })).toBe("+0.8 ± 3.2");
  expect(withHalf({ mean: -845.4, low: -1405, high: -285 })).toBe("−845 ± 560");
  expect(withHalf({ mean: 0, low: 0, high: 0 })).toBe("0.00 ± 0.00");
  expect(plainNumber(-15.06)).toBe("−15");
});

test("the best and what may be as good are marked, and nothing else", async () => {
  const { marked } = await import("./advice");
  const answers = [
    { action: "discard 1m", level: true },
    { action: "discard 2m", level: true },
    { action: "pass", level: false },
  ];
  expect([...marked({ answers } as unknown as Advice)]).toEqual([
    ["discard 1m", "best"],
    ["discard 2m", "level"],
  ]);
  expect(marked(undefined).size).toBe(0);
});
