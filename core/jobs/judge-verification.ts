import { newestAnswer } from "../check/answers-of.ts";
import {
  criteriaOf,
  describeCriteriaProblems,
  findCriteriaProblems,
  judgedCriteria,
} from "../check/criteria.ts";
import { digestOf } from "../check/digest-of.ts";
import { failingChecks } from "../model/health.ts";
import type { CheckResult } from "../model/manifest.ts";
import { type JudgedCriterion, mostUnmet, type Unmet } from "../model/verification.ts";
import { checksOn } from "./read-steps.ts";
import type { PublicationInput, Unfit } from "./row.ts";

/** What a verification found, whether it passed or not: it is written down either way. */
export interface Verification {
  checks: CheckResult[];
  criteria: JudgedCriterion[];
  /** Why it did not pass. */
  failure?: Unfit;
}

/** Whether a track does what was promised; what cannot be judged at all is unfit. */
export function judgeVerification(input: PublicationInput): Verification | Unfit {
  const { track, manifest, sha256, proven = new Set() } = input;
  const answer = newestAnswer(manifest, "verification");
  if (!answer) return { outcome: "invalid-answer", reason: "The verifier gave no answer." };
  const checks = checksOn(manifest, digestOf([], sha256));
  if (!checks) return { outcome: "checks-failed", reason: "The commands did not run on the track branch." };
  const ground = { files: proven, checks };
  const wanted = criteriaOf(track);
  const wrong = describeCriteriaProblems(findCriteriaProblems(wanted, answer, ground));
  if (wrong) return { outcome: "invalid-answer", reason: wrong };
  const criteria = judgedCriteria(wanted, answer, ground);
  const unmet = criteria.filter(({ met }) => !met);
  const [failing] = failingChecks(track, checks);
  if (failing) return { checks, criteria, failure: describeFailing(failing, unmet) };
  if (unmet.length === 0) return { checks, criteria };
  return { checks, criteria, failure: { outcome: "not-met", reason: describeUnmet(unmet) } };
}

/** A command that fails is told first; what the verifier found missing is not lost by it. */
function describeFailing({ command, tail }: CheckResult, unmet: readonly JudgedCriterion[]): Unfit {
  const more = unmet.length > 0 ? ` Not met: ${unmet.map(({ id }) => id).join(", ")}.` : "";
  return {
    outcome: "checks-failed",
    reason: `\`${command}\` fails on the track branch:${more}\n${tail}`.slice(0, 4_000),
  };
}

/** Which are not met, then what the verifier says of each. */
function describeUnmet(unmet: readonly JudgedCriterion[]): string {
  const names = unmet.map(({ id, text }) => `${id} ("${text}")`).join("; ");
  const said = unmet.map(({ id, evidence }) => `${id}: ${evidence.trim() || "nothing was said of it"}`);
  return `Not met: ${names}.\n${said.join("\n")}`.slice(0, 4_000);
}

/** What the ledger remembers of it, for those who plan what is missing. */
export function unmetIn({ criteria }: Verification): Unmet[] {
  return criteria
    .filter(({ met }) => !met)
    .slice(0, mostUnmet)
    .map(({ id, task, text, evidence }) => ({
      id,
      task,
      text: text.slice(0, 500),
      evidence: evidence.trim().slice(0, 500),
    }));
}
