// A text as a QR code (ISO/IEC 18004): bytes, error correction M (a seventh of it may be lost), versions 1 to 10, which
// hold 213 bytes, more than the link of a game. What is drawn is true.
import { corrected } from "./qr_correction";

export type Squares = boolean[][];
type Mask = (row: number, column: number) => boolean;
// By version from 1 on: codewords in all, how many of them correct errors in a block, and how many blocks there are.
const CODEWORDS = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346];
const CORRECTING = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
// The rows and columns on which the small squares lie that align it.
const MIDDLES = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const BYTES = 0b0100; // the mode
const FILLING = [0xec, 0x11];
const LEVEL_M = 0b00;
const MASKS: Mask[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_row, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => ((row >> 1) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

// Undefined if the text is too long.
export function qrOf(text: string): Squares | undefined {
  const bytes = [...new TextEncoder().encode(text)];
  const version = CODEWORDS.findIndex((_all, index) => 4 + counting(index) + 8 * bytes.length <= 8 * room(index));
  if (version < 0) return undefined;
  const stream = corrected(filled(bytes, version), BLOCKS[version]!, CORRECTING[version]!);
  const drawn = MASKS.map((mask, number) => draw(version, stream, mask, number));
  const faults = drawn.map(penalty);
  return drawn[faults.indexOf(Math.min(...faults))];
}

const room = (version: number): number => CODEWORDS[version]! - BLOCKS[version]! * CORRECTING[version]!;
const counting = (version: number): number => (version < 9 ? 8 : 16); // bits that tell how many bytes there are
const bitsOf = (value: number, length: number): number[] =>
  Array.from({ length }, (_, index) => (value >> (length - 1 - index)) & 1);

// The codewords of data: mode, length, the bytes, an end, and filling up to what there is room for.
function filled(bytes: number[], version: number): number[] {
  const bits = [
    ...bitsOf(BYTES, 4),
    ...bitsOf(bytes.length, counting(version)),
    ...bytes.flatMap((byte) => bitsOf(byte, 8)),
  ];
  const all = 8 * room(version);
  bits.push(...bitsOf(0, Math.min(4, all - bits.length)));
  bits.push(...bitsOf(0, -bits.length & 7));
  for (let turn = 0; bits.length < all; turn += 1) bits.push(...bitsOf(FILLING[turn % 2]!, 8));
  return Array.from({ length: room(version) }, (_, index) =>
    bits.slice(8 * index, 8 * index + 8).reduce((value, bit) => 2 * value + bit, 0),
  );
}

// A value with the rest of its division by a polynomial behind it.
function checked(value: number, length: number, by: number): number {
  let rest = value << length;
  for (let bit = 31 - Math.clz32(rest); rest >> length; bit = 31 - Math.clz32(rest)) rest ^= by << (bit - length);
  return (value << length) | rest;
}

function draw(version: number, stream: number[], mask: Mask, number: number): Squares {
  const size = 21 + 4 * version;
  const squares: (boolean | undefined)[][] = Array.from({ length: size }, () => Array(size).fill(undefined));
  const put = (row: number, column: number, dark: boolean): void => {
    if (row >= 0 && column >= 0 && row < size && column < size) squares[row]![column] = dark;
  };
  drawMarks(size, MIDDLES[version]!, put, (row, column) => squares[row]![column] !== undefined);
  drawFormat(size, checked((LEVEL_M << 3) | number, 10, 0x537) ^ 0x5412, put);
  if (version >= 6) drawVersion(size, checked(version + 1, 12, 0x1f25), put);
  const bits = stream.flatMap((word) => bitsOf(word, 8));
  let next = 0;
  for (const [row, column] of way(size))
    if (squares[row]![column] === undefined) {
      put(row, column, (bits[next] === 1) !== mask(row, column));
      next += 1;
    }
  return squares as Squares;
}

type Put = (row: number, column: number, dark: boolean) => void;

// What a camera finds the code by: three large squares with light around them, dotted lines, small squares.
function drawMarks(size: number, middles: number[], put: Put, taken: (row: number, column: number) => boolean): void {
  const rings = (row: number, column: number, reach: number, light: number[]): void => {
    for (let down = -reach; down <= reach; down += 1)
      for (let right = -reach; right <= reach; right += 1)
        put(row + down, column + right, !light.includes(Math.max(Math.abs(down), Math.abs(right))));
  };
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    rings(row, column, 4, [2, 4]);
  for (const row of middles) for (const column of middles) if (!taken(row, column)) rings(row, column, 2, [1]);
  for (let place = 8; place < size - 8; place += 1) {
    put(6, place, place % 2 === 0);
    put(place, 6, place % 2 === 0);
  }
}

// The level and the mask, twice, and one square that is always dark.
function drawFormat(size: number, value: number, put: Put): void {
  const around = [0, 1, 2, 3, 4, 5, 7, 8];
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = ((value >> bit) & 1) === 1;
    const before = around[14 - bit] ?? 0; // bits 8 to 14 lie on row 8, the others on column 8
    if (bit < 8) {
      put(around[bit]!, 8, dark);
      put(8, size - 1 - bit, dark);
    } else {
      put(8, before, dark);
      put(size - 15 + bit, 8, dark);
    }
  }
  put(size - 8, 8, true);
}

function drawVersion(size: number, value: number, put: Put): void {
  for (let bit = 0; bit < 18; bit += 1) {
    const [long, short] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
    put(long, short, ((value >> bit) & 1) === 1);
    put(short, long, ((value >> bit) & 1) === 1);
  }
}

// In which order squares are filled: up and down in strips of two from the right, past the dotted line.
function* way(size: number): Generator<[number, number]> {
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1)
      for (const column of [right, right - 1]) yield [up ? size - 1 - step : step, column];
    up = !up;
  }
}

// How hard it is to read: long lines, blocks of four, what looks like a large square, too much dark or light.
function penalty(squares: Squares): number {
  const size = squares.length;
  const lines = [...squares, ...squares.map((_, column) => squares.map((row) => row[column]!))];
  let sum = 0;
  for (const line of lines) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    sum += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let row = 1; row < size; row += 1)
    for (let column = 1; column < size; column += 1) {
      const dark = squares[row]![column];
      if (
        dark === squares[row - 1]![column] &&
        dark === squares[row]![column - 1] &&
        dark === squares[row - 1]![column - 1]
      )
        sum += 3;
    }
  const share = squares.flat().filter(Boolean).length / size ** 2;
  return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}
