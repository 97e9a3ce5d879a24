// A meld as it lies on the table: which of its tiles are face down, and which lies across to show who gave it.
import type { FedTold } from "./api_types";
import { isBack, meldTiles, plain } from "./tiles";

export interface Piece {
  tile: string; // empty: its back
  across?: boolean;
  from?: string; // who gave it
}

// The seat on the player's left gives the first tile of the set, the one on the right the last, the one opposite one
// between; so it lies, whatever the rank of the tile.
export function laidMeld(meld: string, fed: FedTold | null, seat: string, order: string[]): Piece[] {
  const found = meldTiles(meld.replace(/\?/g, ""));
  const tiles = found.length ? found : ["", "", "", ""];
  if (!fed) return tiles.map((tile, place) => ({ tile: isBack(meld, place) ? "" : tile }));
  const at = tiles.findIndex((tile) => plain(tile) === plain(fed.tile));
  const rest = tiles.filter((_, place) => place !== Math.max(0, at));
  const away = (order.indexOf(fed.seat) - order.indexOf(seat) + order.length) % order.length;
  const place = away === order.length - 1 ? 0 : away === 1 ? rest.length : 1;
  const given: Piece = { tile: tiles[Math.max(0, at)] ?? fed.tile, across: true, from: fed.seat };
  const pieces: Piece[] = rest.map((tile) => ({ tile }));
  return [...pieces.slice(0, place), given, ...pieces.slice(place)];
}

// How large tiles are drawn, 1 at most, so that they fit: groups so wide, one beside the other and line under line, in
// a place so wide and so high. Measured in discards.
export function fitting(groups: number[], gap: number, line: number, wide: number, high: number): number {
  for (let size = 1; size > 0.3; size -= 0.02) {
    let lines = 1;
    let used = 0;
    for (const group of groups) {
      if (used > 0 && (used + gap + group) * size > wide) {
        lines += 1;
        used = 0;
      }
      used += (used > 0 ? gap : 0) + group;
    }
    const longest = Math.max(used, ...groups) * size;
    if (longest <= wide && (lines * line + (lines - 1) * gap) * size <= high) return size;
  }
  return 0.3;
}
