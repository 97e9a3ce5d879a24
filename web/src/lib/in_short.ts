// How a hand goes, a sentence each: what is made, what a win needs, who pays.
import type { HowPart } from "./api";
import { said } from "./words.svelte";

const SHORT = 15; // letters of Chinese, each as wide as two and a half of others, that say too little by themselves
const TOLD = ["aim", "winning", "paying"];

export function inShort(how: HowPart[]): string[] {
  const parts = TOLD.map((id) => how.find((part) => part.id === id)).filter((part) => part !== undefined);
  const told = parts.length === TOLD.length ? parts : how.filter((part) => !part.example).slice(0, TOLD.length);
  return told.map((part) => sentence(said(part.text).trim())).filter(Boolean);
}

// The first sentence, with the next if it is very short. A full stop inside a number or a name ends nothing: in the
// Latin script a space follows.
function sentence(text: string): string {
  const first = /^[^]*?(?:[。！？]|[.!?](?=\s|$))\s*/.exec(text)?.[0] ?? text;
  const rest = text.slice(first.length);
  return width(first) < SHORT && rest ? (first + sentence(rest)).trim() : first.trim();
}

const width = (text: string): number => [...text].reduce((sum, one) => sum + (one > "\u2e80" ? 1 : 0.4), 0);
