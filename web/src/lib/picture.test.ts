import { describe, expect, it } from "vitest";
import { svgOf } from "./picture";

describe("a picture of a result", () => {
  const drawing = {
    groups: [
      [{ tile: "1m" }, { tile: "1m" }],
      [],
      [
        { tile: "5p", won: true },
        { tile: "2z", back: true },
      ],
    ],
    title: "8 <番>",
    rows: [["清一色 & 碰", "24"] as [string, string]],
    foot: "quepu",
  };
  it("holds each tile once, escapes text and grows with its rows", () => {
    const { svg, height } = svgOf(drawing, (tile) => `<symbol id="${tile}"/>`);
    expect(svg.match(/<symbol id="1m"\/>/g)).toHaveLength(1);
    expect(svg).not.toContain('<symbol id="2z"/>');
    expect(svg.match(/<use /g)).toHaveLength(3);
    expect(svg).toContain("8 &lt;番&gt;");
    expect(svg).toContain("清一色 &amp; 碰");
    expect(svgOf({ ...drawing, rows: [] }, () => "").height).toBeLessThan(height);
  });
});
