// The clocks of a table as they run down here: the server tells what is left now and then, and it is the judge.
import type { ClocksTold } from "./api_types";

export const SOON = 10; // seconds left when it is said aloud
const TICK = 250; // milliseconds
export const CLOCKS: [number, number][] = [
  [5, 20],
  [10, 60],
  [20, 120],
]; // seconds of a move and of the reserve

export interface Left {
  seconds: number; // of the move and the reserve together
  share: number; // of all there was
  runs: boolean;
}

// What a player has left so many seconds after it was told.
export function leftOf(
  told: ClocksTold,
  player: number,
  agreed: { move: number; reserve: number },
  gone: number,
): Left {
  const own = told.players[player];
  if (!own) return { seconds: 0, share: 0, runs: false };
  const seconds = Math.max(0, own.left + own.reserve - (own.runs ? gone : 0));
  return { seconds, share: Math.min(1, seconds / (agreed.move + agreed.reserve || 1)), runs: own.runs };
}

export class Clocks {
  agreed: { move: number; reserve: number } | null = $state.raw(null);
  private told: ClocksTold | null = $state.raw(null);
  private heard = 0;
  private now = $state(0);
  private timer: ReturnType<typeof setInterval> | undefined;

  hear(told: ClocksTold | null): void {
    this.told = told;
    this.heard = this.now = performance.now();
    clearInterval(this.timer);
    if (told && (told.secret !== null || told.players.some((player) => player.runs)))
      this.timer = setInterval(() => (this.now = performance.now()), TICK);
  }
  private get gone(): number {
    return (this.now - this.heard) / 1000;
  }
  // A player's clock; where it is a secret who is asked, `asked` says that it is he.
  of(player: number, asked = false): Left | undefined {
    if (!this.told || !this.agreed) return undefined;
    if (asked && this.told.secret !== null) {
      const seconds = Math.max(0, this.told.secret - this.gone);
      return { seconds, share: seconds / this.agreed.move, runs: true };
    }
    return leftOf(this.told, player, this.agreed, this.gone);
  }
  close(): void {
    clearInterval(this.timer);
  }
}
