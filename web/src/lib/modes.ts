// What stands beside the sets a hand is entered by: tiles that lie beside it, and facts told by one tap.
import type { Book } from "./api";

export interface Pick {
  id: string;
  label: string;
  tiles: string[];
  once: boolean; // each kind at most once; tapped again it is taken out
  onchange: (tiles: string[]) => void;
}
export interface Toggle {
  id: string;
  label: string;
  on: boolean;
  disabled: boolean;
  onchange: (on: boolean) => void;
}

const MOST = 10; // tiles that may lie beside a hand
const COPIES = 4;

export const picked = ({ tiles, once }: Pick, tile: string): string[] =>
  once && tiles.includes(tile) ? tiles.filter((one) => one !== tile) : [...tiles, tile];
// A mark on a copy says nothing of what lies turned up.
export const cannotPick = ({ tiles, once }: Pick, tile: string): boolean =>
  tile.startsWith("0") ||
  (!(once && tiles.includes(tile)) && (tiles.length >= MOST || tiles.filter((one) => one === tile).length >= COPIES));

// What was, step by step back; what is taken back is not a step of its own.
export class Past {
  private steps: string[] = [];
  private last: string | undefined;
  private static readonly MOST = 60;

  see(now: string): void {
    if (this.last !== undefined && this.last !== now) this.steps = [...this.steps, this.last].slice(-Past.MOST);
    this.last = now;
  }
  get canGo(): boolean {
    return this.steps.length > 0;
  }
  back(): string {
    this.last = this.steps.pop() ?? this.last ?? "";
    return this.last;
  }
}

// What a rulebook has turned up: the lots in force, each with its name.
export const turnedBy = (book: Book | undefined): [string, Record<string, string> | undefined][] =>
  Object.entries((book?.play.turned ?? {}) as Record<string, { name?: Record<string, string>; enabled?: boolean }>)
    .filter(([, lot]) => lot.enabled !== false)
    .map(([id, lot]) => [id, lot.name]);
