import { jobKey, jobName } from "../../core/codec/keys.ts";
import { spanOf, traceOf } from "../../core/codec/trace.ts";
import type { Span } from "../../core/model/span.ts";
import { isOver, type Track } from "../../core/model/track.ts";
import { spansOfJob, timeOf } from "../../core/view/spans-of-job.ts";
import { jobSpanId, rootSpan, waitSpan } from "../../core/view/view-trace.ts";
import type { JobMeasure, LoopMeasure, Measure } from "./measure.ts";

/** Where a measure was taken. */
interface Place {
  /** `owner/name`. */
  repository: string;
  sha256: (text: string) => string;
}

/** Spans that belong to one track. */
export interface TraceSpans {
  trace: string;
  spans: Span[];
}

/** What a measure adds to its track's trace; nothing for a loop that changed nothing, or that has no track. */
export function toSpans(measure: Measure, place: Place): TraceSpans | undefined {
  const track = measure.type === "job" ? measure.track : (measure.after ?? measure.before);
  if (!track) return undefined;
  const { issue, createdAt } = track;
  const trace = traceOf({ repository: place.repository, issue, createdAt }, place.sha256);
  const naming = { trace, sha256: place.sha256 };
  const root = rootSpan(track, naming);
  if (measure.type === "job") return { trace, spans: ofJob(measure, root.id, naming) };
  if (measure.saves === 0 && measure.failed === undefined) return undefined;
  const parent = measure.job ? publishId(measure.job.key, measure.job.run.id, naming) : root.id;
  const spans = ofLoop(measure, parent, naming);
  const ends = measure.after !== undefined && isOver(measure.after) && !hasEnded(measure.before);
  return { trace, spans: ends ? [...spans, { ...root, end: measure.end }] : spans };
}

function hasEnded(track: Track | undefined): boolean {
  return track !== undefined && isOver(track);
}

type Naming = Pick<Place, "sha256"> & { trace: string };

function publishId(key: string, run: number, naming: Naming): string {
  return spanOf(naming.trace, [jobSpanId({ key, run }, naming), "publish"], naming.sha256);
}

function ofLoop(measure: LoopMeasure, parent: string, { trace, sha256 }: Naming): Span[] {
  const { start, end, trigger, rounds, saves, conflicts, effects, issue, failed } = measure;
  // Two loops of one track rarely begin in the same millisecond, and then not both on the same trigger.
  const id = spanOf(trace, ["loop", trigger, start, end, effects.length], sha256);
  const attributes = {
    "gsd.issue": issue,
    "gsd.trigger": trigger,
    "gsd.rounds": rounds,
    "gsd.saves": saves,
    "gsd.conflicts": conflicts,
  };
  const loop: Span = { id, parent, kind: "loop", name: `loop ${trigger}`, start, end, attributes };
  if (failed !== undefined) loop.failed = failed;
  const parts = effects.map((effect): Span => {
    const span: Span = {
      id: spanOf(trace, [id, effect.key, effect.start], sha256),
      parent: id,
      kind: "effect",
      name: effect.type,
      start: effect.start,
      end: effect.end,
      attributes: { "gsd.effect": effect.key, "gsd.outcome": effect.outcome },
    };
    return effect.outcome === "done" ? span : { ...span, failed: effect.outcome };
  });
  return [loop, ...parts];
}

function ofJob(measure: JobMeasure, root: string, naming: Naming): Span[] {
  const { key, run, since, journal, outcome, publish, report } = measure;
  const id = jobSpanId({ key, run: run.id }, naming);
  const begun = timeOf(journal?.at) ?? publish.start;
  const start = Math.min(timeOf(since) ?? begun, begun);
  const ref = jobKey.parse(key);
  const job: Span = {
    id,
    parent: root,
    kind: "job",
    name: ref ? jobName(ref) : key,
    start,
    end: publish.end,
    attributes: {
      "gsd.job": key,
      "gsd.run": run.id,
      "gsd.outcome": outcome,
      "gsd.tokens": report.usage.input + report.usage.output,
      "gsd.cost_usd": report.usd,
    },
  };
  if (outcome !== "done") job.failed = outcome;
  const published: Span = {
    id: publishId(key, run.id, naming),
    parent: id,
    kind: "publish",
    name: "publish",
    start: publish.start,
    end: publish.end,
    attributes: { "gsd.job": key },
  };
  const steps = journal ? spansOfJob(journal, { ...naming, parent: id }) : [];
  return [job, ...waitSpan({ id, start, begun }, naming), ...steps, published];
}
