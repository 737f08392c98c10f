import { type Draft, say } from "../jobs/draft.ts";
import type { Facts } from "../model/facts.ts";
import { announce } from "./approve-plan.ts";

/** Enough to know what is meant. */
const mostTold = 10;

/** People edit the plan's files as they edit code: what they made is announced anew, with all that is wrong in it. */
export function noticePlan(draft: Draft, facts: Facts): void {
  const { track, moment } = draft;
  const { plan } = facts;
  if (track.phase !== "proposed" || !plan || track.plan.proposed?.tree === plan.tree) return;
  const { tree, head, problems, faults = [] } = plan;
  announce(track, { tree, head, at: moment.now, problems: problems.length });
  const thread = track.pull ?? track.issue;
  if (problems.length > 0) say(draft, thread, { type: "plan-broken", problems });
  else if (faults.length > 0)
    say(draft, thread, { type: "plan-changed", tree, faults: faults.slice(0, mostTold) });
  else say(draft, thread, { type: "plan-changed", tree });
}
