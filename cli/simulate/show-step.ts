import type { Act } from "../../local/rehearsal/to-act.ts";
import type { JobEvent } from "../../local/runner/machine.ts";
import { plainMarkdown, wrap } from "../plain-markdown.ts";

/** A job that ended. */
export interface JobStep {
  type: "job";
  by: "runner";
  name: string;
  conclusion: string;
  seconds: number;
}

/** One line of the story. */
export type SimulationStep = Act | JobStep;

/** A job that ended; one that was skipped or only began is no step. */
export function toJobStep({ type, name, conclusion, milliseconds = 0 }: JobEvent): JobStep | undefined {
  if (type !== "completed" || conclusion === null || conclusion === "skipped") return undefined;
  return { type: "job", by: "runner", name, conclusion, seconds: milliseconds / 1000 };
}

export interface Showing {
  columns: number;
  /** Whether texts are shown whole. */
  full: boolean;
  style: (format: "bold" | "dim" | "red", text: string) => string;
}

const mostLines = 12;
const mostNews = 4;

/** A step as people read it: who and what, then the text that they would see. */
export function showStep(step: SimulationStep, showing: Showing): string {
  const { columns, style } = showing;
  const who = whoIs(step.by);
  const [first = "", ...more] = wrap(sentence(step), columns - 8);
  const isBad = step.type === "job" && step.conclusion !== "success";
  const head = `${style(isBad ? "red" : "bold", who.padEnd(6))}  ${first}`;
  const rest = more.map((line) => `        ${line.trim()}`);
  const text = bodyOf(step, showing).map((line) => style("dim", `        │ ${line}`.trimEnd()));
  return `${[head, ...rest, ...text].join("\n")}\n`;
}

function whoIs(login: string): string {
  if (login === "runner") return "job";
  return login.endsWith("[bot]") ? "gsd" : "person";
}

/** What somebody did, in one sentence. */
function sentence(step: SimulationStep): string {
  switch (step.type) {
    case "job":
      return `${step.name}: ${step.conclusion}, ${step.seconds.toFixed(1)} s`;
    case "issue-opened":
      return `opens #${step.on} "${step.title}"`;
    case "issue-closed":
      return `closes #${step.on}`;
    case "issue-reopened":
      return `reopens #${step.on}`;
    case "labeled":
      return `labels #${step.on} ${step.label}`;
    case "unlabeled":
      return `takes the label ${step.label} off #${step.on}`;
    case "comment-created":
      return `comments on #${step.on}`;
    case "comment-edited":
      return `rewrites its comment on #${step.on}`;
    case "pull-opened":
      return `opens ${step.draft ? "draft " : ""}#${step.on} "${step.title}" (${step.branch} → ${step.base})`;
    case "pull-edited":
      return `rewrites the text of #${step.on}`;
    case "pull-ready":
      return `takes #${step.on} out of draft: ready to merge`;
    case "pull-merged":
      return `merges #${step.on} "${step.title}"`;
    case "pull-closed":
      return `closes #${step.on} "${step.title}"`;
    case "review":
      return `reviews #${step.on} (${step.state})`;
    case "review-comment":
      return `remarks on ${step.path} in #${step.on}`;
    case "commit":
      return `commits "${step.message}" to ${step.branch} (${step.files === 1 ? "1 file" : `${step.files} files`})`;
    case "branch-deleted":
      return `deletes the branch ${step.name}`;
    case "tag":
      return `tags ${step.name}`;
    case "status":
      return `sets the status ${step.context} to ${step.state}${step.text ? `: ${step.text}` : ""}`;
  }
}

/** The text that people would see; of a rewritten comment what is new in it. */
function bodyOf(step: SimulationStep, { columns, full }: Showing): string[] {
  if (!("body" in step) || step.type === "pull-edited" || step.type === "pull-ready") return [];
  if (step.type === "pull-merged" || step.type === "pull-closed") return [];
  const lines = plainMarkdown(step.body, columns - 10);
  if (full) return lines;
  if (step.type !== "comment-edited") return cut(lines, mostLines);
  const before = new Set(plainMarkdown(withoutSmallPrint(step.before), columns - 10));
  return cut(
    plainMarkdown(withoutSmallPrint(step.body), columns - 10).filter(
      (line) => line.trim() !== "" && !before.has(line),
    ),
    mostNews,
  );
}

/** When it was written and where the state is changes each time, and tells nothing. */
function withoutSmallPrint(markdown: string): string {
  return markdown.replaceAll(/<sub>[\s\S]*?<\/sub>/g, "");
}

function cut(lines: readonly string[], most: number): string[] {
  if (lines.length <= most + 1) return [...lines];
  return [...lines.slice(0, most), `… ${lines.length - most} more lines; --full shows all`];
}
