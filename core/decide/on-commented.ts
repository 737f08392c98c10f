import { effectKey } from "../codec/keys.ts";
import { mayRun } from "../command/permissions.ts";
import { type Draft, enqueue, say } from "../jobs/draft.ts";
import type { Command } from "../model/command.ts";
import type { Facts } from "../model/facts.ts";
import type { CommandType } from "../model/mistake.ts";
import type { Notice } from "../model/notice.ts";
import { ownsThread } from "../model/track.ts";
import type { Commented, Sender } from "../model/trigger.ts";
import { answer } from "./answer.ts";
import { approve } from "./approve.ts";
import { ask, listRecipes } from "./ask.ts";
import { notOnDashboard } from "./complete-phase.ts";
import { rebaseTask } from "./rebase.ts";
import { revise } from "./revise.ts";
import { resumeTrack } from "./revive.ts";
import { rollback } from "./rollback.ts";
import { addBudget, cancel, pause, retry, reviewAgain, skip } from "./steer.ts";
import { updateBranch } from "./update.ts";

/** What a command came to: accepted or refused, with words where they help. */
export interface Reply {
  ok: boolean;
  notice?: Notice;
  /** What else there is to say. */
  also?: Notice;
}

export function refuse(notice: Notice): Reply {
  return { ok: false, notice };
}

export const accepted: Reply = { ok: true };

/** Works off the commands of one comment or review: each counts once; together they get one reaction and one answer. */
export function onCommented(draft: Draft, facts: Facts, trigger: Commented): void {
  const { track, moment } = draft;
  if (!ownsThread(track, trigger.thread)) return;
  if (track.handled.some(({ id }) => id === trigger.source)) return;
  track.handled.push({ id: trigger.source, at: moment.now });
  if (facts.answered) return;
  const replies = answerAll(draft, facts, trigger);
  if (trigger.target) {
    const reaction = replies.some((reply) => !reply.ok) ? "confused" : "eyes";
    const key = effectKey.format(track.issue, "react", trigger.source);
    enqueue(draft, key, { type: "react", target: trigger.target, reaction });
  }
  const notices = unique(replies.flatMap(({ notice, also }) => [notice ?? [], also ?? []].flat()));
  if (notices.length > 0) say(draft, trigger.thread, ...notices);
}

/** Who may not command hears so once, however many commands they gave. */
function unique(notices: Notice[]): Notice[] {
  return [...new Map(notices.map((notice) => [JSON.stringify(notice), notice])).values()];
}

function answerAll(draft: Draft, facts: Facts, trigger: Commented): Reply[] {
  const replies = trigger.commands.map((command) => {
    const refusal = refuseCommand(facts, trigger, command);
    if (refusal) return refuse(refusal);
    // Whoever asks again knows that it failed before.
    if (draft.track.failures) draft.track.failures = [];
    return obey(draft, facts, trigger, command);
  });
  if (trigger.mistakes.length === 0) return replies;
  const refusal = refuseCommand(facts, trigger, { type: "help" });
  const mistakes = trigger.mistakes.map((mistake) => refuse(refusal ?? { type: "mistake", mistake }));
  return [...replies, ...mistakes];
}

/** What can be asked for while the configuration is broken: to know, and to stop. */
const needNoConfig: CommandType[] = ["help", "status", "pause", "cancel"];

/** Why this sender may not give this command now, if so. */
export function refuseCommand(
  facts: Facts,
  { sender }: { sender: Sender },
  command: Pick<Command, "type">,
): Notice | undefined {
  const { login, id, bot } = sender;
  if (!mayCommand(facts, command)) {
    return bot ? { type: "bot-refused", login, id } : { type: "no-write-access", login };
  }
  if (facts.config?.ok === false && !needNoConfig.includes(command.type)) {
    return { type: "broken-config", problems: facts.config.problems };
  }
  return undefined;
}

/** Whether the sender may give this command, by what GitHub says of them now. */
export function mayCommand({ actor, config }: Facts, command: Pick<Command, "type">): boolean {
  const trusted = config?.ok ? config.config : { trusted_bots: [] };
  return actor !== undefined && mayRun(actor, command, trusted).ok;
}

type Obey<T extends CommandType> = (
  scene: { draft: Draft; facts: Facts; trigger: Commented },
  command: Extract<Command, { type: T }>,
) => Reply;

const obeys: { [T in CommandType]: Obey<T> } = {
  approve: ({ draft, facts, trigger }, { sha, over = false }) =>
    approve(draft, facts, { trigger, sha, over }),
  retry: ({ draft, facts, trigger }, { task, fresh = false, engine, model, text }) =>
    retry(draft, facts, { task, fresh, engine, model, trigger, text }),
  revise: ({ draft, facts, trigger }, { task, text }) => revise(draft, facts, { task, text, trigger }),
  review: ({ draft }, { task }) => reviewAgain(draft, task),
  budget: ({ draft }, { usd }) => addBudget(draft, usd),
  answer: ({ draft, trigger }, command) => answer(draft, trigger, command),
  skip: ({ draft }, { task }) => skip(draft, task),
  rebase: ({ draft, trigger }, command) => rebaseTask(draft, command, trigger),
  split: ({ draft, trigger }, command) => rebaseTask(draft, command, trigger),
  rollback: ({ draft, trigger }, command) => rollback(draft, command, trigger),
  update: ({ draft, trigger }, { task }) => updateBranch(draft, task, trigger),
  pause: ({ draft }) => pause(draft),
  resume: ({ draft, facts }) => resumeTrack(draft, facts),
  cancel: ({ draft }) => cancel(draft),
  complete: ({ facts }) => refuse(notOnDashboard(facts)),
  run: ({ draft, facts, trigger }, command) =>
    command.recipe === undefined
      ? listRecipes(facts)
      : ask(draft, facts, { trigger, recipe: command.recipe, text: command.text }),
  research: ({ draft, facts, trigger }, { text }) => ask(draft, facts, { trigger, recipe: "research", text }),
  debug: ({ draft, facts, trigger }, { text }) => ask(draft, facts, { trigger, recipe: "debug", text }),
  analyze: ({ draft, facts, trigger }, { text }) => ask(draft, facts, { trigger, recipe: "analyze", text }),
  status: () => ({ ok: true, notice: { type: "status" } }),
  help: () => ({ ok: true, notice: { type: "help" } }),
  plan: () => refuse({ type: "planned-already" }),
  quick: () => refuse({ type: "planned-already" }),
};

function obey(draft: Draft, facts: Facts, trigger: Commented, command: Command): Reply {
  const obeyIt = obeys[command.type] as Obey<CommandType>;
  return obeyIt({ draft, facts, trigger }, command);
}
