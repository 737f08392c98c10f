import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Day } from "../../core/model/day.ts";
import type { TrackTask } from "../../core/model/task.ts";
import { freshDay } from "../../core/select/reserve.ts";
import { ask, plan, pullFrom, readThread } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";
import type { ModelRequest } from "../model-api/create-model-api.ts";
import type { Reply } from "../model-api/reply.ts";
import { aLyingEngine } from "./a-lying-engine.ts";
import { aModelWorld, type ModelWorld } from "./a-model-world.ts";
import { kindOf, play, resultsIn, wordsOf } from "./play.ts";
import { install, key } from "./run-sample.ts";
import { sampleFor } from "./samples.ts";

const codex = sampleFor("codex");
const claude = sampleFor("claude-code");
const config = `engine: codex
model: ${codex.model}
reviewers: []
limits: { attempts: 1, parallel: 12, turns: 4, minutes: 1 }
budget: { task: 2, track: 20, day: 20 }`;
const files = {
  ".gsd/agents/developer.md":
    "---\nname: developer\ndescription: Ours.\ncapabilities: [implementation, tests]\nactions: [scaffold, lint]\ntiers: [fast, balanced]\n---\nWORK-AS-WE-DO\n",
  ".gsd/skills/greetings.md":
    "---\nname: greetings\ndescription: How we greet.\nchecklist: [GREET-WITH-A-SMILE]\n---\n",
};

/** What the model does in each task, by the results of its tools that it has seen. */
const acts: Record<string, (seen: number) => Reply> = {
  T01: () => codex.look,
  T02: () => said({ summary: "There was nothing to do." }),
  T03: () => codex.tools.shell("kill -9 -1"),
  T04: (seen) => (seen === 0 ? written("T04") : { type: "text", text: "I am done, I think." }),
  T05: () => ({ type: "malformed" }),
  T06: () => ({ type: "stall", events: 2 }),
  T07: (seen) => [codex.forbidden, written("T07")][seen] ?? said({ summary: "Done without the web." }),
  // The first turn leaves too little for another one.
  T08: (seen) =>
    seen === 0 ? ({ ...written("T08"), usage: { output: 396_000 } } as Reply) : said({ summary: "Done." }),
  T09: () => ({ type: "fail", status: 401 }),
};
const ids = Object.keys(acts);

function written(id: string): Reply {
  return codex.tools.write(`src/${id}.txt`, id);
}

function said(value: unknown): Reply {
  return { type: "json", value };
}

/** Claude Code is only ever asked for T09, and does it. */
function actor(request: ModelRequest): Reply {
  const words = wordsOf(request);
  const tasks = ids.map((id) => ({ id, title: `Write ${id}`, files: [`src/${id}.txt`] }));
  if (kindOf(words) !== "task") return play(codex, request, tasks);
  const seen = resultsIn(words);
  if (request.wire === "messages")
    return seen === 0 ? claude.tools.write("src/T09.txt", "T09") : said({ summary: "Done." });
  return acts[taskIn(words)]!(seen);
}

function taskIn(words: string): string {
  return /(T\d\d): Write/.exec(words)?.[1] ?? "none";
}

const installed = await Promise.all([install("codex"), install("claude-code"), install("gemini")]);
const whyNot = installed.map((one) => one.whyNot).find(Boolean) ?? "";

describe.skipIf(whyNot !== "")(`tasks that fail, by the real programs${whyNot}`, () => {
  it("end in a sentence that says what happened and what to do, and never in a pull request", async () => {
    await using world = await aModelWorld({ actor, config, files, key });
    const { issue, pull } = await plan(world);
    await world.maintainer.comment(pull, "/approve");
    const first = await settled(
      world,
      issue,
      ids.filter((id) => id !== "T06"),
    );
    saysWhatHappened(await readThread(world, issue));
    reachesThePrompt(world);
    isNoSuccess(first, ["T01", "T02", "T03", "T04", "T05", "T08", "T09"]);
    await goesOnWithMoreAndOthers(world, issue);
    await givesUpOnAProviderThatFails(world, issue);
    await countsWhatWasSpent(world, issue);
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  });
});

type Tasks = Record<string, TrackTask>;

/** Waits for some tasks, and for what is said about them, while others still run. */
async function settled(world: ModelWorld, issue: number, wanted: string[]): Promise<Tasks> {
  for (;;) {
    const { tasks, outbox } = await readTrack(world, issue);
    const open = wanted.filter((id) => ["in_progress", "pending", undefined].includes(tasks[id]?.status));
    if (open.length + outbox.length === 0) return tasks;
    await sleep(200);
  }
}

