import { ledgerBranch } from "../codec/branches.ts";
import type { Sha } from "../model/ids.ts";

/** The commit of the ledger that a text of ours names, as of its last edit: by it a branch that was deleted can be brought back. */
export const ledgerNote = {
  add: (text: string, { commit, saves = 0 }: { commit: Sha | undefined; saves?: number | undefined }) =>
    commit === undefined
      ? text
      : `${text}\n<sub>State: \`${ledgerBranch}\` at \`${commit}\`, save ${saves}</sub>`,
  parse: (text: string): Sha | undefined => pattern.exec(text)?.[1],
  /** How often the track was saved when it was written, and where; undefined for other texts. */
  savesIn: (text: string): { commit: Sha; saves: number } | undefined => {
    const [, commit, saves] = pattern.exec(text) ?? [];
    return commit === undefined || saves === undefined ? undefined : { commit, saves: Number(saves) };
  },
  /** The text alone, which does not change with each commit. */
  remove: (text: string) => text.replace(pattern, ""),
};

const pattern = /\n<sub>State: `gsd\/ledger` at `([0-9a-f]{40})`(?:, save (\d{1,9}))?<\/sub>$/;

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

/** How a person puts one file of the ledger back, in a folder beside their work; also where a folder or a link is in its place. */
export function restoreFile(path: string, commit: string): string {
  return [
    `git fetch origin ${ledgerBranch}`,
    "git worktree add --detach gsd-ledger FETCH_HEAD && cd gsd-ledger",
    `git rm -r --quiet ${path}`,
    `git restore --source=${commit} --staged --worktree -- ${path}`,
    `git commit --message "restore ${path} [skip ci]"`,
    `git push origin HEAD:refs/heads/${ledgerBranch}`,
  ].join("\n");
}
