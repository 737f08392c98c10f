import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { trustStub } from "../../core/install/stub.ts";
import { createForge } from "../../local/forge/create-forge.ts";
import { type Mode, renderStubs } from "../../local/render-stub.ts";
import { createRunner } from "../../local/runner/create-runner.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const hourly = "17 * * * *";

/** Says what it was told, in place of our bundle, and claims nothing; a leg has only something to publish. */
const script = `
import { appendFileSync } from "node:fs";
const { INPUT_ZONE, INPUT_WORKFLOW, GITHUB_EVENT_NAME, GITHUB_OUTPUT, INPUT_APP } = process.env;
const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = process.env;
if (INPUT_ZONE === "begin") appendFileSync(GITHUB_OUTPUT, "go=publish\\nartifact=none\\nfrom=1\\n");
if (!url) console.log(INPUT_ZONE + " is nobody");
else {
  const asked = await fetch(url + "&audience=" + INPUT_APP, { headers: { authorization: "bearer " + token } });
  const claims = JSON.parse(Buffer.from((await asked.json()).value.split(".")[1], "base64url"));
  console.log(INPUT_ZONE + " is " + claims.aud + " " + claims.job_workflow_ref + " " + claims.ref);
}
console.log(\`\${INPUT_ZONE} of \${GITHUB_EVENT_NAME}, jobs go to \${INPUT_WORKFLOW || "this workflow"}\`);
`;

/** A repository with gsd's stubs and our own workflows behind them. */
async function anInstallation(mode: Mode, change: (stub: string) => string = (stub) => stub) {
  const forge = await createForge();
  for (const login of ["gsd", "acme"]) forge.createUser({ login, type: "Organization" });
  const ours = [".github/workflows/gsd.yml", ".github/workflows/gsd-job.yml", "action/action.yml"];
  const files = Object.fromEntries(ours.map((path) => [path, readFileSync(`${root}${path}`, "utf8")]));
  const release = { ...files, "dist/action/main.mjs": script };
  const repository = forge.createRepository({ owner: "gsd", name: "gsd", files: release });
  const sha = (await forge.actions.resolveCommit(repository, "main")) ?? "";
  const stubs = renderStubs(root, mode, { repository, sha });
  for (const [path, text] of Object.entries(stubs)) stubs[path] = change(text);
  const repo = forge.createRepository({ owner: "acme", name: "tally", files: stubs });
  const runner = createRunner({ host: forge.actions });
  return {
    forge,
    repo,
    sha,
    async dispatch(inputs: Record<string, string> = {}): Promise<boolean> {
      const answer = await fetch(`${forge.urls.api}/repos/${repo}/actions/workflows/gsd.yml/dispatches`, {
        method: "POST",
        headers: { authorization: `Bearer ${forge.createUserToken("acme")}` },
        body: JSON.stringify({ ref: "main", inputs }),
      });
      return answer.ok;
    },
    /** What all jobs said. */
    async log(): Promise<string> {
      await runner.idle();
      return [...forge.world.jobs.values()].flatMap((job) => job.log).join("");
    },
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
    expect(await one.dispatch()).toBe(true);
    expect(await one.runs()).toEqual([
      ".github/workflows/gsd.yml: control of workflow_dispatch, jobs go to this workflow",
    ]);
  });

  const legs = JSON.stringify([{ key: "1/plan/-/1", name: "plan" }]);

  it("grant no job leave to say who it is, unless CI is trusted", async () => {
    await using one = await anInstallation("app");
    await one.dispatch({ legs });
    const log = await one.log();
    expect(log).toContain("begin is nobody");
    expect(log).toContain("publish is nobody");
  });

  it("grant it to publish alone where CI is trusted: no job that runs agents has it", async () => {
    const app = "https://gsd.example.com";
    await using one = await anInstallation("app", (stub) => trustStub(stub, app));
    await one.dispatch({ legs });
    await one.dispatch();
    const log = await one.log();
    expect(log).toContain("begin is nobody");
    expect(log).toContain("control is nobody");
    expect(log).toContain(
      `publish is ${app} gsd/gsd/.github/workflows/gsd-job.yml@${one.sha} refs/heads/main`,
    );
  });

  it("start nothing where they grant less than control asks for", async () => {
    await using one = await anInstallation("app", (stub) => stub.replace(/ +statuses: write\n/, ""));
    await one.dispatch({ legs });
    expect(await one.log()).toContain(
      "is requesting 'statuses: write', but is only allowed 'statuses: none'",
    );
  });
});
