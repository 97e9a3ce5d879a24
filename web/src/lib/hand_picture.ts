// A hand with its fans and payments, as the rows of a picture.
import type { Book, Score, Waits } from "./api";
import { paidInAll } from "./paid";
import { isBack, meldTiles, sorted, spoken, type Parts } from "./tiles";
import { counted, said, speech, t } from "./words.svelte";

type Row = [string, string];
const sign = (value: number): string => (value > 0 ? `+${value}` : String(value));

export function pictureOf(parts: Parts, found: Score | Waits, book: Book | undefined) {
  const groups = [
    ...parts.melds.map((meld) => meldTiles(meld).map((tile, place) => ({ tile, back: isBack(meld, place) }))),
    sorted(parts.tiles).map((tile) => ({ tile })),
    parts.win ? [{ tile: parts.win, won: true }] : [],
    parts.flowers.map((tile) => ({ tile })),
  ];
  const foot = `${said(book?.name)} · 雀谱 quepu`;
  if (found.kind !== "score") {
    const rows = found.waits.map((wait): Row => [
      `${spoken(wait.tile, speech.lang)} (${wait.left})`,
      `${wait.discard.legal ? wait.discard.total : "—"} / ${wait.self_draw.legal ? wait.self_draw.total : "—"}`,
    ]);
    return {
      groups,
      title: found.distance === 0 ? t("result.ready") : t("result.away", { count: found.distance ?? "?" }),
      rows,
      foot,
    };
  }
  const fans = found.fan_list
    .filter((fan) => !fan.apart)
    .map((fan): Row => [`${said(fan.name)}${fan.count > 1 ? ` × ${fan.count}` : ""}`, String(fan.points)]);
  const whole = paidInAll(found);
  const paid: Row[] = whole
    ? [
        [
          t("result.payments"),
          Object.entries(whole)
            .map(([one, amount]) => `${t(`seat.${one}`)} ${sign(amount)}`)
            .join("   "),
        ],
      ]
    : [];
  const made = (found.sum?.[speech.server] ?? []).join(" ");
  const title = found.legal
    ? `${made ? `${made}${t("colon")}` : ""}${counted(found.total, said(book?.unit))} · ${t("result.legal")}`
    : [t("result.not_legal"), ...found.reasons.map(said)].join(" · ");
  return { groups, title, rows: [...fans, ...paid], foot };
}
