import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createForge, type Forge } from "../../local/forge/create-forge.ts";
import { timeNode } from "./measure.ts";

const repo = "acme/tally";
const bundle = "dist/action/main.mjs";

/** A forge with a track whose first job is claimed by run 1, and waits for the leg to begin. */
export async function aBatch() {
  const forge = await createForge();
  const folder = mkdtempSync(join(tmpdir(), "gsd-bench-"));
  const api = install(forge);
  const opened = await api.send("POST", "/issues", { title: "CSV export", body: "Export as CSV." });
  const issue = (await opened.json()) as { number: number };
  const output = join(folder, "output");
  const env = control(folder, { output, token: api.token, apiUrl: forge.urls.api, event: labeled(issue) });
  await timeNode([bundle], { ...env, GITHUB_EVENT_NAME: "issues" });
  const leg = { ...env, INPUT_ZONE: "begin", INPUT_KEY: `${issue.number}/plan/-/1`, RUNNER_TEMP: folder };
  return {
    url: api.url,
    token: api.token,
    /** The first step of the leg, in milliseconds: it asks the ledger what to work on. */
    async begin(): Promise<number> {
      const ms = await timeNode([bundle], leg);
      if (!/go<<.*\nwork\n/.test(readFileSync(output, "utf8")))
        throw new Error("the leg found nothing to do");
      writeFileSync(output, "");
      return ms;
    },
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true });
      await forge.close();
    },
  };
}

/** A repository with the stub, and a client of its maintainer. */
function install(forge: Forge) {
  forge.createUser({ login: "acme", type: "Organization" });
  forge.createUser({ login: "mia" });
  const files = { ".github/workflows/gsd.yml": readFileSync("cli/templates/gsd-action.yml", "utf8") };
  forge.createRepository({ owner: "acme", name: "tally", files });
  forge.addCollaborator(repo, "mia", "admin");
  const token = forge.createUserToken("mia");
  const url = `${forge.urls.api}/repos/${repo}`;
  const send = (method: string, path: string, body: object) =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  return { token, url, send };
}

interface Setting {
  output: string;
  token: string;
  apiUrl: string;
  event: object;
}

/** The environment of a control step. */
function control(folder: string, { output, token, apiUrl, event }: Setting): Record<string, string> {
  const eventFile = join(folder, "event.json");
  writeFileSync(eventFile, JSON.stringify(event));
  writeFileSync(output, "");
  return {
    INPUT_ZONE: "control",
    INPUT_TOKEN: token,
    GITHUB_REPOSITORY: repo,
    GITHUB_RUN_ID: "1",
    GITHUB_API_URL: apiUrl,
    GITHUB_EVENT_PATH: eventFile,
    GITHUB_OUTPUT: output,
  };
}

function labeled(issue: { number: number }): object {
  const sender = { id: 1, login: "mia", type: "User" };
  return { action: "labeled", issue, label: { name: "gsd:plan" }, sender };
}
