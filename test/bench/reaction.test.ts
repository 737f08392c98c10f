import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleEvent } from "../../action/control.ts";
import { createStage, type Stage } from "../faults/in-process.ts";
import { createPorts } from "../faults/mortals.ts";

/** What a request to GitHub takes, and what GitHub wants between two writes: counted, not waited for. */
const requestMs = 250;
const betweenWritesMs = 1_000;
/** How long a person waits for a sign that they were heard. */
const mostMs = 1_500;

let stage: Stage;

beforeAll(async () => {
  stage = await createStage("action");
  for (const title of ["Export CSV", "Export XML", "Export TSV"])
    await stage.people.maintainer.openIssue({ title, body: "Please." });
});
afterAll(() => stage[Symbol.asyncDispose]());

/** Plays the event of what a person does as control would, at GitHub's pace, and says how long the reaction took. */
async function timeReaction(act: () => Promise<unknown>) {
  const { feed, forge, repo } = stage;
  feed.lose(feed.log.length);
  await act();
  await stage.idle();
  const event = feed.log.at(-1)!;
  const clock = { ms: 0, requests: 0, pausedMs: 0 };
  let reacted: typeof clock | undefined;
  const counting: typeof fetch = async (...request) => {
    const answer = await fetch(...request);
    clock.ms += requestMs;
    clock.requests += 1;
    if (String(request[0]).endsWith("/reactions")) reacted ??= { ...clock };
    return answer;
  };
  const sleep = async (ms: number) => {
    clock.ms += ms;
    clock.pausedMs += ms;
  };
  const runId = forge.actions.createRun({
    repo,
    workflowPath: ".github/workflows/gsd.yml",
    workflowName: "gsd",
    displayTitle: "gsd",
    event: event.name,
    headBranch: "main",
    headSha: event.sha,
    actor: event.actor,
  });
  const job = forge.actions.createJob(runId, "control");
  const permissions = {
    actions: "write",
    contents: "write",
    issues: "write",
    "pull-requests": "write",
  } as const;
  const ports = createPorts(forge, {
    repo,
    now: () => new Date("2026-03-02T09:00:00Z"),
    token: forge.actions.mintToken({ repo, runId, jobId: job.id, permissions }),
    owner: `run/${runId}/1/control/`,
    say: () => {},
    fetch: counting,
    time: { pace: { betweenWritesMs, backoffMs: 1_000, limitMs: 1 }, sleep, now: () => clock.ms },
  });
  const occasion = {
    event: { name: event.name, payload: event.payload },
    ref: "refs/heads/main",
    run: { id: runId, attempt: 1 },
  };
  await handleEvent(ports, occasion);
  return { ...(reacted ?? { ms: Number.POSITIVE_INFINITY, requests: 0, pausedMs: 0 }), all: clock };
}

describe("the reaction to a person, at GitHub's pace", () => {
  const maintainer = () => stage.people.maintainer;
  it.each([
    ["a label, in a repository that has no ledger yet", () => maintainer().label(1, "gsd:plan")],
    ["/plan", () => maintainer().comment(2, "/plan")],
    ["/status of a track", () => maintainer().comment(2, "/status")],
    ["/status where there is no track", () => maintainer().comment(3, "/status")],
    ["a command of somebody without access", () => stage.people.visitor.comment(2, "/cancel")],
    ["a wish for a report", () => maintainer().comment(3, "/research How do others do it?")],
  ])("comes within a second and a half, before anything has to pause: %s", async (_, act) => {
    const { ms, requests, pausedMs, all } = await timeReaction(act);
    console.log(
      `reaction after ${ms} ms and ${requests} requests; all of it: ${all.ms} ms, ${all.requests} requests`,
    );
    expect(pausedMs).toBe(0);
    expect(ms).toBeLessThanOrEqual(mostMs);
  });
});
