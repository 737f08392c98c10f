import { answerKey, effectKey, strangerKey } from "../codec/keys.ts";
import type { LooseEffect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import type { Notice } from "../model/notice.ts";
import type { Commented, Sender, Trigger } from "../model/trigger.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import type { Answers } from "./answer-stranger.ts";
import { listRecipes, recipeOf, refuseRecipe } from "./ask.ts";
import { completePhase } from "./complete-phase.ts";
import { mayCommand, refuseCommand } from "./on-commented.ts";
import { commandOf, isIdleLabel, isOurLabel } from "./our-labels.ts";

/** What people hear where there is no track to record it in. */
export function answerWithoutTrack(facts: Facts, trigger: Trigger): Answers {
  if (trigger.type === "issue-labeled") {
    const isIdle = isIdleLabel(facts, trigger.label);
    if (!isIdle && !isOurLabel(facts, trigger.label)) return [];
    const { issue: thread, sender, at } = trigger;
    const command = commandOf(trigger.label);
    // Of strangers' labels only those are answered that would have started something.
    if (isIdle && !mayCommand(facts, command)) return [];
    const notice = isIdle
      ? ({ type: "no-nightly" } as const)
      : (refuseCommand(facts, trigger, command) ?? refuseTraces(facts, thread));
    const notices = [notice ?? { type: "cannot-plan-here" as const }];
    // For those who may, each time it is put on gets its answer; a tick that finds the same one again finds that, too.
    const key = mayCommand(facts, command)
      ? effectKey.format(thread, "say", "label", Date.parse(at) / 1000)
      : strangerKey.format({ thread, id: sender.id, at });
    return [{ key, effect: { type: "say", thread, notices } }];
  }
  if (trigger.type === "issue-chosen") return answerChosen(facts, trigger.issue);
  return trigger.type === "commented" ? answerComment(facts, trigger) : [];
}

/** Nobody waits for an answer, but where gsd was at work before somebody has to know why it does not go on; once. */
function answerChosen(facts: Facts, thread: number): Answers {
  const notice = refuseTraces(facts, thread);
  if (!notice) return [];
  return [
    { key: effectKey.format(thread, "say", "chosen"), effect: { type: "say", thread, notices: [notice] } },
  ];
}

function answerComment(facts: Facts, trigger: Commented): Answers {
  const completion = completePhase(facts, trigger);
  if (completion) return completion;
  const mistakes = trigger.mistakes.filter(({ type }) => type !== "unknown-command");
  if (trigger.commands.length + mistakes.length === 0) return [];
  const { ok, notices } = replyTo(facts, trigger);
  const effects: LooseEffect[] = [];
  if (trigger.target) {
    effects.push({ type: "react", target: trigger.target, reaction: ok ? "eyes" : "confused" });
  }
  // Last: where the answer stands, all is done.
  effects.push({ type: "say", thread: trigger.thread, notices });
  return effects.map((effect) => ({ key: answerKey.format({ ...trigger, kind: effect.type }), effect }));
}

function replyTo(facts: Facts, trigger: Commented): { ok: boolean; notices: Notice[] } {
  const { commands, mistakes, sender } = trigger;
  const only = (type: string) => mistakes.length === 0 && commands.every((command) => command.type === type);
  if (only("help") && !sender.bot) return { ok: true, notices: [{ type: "help" }] };
  const refusal = refuseCommand(facts, trigger, commands[0] ?? { type: "help" });
  if (refusal) return { ok: false, notices: [refusal] };
  if (mistakes.length > 0) {
    return { ok: false, notices: mistakes.map((mistake) => ({ type: "mistake", mistake })) };
  }
  const lists = commands.every((command) => command.type === "run" && command.recipe === undefined);
  if (lists) return { ok: true, notices: [listRecipes(facts).notice ?? { type: "help" }] };
  return { ok: false, notices: [refuseTraces(facts, trigger.issue) ?? refuseWish(facts, trigger)] };
}

/** Where gsd was at work and its state is gone, nothing starts before a person says so. */
export function refuseTraces({ traces }: Facts, issue: number): Notice | undefined {
  if (!traces) return undefined;
  const { gone, names, pulls, commit } = traces;
  if (gone === "track") return { type: "track-gone", issue, names };
  return withoutUndefined({ type: "ledger-gone" as const, names, pulls, commit });
}

function refuseWish(facts: Facts, trigger: Commented): Notice {
  const { commands } = trigger;
  if (commands.some((command) => command.type === "plan" && command.gaps !== true))
    return refusePlan(facts, trigger);
  const [recipe] = commands.flatMap((command) => recipeOf(command) ?? []);
  if (recipe === undefined) return { type: "no-track" };
  return refuseRecipe(facts, recipe) ?? { type: "cannot-ask-here" };
}

function refusePlan(facts: Facts, trigger: { sender: Sender }): Notice {
  return refuseCommand(facts, trigger, { type: "plan" }) ?? { type: "cannot-plan-here" };
}
