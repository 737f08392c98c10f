import type { TaskId } from "../model/ids.ts";
import type { Notice, NoticeType } from "../model/notice.ts";
import { isOpen, type Track, taskEntries } from "../model/track.ts";

/** What a comment is about: a notice, and the task that it names. */
export interface Asked {
  type: NoticeType;
  task: TaskId | undefined;
}

type Settled = (track: Track, asked: Asked) => boolean;

const planIsAnswered: Settled = ({ phase }) => phase !== "proposed";
const editIsAnswered: Settled = (track) => !isOpen(track) || track.plan.edited === undefined;
/** Whatever troubled the track, or this task, troubles it no more. */
const troubleIsGone: Settled = (track, { type, task }) =>
  !troublesIn(track).some((one) => one.type === type && (task === undefined || taskOf(one) === task));
const rollbackIsAnswered: Settled = ({ rollbacks }, { task }) =>
  !rollbacks.some((one) => one.task === task && one.status === "open");

/** The notices that ask a person to do something, and when that is done. */
const settled: Partial<Record<NoticeType, Settled>> = {
  "plan-ready": planIsAnswered,
  "plan-unfinished": planIsAnswered,
  "plan-changed": planIsAnswered,
  "plan-broken": planIsAnswered,
  "plan-revised": planIsAnswered,
  "specs-meet": planIsAnswered,
  "plan-edited": editIsAnswered,
  "plan-edit-broken": editIsAnswered,
  "revision-proposed": editIsAnswered,
  "rebase-proposed": editIsAnswered,
  "track-ready": ({ phase }) => phase !== "ready",
  "rollback-opened": rollbackIsAnswered,
  "planning-failed": (track) => track.phase !== "failed",
  "task-failed": troubleIsGone,
  "review-failed": troubleIsGone,
  blocked: troubleIsGone,
  "head-fails": troubleIsGone,
  "pull-closed": troubleIsGone,
  retargeted: troubleIsGone,
  "merge-failed": troubleIsGone,
  "task-conflict": troubleIsGone,
  "checks-hold": troubleIsGone,
  "changes-requested": troubleIsGone,
  "verification-failed": troubleIsGone,
  "keeps-moving": troubleIsGone,
  conflict: troubleIsGone,
  "rollback-failed": troubleIsGone,
  "rollback-not-merged": troubleIsGone,
  "rollback-checks-fail": troubleIsGone,
  "base-broken": troubleIsGone,
  "base-unchecked": troubleIsGone,
  "effect-failed": troubleIsGone,
  "pulls-forbidden": troubleIsGone,
  "stub-outdated": troubleIsGone,
};

/** Whether nobody has to do anything about it any more. */
export function isSettled(track: Track, asked: Asked): boolean {
  return settled[asked.type]?.(track, asked) ?? true;
}

/** The notices of a comment that ask for something; a comment without one is no call. */
export function askingIn(notices: readonly Notice[]): Asked[] {
  return notices
    .filter(({ type }) => settled[type] !== undefined)
    .map((notice) => ({ type: notice.type, task: taskOf(notice) }));
}

function troublesIn(track: Track): Notice[] {
  const conflict = track.update;
  const all = [
    track,
    track.health,
    conflict,
    ...taskEntries(track).map(([, task]) => task),
    ...track.rollbacks,
  ];
  return all.flatMap((one) => (one?.trouble ? [one.trouble] : []));
}

function taskOf(notice: Notice): TaskId | undefined {
  return "task" in notice ? notice.task : undefined;
}
