import { describe, expect, it } from "vitest";
import { feedbackLine } from "../../core/prompt/feedback.ts";
import { aScriptedWorld, type Plot, type ScriptedWorld, startsOf } from "./a-scripted-world.ts";
import { ask, plan, pullFrom, readThread, where } from "./a-visit.ts";
import { readTrack } from "./a-world.ts";

const ids = ["T01", "T02", "T03", "T04", "T05"];
const tasks = ids.map((id) => ({ id }));
const config = `limits: { attempts: 2, parallel: 6, file_bytes: 5000 }
commands: { test: "! grep -r BROKEN src" }
`;
const blocker = { severity: "blocker", message: "Ask @maintainer about it." };

/**
 * T01 and T02 fail in one way, then in another. T03 and T04 are refused, and refused again for the very same: no third try
 * is paid for. T05 gets two fixes, and one of them helps.
 */
const misbehaviour: Plot = {
  tasks,
  steps: {
    "task T01": [{ prints: "I am done!" }, { answer: { sumary: "Done." } }],
    "task T02": [{ files: {}, exit: 3, words: "out of tokens" }, { files: {} }],
    "task T03": [
      {
        files: { "src/T03.txt": "3\n", ".github/workflows/x.yml": "on: push\n" },
      },
    ],
    "fix T03": [{ removes: [".github/workflows/x.yml"], links: { "src/T03.txt": "/etc/passwd" } }, {}],
    "task T04": [
      { files: { "src/T04.txt": `-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA${"q7".repeat(24)}\n` } },
    ],
    "fix T04": [{ files: {}, big: { "src/T04.txt": 6_000 } }, {}],
    "task T05": [{ files: { "src/T05.txt": "BROKEN\n" } }],
    "fix T05": [{ files: { "src/T05.txt": "T05\n" } }, {}],
    "review T05": [{ answer: { summary: "No.", findings: [{ ...blocker, path: "src/T05.txt", line: 1 }] } }],
  },
};

describe("agents that misbehave", () => {
  it("get their bounded attempts, then a person gets a sentence and a next step", async () => {
    await using world = await aScriptedWorld({ config, plot: misbehaviour });
    const { issue, pull } = await plan(world);
    await ask(world, world.maintainer, pull, "/approve");
    await saysWhatWentWrong(world, issue);
    await toldTheAgentsBetween(world, issue);
    await asksAPersonAboutBlockers(world, issue);
    await goesOnAfterRetryAndSkip(world, issue);
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  }, 240_000);
});

async function saysWhatWentWrong(world: ScriptedWorld, issue: number): Promise<void> {
  const said = await readThread(world, issue);
  const failed = (id: string, why: string) =>
    `${id} failed after 2 attempts: ${why} Comment \`/retry ${id}\` to try again, or \`/skip ${id}\` to go on without it.`;
  expect(said).toMatch(
    /T01 failed after 2 attempts: the agent's answer was not usable \(`invalid-answer`\)\. .*summary.*\? Its work so far is kept on `gsd-task\/\d+\/T01` \(`[0-9a-f]{7}`\). Comment `\/retry T01` to continue from there/,
  );
  expect(said).toContain(failed("T02", "the agent changed nothing (`no-change`). No file was changed."));
  expect(said).toMatch(
    /T03 failed after 1 attempt: gsd refused the change \(`refused-change`\)\. `src\/T03.txt` is a symbolic link.* twice in a row, so gsd did not pay for another try/,
  );
  expect(said).toContain(
    "T04 failed after 1 attempt: gsd refused the change (`refused-change`). `src/T04.txt` has 6000 bytes; limits.file_bytes allows 5000. It failed like this twice in a row, so gsd did not pay for another try.",
  );
  expect(said).not.toContain("BEGIN RSA");
  // Nothing of it was published.
  const branches = await world.maintainer.openPulls();
  expect(branches.map((one) => one.head.ref).sort()).toEqual([
    `gsd-task/${issue}/T05`,
    `gsd/${issue}-write-files`,
  ]);
}

