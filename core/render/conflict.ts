import { baseBranch, taskBranch, trackBranch } from "../codec/branches.ts";
import type { TaskId } from "../model/ids.ts";
import type { Track } from "../model/track.ts";
import { code } from "../text/foreign.ts";
import { codeList, pick, short, taskIds } from "./phrases.ts";
import { addBudget, aftermath, because } from "./why.ts";
import type { NoticeOf } from "./writers.ts";

/** The track branch conflicts with the default branch: where, what was tried, and what to type. */
export function conflict({ files, base, head, tried }: NoticeOf<"conflict">, track: Track): string {
  const branch = trackBranch.format(track);
  const what = `\`${branch}\`${at(head)} conflicts with ${code(track.defaultBranch)}${at(base)}`;
  const where = files.length > 0 ? ` in ${codeList(files)}` : "";
  const budget = tried?.outcome === "budget";
  const failed = tried ? ` gsd could not resolve it: ${because(tried)}` : "";
  const again = budget ? `${addBudget}.` : "Or comment `/update`, and gsd tries again.";
  return `${what}${where}, so it cannot be merged.${failed} Resolve it in a clone of this repository:\n\n${commands({ branch, from: track.defaultBranch }, files)}\n\ngsd hears of your push and goes on from there. ${again}${tried ? aftermath(tried) : ""}`;
}

/** A task's pull request conflicts with tasks that were merged before it: both sides, what was tried, and what to type. */
export function taskConflict(
  { task, pull, files, after, tried }: NoticeOf<"task-conflict">,
  track: Track,
): string {
  const from = baseBranch(track);
  const branch = taskBranch.format({ issue: track.issue, task });
  const where = files.length > 0 ? ` in ${codeList(files)}` : "";
  const failed = tried ? ` gsd's executor could not resolve it: ${because(tried)}` : "";
  const budget = tried?.outcome === "budget" ? ` ${addBudget}.` : "";
  return `${task} (#${pull}) conflicts with ${others(after, from)}${where}, so it cannot be merged.${failed} Resolve it in a clone of this repository:\n\n${commands({ branch, from }, files)}\n\ngsd checks and reviews your push. Or comment \`/update ${task}\`, and gsd tries again; or \`/retry ${task} --fresh\` to have ${task} done anew on what is there now.${budget}${tried ? aftermath(tried) : ""}`;
}

function others(after: TaskId[], branch: string): string {
  if (after.length === 0) return `\`${branch}\``;
  return `${taskIds(after)}, which ${pick(after.length, "was", "were")} merged before it,`;
}

/** What the executor did about such a conflict. */
export function taskResolved({ task, files, after, head }: NoticeOf<"task-resolved">, track: Track): string {
  const from = others(after, baseBranch(track));
  if (files.length === 0)
    return `git merged ${from} into ${task}; its head is now \`${short(head)}\`, checked and reviewed again. Comment \`/approve\` on it once it is ready.`;
  return `${task} conflicted with ${from} in ${codeList(files)}. gsd's executor resolved that in the merge commit \`${short(head)}\`, which is checked and reviewed again. An approval from before does not count for it: look at ${files.length === 1 ? "that file" : "those files"}, then comment \`/approve\`.`;
}

function at(sha: string | undefined): string {
  return sha === undefined ? "" : ` (\`${short(sha)}\`)`;
}

/** What a person types, line by line. Names that a shell could read otherwise are left to `git status`. */
function commands({ branch, from: base }: { branch: string; from: string }, files: string[]): string {
  const plain = /^[\w./@+-]+$/;
  const named = files.filter((file) => plain.test(file)).slice(0, 10);
  const all = named.length === files.length && files.length > 0;
  const from = plain.test(base) ? base : "<default branch>";
  return [
    "```sh",
    "git fetch origin",
    `git switch ${branch}`,
    "git pull --ff-only",
    `git merge origin/${from}`,
    `# edit the files that \`git status\` lists as "both modified", then:`,
    all ? `git add ${named.join(" ")}` : "git add <those files>",
    "git commit --no-edit",
    `git push origin ${branch}`,
    "```",
  ].join("\n");
}

/** What the executor did about a conflict. */
export function conflictResolved({ files, base, head }: NoticeOf<"conflict-resolved">, track: Track): string {
  const from = code(track.defaultBranch);
  const branch = trackBranch.format(track);
  if (files.length === 0)
    return `gsd merged ${from} (\`${short(base)}\`) into \`${branch}\`; its head is now \`${short(head)}\`, and it is verified again.`;
  return `${from} (\`${short(base)}\`) conflicted with \`${branch}\` in ${codeList(files)}. gsd's executor resolved that in the merge commit \`${short(head)}\`, and the repository's own commands pass on it. Please look at ${files.length === 1 ? "that file" : "those files"} before you merge with GitHub's button.`;
}

/** What `/update` came to. */
export function upToDate({ task, base, head, same }: NoticeOf<"up-to-date">, track: Track): string {
  const from = task === undefined ? code(track.defaultBranch) : code(baseBranch(track));
  const what = task === undefined ? `\`${trackBranch.format(track)}\`` : task;
  const anew = same
    ? " Its own changes are the same as before, so what was said and approved still counts."
    : " A new head is checked and reviewed again before it can be merged.";
  const next = task === undefined ? "" : anew;
  return `${what} is up to date with ${from} (\`${short(base)}\`); its head is \`${short(head)}\`.${next}`;
}
