import type { Track } from "../model/track.ts";
import { block, code, inline } from "../text/foreign.ts";
import { few, list, pick, plural, problemList, short, stateOf, taskIds } from "./phrases.ts";
import { aboutUsd } from "./plan-cost.ts";
import type { NoticeOf } from "./writers.ts";

/** What an edit of the approved plan would change, and what it cannot change any more. */
export function planEdited(notice: NoticeOf<"plan-edited">, track: Track): string {
  const { tree, added, changed, removed } = notice;
  const held = [...added.map(({ task }) => task), ...changed.map(({ task }) => task), ...removed];
  const waits =
    held.length > 0
      ? ` Until then the approved plan counts, and ${taskIds(held)} ${pick(held.length, "does", "do")} not start. If you do not want it, undo the edit on this branch.`
      : " Until then the approved plan counts.";
  const next = `Comment \`/approve\` to accept it as it is (\`${short(tree)}\`).${waits}`;
  return [`The plan's files changed after it was approved.`, ...differences(notice, track), next].join(
    "\n\n",
  );
}

/** What is different in a plan that was written again. */
export function planRevised(notice: NoticeOf<"plan-revised">, track: Track): string {
  const { tree, unanswered } = notice;
  const now = `\`${short(tree)}\``;
  const left = remarksLeft(unanswered).trim();
  const parts = isUnchanged(notice)
    ? [
        `The plan was written again and came out the same: ${now}.`,
        left,
        "Comment `/approve` to take it, or `/revise` and what should be different.",
      ]
    : [
        `The plan was written again, and is now ${now}.`,
        ...whatDiffers(notice, track),
        left,
        "Comment `/approve` to take it, or `/revise` and what should still be different. An earlier approval does not cover it.",
      ];
  return parts.filter(Boolean).join("\n\n");
}

function isUnchanged({ documents, added, changed, removed }: NoticeOf<"plan-revised">): boolean {
  return [documents, added, changed, removed].every(({ length }) => length === 0);
}

/** Remarks that no planner has mentioned. */
export function remarksLeft(unanswered: number): string {
  if (unanswered === 0) return "";
  return ` Nobody said what became of ${plural(unanswered, "remark")}; please look at ${pick(unanswered, "it", "them")} yourself.`;
}

/** Why gsd has edited the approved plan; what differs is told after it. */
export function revisionProposed(notice: NoticeOf<"revision-proposed">): string {
  const { by, documents, unanswered, usd = 0 } = notice;
  const files = documents.length > 0 ? ` ${list(documents.map(code))} changed.` : "";
  const cost = usd > 0 ? ` Its new and changed tasks will cost about ${aboutUsd(usd)}.` : "";
  return `The plan was written again for ${inline(by)}, as a change of the approved one that counts once you comment \`/approve\`. What has started goes on as it was approved.${files}${cost}${remarksLeft(unanswered)}`;
}

function whatDiffers(notice: NoticeOf<"plan-revised">, track: Track): string[] {
  const { documents, added, changed, removed } = notice;
  const isSame = added.length + changed.length + removed.length === 0;
  const words = documents.length > 0 ? [`${list(documents.map(code))} changed.`] : [];
  return isSame
    ? [...words, "The tasks are the same."]
    : [...words, ...differences({ ...notice, fixed: [] }, track)];
}

/** Why gsd has edited the plan itself. */
export function rebaseProposed({ task, split, reason, head }: NoticeOf<"rebase-proposed">): string {
  const what = split ? `to split ${task}` : `a better version of ${task}`;
  const edit = head === undefined ? "" : ` ([what changes](../commit/${head}))`;
  const said = reason.trim() === "" ? "" : `\n\n${block(reason)}`;
  return `gsd proposes ${what}, as an edit of BACKLOG.yaml${edit}:${said}\n\nIt counts, and runs by itself, once you comment \`/approve\`.`;
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
  return `The plan's files changed after it was approved, and cannot be used like this. Tasks that have started go on as they were approved; no other task starts before this is fixed.\n\n${problemList(problems)}\n\nFix them on this branch, then comment \`/approve\`; or undo the edit.`;
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
