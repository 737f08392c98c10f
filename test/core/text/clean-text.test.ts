import { describe, expect, it } from "vitest";
import { cleanText, isClean } from "../../../core/text/clean-text.ts";
import { cutText } from "../../../core/text/cut-text.ts";

describe("cleaning a text", () => {
  it.each([
    "Plain words,\n\twith tabs and lines.",
    "Ünïcödé, 中文, العربية, हिन्दी, ไทย",
    "€ ± → ≤ ½ © 🎉",
    "❤️ and 1️⃣ keep their selector",
    "e\u0301 is a letter with its accent",
  ])("keeps %j", (text) => {
    expect(cleanText(text)).toEqual({ text, dropped: { count: 0, kinds: [] } });
  });

  it.each([
    ["zero-width characters", "a\u200b\u200c\u200d\ufeffb", "ab", "format characters"],
    ["text direction controls", "a\u202e\u2066\u200fb", "ab", "text direction controls"],
    ["tag characters", "a\u{e0001}\u{e0041}\u{e007f}b", "ab", "tag characters"],
    ["variation selectors", "a\ufe0f\ufe01\u{e0101}b", "ab", "variation selectors"],
    ["private-use characters", "a\ue000\u{f0000}\u{10fffd}b", "ab", "private-use characters"],
    ["control characters", "a\0\u0007\u001b[31m\u007f\u0085b", "a[31mb", "control characters"],
    ["unassigned characters", "a\u0378\u{e0fff}\uffffb", "ab", "unassigned characters"],
    ["broken characters", "a\ud800b\udc00", "ab", "broken characters"],
    ["letters that show nothing", "a\u3164\u115f\u2800\u034fb", "ab", "invisible characters"],
  ])("drops %s and says so", (_what, text, clean, kind) => {
    const result = cleanText(text);
    expect(result.text).toBe(clean);
    expect(result.dropped.count).toBeGreaterThan(0);
    expect(result.dropped.kinds).toContain(kind);
  });

  it("makes line ends one kind", () => {
    expect(cleanText("a\r\nb\rc\u2028d\u2029e").text).toBe("a\nb\nc\nd\ne");
  });

  it("changes nothing the second time, whatever it is given", () => {
    let seed = 7;
    const next = () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed;
    };
    const odd = [
      "\ufe0f",
      "\u200d",
      "❤",
      "1",
      "\u20e3",
      "#",
      "\r",
      "\n",
      "\u2028",
      "\u{e0041}",
      "\ud800",
      "\udc00",
      "e",
      "\u0301",
    ];
    for (let round = 0; round < 2_000; round++) {
      const text = Array.from({ length: 1 + (next() % 20) }, () =>
        next() % 3 === 0 ? String.fromCodePoint(next() % 0x110000) : odd[next() % odd.length],
      ).join("");
      const once = cleanText(text).text;
      expect(cleanText(once)).toEqual({ text: once, dropped: { count: 0, kinds: [] } });
      expect([text, isClean(text)]).toEqual([text, once === text]);
      expect(isClean(once)).toBe(true);
    }
  });
});

describe("cutting a text", () => {
  const bytes = (text: string) => new TextEncoder().encode(text).length;

  it("leaves a text that fits", () => {
    expect(cutText("é".repeat(50), 100)).toBe("é".repeat(50));
  });

  it("cuts between characters and says so", () => {
    for (let most = 60; most < 70; most++) {
      const cut = cutText("🎉é".repeat(100), most);
      expect(bytes(cut)).toBeLessThanOrEqual(most);
      expect(cut).toMatch(/^(?:🎉é)*🎉?\n\n… \(cut: the text is 600 bytes long\)$/u);
    }
  });

  it("keeps to the limit when there is no room for the notice", () => {
    expect(cutText("🎉".repeat(100), 6)).toBe("🎉");
    expect(cutText("🎉".repeat(100), 0)).toBe("");
  });
});
