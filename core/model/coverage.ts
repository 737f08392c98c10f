import { type Infer, integer, list, object, text } from "./schema.ts";

const path = text(1_000);

/** As many places as are told one by one. */
export const mostMissed = 50;
export const mostUnreported = 20;

/** What tests ran of the lines that a change adds, by what the repository's own tests wrote down. */
export const coverageSchema = object(
  {
    /** Added lines that can run at all, and those of them that ran. */
    lines: integer(),
    covered: integer(),
    /** The others, from line to line. */
    missed: list(object({ path, from: integer(1), to: integer(1) }, { closed: true }), mostMissed),
    /** Changed code that the report says nothing of. */
    unreported: list(path, mostUnreported),
  },
  { closed: true },
);
export type Coverage = Infer<typeof coverageSchema>;

/** Whole percent of what ran, never more than it was. */
export function percentOf({ lines, covered }: Pick<Coverage, "lines" | "covered">): number {
  return lines === 0 ? 100 : Math.floor((covered / lines) * 100);
}
