import { commandLine } from "../core/decide/answer-stranger.ts";
import { commandsAmong, hourBefore } from "../core/decide/limit-commands.ts";
import type { Missing } from "../core/jobs/draft.ts";
import type { Facts } from "../core/model/facts.ts";
import type { Instant } from "../core/model/ids.ts";
import type { Track } from "../core/model/track.ts";
import { dateOf } from "../core/select/reserve.ts";
import { loadDays, type SavedDay } from "./ledger/days.ts";
import type { Ports } from "./ports.ts";
import { readActor } from "./read-actor.ts";
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

/** Reads what a decision found missing: all at once, so that it is one request where it can be. */
export async function readMissing(
  ports: Ports,
  { facts, day }: Found,
  { missing, track }: { missing: Missing[]; track: Track },
): Promise<Found> {
  const next: Facts = { ...facts, pulls: { ...facts.pulls }, checks: { ...facts.checks } };
  const wants = (type: Missing["type"]) => missing.some((one) => one.type === type);
  const [today] = await Promise.all([
    wants("day") ? readToday(ports) : day,
    readBases(ports, next, { missing, issue: track.issue }),
    readNamedPulls(ports, next, missing).then(() => readQueues(ports, next, missing)),
    readReopeners(ports, next, { missing, since: track.cancelled?.at ?? "" }),
    readApprovers(ports, next, { missing, track }),
    readHealth(ports, next, { missing, track }),
    readRecent(ports, next, missing),
    wants("blockers") &&
      ports.github
        .blockersOf(track.issue)
        .then((blockers) => assign(next, { blockers: next.blockers ?? blockers })),
    wants("gaps") && lookForGaps(ports, track.config).then((gaps) => assign(next, { gaps: gaps ?? [] })),
    wants("track-head") && readTrackHead(ports.github, track).then((head) => assign(next, { head })),
    wants("specs") && readSpecsMoved(ports, track).then((specsMoved) => assign(next, { specsMoved })),
  ]);
  return today ? { facts: { ...next, day: today.day }, day: today } : { facts: next };
}

const assign: (facts: Facts, more: Partial<Facts>) => void = Object.assign;

async function readToday({ ledger, now }: Ports): Promise<SavedDay | undefined> {
  const [today] = await loadDays(ledger, [dateOf(now().toISOString())]);
  return today;
}

/** How many commands somebody has given of late, wherever it was. */
async function readRecent({ github }: Ports, facts: Facts, missing: Missing[]): Promise<void> {
  const asked = missing.find((one) => one.type === "recent");
  if (!asked) return;
  const comments = await github.commentsSince(hourBefore(asked.trigger.at));
  facts.recent = commandsAmong(comments, asked.trigger, commandLine);
}

async function readHealth(
  ports: Ports,
  facts: Facts,
  { missing, track }: { missing: Missing[]; track: Track },
): Promise<void> {
  const asked = missing.find((one) => one.type === "health");
  if (asked) facts.health = (await recallHealth(ports, track.config, asked.sha)) ?? null;
}

/** Whether pull requests still wait in a merge queue. */
async function readQueues({ github }: Ports, facts: Facts, missing: Missing[]): Promise<void> {
  for (const one of missing) {
    const pull = one.type === "queued" ? facts.pulls[one.pull] : undefined;
    if (pull) facts.pulls[pull.number] = { ...pull, queued: await github.isQueued(pull.number) };
  }
}

/** Pull requests, those with their gates, and of which it matters whether they conflict. */
async function readNamedPulls(ports: Ports, facts: Facts, missing: Missing[]): Promise<void> {
  const numbersOf = (type: "pull" | "head" | "mergeable") =>
    missing.flatMap((one) => (one.type === type ? [one.pull] : []));
  await Promise.all([
    readPulls(ports, facts, { numbers: numbersOf("pull"), gates: false }),
    readPulls(ports, facts, { numbers: numbersOf("head"), gates: true }),
  ]);
  const asked = numbersOf("mergeable").filter((number) => isUnknown(facts.pulls[number]));
  if (asked.length > 0) Object.assign(facts.pulls, Object.fromEntries(await readMergeable(ports, asked)));
}

async function readReopeners(
  ports: Ports,
  facts: Facts,
  { missing, since }: { missing: Missing[]; since: Instant },
): Promise<void> {
  for (const one of missing) {
    if (one.type === "reopener") await readReopener(ports, facts, { thread: one.thread, since });
  }
}

/** What they may do now who approved something earlier. A GitHub that does not say holds it up until it does. */
async function readApprovers(
  ports: Ports,
  facts: Facts,
  { missing, track }: { missing: Missing[]; track: Track },
): Promise<void> {
  const config = { ok: true as const, config: track.config };
  for (const one of missing) {
    if (one.type !== "approver") continue;
    const sender = { id: 0, login: one.login, bot: false };
    const actor = await readActor(ports, sender, { config, commands: [{ type: "approve" }] });
    facts.approvers = { ...facts.approvers, [one.login.toLowerCase()]: actor };
  }
}

/** Whoever opened it last, and what they may do. What was before does not count. */
async function readReopener(
  ports: Ports,
  facts: Facts,
  { thread, since }: { thread: number; since: Instant },
): Promise<void> {
  const events = await ports.github.issueEvents(thread);
  // GitHub tells time in whole seconds.
  const isLater = (at: Instant) => at.slice(0, 19) >= since.slice(0, 19);
  const by = events.findLast(({ type, at }) => type === "reopened" && isLater(at))?.by;
  const asked = { config: facts.config, commands: [{ type: "resume" as const }] };
  const actor = by && (await readActor(ports, by, asked));
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
