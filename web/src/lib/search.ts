// Finding names by Chinese, English or pinyin: "qingyise", "qys" and "清一色" all find the same.
import readings from "../words/pinyin.json";
import { simplified } from "./forms";

const READ = readings as Record<string, string>;

export const pinyinOf = (text: string): string => [...text].map((one) => READ[one] ?? one.toLowerCase()).join("");
export const initials = (text: string): string =>
  [...text].map((one) => (READ[one] ?? one).charAt(0).toLowerCase()).join("");

export function fits(wanted: string, names: Record<string, string>, id = ""): boolean {
  const text = simplified(wanted.trim().toLowerCase()).replace(/\s+/g, "");
  if (!text) return true;
  return [...Object.values(names), id].some((name) => {
    const plain = simplified(name.toLowerCase()).replace(/\s+/g, "");
    return plain.includes(text) || pinyinOf(name).includes(text) || initials(name).includes(text);
  });
}
