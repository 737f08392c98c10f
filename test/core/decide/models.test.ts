import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../core/model/job.ts";
import type { Track } from "../../../core/model/track.ts";
import { wishFor } from "../../../core/select/wish-for.ts";
import { aConfig, aJob, aReadyTask, aTask, aTrack, at, now, sha } from "../../builders/a-track.ts";
import { ask, jobs, notices, quiet, said } from "../../builders/ask.ts";
import { commented, jobFailed, jobFinished, ticked } from "../../builders/triggers.ts";

const working = aTask({ status: "in_progress", attempts: 1, runs: 2 });

/** A track whose T01 is running, for the second time. */
function running(fields: Partial<Track> = {}): Track {
  return aTrack({ tasks: { T01: working }, jobs: [aJob({ task: "T01", attempt: 2 })], ...fields });
}

function ended(outcome: Outcome, more: object = {}) {
  return jobFailed({ kind: "task", task: "T01", attempt: 2 }, { outcome, ...more });
}

const fallback = { engine: "codex", model: "gpt-6.1-sol" } as const;
const limited = ended("rate-limited", { until: at(600) });

describe("a provider's rate limit", () => {
  it("costs no attempt, is told with its end, and holds up everything new until then", () => {
    const track = ask(running(), limited);
    expect(track.tasks["T01"]).toMatchObject({ status: "pending", attempts: 1 });
    expect(track.notBefore).toBe(at(600));
    expect(track.trouble).toMatchObject({
      type: "model-waits",
      until: at(600),
      why: { outcome: "rate-limited" },
    });
    expect(jobs(track)).toEqual([]);
    expect(ask(track, ticked)).toEqual(track);
  });

  it("holds up jobs that are in the queue already, but no revert and no check", () => {
    const queued = { issue: 42, kind: "task", task: "T02", attempt: 1, state: "queued" } as const;
    const tasks = { T01: aTask({ status: "in_progress", runs: 2 }), T02: aTask({ status: "in_progress" }) };
    const both = running({ tasks, jobs: [aJob({ task: "T01", attempt: 2 }), queued] });
    expect(jobs(ask(both, limited))).toEqual(["task T02 queued"]);
    const health = { issue: 42, kind: "health", attempt: 1, state: "queued" } as const;
    const waiting = aTrack({ notBefore: at(600), jobs: [health], health: { runs: 1, attempts: 0 } });
    expect(jobs(ask(waiting, ticked))).toEqual(["health dispatched"]);
  });

  it("is over by itself: the first loop after it goes on", () => {
    const waiting = quiet(ask(running(), limited));
    const later = ask(waiting, ticked, { now: at(601) });
    expect(jobs(later)).toEqual(["task T01 dispatched"]);
    expect(later).not.toHaveProperty("trouble");
    expect(later).not.toHaveProperty("notBefore");
  });

  it("hands over to the fallback at once, where there is one, until it is over", () => {
    const config = aConfig({ fallback });
    const track = ask(running({ config }), limited);
    const [job] = track.jobs;
    expect(job).toMatchObject({ task: "T01", state: "dispatched", fallback: true });
    expect(wishFor(track, { task: "T01", fallback: true })).toEqual({ takeover: fallback });
    const over = { ...track, tasks: { T01: aTask() }, jobs: [] };
    expect(ask(over, ticked, { now: at(601) }).jobs[0]).not.toHaveProperty("fallback");
  });

  it("that the fallback stepped in for keeps it at work until it is over", () => {
    const track = running({ config: aConfig({ fallback }), tasks: { T01: working, T02: aTask() } });
    const done = { type: "task", head: sha("a1"), pull: 11, checks: "passed" } as const;
    const finished = jobFinished(
      { kind: "task", task: "T01", attempt: 2 },
      { ...done, findings: [], missing: [] },
      { limited: { until: at(600) } },
    );
    const after = ask(track, finished);
    expect(after).toMatchObject({ fallbackUntil: at(600), tasks: { T01: { status: "review" } } });
    expect(after.jobs).toMatchObject([{ task: "T02", fallback: true }]);
  });

  it("of the fallback too, met in the same run, makes the track wait", () => {
    const config = aConfig({ fallback });
    const both = jobFinished(
      { kind: "task", task: "T01", attempt: 2 },
      { type: "failed", outcome: "rate-limited", until: at(600) },
      { limited: { until: at(900) } },
    );
    const track = ask(running({ config }), both);
    expect(track).toMatchObject({ notBefore: at(600), fallbackUntil: at(900), jobs: [] });
  });

  it("of the fallback too makes the track wait", () => {
    const config = aConfig({ fallback });
    const job = aJob({ task: "T01", attempt: 2, fallback: true });
    const track = ask(running({ config, fallbackUntil: at(300), jobs: [job] }), limited);
    expect(track.notBefore).toBe(at(600));
  });

  it("that several runs meet at once is one limit: the fallback takes over, for the longest of the times", () => {
    const config = aConfig({ fallback });
    const names = ["T01", "T02", "T03"] as const;
    const tasks = Object.fromEntries(names.map((name) => [name, aTask({ status: "in_progress", runs: 1 })]));
    let track = aTrack({ tasks, config, jobs: names.map((task) => aJob({ task })) });
    for (const [index, task] of names.entries()) {
      const until = at(600 - index);
      track = quiet(ask(track, jobFailed({ kind: "task", task }, { outcome: "rate-limited", until })));
    }
    expect(track).not.toHaveProperty("notBefore");
    expect(track.fallbackUntil).toBe(at(600));
    expect(jobs(track)).toEqual(names.map((task) => `task ${task} dispatched`));
  });

  it("of an engine that a person asked for makes the track wait, since nothing else may do it", () => {
    const config = aConfig({ fallback });
    const task = aTask({ status: "in_progress", attempts: 1, runs: 2, wish: { engine: "gemini" } });
    const track = ask(running({ config, tasks: { T01: task } }), limited);
    expect(track.notBefore).toBe(at(600));
    expect(jobs(track)).toEqual([]);
  });

  it.each([
    ["is over already", at(-5)],
    ["is no time", "soon, I should think!"],
  ])("whose end %s is waited for all the same, so that nothing runs in circles", (_, until) => {
    const track = ask(running(), ended("rate-limited", { until }));
    expect(Date.parse(track.notBefore ?? "")).toBeGreaterThan(Date.parse(now) + 4 * 60_000);
  });

  it("is not waited for longer than a week", () => {
    const track = ask(running(), ended("rate-limited", { until: "9999-12-31T00:00:00.000Z" }));
    expect(track.notBefore).toBe(at(7 * 24 * 3600));
  });

  it("keeps a plan, a review and a verification waiting at no cost", () => {
    const plan = aTrack({
      phase: "planning",
      sticky: { comment: 5, digest: "" },
      jobs: [aJob({ kind: "plan" })],
    });
    const until = at(600);
    const planning = ask(plan, jobFailed({ kind: "plan" }, { outcome: "rate-limited", until }));
    expect(planning).toMatchObject({ phase: "planning", plan: { attempts: 0 }, jobs: [] });
    const reviewing = aTrack({ tasks: { T01: aReadyTask() }, jobs: [aJob({ kind: "review", task: "T01" })] });
    const reviewed = ask(
      reviewing,
      jobFailed({ kind: "review", task: "T01" }, { outcome: "rate-limited", until }),
    );
    expect(reviewed.tasks["T01"]).toMatchObject({ status: "review" });
    const verifying = aTrack({ phase: "verifying", jobs: [aJob({ kind: "verify" })] });
    const verified = ask(verifying, jobFailed({ kind: "verify" }, { outcome: "rate-limited", until }));
    expect(verified).toMatchObject({ phase: "verifying", verification: { attempts: 0 } });
  });
});

