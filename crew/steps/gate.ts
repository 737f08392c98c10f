import { checkChange, describeFinding, findingsOn } from "../../core/check/gate.ts";
import { type Crew, subjectOf } from "../crew.ts";
import { readCheck } from "./read-check.ts";
import type { CodeResult } from "./run-code.ts";

/** What publish would refuse goes back to whoever made it while it is still there. */
export async function gate(crew: Crew): Promise<CodeResult> {
  const { refusals } = crew.journal.changes();
  const problems = [...refusals, ...checkChange(await readCheck(crew))];
  const subject = subjectOf(crew);
  return problems.length > 0 ? { problems, subject, outcome: "refused-change" } : { subject };
}

/** Blockers that rules find go back as well; what is left of them is published, and waits for a person. */
export async function rules(crew: Crew): Promise<CodeResult> {
  const findings = findingsOn(await readCheck(crew));
  const blockers = findings.filter(({ severity }) => severity === "blocker");
  return { problems: blockers.map(describeFinding), subject: subjectOf(crew) };
}
