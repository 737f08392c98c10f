import type { Gap } from "../model/gap.ts";
import type { Diagnosis, DiagnosisType } from "./diagnosis.ts";

/** Of what a checkup says, what people hear in their threads: what would go wrong in a track, and is not told by its going wrong. */
const told: Readonly<Record<Gap["type"], true>> = {
  rules: true,
  "branch-name": true,
  "merge-method": true,
  "secret-missing": true,
  "stub-missing": true,
  "stub-permissions": true,
  "stub-secret": true,
  "stub-events": true,
  "tick-missing": true,
  "ci-unheard": true,
  "stub-behind": true,
  "copy-behind": true,
  "workflow-disabled": true,
};

const longest = 300;
const most = 20;

/** What is missing, in the form that a track keeps. A secret that the stub does not pass on cannot be seen behind it. */
export function toGaps(diagnoses: readonly Diagnosis[]): Gap[] {
  const kept = diagnoses.flatMap((diagnosis) => (isTold(diagnosis) ? [toGap(diagnosis)] : []));
  const hidden = kept.flatMap((gap) => (gap.type === "stub-secret" ? [gap.secret] : []));
  const behind = kept.findIndex(({ type }) => type === "stub-behind");
  return kept.filter((gap, at) => {
    if (gap.type === "secret-missing") return !hidden.includes(gap.secret);
    // The stub and its clock are of one release: it is said once.
    return gap.type !== "stub-behind" || at === behind;
  });
}

function isTold(diagnosis: Diagnosis): diagnosis is Extract<Diagnosis, { type: Gap["type"] }> {
  return Object.hasOwn(told, diagnosis.type satisfies DiagnosisType);
}

/** Names come from files that anybody may have written: no longer, and no more of them, than the ledger takes. */
function toGap(diagnosis: Extract<Diagnosis, { type: Gap["type"] }>): Gap {
  const { hasLocal: _, ...rest } = diagnosis as { hasLocal?: boolean };
  return cut(rest) as Gap;
}

function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map(cut);
  if (typeof value !== "object" || value === null) return String(value).slice(0, longest);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one)]));
}
