import { afterAll, describe, expect, it } from "vitest";
import type { StepRecord } from "../../core/model/manifest.ts";
import { runCrew } from "../../crew/run-crew.ts";
import { aWorkTree } from "../adapters/git/work-tree.ts";
import { aCrew, aRecipe, config, fine, stepOf, summary } from "./a-crew.ts";
import { sealed, whyNot } from "./sandbox/sandboxes.ts";

const trees: Disposable[] = [];
afterAll(() => {
  for (const tree of trees) tree[Symbol.dispose]();
});

const play = { task: `printf 'one\\ntwo\\nthree\\n' >src/new.js; ${summary}`, review: fine };
const judging = { hints: ["src/new.js"], tests: [] };
const report = "SF:src/new.js\nDA:1,1\nDA:2,0\nDA:3,0\nend_of_record\n";

/** A task whose test command leaves something where reports are. */
async function runTask(test: string, verification = {}): Promise<Awaited<ReturnType<typeof runCrew>>> {
  const tree = aWorkTree({ "src/a.txt": "one\n" });
  trees.push(tree);
  const more = { judging, commands: { test }, sandbox: sealed, config: { ...config, verification } };
  return await runCrew(aCrew(tree, aRecipe("task"), play, more));
}

function coverageIn(step: StepRecord): unknown {
  return step.type === "run" ? step.coverage : undefined;
}

describe(`what tests ran of a change${whyNot}`, () => {
  it("is read from the report that they leave, and is no change itself", async () => {
    const test = `mkdir -p coverage && printf '${report.replaceAll("\n", "\\n")}' >coverage/lcov.info`;
    const manifest = await runTask(test, { coverage: 80 });
    expect(coverageIn(stepOf(manifest, "check.1"))).toEqual({
      lines: 3,
      covered: 1,
      missed: [{ path: "src/new.js", from: 2, to: 3 }],
      unreported: [],
    });
    expect(manifest.signals).toContainEqual({ code: "change-uncovered", lines: 3, covered: 1, least: 80 });
    expect(manifest.changes.map(({ path }) => path)).toEqual(["src/new.js"]);
  });

  it("is looked for where the configuration says", async () => {
    const manifest = await runTask(`printf '${report.replaceAll("\n", "\\n")}' >own.info`, {
      lcov: ["own.info"],
    });
    expect(coverageIn(stepOf(manifest, "check.1"))).toMatchObject({ lines: 3, covered: 1 });
    expect(manifest.signals ?? []).toEqual([]);
  });

  it.each([
    ["nothing", "true"],
    ["a link to a file of the machine", "mkdir -p coverage && ln -s /etc/passwd coverage/lcov.info"],
    ["a pipe", "mkdir -p coverage && mkfifo coverage/lcov.info"],
    ["a folder", "mkdir -p coverage/lcov.info"],
    ["something else", "mkdir -p coverage && head -c 1000000 /dev/urandom >coverage/lcov.info"],
  ])("is not known, and holds nothing up, where tests leave %s", async (_, test) => {
    const manifest = await runTask(test, { coverage: 80 });
    expect(manifest.outcome).toBe("done");
    expect(coverageIn(stepOf(manifest, "check.1"))).toBeUndefined();
    expect(manifest.signals ?? []).toEqual([]);
  });
});
