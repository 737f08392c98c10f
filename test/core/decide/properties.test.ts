import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { jobKey } from "../../../core/codec/keys.ts";
import { decide } from "../../../core/decide/decide.ts";
import { settle } from "../../../core/decide/settle.ts";
import type { Facts, Moment } from "../../../core/model/facts.ts";
import type { Job, JobKind } from "../../../core/model/job.ts";
import { isOpen, phases, type Track, taskEntries, trackSchema } from "../../../core/model/track.ts";
import { createValidator } from "../../../core/model/validate.ts";
import { renderSticky } from "../../../core/render/sticky.ts";
import { createChance } from "../../builders/random.ts";
import { live, type Step, strandedJobs } from "./a-random-world.ts";

const validate = createValidator<Track>(trackSchema);
const lives = Array.from({ length: 160 }, (_, seed) => [...live(createChance(seed), 60)]);
const steps = lives.flat();
const tracks = steps.flatMap(({ after }) => after ?? []);

/** What is wrong with a track, in words; the seed and the step are in the test's message. */
function wrongs(find: (track: Track, step: Step) => string[]): string[] {
  return lives
    .flatMap((life, seed) =>
      life.flatMap((one, step) =>
        (one.after ? find(one.after, one) : []).map(
          (wrong) => `seed ${seed}, step ${step} (${one.trigger.type}): ${wrong}`,
        ),
      ),
    )
    .slice(0, 5);
}

const waitsFor: Record<JobKind, (track: Track, job: Job) => boolean> = {
  plan: ({ phase }) => phase === "planning",
  task: ({ tasks }, { task }) => task !== undefined && tasks[task]?.status === "in_progress",
  review: ({ tasks }, { task }) => task !== undefined && tasks[task]?.status === "review",
  verify: ({ phase }) => phase === "verifying",
  update: ({ update }) => update?.status === "resolving",
  rollback: ({ rollbacks }, { task }) =>
    rollbacks.some((one) => one.task === task && one.status === "running"),
  rebase: ({ tasks }, { task }) => task !== undefined && tasks[task]?.rebase?.status === "running",
  report: ({ reports }, { attempt }) =>
    reports.some(({ number, status }) => number === attempt && status === "running"),
  health: ({ health }) => health !== undefined && health.outcome === undefined,
};

/** Where a value has a key that JSON would not keep. */
function undefinedIn(value: unknown, path = "track"): string[] {
  if (value === undefined) return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => undefinedIn(inner, `${path}.${key}`));
}

function hasJob(track: Track, kind: JobKind, of: Partial<Pick<Job, "task" | "attempt">>): boolean {
  return track.jobs.some(
    (job) =>
      job.kind === kind && job.task === of.task && (of.attempt === undefined || job.attempt === of.attempt),
  );
}

