import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** All that gsd can say, as it stands in the code. */
const said = globSync(["{core,cli,crew,adapters}/**/*.{ts,mjs}"])
  .map((path) => readFileSync(path, "utf8").replaceAll("\\", ""))
  .join("\n");
const page = readFileSync("docs/troubleshooting.md", "utf8");
const quotes = [...page.matchAll(/^\s*> (.+)$/gm)].map((match) => (match[1] ?? "").replaceAll("\\<", "<"));
const outcomes = [...page.matchAll(/^\| ([^|]+) \(`([\w-]+)`\) \|/gm)];

it("docs/troubleshooting.md quotes what gsd really says", () => {
  const invented = quotes.filter((quote) =>
    quote.split("…").some(
      (part) =>
        !said.includes(
          part
            .trim()
            .replace(/^[.,:]|[,]$/g, "")
            .trim(),
        ),
    ),
  );
  expect(invented).toEqual([]);
  expect(quotes.length).toBeGreaterThan(25);
});

it("docs/troubleshooting.md words each outcome as gsd does", () => {
  for (const [, words, outcome] of outcomes) {
    const key = /-/.test(outcome ?? "") ? `"${outcome}"` : outcome;
    expect(said).toContain(`${key}: "${words}"`);
  }
  expect(outcomes.length).toBe(10);
});
