import { jobKey } from "../codec/keys.ts";
import { marker } from "../codec/markers.ts";
import type { JobRef } from "../model/job.ts";
import { block } from "../text/foreign.ts";

/** What an agent did about a discussion, as the last word in it. */
export function threadAnswer(job: JobRef, done: string): string {
  return `${block(done)}\n\nIf that is not what you meant, unresolve this and comment \`/revise\` again.\n\n${marker.format("answer", jobKey.format(job))}`;
}
