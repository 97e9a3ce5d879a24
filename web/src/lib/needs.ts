// Options that say something only beside another: the server refuses them elsewhere, so the page does not offer them.
import type { OptionInfo } from "./api";

// Whether an option says nothing while the others are set like this.
export const isIdle = (option: OptionInfo, list: OptionInfo[]): boolean =>
  Object.entries(option.needs ?? {}).some(
    ([other, wanted]) => !wanted.includes(list.find((one) => one.id === other)?.shown ?? ""),
  );

// The settings after one more choice, without those that would say nothing beside it.
export function chosenWith(
  options: Record<string, unknown>,
  id: string,
  value: unknown,
  list: OptionInfo[],
): Record<string, unknown> {
  const now = list.map((one) => (one.id === id ? { ...one, shown: String(value) } : one));
  const idle = new Set(now.filter((one) => one.id !== id && isIdle(one, now)).map((one) => one.id));
  return Object.fromEntries(Object.entries({ ...options, [id]: value }).filter(([name]) => !idle.has(name)));
}
