// Chinese characters in the form of the other side of the strait; rulebooks are written in the form of their own town.
import oneWay from "../words/simplified.json";
import pairs from "../words/traditional.json";

const TRADITIONAL = pairs as Record<string, string>;
// Traditional characters are more: some share a simplified one that is a character of its own too.
const SIMPLIFIED: Record<string, string> = { ...Object.fromEntries(Object.entries(TRADITIONAL).map(([simple, full]) => [full, simple])), ...oneWay };

const each = (text: string, forms: Record<string, string>): string => [...text].map((one) => forms[one] ?? one).join("");
export const traditional = (text: string): string => each(text, TRADITIONAL);
export const simplified = (text: string): string => each(text, SIMPLIFIED);
