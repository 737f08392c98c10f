import { jobKey, jobName } from "../codec/keys.ts";
import { spanOf, traceOf } from "../codec/trace.ts";
import type { HistoryRow } from "../model/job.ts";
import type { Manifest } from "../model/manifest.ts";
import type { Span } from "../model/span.ts";
import { isOver, type Track } from "../model/track.ts";
import { spansOfJob, timeOf } from "./spans-of-job.ts";

/** A span with what it is made of, in the order in which it began. */
export interface SpanTree extends Span {
  parts: SpanTree[];
}

/** What a page draws of a trace. */
export interface TraceView {
  /** W3C's trace id; empty for a file that names none. */
  trace: string;
  roots: SpanTree[];
  start: number;
  end: number;
  /** How many spans there are, and how many more were left out. */
  spans: number;
  left: number;
}

export interface TraceInput {
  track: Track;
  /** `owner/name`. */
  repository: string;
  /** What is known of what crews did, by the key of the job and its run. */
  journals: ReadonlyMap<string, Pick<Manifest, "at" | "steps">>;
  now: number;
  sha256: (text: string) => string;
}

/** The key of a journal in `TraceInput`. */
export function journalKey({ job, run }: { job: string; run?: number | undefined }): string {
  return `${job}@${run ?? ""}`;
}

/** A track's trace as the ledger and the journals of its jobs tell it: the one that an OpenTelemetry collector gets. */
export function viewTrace(input: TraceInput): TraceView {
  const { track, repository, sha256 } = input;
  const trace = traceOf({ repository, issue: track.issue, createdAt: track.createdAt }, sha256);
  const root = rootSpan(track, { trace, sha256 });
  const ended = track.history.flatMap((row) => spansOfRow(input, row, { trace, root: root.id }));
  const open = track.jobs.flatMap((job): Span[] => {
    const since = job.state === "queued" ? undefined : timeOf(job.since);
    if (since === undefined) return [];
    const key = jobKey.format(job);
    const run = job.state === "claimed" ? job.run.id : 0;
    const attributes = { "gsd.job": key, "gsd.open": true };
    const id = jobSpanId({ key, run }, { trace, sha256 });
    return [
      { id, parent: root.id, kind: "job", name: jobName(job), start: since, end: input.now, attributes },
    ];
  });
  const spans = [...ended, ...open];
  const end = isOver(track) ? Math.max(root.start, ...spans.map((span) => span.end)) : input.now;
  return treeOf([{ ...root, end }, ...spans], trace);
}

interface Naming {
  trace: string;
  sha256: (text: string) => string;
}

/** The span that all others of a track are a part of. It ends where it begins until somebody knows better. */
export function rootSpan(track: Pick<Track, "issue" | "slug" | "createdAt" | "phase">, naming: Naming): Span {
  const start = timeOf(track.createdAt) ?? 0;
  const { issue, slug, phase } = track;
  const root: Span = {
    id: spanOf(naming.trace, ["track"], naming.sha256),
    kind: "track",
    name: `track ${issue}-${slug}`,
    start,
    end: start,
    attributes: { "gsd.issue": issue, "gsd.phase": phase },
  };
  return phase === "failed" ? { ...root, failed: "failed" } : root;
}

/** The span of one job in one run. */
export function jobSpanId({ key, run }: { key: string; run: number }, { trace, sha256 }: Naming): string {
  return spanOf(trace, ["job", key, run], sha256);
}

function spansOfRow(
  { journals, sha256 }: TraceInput,
  row: HistoryRow,
  { trace, root }: { trace: string; root: string },
): Span[] {
  const end = timeOf(row.at) ?? 0;
  const id = jobSpanId({ key: row.job, run: row.run ?? 0 }, { trace, sha256 });
  const journal = journals.get(journalKey(row));
  const begun = timeOf(journal?.at) ?? end - row.seconds * 1000;
  const start = begun - (row.waited ?? 0) * 1000;
  const job: Span = {
    id,
    parent: root,
    kind: "job",
    name: nameOf(row),
    start,
    end: Math.max(start, end),
    attributes: ofRow(row),
  };
  if (row.outcome !== "done") job.failed = row.outcome;
  const steps = journal ? spansOfJob(journal, { trace, parent: id, sha256 }) : [];
  return [job, ...waitSpan({ id, start, begun }, { trace, sha256 }), ...steps];
}

/** Waiting for a runner, where there was any. */
export function waitSpan(
  { id, start, begun }: { id: string; start: number; begun: number },
  { trace, sha256 }: Naming,
): Span[] {
  if (begun <= start) return [];
  const wait = spanOf(trace, [id, "wait"], sha256);
  return [
    { id: wait, parent: id, kind: "wait", name: "wait for a runner", start, end: begun, attributes: {} },
  ];
}

function nameOf({ job }: HistoryRow): string {
  const ref = jobKey.parse(job);
  return ref ? jobName(ref) : job;
}

function ofRow({ job, outcome, run, model, tokens, usd }: HistoryRow): Span["attributes"] {
  const attributes: Span["attributes"] = { "gsd.job": job, "gsd.outcome": outcome };
  if (run !== undefined) attributes["gsd.run"] = run;
  if (model !== undefined) attributes["gen_ai.request.model"] = model;
  if (tokens !== undefined) attributes["gsd.tokens"] = tokens;
  if (usd !== undefined) attributes["gsd.cost_usd"] = usd;
  return attributes;
}

/** The most spans that a page draws. */
export const mostSpans = 5_000;

/** Spans as trees; one whose parent is not there, or that would be its own ancestor, stands for itself. */
export function treeOf(all: readonly Span[], trace: string): TraceView {
  const spans = all.slice(0, mostSpans);
  const nodes = new Map(spans.map((span) => [span.id, { ...span, parts: [] as SpanTree[] }]));
  const roots: SpanTree[] = [];
  for (const node of nodes.values()) {
    const parent = node.parent === undefined ? undefined : nodes.get(node.parent);
    if (parent && !isWithin(parent, node, nodes)) parent.parts.push(node);
    else roots.push(node);
  }
  const byStart = (a: Span, b: Span) => a.start - b.start;
  for (const node of nodes.values()) node.parts.sort(byStart);
  let [start, end] = [Number.POSITIVE_INFINITY, 0];
  for (const span of nodes.values()) {
    start = Math.min(start, span.start);
    end = Math.max(end, span.end);
  }
  const isEmpty = nodes.size === 0;
  return {
    trace,
    roots: roots.toSorted(byStart),
    start: isEmpty ? 0 : start,
    end,
    spans: nodes.size,
    left: all.length - spans.length,
  };
}

/** Whether a node is among the ancestors of another; ids of a foreign file may go round in circles. */
function isWithin(from: SpanTree, node: SpanTree, nodes: ReadonlyMap<string, SpanTree>): boolean {
  const seen = new Set<string>();
  for (let one: SpanTree | undefined = from; one && !seen.has(one.id); ) {
    if (one === node) return true;
    seen.add(one.id);
    one = one.parent === undefined ? undefined : nodes.get(one.parent);
  }
  return false;
}
