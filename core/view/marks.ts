import { isSettled } from "../jobs/settled-calls.ts";
import type { Call, Heard, Mark } from "../model/mark.ts";
import type { NoticeType } from "../model/notice.ts";
import type { TrackTask } from "../model/task.ts";
import { isOpen, type Track } from "../model/track.ts";

type Reaction = Extract<Mark, { type: "react" }>["reaction"];

/** The signs that belong beside what people and gsd have written, as things stand. */
export function marksOf(track: Track): Mark[] {
  const hidden = (track.calls ?? []).filter((call) => isOver(track, call));
  return [
    ...hidden.map(({ node }) => ({ type: "hide" as const, nodeId: node })),
    ...(track.heard ?? []).flatMap((heard) =>
      reactionsTo(track, heard).map((reaction) => ({
        type: "react" as const,
        nodeId: heard.node,
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
function reactionsTo(track: Track, heard: Heard): Reaction[] {
  switch (heard.about) {
    case "track":
      return [...when(track.plan.runs > 0 || hasBegun(track), "rocket"), ...ending(track)];
    case "plan":
      return [...when(hasBegun(track), "rocket"), ...ending(track)];
    case "task":
    case "merge":
      return heard.task ? toTask(track, heard.about, track.tasks[heard.task]) : [];
    case "rollback": {
      const last = track.rollbacks.findLast(({ task }) => task === heard.task);
      return [
        ...when(last?.status === "running", "rocket"),
        ...when(last?.status === "open" || last?.status === "completed", "hooray"),
        ...when(last?.status === "failed" && isOpen(track), "confused"),
      ];
    }
    case "report": {
      const report = track.reports.find(({ number }) => number === heard.number);
      return [
        ...when(report?.status === "running", "rocket"),
        ...when(report?.status === "done", "hooray"),
        ...when(report?.status === "failed", "confused"),
      ];
    }
  }
}

function ending({ phase }: Track): Reaction[] {
  return [...when(phase === "merged", "hooray"), ...when(phase === "failed", "confused")];
}

function hasBegun({ tasks }: Track): boolean {
  return Object.values(tasks).some(({ runs }) => runs > 0);
}

function toTask(track: Track, about: "task" | "merge", task: TrackTask | undefined): Reaction[] {
  if (!task) return [];
  const { status, proposal } = task;
  const isReady = status === "review" && proposal?.readyAt !== undefined;
  const failed = status === "failed" || status === "needs_input";
  return [
    ...when(about === "task" && status === "in_progress" && isOpen(track), "rocket"),
    ...when(status === "completed" || (about === "task" && isReady), "hooray"),
    ...when(failed, "confused"),
  ];
}

function when(isSo: boolean, reaction: Reaction): Reaction[] {
  return isSo ? [reaction] : [];
}
