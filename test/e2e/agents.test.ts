import { describe, expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "./a-scripted-world.ts";
import { ask, plan, pullFrom, readThread } from "./a-visit.ts";
import { readTrack } from "./a-world.ts";

const ids = ["T01", "T02", "T03", "T04", "T05"];
const tasks = ids.map((id) => ({ id }));
const config = `limits: { attempts: 2, parallel: 6, file_bytes: 5000 }
commands: { test: "! grep -r BROKEN src" }
`;
const blocker = { severity: "blocker", message: "Ask @maintainer about it." };

/** Two attempts each: the first goes wrong in one way, the second in another, or not at all. */
const misbehaviour: Plot = {
  tasks,
  steps: {
    "task T01": [{ prints: "I am done!" }, { answer: { sumary: "Done." } }],
    "task T02": [{ files: {}, exit: 3, words: "out of tokens" }, { files: {} }],
    "task T03": [
      {
        files: { "src/T03.txt": "3\n", "src/T04.txt": "mine now\n", ".github/workflows/x.yml": "on: push\n" },
      },
      { files: {}, links: { "src/T03.txt": "/etc/passwd" } },
    ],
    "task T04": [
      { files: { "src/T04.txt": "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n" } },
      { files: {}, big: { "src/T04.txt": 6_000 } },
    ],
    "task T05": [{ files: { "src/T05.txt": "BROKEN\n" } }, {}],
    "review T05": [{ answer: { summary: "No.", findings: [{ ...blocker, path: "src/T05.txt", line: 99 }] } }],
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
    `${id} failed after 2 attempts: ${why} Comment \`/retry ${id}\` to try again, or \`/skip ${id}\` to go on without it. The other tasks continue.`;
  expect(said).toMatch(
    /T01 failed after 2 attempts: the agent's answer was not usable \(`invalid-answer`\)\. .*summary.*\. Its work so far is kept on `gsd-task\/\d+\/T01` \(`[0-9a-f]{7}`\). Comment `\/retry T01` to continue from there/,
  );
  expect(said).toContain(failed("T02", "the agent changed nothing (`no-change`). No file was changed."));
  expect(said).toMatch(
    /T03 failed after 2 attempts: gsd refused the change \(`refused-change`\)\. `src\/T03.txt` is a symbolic link/,
  );
  expect(said).toContain(
    failed(
      "T04",
      "gsd refused the change (`refused-change`). `src/T04.txt` has 6000 bytes; limits.file_bytes allows 5000.",
    ),
  );
  expect(said).not.toContain("BEGIN RSA");
  // Nothing of it was published.
  const branches = await world.maintainer.openPulls();
  expect(branches.map((one) => one.head.ref).sort()).toEqual([
    `gsd-task/${issue}/T05`,
    `gsd/${issue}-write-files`,
  ]);
}

/** What the second attempt was told about the first stands in the ledger's history. */
async function toldTheAgentsBetween(world: ScriptedWorld, issue: number): Promise<void> {
  const { tasks } = await readTrack(world, issue);
  const told = (id: string) => tasks[id].feedback.join("\n");
  expect(told("T01")).toMatch(/`invalid-answer`/);
  expect(told("T02")).toMatch(/`crashed` \(The script ended with exit code 3.\nout of tokens/);
  expect(told("T03")).toMatch(/`src\/T04.txt` is outside of the task's files_hint/);
  expect(told("T03")).toMatch(/`.github\/workflows\/x.yml` is protected; a person has to change it/);
  expect(told("T04")).toMatch(/src\/T04.txt:1 looks like/);
  expect(tasks.T05).toMatchObject({ runs: 2, checked: { ok: true } });
}

async function asksAPersonAboutBlockers(world: ScriptedWorld, issue: number): Promise<void> {
  const pull = await pullFrom(world, `gsd-task/${issue}/T05`);
  const [review] = await world.maintainer.reviews(pull);
  expect(review?.body).toContain("**BLOCKER** `src/T05.txt:99` Ask `@maintainer` about it.");
  expect(review?.body).toContain("1 blocker: T05 needs a person.");
  const said = await readThread(world, pull);
  expect(said).toMatch(
    /T05 still has 1 blocker:[\s\S]*Push a fix to the branch, or comment `\/retry T05` or `\/skip T05`/,
  );
  const { reactions, text } = await ask(world, world.maintainer, pull, "/approve");
  expect(reactions).toEqual(["confused"]);
  expect(text).toMatch(
    /T05 is waiting for a person, so there is nothing to approve. T05 still has 1 blocker/,
  );
}

/** Retried, it gets its attempts anew: the reviewer's blocker goes back once, then it is right. */
async function goesOnAfterRetryAndSkip(world: ScriptedWorld, issue: number): Promise<void> {
  const { maintainer } = world;
  const finding = { ...blocker, path: "README.md" };
  const review = [{}, { answer: { summary: "Not yet.", findings: [finding] } }, {}];
  world.tell({ tasks, steps: { "review T05": review } });
  const commands = "/skip T01\n/skip T02\n/skip T03\n/skip T04\n/retry T05";
  const answer = await ask(world, maintainer, issue, commands);
  expect(answer.reactions).toEqual(["eyes"]);
  expect(answer.text).toMatch(/T02 is skipped. Comment `\/retry T02` to bring it back/);
  const pull = await pullFrom(world, `gsd-task/${issue}/T05`);
  const bodies = (await maintainer.reviews(pull)).map((one) => one.body);
  expect(bodies).toHaveLength(3);
  expect(bodies[1]).toContain("1 blocker: T05 goes back to be changed.");
  expect(bodies[2]).toContain("Ready at");
  await ask(world, maintainer, pull, "/approve");
  expect(await readTrack(world, issue)).toMatchObject({ phase: "ready", jobs: [], outbox: [] });
}
