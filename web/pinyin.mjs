// Builds src/words/pinyin.json: how each character that names of rules and fans are written with is read, without
// tones.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { pinyin } from "pinyin-pro";

const BOOKS = "../src/quepu/rulebook/books";
const found = new Set();
for (const file of readdirSync(BOOKS).filter((name) => name.endsWith(".toml")))
  for (const [, names] of readFileSync(`${BOOKS}/${file}`, "utf8").matchAll(/name = \{([^}]*)\}/g))
    for (const character of names) if (/\p{Script=Han}/u.test(character)) found.add(character);
const readings = Object.fromEntries([...found].sort().map((one) => [one, pinyin(one, { toneType: "none", v: true })]));
writeFileSync("src/words/pinyin.json", JSON.stringify(readings) + "\n");
console.log(`src/words/pinyin.json: ${found.size} characters`);
