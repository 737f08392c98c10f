import { refOf } from "../../../core/codec/keys.ts";
import { decide } from "../../../core/decide/decide.ts";
import { settle } from "../../../core/decide/settle.ts";
import { jobsOfBatch } from "../../../core/jobs/start-jobs.ts";
import type { Command } from "../../../core/model/command.ts";
import type { Day } from "../../../core/model/day.ts";
import type { EffectOutcome, EffectResult, OutboxEntry } from "../../../core/model/effect.ts";
import type { Facts, Moment, PullFact } from "../../../core/model/facts.ts";
import type { HealthResult } from "../../../core/model/health.ts";
import { type ClaimedJob, type JobKind, outcomes } from "../../../core/model/job.ts";
import { pullsOf, type Track } from "../../../core/model/track.ts";
import type { Commented, JobReport, JobResult, Trigger } from "../../../core/model/trigger.ts";
import { freshDay } from "../../../core/select/reserve.ts";
import {
  aConfig,
  aMergedTask,
  aProposal,
  aReadyTask,
  aTask,
  aTrack,
  at,
  sha,
} from "../../builders/a-track.ts";
import { aBase, aPlan, aPull, bot, facts, mia, visitor } from "../../builders/facts.ts";
import type { Chance } from "../../builders/random.ts";

/** One step of a track's life: what was asked, and what came out. */
export interface Step {
  before: Track | undefined;
  trigger: Trigger;
  facts: Facts;
  moment: Moment;
  after: Track | undefined;
}

const plan = aPlan({
  backlog: {
    version: 1,
    tasks: (["T01", "T02", "T03", "T04"] as const).map((id, index) => ({
      id,
      title: `Title of ${id}`,
      description: "What to do.",
      depends_on: index === 3 ? ["T01", "T02"] : index === 2 ? ["T01"] : [],
      acceptance: ["It works."],
      scope: { files_hint: [index === 1 ? "src/**" : `src/${id}.ts`] },
    })),
  },
});

/** Lives a track through random events in a world that mostly, but not always, behaves. */
export function* live(chance: Chance, steps: number): Generator<Step> {
  let track = chance.oneIn(3) ? undefined : inMidlife(chance);
  let day = freshDay;
  const engine = chance.pick(["script", "claude-code"] as const);
  for (let index = 0; index < steps; index += 1) {
    const moment = someMoment(chance, index);
    if (track && chance.oneIn(2)) track = settle(track, someOutcomes(chance, track.outbox), moment);
    const trigger = someTrigger(chance, track, moment.now);
    const given = someFacts(chance, track, { day, engine });
    // A loop that is a part of a run sees that it goes on.
    if (moment.run) delete given.endedRuns[moment.run.id];
    const decision = decide({ ...(track ? { track } : {}), facts: given, trigger, moment });
    const after: Track | undefined = decision.type === "track" ? decision.track : undefined;
    if (decision.type === "track" && decision.day) day = decision.day;
    yield { before: track, trigger, facts: given, moment, after };
    track = after ?? track;
  }
}

function someMoment(chance: Chance, index: number): Moment {
  const moment = { now: at(index * 60), owner: `loop-${index}` };
  return chance.oneIn(2) ? { ...moment, run: { id: 900 + index, attempt: 1 } } : moment;
}

/** A track that has come some way already. */
function inMidlife(chance: Chance): Track {
  const open = (pull: number) => aProposal({ pull });
  const T01 = aMergedTask({ proposal: open(11) });
  const T02 = chance.pick([aMergedTask({ proposal: open(12) }), aReadyTask({ proposal: open(12) })]);
  const T03 = aMergedTask({ proposal: open(13), dependsOn: ["T01"] });
  const sticky = { comment: 5, digest: "" };
  const executing = aTrack({
    sticky,
    tasks: { T01, T02, T03: chance.pick([T03, aTask({ dependsOn: ["T01"] })]) },
  });
  const finishing = aTrack({
    sticky,
    phase: "verifying",
    tasks: { T01, T03 },
    verification: { runs: 1, attempts: 1, outcome: "done" },
  });
  const ready = aTrack({ sticky, phase: "ready", tasks: { T01, T03 } });
  return chance.oneIn(4) ? chance.pick([finishing, ready]) : executing;
}

