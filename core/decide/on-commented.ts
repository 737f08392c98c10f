import { effectKey } from "../codec/keys.ts";
import { type Leave, mayRun, noRights } from "../command/permissions.ts";
import { type Draft, enqueue, say } from "../jobs/draft.ts";
import type { Command } from "../model/command.ts";
import type { Facts } from "../model/facts.ts";
import type { CommandType, Mistake } from "../model/mistake.ts";
import type { Notice } from "../model/notice.ts";
import { ownsThread, type Track, taskOfPull } from "../model/track.ts";
import type { Commented, Sender } from "../model/trigger.ts";
import { answer } from "./answer.ts";
import { approve } from "./approve.ts";
import { ask, listRecipes } from "./ask.ts";
import { notOnDashboard } from "./complete-phase.ts";
import { decidePermit } from "./decide-permit.ts";
import { commandsBefore, limitOf } from "./limit-commands.ts";
import { planGaps } from "./plan-gaps.ts";
import { rebaseTask } from "./rebase.ts";
import { recordRulings } from "./record-rulings.ts";
import { rememberHeard } from "./remember-heard.ts";
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
  const earlier = commandsBefore(track, trigger);
  track.handled.push({ id: trigger.source, at: moment.now, by: trigger.sender.id });
  if (facts.answered) return;
  const limit = limitOf(facts, trigger, earlier);
  const replies = limit ? [limit] : answerAll(draft, facts, trigger);
  if (limit) recordRulings(draft, facts, { trigger, replies: trigger.commands.map(() => limit) });
  if (trigger.target) {
    const reaction = replies.some((reply) => !reply.ok) ? "confused" : "eyes";
    const key = effectKey.format(track.issue, "react", trigger.source);
    enqueue(draft, key, { type: "react", target: trigger.target, reaction });
  }
  const notices = unique(replies.flatMap(({ notice, also }) => [notice ?? [], also ?? []].flat()));
  // Of a box that was ticked, the dashboard says what became of it.
  if (notices.length > 0 && trigger.board === undefined) say(draft, trigger.thread, ...notices);
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
    const reply = obey(draft, facts, trigger, command);
    if (reply.ok) rememberHeard(draft, trigger, command);
    return reply;
  });
  recordRulings(draft, facts, { trigger, replies });
  if (trigger.mistakes.length === 0) return replies;
  const refusal = refuseCommand(facts, trigger, { type: "help" });
  const mistakes = trigger.mistakes.map((mistake) =>
    refuse(refusal ?? { type: "mistake", mistake: onPull(draft.track, trigger.thread, mistake) }),
  );
  return [...replies, ...mistakes];
}

/** On a task's pull request, the way out names that task. */
function onPull(track: Track, thread: number, mistake: Mistake): Mistake {
  const task = mistake.type === "task-missing" ? taskOfPull(track, thread) : undefined;
  return task === undefined ? mistake : { ...mistake, type: "task-missing", task };
}

/** What can be asked for while the configuration is broken: to know, and to stop. */
const needNoConfig: CommandType[] = ["help", "status", "pause", "cancel"];

/** Why this sender may not give this command now, if so. */
export function refuseCommand(
  facts: Facts,
  { sender }: { sender: Sender },
  command: Pick<Command, "type">,
): Notice | undefined {
  const leave = leaveFor(facts, command);
  if (!leave.ok) return refusalBy(leave, { facts, sender, command });
  if (facts.config?.ok === false && !needNoConfig.includes(command.type)) {
    return { type: "broken-config", problems: facts.config.problems };
  }
  return undefined;
}

/** Whether the sender may give this command, by what GitHub says of them now. */
export function mayCommand(facts: Facts, command: Pick<Command, "type">): boolean {
  return leaveFor(facts, command).ok;
}

function leaveFor({ actor, config }: Facts, command: Pick<Command, "type">): Leave {
  if (!actor) return { ok: false, reason: "unknown" };
  return mayRun(actor, command, config?.ok ? config.config : noRights);
}

interface Asking {
  facts: Facts;
  sender: Sender;
  command: Pick<Command, "type">;
}

function refusalBy(leave: Exclude<Leave, { ok: true }>, { facts, sender, command }: Asking): Notice {
  const { login, id } = sender;
  if (leave.reason === "bot") return { type: "bot-refused", login, id };
  if (leave.reason !== "permission") {
    return { type: "access-unknown", login, why: (facts.actor?.unknown ?? "nothing").slice(0, 1_000) };
  }
  const { needs, unseen } = leave;
  if (needs.join() === "write") return { type: "no-write-access", login };
  return { type: "not-allowed", login, command: command.type, needs, unseen };
}

/** Whether none of what somebody says counts: neither a command of theirs, nor any that needs no special leave. */
export function isStranger(facts: Facts, { commands }: Pick<Commented, "commands">): boolean {
  return ![...commands, { type: "help" as const }].some((command) => mayCommand(facts, command));
}

type Obey<T extends CommandType> = (
  scene: { draft: Draft; facts: Facts; trigger: Commented },
  command: Extract<Command, { type: T }>,
) => Reply;

const obeys: { [T in CommandType]: Obey<T> } = {
  approve: ({ draft, facts, trigger }, { sha, over = false }) =>
    approve(draft, facts, { trigger, sha, over }),
  retry: ({ draft, facts, trigger }, { task, fresh = false, run, engine, model, text }) =>
    retry(draft, facts, { task, fresh, run, engine, model, trigger, text }),
  revise: ({ draft, facts, trigger }, { task, text }) => revise(draft, facts, { task, text, trigger }),
  review: ({ draft }, { task }) => reviewAgain(draft, task),
  budget: ({ draft }, { usd }) => addBudget(draft, usd),
  answer: ({ draft, trigger }, command) => answer(draft, trigger, command),
  allow: ({ draft, trigger }, command) => decidePermit(draft, trigger, command),
  deny: ({ draft, trigger }, command) => decidePermit(draft, trigger, command),
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
  plan: ({ draft, trigger }, { gaps }) =>
    gaps ? planGaps(draft, trigger) : refuse({ type: "planned-already" }),
  quick: () => refuse({ type: "planned-already" }),
};

function obey(draft: Draft, facts: Facts, trigger: Commented, command: Command): Reply {
  const obeyIt = obeys[command.type] as Obey<CommandType>;
  return obeyIt({ draft, facts, trigger }, command);
}
