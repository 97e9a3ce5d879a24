// The keys a hand is entered by: nine a row, as the rulebook has them.
import type { Keys } from "./api";
import { ALL, split } from "./tiles";

export function keyRows(keys: Keys | undefined): string[][] {
  if (!keys) return [];
  const known = new Set(split(`${keys.kinds ?? ""}${keys.bonus ?? "12345678f"}`));
  const marks = [
    ...new Set(
      split(keys.marks ?? "")
        .filter((tile) => tile.startsWith("5"))
        .map((tile) => `0${tile[1]}`),
    ),
  ]; // red fives
  return [
    ...["m", "p", "s", "z", "f"].map((suit) => ALL.filter((tile) => tile.endsWith(suit) && known.has(tile))),
    marks,
  ].filter((row) => row.length);
}

// The sets that begin with these tiles, as far as enough tiles are left for them.
export function begunBy(sets: string[], begun: string[], left: (tile: string) => number): string[] {
  return sets.filter((one) => {
    const tiles = split(one);
    return (
      begun.every((tile, place) => tiles[place] === tile) &&
      tiles.every((tile) => left(tile) >= tiles.filter((other) => other === tile).length)
    );
  });
}
