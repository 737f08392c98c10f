import type { EffectType } from "../model/effect.ts";
import { isOpen, type Track } from "../model/track.ts";
import { code } from "../text/foreign.ts";
import { asSentence, firstLine } from "./why.ts";
import type { NoticeOf } from "./writers.ts";

/** What GitHub did not let us do. */

export function effectFailed({ effect, failure }: NoticeOf<"effect-failed">): string {
  return `gsd could not ${deeds[effect]}: ${asSentence(firstLine(failure.text))} ${afterFailure(effect)}`;
}

const deeds: Readonly<Record<EffectType, string>> = {
  react: "react to a comment",
  say: "write a comment",
  "start-track": "start the track",
  dispatch: "start a workflow run",
  "merge-task": "merge a task",
  "merge-rollback": "merge a rollback",
  "update-branch": "bring a branch up to date",
  "show-health": "show the state of the base in the plan's pull request",
  "close-pull": "close a pull request",
  "reopen-pull": "reopen a pull request",
  "restore-branch": "restore a branch",
  "request-review": "ask for a review",
  "cancel-run": "stop a workflow run",
  "show-track": "show the state of the track in its pull request",
  "finish-track": "finish the track",
  "show-form": "write down its questions",
  "mark-issue": "label this issue",
  "close-issue": "close this issue",
  "clean-up": "tag the merged tasks and delete their branches",
  "complete-phase": "complete a phase of the roadmap",
};

function afterFailure(effect: EffectType): string {
  if (effect === "dispatch" || effect === "finish-track") {
    return "The track is paused. Comment `/resume` to try again.";
  }
  if (effect === "start-track") return "Once that is fixed, comment `/plan` to start over.";
  return "gsd will not try again, so please do it by hand.";
}

/** Off by default in new organisations. */
export const pullsSetting =
  "tick **Allow GitHub Actions to create and approve pull requests** under Settings → Actions → General → Workflow permissions (an organisation may have to allow it first, in its own settings)";

export function pullsForbidden({ branch, base, text }: NoticeOf<"pulls-forbidden">, track: Track): string {
  const link = `[open the pull request yourself](${comparePath(base, branch)})`;
  return `GitHub does not let gsd open a pull request: ${asSentence(firstLine(text))} Please ${pullsSetting}, or ${link}; then comment \`/resume\`. Nothing is lost: the work is kept on ${code(branch)}${isOpen(track) ? ", and the track is paused until then" : ""}.`;
}

function comparePath(base: string, head: string): string {
  const safe = (branch: string) =>
    branch.split("/").map(encodeURIComponent).join("/").replaceAll(/[()]/g, "");
  return `../compare/${safe(base)}...${safe(head)}?expand=1`;
}
