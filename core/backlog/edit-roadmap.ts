import { dueOf, type Phase, type PhaseRow, type Roadmap, roadmapLine } from "./roadmap.ts";

/** Edits of a roadmap that leave every other line as it was. Each gives a new one. */

export function renamePhase(roadmap: Roadmap, from: string, title: string): Roadmap {
  return changePhase(roadmap, from, (phase) => ({ ...phase, title, raw: roadmapLine.title(title) }));
}

export function setDue(roadmap: Roadmap, title: string, due: string | undefined): Roadmap {
  return changePhase(roadmap, title, (phase) => {
    const rows = phase.rows.filter((row) => row.type !== "due");
    if (due === undefined) return { ...phase, rows };
    const row: PhaseRow = { type: "due", due, raw: roadmapLine.due(due), line: phase.line };
    if (dueOf(phase) !== undefined) {
      return { ...phase, rows: phase.rows.map((one) => (one.type === "due" ? row : one)) };
    }
    return { ...phase, rows: [blank, row, ...(isBlank(rows[0]) ? rows : [blank, ...rows])] };
  });
}

/** Puts an issue at the end of a phase's list; one that stands elsewhere moves there, with its words. */
export function putIssue(roadmap: Roadmap, title: string, issue: { number: number; title: string }): Roadmap {
  const before = roadmap.phases.flatMap(({ rows }) => rows).find((row) => isIssue(row, issue.number));
  const raw = before?.raw ?? roadmapLine.issue(issue);
  return changePhase(takeIssue(roadmap, issue.number), title, (phase) => {
    const row: PhaseRow = { type: "issue", issue: issue.number, raw, line: phase.line };
    return { ...phase, rows: append(phase.rows, row) };
  });
}

export function takeIssue(roadmap: Roadmap, issue: number): Roadmap {
  const phases = roadmap.phases.map((phase) =>
    phase.rows.some((row) => isIssue(row, issue))
      ? { ...phase, rows: phase.rows.filter((row) => !isIssue(row, issue)) }
      : phase,
  );
  return { ...roadmap, phases };
}

/** A new phase, after all others. */
export function addPhase(roadmap: Roadmap, title: string): Roadmap {
  const phase: Phase = { title, line: 0, raw: roadmapLine.title(title), rows: [blank] };
  const phases = roadmap.phases.map((one, at) =>
    at < roadmap.phases.length - 1 || isBlank(one.rows.at(-1)) ? one : { ...one, rows: [...one.rows, blank] },
  );
  const preamble =
    phases.length > 0 || roadmap.preamble.at(-1)?.trim() === ""
      ? roadmap.preamble
      : [...roadmap.preamble, ""];
  return { preamble, phases: [...phases, phase] };
}

/** A roadmap without a phase. */
export function removePhase(roadmap: Roadmap, title: string): Roadmap {
  return { ...roadmap, phases: roadmap.phases.filter((phase) => phase.title !== title) };
}

/** One that somebody begins with. */
export const emptyRoadmap: Roadmap = { preamble: ["# Roadmap", ""], phases: [] };

const blank: PhaseRow = { type: "words", raw: "" };

function isBlank(row: PhaseRow | undefined): boolean {
  return row?.type === "words" && row.raw.trim() === "";
}

function isIssue(row: PhaseRow, issue: number): boolean {
  return row.type === "issue" && row.issue === issue;
}

function changePhase(roadmap: Roadmap, title: string, change: (phase: Phase) => Phase): Roadmap {
  return {
    ...roadmap,
    phases: roadmap.phases.map((phase) => (phase.title === title ? change(phase) : phase)),
  };
}

/** After the last issue; where there is none, at the end of the words, with a blank line before and after. */
function append(rows: readonly PhaseRow[], row: PhaseRow): PhaseRow[] {
  const last = rows.findLastIndex(({ type }) => type === "issue");
  if (last >= 0) return [...rows.slice(0, last + 1), row, ...rows.slice(last + 1)];
  const end = rows.findLastIndex((one) => !isBlank(one)) + 1;
  return [...rows.slice(0, end), blank, row, blank];
}
