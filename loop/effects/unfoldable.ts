import { GsdError } from "../../core/gsd-error.ts";

/** Spec changes that cannot be folded in: people have to change the plan. */
export function unfoldable(problems: { message: string }[]): GsdError {
  const words = problems.map(({ message }) => message).join("; ");
  return new GsdError(
    "spec-deltas",
    `the spec changes in SPEC.md do not fit specs/ (${words}); fix SPEC.md on the track branch and comment \`/approve\``,
  );
}
