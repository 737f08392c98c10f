import type { Config } from "../model/config.ts";
import type { JobKind } from "../model/job.ts";

/** Who does a job by name: all reviewers of the configuration, who share its budget; else one, whom `select` finds. */
export function rolesFor(kind: JobKind, { reviewers }: Pick<Config, "reviewers">): (string | undefined)[] {
  return kind === "review" ? reviewers : [undefined];
}
