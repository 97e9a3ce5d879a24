// Amounts as the server writes them ("33.9", thirds with many digits): rounded to what a reader wants.
export const amount = (value: string | number): string => String(Math.round(Number(value) * 100) / 100);
export const signed = (value: string | number): string => (Number(value) > 0 ? "+" : "") + amount(value);
