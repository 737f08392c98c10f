import type { EffectOutcome } from "../model/effect.ts";
import type { Trigger } from "../model/trigger.ts";
import { effectKey, jobKey } from "./keys.ts";

/** The message of a commit in the ledger: what happened, in the words of keys and commands. */
export function formatSaveMessage(trigger: Trigger, outcomes: readonly EffectOutcome[]): string {
  if (trigger.type === "job-finished") {
    const { job, result } = trigger.report;
    return `${jobKey.format(job)} ${result.type === "failed" ? result.outcome : "done"}`;
  }
  if (trigger.type === "commented")
    return trigger.commands.map(({ type }) => `/${type}`).join(" ") || "comment";
  if (trigger.type === "continued")
    return outcomes.map(({ key }) => effectKey.describe(key)).join(", ") || "go on";
  return trigger.type;
}
