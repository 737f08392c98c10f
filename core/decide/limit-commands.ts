import { answerKey } from "../codec/keys.ts";
import type { Facts } from "../model/facts.ts";
import type { Track } from "../model/track.ts";
import type { Commented, Trigger } from "../model/trigger.ts";
import type { Comment } from "../ports/github/issues.ts";
import type { Answers } from "./answer-stranger.ts";
import type { Reply } from "./on-commented.ts";

const hourMs = 3_600_000;

/** The hour before something was said, as instants compare. */
export function hourBefore(at: string): string {
  return new Date(Date.parse(at) - hourMs).toISOString();
}

/** How many comments with commands of the same person a track counted in the hour before. */
export function commandsBefore({ handled }: Track, { sender, at }: Commented): number {
  const since = hourBefore(at);
  return handled.filter((one) => one.by === sender.id && one.at > since).length;
}

/** The same by what the whole repository's comments say, for whoever may start something new. */
export function commandsAmong(
  comments: readonly Comment[],
  trigger: Commented,
  looksLikeOne: RegExp,
): number {
  const { source, sender, at } = trigger;
  const since = hourBefore(at);
  const own = Number(source.slice(1));
  return comments.filter(
    ({ id, author, createdAt, body }) =>
      author.id === sender.id && id < own && createdAt > since && looksLikeOne.test(body),
  ).length;
}

/** Why somebody's commands do not count for now; the first that is too many is told so, and those after it are not. */
export function limitOf({ config }: Facts, { sender }: Commented, earlier: number): Reply | undefined {
  const most = config?.ok ? config.config.limits.commands : Number.POSITIVE_INFINITY;
  if (earlier < most) return undefined;
  const notice = { type: "command-limit" as const, login: sender.login, most };
  return earlier === most ? { ok: false, notice } : { ok: false };
}

/** What somebody hears where there is no track yet and they have given too many commands elsewhere; undefined where they have not. */
export function answerLimited(facts: Facts, trigger: Trigger): Answers | undefined {
  if (trigger.type !== "commented") return undefined;
  const limit = limitOf(facts, trigger, facts.recent ?? 0);
  if (!limit) return undefined;
  const { thread, source, target } = trigger;
  const answers: Answers = [];
  if (target) {
    const key = answerKey.format({ thread, source, kind: "react" });
    answers.push({ key, effect: { type: "react", target, reaction: "confused" } });
  }
  if (limit.notice) {
    const key = answerKey.format({ thread, source, kind: "say" });
    answers.push({ key, effect: { type: "say", thread, notices: [limit.notice] } });
  }
  return answers;
}