/** What each attempt was told about the one before stands in the ledger's history. */
async function toldTheAgentsBetween(world: ScriptedWorld, issue: number): Promise<void> {
  const path = `tracks/${issue}.json`;
  const { data: saves } = await world.maintainer.octokit.rest.repos.listCommits({
    ...where,
    sha: "gsd/ledger",
    path,
    per_page: 100,
  });
  const texts = saves.map(({ sha }) => world.forge.actions.readFile(world.repo, sha, path));
  const tracks = (await Promise.all(texts)).map((text) => JSON.parse(text ?? "null"));
  const told = (id: string) =>
    tracks.flatMap((track) => track.tasks[id]?.feedback.map(feedbackLine) ?? []).join("\n");
  const { tasks } = await readTrack(world, issue);
  expect(told("T01")).toMatch(/`invalid-answer`/);
  expect(told("T02")).toMatch(
    /`crashed`\). The script ended with exit code 3.\nagent: task T02 1\nout of tokens/,
  );
  expect(startsOf(world, "T03")).toEqual(["fix", "fix", "task"]);
  expect(startsOf(world, "T04")).toEqual(["fix", "fix", "task"]);
  expect(tasks.T05).toMatchObject({ status: "needs_input", runs: 1, proposal: { checks: "passed" } });
}

async function asksAPersonAboutBlockers(world: ScriptedWorld, issue: number): Promise<void> {
  const pull = await pullFrom(world, `gsd-task/${issue}/T05`);
  const [review] = await world.maintainer.reviews(pull);
  expect(review?.body).toContain("- `src/T05.txt:1`: Ask `@maintainer` about it.");
  expect(review?.body).toMatch(
    /\*\*Not ready yet\.\*\* Push a fix to `gsd-task\/\d+\/T05`, or comment `\/retry T05` to run the task again\./,
  );
  // What earlier rounds found and what was done about it.
  expect(review?.body).toMatch(/Round 1: 1 failing command[\s\S]*Fixed T05\.[\s\S]*Round 2: 1 blocker/);
  const { reactions, text } = await ask(world, world.maintainer, pull, "/approve");
  expect(reactions).toEqual(["confused"]);
  expect(text).toMatch(
    /T05 is not merged: this stands against it at `[0-9a-f]{7}`\.\n\n- `src\/T05.txt:1`: Ask[\s\S]*comment `\/approve --over`/,
  );
}

/** Retried, its author goes on from its change and knows the blocker; what the reviewer finds now is fixed in the same run. */
async function goesOnAfterRetryAndSkip(world: ScriptedWorld, issue: number): Promise<void> {
  const { maintainer } = world;
  const finding = { ...blocker, path: "src/T05.txt" };
  const review = [{}, { answer: { summary: "Not yet.", findings: [finding] } }, {}];
  const task = [{}, { files: {}, append: { "src/T05.txt": "more\n" } }];
  world.tell({ tasks, steps: { "task T05": task, "review T05": review } });
  const commands = "/skip T01\n/skip T02\n/skip T03\n/skip T04\n/retry T05";
  const answer = await ask(world, maintainer, issue, commands);
  expect(answer.reactions).toEqual(["eyes"]);
  expect(answer.text).toMatch(/T02 is skipped. Comment `\/retry T02` to bring it back/);
  const branch = `gsd-task/${issue}/T05`;
  const pull = await pullFrom(world, branch);
  expect(await world.forge.actions.readFile(world.repo, branch, "src/T05.txt")).toBe("T05\nmore\n");
  const bodies = (await maintainer.reviews(pull)).map((one) => one.body);
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toContain("**Ready at");
  expect(bodies[1]).toContain("Round 1: 1 blocker");
  await ask(world, maintainer, pull, "/approve");
  expect(await readTrack(world, issue)).toMatchObject({ phase: "ready", jobs: [], outbox: [] });
}
