import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createForge } from "../../local/forge/create-forge.ts";
import { timeNode } from "./measure.ts";

const owner = "acme";
const repo = "acme/tally";
const bundle = "dist/action/main.mjs";

/** A forge with a track whose first batch was dispatched and waits for its run to claim it. */
export async function aBatch() {
  const forge = await createForge();
  const folder = mkdtempSync(join(tmpdir(), "gsd-bench-"));
  forge.createUser({ login: owner, type: "Organization" });
  forge.createUser({ login: "mia" });
  const files = { ".github/workflows/gsd.yml": readFileSync("cli/templates/gsd-action.yml", "utf8") };
  forge.createRepository({ owner, name: "tally", files });
  forge.addCollaborator(repo, "mia", "admin");
  const token = forge.createUserToken("mia");
  const api = (method: string, path: string, body?: object) =>
    fetch(`${forge.urls.api}/repos/${repo}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const opened = await api("POST", "/issues", { title: "CSV export", body: "Export as CSV." });
  const issue = (await opened.json()) as { number: number };
  const event = join(folder, "event.json");
  const output = join(folder, "output");
  writeFileSync(event, JSON.stringify(labeled(issue)));
  writeFileSync(output, "");
  const env = {
    ...{ INPUT_ZONE: "control", INPUT_TOKEN: token, GITHUB_REPOSITORY: repo, GITHUB_RUN_ID: "1" },
    ...{ GITHUB_API_URL: forge.urls.api, GITHUB_EVENT_PATH: event, GITHUB_OUTPUT: output },
  };
  await timeNode([bundle], { ...env, GITHUB_EVENT_NAME: "issues" });
  const sha = await forge.actions.resolveCommit(repo, "gsd/ledger");
  return {
    url: `${forge.urls.api}/repos/${repo}`,
    token,
    /** One run that claims the batch, in milliseconds; the ledger is as before afterwards. */
    async claim(): Promise<number> {
      const key = `${issue.number}/batch/-/1`;
      const ms = await timeNode([bundle], { ...env, GITHUB_EVENT_NAME: "workflow_dispatch", INPUT_KEY: key });
      if (!readFileSync(output, "utf8").includes(`"key":"${issue.number}/`))
        throw new Error("the run claimed nothing");
      writeFileSync(output, "");
      await api("PATCH", "/git/refs/heads/gsd/ledger", { sha, force: true });
      return ms;
    },
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true });
      await forge.close();
    },
  };
}

function labeled(issue: { number: number }): object {
  const sender = { id: 1, login: "mia", type: "User" };
  return { action: "labeled", issue, label: { name: "gsd:plan" }, sender };
}
