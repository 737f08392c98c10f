import type { ChecksFact, Facts } from "../model/facts.ts";
import type { Sha, TaskId } from "../model/ids.ts";
import type { TrackTask } from "../model/task.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { checksWait } from "../render/answers.ts";
import { rollbackChecksFail } from "../render/refusals.ts";
import { approvedChecksFail } from "../render/says.ts";
import { type Draft, enqueue, say } from "./draft.ts";

/** Merges what is approved and green at the head that was approved. */
export function mergeWhatIsApproved(draft: Draft, facts: Facts): void {
  const { track } = draft;
  for (const [id, task] of taskEntries(track)) {
    if (task.status !== "review" || !task.pull || !task.head || !task.ready) continue;
    if (mergesByItself(track, task)) {
      task.approval ??= { sha: task.head, by: "auto_merge", at: draft.moment.now };
    }
    if (task.approval?.sha !== task.head) continue;
    const checks = facts.checks[task.head];
    if (checks) tellChecks(draft, id, task, checks);
    if (!isGreen(task, facts)) continue;
    const key = `${track.issue}/merge-task/${id}/${task.runs}`;
    enqueue(draft, key, { type: "merge-task", task: id, pull: task.pull, sha: task.head });
  }
  for (const rollback of track.rollbacks) {
    const { task, attempt, pull, head, approval } = rollback;
    if (rollback.status !== "open" || rollback.into !== "track" || !pull || !head) continue;
    const checks = facts.checks[head];
    if (approval?.sha !== head || !checks) continue;
    if (checks.state === "failing" && rollback.trouble?.code !== "checks") {
      rollback.trouble = { code: "checks", text: rollbackChecksFail(rollback, checks.names) };
      say(draft, pull, rollback.trouble.text);
    }
    if (checks.state !== "clear") continue;
    const key = `${track.issue}/merge-rollback/${task}/${attempt}`;
    enqueue(draft, key, { type: "merge-rollback", task, attempt, pull, sha: head });
  }
}

/** Nobody looks at what merges by itself: so something has to have been checked. */
function mergesByItself({ config }: Track, task: TrackTask): boolean {
  const checks = Object.keys(config.commands).length > 0 && task.checked?.ok;
  return config.auto_merge && !task.handsOff && checks === true;
}

/** An approved task that its checks hold up would wait without a word: people are told once for each reason. */
function tellChecks(draft: Draft, id: TaskId, task: TrackTask, { state, names }: ChecksFact): void {
  if (task.trouble?.code === state) return;
  delete task.trouble;
  if (state !== "failing" && state !== "waiting") return;
  const text = state === "waiting" ? checksWait(id, names) : approvedChecksFail(id, names);
  task.trouble = { code: state, text };
  // Whoever approved while they wait was told so at once.
  if (state === "failing" || task.approval?.by === "auto_merge") say(draft, task.pull!, text);
}

/** Green: our own sandboxed check passed, and nothing else on that head is failing, pending or waiting. */
function isGreen(task: TrackTask, facts: Facts): boolean {
  return passedOurCheck(task, task.head) && facts.checks[task.head ?? ""]?.state === "clear";
}

function passedOurCheck(task: TrackTask, head: Sha | undefined): boolean {
  return head !== undefined && task.checked?.sha === head && task.checked.ok;
}
