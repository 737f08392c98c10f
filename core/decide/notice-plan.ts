import { announcePlan } from "../jobs/announce-plan.ts";
import { type Draft, say } from "../jobs/draft.ts";
import type { Facts, PlanFact } from "../model/facts.ts";
import type { Notice } from "../model/notice.ts";
import type { DeltaName } from "../model/spec-delta.ts";
import type { Track } from "../model/track.ts";

/** Enough to know what is meant. */
const mostTold = 10;

/** People edit the plan's files as they edit code: what they made is announced anew, with all that is wrong in it. */
export function noticePlan(draft: Draft, facts: Facts): void {
  const { track, moment } = draft;
  const { plan } = facts;
  if (track.phase !== "proposed" || !plan || track.plan.proposed?.tree === plan.tree) return;
  const { tree, head, problems, faults = [] } = plan;
  announcePlan(track, { tree, head, at: moment.now, problems: problems.length, byPeople: true });
  const also = newMeetings(track, plan);
  rememberDeltas(track, plan);
  const thread = track.pull ?? track.issue;
  if (problems.length > 0) say(draft, thread, { type: "plan-broken", problems }, ...also);
  else if (faults.length > 0)
    say(draft, thread, { type: "plan-changed", tree, faults: faults.slice(0, mostTold) }, ...also);
  else say(draft, thread, { type: "plan-changed", tree }, ...also);
}

/** What the plan changes in the specs: others' plans are held to it. */
export function rememberDeltas(track: Track, { deltas }: PlanFact): void {
  if (deltas === undefined) return;
  const { deltas: _, ...rest } = track.plan;
  track.plan = deltas.length > 0 ? { ...rest, deltas } : rest;
}

/** Requirements that somebody else changes too, and that the plan did not change before: of the others people heard, or whoever came second did. */
export function newMeetings({ plan: { deltas = [] } }: Track, { meetings = [] }: PlanFact): Notice[] {
  const before = new Set(deltas.map(nameOf));
  const fresh = meetings.filter((meeting) => !before.has(nameOf(meeting)));
  return fresh.length > 0 ? [{ type: "specs-meet", meetings: fresh }] : [];
}

function nameOf({ capability, title }: Pick<DeltaName, "capability" | "title">): string {
  return `${capability} ${title.toLowerCase()}`;
}
