import { describe, expect, it } from "vitest";
import { decide } from "../../../core/decide/decide.ts";
import type { Outcome } from "../../../core/model/job.ts";
import type { Track } from "../../../core/model/track.ts";
import { wishFor } from "../../../core/select/wish-for.ts";
import { aConfig, aJob, aTask, aTrack, at, now, sha } from "../../builders/a-track.ts";
import { ask, jobs, quiet, said } from "../../builders/ask.ts";
import { facts } from "../../builders/facts.ts";
import { commented, jobFinished, ticked } from "../../builders/triggers.ts";

/** A track whose T01 is running, for the second time. */
function running(fields: Partial<Track> = {}): Track {
  const task = aTask({ status: "in_progress", attempts: 2, runs: 2 });
  return aTrack({ tasks: { T01: task }, jobs: [aJob({ kind: "task", task: "T01", attempt: 2 })], ...fields });
}

function ended(outcome: Outcome, more: object = {}) {
  return jobFinished({ kind: "task", task: "T01", attempt: 2 }, { outcome, ...more });
}

/** The first job as a run claims it, so many seconds from now. */
function claimedAt(track: Track, seconds: number) {
  const run = { id: 901, attempt: 1 };
  const trigger = { type: "run-started", issue: 42, batch: track.jobs[0]!.batch!, run } as const;
  const branch = "gsd/42-csv-export";
  const bases = { [branch]: { branch, sha: sha("b1"), tree: sha("b2") } };
  const moment = { now: at(seconds), owner: "run" };
  return decide({ track: quiet(track), facts: facts({ bases }), trigger, moment }).track!.jobs[0]!;
}

const fallback = { engine: "codex", model: "gpt-6.1-sol" } as const;

describe("a provider's rate limit", () => {
  it("costs no attempt, is told with its end, and holds up everything new until then", () => {
    const track = ask(running(), ended("rate-limited", { until: at(600) }));
    expect(track.tasks.T01).toMatchObject({ status: "pending", attempts: 1 });
    expect(track.notBefore).toBe(at(600));
    expect(track.trouble?.text).toMatch(
      /goes on by itself with the first event or hourly run after \d{4}-\d\d-\d\d \d\d:\d\d UTC/,
    );
    expect(jobs(track)).toEqual([]);
    expect(jobs(ask(quiet(track), ticked))).toEqual([]);
  });

  it("is over by itself: the first loop after it goes on", () => {
    const waiting = quiet(ask(running(), ended("rate-limited", { until: at(600) })));
    const later = decide({
      track: waiting,
      facts: facts(),
      trigger: ticked,
      moment: { now: at(601), owner: "later" },
    }).track!;
    expect(jobs(later)).toEqual(["task T01 dispatched"]);
    expect(later.trouble).toBeUndefined();
    expect(later.notBefore).toBeUndefined();
  });

  it("hands over to the fallback at once, where there is one, until it is over", () => {
    const config = aConfig({ fallback });
    const limited = ended("rate-limited", { until: at(600) });
    const track = ask(running({ config }), limited, { config: { ok: true, config } });
    expect(jobs(track)).toEqual(["task T01 dispatched"]);
    expect(wishFor(track, claimedAt(track, 1))).toEqual({ takeover: fallback });
    expect(wishFor(track, claimedAt(track, 601))).toEqual({});
  });

  it("of the fallback too makes the track wait", () => {
    const config = aConfig({ fallback });
    const limited = ended("rate-limited", { until: at(600) });
    const job = aJob({ kind: "task", task: "T01", attempt: 2, fallback: true });
    const track = ask(running({ config, fallbackUntil: at(300), jobs: [job] }), limited, {
      config: { ok: true, config },
    });
    expect(track.notBefore).toBe(at(600));
  });

  it("that several runs meet at once is one limit: the fallback takes over, for the longest of the times", () => {
    const config = aConfig({ fallback });
    const kinds = ["plan-spec", "plan-arch", "plan-qa"] as const;
    let track = aTrack({ phase: "planning", tasks: {}, config, jobs: kinds.map((kind) => aJob({ kind })) });
    for (const [index, kind] of kinds.entries()) {
      const limited = jobFinished({ kind }, { outcome: "rate-limited", until: at(600 - index) });
      track = quiet(ask(track, limited, { config: { ok: true, config } }));
    }
    expect(track.notBefore).toBeUndefined();
    expect(track.fallbackUntil).toBe(at(600));
    expect(jobs(track)).toEqual(kinds.map((kind) => `${kind} dispatched`));
  });

  it("of an engine that a person asked for makes the track wait, since nothing else may do it", () => {
    const config = aConfig({ fallback });
    const task = aTask({ status: "in_progress", attempts: 1, runs: 2, wish: { engine: "gemini" } });
    const limited = ended("rate-limited", { until: at(600) });
    const track = ask(running({ config, tasks: { T01: task } }), limited, { config: { ok: true, config } });
    expect(track.notBefore).toBe(at(600));
    expect(jobs(track)).toEqual([]);
  });
});

