import { fileURLToPath } from "node:url";
import { sampleFiles } from "../../local/demo/run-demo.ts";
import { readReleaseTree } from "../../local/release-tree.ts";
import { createRunner } from "../../local/runner/create-runner.ts";
import { aTerminal, keys, noTerminal } from "../cli/a-terminal.ts";
import { anInstall, type InstallWorld } from "../cli/an-install.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What `gsd init` asks where a script does the work, and what a person types. With a model's engine the third is not asked. */
const answers: [question: string, typed: string][] = [
  ["How does gsd hear of events?", keys.enter],
  ["Who does the work?", keys.down.repeat(4) + keys.enter],
  ["Which command answers a prompt?", `node .gsd/agent.mjs${keys.enter}`],
  ["Write these files?", keys.enter],
];

/** From `gsd init` in a repository without gsd to its first proposed plan: what a person answers and types, and how long it takes. */
export async function measureInstall() {
  if (noTerminal) throw new Error(`It takes a terminal: ${noTerminal}.`);
  const { ".github/gsd.yml": _, ...files } = sampleFiles();
  await using world = await anInstall({ release: readReleaseTree(root), files });
  await using runner = closing(world);
  const started = performance.now();
  await answerAll(world);
  const installed = performance.now();
  await world.push();
  const issue = await askForPlan(world);
  while (!(await isProposed(world, issue))) await new Promise((resolve) => setTimeout(resolve, 100));
  const proposed = performance.now();
  await runner.idle();
  const seconds = (from: number, to: number) => Math.round((to - from) / 100) / 10;
  return {
    questions: answers.length,
    commands: ["gsd init", "git add .github && git commit && git push", "label the issue"].length,
    "seconds for init": seconds(started, installed),
    "seconds from push to plan": seconds(installed, proposed),
    seconds: seconds(started, proposed),
  };
}

function closing({ forge }: InstallWorld) {
  const runner = createRunner({ host: forge.actions, env: { GSD_ALLOW_MISSING_SANDBOX: "true" } });
  return { idle: () => runner.idle(), [Symbol.asyncDispose]: () => runner.close() };
}

async function answerAll(world: InstallWorld): Promise<void> {
  const env = { GITHUB_API_URL: world.forge.urls.api, GH_TOKEN: world.token };
  const terminal = aTerminal(["init"], { cwd: world.clone, env });
  for (const [question, typed] of answers) {
    await terminal.read(question);
    terminal.type(typed);
  }
  if ((await terminal.end()) !== 0) throw new Error(terminal.shown());
}

async function askForPlan({ forge, repo, token }: InstallWorld): Promise<number> {
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const address = `${forge.urls.api}/repos/${repo}/${path}`;
    const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
    return (await answer.json()) as { number: number };
  };
  const { number } = await post("issues", { title: "Export a report as CSV", body: "Please." });
  await post(`issues/${number}/labels`, { labels: ["gsd:plan"] });
  return number;
}

async function isProposed({ forge, repo }: InstallWorld, issue: number): Promise<boolean> {
  const track = await forge.actions.readFile(repo, "gsd/ledger", `tracks/${issue}.json`).catch(() => null);
  const { phase } = JSON.parse(track ?? "{}") as { phase?: string };
  if (phase === "failed") throw new Error(`Planning failed: ${track}`);
  return phase === "proposed";
}
