// Who paid whom for what, in as few lines as say it: rows of one payer, one receiver and one reason are one.
import type { LedgerTold } from "./api_types";

export interface Payment extends LedgerTold {
  times: number;
}

export function merged(ledger: LedgerTold[]): Payment[] {
  const found = new Map<string, Payment>();
  for (const row of ledger) {
    const key = JSON.stringify([row.payer, row.receiver, row.rule, row.names]);
    const same = found.get(key);
    if (same) found.set(key, { ...same, amount: same.amount + row.amount, times: same.times + 1 });
    else found.set(key, { ...row, times: 1 });
  }
  return [...found.values()];
}
