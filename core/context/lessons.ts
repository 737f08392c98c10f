import type { BacklogTask } from "../model/backlog.ts";
import type { Lesson } from "../model/lesson.ts";
import { cleanText } from "../text/clean-text.ts";

/** One line of `specs/lessons.md`. */
export interface KnownLesson {
  text: string;
  /** The day it was learned, and the track and task of which. */
  added: string;
  from: string;
  /** The month in which a task last got it. */
  used?: string;
}

/** How many are kept, and how many a task gets. */
const mostLessons = 50;
const mostGiven = 3;

const line = /^- (\d{4}-\d{2}-\d{2}) \(([^,)]{1,40})(?:, used (\d{4}-\d{2}))?\): (.{1,300})$/;

/** What is read of the file. */
const longestFile = 100_000;

/** Reads `specs/lessons.md`; what has not its form is passed over, and people may write there what they like. */
export function readLessons(markdown: string): KnownLesson[] {
  const found = markdown
    .slice(0, longestFile)
    .split(/\r?\n/)
    .flatMap((text) => readLesson(text) ?? []);
  return keep(found);
}

function readLesson(text: string): KnownLesson | undefined {
  const [, added, from, used, lesson] = line.exec(text.trim()) ?? [];
  if (added === undefined || from === undefined || lesson === undefined) return undefined;
  const known = { text: oneLine(lesson), added, from };
  return used === undefined ? known : { ...known, used };
}

/** An agent wrote it: one line, without what nobody can see, and nothing that GitHub would act on. */
function oneLine(text: string): string {
  return cleanText(text).text.replaceAll(/\s+/g, " ").trim().slice(0, 200);
}

/** The lessons that a task should know: those that share the most words with it. */
export function relevantLessons(lessons: readonly KnownLesson[], task: BacklogTask): KnownLesson[] {
  const words = wordsOf(
    [task.title, task.description, ...task.acceptance, ...task.scope.files_hint].join(" "),
  );
  const scored = lessons.map((lesson) => ({
    lesson,
    score: [...wordsOf(lesson.text)].filter((word) => words.has(word)).length,
  }));
  const fitting = scored.filter(({ score }) => score >= 2).sort((a, b) => b.score - a.score);
  return fitting.slice(0, mostGiven).map(({ lesson }) => lesson);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? []);
}

/** What a finished track makes of the lessons. */
export interface LessonUpdate {
  /** specs/lessons.md as it is. */
  markdown: string;
  lessons: readonly Lesson[];
  tasks: readonly BacklogTask[];
  issue: number;
  day: string;
}

/** The new specs/lessons.md: what was learned is added, what was of use is marked, the oldest unused go first; undefined where it stays. */
export function updateLessons({ markdown, lessons, tasks, issue, day }: LessonUpdate): string | undefined {
  if (markdown.length > longestFile) return undefined;
  const known = readLessons(markdown);
  const month = day.slice(0, 7);
  const used = new Set(tasks.flatMap((task) => relevantLessons(known, task)));
  const isNew = ({ text }: Lesson) => !known.some((one) => one.text.toLowerCase() === text.toLowerCase());
  const added = lessons.filter(isNew).map(({ text, task }) => ({
    text: oneLine(text),
    added: day,
    from: `#${issue} ${task}`,
  }));
  const marked = known.map((one) => (used.has(one) ? { ...one, used: month } : one));
  const changed = added.length > 0 || marked.some((one, at) => one.used !== known[at]?.used);
  return changed ? writeLessons(markdown, keep([...marked, ...added])) : undefined;
}

/** Those that were never of use go first, the oldest of them; then those that were of use longest ago. */
function keep(lessons: readonly KnownLesson[]): KnownLesson[] {
  const ranked = [...lessons].sort(
    (a, b) => (b.used ?? "").localeCompare(a.used ?? "") || b.added.localeCompare(a.added),
  );
  const kept = new Set(ranked.slice(0, mostLessons));
  return lessons.filter((lesson) => kept.has(lesson));
}

const head = `# Lessons

What agents learned from tasks that did not work out. gsd keeps the ${mostLessons} that are of most use and gives tasks those that fit.
`;

/** The file with these lessons where the first of them stood; what people wrote around them stays. */
function writeLessons(markdown: string, lessons: readonly KnownLesson[]): string {
  const lines = (markdown.trim() === "" ? head : markdown).trimEnd().split(/\r?\n/);
  const first = lines.findIndex((text) => readLesson(text) !== undefined);
  const others = (part: string[]) => part.filter((text) => readLesson(text) === undefined);
  const before = first < 0 ? [...lines, ""] : lines.slice(0, first);
  const after = first < 0 ? [] : others(lines.slice(first));
  return `${[...before, ...lessons.map(formatLesson), ...after].join("\n")}\n`;
}

function formatLesson({ text, added, from, used }: KnownLesson): string {
  const mark = used === undefined ? "" : `, used ${used}`;
  return `- ${added} (${from}${mark}): ${text}`;
}
