import { reviewContext } from "../context/review-context.ts";
import type { Backlog } from "../model/backlog.ts";
import type { Note } from "../model/note.ts";
import type { PlanCost } from "../model/publication.ts";
import type { Problem } from "../model/validate.ts";
import { quote } from "../text/describe-schema-error.ts";
import { doubtsAbout } from "./find-faults.ts";
import type { SectionGap } from "./outline-plan.ts";
import { createNaming } from "./protection.ts";
import type { RequirementReading } from "./requirements.ts";

interface Findings {
  refusals: PlanCost["refusals"];
  /** What its author was asked to put right. */
  faults: readonly Problem[];
  missing: readonly SectionGap[];
  required: Pick<RequirementReading, "unnumbered" | "isProse"> | undefined;
  /** What the repository itself protects. */
  protectedPaths?: readonly string[];
}

/** What people should look at in a plan before they approve it. No errors: planners and people may have their reasons. */
export function remarksOn({ tasks }: Backlog, findings: Findings): Note[] {
  const { refusals, faults, missing, required, protectedPaths = [] } = findings;
  // What has no price is said with the prices.
  const refused = refusals.filter(({ code }) => code !== "unknown-price");
  const stuck = refused.map(({ what, reason }): Note => ({ type: "cannot-start", what, reason }));
  const gaps = missing.map((gap): Note => ({ type: "section-missing", ...gap }));
  const left = faults.map(({ message }): Note => ({ type: "plan-fault", message: message.slice(0, 500) }));
  // What is wrong with a task's words is among the faults.
  const contexts = tasks.flatMap((task) => reviewContext(task, [], ["debris", "foreign-task"]).notes);
  const named = tasks.flatMap((task) => namedIn(task, protectedPaths));
  const doubts = tasks.flatMap(doubtIn);
  return [...named, ...stuck, ...gaps, ...aboutRequirements(required), ...left, ...doubts, ...contexts];
}

/** A task about retries has a first attempt; whoever reads the plan knows which it is. */
function doubtIn(task: Backlog["tasks"][number]): Note[] {
  return doubtsAbout(task).map((words): Note => {
    const message = `${task.id} says ${quote(words)}. If that is a note from planning, say what to do instead.`;
    return { type: "plan-fault", message: message.slice(0, 500) };
  });
}

/** What the repository protects, and a task names by its full path. */
function namedIn({ id, scope }: Backlog["tasks"][number], protectedPaths: readonly string[]): Note[] {
  const isNamed = createNaming(protectedPaths, scope.files_hint);
  return scope.files_hint.filter(isNamed).map((path): Note => {
    const message = `${id} changes ${path.slice(0, 200)}, which is protected: who approves this plan allows it.`;
    return { type: "plan-fault", message };
  });
}

function aboutRequirements(required: Findings["required"]): Note[] {
  const { unnumbered: count = 0, isProse = false } = required ?? {};
  return count > 0 || isProse ? [{ type: "requirements-unnumbered", count }] : [];
}
