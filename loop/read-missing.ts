import type { Missing } from "../core/jobs/draft.ts";
import type { Facts } from "../core/model/facts.ts";
import type { Instant } from "../core/model/ids.ts";
import type { Track } from "../core/model/track.ts";
import { dateOf } from "../core/select/reserve.ts";
import { loadDays, type SavedDay } from "./ledger/days.ts";
import type { Ports } from "./ports.ts";
import { lookForGaps } from "./read-gaps.ts";
import { isUnknown, readMergeable, readPulls } from "./read-pulls.ts";
import { readSpecsMoved } from "./read-specs-moved.ts";
import { readTrackHead } from "./read-track-head.ts";
import { recallHealth } from "./remember-health.ts";

/** What was read beyond the facts: the day's file has a version, for whoever saves it. */
export interface Found {
  facts: Facts;
  day?: SavedDay;
}

/** Reads what a decision found missing. */
export async function readMissing(
  ports: Ports,
  { facts, day }: Found,
  { missing, track }: { missing: Missing[]; track: Track },
): Promise<Found> {
  const next: Facts = { ...facts };
  await readBases(ports, next, { missing, issue: track.issue });
  for (const type of ["pull", "head"] as const) {
    const numbers = missing.flatMap((one) => (one.type === type ? [one.pull] : []));
    await readPulls(ports, next, { numbers, gates: type === "head" });
  }
  const asked = missing.flatMap((one) =>
    one.type === "mergeable" && isUnknown(next.pulls[one.pull]) ? [one.pull] : [],
  );
  if (asked.length > 0) {
    next.pulls = { ...next.pulls, ...Object.fromEntries(await readMergeable(ports, asked)) };
  }
  for (const one of missing) {
    if (one.type === "reopener")
      await readReopener(ports, next, { thread: one.thread, since: track.cancelled?.at ?? "" });
    if (one.type === "gaps") next.gaps = (await lookForGaps(ports, track.config)) ?? [];
    if (one.type === "track-head") next.head ??= await readTrackHead(ports.github, track);
    if (one.type === "specs") next.specsMoved ??= await readSpecsMoved(ports, track);
    if (one.type === "health") next.health = (await recallHealth(ports, track.config, one.sha)) ?? null;
  }
  if (!missing.some(({ type }) => type === "day")) return day ? { facts: next, day } : { facts: next };
  const [today] = await loadDays(ports.ledger, [dateOf(ports.now().toISOString())]);
  return today ? { facts: { ...next, day: today.day }, day: today } : { facts: next };
}

/** Whoever opened it last, and what they may do. What was before does not count. */
async function readReopener(
  { github }: Ports,
  facts: Facts,
  { thread, since }: { thread: number; since: Instant },
): Promise<void> {
  const events = await github.issueEvents(thread);
  // GitHub tells time in whole seconds.
  const isLater = (at: Instant) => at.slice(0, 19) >= since.slice(0, 19);
  const by = events.findLast(({ type, at }) => type === "reopened" && isLater(at))?.by;
  const actor = by && { ...by, permission: by.bot ? "none" : await github.permissionOf(by.login) };
  facts.reopeners = { ...facts.reopeners, [thread]: actor ?? null };
}

/** Branches, and with them the issue: what starts on the one may be stopped by the other. */
async function readBases(
  { github }: Ports,
  facts: Facts,
  { missing, issue }: { missing: Missing[]; issue: number },
): Promise<void> {
  const places = missing.flatMap((one) => (one.type === "base" ? [one] : []));
  const wanted = [...new Map(places.map((place) => [place.ref, place])).values()];
  const asksIssue = missing.some(({ type }) => type === "issue");
  if (wanted.length === 0 && !asksIssue) return;
  const question = { commits: wanted.map(({ ref }) => ref), issues: asksIssue ? [issue] : [] };
  const { commits, issues } = await github.look(question);
  if (asksIssue) facts.issueState = issues[0] ?? null;
  facts.bases = { ...facts.bases };
  for (const [at, { ref, branch }] of wanted.entries()) {
    const commit = commits[at];
    facts.bases[ref] = commit ? { branch, sha: commit.sha, tree: commit.tree } : null;
  }
}
