import { jobKey } from "../codec/keys.ts";
import type { Instant } from "../model/ids.ts";
import type { ClaimedJob, HistoryRow, Job } from "../model/job.ts";
import type { Overruling } from "../model/overruling.ts";
import type { Ruling } from "../model/ruling.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { approvals, lapses } from "./compare-approvals.ts";
import { type AuditEvent, ownActor, type TrackEvent } from "./entry.ts";

/** What happened between two successive states of a track; `before` is absent for a new one. */
export function compareTracks(before: Track | undefined, after: Track): TrackEvent[] {
  // One that was started over has nothing of the last.
  const last = before?.createdAt === after.createdAt ? before : undefined;
  const named = [
    ...(last ? [] : [by(after.requestedBy, after.createdAt, { action: "ask", what: "plan" })]),
    ...rulings(last, after),
    ...questions(last, after),
    ...formEvents(last, after),
    ...permitEvents(last, after),
    ...planApproval(last, after),
    ...approvals(last, after),
    ...lapses(last, after),
    ...overrulings(last, after),
    ...jobs(last, after),
    ...lostJobs(last, after),
    ...merges(last, after),
  ].filter(({ event }) => !isMereQuestion(event, after));
  return last ? [...named, ...changes(last, after, personIn(named))] : named;
}

/** A track that only answers questions was not asked to plan. */
function isMereQuestion(event: AuditEvent, { phase }: Track): boolean {
  return event.action === "ask" && event.what === "plan" && phase === "asking";
}

/** Comments and reviews that were counted between the two. */
export function heardBetween(before: Track | undefined, after: Track): string[] {
  const known = new Set(before?.handled.map(({ id }) => id));
  return after.handled.map(({ id }) => id).filter((id) => !known.has(id));
}

function by(actor: string | undefined, at: Instant | undefined, event: AuditEvent): TrackEvent {
  return { event, actor, at };
}

/** Commands and what became of them; old ones leave the track when there are too many. */
function rulings(before: Track | undefined, after: Track): TrackEvent[] {
  const keyOf = ({ source, command, task, at }: Ruling) => `${source} ${command} ${task} ${at}`;
  const known = new Set(before?.rulings?.map(keyOf));
  return (after.rulings ?? [])
    .filter((ruling) => !known.has(keyOf(ruling)))
    .map(({ by: who, at, ok, why, command, task, sha, thread, source }) => {
      const facts = { command, task, sha, thread, source };
      return by(who, at, ok ? { action: "command", ...facts } : { action: "refuse", why, ...facts });
    });
}

/** What agents asked people, and what these answered. */
function formEvents(before: Track | undefined, after: Track): TrackEvent[] {
  const earlier = (before?.forms ?? []).flatMap(({ questions: asked }) => asked);
  return (after.forms ?? []).flatMap(({ task, questions: asked }) =>
    asked.flatMap(({ number: question, ask: text, answer }) => {
      const known = earlier.find((one) => one.number === question);
      const events: TrackEvent[] = [];
      if (!known)
        events.push(by(ownActor, undefined, { action: "ask", what: "question", question, task, text }));
      if (answer && !known?.answer)
        events.push(by(answer.by, answer.at, { action: "answer", question, task, text: answer.text }));
      return events;
    }),
  );
}

/** What agents needed a person's leave for, and what was decided. */
function permitEvents(before: Track | undefined, after: Track): TrackEvent[] {
  return (after.permits ?? []).flatMap(({ task, number, at, by: asker, wants, decision }) => {
    const known = before?.permits?.find((one) => one.task === task && one.number === number);
    const events: TrackEvent[] = [];
    if (!known)
      events.push(by(ownActor, at, { action: "ask", what: "permission", number, task, by: asker, wants }));
    if (decision && !known?.decision) {
      const action = decision.allowed ? "allow" : "deny";
      events.push(by(decision.by, decision.at, { action, number, task, wants, text: decision.text }));
    }
    return events;
  });
}

