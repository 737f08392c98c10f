import type { RawEvent } from "./raw-event.ts";
import { type Json, record, text } from "./read-json.ts";

/**
 * Whether an event says that the default branch has new commits: every track of the repository may conflict with it now.
 * Of a track's own merge its pull request tells, and the push says nothing more.
 */
export function movesDefault({ name, payload }: RawEvent): boolean {
  const event = record(payload);
  const branch = text(record(event.repository).default_branch);
  if (name !== "push" || branch === "" || event.deleted === true) return false;
  return event.ref === `refs/heads/${branch}` && !isMergeOfTrack(event);
}

/** Whether a track's own pull request was merged into the default branch: other tracks may conflict with it now. */
export function mergesIntoDefault({ name, payload }: RawEvent): boolean {
  const event = record(payload);
  const pull = record(event.pull_request);
  if (name !== "pull_request" || event.action !== "closed" || pull.merged !== true) return false;
  return text(record(pull.base).ref) === text(record(event.repository).default_branch);
}

/** As GitHub's own words for a merge say; in other words, the push is looked at as well. */
function isMergeOfTrack(event: Json): boolean {
  const { head_commit, repository } = event;
  const owner = text(record(record(repository).owner).login);
  const [line = ""] = text(record(head_commit).message).split("\n");
  return /^Merge pull request #\d+ from /.test(line) && line.includes(` from ${owner}/gsd/`);
}
