import { expect, test } from "vitest";
import { sourced } from "./sources";

const say = (key: string) =>
  ({
    "source.public": "民间通行",
    "source.public_value": "分值按民间通行",
    "source.ours": "本谱自定",
    "source.text": "原文",
  })[key] ?? key;

test("what many rules say is said in the reader's language, part by part", () => {
  expect(sourced("public practice", say, "；")).toBe("民间通行");
  expect(sourced("民间规则; the value is public practice", say, "；", true)).toBe("原文“民间规则”；分值按民间通行");
});

test("anything else stays as the rulebook writes it", () => {
  expect(sourced("public practice: four rounds", say, "；")).toBe("public practice: four rounds");
});

test("of an English remark a Chinese reader is told whose word it is", () => {
  expect(sourced("public practice; that a wild tile may help is our decision", say, "；", true)).toBe(
    "民间通行；本谱自定",
  );
  expect(sourced("public practice: four rounds; 民间规则", say, "；", true)).toBe("民间通行；原文“民间规则”");
  expect(sourced("two horses each at most", say, "；", true)).toBe("");
});

test("what is Chinese alone is the source text to an English reader", () => {
  expect(sourced("八花齐; paid as a self-draw is our decision", say, "; ")).toBe(
    "原文; paid as a self-draw is our decision",
  );
});

test("a Chinese reader is told that it is a quotation", () => {
  expect(sourced("风一色, 乱风向", say, "；", true)).toBe("原文“风一色，乱风向”");
});
