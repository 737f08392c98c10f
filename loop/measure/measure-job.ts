import { jobKey } from "../../core/codec/keys.ts";
import type { ClaimedJob } from "../../core/model/job.ts";
import { type Manifest, manifestSchema } from "../../core/model/manifest.ts";
import type { Track } from "../../core/model/track.ts";
import type { JobReport } from "../../core/model/trigger.ts";
import { createValidator } from "../../core/model/validate.ts";
import type { Artifact } from "../publish/artifact.ts";
import type { JobMeasure } from "./measure.ts";

interface Published {
  track: Track;
  job: ClaimedJob;
  report: JobReport;
  artifact: Artifact | undefined;
  /** When publishing began. */
  start: number;
}

/** What a published job came to. */
export function measureJob({ track, job, report, artifact, start }: Published): JobMeasure {
  const { result, usage, usd, run } = report;
  const key = jobKey.format(job);
  const measure: JobMeasure = {
    type: "job",
    track,
    key,
    run,
    outcome: result.type === "failed" ? result.outcome : "done",
    report: { usage, usd },
    publish: { start, end: Date.now() },
  };
  if (job.since !== undefined) measure.since = job.since;
  const told = track.history.some((row) => row.job === key && row.run === job.republish?.run);
  const journal = told ? undefined : journalOf(artifact);
  if (journal) measure.journal = journal;
  return measure;
}

const validate = createValidator<Manifest>(manifestSchema);

/** What comes out of the agent zone counts only where it has its shape. */
function journalOf(artifact: Artifact | undefined): JobMeasure["journal"] {
  const checked = artifact && validate(artifact.manifest);
  return checked?.ok ? { at: checked.value.at, steps: checked.value.steps } : undefined;
}
