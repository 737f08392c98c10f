import { decide } from "../../core/decide/decide.ts";
import { settle } from "../../core/decide/settle.ts";
import type { Effect, EffectOutcome } from "../../core/model/effect.ts";
import type { Facts, Moment } from "../../core/model/facts.ts";
import type { Notice } from "../../core/model/notice.ts";
import type { Track } from "../../core/model/track.ts";
import type { Trigger } from "../../core/model/trigger.ts";
import { now } from "./a-track.ts";
import { facts } from "./facts.ts";

export const moment: Moment = { now, owner: "this-loop" };

/** The track after one decision. */
export function ask(track: Track | undefined, trigger: Trigger, given: Partial<Facts> = {}): Track {
  const decision = decide({ track, facts: facts(given), trigger, moment });
  if (!decision.track) throw new Error("there is no track");
  return decision.track;
}

/** The track after what became of some effects, and the decision that follows. */
export function settled(track: Track, outcomes: EffectOutcome[], given: Partial<Facts> = {}): Track {
  return ask(settle(track, outcomes, moment), { type: "continued" }, given);
}

export function effects<T extends Effect["type"]>(track: Track, type: T): Extract<Effect, { type: T }>[] {
  return track.outbox.flatMap(({ effect }) => (effect.type === type ? [effect as never] : []));
}

/** Everything that is about to be said, by its type and with its thread: `#42: plan-ready`. */
export function said(track: Track): string[] {
  return effects(track, "say").flatMap(({ thread, notices }) =>
    notices.map(({ type }) => `#${thread}: ${type}`),
  );
}

/** What is about to be said, whole. */
export function notices(track: Track): Notice[] {
  return effects(track, "say").flatMap(({ notices }) => notices);
}

export function reactions(track: Track): string[] {
  return effects(track, "react").map(({ reaction }) => reaction);
}

/** Jobs under way: `task T01 dispatched`. */
export function jobs(track: Track): string[] {
  return track.jobs.map(({ kind, task, state }) => [kind, task, state].filter(Boolean).join(" "));
}

/** A track as if everything in its outbox were done and forgotten. */
export function quiet(track: Track): Track {
  return { ...track, outbox: [] };
}
