// Where a rule comes from, as a rulebook writes it; what many rules say word for word is said in the reader's language.

const KNOWN: Record<string, string> = {
  "public practice": "source.public",
  "the value is public practice": "source.public_value",
  "our decision": "source.ours",
  "the value is our decision": "source.ours_value",
  "the source text": "source.text",
};
// Rulebooks write remarks in English: of one that is not known a Chinese reader is told whose word it is. What is
// Chinese alone quotes the source text, which is what an English reader is told; a Chinese one reads the quotation.
const WHOSE: [RegExp, string][] = [
  [/\bour (decision|reading)\b|\bours\b|\bwe take\b/, "source.ours"],
  [/\bpubli(c|shed)\b/, "source.public"],
  [/\bsource\b/, "source.text"],
];
const ENGLISH = /[A-Za-z]{3}/;
const CHINESE = /[\u3400-\u9fff]/;

/** A source, part by part; empty if it has nothing to tell this reader. */
export function sourced(text: string, say: (key: string) => string, between: string, chinese = false): string {
  const parts = text.split("; ").flatMap((part) => {
    const key = KNOWN[part];
    if (key) return [say(key)];
    if (CHINESE.test(part) && !ENGLISH.test(part))
      return [say("source.text") + (chinese ? `“${part.replaceAll(", ", "，")}”` : "")];
    return chinese && ENGLISH.test(part)
      ? WHOSE.filter(([whose]) => whose.test(part)).map(([, name]) => say(name))
      : [part];
  });
  return [...new Set(parts)].join(between);
}
