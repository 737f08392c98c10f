import { isSha, isTaskId, type Sha, type TaskId } from "../model/ids.ts";

/** What a box of the dashboard is for, with what it showed: one about something older is told by that. */
export type Box =
  | { type: "approve"; issue: number; tree: Sha }
  /** `run`: how often the task had run. */
  | { type: "retry"; issue: number; task: TaskId; run: number }
  | { type: "pause" | "resume"; issue: number }
  /** The nightly run begins now, whatever the hour. */
  | { type: "tonight" };

/** What stands beside a box, by which it is told from all others. */
export const boxKey = {
  format(box: Box): string {
    switch (box.type) {
      case "approve":
        return `approve/${box.issue}/${box.tree}`;
      case "retry":
        return `retry/${box.issue}/${box.task}/${box.run}`;
      case "tonight":
        return "tonight";
      default:
        return `${box.type}/${box.issue}`;
    }
  },
  /** Undefined for what is no box of ours. */
  parse(key: string): Box | undefined {
    const [type = "", number = "", about = "", run = "", ...more] = key.split("/");
    if (more.length > 0) return undefined;
    if (key === "tonight") return { type: "tonight" };
    const issue = numberIn(number);
    if (issue === undefined) return undefined;
    if (type === "approve") return isSha(about) && run === "" ? { type, issue, tree: about } : undefined;
    if (type === "retry") return toRetry(issue, about, run);
    return (type === "pause" || type === "resume") && about === "" ? { type, issue } : undefined;
  },
};

function toRetry(issue: number, task: string, run: string): Box | undefined {
  return isTaskId(task) && /^\d{1,6}$/.test(run)
    ? { type: "retry", issue, task, run: Number(run) }
    : undefined;
}

function numberIn(text: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

/** How a box that is ticked is told at a glance. */
export const tickedBoxMark = /^[ \t]{0,12}- \[[xX]\] <!-- gsd:box /m;

/** A box as a line of the dashboard; what follows it on the line may be anybody's words. */
export function boxLine(box: Box, words: string): string {
  return `- [ ] <!-- gsd:box ${boxKey.format(box)} -->${words}`;
}

const longestBody = 65_536;
const boxPattern = /^([ \t]{0,12}- \[)([ xX])(\] <!-- gsd:box ([\w/.-]{1,80}) -->)/;

/** The boxes of a text that are ticked, each once, in their order. What is no box of ours is not looked at. */
export function tickedBoxesIn(body: string): Box[] {
  const found = new Map<string, Box>();
  for (const line of body.slice(0, longestBody).split(/\r?\n/)) {
    const [, , tick = " ", , key = ""] = boxPattern.exec(line) ?? [];
    const box = tick === " " ? undefined : boxKey.parse(key);
    if (box) found.set(key, box);
  }
  return [...found.values()];
}

/** A text of ours with these boxes ticked, where it has them. */
export function withTicks(body: string, keys: ReadonlySet<string>): string {
  if (keys.size === 0) return body;
  const line = (text: string) =>
    text.replace(boxPattern, (all, before: string, _: string, after: string, key: string) =>
      keys.has(key) ? `${before}x${after}` : all,
    );
  return body.split("\n").map(line).join("\n");
}

/** Names a tick by its second, who made it and its box, wherever it is heard of: `d1763400000-7-retry.42.T03.2`. */
export const tickSource = {
  format: ({ by, at, box }: { by: number; at: string; box: Box }) =>
    `d${Math.floor(Date.parse(at) / 1000)}-${by}-${nameOf(box)}`.slice(0, 60),
  /** Whether both name the same tick: GitHub's times of an edit and of its event can differ by seconds. */
  isSame(one: string, other: string): boolean {
    const [first, second] = [partsOf(one), partsOf(other)];
    return !!first && !!second && first.what === second.what && Math.abs(first.at - second.at) <= 5;
  },
  is: (source: string) => partsOf(source) !== undefined,
};

function partsOf(source: string): { at: number; what: string } | undefined {
  const [, seconds, what] = /^d(\d{1,12})-(\d{1,20}-[\w.]+)$/.exec(source) ?? [];
  return what === undefined ? undefined : { at: Number(seconds), what };
}

/** Short enough for a source, and long enough that no two boxes are taken for one. */
function nameOf(box: Box): string {
  return boxKey.format(box).replaceAll("/", ".").slice(0, 34);
}
