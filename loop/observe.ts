import { answerKey } from "../core/codec/keys.ts";
import { isUnannounced } from "../core/decide/approve-plan.ts";
import { runOf } from "../core/jobs/draft.ts";
import type { Facts } from "../core/model/facts.ts";
import { isQuick } from "../core/model/route.ts";
import { isOpen, type Track, taskEntries } from "../core/model/track.ts";
import type { Commented, Trigger } from "../core/model/trigger.ts";
import { findSaid } from "./effects/say.ts";
import { isStrange, observeSender } from "./observe-sender.ts";
import type { Ports } from "./ports.ts";
import { readActor } from "./read-actor.ts";
import { readOwners } from "./read-owners.ts";
import { readPlan, readPlanEdits } from "./read-plan.ts";
import { readPulls } from "./read-pulls.ts";
import { readTrackHead } from "./read-track-head.ts";
import { readWords, revisedPulls } from "./read-words.ts";

/** Adds what is true now to what the first look said: for an event what it concerns, for a tick everything. */
export async function observe(
  ports: Ports,
  facts: Facts,
  { track, trigger }: { track: Track | undefined; trigger: Trigger },
): Promise<Facts> {
  if (trigger.type === "issue-labeled" || trigger.type === "issue-chosen" || trigger.type === "commented") {
    await observeSender(ports, facts, { trigger, track });
  }
  if (!track) return facts;
  await observeReopener(ports, facts, trigger);
  if (trigger.type === "commented" && trigger.at < track.createdAt) {
    const key = answerKey.format({ ...trigger, kind: "say" });
    facts.answered = (await findSaid(ports, trigger.thread, key)) !== undefined;
  }
  if (isStrange(facts, trigger)) return facts;
  if (trigger.type === "commented") {
    await observeNamed(ports, facts, { track, trigger });
    await readOwners(ports, facts, { track, trigger });
  }
  // Asked for at once, so that it is one request where it can be.
  await Promise.all([
    observePulls(ports, facts, { track, trigger }),
    asksAboutHead(track, trigger) && observeHead(ports, facts, track),
    asksAboutPlan(track, trigger) && observePlan(ports, facts, { track, trigger }),
  ]);
  if (trigger.type === "ticked") await observeRuns(ports, facts, track);
  if (trigger.type === "run-ended" && isAtWork(track, trigger.run))
    await observeEnds(ports, facts, [trigger.run]);
  return facts;
}

/** What they may do who opened something again: to go on is to start work. */
async function observeReopener(ports: Ports, facts: Facts, trigger: Trigger): Promise<void> {
  const isReopening = trigger.type === "issue-changed" && trigger.change === "reopened";
  if (!isReopening && trigger.type !== "pull-reopened") return;
  const thread = trigger.type === "pull-reopened" ? trigger.pull : trigger.issue;
  const asked = { config: facts.config, commands: [{ type: "resume" as const }] };
  facts.reopeners = { ...facts.reopeners, [thread]: await readActor(ports, trigger.sender, asked) };
}

/** Whoever asks for a review or another go, or approves, means what is there now, also in another thread than its pull request's. */
async function observeNamed(
  ports: Ports,
  facts: Facts,
  { track, trigger }: { track: Track; trigger: Commented },
): Promise<void> {
  const numbers = trigger.commands.flatMap((command) => {
    if (command.type === "approve") return track.pull && isAboutAll(track) ? [track.pull] : [];
    const proposal = command.type === "review" ? track.tasks[command.task]?.proposal : undefined;
    return proposal ? [proposal.pull] : [];
  });
  const revised = revisedPulls(facts, track, trigger).map(({ pull }) => pull);
  await readPulls(ports, facts, { numbers: [...numbers, ...revised], gates: false });
  await readWords(ports, facts, { track, trigger });
}

/** Whether an approval is one of the plan, or of the track as a whole. */
function isAboutAll({ phase, trouble }: Track): boolean {
  return phase === "proposed" || trouble?.type === "changes-requested";
}

/** Whoever asks how it stands, or pushed to the default branch, wants to know whether the track can be merged. */
function asksAboutConflict(trigger: Trigger): boolean {
  if (trigger.type !== "commented") return trigger.type === "base-moved";
  return trigger.commands.some(({ type }) => type === "status" || type === "update");
}

