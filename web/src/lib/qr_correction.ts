// The codewords that let a QR code be read although part of it is hidden: Reed and Solomon over the field of 256
// elements, x^8 = x^4 + x^3 + x^2 + 1.
const POWERS: number[] = [];
for (let value = 1; POWERS.length < 255; value = value & 128 ? (value << 1) ^ 0x11d : value << 1) POWERS.push(value);

const LOGS = new Map(POWERS.map((value, power) => [value, power]));

const times = (a: number, b: number): number => (a && b ? POWERS[(LOGS.get(a)! + LOGS.get(b)!) % 255]! : 0);

// The polynomial that has the first powers as its roots, without its leading 1.
function generator(length: number): number[] {
  let found = [1];
  for (let power = 0; power < length; power += 1)
    found = [...found, 0].map((one, index) => one ^ times(found[index - 1] ?? 0, POWERS[power]!));
  return found.slice(1);
}

function rest(data: number[], by: number[]): number[] {
  let left: number[] = by.map(() => 0);
  for (const word of data) {
    const factor = word ^ left[0]!;
    left = [...left.slice(1), 0].map((one, index) => one ^ times(by[index]!, factor));
  }
  return left;
}

// Data in blocks (the last ones may be longer by one), each with its rest, all of them told in turn.
export function corrected(data: number[], count: number, correcting: number): number[] {
  const short = Math.floor(data.length / count);
  const long = data.length % count;
  let at = 0;
  const blocks = Array.from({ length: count }, (_, index) =>
    data.slice(at, (at += short + (index >= count - long ? 1 : 0))),
  );
  const by = generator(correcting);
  const rests = blocks.map((block) => rest(block, by));
  const inTurn = (parts: number[][], length: number): number[] =>
    Array.from({ length }, (_, index) => parts.map((part) => part[index]))
      .flat()
      .filter((one) => one !== undefined);
  return [...inTurn(blocks, short + 1), ...inTurn(rests, correcting)];
}
