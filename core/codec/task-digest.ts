import type { BacklogTask } from "../model/backlog.ts";

/** What an approved task is known by: an edit of its entry after approval changes nothing that runs. */
export function taskDigest(task: BacklogTask, sha256: (text: string) => string): string {
  return sha256(JSON.stringify(task));
}
