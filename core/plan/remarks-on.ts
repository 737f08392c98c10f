import { reviewContext } from "../context/review-context.ts";
import type { Backlog } from "../model/backlog.ts";
import type { Note } from "../model/note.ts";
import type { PlanCost } from "../model/publication.ts";

/** What people should look at in a plan before they approve it. No errors: planners and people may have their reasons. */
export function remarksOn({ tasks }: Backlog, { refusals }: Pick<PlanCost, "refusals">): Note[] {
  // What has no price is said with the prices.
  const refused = refusals.filter(({ code }) => code !== "unknown-price");
  const stuck = refused.map(({ what, reason }): Note => ({ type: "cannot-start", what, reason }));
  return [...stuck, ...tasks.flatMap((task) => reviewContext(task).notes)];
}
