import { newestAnswer } from "../../core/check/answers-of.ts";
import { filesNamed } from "../../core/check/evidence.ts";
import type { ClaimedJob } from "../../core/model/job.ts";
import type { Manifest } from "../../core/model/manifest.ts";
import type { Ports } from "../ports.ts";
import { readBase } from "./read-base.ts";

/** The files of the commit around those that a verification names as evidence; undefined for jobs that name none. */
export async function readProven(
  { github }: Ports,
  { job }: { job: ClaimedJob },
  manifest: Manifest,
): Promise<ReadonlySet<string> | undefined> {
  const answer = newestAnswer(manifest, "verification");
  const paths = filesNamed(answer?.criteria ?? []);
  return paths.length > 0 ? readBase(github, { commit: job.base.sha, paths }) : undefined;
}