describe("a provider that is down", () => {
  const waitOf = (attempt: number) => {
    const task = aTask({ status: "in_progress", runs: attempt });
    const job = aJob({ task: "T01", attempt });
    const down = jobFailed({ kind: "task", task: "T01", attempt }, { outcome: "unavailable" });
    const track = ask(running({ tasks: { T01: task }, jobs: [job] }), down);
    return (Date.parse(track.notBefore ?? "") - Date.parse(now)) / 60_000;
  };

  it("is tried again later and later, within an hour, at a second of the track's own", () => {
    const waits = [1, 2, 3, 9].map(waitOf);
    expect(waits.map(Math.floor)).toEqual([5, 10, 20, 60]);
    expect(waits.every((minutes) => minutes % 1 > 0)).toBe(true);
  });

  it("costs an attempt, since it may be an address that never answers", () => {
    const reason = "api.example.org cannot be reached.";
    const track = ask(running(), ended("unavailable", { reason }));
    expect(track.tasks["T01"]).toMatchObject({ status: "pending", attempts: 2 });
    expect(track.trouble).toMatchObject({ type: "model-waits", why: { outcome: "unavailable", reason } });
  });

  it("keeps verification trying, within bounds", () => {
    const verifying = aTrack({ phase: "verifying", jobs: [aJob({ kind: "verify" })] });
    const down = jobFailed({ kind: "verify" }, { outcome: "unavailable" });
    expect(ask(verifying, down)).toMatchObject({ phase: "verifying", verification: { attempts: 1 } });
    const last = { ...verifying, verification: { runs: 1, attempts: 2 } };
    expect(ask(last, down)).toMatchObject({ phase: "executing", trouble: { type: "verification-failed" } });
  });
});

