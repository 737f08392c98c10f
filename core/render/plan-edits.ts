import type { Track } from "../model/track.ts";
import { block, code, inline } from "../text/foreign.ts";
import { few, list, pick, plural, problemList, short, stateOf, taskIds } from "./phrases.ts";
import type { NoticeOf } from "./writers.ts";

/** What an edit of the approved plan would change, and what it cannot change any more. */
export function planEdited(notice: NoticeOf<"plan-edited">, track: Track): string {
  const { tree } = notice;
  const next = `Comment \`/approve\` to accept it as it is (\`${short(tree)}\`). Until then the approved plan counts.`;
  return [`The plan's files changed after it was approved.`, ...differences(notice, track), next].join(
    "\n\n",
  );
}

/** What is different in a plan that was written again. */
export function planRevised(notice: NoticeOf<"plan-revised">, track: Track): string {
  const { tree, unanswered } = notice;
  const open =
    unanswered > 0
      ? [`Nobody said what became of ${plural(unanswered, "remark")}; look at those yourself.`]
      : [];
  return [
    `The plan was written again, and is now \`${short(tree)}\`.`,
    ...whatDiffers(notice, track),
    ...open,
    "Comment `/approve` to take it, or `/revise` and what should still be different. An earlier approval does not cover it.",
  ].join("\n\n");
}

function whatDiffers(notice: NoticeOf<"plan-revised">, track: Track): string[] {
  const { documents, added, changed, removed } = notice;
  const isSame = added.length + changed.length + removed.length === 0;
  if (isSame && documents.length === 0) return ["Nothing in it changed."];
  const words = documents.length > 0 ? [`${list(documents.map(code))} changed.`] : [];
  return isSame
    ? [...words, "The tasks are the same."]
    : [...words, ...differences({ ...notice, fixed: [] }, track)];
}

/** Why gsd has edited the plan itself. */
export function rebaseProposed({ task, split, reason }: NoticeOf<"rebase-proposed">): string {
  const what = split ? `to split ${task}` : `a better version of ${task}`;
  const said = reason.trim() === "" ? "" : `\n\n${block(reason)}`;
  return `gsd proposes ${what}, as an edit of BACKLOG.yaml:${said}\n\nIt counts once you comment \`/approve\`, and runs then by itself.`;
}

export function planAmended(notice: NoticeOf<"plan-amended">, track: Track): string {
  const failed = notice.changed
    .map(({ task }) => task)
    .filter((id) => ["failed", "skipped"].includes(track.tasks[id]?.status ?? ""));
  const next =
    failed.length > 0
      ? [`Comment ${list(few(failed.map((id) => `\`/retry ${id}\``)))} to run it again.`]
      : [];
  return ["The edit of the plan is accepted.", ...differences(notice, track), ...next].join("\n\n");
}

export function planEditBroken({ problems }: NoticeOf<"plan-edit-broken">): string {
  return `The plan's files changed after it was approved, and cannot be used like this. The approved plan goes on.\n\n${problemList(problems)}\n\nFix them on this branch, then comment \`/approve\`; or undo the edit.`;
}

type Difference = Pick<NoticeOf<"plan-amended">, "added" | "changed" | "removed" | "fixed">;

function differences({ added, changed, removed, fixed }: Difference, track: Track): string[] {
  const lines = [
    ...few(
      added.map(({ task, title }) => `- ${task} is new: ${inline(title)}`),
      30,
    ),
    ...few(
      changed.map(({ task, what }) => `- ${task} changes: ${list(what.map(inline))}`),
      30,
    ),
    ...(removed.length > 0 ? [`- ${taskIds(removed)} ${pick(removed.length, "goes", "go")} away`] : []),
  ];
  const stays = fixed.map((id) => stateOf(track, id));
  const fixedWords =
    fixed.length > 0
      ? [`${list(few(stays))}, so ${pick(fixed.length, "it stays", "they stay")} as approved.`]
      : [];
  if (lines.length + fixed.length === 0) return ["Its tasks are the same; only its documents differ."];
  const count = added.length + changed.length + removed.length;
  const head =
    count > 0 ? [`${plural(count, "task")} ${pick(count, "differs", "differ")}:\n\n${lines.join("\n")}`] : [];
  return [...head, ...fixedWords];
}
