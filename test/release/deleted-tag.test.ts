import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { createForge } from "../../local/forge/create-forge.ts";
import { createRunner } from "../../local/runner/create-runner.ts";

const workflow = ".github/workflows/release.yml";
const text = readFileSync(fileURLToPath(new URL(`../../${workflow}`, import.meta.url)), "utf8");
const checks = "on: workflow_call\njobs: { test: { runs-on: ubuntu-24.04, steps: [{ run: 'true' }] } }\n";

/** GitHub starts a run for it, on the default branch: there the newest version would be released. */
it("releases nothing because a tag is deleted", async () => {
  await using forge = await aForge();
  forge.createUser({ login: "gsd" });
  const files = { [workflow]: text, ".github/workflows/ci.yml": checks };
  const repo = forge.createRepository({ owner: "gsd", name: "gsd", files });
  const headers = { authorization: `Bearer ${forge.createUserToken("gsd")}` };
  const ask = (method: string, path: string, body?: object) =>
    fetch(`${forge.urls.api}/repos/${repo}/git/refs${path}`, { method, headers, body: JSON.stringify(body) });
  const sha = await forge.actions.resolveCommit(repo, "main");
  await ask("POST", "", { ref: "refs/tags/v1.0.1", sha });
  // What the tag itself starts is not heard: there is no runner yet.
  const runner = createRunner({ host: forge.actions, env: { PATH: process.env["PATH"] ?? "" } });
  const before = forge.world.runs.size;
  await ask("DELETE", "/tags/v1.0.1");
  await runner.idle();
  expect(forge.world.runs.size).toBe(before + 1);
  const newest = Math.max(...forge.world.runs.keys());
  const jobs = [...forge.world.jobs.values()].filter(({ runId }) => runId === newest);
  expect(jobs.length).toBeGreaterThan(0);
  expect([...new Set(jobs.map(({ conclusion }) => conclusion))]).toEqual(["skipped"]);
  await runner.close();
});

async function aForge() {
  const forge = await createForge();
  return { ...forge, [Symbol.asyncDispose]: () => forge.close() };
}
