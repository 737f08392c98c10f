import { answerKey, effectKey } from "../codec/keys.ts";
import type { LooseEffect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import type { Notice } from "../model/notice.ts";
import { ownsThread, type Track } from "../model/track.ts";
import type { Commented, Trigger } from "../model/trigger.ts";
import { mayCommand, refuseCommand } from "./on-commented.ts";

export type Answers = { key: string; effect: LooseEffect }[];

interface Saying {
  track: Track | undefined;
  facts: Facts;
  trigger: Trigger;
}

/**
 * What somebody hears whose commands do not count: one answer in each thread, whatever they write and however often, found
 * by its key. Nothing of it is saved. Undefined for everybody else.
 */
export function answerStranger({ track, facts, trigger }: Saying): Answers | undefined {
  if (trigger.type !== "commented" || !facts.actor || mayCommand(facts, { type: "help" })) return undefined;
  if (track && !ownsThread(track, trigger.thread)) return undefined;
  const { thread, target, sender, source } = trigger;
  const counted = track?.handled.some(({ id }) => id === source);
  if (counted || facts.answered || !saysSomething(track, trigger)) return [];
  const notice = noticeFor(track, facts, trigger);
  const key = effectKey.format(thread, "say", `${notice.type}-${sender.id}`);
  const said: Answers = [{ key, effect: { type: "say", thread, notices: [notice] } }];
  if (!target) return said;
  const reaction = notice.type === "help" ? "eyes" : "confused";
  const react = { type: "react" as const, target, reaction } as const;
  // Last: where the answer stands, all is done.
  return [{ key: answerKey.format({ thread, source, kind: "react" }), effect: react }, ...said];
}

/** Other tools have commands, too: where there is no track, only ours are answered. */
function saysSomething(track: Track | undefined, { commands, mistakes }: Commented): boolean {
  return (
    commands.length > 0 || mistakes.some(({ type }) => track !== undefined || type !== "unknown-command")
  );
}

/** Help is for everyone where there is no track. */
function noticeFor(track: Track | undefined, facts: Facts, trigger: Commented): Notice {
  const { commands, mistakes, sender } = trigger;
  const asksHelp = mistakes.length === 0 && commands.every(({ type }) => type === "help");
  if (!track && asksHelp && !sender.bot) return { type: "help" };
  return refuseCommand(facts, trigger, commands[0] ?? { type: "help" }) ?? { type: "help" };
}
