import { describe, expect, it } from "vitest";
import type { Book, BookName } from "./api";
import { fitted, readHand, writeHand } from "./hand_link";
import { apart, nearest } from "./nearest";

describe("a link to a hand", () => {
  it("reads back", () => {
    const { link, bad } = readHand(
      new URLSearchParams({
        rule: "x",
        options: '{"a":1}',
        hand: "123m",
        self_draw: "1",
        seat: "S",
        from: "N",
        flags: "p,q",
        wild: "5m",
        state: '{"k":2}',
      }),
    );
    expect(bad).toEqual([]);
    expect(readHand(new URLSearchParams(writeHand(link))).link).toEqual(link);
  });
  it("names what is damaged and keeps the rest", () => {
    const { link, bad } = readHand(
      new URLSearchParams({ rule: "x", options: '{"a":', hand: "123m", seat: "Q", state: "[1]", wild: "??" }),
    );
    expect(bad).toEqual(["options", "state", "wild", "seat"]);
    expect([link.rule.id, link.hand, link.seat, link.wild]).toEqual(["x", "123m", "E", ""]);
  });
  it("leaves out what the rules no longer know", () => {
    const book = { flags: { p: {} }, memory: { k: {} }, asks: [], play: { turned: { dora: {} } } } as unknown as Book;
    expect(fitted(book, ["p", "q"], { k: 1, "turned.dora": "1m", "turned.old": "2m" })).toEqual({
      flags: ["p"],
      table: { k: 1, "turned.dora": "1m" },
      gone: ["q", "turned.old"],
    });
  });
  it("finds the nearest rules", () => {
    const books = [
      { id: "mountain", name: { zh: "清一色", en: "Mountain" } },
      { id: "harbour", name: { zh: "海港", en: "Harbour" } },
    ] as unknown as BookName[];
    expect(apart("kitten", "sitting")).toBe(3);
    expect(nearest("harbor", books)[0]?.id).toBe("harbour");
    expect(nearest("qingyise", books, 1)[0]?.id).toBe("mountain");
  });
});
