import { beforeAll, describe, expect, it, vi } from "vitest";
import en from "../words/en.json";
import hans from "../words/zh-Hans.json";
import hant from "../words/zh-Hant.json";
import traditional from "../words/traditional.json";

describe("words", () => {
  beforeAll(() => {
    vi.stubGlobal("localStorage", { getItem: () => "zh-TW", setItem: () => undefined });
    vi.stubGlobal("document", { documentElement: {} });
  });
  it("are there in every language, with the same places to fill", () => {
    for (const other of [hans, hant] as Record<string, string>[]) {
      expect(Object.keys(other).sort()).toEqual(Object.keys(en).sort());
      for (const [key, text] of Object.entries(en as Record<string, string>))
        expect([...(other[key] ?? "").matchAll(/\{\w+\}/g)].map(String).sort(), key).toEqual(
          [...text.matchAll(/\{\w+\}/g)].map(String).sort(),
        );
    }
  });
  it("of rulebooks take the reader's form", async () => {
    const { formed, said, everywhere } = await import("./words.svelte");
    expect(formed("门前清 暗杠 发财")).toBe("門前清 暗槓 發財");
    expect(said({ zh: "清一色", en: "Full Flush" })).toBe("清一色");
    expect(said({ zh: "听牌", "zh-Hant": "聽", en: "ready" })).toBe("聽");
    expect(everywhere("play.place", { number: 2 })).toContain("Player 2");
    const { speech } = await import("./words.svelte");
    speech.choose("zh-Hans");
    expect(formed(undefined as unknown as string)).toBe("");
    expect(formed("圈數 雞糊 七隻花")).toBe("圈数 鸡糊 七只花");
    speech.choose("zh-Hant");
  });
  it("count one thing as one", async () => {
    const { counted, speech, t } = await import("./words.svelte");
    speech.choose("en");
    expect([counted(1, "points"), counted(-1, "points"), counted(2, "points"), counted(1, "fan")]).toEqual([
      "1 point",
      "-1 point",
      "2 points",
      "1 fan",
    ]);
    expect([t("result.useful", { count: 1 }), t("result.useful", { count: 2 })]).toEqual([
      "1 useful tile",
      "2 useful tiles",
    ]);
    speech.choose("zh-Hant");
    expect(counted(1, "點")).toBe("1 點");
  });
  it("of the page need no form of their own", () => {
    const left = Object.values(hant as Record<string, string>)
      .join("")
      .split("")
      .filter((one) => one in traditional && !"台里后只面干".includes(one));
    expect([...new Set(left)]).toEqual([]);
  });
});
