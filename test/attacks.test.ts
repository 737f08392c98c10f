import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const rows = [...readFileSync("docs/attacks.md", "utf8").matchAll(/^\| (?!who \||---)(.+) \|$/gm)]
  .map(([, row = ""]) => row.split(" | "))
  .filter((cells) => cells.length === 4);

describe("the attacks that docs/attacks.md lists", () => {
  it("are at least those that somebody thought of", () => {
    expect(rows.length).toBeGreaterThanOrEqual(25);
  });

  it.each(rows)("%s: %s", (...[, , , played = ""]) => {
    const tests = [...played.matchAll(/`([^`]+)`: ([^;]+)(?:; |$)/g)];
    expect(tests, "no test plays it").not.toEqual([]);
    expect(tests.map(([whole]) => whole).join("")).toBe(played);
    for (const [, file = "", name = ""] of tests) {
      expect(existsSync(file), `${file} is not there`).toBe(true);
      expect(namesIn(readFileSync(file, "utf8")), `${file} has no test "${name}"`).toContain(name);
    }
  });
});

/** What a file calls its tests, and those that it has skipped left out. */
function namesIn(text: string): string {
  const calls = text.matchAll(
    /^\s*(?:it|describe)(?!\.(?:skip|todo)\()[\w.]*(?:\((?:[^\n]|\n(?!\s*(?:it|describe)))*?=>)/gm,
  );
  return [...calls].map(([call]) => call).join("\n");
}
