import { jobKey } from "../../core/codec/keys.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { EffectOutcome, OutboxEntry } from "../../core/model/effect.ts";
import type { Track } from "../../core/model/track.ts";
import type { Trigger } from "../../core/model/trigger.ts";
import type { LoopMeasure, Meter } from "./measure.ts";

/** What a loop counts while it runs. */
export interface Tally extends Pick<LoopMeasure, "rounds" | "saves" | "conflicts" | "effects" | "before"> {}

/** Does a loop's work with a tally, and tells how it went. */
export async function measureLoop(
  { meter, issue, trigger }: { meter: Meter | undefined; issue: number; trigger: Trigger },
  work: (tally: Tally) => Promise<Track | undefined>,
): Promise<Track | undefined> {
  const tally: Tally = { rounds: 0, saves: 0, conflicts: 0, effects: [] };
  if (!meter) return await work(tally);
  const start = Date.now();
  const tell = (end: Pick<LoopMeasure, "after" | "failed">) => {
    const measure: LoopMeasure = {
      type: "loop",
      issue,
      trigger: trigger.type,
      start,
      end: Date.now(),
      ...tally,
      ...end,
    };
    if (trigger.type === "job-finished") measure.job = jobOf(trigger);
    meter(measure);
  };
  try {
    const after = await work(tally);
    tell(after ? { after } : {});
    return after;
  } catch (error) {
    tell({ failed: error instanceof GsdError ? error.code : "unknown" });
    throw error;
  }
}

function jobOf({ report }: Extract<Trigger, { type: "job-finished" }>): NonNullable<LoopMeasure["job"]> {
  return { key: jobKey.format(report.job), run: report.run };
}

/** Does an effect, and notes how long that took. */
export async function measureEffect(
  tally: Tally,
  { key, effect }: OutboxEntry,
  perform: () => Promise<EffectOutcome>,
): Promise<EffectOutcome> {
  const start = Date.now();
  const outcome = await perform();
  tally.effects.push({ key, type: effect.type, outcome: outcome.type, start, end: Date.now() });
  return outcome;
}