function questions(before: Track | undefined, after: Track): TrackEvent[] {
  const reports = after.reports
    .filter(({ number }) => !before?.reports.some((known) => known.number === number))
    .map(({ recipe, text, by: who, at }) => by(who, at, { action: "ask", what: "report", recipe, text }));
  const isKnown = ({ task, attempt }: Track["rollbacks"][number]) =>
    before?.rollbacks.some((known) => known.task === task && known.attempt === attempt) ?? false;
  const rollbacks = after.rollbacks
    .filter((rollback) => !isKnown(rollback))
    .map(({ by: who, tasks }) => by(who, undefined, { action: "ask", what: "rollback", tasks }));
  return [...reports, ...rollbacks];
}

function planApproval(before: Track | undefined, { plan, pull }: Track): TrackEvent[] {
  const { approved } = plan;
  const known = before?.plan.approved;
  if (!approved || (known?.tree === approved.tree && known.at === approved.at)) return [];
  const { tree, head: sha, by: who, at } = approved;
  return [by(who, at, { action: "approve", what: "plan", sha, tree, pull })];
}

function overrulings(before: Track | undefined, after: Track): TrackEvent[] {
  const keyOf = ({ pull, sha, at }: Overruling) => `${pull} ${sha} ${at}`;
  const known = new Set(before?.overruled?.map(keyOf));
  return (after.overruled ?? [])
    .filter((one) => !known.has(keyOf(one)))
    .map(({ task, sha, pull, by: who, at, over }) => {
      const objections =
        over.requests.length + over.blockers.length + over.missing.length + (over.signals?.length ?? 0);
      return by(who, at, { action: "overrule", task, sha, pull, objections });
    });
}

function merges(before: Track | undefined, after: Track): TrackEvent[] {
  const tasks = taskEntries(after).flatMap(([task, { merge: sha, proposal }]) =>
    sha === undefined || before?.tasks[task]?.merge === sha
      ? []
      : [by(ownActor, undefined, { action: "merge", what: "task", task, sha, pull: proposal?.pull })],
  );
  const known = new Set(before?.rollbacks.map(({ merge }) => merge));
  const rollbacks = after.rollbacks.flatMap(({ merge: sha, task, proposal }) =>
    sha === undefined || known.has(sha)
      ? []
      : [by(ownActor, undefined, { action: "merge", what: "rollback", task, sha, pull: proposal?.pull })],
  );
  return [...tasks, ...rollbacks];
}

/** Rows that are new; old ones leave the track when there are too many. */
function jobs(before: Track | undefined, after: Track): TrackEvent[] {
  const keyOf = ({ job, at, run }: HistoryRow) => `${job} ${at} ${run}`;
  const known = new Set(before?.history.map(keyOf));
  return after.history
    .filter((row) => !known.has(keyOf(row)))
    .map((row) => by(ownActor, row.at, { action: "job", ...row }));
}

/** Held by a run before, and waiting for another one now. */
function lostJobs(before: Track | undefined, after: Track): TrackEvent[] {
  const isHeld = (job: Job): job is ClaimedJob => job.state === "claimed";
  return (before?.jobs ?? []).filter(isHeld).flatMap((job) => {
    const key = jobKey.format(job);
    const now = after.jobs.find((one) => jobKey.format(one) === key);
    if ((now?.lost ?? 0) <= (job.lost ?? 0)) return [];
    return [by(ownActor, undefined, { action: "lost", job: key, run: job.run.id })];
  });
}

/** The one person whom a save names. */
function personIn(events: TrackEvent[]): string | undefined {
  const people = new Set(events.flatMap(({ actor }) => (actor && actor !== ownActor ? [actor] : [])));
  return people.size === 1 ? [...people][0] : undefined;
}

/** What people or gsd did to the track as a whole. The state names nobody for it; one comment has one author. */
function changes(before: Track, after: Track, person: string | undefined): TrackEvent[] {
  const events: AuditEvent[] = [];
  if (before.phase !== after.phase) events.push({ action: "phase", from: before.phase, to: after.phase });
  if (before.paused !== after.paused) events.push({ action: after.paused ? "pause" : "resume" });
  const addedUsd = after.extraUsd - before.extraUsd;
  if (addedUsd !== 0) events.push({ action: "budget", addedUsd });
  const heard = heardBetween(before, after).length;
  const actor = heard === 0 ? ownActor : heard === 1 ? person : undefined;
  return events.map((event) => by(actor, undefined, event));
}
