import { describe, expect, it } from "vitest";
import { scanHidden } from "../../../core/scan/scan-hidden.ts";

const found = (path: string, text: string, before?: string) =>
  scanHidden({ path, text, before }).map(({ danger, line }) => `${danger} ${line}`);

describe("code that reads differently from what it does", () => {
  it.each([
    ["src/a.ts", "if (level != 'user\u202e \u2066// only admins\u2069 \u2066') {"],
    ["src/a.ts", "// fine \u202e"],
    ["main.go", "var a\u200bdmin = true"],
    ["src/a.js", "const { timeout,\u3164 } = request.query;"],
    ["run.sh", "rm -rf \u{e0041}x"],
    ["tool.py", "def \u0430dmin(): pass"],
    ["AGENTS.md", "Thanks! \u{e0061}\u{e0070}\u{e0070}\u{e0072}\u{e006f}\u{e0076}\u{e0065}"],
    ["data/a.json", '"\u{e0061}"'],
  ])("is found in %s: %j", (path, line) => {
    expect(found(path, `first\n${line}\nlast`)).toEqual(["high 2"]);
    expect(found(path, line, line)).toEqual([]);
  });

  it.each([
    ["src/a.ts", "const word = '\u043f\u0440\u0438\u0432\u0435\u0442';"],
    ["src/a.ts", "const family = '\u{1f468}\u200d\u{1f469}';"],
    ["src/a.ts", "\ufeffimport x from './x.ts';"],
    ["locales/he.json", '"\u2066x\u2069"'],
    ["docs/a.md", "\u202e"],
    ["docs/a.md", "Wales \u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f} plays."],
  ])("is not what %s says: %j", (path, line) => {
    expect(found(path, line)).toEqual([]);
  });
});
