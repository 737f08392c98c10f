import type { Draft } from "../jobs/draft.ts";
import { isRebasable, startRebase } from "../jobs/rebase.ts";
import type { Command } from "../model/command.ts";
import { isQuick } from "../model/route.ts";
import type { Commented } from "../model/trigger.ts";
import { type Reply, refuse } from "./on-commented.ts";

type Wish = Extract<Command, { type: "rebase" | "split" }>;

/** `/rebase T03`, `/split T03`: a better version of a task, or several in its place, for a person to approve. */
export function rebaseTask(
  draft: Draft,
  { type, task: id, text }: Wish,
  { sender, thread }: Commented,
): Reply {
  const { track } = draft;
  const known = track.tasks[id];
  const split = type === "split";
  if (!known) return refuse({ type: "unknown-task", task: id });
  if (track.phase !== "executing") return refuse({ type: "not-executing", command: type });
  if (known.rebase?.status === "running") {
    return refuse({ type: "rebase-under-way", task: id, split: known.rebase.split });
  }
  if (isQuick(track) || !isRebasable(known)) return refuse({ type: "cannot-rebase", task: id, split });
  const wish = { split, thread, by: sender.login };
  startRebase(draft, id, text === undefined ? wish : { ...wish, text });
  return { ok: true, notice: { type: "rebase-asked", task: id, split } };
}