describe("whatever happens to a track", () => {
  it("the random lives reach every phase, every state of a task and every kind of job", () => {
    expect(new Set(tracks.map(({ phase }) => phase))).toEqual(new Set(phases));
    const statuses = new Set(tracks.flatMap((track) => taskEntries(track).map(([, task]) => task.status)));
    expect(statuses.size).toBe(7);
    const kinds = tracks.flatMap(({ jobs }) => jobs.map(({ kind }) => kind));
    expect(new Set(kinds)).toEqual(new Set(Object.keys(waitsFor)));
    expect(tracks.some(({ rollbacks }) => rollbacks.some(({ status }) => status === "completed"))).toBe(true);
    expect(tracks.some(({ reports }) => reports.some(({ status }) => status === "done"))).toBe(true);
    expect(tracks.some(({ jobs }) => jobs.some((job) => "again" in job))).toBe(true);
  });

  it("the same question gets the same answer, and is left as it was", () => {
    for (const { before, trigger, facts, moment, after } of steps.filter((_, index) => index % 9 === 0)) {
      const question = structuredClone({ ...(before ? { track: before } : {}), trigger, facts, moment });
      const frozen = structuredClone(question);
      const decision = decide(question);
      const answer = decision.type === "track" ? decision.track : undefined;
      if (!isDeepStrictEqual(answer, after)) expect(answer).toEqual(after);
      if (!isDeepStrictEqual(question, frozen)) expect(question).toEqual(frozen);
    }
  });

  it("it stays a track that the ledger takes", () => {
    expect(
      wrongs((track) => {
        const checked = validate(track);
        return checked.ok ? [] : checked.problems.map(({ path, message }) => `${path} ${message}`);
      }),
    ).toEqual([]);
  });

  it("it equals its own JSON round trip: no key is there that JSON would not keep", () => {
    expect(wrongs((track) => undefinedIn(track))).toEqual([]);
    expect(
      wrongs((track) => (isDeepStrictEqual(JSON.parse(JSON.stringify(track)), track) ? [] : ["differs"])),
    ).toEqual([]);
  });

  it("without news a second decision changes nothing", () => {
    const changed = wrongs((track, { facts, moment }) => {
      // A branch that is gone, or a run that ended, is news each time that somebody looks.
      const there = Object.entries(facts.bases).filter(([, base]) => base !== null);
      const known = { ...facts, bases: Object.fromEntries(there), endedRuns: {} };
      const first = decideAgain(track, known, moment);
      return isDeepStrictEqual(decideAgain(first, known, moment), first)
        ? []
        : [`${first.phase} changes again`];
    });
    expect(changed).toEqual([]);
  });

  it("settling nothing changes nothing, and settling twice is settling once", () => {
    for (const { after, moment } of steps.filter((_, index) => index % 7 === 0)) {
      if (!after) continue;
      const outcomes = after.outbox.map(({ key }) => ({ key, type: "later" as const, text: "" }));
      expect(settle(after, [], moment)).toBe(after);
      const once = settle(after, outcomes, moment);
      expect(undefinedIn(once)).toEqual([]);
    }
  });

  it("every job belongs to something that waits for it", () => {
    expect(
      wrongs((track) => track.jobs.filter((job) => !waitsFor[job.kind](track, job)).map(jobKey.format)),
    ).toEqual([]);
  });

  it("no task has two jobs of a kind", () => {
    expect(
      wrongs((track) => {
        const kinds = track.jobs.map(({ kind, task }) => `${kind} ${task}`);
        return kinds.filter((one, index) => kinds.indexOf(one) !== index);
      }),
    ).toEqual([]);
  });

  it("no two effects share a key", () => {
    expect(
      wrongs((track) => {
        const keys = track.outbox.map(({ key }) => key);
        return keys.filter((key, index) => keys.indexOf(key) !== index);
      }),
    ).toEqual([]);
  });

  it("a track that is over runs nothing but rollbacks and reports", () => {
    expect(
      wrongs((track) =>
        isOpen(track)
          ? []
          : track.jobs.filter(({ kind }) => !["rollback", "report"].includes(kind)).map(jobKey.format),
      ),
    ).toEqual([]);
  });

  it("no job is lost: what is said to run has one, and what was sent out is in the outbox or held by a run", () => {
    expect(
      wrongs((track) => [
        ...taskEntries(track)
          .filter(
            ([id, { status }]) =>
              isOpen(track) && status === "in_progress" && !hasJob(track, "task", { task: id }),
          )
          .map(([id]) => `${id} has no job`),
        ...track.rollbacks
          .filter(({ status }) => status === "running")
          .filter(({ task, attempt }) => !track.paused && !hasJob(track, "rollback", { task, attempt }))
          .map(({ task }) => `the rollback of ${task} has no job`),
        ...track.reports
          .filter(
            ({ number, status }) => status === "running" && !hasJob(track, "report", { attempt: number }),
          )
          .map(({ number }) => `report ${number} has no job`),
        ...strandedJobs(track),
      ]),
    ).toEqual([]);
  });

  it("an open track never waits without anybody knowing: a job runs, or a person has something to do", () => {
    expect(
      wrongs((track) => (isOpen(track) && !track.paused && !isAlive(track) ? [track.phase] : [])),
    ).toEqual([]);
  });

  it("whoever waits for a person says what to do", () => {
    expect(
      wrongs((track) =>
        taskEntries(track)
          .filter(([, { status, trouble }]) => ["failed", "needs_input"].includes(status) && !trouble)
          .map(([id]) => id),
      ),
    ).toEqual([]);
  });

  it("nothing is merged that is not approved, ready and checked at that very head", () => {
    const merges = steps.flatMap(({ before, after }) => {
      const known = new Set(before?.outbox.map(({ key }) => key));
      return (after?.outbox ?? []).flatMap(({ key, effect }) =>
        effect.type === "merge-task" && !known.has(key)
          ? [{ effect, proposal: after?.tasks[effect.task]?.proposal }]
          : [],
      );
    });
    expect(merges.length).toBeGreaterThan(10);
    for (const { effect, proposal } of merges) {
      expect(proposal).toMatchObject({ head: effect.sha, approval: { sha: effect.sha } });
      expect(proposal?.readyAt).toBeDefined();
      expect(["passed", "none"]).toContain(proposal?.checks);
      if (proposal?.approval?.by === "auto_merge") {
        expect(proposal).toMatchObject({ fresh: true, checks: "passed", handsOff: false });
      }
    }
  });

  it("jobs under way never hold more than the budget of their track or the day", () => {
    expect(
      wrongs((track, { before, facts }) => {
        const caps = track.jobs.map((job) => (job.state === "queued" ? 0 : (job.capUsd ?? 0)));
        const held = caps.reduce((sum, usd) => sum + usd, 0);
        const started = track.jobs.length > (before?.jobs.length ?? 0);
        const { budget } = track.config;
        const left = Math.min(budget.track, budget.day) + track.extraUsd - (facts.day?.usd ?? 0);
        return started && held > left + 0.001 && held > budget.track + track.extraUsd
          ? [`${held} of ${left}`]
          : [];
      }),
    ).toEqual([]);
  });

  it("it can be shown", () => {
    for (const track of tracks.filter((_, index) => index % 50 === 0)) {
      expect(renderSticky(track)).toContain("<!-- gsd:sticky 42 -->");
    }
  });
});

function decideAgain(track: Track, facts: Facts, moment: Moment): Track {
  const decision = decide({ track, facts, trigger: { type: "continued" }, moment });
  return decision.type === "track" ? decision.track : track;
}

function isAlive(track: Track): boolean {
  if (track.jobs.length > 0 || track.notBefore !== undefined) return true;
  if (track.phase === "asking" || track.phase === "proposed" || track.phase === "ready") return true;
  if (
    track.outbox.some(({ effect }) => ["finish-track", "start-track", "update-branch"].includes(effect.type))
  )
    return true;
  const waits = taskEntries(track).some(([, { status }]) =>
    ["review", "failed", "needs_input"].includes(status),
  );
  if (track.update?.status === "stuck") return true;
  return waits || track.trouble?.type === "verification-failed" || track.health?.trouble !== undefined;
}
