import type { Gap } from "../../model/gap.ts";
import type { Instant, Sha, TaskId } from "../../model/ids.ts";
import { isOpen, type Track, taskEntries } from "../../model/track.ts";
import type { Problem } from "../../model/validate.ts";

/** Something that was right once. */
export type Outdated =
  | { type: "config"; problems: Problem[] }
  /** The stub, or the copy of our workflows, is older than the newest release. */
  | { type: "release"; gap: Extract<Gap, { type: "stub-behind" | "copy-behind" }> }
  /** Plans that wait for approval, and were written for an earlier commit of the default branch. */
  | { type: "plans"; issues: number[] }
  /** An approval of something that is different now; `task` is absent for the plan. */
  | { type: "approval"; issue: number; task: TaskId | undefined; by: string[] }
  | { type: "branches"; names: string[] }
  /** Tracks that nobody touched for a month. */
  | { type: "idle"; issues: number[] };

export interface OutdatedInput {
  now: Instant;
  tracks: readonly Track[];
  problems: readonly Problem[];
  gaps: readonly Gap[];
  branches: readonly string[];
  defaultHead: Sha | undefined;
}

export function viewOutdated(input: OutdatedInput): Outdated[] {
  const { now, problems, gaps, branches, defaultHead } = input;
  const tracks = input.tracks.filter((track) => isOpen(track) && track.phase !== "asking");
  const found: Outdated[] = [];
  if (problems.length > 0) found.push({ type: "config", problems: [...problems] });
  for (const gap of gaps)
    if (gap.type === "stub-behind" || gap.type === "copy-behind") found.push({ type: "release", gap });
  const behind = tracks.filter((track) => isBehind(track, defaultHead));
  if (behind.length > 0) found.push({ type: "plans", issues: behind.map(({ issue }) => issue) });
  found.push(...tracks.flatMap(lostApprovals));
  const idle = tracks.filter((track) => isIdle(track, now));
  if (idle.length > 0) found.push({ type: "idle", issues: idle.map(({ issue }) => issue) });
  if (branches.length > 0) found.push({ type: "branches", names: [...branches] });
  return found;
}

/** The repository's own commands ran on the commit that the plan was written for. */
function isBehind({ phase, health }: Track, defaultHead: Sha | undefined): boolean {
  const written = health?.result?.sha;
  return (
    phase === "proposed" && written !== undefined && defaultHead !== undefined && written !== defaultHead
  );
}

/** Those who approved something that was changed since, and have not approved it as it is. */
function lostApprovals(track: Track): Outdated[] {
  const { issue, plan, rulings = [] } = track;
  const early = (plan.approvals ?? []).filter(({ sha }) => sha !== plan.proposed?.tree).map(({ by }) => by);
  const ofPlan = track.phase === "proposed" ? [...new Set(early)] : [];
  const found: Outdated[] =
    ofPlan.length > 0 ? [{ type: "approval", issue, task: undefined, by: ofPlan }] : [];
  for (const [task, { status, proposal }] of taskEntries(track)) {
    if (status !== "review" || !proposal) continue;
    const now = [proposal.approval, ...(proposal.approvals ?? [])].map((one) => one?.by);
    const before = rulings.filter(
      ({ ok, command, thread, sha, by }) =>
        ok && command === "approve" && thread === proposal.pull && sha !== proposal.head && !now.includes(by),
    );
    const by = [...new Set(before.map((one) => one.by))];
    if (by.length > 0) found.push({ type: "approval", issue, task, by });
  }
  return found;
}

const monthMs = 30 * 86_400_000;

function isIdle({ createdAt, handled, history, plan }: Track, now: Instant): boolean {
  const since = new Date(Date.parse(now) - monthMs).toISOString();
  const touched = [createdAt, ...[...handled, ...history].map(({ at }) => at), plan.proposed?.at ?? ""];
  return touched.every((at) => at < since);
}
