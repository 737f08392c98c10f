import type { Manifest } from "../../model/manifest.ts";
import type { Span } from "../../model/span.ts";
import { spansOfJob, timeOf } from "../spans-of-job.ts";
import { mostSpans, type TraceView, treeOf } from "../view-trace.ts";
import { entryOf, readEntry, wordOf } from "./read-entry.ts";

/** The largest file that is read. */
export const mostBytes = 50 * 1024 * 1024;
/** A line that is longer is passed over: it holds a file or a picture. */
const mostLine = 8 * 1024 * 1024;

/** What a file turned out to be. */
export type TraceReading =
  /** `timed`: whether its times are its own; without any, each entry stands for a second. `skipped`: lines that are no part of it. */
  | { type: "trace"; view: TraceView; timed: boolean; skipped: number }
  | { type: "no-trace"; why: "empty" | "too-large" | "not-json" | "nothing-in-it" };

/** Reads a file piece by piece: nobody has to hold all of it. */
export interface TraceReader {
  push(text: string): void;
  end(): TraceReading;
}

/** Reads a journal, a usage log, a transcript or a collector's export. */
export function createTraceReader(): TraceReader {
  const spans: Span[] = [];
  let [bytes, lines, objects, left, skipped] = [0, 0, 0, 0, 0];
  let rest = "";
  let isLong = false;
  let timed = true;
  let last: Span | undefined;
  /** A document over many lines is only whole at its end. */
  let document: string[] | undefined = [];

  const keep = (span: Span) => {
    if (spans.length < mostSpans) spans.push(span);
    else left += 1;
  };
  const take = (line: string) => {
    lines += 1;
    if (line.trim() === "") return;
    const value = parse(line);
    const entry = entryOf(value);
    if (value !== undefined) objects += 1;
    const reading = entry && readEntry(entry, lines);
    if (!reading) {
      skipped += 1;
      return;
    }
    if (reading.type === "spans") return reading.spans.forEach(keep);
    const { at, span } = reading;
    if (at === undefined) timed = false;
    const start = at ?? (last ? last.start + 1000 : 0);
    if (last) last.end = Math.max(last.start, start);
    last = { ...span, start, end: at === undefined ? start + 1000 : start };
    keep(last);
  };
  const split = (text: string) => {
    const pieces = text.split("\n");
    const first = pieces.shift() ?? "";
    rest = rest.length + first.length > mostLine ? "" : rest + first;
    isLong ||= rest === "" && first.length > 0;
    for (const piece of pieces) {
      if (isLong) skipped += 1;
      else take(rest);
      isLong = false;
      rest = piece;
    }
  };

  return {
    push(text) {
      bytes += text.length;
      if (bytes > mostBytes) return;
      document?.push(text);
      split(text);
      // Several lines that are JSON each: it is no single document.
      if (objects > 1) document = undefined;
    },
    end() {
      if (bytes > mostBytes) return { type: "no-trace", why: "too-large" };
      if (!isLong) take(rest);
      const journal = document && readJournal(document.join(""));
      if (journal) {
        const view = treeOf(journal.spans, "");
        return { type: "trace", view, timed: journal.timed, skipped: 0 };
      }
      if (spans.length > 0) {
        const view = treeOf(spans, "");
        return { type: "trace", view: { ...view, left: view.left + left }, timed, skipped };
      }
      if (bytes === 0) return { type: "no-trace", why: "empty" };
      return { type: "no-trace", why: objects > 0 ? "nothing-in-it" : "not-json" };
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The journal of a job, as it lies in its artifact; nothing for another document. */
function readJournal(text: string): Journal | undefined {
  const manifest = entryOf(parse(text));
  if (!manifest || !Array.isArray(manifest["steps"]) || !entryOf(manifest["job"])) return undefined;
  // Foreign until each step has been looked at.
  const steps = manifest["steps"].slice(0, mostSpans - 1).filter(isStep);
  const timed = steps.some(({ at }) => timeOf(at) !== undefined);
  const at = timeOf(wordOf(manifest["at"])) === undefined ? anyTime : wordOf(manifest["at"]);
  const parts = spansOfJob({ at, steps }, { trace: "", parent: "job", sha256: countingIds() });
  const [first] = parts;
  if (!first) return undefined;
  const { start, end } = treeOf(parts, "");
  const outcome = wordOf(manifest["outcome"]);
  const attributes = { "gsd.outcome": outcome };
  const job: Span = { id: "job", kind: "job", name: wordOf(manifest["recipe"]), start, end, attributes };
  if (outcome !== "" && outcome !== "done") job.failed = outcome;
  return { spans: [job, ...parts], timed };
}

interface Journal {
  spans: Span[];
  timed: boolean;
}

/** Where a journal of before times were kept begins: its steps are laid one after the other. */
const anyTime = "1970-01-02T00:00:00.000Z";

/** Ids have to differ within this file only. */
function countingIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return String(count).padStart(16, "0");
  };
}

type Step = Manifest["steps"][number];

function isStep(value: unknown): value is Step {
  const step = entryOf(value);
  if (!step || typeof step["seconds"] !== "number" || typeof step["id"] !== "string") return false;
  if (step["type"] === "agent") return entryOf(step["usage"]) !== undefined;
  const { checks } = step;
  const fits = checks === undefined || (Array.isArray(checks) && checks.every((one) => entryOf(one)));
  return fits && (step["type"] === "run" || step["type"] === "code");
}
