import type { Backlog, BacklogTask } from "../../core/model/backlog.ts";

/** What a rehearsal's agent is to do, as it reads it from a file. */
export interface Plot {
  title: string;
  /** The only file that it changes. */
  note: string;
  backlog: Backlog;
}

export interface PlotInput {
  issue: { title: string; body: string };
  /** The repository's files. */
  paths: readonly string[];
  /** Whether a task may change a path: it is not protected, not ignored. */
  isFree: (path: string) => boolean;
}

const notes = [
  "gsd-rehearsal.md",
  "docs/gsd-rehearsal.md",
  "gsd-rehearsal.txt",
  "rehearsal/gsd-rehearsal.txt",
];
const isCode =
  /\.(c|cc|cpp|cs|dart|ex|exs|go|h|hpp|java|jl|js|jsx|kt|lua|mjs|php|pl|py|r|rb|rs|scala|sh|sql|svelte|swift|ts|tsx|vue|zig)$/i;
const isTest = /(^|\/)(__tests__|specs?|tests?)\/|[._-](spec|test)s?\.\w+$|(^|\/)test_[^/]+$/i;
/** What a path has to be made of for a plan to name it. */
const isPlain = /^[\w@+-][\w./@+-]{0,200}$/;

/** One or two tasks that name files of the repository as a planner would, so that roles, skills and prices are chosen as for real ones. */
export function planRehearsal({ issue, paths, isFree }: PlotInput): Plot {
  const title = issue.title.replaceAll(/\s+/g, " ").trim();
  const note = notes.find((path) => isFree(path) && !paths.includes(path)) ?? "gsd-rehearsal.md";
  const code = paths.filter((path) => isCode.test(path) && isPlain.test(path) && isFree(path));
  const words = wordsOf(`${issue.title} ${issue.body}`);
  const near = (isOne: (path: string) => boolean) => nearest(code.filter(isOne), words);
  const sources = near((path) => !isTest.test(path));
  const tests = near((path) => isTest.test(path));
  const tasks = [taskOf({ id: "T01", verb: "Build", title, files: [...sources, note] })];
  if (tests.length > 0)
    tasks.push(taskOf({ id: "T02", verb: "Test", title, files: [...tests, note], after: ["T01"] }));
  return { title, note, backlog: { version: 1, tasks } };
}

interface Entry {
  id: BacklogTask["id"];
  verb: string;
  title: string;
  files: string[];
  after?: BacklogTask["depends_on"];
}

function taskOf({ id, verb, title, files, after = [] }: Entry): BacklogTask {
  return {
    id,
    title: `${verb}: ${title}`.slice(0, 90),
    description: `A rehearsal's task. For the real plan, agents read the issue and your files.`,
    depends_on: after,
    acceptance: [`The note names ${id}`],
    scope: { files_hint: files, estimated_hours: 2 },
  };
}

function wordsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[a-z]{4,}/g) ?? []).slice(0, 200));
}

/** At most two: those whose path has most of the words, then the shortest. */
function nearest(paths: readonly string[], words: ReadonlySet<string>): string[] {
  const scored = paths.map((path) => {
    const parts = path.toLowerCase().split(/[^a-z]+/);
    return { path, score: parts.filter((part) => words.has(part)).length };
  });
  scored.sort((a, b) => b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
  return scored.slice(0, 2).map(({ path }) => path);
}
