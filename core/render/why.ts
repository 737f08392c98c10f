import type { Outcome } from "../model/job.ts";
import type { Why } from "../model/notice/parts.ts";
import { formatUsd } from "../select/budget.ts";
import { cutText } from "../text/cut-text.ts";
import { code, codeBlock, inline } from "../text/foreign.ts";

/** How each outcome is told, as a clause that follows a colon. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  done: "it finished",
  "no-change": "the agent changed nothing",
  "invalid-answer": "the agent's answer was not usable",
  crashed: "it crashed",
  timeout: "it ran out of time",
  cancelled: "it was cancelled",
  conflict: "there was a merge conflict",
  "text-changed": "the text it works from changed after it was approved",
  sandbox: "the sandbox did not start",
  config: "the configuration does not allow it",
  "checks-failed": "the repository's own checks failed",
  "not-met": "not every acceptance criterion is met",
  asked: "it has questions for you",
  "refused-change": "gsd refused the change",
  "hands-off": "the branch has commits by people",
  auth: "the model's key is missing or was rejected",
  "rate-limited": "the model's provider is rate-limiting requests",
  unavailable: "the model's provider is down",
  setup: "the setup command failed",
  "max-turns": "the agent used up its turns",
  budget: "the budget is used up",
  lost: "its run ended without a result",
};

/** What went wrong, in a clause: with the code to search the docs for, and what the run itself said. Ends with punctuation. */
export function because({ outcome, reason, repeated }: Pick<Why, "outcome" | "reason" | "repeated">): string {
  const said = reason ? ` ${asSentence(firstLine(reason))}` : "";
  const twice = repeated ? " It failed like this twice in a row, so gsd did not pay for another try." : "";
  return `${outcomeWords[outcome]} (\`${outcome}\`).${said}${twice}`;
}

/** What a program or GitHub said, on one line and without the last period. Reasons hold words of agents, commands and GitHub. */
export function firstLine(text: string): string {
  return inline(cutText(text.split("\n")[0] ?? "", 2_000)).replace(/\.$/, "");
}

/** The same with punctuation at its end. */
export function asSentence(text: string): string {
  return /[.?!…:]$/.test(text) ? text : `${text}.`;
}

/** How the news of a failure ends: what it cost so far, where to find more, and the output that follows the first line of its reason. */
export function aftermath({ reason = "", spent, run, artifact }: Why): string {
  const cost = spent ? ` ${formatUsd(spent.usd)} spent on ${inline(spent.on)} so far.` : "";
  const more = run ? ` More in [its run](../actions/runs/${run}).` : "";
  // Only what could be published is on a branch.
  const whole =
    run && artifact
      ? ` All that it made, also what was refused, is there for 14 days: ${code(`gh run download ${run} -n ${artifact}`)}.`
      : "";
  const output = reason.split("\n").slice(1).join("\n").trim();
  return `${cost}${more}${whole}${output === "" ? "" : `\n\n${codeBlock(cutText(output, 3_000))}`}`;
}

/** How to go on when money ran out. */
export const addBudget = "Comment `/budget +5` to go on with five dollars more";
