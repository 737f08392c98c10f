import { GsdError } from "../../core/gsd-error.ts";
import type { InstallChoice } from "../../core/install/plan-install.ts";
import { isHosted, isOtherSystem, parseLabels, type RunnerLabels } from "../../core/install/runner-labels.ts";
import type { Release, Runners } from "../../core/install/stub.ts";
import type { Survey } from "../../core/install/survey.ts";
import type { Config } from "../../core/model/config.ts";
import type { EngineName } from "../../core/model/engines.ts";
import type { Place } from "../find-place.ts";
import type { Questions } from "./ask.ts";

/** What flags say of the choice. */
export interface ChoiceFlags {
  app?: boolean;
  engine?: EngineName;
  script?: string;
  copy?: boolean;
  /** All files of ours that are there, or these. */
  overwrite?: true | string[];
  runner?: RunnerLabels;
  controlRunner?: RunnerLabels;
  /** The App's address: CI of gsd's pull requests starts at once. */
  trustedCi?: string;
}

/** What the choice depends on besides. */
export interface Circumstances {
  kept: Config | undefined;
  suggestion: EngineName;
  survey: Survey;
  release: Release;
  place: Place | undefined;
}

/** The value of `--runner` and `--control-runner`. */
export function parseRunner(text: string): RunnerLabels {
  const labels = parseLabels(text);
  if (!labels)
    throw new GsdError(
      "usage",
      `--runner takes a label such as ubuntu-24.04, or several with commas such as self-hosted,linux, not "${text}".`,
    );
  if (isOtherSystem(labels))
    throw new GsdError("usage", `gsd needs a runner with Linux, and ${text} has another system.`);
  return labels;
}

/** The value of `--trusted-ci`. */
export function parseAppAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isNear = url?.protocol === "http:" && ["127.0.0.1", "localhost"].includes(url.hostname);
  // It goes into a workflow file as it is.
  if ((url?.protocol === "https:" || isNear) && /^[\w.:/-]+$/.test(text)) return text.replace(/\/+$/, "");
  throw new GsdError(
    "usage",
    `--trusted-ci takes the App's address, such as https://gsd.example.com, not "${text}".`,
  );
}

/** The choice by flags, then by answers where a person can be asked, then by what suggests itself. */
export async function choose(
  flags: ChoiceFlags,
  circumstances: Circumstances,
  questions: Questions | undefined,
): Promise<InstallChoice> {
  const { trustedCi } = flags;
  const whole = await chooseWork(flags, circumstances, questions);
  return trustedCi === undefined ? whole : { ...whole, trusted: trustedCi };
}

async function chooseWork(
  flags: ChoiceFlags,
  circumstances: Circumstances,
  questions: Questions | undefined,
): Promise<InstallChoice> {
  const { kept, suggestion } = circumstances;
  const where = chooseRunners(flags, circumstances);
  const withApp = flags.app || flags.trustedCi !== undefined;
  const mode = withApp ? "app" : ((await questions?.mode()) ?? "action");
  const named = flags.engine ?? (flags.script === undefined ? undefined : "script");
  // The configuration that stays has said it.
  if (kept) {
    refuseAnother(kept, named, flags.script);
    return { ...where, mode, engine: kept.engine };
  }
  const engine = named ?? (await questions?.engine(suggestion)) ?? suggestion;
  if (engine !== "script") return { ...where, mode, engine };
  const script = flags.script ?? (await questions?.script());
  if (script) return { ...where, mode, engine, script };
  throw new GsdError("usage", "The engine script needs a command that answers prompts: --script <command>");
}

/** A flag that the configuration overrules is not passed over in silence. */
function refuseAnother(kept: Config, engine: EngineName | undefined, script: string | undefined): void {
  const isSame = (engine ?? kept.engine) === kept.engine && (script ?? kept.script) === kept.script;
  if (isSame) return;
  const [flag, there] =
    engine === kept.engine ? ["--script", "another script"] : ["--engine", `engine: ${kept.engine}`];
  throw new GsdError(
    "usage",
    `.github/gsd.yml says ${there}, and it stays, so ${flag} would change nothing. Edit that file, or have it written anew: gsd init --overwrite`,
  );
}

/** A copy that is there is kept up to date; `--overwrite` alone goes back to calling ours. */
function chooseRunners(
  { copy, overwrite, runner, controlRunner }: ChoiceFlags,
  { survey, release, place }: Circumstances,
): Pick<InstallChoice, "isCopied" | "runners"> {
  const hasCopy = survey.workflows.some(({ stub }) => stub?.isCopied);
  const isCopied = copy ?? (hasCopy && overwrite !== true);
  const runners: Runners = {};
  if (runner) runners.agents = runner;
  if (controlRunner) runners.control = controlRunner;
  const own = [runner, controlRunner].find((labels) => labels && !isHosted(labels));
  const isForeign = release.repository.split("/")[0] !== place?.owner;
  if (own && !isCopied && isForeign)
    throw new GsdError(
      "usage",
      `GitHub gives ${own.join(", ")} to no workflow of another owner, so a job there would wait for ever. Say --copy too: then your repository has its own copy of gsd's workflows.`,
    );
  return { isCopied, runners };
}
