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
  "tick-missing": true,
  "ci-unheard": true,
};

const longest = 300;
const most = 20;

/** What is missing, in the form that a track keeps. A secret that the stub does not pass on cannot be seen behind it. */
export function toGaps(diagnoses: readonly Diagnosis[]): Gap[] {
  const kept = diagnoses.flatMap((diagnosis) => (isTold(diagnosis) ? [toGap(diagnosis)] : []));
  const hidden = kept.flatMap((gap) => (gap.type === "stub-secret" ? [gap.secret] : []));
  return kept.filter((gap) => gap.type !== "secret-missing" || !hidden.includes(gap.secret));
}

function isTold(diagnosis: Diagnosis): diagnosis is Extract<Diagnosis, { type: Gap["type"] }> {
  return Object.hasOwn(told, diagnosis.type satisfies DiagnosisType);
}

/** Names come from files that anybody may have written: no longer, and no more of them, than the ledger takes. */
function toGap(diagnosis: Extract<Diagnosis, { type: Gap["type"] }>): Gap {
  const fields = Object.entries(diagnosis).flatMap(([name, value]) => {
    if (name === "hasLocal") return [];
    if (Array.isArray(value))
      return [[name, value.slice(0, most).map((one) => String(one).slice(0, longest))]];
    return [[name, String(value).slice(0, longest)]];
  });
  return Object.fromEntries(fields) as Gap;
}
