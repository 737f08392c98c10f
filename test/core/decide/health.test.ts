import { describe, expect, it } from "vitest";
import { jobsOfRun } from "../../../core/decide/claim.ts";
import type { Health, HealthResult } from "../../../core/model/health.ts";
import type { Track } from "../../../core/model/track.ts";
import { trackBody } from "../../../core/render/bodies.ts";
import { nextStep } from "../../../core/render/next-step.ts";
import { renderSticky } from "../../../core/render/sticky.ts";
import { estimatePlan } from "../../../core/select/estimate-plan.ts";
import { aConfig, aJob, aReadyTask, aTask, aTrack, sha } from "../../builders/a-track.ts";
import { ask, effects, jobs, quiet, said } from "../../builders/ask.ts";
import { aPlan, pullFacts } from "../../builders/facts.ts";
import { commented, continued, jobFinished, ticked } from "../../builders/triggers.ts";

const branch = "gsd/42-csv-export";
const bases = { [branch]: { branch, sha: sha("b1"), tree: sha("b2") } };
const started = (batch: number, run = 900) =>
  ({ type: "run-started", issue: 42, batch, run: { id: run, attempt: 1 } }) as const;

/** What came of the commands that are named; those with a `!` fail. */
function aResult(names: string[], fields: Partial<HealthResult> = {}): HealthResult {
  const checks = names.map((name) => {
    const ok = !name.endsWith("!");
    const plain = name.replace("!", "");
    return { name: plain, command: `npm run ${plain}`, ok, seconds: 2, tail: ok ? "" : `${plain} is red` };
  });
  return { sha: sha("b1"), checks, notes: [], ...fields };
}

const fresh: Health = { runs: 0, attempts: 0 };
const running: Partial<Track> = {
  health: { runs: 1, attempts: 1 },
  jobs: [aJob({ kind: "health", task: undefined })],
};
const healthDone = (result: HealthResult) => jobFinished({ kind: "health" }, { health: result });

/** A track with tasks to do whose base was found to be so. */
function found(result: HealthResult, fields: Partial<Track> = {}): Track {
  return ask(aTrack({ tasks: { T01: aTask() }, ...running, ...fields }), healthDone(result));
}

