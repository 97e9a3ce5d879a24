import { beforeAll, expect, test, vi } from "vitest";

beforeAll(() => {
  vi.stubGlobal("localStorage", { getItem: () => "en", setItem: () => undefined });
  vi.stubGlobal("document", { documentElement: {} });
});

test("a stream is cut into lines, wherever its pieces end", async () => {
  const { linesOf } = await import("./review.svelte");
  const parts = ['{"a":', '1}\n{"b":2}\n\n', '{"c":"万"}'];
  const body = new ReadableStream<Uint8Array>({
    start(out) {
      const bytes = new TextEncoder().encode(parts.join(""));
      for (let at = 0; at < bytes.length; at += 4) out.enqueue(bytes.slice(at, at + 4)); // through the middle of a letter
      out.close();
    },
  });
  const found: string[] = [];
  for await (const line of linesOf(body)) found.push(line);
  expect(found).toEqual(['{"a":1}', '{"b":2}', '{"c":"万"}']);
});
