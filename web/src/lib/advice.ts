// What each answer brings, as it is said in a line: points with their interval, chances, and how it stands to the best.
import type { AdviceTold, AnswerTold } from "./api_types";
import { t } from "./words.svelte";

export type Answer = AnswerTold;
/** Advice at the table counts no steps, and says how far the hand is after the best answer; reasons are sentences. */
export type Advice = Omit<AdviceTold, "step" | "answers"> & {
  answers: Answer[];
  after?: string[];
  reasons?: { text: Record<string, string> }[];
};

type Interval = { mean: number; low: number; high: number };
const MINUS = "−";

// As many digits as mean anything.
const digitsOf = (...numbers: number[]): number => {
  const largest = Math.max(...numbers.map(Math.abs));
  return largest >= 10 ? 0 : largest >= 1 ? 1 : 2;
};
const signed = (number: number, digits: number): string => {
  const text = Math.abs(number).toFixed(digits);
  return Number(text) === 0 ? text : `${number < 0 ? MINUS : "+"}${text}`;
};
export const plainNumber = (number: number): string =>
  `${number < 0 ? MINUS : ""}${Math.abs(number).toFixed(digitsOf(number))}`;

// A mean with its sign and half of its interval: "+10 ± 13".
export function withHalf({ mean, low, high }: Interval): string {
  const half = (high - low) / 2;
  const digits = digitsOf(mean, half);
  return `${signed(mean, digits)} ± ${half.toFixed(digits)}`;
}

// How much less than the best; none for the best itself.
export const short = ({ behind }: AnswerTold): string =>
  withHalf({ mean: -behind.mean, low: -behind.high, high: -behind.low });

export const percent = (rate: number): string => `${Math.round(rate * 100)}%`;

// The chances that the rules have, each in words.
export function chances(one: AnswerTold): string[] {
  const told: [string, { rate: number } | null][] = [
    ["advice.wins", one.wins],
    ["advice.deal_ins", one.deal_ins],
    ["advice.pays", one.pays],
    ["advice.unready", one.unready],
  ];
  return told.flatMap(([key, chance]) => (chance ? [t(key, { chance: percent(chance.rate) })] : []));
}

// What hands bring that were won, and those that cost something.
export const means = (one: AnswerTold): string[] => [
  ...(one.mean_win ? [t("advice.mean_win", { points: plainNumber(one.mean_win.mean) })] : []),
  ...(one.mean_loss ? [t("advice.mean_loss", { points: plainNumber(one.mean_loss.mean) })] : []),
];

// The answers worth a mark: the best, and those that may be as good.
export function marked(advice: Advice | undefined): Map<string, "best" | "level"> {
  const found = new Map<string, "best" | "level">();
  (advice?.answers ?? []).forEach((one, place) => {
    if (one.level) found.set(one.action, place ? "level" : "best");
  });
  return found;
}
