import { free } from "../jobs/decide-cap.ts";
import type { Draft, Missing } from "../jobs/draft.ts";
import type { Day } from "../model/day.ts";
import type { LooseEffect, OutboxEntry } from "../model/effect.ts";
import type { Facts, Moment } from "../model/facts.ts";
import type { Track } from "../model/track.ts";
import type { Trigger } from "../model/trigger.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { advance } from "./advance.ts";
import { onTicksUnclear } from "./answer.ts";
import { answerStranger, recordStranger } from "./answer-stranger.ts";
import { answerWithoutTrack } from "./answer-without-track.ts";
import { answerLimited } from "./limit-commands.ts";
import { acceptLedger } from "./notice-ledger.ts";
import { onCommented } from "./on-commented.ts";
import { onJobFinished } from "./on-job-finished.ts";
import { changeOver } from "./quick.ts";
import { onPullReopened } from "./revive.ts";
import { onLabeled, trackFor } from "./start-track.ts";

/** How long an effect belongs to the loop that decided it; longer than any loop lives. */
export const leaseMs = 5 * 60_000;

export interface Question {
  /** Undefined when the ledger has none for the issue. */
  track?: Track;
  facts: Facts;
  trigger: Trigger;
  moment: Moment;
}

export type Decision =
  /** The next state, and what would have to be known to go further. `day` only where something was reserved. */
  | { type: "track"; track: Track; day?: Day; missing: Missing[] }
  /** Answers in a thread without a track, or to strangers: done at once, found again by their marker. `track` remembers that they were refused. */
  | { type: "answers"; answers: { key: string; effect: LooseEffect }[]; track?: Track };

/** From what is true and what happened to the next state, with its effects in the outbox. Pure and total. */
export function decide({ track, facts, trigger, moment }: Question): Decision {
  // A box of the dashboard that is about no track of ours is somebody's own.
  if (!track && trigger.type === "commented" && trigger.board !== undefined)
    return { type: "answers", answers: [] };
  const stranger = answerStranger({ track, facts, trigger });
  if (stranger) {
    const refused = recordStranger({ track, facts, trigger }, { answers: stranger, at: moment.now });
    return withoutUndefined({ type: "answers" as const, answers: stranger, track: refused });
  }
  const limited = track ? undefined : answerLimited(facts, trigger);
  if (limited) return { type: "answers", answers: limited };
  const started = trackFor({ track, facts, trigger, moment });
  const before = started ?? track;
  if (!before) return { type: "answers", answers: answerWithoutTrack(facts, trigger) };
  const draft: Draft = { track: structuredClone(before), moment, missing: [] };
  // Once for each track, and not before the person was told that they were heard.
  if (started?.phase === "planning" && !facts.gaps) draft.missing.push({ type: "gaps" });
  if (!track && trigger.type === "commented" && facts.recent === undefined)
    draft.missing.push({ type: "recent", trigger });
  // A progress comment that it took over counts on.
  if (started) acceptLedger(draft, facts);
  if (started && track) changeOver(draft, track);
  record(draft, facts, started ? withoutPlan(trigger) : trigger);
  if (facts.config?.ok) draft.track.config = facts.config.config;
  advance(draft, facts);
  free(draft, facts);
  takeOver(draft);
  const { day, missing } = draft;
  const decision = { type: "track" as const, track: draft.track, missing };
  return day ? { ...decision, day } : decision;
}

/** Handlers only record what happened; `advance` alone finds what follows. */
function record(draft: Draft, facts: Facts, trigger: Trigger): void {
  if (trigger.type === "commented") onCommented(draft, facts, trigger);
  if (trigger.type === "issue-labeled") onLabeled(draft, facts, trigger);
  if (trigger.type === "pull-reopened") onPullReopened(draft, facts, trigger);
  if (trigger.type === "ticks-unclear") onTicksUnclear(draft, trigger.comment);
  if (trigger.type === "job-finished") onJobFinished(draft, trigger.report);
}

/** What else was asked for in the comment that started the track. */
function withoutPlan(trigger: Trigger): Trigger {
  if (trigger.type !== "commented") return trigger;
  return { ...trigger, commands: trigger.commands.filter(({ type }) => type !== "plan" && type !== "quick") };
}

/**
 * Effects whose owner let the lease run out are ours now, and looked for before they are done. So are our own of an earlier
 * time: the same delivery or run came again, so whoever began them is no more.
 */
function takeOver({ moment, track }: Draft): void {
  const { now, owner } = moment;
  const expired = new Date(Date.parse(now) - leaseMs).toISOString();
  const isFree = (entry: OutboxEntry) => entry.at <= expired || (entry.owner === owner && entry.at !== now);
  track.outbox = track.outbox.map((entry) =>
    isFree(entry) ? { ...entry, owner, at: now, probe: true } : entry,
  );
}
