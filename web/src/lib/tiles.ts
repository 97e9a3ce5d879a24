// Tiles as text: "1m" to "9m", "0p" a red five, "1z" to "7z", "1f" to "8f"; a hand as the server reads it.
export const SUITS = ["m", "p", "s"] as const;
export const ALL: string[] = [
  ...SUITS.flatMap((suit) => Array.from({ length: 9 }, (_, index) => `${index + 1}${suit}`)),
  ...Array.from({ length: 7 }, (_, index) => `${index + 1}z`),
  ...Array.from({ length: 8 }, (_, index) => `${index + 1}f`),
];
const ORDER = new Map(ALL.map((tile, index) => [tile, index]));

// The face without its mark: a red five is a five.
export const plain = (tile: string): string => (tile.startsWith("0") ? `5${tile[1]}` : tile);
export const rank = (tile: string): number => (ORDER.get(plain(tile)) ?? 99) + (tile.startsWith("0") ? 0.5 : 0);
export const sorted = (tiles: string[]): string[] => [...tiles].sort((a, b) => rank(a) - rank(b));

// Digits with their letter behind them: "123m44z" is five tiles.
export function split(text: string): string[] {
  const found: string[] = [];
  for (const [, digits, suit] of text.matchAll(/(\d+)([mpszf])/g))
    for (const digit of digits ?? "") found.push(`${digit}${suit}`);
  return found;
}

// The shortest way to write tiles in their order: 1m 2m 3m is 123m.
export function join(tiles: string[]): string {
  let text = "";
  tiles.forEach((tile, index) => {
    text += tile[0];
    if (tiles[index + 1]?.[1] !== tile[1]) text += tile[1];
  });
  return text;
}

export interface Parts {
  melds: string[];
  tiles: string[];
  flowers: string[];
  win: string;
}

// The parts of a hand as it is written: melds in brackets, tiles, the winning tile after a space, flowers.
export function read(text: string, bonus: string[] = []): Parts {
  const melds: string[] = [];
  const rest = text.replace(/[[(][^\])]*[\])]/g, (meld) => {
    melds.push(meld);
    return " ";
  });
  const words = rest.split(/\s+/).filter(Boolean);
  const isFlower = (tile: string) => tile.endsWith("f") || bonus.includes(plain(tile));
  const flowers = words.flatMap(split).filter(isFlower);
  const others = words.map((word) => split(word).filter((tile) => !isFlower(tile))).filter((tiles) => tiles.length);
  const last = others.at(-1) ?? [];
  const win = others.length > 1 && last.length === 1 ? (others.pop()?.[0] ?? "") : "";
  return { melds, tiles: others.flat(), flowers, win };
}

export function write({ melds, tiles, flowers, win }: Parts): string {
  return [...melds, join(sorted(tiles)), win, join(sorted(flowers))].filter(Boolean).join(" ");
}

// The tiles of a meld as it is written: [345m], (2222z).
export const meldTiles = (meld: string): string[] => split(meld.slice(1, -1));
export const isConcealed = (meld: string): boolean => meld.startsWith("(");
// Of four alike the outer two lie face down; a kong of different tiles could not be told apart so, and lies open.
export const isBack = (meld: string, place: number): boolean =>
  isConcealed(meld) && (place === 0 || place === 3) && new Set(meldTiles(meld).map(plain)).size < 2;
// How many tiles a set takes in the hand: a kong counts as three.
export const size = ({ melds, tiles, win }: Parts): number => 3 * melds.length + tiles.length + (win ? 1 : 0);

// How often each face is in a hand, melds and flowers too.
export function countOf({ melds, tiles, flowers, win }: Parts): Map<string, number> {
  const count = new Map<string, number>();
  for (const tile of [...melds.flatMap(meldTiles), ...tiles, ...flowers, ...(win ? [win] : [])])
    count.set(plain(tile), (count.get(plain(tile)) ?? 0) + 1);
  return count;
}
// Another tile of the hand was the last: the two change places.
export function wonBy(parts: Parts, tile: string): Parts {
  const rest = [...parts.tiles, ...(parts.win ? [parts.win] : [])];
  rest.splice(rest.indexOf(tile), 1);
  return { ...parts, tiles: rest, win: tile };
}

const HONOURS: Record<string, string[]> = {
  "zh-Hans": ["东", "南", "西", "北", "白", "发", "中"],
  "zh-Hant": ["東", "南", "西", "北", "白", "發", "中"],
  en: ["East", "South", "West", "North", "White", "Green", "Red"],
};
const FLOWERS: Record<string, string[]> = {
  "zh-Hans": [..."春夏秋冬梅兰竹菊"],
  "zh-Hant": [..."春夏秋冬梅蘭竹菊"],
  en: ["Spring", "Summer", "Autumn", "Winter", "Plum", "Orchid", "Bamboo", "Chrysanthemum"],
};
const SUIT_NAMES: Record<string, Record<string, string>> = {
  "zh-Hans": { m: "万", p: "饼", s: "条" },
  "zh-Hant": { m: "萬", p: "餅", s: "條" },
  en: { m: "characters", p: "dots", s: "bamboos" },
};
const DIGITS = [..."〇一二三四五六七八九"];

// What a tile is called aloud.
export function spoken(tile: string, lang: string): string {
  const number = Number(plain(tile)[0]);
  const suit = tile[1] ?? "";
  if (suit === "z") return HONOURS[lang]?.[number - 1] ?? tile;
  if (suit === "f") return FLOWERS[lang]?.[number - 1] ?? tile;
  const red = tile.startsWith("0") ? (lang === "en" ? "red " : lang === "zh-Hant" ? "赤" : "赤") : "";
  const name = SUIT_NAMES[lang]?.[suit] ?? suit;
  return lang === "en" ? `${red}${number} ${name}` : `${red}${DIGITS[number]}${name}`;
}

// A text cut at its tiles: "东打7s" is "东打" and [7s].
export function pieces(text: string): (string | string[])[] {
  const found: (string | string[])[] = [];
  let from = 0;
  for (const match of text.matchAll(/(?<![A-Za-z0-9.])(?:\d+[mpszf])+(?![A-Za-z0-9])/g)) {
    if (match.index > from) found.push(text.slice(from, match.index));
    found.push(split(match[0]));
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push(text.slice(from));
  return found;
}

// A text to be heard: each tile by its name.
export const aloud = (text: string, lang: string): string =>
  pieces(text)
    .map((piece) =>
      typeof piece === "string" ? piece : piece.map((tile) => spoken(tile, lang)).join(lang === "en" ? ", " : ""),
    )
    .join(lang === "en" ? " " : "");
