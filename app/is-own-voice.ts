import type { RawEvent } from "../core/trigger/raw-event.ts";
import { record, text } from "../core/trigger/read-json.ts";

const spoken = ["issues", "issue_comment", "pull_request_review"];

/**
 * Whether we said this ourselves, through the App or through a workflow: our own text is never a command.
 * What we *did* still counts: a merge by a workflow's token is a merge. No person's login can end in `[bot]`.
 */
export function isOwnVoice({ name, payload }: RawEvent, ownLogin: string | undefined): boolean {
  if (!spoken.includes(name)) return false;
  const login = text(record(record(payload).sender).login);
  return login === "github-actions[bot]" || (ownLogin !== undefined && login === ownLogin);
}
