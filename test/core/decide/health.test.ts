import { describe, expect, it } from "vitest";
import type { Health, HealthResult } from "../../../core/model/health.ts";
import type { Track } from "../../../core/model/track.ts";
import { aConfig, aJob, aProposal, aReadyTask, aTask, aTrack, at, sha } from "../../builders/a-track.ts";
import { ask, effects, jobs, notices, quiet, said } from "../../builders/ask.ts";
import { aPlan, pullFacts } from "../../builders/facts.ts";
import { commented, jobFailed, jobFinished, ticked } from "../../builders/triggers.ts";

/** What came of the commands that are named; those with a `!` fail. */
function aResult(names: string[], fields: Partial<HealthResult> = {}): HealthResult {
  const checks = names.map((name) => {
    const ok = !name.endsWith("!");
    const plain = name.replace("!", "");
    return { name: plain, command: `npm run ${plain}`, ok, seconds: 2, tail: ok ? "" : `${plain} is red` };
  });
  return { sha: sha("b1"), checks, notes: [], ...fields };
}

const sticky = { comment: 5, digest: "" };
const fresh: Health = { runs: 0, attempts: 0 };
const planned = (fields: object = {}) => ({
  type: "plan" as const,
  head: sha("f2"),
  tree: sha("f1"),
  pull: 10,
  shown: true,
  ...fields,
});
const running: Partial<Track> = { health: { runs: 1, attempts: 0 }, jobs: [aJob({ kind: "health" })] };
const healthDone = (health: HealthResult, attempt = 1) =>
  jobFinished({ kind: "health", attempt }, { type: "health", health });

/** A track with tasks to do whose base was found to be so. */
function found(result: HealthResult, fields: Partial<Track> = {}): Track {
  return ask(aTrack({ tasks: { T01: aTask() }, ...running, ...fields }), healthDone(result));
}

describe("the health of a base", () => {
  const planning = aTrack({ phase: "planning", sticky, health: fresh, jobs: [aJob({ kind: "plan" })] });

  it("comes with the plan, whose runner checked it beside the planners", () => {
    const after = ask(
      planning,
      jobFinished({ kind: "plan" }, planned({ health: aResult(["lint", "test"]) })),
    );
    expect(after).toMatchObject({ phase: "proposed", health: { outcome: "done", shown: 0 } });
    expect(jobs(after)).toEqual([]);
    expect(said(after)).toEqual(["#42: plan-ready"]);
    expect(effects(after, "show-health")).toEqual([]);
  });

  it("is checked alone where the plan came without it, and its pull request shows it then", () => {
    const after = ask(planning, jobFinished({ kind: "plan" }, planned({ shown: false })));
    expect(after.jobs).toMatchObject([
      { kind: "health", attempt: 1, base: { branch: "gsd/42-csv-export", sha: sha("b1") } },
    ]);
    const checked = ask({ ...quiet(after), jobs: [aJob({ kind: "health" })] }, healthDone(aResult(["test"])));
    expect(effects(checked, "show-health")).toEqual([{ type: "show-health", pull: 10 }]);
    expect(effects(ask(quiet(checked), ticked), "show-health")).toEqual([]);
  });

  it("holds no task back where it is good", () => {
    const track = found(aResult(["setup", "lint", "test"]));
    expect(jobs(track)).toEqual(["task T01 dispatched"]);
    expect(said(track)).toEqual([]);
    expect(track.health).not.toHaveProperty("trouble");
  });

  it("lets tasks wait while it is looked at", () => {
    const track = ask(aTrack({ tasks: { T01: aTask() }, ...running }), ticked);
    expect(jobs(track)).toEqual(["health claimed"]);
  });

  it("is not waited for by a track from before there was a check", () => {
    expect(jobs(ask(aTrack({ tasks: { T01: aTask() } }), ticked))).toEqual(["task T01 dispatched"]);
  });
});

describe.each(["setup", "test", "typecheck", "build"])("a base whose %s is broken", (name) => {
  it("starts no task, and says so once", () => {
    const result = aResult(["lint", `${name}!`]);
    const track = found(result);
    expect(jobs(track)).toEqual([]);
    expect(said(track)).toEqual(["#42: base-broken"]);
    expect(notices(track)).toEqual([{ type: "base-broken", result }]);
    const later = ask(ask(track, ticked), ticked);
    expect(jobs(later)).toEqual([]);
    expect(said(later)).toHaveLength(1);
  });
});

