import { commandForms } from "../../../core/command/parse-commands.ts";
import { decide } from "../../../core/decide/decide.ts";
import { settle } from "../../../core/decide/settle.ts";
import type { EffectOutcome, OutboxEntry } from "../../../core/model/effect.ts";
import type { Facts, Moment, PullFact } from "../../../core/model/facts.ts";
import type { HealthResult } from "../../../core/model/health.ts";
import { outcomes } from "../../../core/model/job.ts";
import type { Track } from "../../../core/model/track.ts";
import type { Commented, JobReport, Trigger } from "../../../core/model/trigger.ts";
import { aConfig, aMergedTask, aReadyTask, aTask, aTrack, at, sha } from "../../builders/a-track.ts";
import { aPlan, aPull, bot, facts, mia, visitor } from "../../builders/facts.ts";
import type { Chance } from "../../builders/random.ts";

/** One step of a track's life: what was asked, and what came out. */
export interface Step {
  before?: Track;
  trigger: Trigger;
  facts: Facts;
  moment: Moment;
  after?: Track;
}

const tree = aPlan({
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
  for (let index = 0; index < steps; index += 1) {
    const moment = { now: at(index * 60), owner: `loop-${index}` };
    if (track && chance.oneIn(2)) track = settle(track, someOutcomes(chance, track.outbox), moment);
    const trigger = someTrigger(chance, track, moment.now);
    const given = someFacts(chance, track);
    const { track: after } = decide({ track, facts: given, trigger, moment });
    yield { before: track, trigger, facts: given, moment, after };
    track = after;
  }
}

/** A track that has come some way already. */
function inMidlife(chance: Chance): Track {
  const T01 = aMergedTask({ pull: 11 });
  const T02 = chance.pick([aMergedTask({ pull: 12 }), aReadyTask({ pull: 12 })]);
  const T03 = chance.pick([aTask({ dependsOn: ["T01"] }), aMergedTask({ pull: 13, dependsOn: ["T01"] })]);
  const executing = aTrack({ tasks: { T01, T02, T03 } });
  const verified = { runs: 1, attempts: 1, outcome: "done" as const };
  const merged = { T01, T03: aMergedTask({ pull: 13, dependsOn: ["T01"] }) };
  const finishing = aTrack({ phase: "verifying", tasks: merged, verification: verified });
  return chance.oneIn(4) ? chance.pick([finishing, aTrack({ phase: "ready", tasks: merged })]) : executing;
}

function someTrigger(chance: Chance, track: Track | undefined, now: string): Trigger {
  if (!track) return someComment(chance, now, { commands: [{ type: "plan" }], thread: 42 });
  const job = chance.pick([undefined, ...track.jobs]);
  switch (chance.number(8)) {
    case 0:
    case 1:
      if (track.paused && chance.oneIn(2))
        return someComment(chance, now, { commands: [{ type: "resume" }] });
      return someComment(chance, now, { thread: chance.pick([42, 42, 666, ...pullsOf(track)]) });
    case 2:
    case 3:
    case 4:
      if (job?.state === "claimed") {
        return { type: "job-finished", report: someReport(chance, job), inline: chance.oneIn(2) };
      }
      return { type: "run-started", issue: 42, batch: job?.batch ?? 1, run: someRun(chance) };
    case 5:
      return { type: "continued" };
    case 6:
      return chance.oneIn(4)
        ? { type: "issue-labeled", issue: 42, label: "gsd:plan", sender: mia, at: now }
        : { type: "checks-changed", issue: 42, sha: sha("a1") };
    default:
      return { type: "ticked" };
  }
}

function someComment(chance: Chance, now: string, fields: Partial<Commented>): Commented {
  const id = chance.number(10_000) + 1;
  const task = chance.pick(["T01", "T02", "T03", "T04", "T99"] as const);
  const type = chance.pick(Object.keys(commandForms) as (keyof typeof commandForms)[]);
  const rare = chance.oneIn(3) || (type === "cancel" && !chance.oneIn(9)) ? "approve" : type;
  return {
    type: "commented",
    issue: 42,
    thread: 42,
    source: `c${id}`,
    target: { kind: "comment", id },
    commands: [{ type: rare, task, withDependents: chance.oneIn(2), usd: 5 } as never],
    mistakes: chance.oneIn(9) ? [{ command: "retry", message: "`/retry` needs the id of a task." }] : [],
    sender: mia,
    at: now,
    ...fields,
  };
}

function someRun(chance: Chance) {
  return { id: 900 + chance.number(30), attempt: 1 };
}

function someReport(chance: Chance, job: Track["jobs"][number]): JobReport {
  const { issue, kind, task, attempt } = job;
  const outcome = chance.oneIn(5) ? chance.pick(outcomes) : "done";
  const pulls: Record<string, number> = { backlog: 10, task: Number(task?.slice(1)) + 10, rollback: 21 };
  const blocked = chance.oneIn(6) && (kind === "review" || kind === "task");
  return {
    job: { issue, kind, attempt, ...(task ? { task } : {}) },
    run: job.run ?? someRun(chance),
    outcome,
    reason: "because",
    usage: { input: chance.number(100), output: chance.number(10) },
    head: kind === "review" ? (job.base?.sha ?? sha("a1")) : sha("a1"),
    tree: tree.tree,
    checksOk: !chance.oneIn(12),
    findings: blocked ? [{ path: "a.ts", severity: "blocker", message: "no" }] : [],
    ...(pulls[kind] ? { pull: pulls[kind] } : {}),
    ...(kind === "health" ? { health: someHealth(chance) } : {}),
  };
}

function someHealth(chance: Chance): HealthResult {
  const check = (name: string) => ({ name, command: name, ok: !chance.oneIn(6), seconds: 1, tail: "" });
  return { sha: sha("b1"), checks: ["setup", "lint", "test"].map(check), notes: [] };
}

function someFacts(chance: Chance, track: Track | undefined): Facts {
  const config = aConfig({
    auto_merge: chance.oneIn(5),
    limits: { parallel: chance.number(3) + 1, attempts: chance.number(3) + 2 },
  });
  const branch = "gsd/42-csv-export";
  const base = (name: string) => ({ branch: name, sha: sha("b1"), tree: sha("b2") });
  const pulls = Object.fromEntries(
    (track ? pullsOf(track) : []).map((pull) => [pull, somePull(chance, track!, pull)]),
  );
  const heads = ["a1", "a9", "c1"].map((start) => {
    const state = chance.pick(["clear", "clear", "clear", "pending", "failing", "waiting"] as const);
    return [sha(start), { state, names: ["ci"] }];
  });
  return facts({
    actor: chance.oneIn(6) ? chance.pick([visitor, bot, undefined]) : mia,
    config: chance.oneIn(20) ? { ok: false, problems: [] } : { ok: true, config },
    issue: { title: "CSV export", textSha256: "1".repeat(64), open: !chance.oneIn(9), labels: [] },
    plan: chance.oneIn(9) ? { ...tree, tree: sha("f7") } : tree,
    pulls,
    checks: Object.fromEntries(heads),
    bases: chance.oneIn(20) ? {} : { [branch]: base(branch), main: base("main") },
    ...(chance.oneIn(3) ? { health: someHealth(chance) } : {}),
    endedRuns: chance.oneIn(9) ? [900 + chance.number(30)] : [],
  });
}

function somePull(chance: Chance, track: Track, number: number): PullFact | undefined {
  if (chance.oneIn(3)) return undefined;
  const task = Object.values(track.tasks).find((one) => one.pull === number);
  const rollback = track.rollbacks.find((one) => one.pull === number);
  const pull = aPull({ number, head: task?.head ?? rollback?.head ?? sha("f2") });
  if (number === 10 && !chance.oneIn(9)) return pull;
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

function pullsOf(track: Track): number[] {
  const all = [
    track.pull,
    ...Object.values(track.tasks).map((task) => task.pull),
    ...track.rollbacks.map((one) => one.pull),
  ];
  return all.flatMap((pull) => pull ?? []);
}

function someOutcomes(chance: Chance, outbox: OutboxEntry[]): EffectOutcome[] {
  return outbox.flatMap(({ key, effect }): EffectOutcome[] => {
    if (chance.oneIn(5)) return [];
    if (chance.oneIn(12)) return [{ key, type: "later", text: "slow down" }];
    if (chance.oneIn(12)) {
      const code = chance.pick(["head-moved", "conflict", "not-found"]);
      return [{ key, type: "failed", code, text: "no" }];
    }
    const run = effect.type === "dispatch" ? { run: 900, runEnded: chance.oneIn(8) } : {};
    return [{ key, type: "done", result: { comment: 5, sha: sha("e1"), ...run } }];
  });
}
