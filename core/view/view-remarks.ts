import { answersOf } from "../check/answers-of.ts";
import type { Feedback } from "../model/feedback.ts";
import type { Scene } from "../model/publication.ts";
import type { Track } from "../model/track.ts";

/** A person's remark, and what was done about it. */
export interface RemarkView {
  words: Extract<Feedback, { type: "words" }>;
  /** Undefined where nobody said. */
  done: string | undefined;
}

/** What people said about a task, and what became of it; the newest answer to each counts. */
export function viewRemarks({ track, job, manifest }: Scene<Track>): RemarkView[] {
  const given = answersOf(manifest, "change");
  // Only who made a change was asked.
  if (job.task === undefined || given.length === 0) return [];
  const heard = (track.tasks[job.task]?.feedback ?? []).filter((one) => one.type === "words");
  const answers = given.flatMap(({ value }) => value.remarks ?? []);
  const byName = new Map(answers.map(({ remark, done }) => [remark.trim().toUpperCase(), done]));
  return heard.map((words, index) => ({ words, done: byName.get(`R${index + 1}`) }));
}
