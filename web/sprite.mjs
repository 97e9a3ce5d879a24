// Builds public/tiles.svg, one <symbol> for each tile, from the two packages that hold the drawings; no art is
// committed.
// Suits, honours and red fives: riichi-mahjong-tiles (CC0). Flowers: glyphs of Noto Sans Symbols 2 (OFL).
// 白 is a frame of our own.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as drawings from "riichi-mahjong-tiles";
import opentype from "opentype.js";

const require = createRequire(import.meta.url);
const VIEW = "0 0 300 400";
const SUITS = { m: "Man", p: "Pin", s: "Sou" };
const HONOURS = ["Ton", "Nan", "Shaa", "Pei", "", "Hatsu", "Chun"]; // 1z to 7z; 5z is drawn below
const FIRST_FLOWER = { 1: 0x1f026, 5: 0x1f022 }; // 春夏秋冬, then 梅兰竹菊
const COLOURS = {
  1: "#1a7f37",
  2: "#b3261e",
  3: "#b45309",
  4: "#1f5fa8",
  5: "#b3261e",
  6: "#7c3aed",
  7: "#1a7f37",
  8: "#b45309",
};
const KEPT = new Set([
  "viewBox",
  "preserveAspectRatio",
  "gradientUnits",
  "gradientTransform",
  "spreadMethod",
  "patternUnits",
  "patternTransform",
  "maskUnits",
  "clipPathUnits",
  "maskContentUnits",
]);

const kebab = (name) =>
  KEPT.has(name) ? name : name.replace(/^xlinkHref$/, "href").replace(/[A-Z]/g, (letter) => "-" + letter.toLowerCase());
// Two decimals are enough; they are kept even if they are 00, because "13.5" may stand right behind ".00".
const rounded = (text) => String(text).replace(/-?\d+\.\d{3,}/g, (number) => Number(number).toFixed(2));
const escaped = (text) => rounded(text).replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

// What a drawing says in words of SVG: a component is called, its elements are written down.
function written(node) {
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (Array.isArray(node)) return node.map(written).join("");
  if (typeof node !== "object") return escaped(node);
  if (typeof node.type === "function") return written(node.type(node.props));
  const { children, style, ...rest } = node.props;
  if (typeof node.type !== "string") return written(children);
  // every property the drawings use is an attribute of SVG too, and the page's security policy allows no
  // style attributes
  const styles = Object.fromEntries(
    Object.entries(style ?? {}).filter(([name, value]) => DEFAULTS[name] !== String(value)),
  );
  const attributes = Object.entries({ ...rest, ...styles })
    .map(([name, value]) => ` ${kebab(name)}="${escaped(value)}"`)
    .join("");
  return `<${node.type}${attributes}>${written(children)}</${node.type}>`;
}
const DEFAULTS = {
  opacity: "1",
  fillOpacity: "1",
  fillRule: "nonzero",
  stroke: "none",
  strokeLinecap: "butt",
  strokeMiterlimit: "4",
  strokeDasharray: "none",
  strokeDashoffset: "0",
  strokeOpacity: "1",
};

function drawn(name) {
  const component = drawings[`Regular${name}`] ?? drawings[name];
  if (!component) throw new Error(`riichi-mahjong-tiles has no drawing ${name}`);
  const svg = component({});
  return { view: svg.props.viewBox ?? VIEW, body: written(svg.props.children) };
}

const symbol = (id, { view, body }) => `<symbol id="${id}" viewBox="${view}">${body}</symbol>`;

const font = opentype.parse(
  (() => {
    const file = readFileSync(
      require.resolve("@fontsource/noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal.woff"),
    );
    return file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
  })(),
);

// A glyph fills the tile; its own frame is left out with the outermost contours.
function glyph(number) {
  const first = number < 5 ? FIRST_FLOWER[1] + number - 1 : FIRST_FLOWER[5] + [0, 1, 2, 3][number - 5];
  const made = font.charToGlyph(String.fromCodePoint(first)).getPath(0, 0, 1000);
  const contours = [];
  for (const command of made.commands) {
    if (command.type === "M") contours.push([]);
    contours[contours.length - 1].push(command);
  }
  const box = (contour) =>
    contour.reduce(
      ([a, b, c, d], { x, y }) =>
        x === undefined ? [a, b, c, d] : [Math.min(a, x), Math.min(b, y), Math.max(c, x), Math.max(d, y)],
      [Infinity, Infinity, -Infinity, -Infinity],
    );
  const whole = box(made.commands);
  const inner = contours.filter((contour) => {
    const [a, , c] = box(contour);
    return c - a < 0.8 * (whole[2] - whole[0]);
  });
  const [left, top, right, bottom] = box(inner.flat());
  const path = new opentype.Path();
  path.commands = inner.flat();
  const scale = Math.min(240 / (right - left), 320 / (bottom - top));
  const shift =
    `translate(${150 - (scale * (left + right)) / 2} ${200 - (scale * (top + bottom)) / 2})` + ` scale(${scale})`;
  return {
    view: VIEW,
    body: `<path fill="${COLOURS[number]}" transform="${rounded(shift)}" d="${path.toPathData(0)}"/>`,
  };
}

const symbols = [];
for (const [letter, name] of Object.entries(SUITS)) {
  for (let rank = 1; rank <= 9; rank += 1) symbols.push(symbol(`${rank}${letter}`, drawn(`${name}${rank}`)));
  symbols.push(symbol(`0${letter}`, drawn(`${name}5Dora`)));
}
HONOURS.forEach((name, index) => {
  symbols.push(
    symbol(
      `${index + 1}z`,
      name
        ? drawn(name)
        : {
            view: VIEW,
            body: '<path fill="none" stroke="#1f5fa8" stroke-width="14" d="M55 60h190v280H55zM80 85h140v230H80z"/>',
          },
    ),
  );
});
for (let number = 1; number <= 8; number += 1) symbols.push(symbol(`${number}f`, glyph(number)));

mkdirSync("public", { recursive: true });
writeFileSync("public/tiles.svg", `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>\n`);
console.log(`public/tiles.svg: ${symbols.length} tiles`);
