import type { Facts } from "../model/facts.ts";
import { planBroken, planChanged } from "../render/says.ts";
import { type Draft, say } from "./draft.ts";

/** People edit the plan's files as they edit code: what they made is announced anew, with all that is wrong in it. */
export function noticePlan(draft: Draft, facts: Facts): void {
  const { track } = draft;
  const now = facts.plan;
  if (!now || track.plan.proposed?.tree === now.tree) return;
  track.plan.proposed = { tree: now.tree, head: now.head, at: draft.moment.now };
  const body = now.problems.length > 0 ? planBroken(now.problems) : planChanged(now.tree);
  say(draft, track.pull ?? track.issue, body);
}
