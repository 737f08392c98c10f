import type { RepositoryFacts } from "../install/checkup.ts";
import type { DoctorResult } from "../install/diagnose.ts";
import { type Diagnosis, isFinding, type Weight, weightOf, weightOrder } from "../install/diagnosis.ts";
import type { SettingOrigins } from "../install/setting-origins.ts";
import { code } from "../text/foreign.ts";
import { type Naming, renderBlindSpot, renderDiagnosis } from "./diagnosis.ts";
import { plural } from "./phrases.ts";
import { settingsSummary } from "./setting-words.ts";

/** What stands above the diagnoses of one weight. */
export const weightWords: Readonly<Record<Weight, string>> = {
  stops: "Stops the work",
  hinders: "Gets in the way",
  note: "Good to know",
};

/** What stands above what a token does not show. */
export const unseenWords = "Not checked, since the token does not show it";

/** How a checkup ended, in one sentence. */
export function describeFindings({ diagnoses }: Pick<DoctorResult, "diagnoses">): string {
  const count = diagnoses.filter(isFinding).length;
  return count === 0 ? "Nothing is missing that gsd can see." : `${plural(count, "finding")}.`;
}

/** One diagnosis as a sentence for an annotation of a run. */
export function annotateDiagnosis(diagnosis: Diagnosis, naming: Naming): string {
  const { what, why, fix } = renderDiagnosis(diagnosis, naming);
  return `${what} ${why} ${fix}`;
}

/** A checkup for the summary of a run, the gravest first. */
export function summariseCheckup(
  { name, url }: Pick<RepositoryFacts, "name" | "url">,
  { diagnoses, blindSpots }: DoctorResult,
  origins?: SettingOrigins,
): string {
  const naming = { option: ` --repo ${name}`, page: (path: string) => `[${path}](${url}/${path})` };
  const parts = weightOrder.flatMap((weight) => {
    const some = diagnoses.filter((diagnosis) => weightOf(diagnosis) === weight);
    if (some.length === 0) return [];
    const items = some.map((diagnosis) => item(diagnosis, naming));
    return [`**${weightWords[weight]}**`, items.join("\n")];
  });
  const unseen = blindSpots.map((spot) => `- ${renderBlindSpot(spot)}`).join("\n");
  return [
    `### gsd doctor: ${code(name)}`,
    describeFindings({ diagnoses }),
    ...parts,
    ...(unseen === "" ? [] : [`**${unseenWords}**`, unseen]),
    ...(origins ? [settingsSummary(origins)] : []),
  ].join("\n\n");
}

function item(diagnosis: Diagnosis, naming: Naming): string {
  const { what, why, fix } = renderDiagnosis(diagnosis, naming);
  return `- ${what}\n  ${why}\n  **Fix:** ${fix}`;
}
