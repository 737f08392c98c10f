import { tickSource } from "../codec/boxes.ts";
import { answerKey, strangerKey } from "../codec/keys.ts";
import type { LooseEffect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import { commandTypes } from "../model/mistake.ts";
import type { Notice } from "../model/notice.ts";
import type { Ruling } from "../model/ruling.ts";
import { ownsThread, type Track } from "../model/track.ts";
import type { Commented, Trigger } from "../model/trigger.ts";
import type { Comment } from "../ports/github/issues.ts";
import { isStranger, mayCommand, refuseCommand } from "./on-commented.ts";
import { addRulings, toRuling } from "./record-rulings.ts";

export type Answers = { key: string; effect: LooseEffect }[];

interface Saying {
  track: Track | undefined;
  facts: Facts;
  trigger: Trigger;
}

/**
 * What somebody hears whose commands do not count: one answer a day in each thread, whatever they write and however often,
 * found by its key. Undefined for everybody else.
 */
export function answerStranger({ track, facts, trigger }: Saying): Answers | undefined {
  if (trigger.type !== "commented" || !facts.actor || !isStranger(facts, trigger)) return undefined;
  if (track && !ownsThread(track, trigger.thread)) return undefined;
  const { thread, target, sender, source, at } = trigger;
  // What becomes of a box stands beside it.
  if (trigger.board !== undefined) return [];
  const counted = track?.handled.some(({ id }) => id === source);
  if (counted || facts.answered || !saysSomething(track, trigger)) return [];
  const notice = noticeFor(track, facts, trigger);
  // Of whom GitHub could not tell is answered each time: they may well be somebody.
  const isUnknown = notice.type === "access-unknown";
  const key = isUnknown
    ? answerKey.format({ thread, source, kind: "say" })
    : strangerKey.format({ thread, id: sender.id, at });
  // The first comment of the day has the answer, and no two loops at once give it.
  const said: Answers =
    facts.repeats && !isUnknown ? [] : [{ key, effect: { type: "say", thread, notices: [notice] } }];
  if (!target) return said;
  const reaction = notice.type === "help" ? "eyes" : "confused";
  const react = { type: "react" as const, target, reaction } as const;
  // Last: where the answer stands, all is done.
  return [{ key: answerKey.format({ thread, source, kind: "react" }), effect: react }, ...said];
}

/** A line that looks like one of these commands. */
function lineOf(types: readonly string[]): RegExp {
  return new RegExp(`^/(${types.join("|")})\\b`, "m");
}

/** A line that looks like one of our commands. */
export const commandLine = lineOf(commandTypes);

/** Whether somebody gave a command that they may not give in a thread before this one, on the same day. Other tools' commands do not count. */
export function repeats(facts: Facts, trigger: Commented, comments: Comment[]): boolean {
  const refused = lineOf(commandTypes.filter((type) => !mayCommand(facts, { type })));
  const { source, sender, at } = trigger;
  const day = at.slice(0, 10);
  const own = Number(source.slice(1));
  return comments.some(
    ({ id, author, createdAt, body }) =>
      author.id === sender.id && id < own && createdAt.slice(0, 10) === day && refused.test(body),
  );
}

/** The track with what somebody asked for in vain, once for each answer; undefined where nobody was answered, or there is none. */
export function recordStranger(
  { track, facts, trigger }: Saying,
  { answers, at }: { answers: Answers; at: string },
): Track | undefined {
  if (!track || trigger.type !== "commented") return undefined;
  const said = answers.flatMap(({ effect }) => (effect.type === "say" ? effect.notices : []))[0];
  const notice = trigger.board === undefined ? said : noticeFor(track, facts, trigger);
  if (!notice || notice.type === "help" || isRecorded(track, trigger, { why: notice.type, at }))
    return undefined;
  const next = structuredClone(track);
  addRulings(next, [toRuling({ facts, trigger, command: trigger.commands[0] }, { at, ok: false, notice })]);
  return next;
}

/** Whether it is written down; of boxes, whoever ticks them in vain is told once a day. */
function isRecorded(track: Track, trigger: Commented, { why, at }: { why: string; at: string }): boolean {
  const { source, sender, board } = trigger;
  const isRepeat = (one: Ruling) =>
    one.by === sender.login &&
    one.why === why &&
    tickSource.is(one.source) &&
    one.at.slice(0, 10) === at.slice(0, 10);
  return (track.rulings ?? []).some((one) => one.source === source || (board !== undefined && isRepeat(one)));
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
