import { runTitle } from "../codec/run-title.ts";
import { type Json, positive, record, text } from "./read-json.ts";

/**
 * The issue that a run of ours worked for, by its title: the ledger knows the rest. Whoever may start workflows can give one such a
 * title, which names nothing but an issue to look at.
 */
export function issueOfRun(event: Json): { issue: number; run: number } | undefined {
  const raw = record(event.workflow_run);
  const named = raw.event === "workflow_dispatch" ? runTitle.parse(text(raw.display_title)) : undefined;
  const run = positive(raw.id);
  return named === undefined || run === undefined ? undefined : { issue: named.issue, run };
}

/** Whether an event is of such a run. */
export function isOwnRun(event: Json): boolean {
  return issueOfRun(event) !== undefined;
}
