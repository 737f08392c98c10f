import type { Config } from "../model/config.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts, Moment } from "../model/facts.ts";
import type { Track } from "../model/track.ts";
import type { Trigger } from "../model/trigger.ts";
import { advance } from "./advance.ts";
import { claimBatch } from "./claim.ts";
import type { Draft } from "./draft.ts";
import { onCommented } from "./on-commented.ts";
import { onJobFinished } from "./on-job-finished.ts";
import { openPulls } from "./open-pulls.ts";
import { answerWithoutTrack, planFor } from "./start-track.ts";

/** How long an effect belongs to the loop that decided it; longer than any loop lives. */
export const leaseMs = 5 * 60_000;

export interface Question {
  /** Undefined when the ledger has none for the issue. */
  track?: Track;
  facts: Facts;
  trigger: Trigger;
  moment: Moment;
}

export interface Decision {
  track?: Track;
  /** Answers in a thread that has no track: done at once, found again by their marker. */
  loose: { key: string; effect: Effect }[];
}

/** From what is true and what happened to the next state, with its effects in the outbox. Pure and total. */
export function decide({ track, facts, trigger, moment }: Question): Decision {
  const planned = planFor({ track, facts, trigger, moment });
  if (planned) track = planned;
  if (!track) return { loose: answerWithoutTrack(facts, trigger) };
  const draft: Draft = { track: structuredClone(track), moment };
  record(draft, facts, planned ? withoutPlan(trigger) : trigger);
  refreshConfig(draft.track, facts);
  const inline =
    trigger.type === "job-finished" && trigger.inline
      ? { task: trigger.report.job.task, run: trigger.report.run }
      : undefined;
  advance(draft, facts, inline);
  openPulls(draft, trigger);
  takeOver(draft);
  return { track: draft.track, loose: [] };
}

/** Handlers only record what happened; `advance` alone finds what follows. */
function record(draft: Draft, facts: Facts, trigger: Trigger): void {
  if (trigger.type === "commented") onCommented(draft, facts, trigger);
  if (trigger.type === "job-finished") onJobFinished(draft, trigger.report);
  if (trigger.type === "run-started") claimBatch(draft, facts, trigger);
}

/** What else was asked for in the comment that started the track. */
function withoutPlan(trigger: Trigger): Trigger {
  if (trigger.type !== "commented") return trigger;
  return { ...trigger, commands: trigger.commands.filter((command) => command.type !== "plan") };
}

/** A broken configuration changes nothing that runs: the last good one stays until a person mends it. */
function refreshConfig(track: Track, facts: Facts): void {
  if (facts.config?.ok) track.config = facts.config.config satisfies Config;
}

/** Effects whose owner let the lease run out are ours now, and looked for before they are done. */
function takeOver(draft: Draft): void {
  const { moment, track } = draft;
  const expired = new Date(Date.parse(moment.now) - leaseMs).toISOString();
  // Only runs open pull requests, and the next one finds what is left to open.
  track.outbox = track.outbox.filter((entry) => entry.at > expired || entry.effect.type !== "open-pull");
  for (const entry of track.outbox) {
    if (entry.at > expired) continue;
    entry.owner = moment.owner;
    entry.at = moment.now;
    entry.probe = true;
  }
}
