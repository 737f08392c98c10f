import type { Problem } from "../model/validate.ts";
import { cleanText } from "../text/clean-text.ts";

/** A line of a phase. What is neither an issue nor a date is people's own, and stays as it is. */
export type PhaseRow =
  | { type: "issue"; issue: number; raw: string; line: number }
  | { type: "due"; due: string; raw: string; line: number }
  | { type: "words"; raw: string };

/** A phase of the roadmap: it has a milestone of the same name. */
export interface Phase {
  title: string;
  line: number;
  raw: string;
  rows: PhaseRow[];
}

/** `specs/ROADMAP.md`: phases in order, each with its issues. */
export interface Roadmap {
  preamble: string[];
  phases: Phase[];
}

export type RoadmapReading = { ok: true; roadmap: Roadmap } | { ok: false; problems: Problem[] };

/** How much a roadmap holds. */
export const roadmapLimits = { characters: 200_000, phases: 100, issues: 500 } as const;
const longestTitle = 200;

/** Reads the roadmap: `## Title`, `Due: 2026-12-01`, `- #12 words`. Code blocks and comments of HTML are people's own. */
export function parseRoadmap(text: string): RoadmapReading {
  if (text.length > roadmapLimits.characters)
    return fail(
      1,
      `has more than ${roadmapLimits.characters} characters; keep what comes next, and move the rest elsewhere`,
    );
  const roadmap: Roadmap = { preamble: [], phases: [] };
  const hidden = createHidden();
  for (const [at, raw] of text.replaceAll(/\r\n?/g, "\n").split("\n").entries()) {
    const line = at + 1;
    const phase = roadmap.phases.at(-1);
    const isHidden = hidden(raw);
    const title = isHidden ? "" : headingOf(raw);
    if (title !== "") roadmap.phases.push({ title, line, raw, rows: [] });
    else if (phase) phase.rows.push(isHidden ? { type: "words", raw } : readRow(raw, line));
    else roadmap.preamble.push(raw);
  }
  const problems = checkRoadmap(roadmap);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, roadmap };
}

/** The same bytes for what was read, but for the ends of lines. */
export function formatRoadmap({ preamble, phases }: Roadmap): string {
  return [...preamble, ...phases.flatMap(({ raw, rows }) => [raw, ...rows.map((row) => row.raw)])].join("\n");
}

/** How each part is written; `parseRoadmap` reads it. */
export const roadmapLine = {
  title: (title: string) => `## ${plain(title)}`,
  due: (due: string) => `Due: ${due}`,
  issue: ({ number, title }: { number: number; title: string }) => `- #${number} ${plain(title)}`.trimEnd(),
};

/** One line of Markdown that is not taken for another kind of line; a title may come from anybody. */
function plain(text: string): string {
  const line = cleanText(text).text.replaceAll(/\s+/g, " ").trim().slice(0, longestTitle);
  return line.replaceAll("<!--", "<! --").replace(/#+$/, "").trim();
}

export function issuesOf({ rows }: Phase): number[] {
  return rows.flatMap((row) => (row.type === "issue" ? [row.issue] : []));
}

export function dueOf({ rows }: Phase): string | undefined {
  return rows.find((row) => row.type === "due")?.due;
}

/** The words of a heading of the second level; empty for any other line. No pattern: a line may be made to hold one up. */
function headingOf(raw: string): string {
  if (!/^##[ \t]/.test(raw)) return "";
  const words = raw.slice(2).trim();
  let end = words.length;
  while (words[end - 1] === "#") end -= 1;
  const closed = end < words.length && (end === 0 || /\s/.test(words[end - 1] ?? ""));
  return closed ? words.slice(0, end).trim() : words;
}

function readRow(raw: string, line: number): PhaseRow {
  const issue = /^[ \t]*[-*+][ \t]+(?:\[[ xX]\][ \t]+)?#([1-9]\d{0,8})(?!\d)/.exec(raw)?.[1];
  if (issue !== undefined) return { type: "issue", issue: Number(issue), raw, line };
  const due = /^[ \t]*\**due:?\**:?[ \t]+(\S+)[ \t]*$/i.exec(raw)?.[1];
  return due === undefined ? { type: "words", raw } : { type: "due", due: due.replace(/\.$/, ""), raw, line };
}

/** Says of each line whether it is inside a code block or a comment. */
function createHidden(): (raw: string) => boolean {
  let fence: string | undefined;
  let isComment = false;
  return (raw) => {
    const mark = /^[ \t]{0,3}(`{3,}|~{3,})/.exec(raw)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && raw.trim() === mark) fence = undefined;
      return true;
    }
    if (!isComment && mark !== undefined) {
      fence = mark;
      return true;
    }
    const was = isComment;
    const [opened, closed] = [raw.lastIndexOf("<!--"), raw.lastIndexOf("-->")];
    if (opened >= 0 || closed >= 0) isComment = opened > closed;
    return was || isComment;
  };
}

function checkRoadmap({ phases }: Roadmap): Problem[] {
  const issues = phases.flatMap((phase) =>
    phase.rows.flatMap((row) => (row.type === "issue" ? [{ ...row, phase }] : [])),
  );
  if (phases.length > roadmapLimits.phases)
    return problemAt(
      phases[roadmapLimits.phases]?.line,
      `is more than ${roadmapLimits.phases} phases; move old ones to specs/archive/`,
    );
  if (issues.length > roadmapLimits.issues)
    return problemAt(
      issues[roadmapLimits.issues]?.line,
      `is more than ${roadmapLimits.issues} issues; move old phases to specs/archive/`,
    );
  return [
    ...phases.flatMap(checkTitle),
    ...twice(phases, ({ title }) => title.toLowerCase()).flatMap(([first, again]) =>
      problemAt(again.line, `repeats the phase of line ${first.line}; a milestone's name can be used once`),
    ),
    ...twice(issues, ({ issue }) => String(issue)).flatMap(([first, again]) =>
      problemAt(
        again.line,
        `names #${again.issue} again, which line ${first.line} has in "${first.phase.title}"; an issue has one milestone, so keep one of them`,
      ),
    ),
    ...phases.flatMap(checkDue),
  ];
}

function checkTitle({ title, line }: Phase): Problem[] {
  if (title.length > longestTitle)
    return problemAt(line, `has a name of more than ${longestTitle} characters; shorten it`);
  const isClean = cleanText(title).text === title;
  return isClean
    ? []
    : problemAt(line, "has characters in its name that nobody can see; type the name again");
}

function checkDue({ rows }: Phase): Problem[] {
  const dues = rows.flatMap((row) => (row.type === "due" ? [row] : []));
  const [first, second] = dues;
  if (first && second)
    return problemAt(
      second.line,
      `is a second date for the phase, after line ${first.line}; keep one of them`,
    );
  if (!first || isDate(first.due)) return [];
  return problemAt(
    first.line,
    `has ${JSON.stringify(first.due.slice(0, 40))} where a date belongs; write it as 2026-12-01`,
  );
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Each one whose key an earlier one has, with that one. */
function twice<T>(all: readonly T[], keyOf: (one: T) => string): [T, T][] {
  const seen = new Map<string, T>();
  return all.flatMap((one): [T, T][] => {
    const first = seen.get(keyOf(one));
    if (first) return [[first, one]];
    seen.set(keyOf(one), one);
    return [];
  });
}

function problemAt(line: number | undefined, message: string): Problem[] {
  return [{ path: "", message, line: line ?? 1 }];
}

function fail(line: number, message: string): RoadmapReading {
  return { ok: false, problems: problemAt(line, message) };
}
