// Chinese characters in the form of the other side of the strait; rulebooks are written in the form of their own town.
import oneWay from "../words/simplified.json";
import pairs from "../words/traditional.json";

const TRADITIONAL = pairs as Record<string, string>;
// Traditional characters are more: some share a simplified one that is a character of its own too.
const SIMPLIFIED: Record<string, string> = {
  ...Object.fromEntries(Object.entries(TRADITIONAL).map(([simple, full]) => [full, simple])),
  ...oneWay,
};

// A text may be missing for a moment, while an answer of another kind takes the place of one that is shown.
const each = (text: string | undefined, forms: Record<string, string>): string =>
  [...(text ?? "")].map((one) => forms[one] ?? one).join("");
export const traditional = (text: string | undefined): string => each(text, TRADITIONAL);
export const simplified = (text: string | undefined): string => each(text, SIMPLIFIED);
