import { GsdError } from "../../core/gsd-error.ts";
import { unseen } from "../../core/install/checkup.ts";
import { planLabel } from "../../core/install/label.ts";
import type { GitHubView } from "./look-at-github.ts";

export type LabelOutcome = "created" | "there" | "not-created";

/** Makes the label that asks for a plan; where GitHub does not let us, a person has to. */
export async function createLabel({ connection, facts }: GitHubView, name: string): Promise<LabelOutcome> {
  if (!connection || !facts) return "not-created";
  try {
    const known = await connection.settings.labels([name]);
    if (known !== unseen && known.length > 0) return "there";
    await connection.github.createLabel(planLabel(name));
    return "created";
  } catch (error) {
    if (error instanceof GsdError) return "not-created";
    throw error;
  }
}
