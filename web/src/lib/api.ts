// What the server is asked, with the types it declares (api_types.ts); every error comes as its own words.

export type {
  AnalysisTold as Analysis,
  Asked,
  BookTold as Book,
  BookInShort as BookName,
  CauseTold as Cause,
  CheckedTold as Checked,
  ComparedTold as Compared,
  DiscardsTold as Discards,
  ExampleTold as Example,
  FanTold as FanInfo,
  FanInIndex as FanName,
  FanScored as FanScore,
  PlacedFault as Fault,
  HouseTold,
  HowTold as HowPart,
  KeysTold as Keys,
  OptionTold as OptionInfo,
  PartTold as PlayPart,
  RowTold as HouseRow,
  Rule,
  WaitsTold as Waits,
  WorthTold as Worth,
  ScoreTold,
} from "./api_types";
import type {
  Asked,
  BookInShort,
  BookTold,
  CauseTold,
  Change,
  FanInIndex,
  Routes,
  Rule,
  ScoreTold,
  ScoreValues,
} from "./api_types";

// A score, whether it was asked for or stands at the end of a hand.
export type Score = ScoreValues & { kind: "score" } & Partial<Pick<ScoreTold, "payments_if" | "flags" | "text">>;
export type Options = NonNullable<Rule["options"]>;
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly faults: string[],
    readonly causes: CauseTold[] = [],
  ) {
    super(faults.length ? faults.join("\n") : title);
  }
}

// The page's language, which need not be the browser's: faults come in it.
export const tongue = (): Record<string, string> =>
  typeof document === "undefined" ? {} : { "accept-language": document.documentElement.lang };

interface Besides {
  name?: string; // what stands for {name} in the route
  query?: Record<string, string>;
  signal?: AbortSignal | undefined;
  bearer?: string; // a key, in a header that no log shows
}

// Ask one of the server's routes. What a person got wrong comes as an answer (Prefer), so that browsers do not write it
// into their console as an error; it is thrown all the same.
export async function ask<R extends keyof Routes>(
  route: R,
  body?: Routes[R]["asks"],
  { name = "", query, signal, bearer }: Besides = {},
): Promise<Routes[R]["tells"]> {
  const [method = "GET", path = ""] = route.split(" ");
  const search = query ? `?${new URLSearchParams(query)}` : "";
  const headers: Record<string, string> = { ...tongue(), prefer: "faults=answer" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (bearer) headers.authorization = `Bearer ${bearer}`;
  const answer = await fetch(path.replace("{name}", encodeURIComponent(name)) + search, {
    method,
    signal: signal ?? null,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const value = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  if (!answer.ok || answer.headers.get("content-type")?.startsWith("application/problem"))
    throw new Problem(
      answer.ok ? Number(value.status) : answer.status,
      String(value.title ?? answer.statusText),
      (value.faults as string[]) ?? [],
      (value.causes as CauseTold[]) ?? [],
    );
  return value as Routes[R]["tells"];
}

// The server sends the list of rulebooks inside the page, so that the first screen needs no second question.
function sent(): BookInShort[] {
  try {
    return JSON.parse(document.getElementById("rulebooks")?.textContent ?? "[]") as BookInShort[];
  } catch {
    return [];
  }
}
export const shipped: BookInShort[] = typeof document === "undefined" || !document.getElementById ? [] : sent();
// The list comes region by region.
export const byRegion = (list: BookInShort[]): [string, BookInShort[]][] =>
  [...new Set(list.map((one) => one.region))].map((region) => [region, list.filter((one) => one.region === region)]);
let books: Promise<BookInShort[]> | undefined;
export const rulebooks = (): Promise<BookInShort[]> =>
  (books ??= shipped.length ? Promise.resolve(shipped) : ask("GET /api/rulebooks"));
let fans: Promise<FanInIndex[]> | undefined;
export const allFans = (): Promise<FanInIndex[]> => (fans ??= ask("GET /api/rulebooks/fans"));
// What went wrong, in the server's own words.
export const faultsOf = (error: unknown, lost: string): string[] =>
  error instanceof Problem ? (error.faults.length ? error.faults : [error.title]) : [lost];
export const rulebook = (rule: Rule): Promise<BookTold> =>
  rule.text
    ? ask("POST /api/rulebooks", { text: rule.text, options: rule.options ?? {} })
    : rule.options && Object.keys(rule.options).length
      ? ask("POST /api/rulebooks/{name}", rule.options, { name: rule.id ?? "" })
      : ask("GET /api/rulebooks/{name}", undefined, { name: rule.id ?? "" });
export const hand = (asked: Asked, signal?: AbortSignal) => ask("POST /api/hand", asked, { signal });
export const discards = (asked: Asked, signal?: AbortSignal) => ask("POST /api/discards", asked, { signal });
export const analyse = (asked: Asked, signal?: AbortSignal) => ask("POST /api/analyse", asked, { signal });
export const compare = (asked: Asked, signal?: AbortSignal) => ask("POST /api/compare", asked, { signal });
// The largest text of a rulebook in bytes.  Of a larger one no more is sent than shows where it passes this, for much
// more would be refused as a request, without a line.
export const LARGEST_TEXT = 384 * 1024;
export function checkable(text: string): string {
  const bytes = text.length * 3 > LARGEST_TEXT ? new TextEncoder().encode(text) : undefined;
  if (!bytes || bytes.length <= LARGEST_TEXT) return text;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, LARGEST_TEXT)) + "…";
}
export const check = (text: string) => ask("POST /api/check", { text: checkable(text), seconds: 0.5 });
export const changeHouse = (text: string, changes: Change[]) => ask("POST /api/house", { text, changes });
