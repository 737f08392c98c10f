import { existsSync } from "node:fs";
import { join } from "node:path";
import { connectSettings } from "../../adapters/github/connect-settings.ts";
import { examine, type Surroundings } from "../../adapters/github/examine.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Checkup } from "../../core/install/checkup.ts";
import { type DoctorResult, diagnose } from "../../core/install/diagnose.ts";
import { isFinding, remedyOf } from "../../core/install/diagnosis.ts";
import { stubPath } from "../../core/install/stub.ts";
import { renderRemedy } from "../../core/render/diagnosis.ts";
import { detectSandbox } from "../../crew/sandbox/detect-sandbox.ts";
import { type CliEnvironment, readEnvironment } from "../environment.ts";
import { exitCodes } from "../exit-codes.ts";
import { explainGitHub } from "../explain-github.ts";
import { type Clone, findClone } from "../find-clone.ts";
import { findPlace, type Place } from "../find-place.ts";
import { findToken } from "../find-token.ts";
import type { Terminal } from "../terminal.ts";
import { confirmRemedy } from "./confirm-remedy.ts";
import { applyRemedy, type Patient } from "./fix.ts";
import { tellJson, tellRemedy, tellResult } from "./tell.ts";

/** What `gsd doctor` was asked for. */
export interface DoctorOptions {
  json?: boolean;
  fix?: boolean;
  yes?: boolean;
  repo?: Place;
}

/** `gsd doctor`: says what is missing, and with `--fix` does what it may. */
export async function doctor(options: DoctorOptions, terminal: Terminal): Promise<void> {
  refuseUnasked(options, terminal);
  const environment = readEnvironment();
  const clone = await findClone(process.cwd()).catch((error) => {
    // With --repo a clone is only a help.
    if (options.repo) return undefined;
    throw error;
  });
  const place = options.repo ?? (clone && findPlace(clone, environment.apiUrl));
  if (!place)
    throw new GsdError(
      "usage",
      "This clone has no remote, so there is no repository on GitHub to look at. Add one: git remote add origin <address>",
    );
  const token = await findToken(environment);
  const entrance = { apiUrl: environment.apiUrl, token };
  const connection = connectSettings(entrance, place);
  const patient = { ...entrance, connection, asker: "person" as const };
  const look = async () => {
    try {
      const checkup = await examine(patient, await surroundingsOf(environment, clone));
      return { checkup, result: diagnose(checkup) };
    } catch (error) {
      throw explainGitHub(error, environment.apiUrl);
    }
  };
  const first = await look();
  const changed =
    options.fix === true &&
    (await fixAll(first.result, { connection, folder: clone?.folder }, { options, terminal }));
  finish(changed ? await look() : first, options, terminal);
}

/** Settings are changed with consent only. */
function refuseUnasked({ fix, yes, json }: DoctorOptions, { isInteractive }: Terminal): void {
  if (!fix || yes || (isInteractive && !json)) return;
  throw new GsdError("usage", "There is no terminal to ask on: say --yes to let --fix change what it may.");
}

async function surroundingsOf({ isRunner }: CliEnvironment, clone: Clone | undefined): Promise<Surroundings> {
  const detection = await detectSandbox();
  const machine: Checkup["machine"] = { isRunner };
  if (!detection.available) machine.sandbox = detection.error.message;
  return { machine, hasLocalStub: clone !== undefined && existsSync(join(clone.folder, stubPath)) };
}

/** Does what may be done; true where something changed. */
async function fixAll(
  { diagnoses }: DoctorResult,
  patient: Patient,
  { options, terminal }: { options: DoctorOptions; terminal: Terminal },
): Promise<boolean> {
  let changed = false;
  for (const remedy of diagnoses.flatMap((diagnosis) => remedyOf(diagnosis) ?? [])) {
    if (!options.yes && !(await confirmRemedy(renderRemedy(remedy)))) continue;
    const outcome = await applyRemedy(remedy, patient);
    tellRemedy(remedy, outcome, terminal);
    changed ||= outcome.state !== "refused";
  }
  return changed;
}

/** Says all of it; where something is missing, the exit code says so too. */
function finish(
  { checkup, result }: { checkup: Checkup; result: DoctorResult },
  { json }: DoctorOptions,
  terminal: Terminal,
): void {
  if (json) tellJson(checkup, result, terminal);
  else tellResult(checkup, result, terminal);
  if (result.diagnoses.some(isFinding)) process.exitCode = exitCodes.findings;
}
