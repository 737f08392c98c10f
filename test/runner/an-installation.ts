import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createForge } from "../../local/forge/create-forge.ts";
import { type Mode, renderStubs } from "../../local/render-stub.ts";
import { createRunner } from "../../local/runner/create-runner.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

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

interface Options {
  /** What somebody did to the stub. */
  change?: (stub: string) => string;
  /** What stands in place of our bundle. */
  bundle?: string;
  /** Files of the repository besides. */
  files?: Record<string, string>;
  /** Whether the repository is a fork itself. */
  isFork?: boolean;
}

/** A repository with gsd's stubs and our own workflows behind them. */
export async function anInstallation(mode: Mode, options: Options = {}) {
  const { change = (stub) => stub, bundle = script, files: more = {}, isFork = false } = options;
  const forge = await createForge();
  for (const login of ["gsd", "acme", "upstream"]) forge.createUser({ login, type: "Organization" });
  const ours = [".github/workflows/gsd.yml", ".github/workflows/gsd-job.yml", "action/action.yml"];
  const files = Object.fromEntries(ours.map((path) => [path, readFileSync(`${root}${path}`, "utf8")]));
  const release = { ...files, "dist/action/main.mjs": bundle };
  const repository = forge.createRepository({ owner: "gsd", name: "gsd", files: release });
  const sha = (await forge.actions.resolveCommit(repository, "main")) ?? "";
  const stubs = renderStubs(root, mode, { repository, sha });
  for (const [path, text] of Object.entries(stubs)) stubs[path] = change(text);
  const all = { ...stubs, ...more };
  const original = isFork
    ? forge.createRepository({ owner: "upstream", name: "tally", files: all })
    : undefined;
  const repo = forge.createRepository({
    owner: "acme",
    name: "tally",
    ...(original === undefined ? { files: all } : { forkOf: original }),
  });
  const runner = createRunner({ host: forge.actions });
  return {
    forge,
    runner,
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
