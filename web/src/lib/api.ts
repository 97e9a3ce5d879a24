// What the server is asked; every error comes as its own words.
export class Problem extends Error {
  constructor(readonly status: number, readonly title: string, readonly faults: string[], readonly causes: Cause[] = []) {
    super(faults.length ? faults.join("\n") : title);
  }
}

// A fault as its code and values; a value that is a fault itself has its words beside it.
export interface Cause { code: string; values: Record<string, unknown>; text?: string }

export interface Rule { id?: string; text?: string; options?: Record<string, unknown> }
export interface BookName { id: string; name: Record<string, string>; region: string; text: Record<string, string>; fans: number; options: number; hand_size: number; sample: string; is_default: boolean; keys: Keys; claims: Record<string, Record<string, string>>; has_wild: boolean }
export interface Keys { kinds?: string; bonus?: string; marks?: string }
export interface OptionInfo { id: string; name: Record<string, string>; text: Record<string, string>; type: string; value: unknown; shown: string; choices: unknown[]; called: Record<string, Record<string, string>>; needs?: Record<string, string[]> }
export interface FanInfo { id: string; no: number; name: Record<string, string>; value?: number | string; when?: string; count?: string; pick?: string; tally?: string; drops?: string[]; tags?: string[]; group?: string; example?: unknown; text?: Record<string, string>; source?: string; on?: string; condition?: Record<string, string>; worth?: Record<string, string> }
export interface PlayPart { id: string; title: string; entries: { id: string; name: string; text: string; lines: string[] }[] }
export interface HowPart { id: string; name: Record<string, string>; text: Record<string, string>; example: Example | null; score: Score | null; faults: Record<string, string>[] }
export interface Example { hand: string; self_draw?: boolean; seat?: string; round?: string; from?: string; flags?: string[]; wild?: string; flowers?: string; laid?: string; state?: Record<string, unknown>; options?: Record<string, unknown> }
export interface Book extends BookName {
  how: HowPart[];
  version: number; source: string; melds: Record<string, string[]>; tiles: Record<string, unknown>; unit: Record<string, string>; score: Record<string, unknown>; score_said?: Record<string, Record<string, string>>; tallies?: Record<string, { name?: Record<string, string>; show?: Record<string, string> | string }>;
  option_list: OptionInfo[]; fan_list: FanInfo[]; shapes: Record<string, Record<string, unknown>>; win: Record<string, Record<string, unknown>>;
  flags: Record<string, { name?: Record<string, string> }>; memory: Record<string, Record<string, unknown>>; wild: Record<string, unknown>; always_wild?: string[];
  defines: Record<string, Record<string, unknown>>; play: Record<string, unknown>; procedure: Record<string, PlayPart[]>; pay: Record<string, unknown>[]; adjust: Record<string, unknown>[]; liability: Record<string, unknown>[]; text_of_file: string;
}
export interface Asked { rule: Rule; hand: string; self_draw?: boolean; seat?: string; round?: string; from?: string | null; flags?: string[]; wild?: string; state?: Record<string, unknown>; lang?: string }
export interface FanScore { id: string; name: Record<string, string>; count: number; value: number; points: number; tally: string; shown?: Record<string, string>; apart?: boolean; sets: string[][] }
export interface Score {
  kind: "score"; rule: string; hand: string; legal: boolean; complete: boolean; total: number; reasons: Record<string, string>[]; tallies: Record<string, number>;
  reading: { shape: string; sets: string[]; pairs: string[] } | null; fan_list: FanScore[]; payments: Record<string, number> | null; payments_if?: Record<string, Record<string, number>>; sum?: Record<string, string[]>; grade?: Record<string, string>; flags?: string[];
  dropped: { id: string; name: Record<string, string>; count: number; principle: string; by: string }[]; others: { reading: string; total: number }[];
  ledger: { from: string; to: string; amount: number; tag: string }[]; text: string;
}
export interface Worth { total: number; legal: boolean; reasons: Record<string, string>[] }
export interface Waits {
  kind: "waits"; rule: string; hand: string; distance: number | null; missing: number; waits: { tile: string; left: number; discard: Worth; self_draw: Worth }[];
  dead: string[]; useful: Record<string, number>; shapes: { shape: string; distance: number; exact: boolean }[]; text: string; flags?: string[];
}
export interface Compared { kind: "compare"; rows: { rule: string; name: Record<string, string>; kind: string; legal: boolean; total: number | null; fan_list: FanScore[]; reasons: Record<string, string>[]; ignored: string[] }[] }
export interface Checked { kind: "check"; errors: Fault[]; warnings: Fault[] }
export interface Fault { line: number; column: number; text: string; more: string }

// The page's language, which need not be the browser's: faults come in it.
export const tongue = (): Record<string, string> => (typeof document === "undefined" ? {} : { "accept-language": document.documentElement.lang });

export async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const answer = await fetch(path, {
    method, signal: signal ?? null, headers: body === undefined ? tongue() : { ...tongue(), "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const value = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  if (!answer.ok) throw new Problem(answer.status, String(value.title ?? answer.statusText), (value.faults as string[]) ?? [], (value.causes as Cause[]) ?? []);
  return value as T;
}

// The server sends the list of rulebooks inside the page, so that the first screen needs no second question.
function sent(): BookName[] {
  try { return JSON.parse(document.getElementById("rulebooks")?.textContent ?? "[]") as BookName[]; } catch { return []; }
}
export const shipped: BookName[] = typeof document === "undefined" || !document.getElementById ? [] : sent();
// The list comes region by region.
export const byRegion = (list: BookName[]): [string, BookName[]][] => [...new Set(list.map((one) => one.region))].map((region) => [region, list.filter((one) => one.region === region)]);
let books: Promise<BookName[]> | undefined;
export const rulebooks = (): Promise<BookName[]> => (books ??= shipped.length ? Promise.resolve(shipped) : call<BookName[]>("GET", "/api/rulebooks"));
export interface FanName { id: string; name: Record<string, string>; rules: string[] }
let fans: Promise<FanName[]> | undefined;
export const allFans = (): Promise<FanName[]> => (fans ??= call<FanName[]>("GET", "/api/rulebooks/fans"));
// What went wrong, in the server's own words.
export const faultsOf = (error: unknown, lost: string): string[] => (error instanceof Problem ? (error.faults.length ? error.faults : [error.title]) : [lost]);
export const rulebook = (rule: Rule): Promise<Book> =>
  rule.text ? call("POST", "/api/rulebooks", { text: rule.text, options: rule.options ?? {} }) : rule.options && Object.keys(rule.options).length ? call("POST", `/api/rulebooks/${rule.id}`, rule.options) : call("GET", `/api/rulebooks/${rule.id}`);
export const hand = (asked: Asked, signal?: AbortSignal): Promise<Score | Waits> => call("POST", "/api/hand", asked, signal);
export interface Discards { kind: "discards"; rows: { tile: string; distance: number | null; useful: Record<string, number>; left: number }[] }
export const discards = (asked: Asked, signal?: AbortSignal): Promise<Discards> => call("POST", "/api/discards", asked, signal);
export const compare = (asked: Asked, signal?: AbortSignal): Promise<Compared> => call("POST", "/api/compare", asked, signal);
export const check = (text: string): Promise<Checked> => call("POST", "/api/check", { text, seconds: 0.5 });
