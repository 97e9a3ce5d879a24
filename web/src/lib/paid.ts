// Who pays a win, in words: by seat where it is known, else by whether he discarded.
import type { Score } from "./api";
import { t } from "./words.svelte";

const same = (values: number[]): number | undefined =>
  values.every((one) => one === values[0]) ? values[0] : undefined;

export function ifDiscarded(cases: [string, Record<string, number>][]): string {
  const fed = same(cases.map(([discarder, paid]) => -(paid[discarder] ?? 0)));
  const others = same(
    cases.flatMap(([discarder, paid]) =>
      cases
        .map(([seat]) => seat)
        .filter((seat) => seat !== discarder)
        .map((seat) => -(paid[seat] ?? 0)),
    ),
  );
  if (fed === undefined || others === undefined) return "";
  if (fed === others) return t("pay.same", { points: fed });
  return others ? t("pay.each", { points: fed, less: others }) : t("pay.alone", { points: fed });
}

export const signed = (value: number): string => (value > 0 ? `+${value}` : String(value).replace("-", "−"));

export function paidInShort(found: Score): string {
  if (!found.payments) return ifDiscarded(Object.entries(found.payments_if ?? {}));
  return Object.entries(found.payments)
    .filter(([, amount]) => amount)
    .map(([seat, amount]) => `${t(`seat.${seat}`)} ${signed(amount)}`)
    .join(" · ");
}
