import { taskBranch, trackBranch } from "../codec/branches.ts";
import { effectKey } from "../codec/keys.ts";
import { mayRun, noRights } from "../command/permissions.ts";
import { type Draft, enqueue, reopenPull, say } from "../jobs/draft.ts";
import { verifyAgain } from "../jobs/verify-again.ts";
import type { Facts } from "../model/facts.ts";
import type { Sha, TaskId } from "../model/ids.ts";
import type { TrackTask } from "../model/task.ts";
import { isOpen, type Phase, type Track, taskEntries } from "../model/track.ts";
import type { Trigger } from "../model/trigger.ts";
import { acceptLedger } from "./notice-ledger.ts";
import { accepted, type Reply, refuse } from "./on-commented.ts";
import { isUnverified, resume } from "./steer.ts";

/** `/resume`: goes on after a pause, after the issue was opened again, or after a cancel. */
export function resumeTrack(draft: Draft, facts: Facts): Reply {
  const { track } = draft;
  // Whoever says so after the ledger was moved back, or brought back, means the state that is there.
  const behind = acceptLedger(draft, facts);
  if (behind && isOpen(track) && !track.paused) return accepted;
  const isClosed = facts.issueState?.open === false;
  const waits = !track.paused && track.phase === "executing" && (track.blockers?.length ?? 0) > 0;
  if (waits && !track.unblocked) {
    track.unblocked = true;
    return accepted;
  }
  if (track.phase === "cancelled") {
    return isClosed ? refuse({ type: "issue-is-closed", command: "resume" }) : revive(draft, facts);
  }
  if (track.closed === undefined) return resume(draft);
  if (isClosed) return refuse({ type: "issue-is-closed", command: "resume" });
  const { closed: _, ...open } = track;
  draft.track = open;
  return resume(draft);
}

/** Whoever opens the pull request of a cancelled track again wants the track back; that takes leave to start work. */
export function onPullReopened(
  draft: Draft,
  facts: Facts,
  { pull, sender }: Extract<Trigger, { type: "pull-reopened" }>,
): void {
  const { track } = draft;
  if (track.phase !== "cancelled" || track.pull !== pull || facts.pulls[pull]?.state !== "open") return;
  const mayStart = mayReopen(facts, pull);
  if (!mayStart) {
    return say(draft, pull, { type: "reopened-without-access", login: sender.login, what: "pull" });
  }
  const { notice } = resumeTrack(draft, facts);
  if (notice) say(draft, draft.track.issue, notice);
}

/**
 * The same where nobody told us: the pull request of a cancelled track is found open. Only who opened it again, after that, and may
 * start work is obeyed; of anybody else the event itself was answered.
 */
export function noticeTrackReopened(draft: Draft, facts: Facts): void {
  const { phase, pull, outbox, issue } = draft.track;
  if (phase !== "cancelled" || pull === undefined || facts.pulls[pull]?.state !== "open") return;
  const isClosing = outbox.some(({ effect }) => effect.type === "close-pull" && effect.pull === pull);
  if (isClosing || facts.issueState?.open === false) return;
  const mayStart = mayReopen(facts, pull);
  if (mayStart === undefined) return void draft.missing.push({ type: "reopener", thread: pull });
  if (!mayStart) return;
  const { notice } = resumeTrack(draft, facts);
  if (notice) say(draft, issue, notice);
}

/** Whether whoever opened an issue or pull request again may start work; undefined where nobody has looked. */
export function mayReopen({ reopeners, config }: Facts, thread: number): boolean | undefined {
  const actor = reopeners?.[thread];
  if (actor === undefined) return undefined;
  const rights = config?.ok ? config.config : noRights;
  return actor !== null && mayRun(actor, { type: "resume" }, rights).ok;
}

/** Brings a cancelled track back with all that was kept: its plan and approvals, its tasks, branches and pull requests. */
export function revive(draft: Draft, { issueState }: Facts): Reply {
  const { cancelled, trouble: _, label, ...kept } = draft.track;
  const track: Track = { ...kept, phase: cancelled?.phase ?? phaseOf(kept), paused: false };
  draft.track = track;
  if (label !== undefined && issueState?.labels.includes(label)) track.label = label;
  track.jobs = [...track.jobs, ...(cancelled?.jobs ?? [])];
  track.rollbacks = track.rollbacks.map((rollback) => {
    const before = cancelled?.rollbacks.find(
      ({ task, attempt }) => task === rollback.task && attempt === rollback.attempt,
    );
    return before ? { ...rollback, status: before.status } : rollback;
  });
  // As after any `/resume`.
  if (isUnverified(track)) verifyAgain(draft);
  restoreBranches(draft);
  const pulls = pullsToReopen(track);
  for (const pull of pulls) reopenPull(draft, pull);
  return { ok: true, notice: { type: "revived", pulls } };
}

/** Of a track that was cancelled before anybody wrote down how it was. */
function phaseOf({ plan, pull, tasks }: Pick<Track, "plan" | "pull" | "tasks">): Phase {
  if (plan.approved || Object.keys(tasks).length > 0) return "executing";
  return pull === undefined ? "planning" : "proposed";
}

/** The track's own first: the others go into its branch. What a person had closed before stays closed. */
function pullsToReopen(track: Track): number[] {
  const tasks = taskEntries(track).flatMap(([, task]) => (hasOpenPull(task) ? [task.proposal.pull] : []));
  const rollbacks = track.rollbacks.flatMap(({ status, proposal }) =>
    status === "open" && proposal ? [proposal.pull] : [],
  );
  return [...(track.pull === undefined ? [] : [track.pull]), ...tasks, ...rollbacks];
}

function hasOpenPull(task: TrackTask): task is TrackTask & { proposal: NonNullable<TrackTask["proposal"]> } {
  const { status, proposal, trouble } = task;
  if (status === "completed" || status === "skipped") return false;
  return proposal !== undefined && trouble?.type !== "pull-closed";
}

/** Branches without a pull request that would bring them back: those of kept work, and the track's before there is a plan. */
function restoreBranches(draft: Draft): void {
  const { track } = draft;
  const { issue } = track;
  if (track.phase === "planning") {
    if (track.plan.resume) restoreBranch(draft, trackBranch.format(track), track.plan.resume.commit);
    const attempt = track.plan.runs + track.batches + 1;
    enqueue(draft, effectKey.format(issue, "start-track", "-", attempt), { type: "start-track" });
  }
  for (const [task, known] of taskEntries(track)) {
    if (!known.resume || hasOpenPull(known) || known.status === "completed") continue;
    restoreBranch(draft, taskBranch.format({ issue, task }), known.resume.commit, task);
  }
}

function restoreBranch(draft: Draft, name: string, sha: Sha, task?: TaskId): void {
  const key = effectKey.format(draft.track.issue, "restore-branch", task ?? "track");
  const effect = { type: "restore-branch" as const, name, sha };
  enqueue(draft, key, task === undefined ? effect : { ...effect, task });
}
