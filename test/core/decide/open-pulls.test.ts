import { describe, expect, it } from "vitest";
import { leaseMs } from "../../../core/decide/decide.ts";
import type { EffectOutcome, OutboxEntry } from "../../../core/model/effect.ts";
import type { Track } from "../../../core/model/track.ts";
import type { Trigger } from "../../../core/model/trigger.ts";
import { aReadyTask, aTask, aTrack, at, sha } from "../../builders/a-track.ts";
import { ask, effects, said, settled } from "../../builders/ask.ts";
import { commented, ticked } from "../../builders/triggers.ts";

/** T01 is done and stands on its branch; GitHub did not let us open its pull request. */
const unopened = aTask({ status: "review", runs: 1, attempts: 1, head: sha("a1"), unopened: "T01 of #42" });
const inRun: Trigger = { type: "run-started", issue: 42, batch: 7, run: { id: 900, attempt: 1 } };
const opens = (track: Track) => effects(track, "open-pull");

function waiting(fields: Partial<Track> = {}): Track {
  return aTrack({ tasks: { T01: unopened }, ...fields });
}

describe("work that GitHub did not let us propose", () => {
  it("is proposed by a run, with the workflow's token", () => {
    expect(opens(ask(waiting(), inRun))).toEqual([{ type: "open-pull", task: "T01" }]);
  });

  it("is not proposed by any other loop, which starts one run for it", () => {
    const first = ask(waiting(), ticked);
    expect(opens(first)).toEqual([]);
    expect(effects(first, "dispatch")).toEqual([{ type: "dispatch", batch: first.batches }]);
    expect(ask(first, ticked).outbox).toEqual(first.outbox);
  });

  it("waits while the track is paused, and goes on with /resume", () => {
    const paused = waiting({ paused: true });
    expect(opens(ask(paused, inRun))).toEqual([]);
    expect(effects(ask(paused, commented("/resume")), "dispatch")).toHaveLength(1);
  });

  it("is not taken over by a loop that may not be a run", () => {
    const effect = { type: "open-pull", task: "T01" } as const;
    const old: OutboxEntry = {
      key: "42/open-pull/T01/1",
      effect,
      owner: "other",
      at: at(-leaseMs / 1000),
      probe: false,
      tries: 0,
    };
    expect(opens(ask(waiting({ paused: true, outbox: [old] }), ticked))).toEqual([]);
  });

  it("goes to review when it is open", () => {
    const track = settled(ask(waiting(), inRun), [outcome({ type: "done", result: { pull: 11 } })]);
    expect(track.tasks.T01).toMatchObject({ status: "review", pull: 11 });
    expect(track.tasks.T01).not.toHaveProperty("unopened");
  });

  it("pauses the track and names the setting, once for all tasks", () => {
    const tasks = { T01: unopened, T02: { ...unopened, head: sha("a2") }, T03: aReadyTask() };
    const asked = ask(waiting({ tasks }), inRun);
    const forbidden = { type: "failed", code: "pulls-forbidden", text: "not permitted" } as const;
    const track = settled(asked, [outcome(forbidden), outcome(forbidden, "T02")]);
    expect(track.paused).toBe(true);
    expect(said(track)).toHaveLength(1);
    expect(said(track)[0]).toMatch(/Allow GitHub Actions to create and approve pull requests.*`\/resume`/);
  });
});

type What = EffectOutcome extends infer One
  ? One extends { key: string }
    ? Omit<One, "key">
    : never
  : never;

function outcome(what: What, task = "T01"): EffectOutcome {
  return { key: `42/open-pull/${task}/1`, ...what };
}
