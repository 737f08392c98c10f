import { taskBranch } from "../codec/branches.ts";
import { blockingSignals, goesBack, mergesByItself } from "../jobs/verdict.ts";
import type { Finding } from "../model/answers.ts";
import { failingChecks } from "../model/health.ts";
import type { Sha } from "../model/ids.ts";
import type { CheckResult } from "../model/manifest.ts";
import { peopleToCall } from "../model/people.ts";
import type { Scene, Verdict } from "../model/publication.ts";
import { isQuick } from "../model/route.ts";
import type { Signal } from "../model/signal.ts";
import type { Proposal } from "../model/task.ts";
import type { Track } from "../model/track.ts";
import { code, inline } from "../text/foreign.ts";
import { type ReviewView, viewCrew } from "../view/view-crew.ts";
import { findingList } from "./finding.ts";
import { codeList, fitLines, mentions, pick, plural, short } from "./phrases.ts";
import { because } from "./why.ts";

type MissingReview = Extract<ReviewView, { type: "missing" }>;

/** What keeps a change from being ready. */
interface Obstacles {
  missing: MissingReview[];
  /** Reviewers that the journal does not even name. */
  unheard: string[];
  blockers: Finding[];
  failing: CheckResult[];
  problems: string[];
  /** What code alone saw, where that holds it up. */
  signals: Signal[];
  /** Something was changed after the last checks and reviews. */
  changedSince: boolean;
}

/** Whether a change is ready, and what is in its way; of that what was `told` already is only counted. */
export function renderVerdict(
  scene: Scene<Track>,
  { verdict, told }: { verdict: Verdict; told: readonly Finding[] },
): string {
  const obstacles = obstaclesOf(scene, verdict);
  const parts = [...partsOf(obstacles, { scene, told }), ...wayOut(obstacles, scene)];
  return [...(parts.length > 0 ? parts : [ready(scene)]), ...call(scene, parts.length > 0, obstacles)].join(
    "\n\n",
  );
}

/** Calls people to a task that waits for one of them now. */
function call(scene: Scene<Track>, isHeld: boolean, { blockers }: Obstacles): string[] {
  const { track, job } = scene;
  const people = peopleToCall(track);
  if (job.task === undefined || people.length === 0) return [];
  const goesOn = isHeld
    ? isFresh(scene) && goesBack(track, job.task, blockers)
    : mergesByItself(track, { handsOff: isHandsOff(scene) });
  return goesOn ? [] : [`cc ${mentions(people)}`];
}

function ready(scene: Scene<Track>): string {
  const isChecked = scene.checks.length > 0 || checkedBefore(scene) === "passed";
  const unchecked = isChecked ? "" : " No command has checked it, so look closely.";
  const next =
    isChecked && mergesByItself(scene.track, { handsOff: isHandsOff(scene) })
      ? afterwards(scene)
      : isQuick(scene.track)
        ? `Merge it into ${code(scene.track.defaultBranch)} with GitHub's button once it is green; gsd never does.`
        : "Comment `/approve` to merge it once it is green.";
  return `**Ready at \`${short(headOf(scene))}\`.**${unchecked} ${next}`;
}

function afterwards(scene: Scene<Track>): string {
  if (isFresh(scene)) return "It merges by itself once it is green.";
  return "Next, it is reviewed on a fresh runner, and merges by itself if that finds nothing.";
}

/** A review by itself: of a head that was there before. */
function isFresh({ bound }: Scene<Track>): boolean {
  return bound.head === undefined;
}

/** The commit that is judged: one that was just made, or the one that was reviewed. */
function headOf({ bound, manifest }: Scene<Track>): Sha {
  return bound.head ?? manifest.base;
}

/** What is known of the checks of this very head from before, where they did not run again. */
function checkedBefore(scene: Scene<Track>): Proposal["checks"] {
  const { track, job, checks } = scene;
  const proposal = job.task === undefined ? undefined : track.tasks[job.task]?.proposal;
  return checks.length === 0 && proposal?.head === headOf(scene) ? proposal.checks : undefined;
}

/** Whether what code alone saw keeps a change from being ready. */
export function isHeldBySignals(scene: Scene<Track>, { signals }: Verdict): boolean {
  return blockingSignals(scene.track, { handsOff: isHandsOff(scene), signals }).length > 0;
}

function isHandsOff({ track, job }: Scene<Track>): boolean {
  const proposal = job.task === undefined ? undefined : track.tasks[job.task]?.proposal;
  return proposal?.handsOff ?? false;
}

