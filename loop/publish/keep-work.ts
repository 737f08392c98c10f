import { keepableChanges, type ManifestCheck } from "../../core/check/check-manifest.ts";
import { jobKey } from "../../core/codec/keys.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { rowOf } from "../../core/jobs/rows.ts";
import type { JobResult } from "../../core/model/trigger.ts";
import type { Ports } from "../ports.ts";
import { type Publishing, performPublication } from "./perform-publication.ts";

/** That work cannot be kept is no reason to lose the report. */
export async function keepWork(
  ports: Ports,
  { check, ...publishing }: Publishing & { check: ManifestCheck },
  result: Extract<JobResult, { type: "failed" }>,
): Promise<JobResult> {
  const { input } = publishing;
  const { track, job } = input;
  const manifest = { ...input.manifest, outcome: result.outcome };
  const row = rowOf(job);
  const last = row.lastResort?.({ ...input, manifest });
  const keep = last ?? row.keep({ ...input, manifest, sound: keepableChanges(manifest, check) });
  if (!keep) return result;
  try {
    const bound = await performPublication(
      ports,
      { ...publishing, input: { ...input, manifest } },
      keep.steps,
    );
    if ("result" in keep) return keep.result(bound);
    const resume = keep.resume(bound);
    return resume ? { ...result, resume } : result;
  } catch (error) {
    if (!(error instanceof GsdError)) throw error;
    // Nobody publishes a job again that was dropped meanwhile.
    if (error.code === "deadline" && track.jobs.includes(job)) throw error;
    ports.log.warn("unfinished work could not be saved", { job: jobKey.format(job), code: error.code });
    return result;
  }
}
