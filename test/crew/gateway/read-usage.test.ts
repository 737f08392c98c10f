import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readUsage } from "../../../crew/gateway/read-usage.ts";

const entry = { input: 100, output: 10, cached: 80, thinking: 3, cacheWrite: 0, usd: 0.25 };
const nothing = { usage: { input: 0, output: 0, cached: 0, thinking: 0 }, usd: 0, turns: 0 };

it("adds up what a run spent, as far as its log goes", () => {
  const folder = mkdtempSync(join(tmpdir(), "gsd-usage-"));
  const file = join(folder, "usage.jsonl");
  const refused = { ...entry, input: 0, output: 0, cached: 0, thinking: 0, usd: 0 };
  writeFileSync(
    file,
    [entry, refused, entry]
      .map((one) => JSON.stringify(one))
      .join("\n")
      .concat('\n{"inp'),
  );
  expect(readUsage(file)).toEqual({
    usage: { input: 200, output: 20, cached: 160, thinking: 6 },
    usd: 0.5,
    turns: 2,
  });
  rmSync(folder, { recursive: true });
});

it("finds nothing where there is no log, or none of ours", () => {
  expect(readUsage("/nonexistent/usage.jsonl")).toEqual(nothing);
  const folder = mkdtempSync(join(tmpdir(), "gsd-usage-"));
  writeFileSync(join(folder, "usage.jsonl"), 'null\n7\n{"usd":"a lot","input":-5}\n');
  expect(readUsage(join(folder, "usage.jsonl"))).toEqual(nothing);
  rmSync(folder, { recursive: true });
});
