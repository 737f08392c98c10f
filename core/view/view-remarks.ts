import { type AnsweredWords, answersToWords } from "../check/answers-to-words.ts";
import type { Scene } from "../model/publication.ts";
import type { Track } from "../model/track.ts";

/** What people said about a task, and what became of it. */
export function viewRemarks({ track, job, manifest }: Scene<Track>): AnsweredWords[] {
  if (job.task === undefined) return [];
  return answersToWords(track.tasks[job.task]?.feedback ?? [], manifest);
}
