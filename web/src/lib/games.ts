// The games this browser has made or joined, with their secrets, so that it finds back to them.
export interface Kept { id: string; key: string; join_key?: string; watch_key?: string; rule: string; when: number }
const KEY = "games";
const MOST = 8;

export function games(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((one): one is Kept => typeof one?.id === "string" && typeof one?.key === "string") : [];
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
