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

/** Whether something was paid before the win, so that the whole hand moves other sums than the win. */
export const inParts = (found: Score): boolean =>
  Object.entries(found.hand_payments ?? {}).some(([seat, amount]) => amount !== found.payments?.[seat]);

/** What the hand moves in all; nothing while it is not known who discarded. */
export const paidInAll = (found: Score): Record<string, number> | null => found.hand_payments ?? found.payments;

export function paidInShort(found: Score): string {
  const paid = paidInAll(found);
  if (!paid) return ifDiscarded(Object.entries(found.payments_if ?? {}));
  return Object.entries(paid)
    .filter(([, amount]) => amount)
    .map(([seat, amount]) => `${t(`seat.${seat}`)} ${signed(amount)}`)
    .join(" · ");
}
