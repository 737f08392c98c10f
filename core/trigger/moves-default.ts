import type { RawEvent } from "./raw-event.ts";
import { record, text } from "./read-json.ts";

/** Whether an event says that the default branch has new commits: every track of the repository may conflict with it now. */
export function movesDefault({ name, payload }: RawEvent): boolean {
  const event = record(payload);
  const branch = text(record(event.repository).default_branch);
  if (name !== "push" || branch === "" || event.deleted === true) return false;
  return event.ref === `refs/heads/${branch}`;
}