function someTrigger(chance: Chance, track: Track | undefined, now: string): Trigger {
  if (!track) {
    const first = chance.oneIn(4) ? research : ({ type: "plan" } as const);
    return someComment(chance, now, { commands: [first], thread: 42 });
  }
  const running = [...track.jobs, ...track.leaving].filter((job) => job.state === "claimed");
  switch (chance.number(8)) {
    case 0:
    case 1:
      if (track.paused && chance.oneIn(2))
        return someComment(chance, now, { commands: [{ type: "resume" }] });
      return someComment(chance, now, { thread: chance.pick([42, 42, 666, ...pullsOf(track)]) });
    case 2:
    case 3:
    case 4:
      if (running.length === 0) return { type: "continued" };
      return { type: "job-finished", report: someReport(chance, chance.pick(running)) };
    case 5:
      return { type: "continued" };
    case 6:
      return chance.oneIn(4)
        ? { type: "issue-labeled", issue: 42, label: "gsd:plan", sender: mia, at: now }
        : chance.pick<Trigger>([
            { type: "checks-changed", issue: 42, sha: sha("a1") },
            { type: "branch-pushed", issue: 42 },
          ]);
    default:
      return { type: "ticked" };
  }
}

const research: Command = { type: "research", text: "Why is it slow?" };

function someCommand(chance: Chance): Command {
  const task = chance.pick(["T01", "T02", "T03", "T04", "T99"] as const);
  if (chance.oneIn(3)) return { type: "approve" };
  if (chance.oneIn(12)) return { type: "cancel" };
  return chance.pick<Command>([
    { type: "plan" },
    { type: "approve", sha: "a100000" },
    { type: "status" },
    { type: "retry", task },
    { type: "retry", task, fresh: true, engine: "codex" },
    { type: "review", task },
    { type: "skip", task },
    { type: "rollback", task, withDependents: chance.oneIn(2) },
    chance.oneIn(2) ? { type: "update" } : { type: "update", task },
    { type: "budget", usd: 5 },
    { type: "run" },
    { type: "run", recipe: chance.pick(["research", "task", "nonsense"]), text: "" },
    research,
    { type: "pause" },
    { type: "resume" },
    { type: "rebase", task },
  ] as Command[]);
}

function someComment(chance: Chance, now: string, fields: Partial<Commented>): Commented {
  const id = chance.number(10_000) + 1;
  return {
    type: "commented",
    issue: 42,
    thread: 42,
    source: `c${id}`,
    target: { kind: "comment", id },
    commands: [someCommand(chance)],
    mistakes: chance.oneIn(9) ? [{ type: "task-missing", command: "retry" }] : [],
    sender: mia,
    at: now,
    ...fields,
  };
}

function someReport(chance: Chance, job: ClaimedJob): JobReport {
  return {
    job: refOf(job),
    run: chance.oneIn(20) ? { id: 666, attempt: 1 } : job.run,
    usage: { input: chance.number(100), output: chance.number(10) },
    usd: chance.number(3) / 10,
    seconds: chance.number(600),
    rounds: chance.number(3) + 1,
    result: chance.oneIn(5) ? someFailure(chance) : someResult(chance, job),
  };
}

function someFailure(chance: Chance): JobResult {
  if (chance.oneIn(5)) return { type: "held", branch: "b", base: "main", text: "no", artifact: "gsd-1" };
  const outcome = chance.pick(outcomes.filter((one) => one !== "done"));
  const failed = { type: "failed" as const, outcome, reason: "because" };
  return chance.oneIn(3) ? { ...failed, resume: { commit: sha("c7"), done: ["implement"] } } : failed;
}

