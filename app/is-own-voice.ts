import { isOwnRun } from "../core/trigger/own-run.ts";
import type { RawEvent } from "../core/trigger/raw-event.ts";
import { record, text } from "../core/trigger/read-json.ts";
import { workflowVoice } from "../loop/is-our-voice.ts";

const spoken = ["issues", "issue_comment", "pull_request_review"];

/**
 * Whether this is only an echo: what we said ourselves, through the App or through a workflow, is never a command, and
 * what the App did is known to the loop that did it. What a workflow did still counts: a merge by its token is a merge.
 * No person's login can end in `[bot]`.
 */
export function isOwnVoice({ name, payload }: RawEvent, ownLogin: string | undefined): boolean {
  const event = record(payload);
  const login = text(record(event.sender).login);
  // What we sent out has come to its end.
  if (name === "workflow_run" && isOwnRun(event)) return false;
  if (ownLogin !== undefined && login === ownLogin) return true;
  return spoken.includes(name) && login === workflowVoice;
}