describe("a provider that is down", () => {
  const waitOf = (attempt: number) => {
    const task = aTask({ status: "in_progress", attempts: 1, runs: attempt });
    const job = aJob({ kind: "task", task: "T01", attempt });
    const down = jobFinished({ kind: "task", task: "T01", attempt }, { outcome: "unavailable" });
    const track = ask(running({ tasks: { T01: task }, jobs: [job] }), down);
    return (Date.parse(track.notBefore!) - Date.parse(now)) / 60_000;
  };

  it("is tried again later and later, within an hour, at a second of the track's own", () => {
    const waits = [1, 2, 3, 9].map(waitOf);
    expect(waits.map(Math.floor)).toEqual([5, 10, 20, 60]);
    expect(waits.every((minutes) => minutes % 1 > 0)).toBe(true);
  });

  it("costs an attempt, since it may be an address that never answers", () => {
    const track = ask(running(), ended("unavailable", { reason: "api.example.org cannot be reached." }));
    expect(track.tasks.T01).toMatchObject({ status: "pending", attempts: 2 });
    expect(track.trouble?.text).toMatch(/provider is down \(api\.example\.org cannot be reached\)/);
  });
});

describe("a run that cannot succeed by itself", () => {
  it("asks for the key at once instead of trying again", () => {
    const track = ask(running(), ended("auth", { reason: "`codex` needs the secret `OPENAI_API_KEY`" }));
    expect(track.tasks.T01).toMatchObject({ status: "failed", trouble: { code: "auth" } });
    expect(said(track).join()).toContain("OPENAI_API_KEY");
    expect(jobs(track)).toEqual([]);
  });

  it("stops at the budget, and goes on when some is added", () => {
    const stopped = quiet(
      ask(running(), ended("budget", { reason: "the task's budget is used up", usd: 2 })),
    );
    expect(stopped).toMatchObject({
      usd: 2,
      tasks: { T01: { status: "failed", usd: 2, trouble: { code: "budget" } } },
    });
    const more = ask(stopped, commented("/budget +5"));
    expect(more.extraUsd).toBe(5);
    expect(jobs(more)).toEqual(["task T01 dispatched"]);
    expect(said(more).join()).toMatch(/may spend \$25\.00, of which \$2\.00 are spent. T01 goes on/);
  });
});

it("/retry can ask for another engine and model, and that counts before the fallback", () => {
  const failed = aTrack({
    config: aConfig({ fallback }),
    fallbackUntil: at(600),
    tasks: { T01: aTask({ status: "failed", trouble: { code: "crashed", text: "it crashed" } }) },
  });
  const track = ask(failed, commented("/retry T01 --engine gemini --model gemini-3.8-flash"));
  const command = { engine: "gemini", model: "gemini-3.8-flash" };
  expect(wishFor(track, { task: "T01", fallback: true })).toEqual({ command });
  expect(jobs(track)).toEqual(["task T01 dispatched"]);
});