describe("a run that cannot succeed by itself", () => {
  it("asks for the key at once instead of trying again", () => {
    const reason = "`codex` needs the secret `OPENAI_API_KEY`";
    const track = ask(running(), ended("auth", { reason }));
    expect(track.tasks["T01"]).toMatchObject({ status: "failed", trouble: { type: "task-failed" } });
    expect(notices(track)).toMatchObject([{ type: "task-failed", why: { outcome: "auth", reason } }]);
    expect(jobs(track)).toEqual([]);
  });

  it("stops at the budget, and goes on when some is added", () => {
    const failed = { type: "failed" as const, outcome: "budget" as const };
    const finished = jobFinished({ kind: "task", task: "T01", attempt: 2 }, failed, { usd: 2 });
    const stopped = quiet(ask(running(), finished));
    expect(stopped).toMatchObject({ usd: 2, tasks: { T01: { status: "failed", usd: 2 } } });
    const more = ask(stopped, commented("/budget +5"));
    expect(more.extraUsd).toBe(5);
    expect(jobs(more)).toEqual(["task T01 dispatched"]);
    expect(notices(more)).toEqual([{ type: "budget-added", usd: 5, resumed: ["T01"] }]);
  });
});

describe("what the budget stopped", () => {
  it("goes on with planning", () => {
    const sticky = { comment: 5, digest: "" };
    const planning = aTrack({ phase: "planning", sticky, jobs: [aJob({ kind: "plan" })] });
    const stopped = ask(planning, jobFailed({ kind: "plan" }, { outcome: "budget" }));
    expect(stopped).toMatchObject({ phase: "failed", trouble: { type: "planning-failed" } });
    const more = ask(quiet(stopped), commented("/budget +5"));
    expect(more.phase).toBe("planning");
    expect(jobs(more)).toEqual(["plan dispatched"]);
  });

  it("goes on with a review, without running its task again", () => {
    const track = aTrack({ tasks: { T01: aReadyTask() }, jobs: [aJob({ kind: "review", task: "T01" })] });
    const reviewing = ask(track, commented("/review T01"));
    const claimed = { ...quiet(reviewing), jobs: [aJob({ kind: "review", task: "T01" })], leaving: [] };
    const stopped = ask(claimed, jobFailed({ kind: "review", task: "T01" }, { outcome: "budget" }));
    expect(stopped.tasks["T01"]).toMatchObject({ status: "needs_input", trouble: { type: "review-failed" } });
    expect(jobs(ask(quiet(stopped), commented("/budget +5")))).toEqual(["review T01 dispatched"]);
  });

  it("goes on with verification", () => {
    const verifying = aTrack({ phase: "verifying", jobs: [aJob({ kind: "verify" })] });
    const stopped = ask(verifying, jobFailed({ kind: "verify" }, { outcome: "budget" }));
    expect(stopped.phase).toBe("executing");
    const more = ask(quiet(stopped), commented("/budget +5"));
    expect(jobs(more)).toEqual(["verify dispatched"]);
    expect(more).not.toHaveProperty("trouble");
    expect(said(more)).toEqual(["#42: budget-added"]);
  });
});

it("/retry can ask for another engine and model, and that counts before the fallback", () => {
  const failed = aTrack({
    config: aConfig({ fallback }),
    fallbackUntil: at(600),
    tasks: { T01: aTask({ status: "failed" }) },
  });
  const track = ask(failed, commented("/retry T01 --engine gemini --model gemini-3.8-flash"));
  const command = { engine: "gemini", model: "gemini-3.8-flash" };
  expect(wishFor(track, { task: "T01", fallback: true })).toEqual({ command });
  expect(jobs(track)).toEqual(["task T01 dispatched"]);
  expect(track.jobs).toMatchObject([{ base: { sha: sha("b1") } }]);
});