function saysWhatHappened(thread: string): void {
  const failed = (id: string, why: RegExp, next = `/retry ${id}`) =>
    expect(thread).toMatch(
      new RegExp(`${id} failed after 1 attempt: ${why.source}.*Comment \`${next}\` to `),
    );
  failed("T01", /.*\(`max-turns`\)\. codex asked its model 4 times, which is the limit/);
  failed("T02", /.*\(`no-change`\)\. No file was changed/);
  failed("T03", /.*\(`crashed`\)\. codex ended with exit code 137\. (?=Comment)/);
  failed("T04", /.*\(`invalid-answer`\)\. codex has to end with one JSON object.*I am done, I think/);
  failed("T05", /.*\(`crashed`\)\. /);
  failed(
    "T08",
    /.*\(`budget`\)\. The budget is used up: \$(1\.9\d|2\.00) of \$2\.00 are spent.*kept on `gsd-task.*T08/,
    "/budget .5",
  );
  failed("T09", /.*\(`auth`\)\. The provider refused the key \(401\)\. Set the secret OPENAI_API_KEY/);
  expect(thread).not.toMatch(/T07 failed/);
}

/** `.gsd/` of the repository, and what the CLI told its model about a tool that there is not. */
function reachesThePrompt({ api }: ModelWorld): void {
  const [first = "", second = ""] = api.requests
    .map((request) => request.text)
    .filter((text) => text.includes("T07: Write"));
  const found = ["WORK-AS-WE-DO", "GREET-WITH-A-SMILE"].filter((words) => first.includes(words));
  expect(found).toHaveLength(2);
  const toldOfTheTool = second.slice(second.lastIndexOf('_output"')).slice(0, 500);
  expect(toldOfTheTool).toMatch(/unsupported|unknown|not (found|available|allowed|exist)/i);
}

function isNoSuccess(tasks: Tasks, failed: string[]): void {
  const wrong = failed.filter((id) => tasks[id]!.status !== "failed" || tasks[id]!.proposal);
  expect(wrong).toEqual([]);
  expect(tasks["T07"]).toMatchObject({
    status: "review",
    proposal: { pull: expect.any(Number), readyAt: expect.any(String) },
  });
}

/** More money goes on with what stopped for it; another engine does what the first could not; one that lies is not believed. */
async function goesOnWithMoreAndOthers(world: ModelWorld, issue: number): Promise<void> {
  using cache = aLyingEngine(
    installed.map((one) => one.engine!),
    "gemini",
  );
  const honest = world.env["GSD_ENGINE_CACHE"]!;
  world.env["GSD_ENGINE_CACHE"] = cache.folder;
  const commands = `/budget +5\n/retry T09 --engine claude-code --model ${claude.model}\n/retry T02 --engine gemini`;
  const { reactions, text } = await ask(world, world.maintainer, issue, commands);
  world.env["GSD_ENGINE_CACHE"] = honest;
  expect(reactions).toEqual(["eyes"]);
  expect(text).toMatch(/\$5\.00.*T08/s);
  const { tasks } = await readTrack(world, issue);
  expect(tasks["T08"]).toMatchObject({
    status: "review",
    proposal: { readyAt: expect.any(String) },
  });
  expect(tasks["T09"]).toMatchObject({
    status: "review",
    proposal: { readyAt: expect.any(String) },
  });
  await pullFrom(world, `gsd-task/${issue}/T09`);
  const thread = await readThread(world, issue);
  expect(thread).toMatch(
    /T02 failed after 1 attempt: .*\(`crashed`\)\. gemini ended without having asked its model once/,
  );
  expect(thread).toMatch(/T06 failed after 1 attempt: .*\(`timeout`\)\. codex was stopped after 1 min/);
  isNoSuccess(tasks, ["T02", "T06"]);
}

async function givesUpOnAProviderThatFails(world: ModelWorld, issue: number): Promise<void> {
  world.stage.actor = () => ({ type: "fail", status: 500 });
  await ask(world, world.maintainer, issue, "/retry T05");
  expect(await readThread(world, issue)).toMatch(/T05 .*\(`unavailable`\)\. The provider answered with 500/);
  expect((await readTrack(world, issue)).tasks["T05"]).not.toHaveProperty("proposal");
}

/** Runs that brought nothing are paid for all the same; nothing stays set aside for any of them. */
async function countsWhatWasSpent(world: ModelWorld, issue: number): Promise<void> {
  const { tasks, usd } = await readTrack(world, issue);
  const free = ids.filter((id) => !(tasks[id].usd > 0));
  expect(free).toEqual([]);
  expect(tasks["T08"].usd).toBeGreaterThan(3.9);
  const days = await Promise.all([daysAgo(0), daysAgo(1)].map((date) => readDay(world, date)));
  expect(days.reduce((sum, day) => sum + day.usd, 0)).toBeCloseTo(usd, 5);
  expect(days.flatMap((day) => Object.keys(day.reserved))).toEqual([]);
}

/** The test may run over midnight. */
function daysAgo(count: number): string {
  return new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
}

async function readDay({ forge, repo }: ModelWorld, date: string): Promise<Day> {
  const text = await forge.actions.readFile(repo, "gsd/ledger", `days/${date}.json`);
  return text ? JSON.parse(text) : freshDay;
}
