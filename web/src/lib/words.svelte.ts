// The page's own words in three languages, and texts of rulebooks in the reader's.
import en from "../words/en.json";
import hans from "../words/zh-Hans.json";
import hant from "../words/zh-Hant.json";
import { simplified, traditional } from "./forms";

export type Lang = "zh-Hans" | "zh-Hant" | "en";
export type Names = Record<string, string> | string | undefined | null;
const WORDS: Record<Lang, Record<string, string>> = { en, "zh-Hans": hans, "zh-Hant": hant };
export const LANGS: Lang[] = ["zh-Hans", "zh-Hant", "en"];

function first(): Lang {
  const told = localStorage.getItem("lang") ?? navigator.language;
  if (/^zh(-|_)?(hant|tw|hk|mo)/i.test(told)) return "zh-Hant";
  return /^zh/i.test(told) ? "zh-Hans" : "en";
}

class Speech {
  lang: Lang = $state(first());

  choose(lang: Lang): void {
    this.lang = lang;
    localStorage.setItem("lang", lang);
    document.documentElement.lang = lang;
  }

  // The language as the server calls it.
  get server(): string {
    return this.lang === "zh-Hans" ? "zh" : this.lang;
  }
}

export const speech = new Speech();
document.documentElement.lang = speech.lang;

// A sentence of the page; {name} is filled from the values, {count:tile|tiles} is the first for a count of 1.
export function t(key: string, values: Record<string, string | number> = {}): string {
  return filled(WORDS[speech.lang][key] ?? WORDS.en[key] ?? key, values);
}

const filled = (text: string, values: Record<string, string | number>): string =>
  text
    .replace(/\{(\w+):([^|{}]*)\|([^|{}]*)\}/g, (_whole, name: string, one: string, many: string) =>
      String(values[name]) === "1" ? one : many,
    )
    .replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

// The same sentence in every language: to know again what the page itself has written.
export const everywhere = (key: string, values: Record<string, string | number> = {}): string[] =>
  LANGS.map((lang) => filled(WORDS[lang][key] ?? "", values));

// Rulebooks and the server's lines are written once in Chinese: their characters in the reader's own form.
export const formed = (text: string): string =>
  speech.lang === "zh-Hant" ? traditional(text) : speech.lang === "zh-Hans" ? simplified(text) : text;

// A name or text of a rulebook, in the reader's language or the nearest there is.
export function said(names: Names): string {
  if (!names) return "";
  if (typeof names === "string") return formed(names);
  const order =
    speech.lang === "en"
      ? ["en", "zh", "zh-Hant"]
      : speech.lang === "zh-Hant"
        ? ["zh-Hant", "zh", "en"]
        : ["zh", "zh-Hans", "en"];
  for (const lang of order) if (names[lang]) return lang === "zh" ? formed(names[lang]) : names[lang];
  return Object.values(names)[0] ?? "";
}

// A number with what is counted: "1 point", "2 points".
export const counted = (count: number, unit: string): string =>
  `${count} ${speech.lang === "en" && Math.abs(count) === 1 ? unit.replace(/s$/, "") : unit}`.trim();
