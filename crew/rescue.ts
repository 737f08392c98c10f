import { type ChangeSet, describeChanges, noChanges } from "../adapters/git/describe-changes.ts";
import { loadManifest } from "../adapters/git/load-manifest.ts";
import { writeManifest } from "../adapters/git/write-manifest.ts";
import type { Instant, Sha } from "../core/model/ids.ts";
import type { JobRef } from "../core/model/job.ts";
import { type Manifest, manifestSchema, type StepRecord } from "../core/model/manifest.ts";
import { createValidator } from "../core/model/validate.ts";
import { outcomeOfError } from "./crew.ts";
import { readUsage } from "./gateway/read-usage.ts";
import { type CrewState, readCrewState, type UnderWay, usageFile } from "./logs.ts";
import { ownChanges } from "./trees/own-changes.ts";
import { within } from "./within.ts";

export interface RescueInput {
  job: JobRef;
  base: Sha;
  begun?: Instant;
  recipe: string;
  sandbox: Manifest["sandbox"];
  folder: string;
  out: string;
  logs: string;
}

const validate = createValidator<Manifest>(manifestSchema);
const reason = "The agents' process was ended before it could report.";

/**
 * After a crew that was killed: its journal as it is, with what its tree holds beyond that, and what those who were at work
 * spent. A crew that came to its end is left alone.
 */
export async function rescueCrew(input: RescueInput): Promise<Manifest> {
  const journal = await readJournal(input);
  if (journal && journal.outcome !== "lost") return journal;
  const state = readCrewState(input.logs);
  const manifest = journal ?? emptyJournal(input);
  const lost = (state?.underWay ?? []).filter((one) => !manifest.steps.some((step) => isOf(step, one)));
  // The journal holds what was read last: better than nothing, where the tree cannot be read now.
  let trouble = "";
  const found = await within("read", () => readTree(input, state)).catch((error: unknown) => {
    trouble = ` ${outcomeOfError(error).reason}`;
    return undefined;
  });
  return await writeManifest({
    manifest: {
      ...manifest,
      outcome: "lost",
      reason: `${reason}${trouble}`,
      steps: [...manifest.steps, ...lost.map((one) => lostStep(one, input.logs))],
      changes: found?.changes ?? manifest.changes,
    },
    contents: (found ?? noChanges).contents,
    out: input.out,
  });
}

async function readJournal({ out }: RescueInput): Promise<Manifest | undefined> {
  try {
    const checked = validate((await loadManifest(out)).manifest);
    return checked.ok ? checked.value : undefined;
  } catch {
    return undefined;
  }
}

/** What was changed in the tree; nothing known before anyone could work there, or where nobody does. */
async function readTree(
  { folder, base }: RescueInput,
  state: CrewState | undefined,
): Promise<ChangeSet | undefined> {
  if (!state?.before) return undefined;
  return describeChanges(await ownChanges({ folder, base, before: state.before }));
}

function emptyJournal({ job, base, begun, recipe, sandbox }: RescueInput): Manifest {
  return {
    version: 2,
    job,
    base,
    at: begun,
    recipe,
    sandbox,
    outcome: "lost",
    notes: [],
    steps: [],
    changes: [],
    seconds: 0,
  };
}

function isOf(step: StepRecord, { id, round, member }: UnderWay): boolean {
  return step.id === id && step.round === round && step.member === member;
}

/** An agent that was killed at work: what it spent is known from its gateway. */
function lostStep({ id, round, member, role, engine, model, at }: UnderWay, logs: string): StepRecord {
  return {
    type: "agent",
    id,
    round,
    member,
    outcome: "lost",
    reason,
    ok: false,
    at,
    seconds: 0,
    role,
    engine,
    model,
    ...readUsage(usageFile(logs, { id, round, member })),
  };
}
