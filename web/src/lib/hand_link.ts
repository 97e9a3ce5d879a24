// A hand and its situation in the address; what cannot be read is left out and named, the rest is kept.
import type { Book, Options, Rule } from "./api";
import { join, split } from "./tiles";

type Table = Record<string, unknown>;
export interface HandLink {
  rule: Rule;
  hand: string;
  selfDraw: boolean;
  seat: string;
  round: string;
  from: string;
  flags: string[];
  wild: string;
  table: Table;
}

// A table of values as a link holds it, or nothing where it is damaged.
function tableOf(text: string | null, bad: () => void): Table {
  if (!text) return {};
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found === "object" && found !== null && !Array.isArray(found)) return found as Table;
  } catch {
    /* damaged */
  }
  bad();
  return {};
}

export function readHand(query: URLSearchParams): { link: HandLink; bad: string[] } {
  const bad: string[] = [];
  const wind = (key: string, usual: string): string => {
    const told = query.get(key) ?? usual;
    if (told === usual || ["E", "S", "W", "N"].includes(told)) return told;
    bad.push(key);
    return usual;
  };
  const options = tableOf(query.get("options"), () => bad.push("options"));
  const table = tableOf(query.get("state"), () => bad.push("state"));
  const told = query.get("wild") ?? "";
  const wild = join(split(told));
  if (told && !wild) bad.push("wild");
  const text = query.get("text");
  const link = {
    rule: { id: query.get("rule") ?? "", ...(text ? { text } : {}), options: options as Options },
    hand: query.get("hand") ?? "",
    selfDraw: query.get("self_draw") === "1",
    seat: wind("seat", "E"),
    round: wind("round", "E"),
    from: wind("from", ""),
    flags: (query.get("flags") ?? "").split(",").filter(Boolean),
    wild,
    table,
  };
  return { link, bad };
}

export function writeHand({
  rule,
  hand,
  selfDraw,
  seat,
  round,
  from,
  flags,
  wild,
  table,
}: HandLink): Record<string, string> {
  const json = (value: Table | undefined) => (value && Object.keys(value).length ? JSON.stringify(value) : "");
  return {
    rule: rule.id ?? "",
    text: rule.text ?? "",
    options: json(rule.options),
    hand,
    self_draw: selfDraw ? "1" : "",
    seat: seat === "E" ? "" : seat,
    round: round === "E" ? "" : round,
    from,
    flags: flags.join(","),
    wild,
    state: json(table),
  };
}

// What of a link these rules know, and the names of what they do not.
export function fitted(book: Book, flags: string[], table: Table): { flags: string[]; table: Table; gone: string[] } {
  const knows = (key: string) =>
    key in book.memory ||
    book.asks.some((fact) => fact.name === key) ||
    (key.startsWith("turned.") && key.slice(7) in ((book.play.turned ?? {}) as Table));
  const kept = Object.entries(table).filter(([key]) => knows(key));
  return {
    flags: flags.filter((one) => one in book.flags),
    table: Object.fromEntries(kept),
    gone: [...flags.filter((one) => !(one in book.flags)), ...Object.keys(table).filter((key) => !knows(key))],
  };
}
