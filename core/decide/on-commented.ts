import type { Command, CommandType } from "../command/parse-commands.ts";
import { mayRun } from "../command/permissions.ts";
import type { Facts } from "../model/facts.ts";
import { ownsThread } from "../model/track.ts";
import type { Commented, Sender } from "../model/trigger.ts";
import { help, status } from "../render/answers.ts";
import * as refusals from "../render/refusals.ts";
import type { EngineName } from "../select/models.ts";
import type { Choice } from "../select/selection-config.ts";
import { approve } from "./approve.ts";
import { type Draft, enqueue, say } from "./draft.ts";
import { rollback } from "./rollback.ts";
import { addBudget, cancel, pause, resume, retry, skip } from "./steer.ts";

/** What a command came to: accepted or refused, with a sentence where one helps. */
export interface Reply {
  ok: boolean;
  text?: string;
}

/** Works off the commands of one comment or review: each counts once; together they get one reaction and one answer. */
export function onCommented(draft: Draft, facts: Facts, trigger: Commented): void {
  const { track, moment } = draft;
  if (!ownsThread(track, trigger.thread)) return;
  if (track.handled.some(({ id }) => id === trigger.source)) return;
  track.handled.push({ id: trigger.source, at: moment.now });
  if (facts.answered) return;
  const replies = answer(draft, facts, trigger);
  const refused = replies.some((reply) => !reply.ok);
  if (trigger.target) {
    const reaction = refused ? "confused" : "eyes";
    enqueue(draft, `${track.issue}/react/${trigger.source}/1`, {
      type: "react",
      target: trigger.target,
      reaction,
    });
  }
  const texts = new Set(replies.flatMap((reply) => reply.text ?? []));
  if (texts.size > 0) say(draft, trigger.thread, [...texts].join("\n\n"));
}

function answer(draft: Draft, facts: Facts, trigger: Commented): Reply[] {
  const replies = trigger.commands.map((command) => {
    const refusal = refuseCommand(facts, trigger, command);
    return refusal ? { ok: false, text: refusal } : obey(draft, facts, trigger, command);
  });
  if (trigger.mistakes.length === 0) return replies;
  const refusal = refuseCommand(facts, trigger, { type: "help" });
  const mistakes = trigger.mistakes.map(({ message }) => ({ ok: false, text: refusal ?? message }));
  return [...replies, ...mistakes];
}

/** What can be asked for while the configuration is broken: to know, and to stop. */
const needNoConfig: CommandType[] = ["help", "status", "pause", "cancel"];

/** Why this sender may not give this command now, if so. */
export function refuseCommand(
  facts: Facts,
  { sender }: { sender: Sender },
  command: Pick<Command, "type">,
): string | undefined {
  if (!mayCommand(facts, command)) {
    return sender.bot ? refusals.botRefused(sender) : refusals.noWriteAccess(sender.login);
  }
  if (facts.config?.ok === false && !needNoConfig.includes(command.type)) {
    return refusals.brokenConfig(facts.config.problems);
  }
  return undefined;
}

/** Whether the sender may give this command, by what GitHub says of them now. */
export function mayCommand({ actor, config }: Facts, command: Pick<Command, "type">): boolean {
  const trusted = config?.ok ? config.config : { trusted_bots: [] };
  return actor !== undefined && mayRun(actor, command, trusted).ok;
}

function obey(draft: Draft, facts: Facts, trigger: Commented, command: Command): Reply {
  const { track } = draft;
  switch (command.type) {
    case "approve":
      return approve(draft, facts, trigger, command.sha);
    case "retry":
      return retry(draft, command.task, { ...wishOf(command), fresh: command.fresh ?? false });
    case "budget":
      return addBudget(draft, command.usd);
    case "skip":
      return skip(draft, command.task);
    case "rollback":
      return rollback(draft, command, { by: trigger.sender.login, thread: trigger.thread });
    case "pause":
      return pause(draft);
    case "resume":
      return resume(draft);
    case "cancel":
      return cancel(draft);
    case "status":
      return { ok: true, text: status(track) };
    case "help":
      return { ok: true, text: help() };
    case "plan":
      return { ok: false, text: refusals.plannedAlready(track) };
  }
}

function wishOf({ engine, model }: { engine?: EngineName; model?: string }): Choice {
  return { ...(engine ? { engine } : {}), ...(model ? { model } : {}) };
}
