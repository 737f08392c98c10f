import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createForge } from "../../local/forge/create-forge.ts";
import { type Mode, renderStubs } from "../../local/render-stub.ts";
import { createRunner } from "../../local/runner/create-runner.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const hourly = "17 * * * *";

/** Says what it was told, in place of our bundle, and claims nothing. */
const script = `
const { INPUT_ZONE, INPUT_WORKFLOW, GITHUB_EVENT_NAME } = process.env;
console.log(\`\${INPUT_ZONE} of \${GITHUB_EVENT_NAME}, jobs go to \${INPUT_WORKFLOW || "this workflow"}\`);
`;

/** A repository with gsd's stubs and our own workflows behind them. */
async function anInstallation(mode: Mode) {
  const forge = await createForge();
  for (const login of ["gsd", "acme"]) forge.createUser({ login, type: "Organization" });
  const ours = [".github/workflows/gsd.yml", ".github/workflows/gsd-job.yml", "action/action.yml"];
  const files = Object.fromEntries(ours.map((path) => [path, readFileSync(`${root}${path}`, "utf8")]));
  const release = { ...files, "dist/action/main.mjs": script };
  const repository = forge.createRepository({ owner: "gsd", name: "gsd", files: release });
  const sha = (await forge.actions.resolveCommit(repository, "main")) ?? "";
  const stubs = renderStubs(root, mode, { repository, sha });
  const repo = forge.createRepository({ owner: "acme", name: "tally", files: stubs });
  const runner = createRunner({ host: forge.actions });
  return {
    forge,
    repo,
    /** The workflows that ran, with what their control was told. */
    async runs(): Promise<string[]> {
      await runner.idle();
      return [...forge.world.runs.values()].map(({ workflowPath, id }) => {
        const log = [...forge.world.jobs.values()].find(({ runId }) => runId === id)?.log.join("\n") ?? "";
        return `${workflowPath}: ${/control of .*/.exec(log)?.[0] ?? log}`;
      });
    },
    async [Symbol.asyncDispose]() {
      await runner.close();
      await forge.close();
    },
  };
}

describe("the stubs", () => {
  it("without the App have their schedule in a file of its own, which sends jobs to the other", async () => {
    await using one = await anInstallation("action");
    one.forge.tick(one.repo, hourly);
    expect(await one.runs()).toEqual([
      ".github/workflows/gsd-tick.yml: control of schedule, jobs go to gsd.yml",
    ]);
  });

  it("with the App have no schedule: it ticks by itself", async () => {
    await using one = await anInstallation("app");
    one.forge.tick(one.repo, hourly);
    expect(await one.runs()).toEqual([]);
  });

  it.each(["action", "app"] as const)("let people ask for a tick by hand (%s)", async (mode) => {
    await using one = await anInstallation(mode);
    const { forge, repo } = one;
    const answer = await fetch(`${forge.urls.api}/repos/${repo}/actions/workflows/gsd.yml/dispatches`, {
      method: "POST",
      headers: { authorization: `Bearer ${forge.createUserToken("acme")}` },
      body: JSON.stringify({ ref: "main" }),
    });
    expect(answer.ok).toBe(true);
    expect(await one.runs()).toEqual([
      ".github/workflows/gsd.yml: control of workflow_dispatch, jobs go to this workflow",
    ]);
  });
});