/** A push to the track branch may have been a merge; a tick looks at everything. */
async function observePulls(
  ports: Ports,
  facts: Facts,
  { track, trigger }: { track: Track; trigger: Trigger },
): Promise<void> {
  if (trigger.type === "branch-pushed" || trigger.type === "ticked") {
    await readPulls(ports, facts, { numbers: openPulls(track), gates: false });
  }
  if (asksAboutConflict(trigger) && track.pull !== undefined) {
    await readPulls(ports, facts, { numbers: [track.pull], gates: false });
  }
}

function openPulls(track: Track): number[] {
  // People may have pushed to a task's branch, which counts also when they were asked to.
  const tasks = taskEntries(track).flatMap(([, { status, proposal }]) =>
    proposal && (status === "review" || status === "needs_input") ? [proposal.pull] : [],
  );
  const rollbacks = track.rollbacks.flatMap(({ status, proposal }) =>
    proposal && status === "open" ? [proposal.pull] : [],
  );
  return [...tasks, ...rollbacks, ...(track.pull ? [track.pull] : [])];
}

async function observeHead(ports: Ports, facts: Facts, track: Track): Promise<void> {
  facts.head = await readTrackHead(ports.github, track);
}

/** Whether somebody counts on a run still: its publish would have said what came of it. */
function isAtWork({ jobs, leaving }: Track, run: number): boolean {
  return [...jobs, ...leaving].some((job) => runOf(job) === run);
}

/** What became of runs, and what is missing in the repository. */
async function observeRuns(ports: Ports, facts: Facts, track: Track): Promise<void> {
  const runs = [...track.jobs, ...track.leaving].flatMap((job) => runOf(job) ?? []);
  await observeEnds(ports, facts, [...new Set(runs)]);
  if (!isOpen(track)) return;
  if (track.blockers?.length) facts.blockers = await ports.github.blockersOf(track.issue);
  const gaps = await ports.gaps?.();
  if (gaps) facts.gaps = gaps;
}

/** Which runs are over, and what they left; one that somebody started again is not. */
async function observeEnds({ github }: Ports, facts: Facts, runs: readonly number[]): Promise<void> {
  for (const run of runs) {
    const found = await github.run(run);
    if (!found || found.ended) facts.endedRuns[run] = found ? await github.artifactsOf(run) : [];
  }
}

/** The head of the track branch matters once tasks are merged into it: to those who pushed, and to a tick; to anybody once it is ready. */
function asksAboutHead(track: Track, { type }: Trigger): boolean {
  if (!isOpen(track) || !track.plan.approved) return false;
  if (type === "ticked" || type === "branch-pushed") return true;
  const isVerified = track.phase === "ready" || track.verification.outcome === "done";
  return isVerified && type === "commented";
}

/** The plan matters until it is archived: to the one who approves, to a tick, and when somebody has pushed to its branch. */
function asksAboutPlan(track: Track, trigger: Trigger): boolean {
  if (isQuick(track) || track.archived || !["proposed", "executing", "verifying"].includes(track.phase))
    return false;
  if (trigger.type === "ticked" || trigger.type === "branch-pushed") return true;
  // A job of our own has edited it.
  if (trigger.type === "job-finished") return ["rebase", "plan"].includes(trigger.report.result.type);
  return approvesPlan(track, trigger);
}

/** An `/approve` where plans are approved. */
function approvesPlan(track: Track, trigger: Trigger): trigger is Commented {
  if (trigger.type !== "commented" || (trigger.thread !== track.issue && trigger.thread !== track.pull))
    return false;
  return trigger.commands.some(({ type }) => type === "approve");
}

/** Who made the plan what it is, where that is not what we announced last. */
async function observePlan(
  ports: Ports,
  facts: Facts,
  { track, trigger }: { track: Track; trigger: Trigger },
): Promise<void> {
  const plan = await readPlan(ports, facts, track);
  if (!plan) return;
  facts.plan = plan;
  if (approvesPlan(track, trigger) && isUnannounced(track, plan, trigger))
    facts.planEdits = await readPlanEdits(ports, track, plan);
}
