import { GsdError } from "../../core/gsd-error.ts";
import { unseen } from "../../core/install/checkup.ts";
import { newLabel, type OwnLabel } from "../../core/install/labels.ts";
import type { GitHubView } from "./look-at-github.ts";

/** What became of each label, by name. */
export interface LabelsOutcome {
  created: string[];
  there: string[];
  /** GitHub did not let us: a person has to. */
  missing: string[];
}

/** Makes the labels that people put on issues. */
export async function createLabels(
  { connection, facts }: GitHubView,
  labels: OwnLabel[],
): Promise<LabelsOutcome> {
  const names = labels.map(({ name }) => name);
  const outcome: LabelsOutcome = { created: [], there: [], missing: [] };
  if (!connection || !facts) return { ...outcome, missing: names };
  try {
    const known = await connection.settings.labels(names);
    outcome.there = known === unseen ? [] : known;
    const lower = outcome.there.map((name) => name.toLowerCase());
    for (const label of labels.filter(({ name }) => !lower.includes(name.toLowerCase()))) {
      await connection.github.createLabel(newLabel(label));
      outcome.created.push(label.name);
    }
    return outcome;
  } catch (error) {
    if (!(error instanceof GsdError)) throw error;
    const done = [...outcome.there, ...outcome.created].map((name) => name.toLowerCase());
    return { ...outcome, missing: names.filter((name) => !done.includes(name.toLowerCase())) };
  }
}
