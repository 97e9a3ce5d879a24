import { describe, expect, it } from "vitest";
import { qrOf, type Squares } from "./qr";

// Reads a code as a camera's program does, by tables of its own; a hidden or wrong codeword shows in its sums.
const BLOCKS: Record<number, [number, number[]]> = {
  1: [10, [16]],
  2: [16, [28]],
  3: [26, [44]],
  4: [18, [32, 32]],
  5: [24, [43, 43]],
  6: [16, [27, 27, 27, 27]],
  7: [18, [31, 31, 31, 31]],
  8: [22, [38, 38, 39, 39]],
  9: [22, [36, 36, 36, 37, 37]],
  10: [26, [43, 43, 43, 43, 44]],
};
const ALIGNED = [0, 0, 18, 22, 26, 30, 34, 22, 24, 26, 28]; // the middle that is nearest to the dotted line
// The format as the standard lists it for level M, mask 0 to 7.
const FORMATS = [
  "101010000010010",
  "101000100100101",
  "101111001111100",
  "101101101001011",
  "100010111111001",
  "100000011001110",
  "100111110010111",
  "100101010100000",
];
const VERSIONS: Record<number, string> = {
  7: "000111110010010100",
  8: "001000010110111100",
  9: "001001101010011001",
  10: "001010010011010011",
};

function product(a: number, b: number): number {
  let sum = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    sum = sum & 128 ? (sum << 1) ^ 285 : sum << 1;
    if ((b >> bit) & 1) sum ^= a;
  }
  return sum;
}

