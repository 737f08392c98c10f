import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { jobKey } from "../../../core/codec/keys.ts";
import { decide } from "../../../core/decide/decide.ts";
import type { LiveJob } from "../../../core/model/live-job.ts";
import { isOpen, phases, type Track, taskEntries, trackSchema } from "../../../core/model/track.ts";
import { createValidator } from "../../../core/model/validate.ts";
import { renderSticky } from "../../../core/render/sticky.ts";
import { createChance } from "../../builders/random.ts";
import { live } from "./a-random-world.ts";

const validate = createValidator<Track>(trackSchema);
const lives = Array.from({ length: 100 }, (_, seed) => [...live(createChance(seed), 60)]);
const steps = lives.flat();
const tracks = steps.flatMap(({ after }) => after ?? []);

/** What is wrong with a track, in words; the seed and the step are in the test's message. */
function wrongs(find: (track: Track) => string[]): string[] {
  return lives
    .flatMap((life, seed) =>
      life.flatMap(({ after, trigger }, step) =>
        (after ? find(after) : []).map((wrong) => `seed ${seed}, step ${step} (${trigger.type}): ${wrong}`),
      ),
    )
    .slice(0, 5);
}

function fits(track: Track, job: LiveJob): boolean {
  const status = job.task && track.tasks[job.task]?.status;
  switch (job.kind) {
    case "task":
      return status === "in_progress";
    case "review":
      return status === "review";
    case "verify":
      return track.phase === "verifying";
    case "rollback":
      return track.rollbacks.some((one) => one.task === job.task && one.status === "running");
    default:
      return track.phase === "planning";
  }
}

describe("whatever happens to a track", () => {
  it("the random lives reach every phase and every state of a task", () => {
    expect(new Set(tracks.map(({ phase }) => phase))).toEqual(new Set(phases));
    const statuses = new Set(tracks.flatMap((track) => taskEntries(track).map(([, task]) => task.status)));
    expect(statuses.size).toBe(7);
    expect(tracks.some(({ rollbacks }) => rollbacks.some(({ status }) => status === "completed"))).toBe(true);
  });

  it("the same question gets the same answer, and is left as it was", () => {
    for (const { before, trigger, facts, moment, after } of steps.filter((_, index) => index % 9 === 0)) {
      const question = structuredClone({ track: before, trigger, facts, moment });
      const frozen = structuredClone(question);
      const answer = decide(question).track;
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

  it("every job belongs to something that waits for it", () => {
    expect(wrongs((track) => track.jobs.filter((job) => !fits(track, job)).map(jobKey.format))).toEqual([]);
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

  it("a track that is over runs nothing but rollbacks", () => {
    expect(
      wrongs((track) =>
        isOpen(track) ? [] : track.jobs.filter(({ kind }) => kind !== "rollback").map(jobKey.format),
      ),
    ).toEqual([]);
  });

  it("what is said to run has a job", () => {
    expect(
      wrongs((track) => {
        if (!isOpen(track)) return [];
        const lost = taskEntries(track).filter(
          ([id, task]) =>
            task.status === "in_progress" &&
            !track.jobs.some((job) => job.kind === "task" && job.task === id),
        );
        const rollbacks = track.rollbacks.filter(
          (one) =>
            one.status === "running" &&
            !track.jobs.some((job) => job.kind === "rollback" && job.task === one.task),
        );
        return [
          ...lost.map(([id]) => `${id} has no job`),
          ...rollbacks.map((one) => `rollback of ${one.task}`),
        ];
      }),
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

  it("nothing is merged that is not approved at that very head", () => {
    const merges = steps.flatMap(({ before, after }) => {
      const known = new Set(before?.outbox.map(({ key }) => key));
      return (after?.outbox ?? []).flatMap(({ key, effect }) =>
        effect.type === "merge-task" && !known.has(key) ? [{ effect, task: after!.tasks[effect.task]! }] : [],
      );
    });
    expect(merges.length).toBeGreaterThan(10);
    for (const { effect, task } of merges) {
      expect(task).toMatchObject({
        approval: { sha: effect.sha },
        ready: { sha: effect.sha },
        checked: { sha: effect.sha, ok: true },
      });
    }
  });

  it("it can be shown", () => {
    for (const track of tracks.filter((_, index) => index % 50 === 0)) {
      expect(renderSticky(track)).toContain("<!-- gsd:sticky 42 -->");
    }
  });
});

function isAlive(track: Track): boolean {
  if (track.jobs.length > 0 || track.notBefore !== undefined) return true;
  if (track.phase === "proposed" || track.phase === "ready") return true;
  if (track.phase === "verifying") return track.outbox.some(({ effect }) => effect.type === "finish-track");
  const waits = taskEntries(track).some(([, { status }]) =>
    ["review", "failed", "needs_input"].includes(status),
  );
  return waits || track.trouble?.code === "verification";
}
