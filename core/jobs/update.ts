import { show } from "../check/check-paths.ts";
import { digestOf } from "../check/digest-of.ts";
import { trackBranch } from "../codec/branches.ts";
import { effectKey } from "../codec/keys.ts";
import { planPath } from "../codec/paths.ts";
import { failingChecks } from "../model/health.ts";
import { type Sha, trackName } from "../model/ids.ts";
import { mostConflicts, type Why } from "../model/notice/parts.ts";
import type { Trouble } from "../model/notice.ts";
import type { Track } from "../model/track.ts";
import type { Update } from "../model/update.ts";
import { createProtection } from "../plan/protection.ts";
import { type Draft, dropKind, enqueue, liveJob, queueJob, say } from "./draft.ts";
import { checksOn, conflictsOf } from "./read-steps.ts";
import { longestLeg, type Row } from "./row.ts";
import { headMoved, showTrack } from "./verify-again.ts";

/** The default branch in the track branch: git merges it, and where that conflicts an executor resolves it. */
export const update: Row<"update"> = {
  recipe: () => "update",
  asksAgents: true,
  minutes: () => longestLeg,
  // On the default branch: what it has is as it should be, and only what the track changes is looked at.
  place: ({ defaultBranch, update: known }) => ({
    branch: defaultBranch,
    ref: known?.base ?? defaultBranch,
  }),
  resume: () => undefined,
  readsLibrary: false,
  scope: () => "all",
  needsHistory: () => true,
  instructedBy: (_, { base }) => base.sha,

  advance(draft) {
    const { track } = draft;
    const { status, number = 1 } = track.update ?? {};
    if (status === "merging") {
      enqueue(draft, effectKey.format(track.issue, "update-branch", "-", number), { type: "update-branch" });
    }
    if (status === "resolving" && !liveJob(track, "update")) {
      queueJob(draft, { issue: track.issue, kind: "update", attempt: countUpdate(track) });
    }
  },

  publication({ track, job, manifest, sha256 }) {
    const head = track.update?.head;
    if (head === undefined) return { outcome: "crashed", reason: "The ledger does not know this update." };
    const foreign = manifest.changes.find(({ path }) => isForeignPlan(path, track));
    if (foreign) {
      const reason = `${show(foreign.path)} belongs to another track's plan; a person has to change it.`;
      return { outcome: "refused-change", reason };
    }
    const checks = checksOn(manifest, digestOf(manifest.changes, sha256));
    if (!checks) return { outcome: "checks-failed", reason: "The commands did not run on what was merged." };
    const [failing] = failingChecks(track, checks);
    if (failing) {
      const reason = `\`${failing.command}\` fails on what was merged:\n${failing.tail}`;
      return { outcome: "checks-failed", reason };
    }
    return {
      steps: [
        {
          type: "commit",
          branch: trackBranch.format(track),
          base: job.base,
          merges: head,
          keeps: { under: planFolders, name: trackName(track) },
          message: { type: "update-message" },
          changes: manifest.changes,
          files: [],
          on: "shared",
        },
      ],
      result: ({ head: merge = "" }) => ({ type: "update", head: merge, files: conflictsOf(manifest) }),
    };
  },

  keep: () => undefined,

  succeed(draft, _job, { result }) {
    const { update: known, pull, issue } = draft.track;
    if (result.type !== "update" || known?.status !== "resolving" || known.base === undefined) return;
    const { base } = known;
    const { head, files } = result;
    finishUpdate(draft, { base, head });
    say(draft, pull ?? issue, {
      type: "conflict-resolved",
      files: files.slice(0, mostConflicts),
      base,
      head,
    });
  },

  /** A run that never came to its end says nothing about the conflict: git looks again first, since branches may have moved. */
  fail(draft, _job, { until: _, resume: __, files = [], ...why }) {
    const { track } = draft;
    const { update: known } = track;
    if (known?.status !== "resolving" || why.outcome === "rate-limited") return;
    const attempts = known.attempts + 1;
    const silent = ["crashed", "lost", "unavailable"].includes(why.outcome);
    if (silent && attempts < track.config.limits.attempts) {
      track.update = { ...known, status: "merging", number: countUpdate(track), attempts };
      return;
    }
    track.update = { ...known, attempts, files: files.slice(0, mostConflicts) };
    giveToPerson(draft, why);
  },

  spentOn: (track) => ({ on: "this track", usd: track.usd }),
};

/** Whether a file is in a plan's folder, and not in the track's own: that is taken over as a whole, as the track branch has it. */
function isForeignPlan(path: string, track: Track): boolean {
  if (!isInPlan(path)) return false;
  const [, , folder = ""] = path.split("/");
  const isOwn = folder.replace(/^\d{4}-\d{2}-\d{2}-/, "") === trackName(track);
  return !isOwn || !planFolders.some((parent) => path.startsWith(`${parent}/`));
}

const planFolders = [planPath.parent, planPath.archives];
const isInPlan = createProtection(planFolders);

/** The number of the next update, or of its job. */
export function countUpdate(track: Track): number {
  const next = (track.updates ?? 0) + 1;
  track.updates = next;
  return next;
}

/** Begins to bring the track branch up to date: by git first. */
export function startUpdate(draft: Draft, { thread }: { thread?: number } = {}): void {
  const { track } = draft;
  const { attempts = 0, trouble } = track.update ?? {};
  const next: Update = { status: "merging", number: countUpdate(track), attempts, files: [] };
  // Whoever asks is answered, also when the same was said before.
  if (thread !== undefined) track.update = { ...next, attempts: 0, thread };
  else track.update = trouble ? { ...next, trouble } : next;
}

/** What conflicts is not ready, whatever was verified: the pull request says so too. */
export function leaveReady(draft: Draft): void {
  const { track } = draft;
  if (track.phase !== "ready") return;
  track.phase = "verifying";
  showTrack(draft, "pending");
}

/** The track branch contains `base` and its head is `head`; what was verified before counts for that head alone. */
export function finishUpdate(draft: Draft, { base, head }: { base: Sha; head: Sha }): void {
  const { track } = draft;
  const number = track.update?.number ?? countUpdate(track);
  track.update = { status: "done", number, attempts: 0, base, head, files: [] };
  const looksAtHead = track.phase === "verifying" || track.phase === "ready";
  if (!looksAtHead || track.head === head || track.verification.head === head) return;
  dropKind(draft, "verify");
  headMoved(draft, head);
}

/** Nobody but a person can go on: they are told once, however often it is met again. */
export function giveToPerson(draft: Draft, tried?: Why): void {
  const { track } = draft;
  const { update: known } = track;
  if (!known) return;
  const { base, head, files } = known;
  const trouble: Trouble = { type: "conflict", files };
  if (base !== undefined) trouble.base = base;
  if (head !== undefined) trouble.head = head;
  if (tried) trouble.tried = tried;
  track.update = { ...known, status: "stuck", trouble };
  leaveReady(draft);
  if (track.archived) showTrack(draft, "failure");
  if (!known.trouble) say(draft, known.thread ?? track.pull ?? track.issue, trouble);
}
