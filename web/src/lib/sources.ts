// Where a rule comes from, as a rulebook writes it; what many rules say word for word is said in the reader's language.

const KNOWN: Record<string, string> = {
  "public practice": "source.public",
  "the value is public practice": "source.public_value",
  "our decision": "source.ours",
  "the value is our decision": "source.ours_value",
  "the source text": "source.text",
};

/** A source, part by part. */
export function sourced(text: string, say: (key: string) => string, between: string): string {
  return text.split("; ").map((part) => { const key = KNOWN[part]; return key ? say(key) : part; }).join(between);
}
