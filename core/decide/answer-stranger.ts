import { answerKey, strangerKey } from "../codec/keys.ts";
import type { LooseEffect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import { commandTypes } from "../model/mistake.ts";
import type { Notice } from "../model/notice.ts";
import { ownsThread, type Track } from "../model/track.ts";
import type { Commented, Trigger } from "../model/trigger.ts";
import type { Comment } from "../ports/github.ts";
import { mayCommand, refuseCommand } from "./on-commented.ts";

export type Answers = { key: string; effect: LooseEffect }[];

interface Saying {
  track: Track | undefined;
  facts: Facts;
  trigger: Trigger;
}

/**
 * What somebody hears whose commands do not count: one answer a day in each thread, whatever they write and however often,
 * found by its key. Nothing of it is saved. Undefined for everybody else.
 */
export function answerStranger({ track, facts, trigger }: Saying): Answers | undefined {
  if (trigger.type !== "commented" || !facts.actor || mayCommand(facts, { type: "help" })) return undefined;
  if (track && !ownsThread(track, trigger.thread)) return undefined;
  const { thread, target, sender, source, at } = trigger;
  const counted = track?.handled.some(({ id }) => id === source);
  if (counted || facts.answered || !saysSomething(track, trigger)) return [];
  const notice = noticeFor(track, facts, trigger);
  const key = strangerKey.format({ thread, id: sender.id, at });
  // The first comment of the day has the answer, and no two loops at once give it.
  const said: Answers = facts.repeats ? [] : [{ key, effect: { type: "say", thread, notices: [notice] } }];
  if (!target) return said;
  const reaction = notice.type === "help" ? "eyes" : "confused";
  const react = { type: "react" as const, target, reaction } as const;
  // Last: where the answer stands, all is done.
  return [{ key: answerKey.format({ thread, source, kind: "react" }), effect: react }, ...said];
}

const commands = new RegExp(`^/(${commandTypes.join("|")})\\b`, "m");

/** Whether somebody gave a command in a thread before this one, on the same day. Other tools' commands do not count. */
export function repeats(trigger: Commented, comments: Comment[]): boolean {
  const { source, sender, at } = trigger;
  const day = at.slice(0, 10);
  const own = Number(source.slice(1));
  return comments.some(
    ({ id, author, createdAt, body }) =>
      author.id === sender.id && id < own && createdAt.slice(0, 10) === day && commands.test(body),
  );
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
