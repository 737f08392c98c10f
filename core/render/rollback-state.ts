import { type Rollback, takenBack } from "../model/rollback.ts";
import { codeList, pick, taskIds } from "./phrases.ts";

/** Where a rollback's pull request stands. */
export function rollbackState(rollback: Rollback): string {
  const { into, status, tasks, undoes, proposal } = rollback;
  const isUndo = undoes !== undefined;
  const one = (is: string, are: string, of = tasks) => `${taskIds(of)} ${pick(of.length, is, are)}`;
  if (status === "completed") {
    const back = takenBack(rollback);
    if (back.length === 0) return `**Merged**, but nothing was reverted: ${one("stays", "stay")} as before.`;
    return `**Merged:** ${one("is", "are", back)} ${isUndo ? "back" : "rolled back"}.`;
  }
  if (status === "failed") {
    return `**Closed without a merge:** ${one("stays", "stay")} ${isUndo ? "rolled back" : "merged"}.`;
  }
  if (proposal?.left)
    return `**Next:** resolve the conflict in ${codeList(proposal.left.files)}, as said here.`;
  return into === "default"
    ? "**Next:** merge this pull request with GitHub's button."
    : "**Next:** comment `/approve`.";
}
