import { short } from "./words.ts";

/** Notes of a run, for people: short, without Markdown but code. */

export function startedAfresh(checkpoint: string, why: "conflict" | "missing"): string {
  const because =
    why === "conflict" ? "conflicts with what was merged since" : "is not in the repository any more";
  return `The earlier attempt's work (\`${short(checkpoint)}\`) ${because}, so this attempt started afresh.`;
}
