import { beforeEach, describe, expect, it, vi } from "vitest";
import { keepGame, recordKey, sharedKey } from "./games";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

describe("the keys of a game's record", () => {
  it("asks by the own place, whose record can be played again, and passes on that of those who watch", () => {
    keepGame({ id: "a", key: "own", watch_key: "eyes", rule: "x", when: 1 });
    expect([recordKey("a", "eyes"), sharedKey("a", "own")]).toEqual(["own", "eyes"]);
  });
  it("never passes on the place of somebody who has joined", () => {
    keepGame({ id: "a", key: "own", rule: "x", when: 1 });
    expect([recordKey("a", ""), sharedKey("a", "own")]).toEqual(["own", ""]);
  });
  it("has only what the address says of a game that is not kept here", () => {
    expect([recordKey("b", "eyes"), sharedKey("b", "eyes")]).toEqual(["eyes", "eyes"]);
  });
});
