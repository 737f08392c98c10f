import { type Decision, decide } from "../../core/decide/decide.ts";
import { settle } from "../../core/decide/settle.ts";
import type { Effect, EffectOutcome } from "../../core/model/effect.ts";
import type { Facts, Moment } from "../../core/model/facts.ts";
import type { Notice } from "../../core/model/notice.ts";
import type { Track } from "../../core/model/track.ts";
import type { Trigger } from "../../core/model/trigger.ts";
import { freshDay } from "../../core/select/reserve.ts";
import { aConfig, now } from "./a-track.ts";
import { branches, facts } from "./facts.ts";

export const moment: Moment = { now, owner: "this-loop" };

/** What is said of the world and of the loop; what is undefined was not read. */
type Given = { [K in keyof Facts]?: Facts[K] | undefined } & Partial<Pick<Moment, "now" | "run">>;

/** What is decided, whole; the branches, the day and the track's own configuration are known unless told. */
export function decided(track: Track | undefined, trigger: Trigger, given: Given = {}): Decision {
  const { now = moment.now, run, ...rest } = given;
  const config = { ok: true as const, config: track?.config ?? aConfig() };
  const all = { ...facts({ config, bases: branches, day: freshDay, health: null }), ...rest };
  const read = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const question = {
    facts: read as unknown as Facts,
    trigger,
    moment: run ? { ...moment, now, run } : { ...moment, now },
  };
  return decide(track ? { track, ...question } : question);
}

/** The track after one decision. */
export function ask(track: Track | undefined, trigger: Trigger, given: Given = {}): Track {
  const decision = decided(track, trigger, given);
  if (decision.type !== "track") throw new Error("there is no track");
  return decision.track;
}

/** What is said where nothing is saved, by type: where there is no track, or to somebody whose commands do not count. */
export function answers(trigger: Trigger, given: Given = {}, track?: Track): string[] {
  const decision = decided(track, trigger, given);
  if (decision.type !== "answers") throw new Error("something is saved");
  return decision.answers.flatMap(({ effect }) =>
    effect.type === "say"
      ? effect.notices.map(({ type }) => type)
      : [effect.type === "react" ? effect.reaction : effect.type],
  );
}

/** The track after what became of some effects, and the decision that follows. */
export function settled(track: Track, outcomes: EffectOutcome[], given: Given = {}): Track {
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