describe("a base that is broken", () => {
  const broken = found(aResult(["test!"]));

  it("is said with the plan, which can be read and approved", () => {
    const planning = aTrack({ phase: "planning", sticky, health: fresh, jobs: [aJob({ kind: "plan" })] });
    const proposed = ask(planning, jobFinished({ kind: "plan" }, planned({ health: aResult(["test!"]) })));
    expect(said(proposed)).toEqual(["#42: plan-ready", "#42: base-broken"]);
    const approved = ask(quiet(proposed), commented("/approve", { thread: 10, at: at(1) }), {
      plan: aPlan(),
    });
    expect(approved.phase).toBe("executing");
    expect(jobs(approved)).toEqual([]);
    expect(said(approved)).toEqual(["#10: approved-while-unwell"]);
  });

  it("is checked again on `/resume`; when it is well, tasks start and nothing is left of it", () => {
    const again = ask(quiet(broken), commented("/resume"));
    expect(again.jobs).toMatchObject([{ kind: "health", attempt: 2, state: "dispatched" }]);
    const claimed = { ...quiet(again), jobs: [aJob({ kind: "health", attempt: 2 })] };
    const well = ask(claimed, healthDone(aResult(["test"]), 2));
    expect(jobs(well)).toEqual(["task T01 dispatched"]);
    expect(well.health).not.toHaveProperty("trouble");
    const still = ask(claimed, healthDone(aResult(["build!"]), 2));
    expect(said(still)).toEqual(["#42: base-broken"]);
  });

  it("is checked once, however often `/resume` is said", () => {
    const again = ask(quiet(broken), commented("/resume"));
    const twice = ask(again, commented("/resume"));
    expect(jobs(twice)).toEqual(["health dispatched"]);
    expect(said(twice)).toEqual(["#42: not-paused"]);
  });

  it("is not to be resumed where all is well", () => {
    expect(said(ask(quiet(found(aResult(["test"]))), commented("/resume")))).toEqual(["#42: not-paused"]);
  });
});

describe("a base whose linter is broken", () => {
  const track = found(aResult(["lint!", "test"]));

  it("only warns: tasks start, and nobody is called", () => {
    expect(jobs(track)).toEqual(["task T01 dispatched"]);
    expect(said(track)).toEqual([]);
  });

  it("is nothing that a task could merge by itself on", () => {
    const only = (commands: Track["config"]["commands"]) => {
      const config = aConfig({ auto_merge: true, commands });
      const tasks = { T01: aReadyTask({ proposal: aProposal({ fresh: true }) }) };
      const ready = { ...quiet(track), config, jobs: [], tasks };
      return effects(ask(ready, ticked, pullFacts()), "merge-task");
    };
    expect(only({ lint: "npm run lint" })).toEqual([]);
    expect(only({ lint: false, test: false })).toEqual([]);
    expect(only({ lint: "npm run lint", test: "npm test" })).toHaveLength(1);
  });
});

describe("a health check that brings no result", () => {
  const why = { outcome: "setup" as const, reason: "The setup `npm ci` ended with exit code 1.\nno host" };
  const config = aConfig({ limits: { attempts: 2 } });
  const first = aTrack({ tasks: { T01: aTask() }, config, ...running });

  it("is run again within bounds, then people are told, and `/resume` tries again", () => {
    const retried = ask(first, jobFailed({ kind: "health" }, why));
    expect(retried.jobs).toMatchObject([{ kind: "health", attempt: 2 }]);
    expect(said(retried)).toEqual([]);
    const claimed = { ...quiet(retried), jobs: [aJob({ kind: "health", attempt: 2 })] };
    const failed = ask(claimed, jobFailed({ kind: "health", attempt: 2 }, why));
    expect(jobs(failed)).toEqual([]);
    expect(notices(failed)).toEqual([{ type: "base-unchecked", why: { ...why, run: 900 } }]);
    const again = ask(quiet(failed), commented("/resume"));
    expect(again.jobs).toMatchObject([{ kind: "health", attempt: 3, state: "dispatched" }]);
  });

  it("for want of a sandbox is not run again", () => {
    const after = ask(first, jobFailed({ kind: "health" }, { outcome: "sandbox" }));
    expect(jobs(after)).toEqual([]);
    expect(said(after)).toEqual(["#42: base-unchecked"]);
  });

  it("is forgotten with its track, and a plan made anew has one of its own", () => {
    const cancelled = ask(first, commented("/cancel"));
    expect(cancelled.jobs).toEqual([]);
    const late = ask(cancelled, healthDone(aResult(["test!"])));
    expect(said(late)).toEqual(said(cancelled));
    const issue = { title: "CSV export", textSha256: "1".repeat(64), open: true, labels: [] };
    expect(ask(quiet(cancelled), commented("/plan"), { issue }).health).toEqual(fresh);
  });
});

describe("a base that is remembered", () => {
  const planning = aTrack({ phase: "planning", sticky, health: fresh });
  const well = aResult(["lint!", "test"]);

  it("is known before the planners begin, who work all the same", () => {
    const track = ask(planning, ticked, { health: well });
    expect(track.health).toMatchObject({ outcome: "done", result: well });
    expect(jobs(track)).toEqual(["plan dispatched"]);
  });

  it("needs no run where it is all that is asked for", () => {
    const proposed = aTrack({ phase: "proposed", health: fresh });
    const track = ask(proposed, ticked, { health: well });
    expect(track.health).toMatchObject({ outcome: "done", result: well });
    expect(jobs(track)).toEqual([]);
  });

  it("is of that very commit", () => {
    const track = ask(aTrack({ phase: "proposed", health: fresh }), ticked, {
      health: aResult(["test"], { sha: sha("b7") }),
    });
    expect(track.health).not.toHaveProperty("outcome");
    expect(jobs(track)).toEqual(["health dispatched"]);
  });
});
