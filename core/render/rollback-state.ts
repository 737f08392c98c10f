import type { Rollback } from "../model/rollback.ts";
import { pick, taskIds } from "./phrases.ts";

/** Where a rollback's pull request stands. */
export function rollbackState({ into, status, tasks }: Rollback): string {
  const one = (is: string, are: string) => pick(tasks.length, is, are);
  if (status === "completed") return `**Merged:** ${taskIds(tasks)} ${one("is", "are")} rolled back.`;
  if (status === "failed") {
    return `**Closed without a merge:** ${taskIds(tasks)} ${one("stays", "stay")} merged.`;
  }
  return into === "default"
    ? "**Next:** merge this pull request with GitHub's button."
    : "**Next:** comment `/approve`.";
}
