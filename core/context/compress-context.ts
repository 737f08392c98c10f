import type { BacklogTask } from "../model/backlog.ts";
import { cleanText, type Dropped } from "../text/clean-text.ts";
import { bytesOf, cutTo } from "./cut-to.ts";
import { findLookalikes } from "./find-lookalikes.ts";
import { hungriest, maxTextBytes, type PartName, type PartRule, partRules } from "./parts.ts";
import { fillInOrder, shareOut } from "./share-out.ts";

export interface ContextInput {
  task: BacklogTask;
  /** What the plan says about this task, beyond its description. */
  spec?: readonly string[];
  /** In addition to the task's own. */
  constraints?: readonly string[];
  patterns?: readonly string[];
  gotchas?: readonly string[];
  files?: readonly string[];
  /** What was learned from other tasks that did not work out. */
  lessons?: readonly string[];
  /** What was wrong with earlier attempts. */
  feedback?: readonly string[];
}

export type ContextParts = Record<PartName, string[]>;

export interface Context {
  text: string;
  bytes: number;
  /** What did not fit, in words; empty when everything did. */
  cut: string[];
  /** What no reader could have seen, taken out before anything else. */
  dropped: Dropped;
  /** Words that are not what they look like; left in, for people to judge. */
  lookalikes: string[];
  parts: ContextParts;
}

const names = Object.keys(partRules) as PartName[];

/** What an agent is told of its task: never more than 3,000 bytes with the marks around it, and the same for the same input. */
export function compressContext(input: ContextInput): Context {
  const { wanted, dropped } = clean(gather(input));
  const limited = mapParts(wanted, (lines, rule) => limitLines(lines, rule));
  const rooms = shareRoom(limited);
  const parts = mapParts(limited, (lines, _, name) => fitInto(lines, name, rooms[name]));
  const text = formatParts(parts);
  const lookalikes = findLookalikes(Object.values(wanted).flat().join("\n"));
  return { text, bytes: bytesOf(text), cut: describeCuts(wanted, parts), dropped, lookalikes, parts };
}

function gather({ task, ...more }: ContextInput): ContextParts {
  const { context } = task;
  return {
    title: [`${task.id}: ${task.title}`],
    acceptance: task.acceptance,
    files: [...task.scope.files_hint, ...(more.files ?? [])],
    spec: [task.description, ...(more.spec ?? [])],
    constraints: [...(context?.constraints ?? []), ...(more.constraints ?? [])],
    gotchas: [...(context?.gotchas ?? []), ...(more.gotchas ?? [])],
    patterns: preciseFirst([...(context?.patterns ?? []), ...(more.patterns ?? [])]),
    lessons: [...(more.lessons ?? [])],
    feedback: [...(more.feedback ?? [])],
  };
}

/** `file.ts:45-78 - description` helps most, so it is cut last. */
function preciseFirst(patterns: string[]): string[] {
  const isPrecise = (pattern: string) => /^\S+:\d+(?:-\d+)? - \S/.test(pattern);
  return [...patterns.filter(isPrecise), ...patterns.filter((pattern) => !isPrecise(pattern))];
}

/** Visible text only, without blank entries, in the shape of its part. */
function clean(parts: ContextParts): { wanted: ContextParts; dropped: Dropped } {
  let count = 0;
  const kinds = new Set<string>();
  const wanted = mapParts(parts, (lines, _, name) => {
    const texts = lines.map((line) => {
      const cleaned = cleanText(line);
      count += cleaned.dropped.count;
      for (const kind of cleaned.dropped.kinds) kinds.add(kind);
      return shape(cleaned.text, name);
    });
    return texts.filter((text) => text !== "");
  });
  return { wanted, dropped: { count, kinds: [...kinds].sort() } };
}

/** Feedback keeps its lines, indented, so that none of them can pass for one of our headings. */
function shape(text: string, name: PartName): string {
  if (name === "spec") return text.replaceAll(/\n{3,}/g, "\n\n").trim();
  return text.trim().replaceAll(/\s+/g, (gap) => (name === "feedback" && gap.includes("\n") ? "\n  " : " "));
}

function limitLines(lines: string[], rule: PartRule): string[] {
  const kept = lines.length <= rule.lines ? lines : lines.slice(0, Math.max(1, rule.lines - 1));
  const left = lines.length - kept.length;
  const short = kept.map((line) => cutTo(line, rule.lineBytes)).filter((line) => line !== "");
  return left > 0 && rule.lines > 1 ? [...short, `(and ${left} more)`] : short;
}

/** Everyone's own share first; then what is left over, to the hungriest. */
function shareRoom(parts: ContextParts): Record<PartName, number> {
  const needs = mapParts(parts, (lines, rule) => Math.min(needOf(lines, rule), rule.most));
  const rooms = mapParts(parts, (_, rule, name) => Math.min(needs[name], rule.share));
  let left = maxTextBytes - Object.values(rooms).reduce((sum, room) => sum + room, 0);
  for (const name of hungriest) {
    const more = Math.min(left, needs[name] - rooms[name]);
    rooms[name] += more;
    left -= more;
  }
  return rooms;
}

/** Bytes beside the words: heading, dashes, line ends. */
function frameOf(count: number, { heading }: PartRule): number {
  if (count === 0) return 0;
  return heading === undefined ? 2 * count : bytesOf(heading) + 4 + 3 * count;
}

function needOf(lines: string[], rule: PartRule): number {
  return lines.reduce((sum, line) => sum + bytesOf(line), 0) + frameOf(lines.length, rule);
}

function fitInto(lines: string[], name: PartName, room: number): string[] {
  const rule = partRules[name];
  if (needOf(lines, rule) <= room) return lines;
  const forWords = Math.max(0, room - frameOf(lines.length, rule));
  return name === "spec" ? fillInOrder(lines, forWords) : shareOut(lines, forWords);
}

function formatParts(parts: ContextParts): string {
  return names
    .filter((name) => parts[name].length > 0)
    .map((name) => {
      const { heading } = partRules[name];
      if (heading === undefined) return parts[name].join("\n\n");
      return `${heading}:\n${parts[name].map((line) => `- ${line}`).join("\n")}`;
    })
    .join("\n\n");
}

function describeCuts(wanted: ContextParts, parts: ContextParts): string[] {
  return names.flatMap((name) => {
    const [before, after] = [wanted[name], parts[name]];
    if (before.length === after.length && before.every((line, index) => line === after[index])) return [];
    const [from, to] = [before, after].map((lines) => bytesOf(lines.join("\n")));
    return [
      `${name}: ${to} of ${from} bytes in ${before.length} ${before.length === 1 ? "entry" : "entries"}`,
    ];
  });
}

function mapParts<T, U>(
  parts: Record<PartName, T>,
  change: (value: T, rule: PartRule, name: PartName) => U,
): Record<PartName, U> {
  const entries = names.map((name) => [name, change(parts[name], partRules[name], name)]);
  return Object.fromEntries(entries) as Record<PartName, U>;
}
