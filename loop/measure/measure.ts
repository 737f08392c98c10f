import type { Effect, EffectOutcome } from "../../core/model/effect.ts";
import type { Run } from "../../core/model/job.ts";
import type { Manifest } from "../../core/model/manifest.ts";
import type { Track } from "../../core/model/track.ts";
import type { JobReport, Trigger } from "../../core/model/trigger.ts";

/** From when to when, in milliseconds since 1970. */
export interface Period {
  start: number;
  end: number;
}

/** An effect that a loop tried. */
export interface EffectMeasure extends Period {
  key: string;
  type: Effect["type"];
  outcome: EffectOutcome["type"];
}

/** One loop over a track, from its first look to what people read of it. */
export interface LoopMeasure extends Period {
  type: "loop";
  issue: number;
  trigger: Trigger["type"];
  /** The job whose end it is about, in the run that did it. */
  job?: { key: string; run: Run };
  rounds: number;
  saves: number;
  /** Saves that lost to another writer. */
  conflicts: number;
  effects: EffectMeasure[];
  /** The track as this loop found it, and as it left it. */
  before?: Track;
  after?: Track;
  /** The code of what it failed with. */
  failed?: string;
}

/** A job whose result was published; what its agents did is in the journal, as far as there is one. */
export interface JobMeasure {
  type: "job";
  track: Track;
  key: string;
  run: Run;
  /** When it was given to its run. */
  since?: string;
  /** Absent where it was told before, or where no artifact came. */
  journal?: Pick<Manifest, "at" | "steps">;
  outcome: string;
  report: Pick<JobReport, "usage" | "usd">;
  publish: Period;
}

export type Measure = LoopMeasure | JobMeasure;

/** Hears of what was measured, where it happened. It never throws, and nobody waits for it. */
export type Meter = (measure: Measure) => void;
