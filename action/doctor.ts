import { connectSettings } from "../adapters/github/connect-settings.ts";
import { examine, type Surroundings } from "../adapters/github/examine.ts";
import { GsdError } from "../core/gsd-error.ts";
import { type DoctorResult, diagnose } from "../core/install/diagnose.ts";
import { type Diagnosis, isFinding, type Weight, weightOf } from "../core/install/diagnosis.ts";
import { annotateDiagnosis, describeFindings, summariseCheckup } from "../core/render/checkup-summary.ts";
import type { Naming } from "../core/render/diagnosis.ts";
import { namingOf } from "../core/render/diagnosis.ts";
import { logLine } from "../core/text/foreign.ts";
import { tryBubblewrap } from "../crew/sandbox/prepare-sandbox.ts";
import type { Environment } from "./environment.ts";
import { writeSummary } from "./output.ts";

/** `command: doctor`: what is missing for gsd to work in this repository, and on this runner. */
export async function doctor(environment: Environment): Promise<void> {
  const { apiUrl, token, owner, repo, summaryFile } = environment;
  const connection = connectSettings({ apiUrl, token }, { owner, name: repo });
  const surroundings = await surroundingsOf(environment);
  const patient = { apiUrl, token, connection, asker: "workflow" as const };
  const checkup = await examine(patient, surroundings).catch(explainRefusal);
  const result = diagnose(checkup);
  await annotate(result, { naming: namingOf(checkup.repository), warnOnly: environment.warnOnly });
  if (summaryFile) await writeSummary(`${summariseCheckup(checkup.repository, result, checkup.origins)}\n`);
}

/** As the agent zone finds it: on a machine of GitHub's, what is missing for the sandbox is installed first. */
async function surroundingsOf({ hosted }: Environment): Promise<Surroundings> {
  const detection = await tryBubblewrap({ hosted });
  const machine = { isRunner: true };
  return {
    machine: detection.available ? machine : { ...machine, sandbox: detection.error.message },
    hasLocalStub: false,
  };
}

function explainRefusal(error: unknown): never {
  if (!(error instanceof GsdError) || error.code !== "forbidden") throw error;
  throw new GsdError(
    "forbidden",
    `The token may not read this repository (${error.message}). Give the job \`permissions: { actions: read, contents: read, issues: read }\`, or set \`token\` to one that may.`,
    { cause: error },
  );
}

interface Tone {
  naming: Naming;
  warnOnly: boolean;
}

/** One mark for each on the run, at its file where it has one; red where something is missing. */
async function annotate({ diagnoses, blindSpots }: DoctorResult, { naming, warnOnly }: Tone): Promise<void> {
  const { error, warning, notice, info, setFailed } = await import("@actions/core");
  const marks = { stops: warnOnly ? warning : error, hinders: warning, note: notice } satisfies Record<
    Weight,
    typeof error
  >;
  for (const diagnosis of diagnoses)
    marks[weightOf(diagnosis)](logLine(annotateDiagnosis(diagnosis, naming)), placeOf(diagnosis));
  const verdict = describeFindings({ diagnoses });
  if (diagnoses.some(isFinding) && !warnOnly) setFailed(`gsd doctor: ${verdict}`);
  else info(`${verdict}${blindSpots.length > 0 ? " The summary names what this token does not show." : ""}`);
}

function placeOf(diagnosis: Diagnosis): { title: string; file?: string } {
  const title = `gsd doctor: ${diagnosis.type}`;
  return "path" in diagnosis ? { title, file: diagnosis.path } : { title };
}
