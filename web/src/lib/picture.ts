// A hand and its result as a picture: an SVG that holds its own tiles, and the same as PNG.
export interface Drawn {
  tile: string;
  won?: boolean;
  back?: boolean;
}
export interface Drawing {
  groups: Drawn[][];
  title: string;
  rows: [string, string][];
  foot: string;
}

const FONTS = "system-ui, 'Noto Sans SC', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif";
const TILE = 36;
const HIGH = 48;
const GAP = 14;
const EDGE = 20;
const LINE = 26;
const escaped = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

// `symbol` gives the drawing of a tile as an SVG symbol of that name.
export function svgOf(
  { groups, title, rows, foot }: Drawing,
  symbol: (tile: string) => string,
): { svg: string; width: number; height: number } {
  const shown = groups.filter((group) => group.length);
  const width = Math.max(360, 2 * EDGE + shown.reduce((sum, group) => sum + group.length * (TILE + 2) + GAP, -GAP));
  const height = 2 * EDGE + HIGH + 30 + LINE * (rows.length + 2);
  const used = [
    ...new Set(
      shown
        .flat()
        .filter((one) => !one.back)
        .map((one) => one.tile),
    ),
  ];
  let x = EDGE;
  const tiles = shown.map((group) => {
    const drawn = group.map(({ tile, won, back }) => {
      const at = x;
      x += TILE + 2;
      const edge = won ? `stroke="#b45309" stroke-width="3"` : `stroke="#8a9099" stroke-width="1"`;
      const box = `x="${at}" y="${EDGE}" width="${TILE}" height="${HIGH}" rx="5"`;
      const frame = `<rect ${box} fill="${back ? "#c98b2b" : "#fffdf7"}" ${edge}/>`;
      return (
        frame +
        (back ? "" : `<use href="#${tile}" x="${at + 3}" y="${EDGE + 4}" width="${TILE - 6}" height="${HIGH - 8}"/>`)
      );
    });
    x += GAP;
    return drawn.join("");
  });
  let y = EDGE + HIGH + 40;
  const lines = [`<text x="${EDGE}" y="${y}" font-size="22" font-weight="700" fill="#1f2328">${escaped(title)}</text>`];
  for (const [left, right] of rows) {
    y += LINE;
    lines.push(
      `<text x="${EDGE}" y="${y}" font-size="16" fill="#1f2328">${escaped(left)}</text>`,
      `<text x="${width - EDGE}" y="${y}" font-size="16" text-anchor="end" fill="#1f2328">${escaped(right)}</text>`,
    );
  }
  lines.push(`<text x="${EDGE}" y="${height - 14}" font-size="12" fill="#57606a">${escaped(foot)}</text>`);
  const size = `width="${width}" height="${height}"`;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}" font-family="${FONTS}">`,
    `<defs>${used.map(symbol).join("")}</defs><rect ${size} fill="#fbfaf6"/>`,
    `<rect x="8" y="8" width="${width - 16}" height="${HIGH + 24}" rx="8" fill="#2e6b4f"/>`,
    ...tiles,
    ...lines,
    "</svg>",
  ].join("");
  return { svg, width, height };
}

export async function pngOf(svg: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * width, height: 2 * height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, 2 * width, 2 * height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
  );
}

// To the clipboard, or where that is not allowed as a file; says which.
export async function copyPicture(drawing: Drawing): Promise<"copied" | "saved"> {
  const { svg, width, height } = svgOf(drawing, (tile) => document.getElementById(tile)?.outerHTML ?? "");
  const blob = await pngOf(svg, width, height);
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    return "copied";
  } catch {
    const made = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: "quepu.png" });
    made.click();
    URL.revokeObjectURL(made.href);
    return "saved";
  }
}
