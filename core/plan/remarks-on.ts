import { reviewContext } from "../context/review-context.ts";
import type { Backlog } from "../model/backlog.ts";
import { cannotStart } from "../render/notes.ts";
import type { PlanEstimate } from "../select/estimate-plan.ts";

/** What people should look at in a plan before they approve it. No errors: planners and people may have their reasons. */
export function remarksOn({ tasks }: Backlog, { refusals }: PlanEstimate): string[] {
  // What has no price is said with the prices.
  const refused = refusals.filter(({ code }) => code !== "unknown-price");
  return [...refused.map(cannotStart), ...tasks.flatMap((task) => reviewContext(task).notes)];
}
