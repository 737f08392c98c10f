import { jobKey } from "../../core/codec/keys.ts";
import { marker } from "../../core/codec/markers.ts";
import type { PublicationInput } from "../../core/jobs/row.ts";
import type { Ports } from "../ports.ts";

/** A job's own comment: its marker, and whether it is there already. */
export async function findComment(
  { github }: Ports,
  { job }: PublicationInput,
  thread: number,
): Promise<{ marker: string; found: boolean }> {
  const mark = marker.format("say", jobKey.format(job));
  const comments = await github.comments(thread);
  return { marker: mark, found: comments.some(({ author, body }) => author.bot && body.includes(mark)) };
}
