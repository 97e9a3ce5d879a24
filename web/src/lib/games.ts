// The games this browser has made or joined, with their secrets, so that it finds back to them.
export interface Kept {
  id: string;
  key: string;
  join_key?: string;
  watch_key?: string;
  rule: string;
  book?: string; // its id, where the rules are a rulebook's own
  when: number;
  over?: boolean; // it was played to its end
}
const KEY = "games";
const MOST = 8;

export function games(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found)
      ? found.filter((one): one is Kept => typeof one?.id === "string" && typeof one?.key === "string")
      : [];
  } catch {
    return [];
  }
}

export function keepGame(game: Kept): void {
  localStorage.setItem(KEY, JSON.stringify([game, ...games().filter((one) => one.id !== game.id)].slice(0, MOST)));
}

export function forget(id: string): void {
  localStorage.setItem(KEY, JSON.stringify(games().filter((one) => one.id !== id)));
}

export const unfinished = (): Kept[] => games().filter((one) => !one.over);

export function ended(id: string): void {
  if (unfinished().some((one) => one.id === id))
    localStorage.setItem(KEY, JSON.stringify(games().map((one) => (one.id === id ? { ...one, over: true } : one))));
}

// By which key the record of a game is asked for: that of the own place, if this browser has one.  Who watches gets
// what a watcher saw, which cannot be played again, so the key of an address, which may be passed on, comes second.
export const recordKey = (id: string, key: string): string => games().find((one) => one.id === id)?.key ?? key;

// The key that may stand in an address which is passed on: that of those who watch.  Where the own place is not kept,
// its key has to stand there, as it stood in the address that led here.
export function sharedKey(id: string, key: string): string {
  const kept = games().find((one) => one.id === id);
  return kept ? (kept.watch_key ?? "") : key;
}
