import { ledgerBranch } from "../codec/branches.ts";
import type { Sha } from "../model/ids.ts";

/** The commit of the ledger that a text of ours names, as of its last edit: by it a branch that was deleted can be brought back. */
export const ledgerNote = {
  add: (text: string, commit: Sha | undefined) =>
    commit === undefined ? text : `${text}\n<sub>State: \`${ledgerBranch}\` at \`${commit}\`</sub>`,
  parse: (text: string): Sha | undefined => pattern.exec(text)?.[1],
  /** The text alone, which does not change with each commit. */
  remove: (text: string) => text.replace(pattern, ""),
};

const pattern = /\n<sub>State: `gsd\/ledger` at `([0-9a-f]{40})`<\/sub>$/;

/** What the summary of a run says. */
export function summaryNote(commit: Sha): string {
  return `gsd's state is on \`${ledgerBranch}\` at \`${commit}\`. If that branch is ever deleted: ${restoring(commit)}`;
}

/** For logs and runs that failed. */
export function ledgerGone(commit: Sha | undefined): string {
  const how = commit
    ? restoring(commit)
    : "docs/ledger.md says how to bring it back, and how to start afresh.";
  return `The branch ${ledgerBranch} does not exist any more, so nothing was saved. ${how}`;
}

function restoring(commit: Sha): string {
  return `\`git fetch origin ${commit} && git push origin ${commit}:refs/heads/${ledgerBranch}\` brings it back.`;
}
