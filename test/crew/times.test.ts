import { expect, it } from "vitest";
import type { StepRecord } from "../../core/model/manifest.ts";
import { runCrew } from "../../crew/run-crew.ts";
import { aWorkTree } from "../adapters/git/work-tree.ts";
import { aCrew, aRecipe, fine, stepOf, summary } from "./a-crew.ts";

function begin(step: StepRecord | undefined): number {
  return Date.parse(step?.at ?? "");
}

function end(step: StepRecord | undefined): number {
  return begin(step) + (step?.seconds ?? 0) * 1000;
}

const begun = "2026-11-16T02:30:00.000Z";

it("a journal tells when the leg and each of its steps began", async () => {
  using tree = aWorkTree();
  const play = { task: `sleep 0.3; echo x >src/a.txt; ${summary}`, review: fine };
  const from = Date.now();
  const manifest = await runCrew(aCrew(tree, aRecipe("task"), play, { begun }));
  expect(manifest).toMatchObject({ outcome: "done", at: begun });
  const times = manifest.steps.map(({ at = "" }) => Date.parse(at));
  expect(times.every((time) => time >= from - 1 && time <= Date.now())).toBe(true);
  const [implement, gate] = ["implement.1", "gate.1"].map((name) => stepOf(manifest, name));
  expect(begin(gate)).toBeGreaterThanOrEqual(end(implement) - 2);
});

it("a setup that fails began as long ago as it took", async () => {
  using tree = aWorkTree();
  const setup = { command: "sleep 0.2; exit 3", hosts: [] };
  const manifest = await runCrew(aCrew(tree, aRecipe("task"), { task: summary, review: fine }, { setup }));
  expect(manifest.outcome).toBe("setup");
  const [step] = manifest.steps;
  expect(end(step)).toBeLessThanOrEqual(Date.now() + 2);
  expect(end(step) - begin(step)).toBeGreaterThan(150);
});
