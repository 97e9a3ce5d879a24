// Which of many names somebody may have meant.
import type { BookName } from "./api";
import { pinyinOf } from "./search";

// How many letters have to be changed, put in or taken out.
export function apart(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, place) => place);
  [...a].forEach((letter, index) => {
    const next = [index + 1];
    [...b].forEach((other, place) =>
      next.push(
        Math.min((row[place] ?? 0) + (letter === other ? 0 : 1), (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1),
      ),
    );
    row = next;
  });
  return row.at(-1) ?? 0;
}

export function nearest(wanted: string, books: BookName[], most = 3): BookName[] {
  const text = wanted.slice(0, 40).toLowerCase();
  const far = (one: BookName) =>
    Math.min(
      ...[one.id, ...Object.values(one.name), pinyinOf(one.name.zh ?? "")].map(
        (name) => apart(text, name.toLowerCase()) / Math.max(text.length, name.length, 1),
      ),
    );
  return books
    .map((one) => ({ one, far: far(one) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ one }) => one);
}