function inverts(mask: number, i: number, j: number): boolean {
  return [
    (i + j) % 2,
    i % 2,
    j % 3,
    (i + j) % 3,
    (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
    ((i * j) % 2) + ((i * j) % 3),
    (((i * j) % 2) + ((i * j) % 3)) % 2,
    (((i + j) % 2) + ((i * j) % 3)) % 2,
  ].map((value) => value === 0)[mask]!;
}

// Whether a square holds no data.
function isMark(version: number, i: number, j: number): boolean {
  const size = 17 + 4 * version;
  if ((i < 9 && j < 9) || (i < 9 && j >= size - 8) || (i >= size - 8 && j < 9) || i === 6 || j === 6) return true;
  if (version >= 7 && ((i < 6 && j >= size - 11) || (j < 6 && i >= size - 11))) return true;
  if (version < 2) return false;
  const first = ALIGNED[version]!;
  const middles = version >= 7 ? [6, first, size - 7] : [6, size - 7];
  return middles.some((y) =>
    middles.some(
      (x) =>
        Math.abs(i - y) <= 2 &&
        Math.abs(j - x) <= 2 &&
        !((y === 6 && x === 6) || (y === 6 && x === size - 7) || (y === size - 7 && x === 6)),
    ),
  );
}

const text = (bits: boolean[]): string => bits.map((bit) => (bit ? "1" : "0")).join("");

function read(code: Squares): string {
  const size = code.length;
  const version = (size - 17) / 4;
  const near = [0, 1, 2, 3, 4, 5, 7, 8];
  const first = text([...near.map((j) => code[8]![j]!), ...[7, 5, 4, 3, 2, 1, 0].map((i) => code[i]![8]!)]);
  const second = text([
    ...[1, 2, 3, 4, 5, 6, 7].map((i) => code[size - i]![8]!),
    ...[8, 7, 6, 5, 4, 3, 2, 1].map((j) => code[8]![size - j]!),
  ]);
  expect(second).toBe(first);
  expect(code[size - 8]![8]).toBe(true);
  const mask = FORMATS.indexOf(first);
  expect(mask).toBeGreaterThanOrEqual(0);
  if (version >= 7) {
    const below: boolean[] = [];
    const beside: boolean[] = [];
    for (let long = 5; long >= 0; long -= 1)
      for (let short = 9; short <= 11; short += 1) {
        below.push(code[size - short]![long]!);
        beside.push(code[long]![size - short]!);
      }
    expect([text(below), text(beside)]).toEqual([VERSIONS[version], VERSIONS[version]]);
  }
  for (let place = 8; place < size - 8; place += 1)
    expect([code[6]![place], code[place]![6]]).toEqual([place % 2 === 0, place % 2 === 0]);
  const bits: number[] = [];
  for (let strip = 0; 2 * strip < size - 1; strip += 1) {
    const right = size - 1 - 2 * strip - (size - 1 - 2 * strip <= 6 ? 1 : 0);
    for (let step = 0; step < size; step += 1) {
      const i = strip % 2 ? step : size - 1 - step;
      for (const j of [right, right - 1])
        if (!isMark(version, i, j)) bits.push(Number(code[i]![j]! !== inverts(mask, i, j)));
    }
  }
  const words: number[] = [];
  for (let at = 0; at + 8 <= bits.length; at += 8) words.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  return textOf(version, words);
}

function textOf(version: number, words: number[]): string {
  const [correcting, lengths] = BLOCKS[version]!;
  expect(words).toHaveLength(lengths.reduce((sum, length) => sum + length + correcting, 0));
  const blocks: number[][] = lengths.map(() => []);
  const left = [...words];
  for (let index = 0; index < lengths.at(-1)!; index += 1)
    lengths.forEach((length, block) => {
      if (index < length) blocks[block]!.push(left.shift()!);
    });
  const data = blocks.flatMap((block) => [...block]);
  for (let index = 0; index < correcting; index += 1) blocks.forEach((block) => block.push(left.shift()!));
  for (const block of blocks)
    for (let power = 0, root = 1; power < correcting; power += 1, root = product(root, 2))
      expect(block.reduce((sum, word) => product(sum, root) ^ word, 0)).toBe(0);
  const all = data.map((word) => word.toString(2).padStart(8, "0")).join("");
  expect(all.slice(0, 4)).toBe("0100");
  const counted = version < 10 ? 8 : 16;
  const count = parseInt(all.slice(4, 4 + counted), 2);
  const bytes = Array.from({ length: count }, (_, index) =>
    parseInt(all.slice(4 + counted + 8 * index, 12 + counted + 8 * index), 2),
  );
  const end = 4 + counted + 8 * count;
  expect(all.slice(end, end + 4)).toMatch(/^0*$/);
  const filling = all.slice(Math.ceil((end + 4) / 8) * 8);
  expect("1110110000010001".repeat(filling.length / 16 + 1)).toContain(filling.slice(0, 16));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

const FINDER = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"];

describe("a QR code", () => {
  it("reads back at every length that there is room for", () => {
    const sizes = new Set<number>();
    for (let length = 0; length <= 213; length += 1) {
      const said = Array.from({ length }, (_, index) => String.fromCharCode(33 + ((7 * index + length) % 90))).join("");
      const code = qrOf(said)!;
      sizes.add(code.length);
      expect(read(code)).toBe(said);
    }
    expect([...sizes]).toEqual([21, 25, 29, 33, 37, 41, 45, 49, 53, 57]);
  });
  it("takes the smallest version: the standard's numbers of bytes", () => {
    const most = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213];
    most.forEach((count, index) => {
      expect(qrOf("x".repeat(count))!.length).toBe(21 + 4 * index);
      expect(qrOf("x".repeat(count + 1))?.length).toBe(index < 9 ? 25 + 4 * index : undefined);
    });
  });
  it("has three large squares with light around them, and the small ones", () => {
    for (const length of [3, 60, 120, 213]) {
      const code = qrOf("q".repeat(length))!;
      const size = code.length;
      for (const [top, start] of [
        [0, 0],
        [0, size - 7],
        [size - 7, 0],
      ] as const)
        expect(FINDER.map((_, i) => text(code[top + i]!.slice(start, start + 7)))).toEqual(FINDER);
      for (let place = 0; place < 8; place += 1) {
        expect([code[7]![place], code[place]![7], code[7]![size - 1 - place]]).toEqual([false, false, false]);
        expect([code[size - 8]![place], code[size - 1 - place]![7], code[place]![size - 8]]).toEqual([
          false,
          false,
          false,
        ]);
      }
      if (size > 21)
        expect([-2, -1, 0, 1, 2].map((i) => text(code[size - 7 + i]!.slice(size - 9, size - 4)))).toEqual([
          "11111",
          "10001",
          "10101",
          "10001",
          "11111",
        ]);
    }
  });
  it("holds letters of any script", () => {
    expect(read(qrOf("http://雀谱.example/#/play?x=雀谱 🀄")!)).toBe("http://雀谱.example/#/play?x=雀谱 🀄");
  });
});
