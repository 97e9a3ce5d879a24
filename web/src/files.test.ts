import { expect, test } from "vitest";

// The files of the page as text; the path is that from here.
const FILES = import.meta.glob<string>(["./**/*.{ts,svelte,css}", "!./lib/api_types.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const LONGEST_LINE = 120;
const LONGEST_COMPONENT = 200;
// Larger than they should be since the formatter gives every attribute its line; none may join them.
const TOO_LARGE = ["Calculator", "Play", "Replay", "RuleChoice", "Settlement", "Table"];

test("no line is longer than a screen is wide", () => {
  const long = Object.entries(FILES).flatMap(([path, text]) =>
    text
      .split("\n")
      .map((line, index) => ({ place: `${path}:${index + 1}`, length: [...line].length }))
      .filter((one) => one.length > LONGEST_LINE),
  );
  expect(long).toEqual([]);
});

test("a component is one idea: under 200 lines", () => {
  const large = Object.entries(FILES)
    .filter(([path, text]) => path.endsWith(".svelte") && text.split("\n").length > LONGEST_COMPONENT)
    .map(([path]) => path.replace(/.*\/|\.svelte$/g, ""));
  expect(large.sort()).toEqual(TOO_LARGE);
});
