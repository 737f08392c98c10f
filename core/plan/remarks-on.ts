import { reviewContext } from "../context/review-context.ts";
import type { Backlog } from "../model/backlog.ts";
import type { Note } from "../model/note.ts";
import type { PlanCost } from "../model/publication.ts";
import type { Problem } from "../model/validate.ts";
import type { SectionGap } from "./outline-plan.ts";

interface Findings {
  refusals: PlanCost["refusals"];
  /** What its author was asked to put right. */
  faults: readonly Problem[];
  missing: readonly SectionGap[];
  unnumbered: number;
}

/** What people should look at in a plan before they approve it. No errors: planners and people may have their reasons. */
export function remarksOn({ tasks }: Backlog, { refusals, faults, missing, unnumbered }: Findings): Note[] {
  // What has no price is said with the prices.
  const refused = refusals.filter(({ code }) => code !== "unknown-price");
  const stuck = refused.map(({ what, reason }): Note => ({ type: "cannot-start", what, reason }));
  const gaps = missing.map((gap): Note => ({ type: "section-missing", ...gap }));
  const loose: Note[] = unnumbered > 0 ? [{ type: "requirements-unnumbered", count: unnumbered }] : [];
  const left = faults.map(({ message }): Note => ({ type: "plan-fault", message: message.slice(0, 500) }));
  // What is wrong with a task's words is among the faults.
  const contexts = tasks.flatMap((task) => reviewContext(task, [], ["debris", "foreign-task"]).notes);
  return [...stuck, ...gaps, ...loose, ...left, ...contexts];
}
