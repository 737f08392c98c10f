import { isSettled } from "../jobs/settled-calls.ts";
import type { Call, Heard, Mark } from "../model/mark.ts";
import type { NoticeType } from "../model/notice.ts";
import type { TrackTask } from "../model/task.ts";
import { isOpen, type Track } from "../model/track.ts";

type Reaction = Extract<Mark, { type: "react" }>["reaction"];

/** The signs that belong beside what people and gsd have written, as things stand. */
export function marksOf(track: Track): Mark[] {
  const { calls = [], heard = [] } = track;
  const hidden = calls.filter((call) => isOver(track, call));
  return [
    ...hidden.map(({ node }) => ({ type: "hide" as const, nodeId: node })),
    ...heard.flatMap((one) =>
      reactions[one.about](track, one).map((reaction) => ({
        type: "react" as const,
        nodeId: one.node,
        reaction,
      })),
    ),
  ];
}

/** Those that were not there before. */
export function newMarks(before: Track | undefined, after: Track): Mark[] {
  const known = new Set((before ? marksOf(before) : []).map((mark) => JSON.stringify(mark)));
  return marksOf(after).filter((mark) => !known.has(JSON.stringify(mark)));
}

function isOver(track: Track, { about }: Call): boolean {
  return about.every(({ notice, task }) => isSettled(track, { type: notice as NoticeType, task }));
}

/** 🚀 once it has begun, 🎉 once it is there, 😕 when it failed. */
const reactions: { [A in Heard["about"]]: (track: Track, heard: Heard) => Reaction[] } = {
  track: (track) => [...when(track.plan.runs > 0 || hasBegun(track), "rocket"), ...ending(track)],
  plan: (track) => [...when(hasBegun(track), "rocket"), ...ending(track)],
  task: (track, { task }) => {
    const { status, proposal } = taskOf(track, task) ?? {};
    const isReady = status === "review" && proposal?.readyAt !== undefined;
    return [
      ...when(status === "in_progress" && isOpen(track), "rocket"),
      ...when(status === "completed" || isReady, "hooray"),
      ...when(status === "failed" || status === "needs_input", "confused"),
    ];
  },
  merge: (track, { task }) => {
    const status = taskOf(track, task)?.status;
    return [
      ...when(status === "completed", "hooray"),
      ...when(status === "failed" || status === "needs_input", "confused"),
    ];
  },
  rollback: (track, { task }) => {
    const status = track.rollbacks.findLast((one) => one.task === task)?.status;
    return [
      ...when(status === "running", "rocket"),
      ...when(status === "open" || status === "completed", "hooray"),
      ...when(status === "failed" && isOpen(track), "confused"),
    ];
  },
  report: ({ reports }, heard) => {
    const status = reports.find(({ number }) => number === heard.number)?.status;
    return [
      ...when(status === "running", "rocket"),
      ...when(status === "done", "hooray"),
      ...when(status === "failed", "confused"),
    ];
  },
};

function ending({ phase }: Track): Reaction[] {
  return [...when(phase === "merged", "hooray"), ...when(phase === "failed", "confused")];
}

function hasBegun({ tasks }: Track): boolean {
  return Object.values(tasks).some(({ runs }) => runs > 0);
}

function taskOf({ tasks }: Track, id: Heard["task"]): TrackTask | undefined {
  return id && tasks[id];
}

function when(isSo: boolean, reaction: Reaction): Reaction[] {
  return isSo ? [reaction] : [];
}
