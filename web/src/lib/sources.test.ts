import { expect, test } from "vitest";
import { sourced } from "./sources";

const say = (key: string) => ({ "source.public": "民间通行", "source.public_value": "分值按民间通行" })[key] ?? key;

test("what many rules say is said in the reader's language, part by part", () => {
  expect(sourced("public practice", say, "；")).toBe("民间通行");
  expect(sourced("民间规则; the value is public practice", say, "；")).toBe("民间规则；分值按民间通行");
});

test("anything else stays as the rulebook writes it", () => {
  expect(sourced("public practice: four rounds", say, "；")).toBe("public practice: four rounds");
});
