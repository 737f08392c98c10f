import { describe, expect, it } from "vitest";
import { ask, edit, pullFrom, readThread } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";
import type { ModelRequest } from "../model-api/create-model-api.ts";
import type { Reply } from "../model-api/reply.ts";
import { aModelWorld, type ModelWorld } from "./a-model-world.ts";
import { kindOf, play, wordsOf } from "./play.ts";
import { install, key } from "./run-sample.ts";
import { sampleFor } from "./samples.ts";

const [claude, codex, gemini] = [sampleFor("claude-code"), sampleFor("codex"), sampleFor("gemini")];
const config = `engine: claude-code
model: ${claude.model}
fallback: { engine: codex, model: ${codex.model} }
reviewers: []`;
const without = `engine: gemini\nmodel: ${gemini.model}`;
const hour = 3_600_000;

/** A provider that limits us for an hour; the others do as they should. */
function limited(wire: ModelRequest["wire"]): (request: ModelRequest) => Reply {
  return (request) =>
    request.wire === wire ? { type: "fail", status: 429, retryAfter: 3600 } : play(codex, request);
}

const installed = await Promise.all([install("claude-code"), install("codex"), install("gemini")]);
const whyNot = installed.map((one) => one.whyNot).find(Boolean) ?? "";

describe.skipIf(whyNot !== "")(`plans that cannot be made yet, by the real programs${whyNot}`, () => {
  it("name the secret and the command that are missing, use the fallback, and wait for a limit to end", async () => {
    await using world = await aModelWorld({ actor: (request) => play(claude, request), config });
    const issue = await world.maintainer.openIssue({ title: "Say hello", body: "Please." });
    await namesTheSecretThatIsNotSet(world, issue);
    await namesTheCommandForASandbox(world, issue);
    await namesTheSecretThatIsRefused(world, issue);
    await goesOnWithTheFallback(world, issue);
    await waitsUntilTheLimitEnds(world);
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  });
});

async function namesTheSecretThatIsNotSet(world: ModelWorld, issue: number): Promise<void> {
  const { text } = await ask(world, world.maintainer, issue, "/plan");
  expect(text).toMatch(
    /Planning stopped: .*\(`auth`\)\. .*needs the secret .*ANTHROPIC_API_KEY.*Settings → Secrets and variables → Actions.*gsd\.yml.*comment `\/plan` to start over/,
  );
  await isStopped(world, issue);
  expect(world.api.requests).toHaveLength(0);
  world.setKey(key);
}

async function namesTheCommandForASandbox(world: ModelWorld, issue: number): Promise<void> {
  world.env["WITHOUT_BUBBLEWRAP"] = "1";
  const { text } = await ask(world, world.maintainer, issue, "/plan");
  expect(text).toMatch(/\(`sandbox`\)\. .*sudo apt-get install --yes bubblewrap/);
  await isStopped(world, issue);
  expect(world.api.requests).toHaveLength(0);
  delete world.env["WITHOUT_BUBBLEWRAP"];
}

async function namesTheSecretThatIsRefused(world: ModelWorld, issue: number): Promise<void> {
  world.stage.actor = () => ({ type: "fail", status: 401 });
  const { text } = await ask(world, world.maintainer, issue, "/plan");
  expect(text).toMatch(/\(`auth`\)\. .*\(401\)\. Set the secret ANTHROPIC_API_KEY/);
  await isStopped(world, issue);
}

async function isStopped(world: ModelWorld, issue: number): Promise<void> {
  expect(await readTrack(world, issue)).toMatchObject({
    phase: "failed",
    jobs: [],
    leaving: [],
    plan: { attempts: 1 },
  });
  expect(await world.maintainer.openPulls()).toEqual([]);
}

/** The limit falls between the plan and its task. */
async function goesOnWithTheFallback(world: ModelWorld, issue: number): Promise<void> {
  world.stage.actor = (request) => play(claude, request);
  const { text } = await ask(world, world.maintainer, issue, "/plan");
  expect(text).toMatch(/the plan is ready: #2/);
  expect(models(world)).not.toContain(codex.model);
  world.stage.actor = limited("messages");
  await ask(world, world.maintainer, 2, "/approve");
  const track = await readTrack(world, issue);
  expect(track.tasks["T01"]).toMatchObject({
    status: "review",
    runs: 1,
    proposal: { readyAt: expect.any(String) },
  });
  expect(track).not.toHaveProperty("trouble");
  expect(models(world)).toContain(codex.model);
}

/** What was asked of the model API, by model. */
function models({ api }: ModelWorld): unknown[] {
  return api.requests.map(({ body }) => body["model"]);
}

/** The limit falls when two of three documents are written: what is there is not asked for again. */
async function waitsUntilTheLimitEnds(world: ModelWorld): Promise<void> {
  const { maintainer } = world;
  await edit(maintainer, "main", ".github/gsd.yml", world.configure(without));
  world.stage.actor = (request) =>
    wordsOf(request).includes("Write QA.md") ? limited("gemini")(request) : play(gemini, request);
  const issue = await maintainer.openIssue({ title: "Greet more", body: "Please." });
  await maintainer.label(issue, "gsd:plan");
  await world.idle();
  const { notBefore, ...track } = await readTrack(world, issue);
  const said = /is rate-limiting requests .* Work continues by itself after ([\d-]+ [\d:]+) UTC/.exec(
    await readThread(world, issue),
  );
  expect(said?.[1]).toBe(notBefore.slice(0, 16).replace("T", " "));
  expect(track).toMatchObject({
    phase: "planning",
    jobs: [],
    plan: { attempts: 0, resume: { done: ["documents/arch", "documents/spec"] } },
  });
  expect(Date.parse(notBefore) - Date.now()).toBeGreaterThan(0.9 * hour);

  // The limit is over, and nobody knows but the clock: half an hour is too early.
  world.stage.actor = (request) => play(gemini, request);
  const asked = world.api.requests.length;
  await world.tickAfter(hour / 2);
  expect(world.api.requests).toHaveLength(asked);
  await world.tickAfter(hour);
  await pullFrom(world, `gsd/${issue}-`);
  const later = await readTrack(world, issue);
  expect(later).toMatchObject({ phase: "proposed", plan: { runs: 2, attempts: 0 } });
  expect(later).not.toHaveProperty("trouble");
  const kinds = world.api.requests.slice(asked).map((request) => kindOf(wordsOf(request)));
  expect(kinds).toEqual(["plan", "backlog"]);
}