function someResult(chance: Chance, job: ClaimedJob): JobResult {
  const results: Record<JobKind, () => JobResult> = {
    plan: () => ({
      type: "plan",
      head: plan.head,
      tree: plan.tree,
      pull: 10,
      shown: true,
      ...(chance.oneIn(4) ? {} : { health: someHealth(chance) }),
    }),
    task: () => ({
      type: "task",
      head: sha("a1"),
      pull: Number(job.task?.slice(1)) + 10,
      ...someVerdict(chance),
    }),
    review: () => ({ type: "review", head: job.base.sha, ...someVerdict(chance) }),
    verify: () => ({ type: "verify", head: sha("b5") }),
    update: () => ({ type: "update", head: sha("b7"), files: ["a.ts"] }),
    rollback: () => ({ type: "rollback", head: sha("c1"), pull: 20 + Number(job.task?.slice(1)) }),
    rebase: () => ({ type: "rebase", head: sha("b8"), reason: "smaller", lesson: "Look first." }),
    report: () => (chance.oneIn(3) ? { type: "report", pull: 31 } : { type: "report" }),
    health: () => ({ type: "health", health: someHealth(chance) }),
  };
  return results[job.kind]();
}

function someVerdict(chance: Chance) {
  return {
    checks: chance.pick(["passed", "passed", "passed", "passed", "none", "failed"] as const),
    findings: chance.oneIn(6) ? [{ path: "a.ts", severity: "blocker" as const, message: "no" }] : [],
    missing: chance.oneIn(12) ? ["reviewer"] : [],
  };
}

function someHealth(chance: Chance): HealthResult {
  const check = (name: string) => ({ name, command: name, ok: !chance.oneIn(6), seconds: 1, tail: "" });
  return { sha: sha("b1"), checks: ["setup", "lint", "test"].map(check), notes: [] };
}

function someFacts(
  chance: Chance,
  track: Track | undefined,
  { day, engine }: { day: Day; engine: "script" | "claude-code" },
): Facts {
  const config = aConfig({
    engine,
    auto_merge: chance.oneIn(5),
    limits: { parallel: chance.number(3) + 1, attempts: chance.number(3) + 2 },
  });
  const checks = ["a1", "a9", "c1"].map((start) => {
    const state = chance.pick(["clear", "clear", "clear", "pending", "failing", "waiting"] as const);
    return [sha(start), { state, names: ["ci"] }];
  });
  const ended = Array.from({ length: 60 }, (_, index) => [900 + index, chance.oneIn(2) ? [] : ["gsd-1"]]);
  const { actor: _, ...known } = facts({
    config: chance.oneIn(20) ? { ok: false, problems: [] } : { ok: true, config },
    issue: { title: "CSV export", textSha256: "1".repeat(64), open: !chance.oneIn(9), labels: [] },
    plan: chance.oneIn(9) ? { ...plan, tree: sha("f7") } : plan,
    recipes: { known: recipes, problems: [] },
    pulls: Object.fromEntries(
      (track ? pullsOf(track) : []).map((pull) => [pull, track && somePull(chance, track, pull)]),
    ),
    checks: Object.fromEntries(checks),
    bases: someBases(chance, track),
    endedRuns: chance.oneIn(9) ? Object.fromEntries(ended.filter(() => chance.oneIn(2))) : {},
    ...(chance.oneIn(5) ? {} : { health: chance.oneIn(2) ? null : someHealth(chance) }),
    ...(chance.oneIn(9) ? {} : { day }),
    ...(chance.oneIn(6) ? { head: someHead(chance) } : {}),
  });
  const actor = chance.oneIn(6) ? chance.pick([visitor, bot, undefined]) : mia;
  return actor ? { ...known, actor } : known;
}