describe("the health check of a base", () => {
  it("is queued once, beside the planners, in their batch", () => {
    const track = ask(aTrack({ phase: "planning", health: fresh }), continued);
    expect(jobs(track)).toEqual([
      ...["plan-spec dispatched", "plan-arch dispatched", "plan-qa dispatched", "health dispatched"],
    ]);
    expect(effects(track, "dispatch")).toHaveLength(1);
    expect(jobs(ask(track, ticked))).toHaveLength(4);
  });

  it("works on the track branch's head, with time for all of its commands", () => {
    const track = ask(aTrack({ phase: "planning", health: fresh }), continued);
    const claimed = jobsOfRun(ask(track, started(2), { bases }), 900);
    expect(claimed.find(({ kind }) => kind === "health")).toMatchObject({ base: { sha: sha("b1") } });
  });

  it("holds no task back where it passes", () => {
    const track = found(aResult(["setup", "lint", "test"]));
    expect(jobs(track)).toEqual(["task T01 dispatched"]);
    expect(said(track)).toEqual([]);
    expect(track.health?.trouble).toBeUndefined();
  });

  it("lets tasks wait while it runs", () => {
    const track = ask(aTrack({ tasks: { T01: aTask() }, ...running }), ticked);
    expect(jobs(track)).toEqual(["health claimed"]);
    expect(nextStep(track)).toMatch(/the repository's own commands are being run on the base/);
  });

  it("is not waited for by a track from before there was one", () => {
    expect(jobs(ask(aTrack({ tasks: { T01: aTask() } }), ticked))).toEqual(["task T01 dispatched"]);
  });
});

describe.each(["setup", "test", "typecheck", "build"])("a base whose %s is broken", (name) => {
  const track = found(aResult(["lint", `${name}!`]));

  it("starts no task, and says why once, with the output and the way on", () => {
    expect(jobs(track)).toEqual([]);
    expect(said(track)).toHaveLength(1);
    const setting = name === "setup" ? "setup.command: false" : `commands.${name}: false`;
    for (const words of [
      `#42: \`npm run ${name}\` fails on the base (\`b100000\`), before any agent has changed it`,
      `bring that into \`${branch}\` with GitHub's **Update branch** on #10, then comment \`/resume\``,
      `set \`${setting}\` in \`.github/gsd.yml\``,
      `\`\`\`text\n${name} is red\n\`\`\``,
    ])
      expect(said(track)[0]).toContain(words);
    const later = ask(ask(track, ticked), ticked);
    expect(jobs(later)).toEqual([]);
    expect(said(later)).toHaveLength(1);
  });
});

describe("a base that is broken", () => {
  const broken = found(aResult(["test!"]));

  it("shows in the progress comment and as the next step", () => {
    expect(nextStep(broken)).toBe(
      "mend what fails on the base, bring it into the track with GitHub's **Update branch** on #10, then comment `/resume`.",
    );
    expect(renderSticky(broken)).toContain("> `npm run test` fails on the base");
  });

  it("lets the plan be written, read and approved", () => {
    const planning = found(aResult(["test!"]), {
      ...{ phase: "planning", tasks: {} },
      jobs: [...running.jobs!, aJob({ kind: "plan-spec", task: undefined })],
    });
    expect(planning.phase).toBe("planning");
    expect(jobs(planning)).toContain("plan-spec claimed");
    const proposed = { ...broken, phase: "proposed" as const, tasks: {}, outbox: [] };
    expect(nextStep(proposed)).toMatch(
      /comment `\/approve` there. No task will start before the base is mended/,
    );
    const approved = ask(proposed, commented("/approve", { thread: 10 }), { plan: aPlan() });
    expect(approved.phase).toBe("executing");
    expect(jobs(approved)).toEqual([]);
    expect(said(approved)).toEqual([
      expect.stringMatching(/^#10: Approved. No task starts before the base is mended/),
    ]);
    expect(renderSticky(approved)).toContain("fails on the base");
  });

  it("is checked again on `/resume`; when it is well, tasks start and nothing is left of it", () => {
    const again = ask(quiet(broken), commented("/resume"));
    expect(again.jobs).toMatchObject([{ kind: "health", attempt: 2, state: "dispatched" }]);
    const claimed = ask(again, started(again.batches), { bases });
    const well = ask(claimed, jobFinished({ kind: "health", attempt: 2 }, { health: aResult(["test"]) }));
    expect(jobs(well)).toEqual(["task T01 dispatched"]);
    expect(renderSticky(well)).not.toContain("on the base");
  });

  it("that is still broken after `/resume` is said again, and once", () => {
    const again = ask(ask(quiet(broken), commented("/resume")), started(2), { bases });
    const still = ask(again, jobFinished({ kind: "health", attempt: 2 }, { health: aResult(["build!"]) }));
    expect(said(still)).toEqual([expect.stringContaining("`npm run build` fails on the base")]);
  });

  it("is checked once, however often `/resume` is said", () => {
    const again = ask(quiet(broken), commented("/resume"));
    const twice = ask(again, commented("/resume"));
    expect(jobs(twice)).toEqual(["health dispatched"]);
    expect(said(twice)[0]).toMatch(/not paused/);
  });

  it("is not to be resumed where all is well", () => {
    const well = found(aResult(["test"]));
    expect(said(ask(quiet(well), commented("/resume")))[0]).toMatch(/not paused/);
  });

  it("never makes a failing test count as passed", () => {
    const skipped = ask(quiet(broken), commented("/skip T01"));
    expect(skipped.phase).toBe("verifying");
    expect(renderSticky(skipped)).not.toContain("no change is judged by it");
  });
});

describe("a base whose linter is broken", () => {
  const track = found(aResult(["lint!", "test"]));

  it("only warns: tasks start, and nobody is called", () => {
    expect(jobs(track)).toEqual(["task T01 dispatched"]);
    expect(said(track)).toEqual([]);
    expect(renderSticky(track)).toContain(
      "`npm run lint` fails on the base already, so no change is judged by it.",
    );
  });

  it("is nothing that a task could merge by itself on", () => {
    const only = (commands: Track["config"]["commands"]) => {
      const config = aConfig({ auto_merge: true, commands });
      const ready = { ...track, config, jobs: [], outbox: [], tasks: { T01: aReadyTask() } };
      const given = { ...pullFacts(), config: { ok: true as const, config } };
      return effects(ask(ready, ticked, given), "merge-task");
    };
    expect(only({ lint: "npm run lint" })).toEqual([]);
    expect(only({ lint: false, test: false })).toEqual([]);
    expect(only({ lint: "npm run lint", test: "npm test" })).toHaveLength(1);
  });
});

describe("a health check that brings no result", () => {
  const why = {
    outcome: "setup" as const,
    reason: "The setup `npm ci` ended with exit code 1.\nno such host",
  };
  const config = aConfig({ limits: { attempts: 2 } });
  const facts = { config: { ok: true as const, config }, bases };
  const first = aTrack({ tasks: { T01: aTask() }, config, ...running });

  it("is run again within bounds, then people are told, and `/resume` tries again", () => {
    const retried = ask(first, jobFinished({ kind: "health" }, why), facts);
    expect(retried.jobs).toMatchObject([{ kind: "health", attempt: 2 }]);
    expect(said(retried)).toEqual([]);
    const claimed = ask(retried, started(retried.batches), facts);
    const failed = ask(claimed, jobFinished({ kind: "health", attempt: 2 }, why), facts);
    expect(jobs(failed)).toEqual([]);
    expect(said(failed)).toEqual([
      expect.stringMatching(
        /could not be run on the base: `setup` \(The setup `npm ci` ended with exit code 1\)/,
      ),
    ]);
    expect(said(failed)[0]).toContain("```text\nno such host\n```");
    const again = ask(quiet(failed), commented("/resume"), facts);
    expect(again.jobs).toMatchObject([{ kind: "health", attempt: 3, state: "dispatched" }]);
  });

  it("counts a run that died like any other", () => {
    expect(ask(first, ticked, { ...facts, endedRuns: [900] }).jobs).toMatchObject([
      { kind: "health", attempt: 2, state: "dispatched" },
    ]);
  });

  it("for want of a sandbox leaves the saying to the planners", () => {
    const planning = { ...first, phase: "planning" as const, tasks: {} };
    const hopeless = { outcome: "sandbox" as const, reason: "Install bubblewrap." };
    const after = ask(planning, jobFinished({ kind: "health" }, hopeless), facts);
    expect(said(after)).toEqual([]);
    expect(renderSticky(after)).toContain("Install bubblewrap");
    const failed = ask(
      { ...after, jobs: [aJob({ kind: "plan-spec", task: undefined })] },
      jobFinished({ kind: "plan-spec" }, hopeless),
      facts,
    );
    expect(failed.phase).toBe("failed");
    expect(said(failed)).toHaveLength(1);
  });

  it("is forgotten with its track, and a plan made anew has one of its own", () => {
    const cancelled = ask(first, commented("/cancel"), facts);
    expect(cancelled.jobs).toEqual([]);
    const late = ask(cancelled, jobFinished({ kind: "health" }, { health: aResult(["test!"]) }), facts);
    expect(said(late)).toEqual(said(cancelled));
    const issue = { title: "CSV export", textSha256: "1".repeat(64), open: true, labels: [] };
    const anew = ask(quiet(cancelled), commented("/plan"), { ...facts, issue });
    expect(anew.health).toEqual({ runs: 1, attempts: 1 });
    expect(jobs(anew).filter((job) => job.startsWith("health"))).toEqual(["health dispatched"]);
  });
});

describe("a base that is remembered", () => {
  const planning = ask(aTrack({ phase: "planning", health: fresh }), continued);

  it("needs no run: its job is recorded as the batch is claimed", () => {
    const track = ask(planning, started(2), { bases, health: aResult(["lint!", "test"]) });
    expect(jobsOfRun(track, 900).map(({ kind }) => kind)).toEqual(["plan-spec", "plan-arch", "plan-qa"]);
    expect(track.health).toMatchObject({
      outcome: "done",
      result: { checks: [{ ok: false }, { ok: true }] },
    });
  });

  it("is of that very commit", () => {
    const track = ask(planning, started(2), { bases, health: aResult(["test"], { sha: sha("b7") }) });
    expect(jobsOfRun(track, 900)).toHaveLength(4);
  });
});

describe("the plan's pull request", () => {
  const backlog = aPlan().backlog!;
  const body = (fields: Partial<Health>) =>
    trackBody(aTrack({ health: { ...fresh, outcome: "done", ...fields } }), backlog, {
      tree: sha("f1"),
      estimate: estimatePlan(backlog, { config: aConfig(), leftUsd: 2 }),
      remarks: [],
    });

  it("says in one line how the base is", () => {
    expect(body({ result: aResult(["setup", "lint!", "test"]) })).toContain(
      "✅ `npm run setup` passes on the base (2 s) · ⚠️ `npm run lint` fails on the base (2 s) · ✅ `npm run test` passes on the base (2 s)",
    );
    expect(body({ result: aResult(["test!"]) })).toContain("❌ `npm run test` fails on the base");
    expect(body({ result: aResult([], { notes: ["`npm ci` was found, but not run."] }) })).toMatch(
      /There are no commands to check the base with.*\n\n> `npm ci` was found/,
    );
    expect(body({ outcome: "setup" })).toContain("could not be run on the base: `setup`");
    expect(body({ outcome: undefined })).toContain("⏳");
  });

  it("is brought up to date when the result comes late, and only then", () => {
    expect(effects(found(aResult(["test"])), "show-health")).toEqual([{ type: "show-health", pull: 10 }]);
    const known = {
      ...running,
      health: { runs: 1, attempts: 1, outcome: "done" as const, result: aResult([]) },
    };
    const planning = aTrack({
      phase: "planning",
      ...known,
      jobs: [aJob({ kind: "backlog", task: undefined })],
    });
    const report = { tree: sha("f1"), head: sha("f2"), pull: 10, shown: 1 };
    const proposed = ask(planning, jobFinished({ kind: "backlog" }, report));
    expect(proposed.phase).toBe("proposed");
    expect(effects(proposed, "show-health")).toEqual([]);
  });
});
