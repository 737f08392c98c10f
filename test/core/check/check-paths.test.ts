import { describe, expect, it } from "vitest";
import { checkPath, findDanger, show } from "../../../core/check/check-paths.ts";
import { type Chance, createChance } from "../../builders/random.ts";

describe("a path that is new", () => {
  it.each([
    ["git's folder in Turkish", ".GİT/config"],
    ["git's folder with a dot on its i", "a/.gi\u0307t/config"],
    ["git's folder without a dot on its i", ".g\u0131t/config"],
    ["git's folder in wide letters", ".ｇｉｔ/hooks/x"],
    ["git's folder with what macOS ignores", ".g\u200ci\u{feff}t/config"],
    ["a stream of git's folder", ".git::$INDEX_ALLOCATION/config"],
    ["the short name of git's folder", "GIT~1/config"],
    ["the short name of .gitmodules", "GITMOD~1"],
    ["its other short name", "gi7eba~1"],
    ["the short name of .github", "GITHUB~1/workflows/ci.yml"],
    ["the short name of CLAUDE.local.md", "CLAUDE~1.MD"],
    ["a short name of few letters", "x~12.c"],
    ["a blank at its end", "src/a\u00a0"],
    ["a wide blank at a folder's end", "src\u3000/a"],
    ["a blank at its start", " a"],
    ["a thin blank at a file's start", "src/\u2009a"],
    ["a line separator", "src/a\u2028"],
    ["a filler that shows nothing", "src/\u3164"],
    ["a blank of braille", "src/\u2800.ts"],
    ["a mark on the slash", "src/\u0301a.ts"],
    ["a device", "con"],
    ["a device with an ending", "src/aux.c"],
    ["a device with two", "NUL.tar.gz"],
    ["a device with a blank", "con .txt"],
    ["a device with a raised digit", "COM¹"],
    ["a device's input", "conin$"],
    ["a stream", "a:b"],
    ["a drive", "C:x"],
    ["a star", "a*b"],
    ["a pipe", "a|b"],
    ["a question mark", "a?b"],
    ["quotes", 'a"b'],
    ["brackets of HTML", "a<b>"],
    ["a dash at its start", "-rf"],
    ["a dash at its first folder's start", "--force/a"],
    ["a part of 256 bytes", `src/${"x".repeat(256)}`],
    ["a part of 256 bytes in 128 letters", `${"é".repeat(128)}/a`],
    ["4,001 bytes", `${"é/".repeat(1_333)}aa`],
    ["a dot at a folder's end", "src./a"],
    ["the direction of writing", "src/\u202ecod.exe"],
    ["tags", "src/a\u{e0041}"],
    ["half a character", "src/\ud800"],
    ["a tab", "a\tb"],
    ["a character of nobody's", "src/\u{f8ff}"],
  ])("may not have %s", (_, path) => {
    expect(checkPath(path)).toBeTypeOf("string");
  });

  it.each([
    "src/a b.ts",
    "app/[id]/page.tsx",
    "app/[...slug]/page.tsx",
    "app/$param.tsx",
    "app/(group)/@modal/x.tsx",
    "packages/@scope/x.ts",
    "docs/🚀.md",
    "docs/❤️.md",
    "docs/日本語/読む 本.md",
    "docs/café/naïve.md",
    "docs/Ελληνικά.md",
    "docs/हिन्दी.md",
    "src/+page.svelte",
    "src/-x/--y.ts",
    "a,b;c=d.txt",
    "src/#x.ts",
    "100%.md",
    "it's & that.txt",
    "{x}.ts",
    "`x`.ts",
    "console.ts",
    "auxiliary/nullable.ts",
    "com10.txt",
    "a~b",
    "backup~10.txt",
    "1~2~3",
    ".gitignore",
    "src/.gitkeep",
    "digit/legit.ts",
    ".env.example",
    `${"x".repeat(255)}/${"é".repeat(127)}`,
    `${"d/".repeat(400)}x`,
  ])("may be %s", (path) => {
    expect(checkPath(path)).toBeUndefined();
  });

  it.each(["aux.c", "a:b", " a", "-x", "src/\u202ex", "GITMOD~1", "e\u0301.ts", "x".repeat(256)])(
    "may be %j where it is not new",
    (path) => {
      expect(findDanger(path)).toBeUndefined();
    },
  );
});

/** What hostile names are made of. */
const bits = [
  ...[
    ".git",
    ".GIT",
    "GIT~1",
    ".gİt",
    "con",
    "AUX",
    "com1",
    "..",
    ".",
    "",
    "a",
    "B",
    "é",
    "e\u0301",
    "ß",
    "日本",
    "🚀",
  ],
  ...[
    " ",
    "\u00a0",
    "\u3000",
    "\u200b",
    "\u200d",
    "\ufeff",
    "\u202e",
    "\u2066",
    "\u00ad",
    "\u034f",
    "\u115f",
    "\ufe0f",
  ],
  ...[
    "\u{e0041}",
    "\u{f0000}",
    "\ud83d",
    "\udc00",
    "\0",
    "\x1b",
    "\x7f",
    "\u0085",
    "\u2028",
    "\n",
    "\r",
    "\t",
  ],
  ...[
    "/",
    "/",
    "/",
    "\\",
    ":",
    "*",
    "?",
    "|",
    "<",
    '"',
    "~1",
    "~",
    "-",
    ".",
    "$",
    "\u0301",
    "\u0307",
    "\u0345",
  ],
];

function aHostilePath(chance: Chance): string {
  return Array.from({ length: 1 + chance.number(8) }, () =>
    chance.oneIn(5) ? String.fromCodePoint(chance.number(0x11_0000)) : chance.pick(bits),
  ).join("");
}

describe("any path that passes", () => {
  const chance = createChance(Number(process.env["GSD_SEED"] ?? 11));
  const passed: string[] = [];
  for (let tried = 0; tried < 60_000; tried++) {
    const path = aHostilePath(chance);
    if (checkPath(path) === undefined) passed.push(path);
  }

  it("is one of many, so that this says something", () => {
    expect(passed.length).toBeGreaterThan(1_000);
  });

  it("is the same after every normal form that a disk may write it in, and says the same in bytes", () => {
    for (const path of passed) {
      expect(path.normalize("NFD").normalize("NFC")).toBe(path);
      expect(Buffer.from(path, "utf8").toString("utf8")).toBe(path);
    }
  });

  it("stays where it is, on every system", () => {
    for (const path of passed) {
      expect(new URL(path.split("/").map(encodeURIComponent).join("/"), "file:///r/").pathname).toBe(
        `/r/${path.split("/").map(encodeURIComponent).join("/")}`,
      );
      expect(path).not.toMatch(/[\\:*?"<>|\p{C}\p{Zl}\p{Zp}]/u);
      for (const part of path.split("/")) {
        expect(part.trim()).toBe(part);
        expect(part).not.toMatch(/\.$|^\.{0,2}$/);
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
      }
    }
  });

  it("is git's folder in no way of writing it", () => {
    const asDisksRead = (part: string) =>
      part
        .normalize("NFKD")
        .replaceAll(/[\p{M}\p{Cf}]/gu, "")
        .toLowerCase()
        .replaceAll("ı", "i");
    for (const path of passed) {
      for (const part of path.split("/")) expect(asDisksRead(part)).not.toMatch(/^(\.git|git~\d+)[. ]*$/);
    }
  });

  it("is shown in letters that everybody has", () => {
    for (const path of passed) expect(show(path)).toMatch(/^`[\x20-\x5f\x61-\x7e…]+`$/);
  });
});