const recipes = [
  { name: "research", kind: "report", description: "Answers a question.", own: false },
  { name: "task", kind: "task", description: "One task.", own: false },
];

function someBases(chance: Chance, track: Track | undefined): Facts["bases"] {
  const branch = `gsd/42-${track?.slug ?? "csv-export"}`;
  const heads = Object.values(track?.tasks ?? {}).flatMap(({ proposal }) => proposal?.head ?? []);
  const all = [
    [branch, aBase(branch)],
    ...heads.map((head) => [head, { ...aBase(branch), sha: head }] as const),
  ] as const;
  const gone = chance.oneIn(30) ? null : undefined;
  // Whoever sees a conflict has looked at the default branch.
  return {
    ...Object.fromEntries(all.map(([ref, base]) => [ref, chance.oneIn(15) ? gone : base])),
    main: aBase("main", chance.pick(["d1", "d2", "d3"])),
  };
}

function someHead(chance: Chance): Facts["head"] {
  if (chance.oneIn(9)) return null;
  const lost = chance.oneIn(4) ? [chance.pick(["T01", "T02", "T99"] as const)] : [];
  return { sha: sha(chance.pick(["b5", "b6", "b7"])), lost };
}

function somePull(chance: Chance, track: Track, number: number): PullFact | undefined {
  if (chance.oneIn(3)) return undefined;
  const proposals = [...Object.values(track.tasks), ...track.rollbacks].map(({ proposal }) => proposal);
  const known = proposals.find((one) => one?.pull === number);
  const pull = aPull({ number, head: known?.head ?? sha("f2"), base: `gsd/42-${track.slug}` });
  if (number === track.pull) {
    const own = { ...pull, base: "main", mergeable: !chance.oneIn(25) };
    if (!chance.oneIn(9)) return own;
  }
  switch (chance.number(150)) {
    case 0:
      return { ...pull, state: "closed" };
    case 1:
      return { ...pull, state: "closed", merged: true, mergeSha: sha("e1") };
    case 2:
      return { ...pull, head: sha("a9") };
    case 3:
      return { ...pull, base: "main" };
    default:
      return pull;
  }
}

function someOutcomes(chance: Chance, outbox: OutboxEntry[]): EffectOutcome[] {
  return outbox.flatMap(({ key, effect }): EffectOutcome[] => {
    if (chance.oneIn(5)) return [];
    if (chance.oneIn(12)) return [{ key, type: "later", text: "slow down" }];
    if (chance.oneIn(15)) {
      const code = chance.pick(["head-moved", "conflict", "not-found", "stub-outdated"] as const);
      return [{ key, type: "failed", code, text: "no" }];
    }
    return [{ key, type: "done", result: resultOf(chance, effect.type) }];
  });
}

function resultOf(chance: Chance, type: OutboxEntry["effect"]["type"]): EffectResult {
  if (type === "dispatch") {
    return { type: "dispatched", run: 900 + chance.number(60), ended: chance.oneIn(8) };
  }
  if (type === "update-branch") {
    const result = chance.oneIn(2) ? ("updated" as const) : ("conflicted" as const);
    return { type: result, base: sha("d1"), head: sha("b6") };
  }
  if (type === "merge-task" || type === "merge-rollback") return { type: "merged", sha: sha("e1") };
  return type === "start-track"
    ? { type: "started", comment: 5, digest: "", head: undefined }
    : { type: "nothing" };
}

/** The jobs of a batch that has no dispatch in the outbox: nobody would ever start them. */
export function strandedJobs(track: Track): string[] {
  const batches = track.jobs.flatMap((job) => (job.state === "dispatched" ? [job.batch] : []));
  const sent = track.outbox.flatMap(({ effect }) => (effect.type === "dispatch" ? [effect.batch] : []));
  return batches
    .filter((batch) => !sent.includes(batch))
    .flatMap((batch) => jobsOfBatch(track, batch).map(({ kind, task }) => `${kind} ${task ?? ""}`));
}
