import { instant, taskId } from "./ids.ts";
import { type Infer, list, object, text } from "./schema.ts";

/** What was learned from a task that did not work out: one line, for whoever does the next one. */
export const lessonSchema = object({ text: text(200), task: taskId, at: instant });
export type Lesson = Infer<typeof lessonSchema>;

/** How many of them a track keeps until it is archived. */
const mostKept = 20;
export const lessonsSchema = list(lessonSchema, mostKept);

/** Adds a lesson to a track, once, as one line. */
export function addLesson(track: { lessons?: Lesson[] }, lesson: Lesson): void {
  const line = lesson.text.replaceAll(/\s+/g, " ").trim().slice(0, 200);
  const known = track.lessons ?? [];
  if (line === "" || known.some(({ text: other }) => other.toLowerCase() === line.toLowerCase())) return;
  track.lessons = [...known, { ...lesson, text: line }].slice(-mostKept);
}