function obstaclesOf(scene: Scene<Track>, verdict: Verdict): Obstacles {
  const { track, manifest, checks } = scene;
  const last = viewCrew(manifest, track.config.reviewers).rounds.at(-1);
  const failed = (last?.reviews ?? []).filter((review) => review.type === "missing");
  const told = failed.map(({ role }) => role);
  return {
    unheard: verdict.missing.filter((role) => !told.includes(role)),
    missing: failed,
    blockers: unique(verdict.findings).filter(({ severity }) => severity === "blocker"),
    failing: failingChecks(track, checks),
    problems: last?.problems ?? [],
    signals: isHeldBySignals(scene, verdict) ? verdict.signals : [],
    changedSince: last?.fix !== undefined,
  };
}

function unique(findings: readonly Finding[]): Finding[] {
  const known = new Map(
    findings.map((finding) => [JSON.stringify([finding.path, finding.line, finding.message]), finding]),
  );
  return [...known.values()];
}

function partsOf(
  obstacles: Obstacles,
  { scene, told }: { scene: Scene<Track>; told: readonly Finding[] },
): string[] {
  const { missing, unheard, blockers, failing, problems, changedSince } = obstacles;
  const parts = missing.map(missingWords);
  if (isOnlyUnheard(obstacles)) parts.push(...unheard.map((role) => `The ${whoIs(role)} gave no review.`));
  if (blockers.length > 0) parts.push(blockerPart(blockers, told));
  if (failing.length > 0) {
    const commands = codeList(failing.map(({ command }) => command));
    parts.push(`The repository's own checks fail at \`${short(headOf(scene))}\`: ${commands}.`);
  } else if (checkedBefore(scene) === "failed") {
    parts.push(`The repository's own checks fail at \`${short(headOf(scene))}\`.`);
  }
  if (problems.length > 0) parts.push(`gsd's own rules refuse this change:\n\n${problemLines(problems)}`);
  if (changedSince) parts.push("It was changed after its last checks and reviews.");
  return parts;
}

function blockerPart(blockers: readonly Finding[], told: readonly Finding[]): string {
  const count = `**${plural(blockers.length, "blocker")}** ${pick(blockers.length, "remains", "remain")}`;
  const others = blockers.filter((blocker) => !told.includes(blocker));
  if (others.length === 0) return `${count}, see above.`;
  const where = others.length < blockers.length ? ": those above, and at their lines" : "";
  return `${count}${where}:\n\n${findingList(others, 8_000)}`;
}

/** What our own gate found, one line each. */
export function problemLines(problems: readonly string[]): string {
  const more = (count: number) => `- and ${count} more`;
  return fitLines(problems, (problem) => `- ${inline(problem)}`, { maxBytes: 3_000, more }).join("\n");
}

/** A reviewer that gave no review, and why. */
export function missingWords({ role, outcome, reason }: MissingReview): string {
  return `The ${whoIs(role)} gave no review: ${because(reason ? { outcome, reason } : { outcome })}`;
}

/** `` `security` reviewer ``. */
function whoIs(role: string): string {
  if (role === "reviewer") return "reviewer";
  return role.endsWith("reviewer") ? code(role) : `${code(role)} reviewer`;
}

/** Where checks or rules fail, or something changed since, reviewers are not asked at all. */
function isOnlyUnheard({ unheard, failing, problems, changedSince }: Obstacles): boolean {
  return unheard.length > 0 && failing.length + problems.length === 0 && !changedSince;
}

function wayOut(obstacles: Obstacles, scene: Scene<Track>): string[] {
  const { track, job } = scene;
  const { missing, unheard, blockers, failing, problems, signals, changedSince } = obstacles;
  const before = checkedBefore(scene) === "failed" ? 1 : 0;
  const wrong = blockers.length + failing.length + problems.length + signals.length + before;
  if (wrong + missing.length + unheard.length === 0 && !changedSince) return [];
  if (job.task === undefined) return ["**Not ready yet.**"];
  const branch = taskBranch.format({ issue: track.issue, task: job.task });
  if (isFresh(scene) && goesBack(track, job.task, blockers)) {
    return [`**Not ready yet.** gsd runs ${job.task} again to fix this, and updates this pull request.`];
  }
  if (wrong === 0) return [`**Not ready yet.** Comment \`/review ${job.task}\` to have it reviewed again.`];
  // Only reviewers object, or what code saw does: a person may know better.
  const onlyObjections = wrong === blockers.length + signals.length && !changedSince;
  const disagree = blockers.length > 0 ? "If you disagree with the review" : "If it is meant to be so";
  const anyway = isQuick(track) ? "merge it with GitHub's button" : "comment `/approve --over`";
  const over = onlyObjections ? ` ${disagree}, ${anyway}.` : "";
  return [
    `**Not ready yet.** Push a fix to \`${branch}\`, or comment \`/retry ${job.task}\` to run the task again.${over}`,
  ];
}
