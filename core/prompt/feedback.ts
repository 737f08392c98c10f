import type { Finding } from "../model/answers.ts";
import type { Feedback } from "../model/feedback.ts";
import type { Outcome } from "../model/job.ts";
import { signalText } from "./signals.ts";

/** How each outcome is told to an agent that tries again. */
const outcomes: Readonly<Record<Outcome, string>> = {
  done: "it finished, and its result was not used",
  "no-change": "it changed no file",
  "invalid-answer": "its answer did not have the form that was asked for",
  crashed: "it crashed",
  timeout: "it ran out of time",
  cancelled: "it was cancelled",
  conflict: "its changes conflicted with what was merged in the meantime",
  "text-changed": "the text it worked from changed",
  sandbox: "the sandbox did not start",
  config: "the configuration did not allow it",
  "checks-failed": "the repository's own checks failed",
  "not-met": "not every acceptance criterion was met",
  asked: "it asked people a question",
  "refused-change": "its changes broke a rule and were refused",
  "hands-off": "a person had pushed to its branch",
  auth: "the model could not be reached with the key",
  "rate-limited": "the model's provider was rate-limiting requests",
  unavailable: "the model's provider was down",
  setup: "the setup command failed",
  "max-turns": "it used up its turns",
  budget: "the budget was used up",
  lost: "its run ended without a result",
};

/** What the next run is told about earlier ones: for a prompt, not for a comment. */
export function feedbackLine(feedback: Feedback): string {
  switch (feedback.type) {
    case "attempt":
      return attemptLine(feedback.outcome, feedback.reason);
    case "finding":
      return findingLine(feedback.finding);
    case "tried":
      return `This issue was tried as one small change first, without a plan. That work was not merged; it is on the branch ${feedback.branch}. What was found about it follows, if anything.`;
    case "unmet":
      return `The whole was verified, and this acceptance criterion is not met: ${feedback.id}: ${feedback.text}\nThe verifier said: ${feedback.evidence || "nothing"}`;
    case "signal":
      return `Code compared the change with its base and found: ${signalText(feedback.signal)}`;
    case "permission":
      return permissionLine(feedback);
    case "words":
      return `${feedback.by} wrote: ${feedback.text}`;
  }
}

function attemptLine(outcome: Outcome, reason: string | undefined): string {
  const first = `An earlier attempt brought no result: ${outcomes[outcome]} (\`${outcome}\`).`;
  return reason ? `${first} ${reason}` : first;
}

function permissionLine({ allowed, by, wants, text }: Extract<Feedback, { type: "permission" }>): string {
  const what = wants.map(({ action, target }) => `${action} ${target}`).join(", ");
  if (allowed) return `${by} allowed you this, and nothing wider: ${what}. Go on with it.`;
  const said = text ? ` They wrote: ${text}` : "";
  return `${by} denied you this: ${what}. Do the task without it, and do not ask for it again.${said}`;
}

function findingLine({ path, line, severity, message, suggestion }: Finding): string {
  const where = line ? `${path}:${line}` : path;
  return `A review found (${severity}) \`${where}\`: ${message}${suggestion ? ` Suggestion: ${suggestion}` : ""}`;
}
