import { checkManifest, type ManifestResult } from "../../core/check/check-manifest.ts";
import type { Rule } from "../../core/check/rules.ts";
import { jobKey } from "../../core/codec/keys.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Doer, JobKind, JobRef, Outcome } from "../../core/model/job.ts";
import type { LiveJob } from "../../core/model/live-job.ts";
import type { Manifest } from "../../core/model/manifest.ts";
import type { Track } from "../../core/model/track.ts";
import type { JobReport } from "../../core/model/trigger.ts";
import type { SourceFile } from "../../core/prompt/merge-agents.ts";
import { pullsSetting } from "../../core/render/says.ts";
import type { Ports } from "../ports.ts";
import { runLoop } from "../run-loop.ts";
import type { Artifact } from "./artifact.ts";
import { bookSpending } from "./book-spending.ts";
import { keepWork } from "./keep-work.ts";
import { publishBacklog } from "./publish-backlog.ts";
import { publishDocument } from "./publish-document.ts";
import { publishReview } from "./publish-review.ts";
import { publishRollback } from "./publish-rollback.ts";
import { publishTask } from "./publish-task.ts";
import { publishVerification } from "./publish-verification.ts";

/** What a publisher needs: the job as the ledger has it, and what the agent left, checked. */
export interface Publication {
  ports: Ports;
  track: Track;
  job: LiveJob;
  manifest: Manifest;
  artifact: Artifact;
  rules: Rule[];
  /** The roles that we ship. */
  agents: readonly SourceFile[];
}

/** What a publisher found out; an outcome other than `done` means that nothing of it counts. */
export type Published = Partial<JobReport>;

const publishers: Record<JobKind, (publication: Publication) => Promise<Published>> = {
  "plan-spec": publishDocument,
  "plan-arch": publishDocument,
  "plan-qa": publishDocument,
  backlog: publishBacklog,
  task: publishTask,
  review: publishReview,
  verify: publishVerification,
  rollback: publishRollback,
};

export interface PublishRequest {
  job: JobRef;
  run: { id: number; attempt: number };
  /** Undefined when the agent job left none. */
  artifact?: Artifact;
  rules: Rule[];
  agents: readonly SourceFile[];
  /** Whether this leg can go on with the review of what it published. */
  inline: boolean;
}

/** Checks what an agent left, publishes it, then runs the loop with the report. */
export async function publishJob(ports: Ports, request: PublishRequest): Promise<Track | undefined> {
  const { job: ref, run } = request;
  const saved = await ports.ledger.load(ref.issue);
  const isIts = (live: LiveJob) => jobKey.format(live) === jobKey.format(ref) && live.run?.id === run.id;
  const job = saved?.track.jobs.find(isIts) ?? saved?.track.leaving?.find(isIts);
  if (!saved || !job) {
    ports.log.warn("nothing to publish: the ledger does not know this job in this run", {
      job: jobKey.format(ref),
      run: run.id,
    });
    return saved?.track;
  }
  const usage = { input: 0, output: 0 };
  const report: JobReport = {
    job: ref,
    run,
    outcome: "done",
    usage,
    ...(await publish(ports, request, saved.track, job)),
  };
  await bookSpending(ports, report.usd ?? 0);
  ports.log.info("published", { job: jobKey.format(ref), outcome: report.outcome, pull: report.pull });
  return runLoop(ports, ref.issue, { type: "job-finished", report, inline: request.inline }, saved);
}

async function publish(
  ports: Ports,
  request: PublishRequest,
  track: Track,
  job: LiveJob,
): Promise<Published> {
  const { artifact, rules, agents } = request;
  if (!artifact) return failed("crashed", "the agent job ended without leaving a result");
  const check = {
    files: (sha256: string) => {
      const content = artifact.file(sha256);
      return content && { size: content.length, sha256 };
    },
    config: track.config,
    scope: job.kind === "task" ? track.tasks[job.task!]?.files : undefined,
  };
  const expected = { job: request.job, base: job.base!.sha };
  const checked = checkManifest({ manifest: artifact.manifest, expected, ...check });
  const { manifest } = checked;
  if (!manifest) return refused(checked);
  const publication = { ports, track, job, manifest, artifact, rules, agents };
  const published = checked.ok ? await publishSound(publication) : refused(checked);
  const report = { ...spentBy(manifest), ...published };
  const { outcome = "done" } = published;
  return outcome === "done" ? report : { ...report, ...(await keepWork(publication, { outcome, check })) };
}

/** What a run says of itself, whatever became of it. */
function spentBy({ engine, model, usage, usd, until, notes }: Manifest): Published {
  const by: Doer = { engine, ...(model ? { model } : {}), ...(usd ? { usd } : {}) };
  return {
    ...{ usage, by },
    ...(usd ? { usd } : {}),
    ...(until ? { until } : {}),
    ...(notes ? { notes } : {}),
  };
}

async function publishSound(publication: Publication): Promise<Published> {
  const { ports, track, job, manifest } = publication;
  // Dropped meanwhile: nobody waits for its result.
  if (!track.jobs.includes(job)) return failed("cancelled");
  if (manifest.outcome !== "done") return failed(manifest.outcome, manifest.reason);
  try {
    return await publishers[job.kind](publication);
  } catch (error) {
    if (!(error instanceof GsdError)) throw error;
    ports.log.warn("could not publish", { job: jobKey.format(job), code: error.code });
    return explain(error);
  }
}

function refused(checked: ManifestResult): Published {
  if (checked.ok) return {};
  const problems = checked.problems.slice(0, 5).map((problem) => problem.replace(/\.$/, ""));
  return failed(checked.outcome, problems.join("; "));
}

function explain({ code, message }: GsdError): Published {
  if (code === "pulls-forbidden")
    return failed("refused-change", `${message.replace(/\.$/, "")}; ${pullsSetting}`);
  return failed(code === "hands-off" ? "hands-off" : "crashed", message);
}

export function failed(outcome: Outcome, reason?: string): Published {
  return reason === undefined ? { outcome } : { outcome, reason };
}
