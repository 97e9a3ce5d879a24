import { expect, it } from "vitest";
import { pack, unpack } from "./pack";

it("packs a text into a link and back", async () => {
  const text = 'extends = "x"\nname = { zh = "我家麻将" }\n'.repeat(20);
  const packed = await pack(text);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(text.length / 3);
  expect(await unpack(packed)).toBe(text);
});
