// What was told of a hand, step by step, as a reader says it.
import type { Book } from "./api";
import type { May, Step, Thing } from "./pad";
import { said, t } from "./words.svelte";

const SUITS = ["m", "p", "s"];
export const nameOf = (one: Thing): string => said(one.name) || t(`pad.kong.${one.id}`).replace(/^pad\.kong\./, "");
const named = (list: Thing[], id: unknown): string => {
  const found = list.find((one) => one.id === id);
  return found ? nameOf(found) : "";
};
const valueOf = (value: unknown, who: (letter: string) => string): string =>
  value === true
    ? t("yes")
    : typeof value === "object" && value !== null
      ? Object.entries(value)
          .map(([one, told]) => `${who(one)} ${valueOf(told, who)}`)
          .join(t("comma"))
      : SUITS.includes(String(value))
        ? t(`suit.${String(value)}`)
        : who(String(value));

export function stepText(step: Step, may: May, players: string[], book: Book | undefined): string {
  const [kind, told] = Object.entries(step)[0] ?? ["", {}];
  const who = (letter: string): string => players[may.seats.indexOf(letter)] ?? letter;
  if (kind === "wins" || kind === "win") {
    const wins = (kind === "wins" ? told : [told]) as Step[];
    const texts = wins.map((one) => `${String(one.seat)}${one.from ? ` ← ${String(one.from)}` : ""}`);
    return `${t("pad.kind.win")}${t("colon")}${texts.join(" + ")}`;
  }
  const field = told as Step;
  if (kind === "memory") {
    const facts = book?.asks ?? [];
    const text = Object.entries(field).map(([id, value]) => {
      const fact = facts.find((one) => one.name === id);
      return `${fact ? said(fact.names) : named(may.memory, id)}${t("colon")}${valueOf(value, who)}`;
    });
    return text.join(t("semicolon"));
  }
  if (kind === "manual") {
    const moved = Object.entries(field.payments as Record<string, number>);
    const texts = moved.map(([one, points]) => `${one} ${points > 0 ? "+" : ""}${points}`);
    return `${t("pad.kind.manual")}${t("colon")}${texts.join(t("comma"))} ${String(field.text ?? "")}`.trim();
  }
  const what =
    kind === "kong"
      ? named(may.kongs, field.kong)
      : kind === "declare"
        ? named(may.declares, field.ready)
        : kind === "fault"
          ? named(may.faults, field.fault)
          : named(may.fans, field.fan);
  const parts = [
    kind === "rests" ? told : field.seat,
    what,
    field.from && `← ${String(field.from)}`,
    field.tile,
    field.count && `×${String(field.count)}`,
    field.ended && t(`pad.ended.${String(field.ended)}`),
  ].filter((part) => typeof part === "string" && part);
  return `${t(`pad.kind.${kind}`)}${t("colon")}${parts.join(" ")}`;
}
