import { GsdError } from "../../core/gsd-error.ts";
import type { Commands } from "../../core/model/config/commands.ts";
import type { Coverage } from "../../core/model/coverage.ts";
import type { CheckResult, StepRecord } from "../../core/model/manifest.ts";
import type { RunStep } from "../../core/recipe/recipe.ts";
import { tailOf } from "../../core/text/tail-of.ts";
import { type Crew, entryOf, subjectOf, type Turn } from "../crew.ts";
import { withShare } from "../sandbox/with-share.ts";
import { type Ran, runChecks } from "../setup/run-checks.ts";
import { readCoverage } from "./read-coverage.ts";

/** The repository's own commands, in a clean tree with what was changed so far. */
export async function runCommands(crew: Crew, turn: Turn, step: RunStep): Promise<StepRecord> {
  const started = performance.now();
  const subject = subjectOf(crew);
  const { ran, coverage } = await checkTree(crew, turn, step.run);
  const checks = ran.map(({ result }) => result);
  const failed = failing(checks, crew.input.broken);
  const plain = { ...entryOf(turn.move, started), type: "run" as const, checks, subject };
  const entry = coverage ? { ...plain, coverage } : plain;
  if (crew.input.signal?.aborted)
    return { ...entry, outcome: "cancelled", ok: false, reason: "The job was cancelled." };
  const [first] = failed;
  if (!first) return entry;
  const names = failed.map(({ name }) => name).join(", ");
  const outcome = first.name === "setup" ? "setup" : "checks-failed";
  return { ...entry, outcome, ok: false, reason: `Failing: ${names}.\n${tailOf(first.tail, 1_800)}` };
}

/** What ran, and what tests wrote down of the change. */
interface Checked {
  ran: Ran[];
  coverage?: Coverage | undefined;
}

/** Runs all commands, or one. Where the setup failed, that is the result: nothing else would say more. */
export async function checkTree(
  crew: Crew,
  { move, memoryShare }: Turn,
  which: RunStep["run"],
): Promise<Checked> {
  const { input, prepared, journal, installed } = crew;
  const commands = pick(input.commands, which);
  const { trees, setup } = await prepared();
  if (setup.reason !== undefined && setup.check)
    return { ran: [{ result: { ...setup.check, tail: setup.reason } }] };
  if (installed.error !== undefined) throw installed.error;
  if (installed.refusal !== undefined) throw new GsdError("config", installed.refusal);
  const { failed } = installed;
  if (failed) return { ran: [{ result: { ...failed.check, tail: failed.reason } }] };
  await using place = await trees.clean(journal.changes(), "commands");
  const ran = await runChecks({
    commands,
    guessed: input.guessed ?? [],
    cwd: place.folder,
    sandbox: withShare(place.sandbox, memoryShare),
    minutes: move.step.timeout ?? input.config.limits.minutes,
    signal: input.signal,
  });
  const isTested = commands.test !== undefined && !input.signal?.aborted;
  return isTested ? { ran, coverage: await readCoverage(crew, place) } : { ran };
}

function pick(commands: Commands, which: RunStep["run"]): Commands {
  if (which === "commands") return commands;
  const command = commands[which];
  return command === undefined ? {} : { [which]: command };
}

/** What a change is to blame for. */
function failing(checks: readonly CheckResult[], broken: readonly string[]): CheckResult[] {
  return checks.filter(({ name, ok }) => !ok && !broken.includes(name));
}
