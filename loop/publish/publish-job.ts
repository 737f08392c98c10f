import { type Claim, checkManifest, type ManifestCheck, readClaim } from "../../core/check/check-manifest.ts";
import { scanOf } from "../../core/check/scan-gate.ts";
import { jobKey, refOf } from "../../core/codec/keys.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { artifactOf } from "../../core/jobs/artifact-of.ts";
import { claimedBy } from "../../core/jobs/claimed-by.ts";
import type { DraftInput, PlanDraft } from "../../core/jobs/draft-answers.ts";
import { emptyDraft } from "../../core/jobs/plan-documents.ts";
import { conflictsOf, endedStuck, limitOf, spentBy } from "../../core/jobs/read-steps.ts";
import type { PublicationInput } from "../../core/jobs/row.ts";
import { rowOf } from "../../core/jobs/rows.ts";
import type { Access, CiStart } from "../../core/model/access.ts";
import { type ClaimedJob, type JobRef, noUsage, type Run } from "../../core/model/job.ts";
import type { Track } from "../../core/model/track.ts";
import type { JobReport, JobResult } from "../../core/model/trigger.ts";
import { termsFor } from "../../core/permissions/judge-request.ts";
import type { SpecCheck } from "../../core/plan/check-spec-changes.ts";
import { toText } from "../../core/text/to-text.ts";
import { ciStart } from "../../core/trust/ci-start.ts";
import { logAbout } from "../log-about.ts";
import { measureJob } from "../measure/measure-job.ts";
import type { Ports } from "../ports.ts";
import { readSpecCheck } from "../read-specs.ts";
import { runLoop } from "../run-loop.ts";
import { settleSpending } from "../settle-spending.ts";
import { tellBroken } from "../tell-broken.ts";
import { requireLedger } from "../tell-gone.ts";
import type { Artifact } from "./artifact.ts";
import { keepWork } from "./keep-work.ts";
import { type JobSight, lookAtJob } from "./look-at-job.ts";
import { type Publishing, performPublication } from "./perform-publication.ts";
import { readAmended } from "./read-amended.ts";
import { readBase } from "./read-base.ts";
import { readForPublication } from "./read-for-publication.ts";
import { readNewSpec } from "./read-new-spec.ts";
import { readProven } from "./read-proven.ts";
import { readScanTerms } from "./read-scan-terms.ts";
import { asking, ended, failed, heldEnds, isForLater, outcomeOfRefusal, refused } from "./results.ts";

export interface PublishRequest {
  job: JobRef;
  run: Run;
  /** When to stop by itself, and leave the result to a later run. */
  deadline: Date;
  /** Whose token this is done with. */
  access: Access;
  /** Undefined when the agent job left none. */
  artifact?: Artifact;
}

/** Checks what an agent left, publishes it, then runs the loop with the report. */
export async function publishJob(given: Ports, request: PublishRequest): Promise<Track | undefined> {
  const { job: ref, run } = request;
  const key = jobKey.format(ref);
  const claim = request.artifact && readClaim(request.artifact.manifest);
  const { issue } = ref;
  const { saved, ...sight } = await lookAtJob(given, issue, claim).catch(async (error: unknown) => {
    await tellBroken(given, { issue, thread: issue }, error);
    throw error;
  });
  const ports = logAbout(given, { issue, track: saved?.track, job: ref, run });
  if (!saved) await requireLedger(ports, ref.issue);
  const job = saved && claimedBy(saved.track, { key, run });
  if (!saved || !job) {
    ports.log.warn("nothing to publish: the ledger does not know this job in this run");
    return saved?.track;
  }
  const ci = ciStart(saved.track.config, request.access);
  if (ci?.type === "waits")
    ports.log.warn("CI is trusted, but waits for a person: publish has the workflow's token", {
      because: ci.why,
    });
  const start = Date.now();
  const report = await publish(ports, request, { track: saved.track, job, claim, ci, ...sight });
  if (ci) report.ci = ci;
  if (job.capUsd !== undefined || report.usd > 0) await settleSpending(ports, key, report.usd);
  ports.log.info("published", { result: report.result.type });
  const track = await runLoop(given, issue, { type: "job-finished", report }, { saved });
  ports.meter?.(measureJob({ track: saved.track, job, report, artifact: request.artifact, start }));
  return track;
}

interface Claimed extends Omit<JobSight, "saved"> {
  track: Track;
  job: ClaimedJob;
  claim: Claim | undefined;
  ci: CiStart | undefined;
}

async function publish(
  ports: Ports,
  { artifact, run, deadline }: PublishRequest,
  claimed: Claimed,
): Promise<JobReport> {
  const { track, job, ci } = claimed;
  const nobody = { job: refOf(job), run, usage: noUsage, usd: 0, seconds: 0, rounds: 1 };
  if (!artifact) {
    // Nobody will say what it spent: what was set aside for it counts.
    const usd = job.capUsd ?? 0;
    return { ...nobody, usd, result: failed("lost") };
  }
  const left = { ...nobody, artifact: artifact.digest };
  const scope = rowOf(job).scope(track, job);
  const read = await readForPublication(ports, claimed);
  const files: ManifestCheck["files"] = (sha256) => {
    const content = artifact.file(sha256);
    return content && { size: content.length, sha256, text: toText(content) };
  };
  const { changes = [] } = claimed.claim ?? {};
  const check: ManifestCheck = {
    manifest: artifact.manifest,
    expected: { job: refOf(job), base: job.base.sha },
    files,
    config: track.config,
    scope,
    mayStay: rowOf(job).mayStay?.(job) ?? false,
    rules: read.rules,
    existing: scope === "none" ? new Set() : await existingFor(ports, claimed),
    hints: job.task === undefined ? [] : (track.tasks[job.task]?.files ?? []),
    permissions: termsFor(track, { task: job.task, asksPeople: rowOf(job).asksPeople }),
    before: (path) => (isOfBase(claimed) ? claimed.texts.get(path) : undefined),
    scan: await readScanTerms(ports, { track, job, changes, files }),
  };
  const checked = checkManifest(check);
  const { manifest } = checked;
  if (!manifest) return { ...left, usd: job.capUsd ?? 0, result: refused(checked) };
  const limited = limitOf(manifest);
  const known = { ...left, ...spentBy(manifest), at: manifest.at, seconds: manifest.seconds };
  const spent = limited ? { ...known, limited } : known;
  const answers: DraftInput = {
    title: track.title,
    manifest: { steps: manifest.steps },
    documents: read.documents,
    protectedPaths: track.config.protected_paths,
  };
  if (read.before) answers.before = read.before;
  const kept = rowOf(job).keeps?.(track);
  if (kept) answers.kept = kept;
  const plan = await ports.parse("answers", answers);
  const specs = plan.ok ? await checkSpecs(ports, claimed, plan.value) : undefined;
  const input: PublicationInput = {
    ...read,
    plan: plan.ok ? plan.value : emptyDraft,
    track,
    job,
    manifest,
    change: { ...check, changes: manifest.changes },
    scan: scanOf({ ...check, changes: manifest.changes }),
    sha256: ports.sha256,
  };
  if (specs) input.specs = specs;
  const amended = await readAmended(ports, claimed, manifest);
  if (amended) input.amended = amended;
  const proven = await readProven(ports, claimed, manifest);
  if (proven) input.proven = proven;
  const newSpec = await readNewSpec(ports, { ...claimed, ...read }, manifest);
  if (newSpec) input.newSpec = newSpec;
  const publishing: Publishing = { input, artifact, deadline, repository: read.repository };
  if (ci) publishing.ci = ci;
  const unread = plan.ok ? undefined : failed("invalid-answer", `What the agents wrote ${plan.message}.`);
  const result = unread ?? (checked.ok ? await publishSound(ports, publishing) : refused(checked));
  if (result.type !== "failed") return { ...spent, result };
  if (endedStuck(manifest)) result.repeated = true;
  const conflicts = conflictsOf(manifest);
  if (conflicts.length > 0) return { ...spent, result: { ...result, files: conflicts } };
  return { ...spent, result: await keepWork(ports, { ...publishing, check }, result) };
}

/** How the spec changes of a plan fit its base; what is wrong with them is wrong with its SPEC.md. */
async function checkSpecs(
  ports: Ports,
  { track, job }: Claimed,
  { documents: { spec } }: PlanDraft,
): Promise<SpecCheck | undefined> {
  if (!spec || spec.problems.length > 0) return undefined;
  const check = await readSpecCheck(ports, spec.text, { ref: job.base.sha, track, meets: true });
  spec.problems.push(...check.problems);
  return check;
}

/** What was seen of another commit than the job's own counts for nothing. */
function existingFor({ github }: Ports, { job, claim, folders }: Claimed): Promise<ReadonlySet<string>> {
  const { paths = [] } = claim ?? {};
  const seen = isOfBase({ job, claim }) ? folders : undefined;
  return readBase(github, { commit: job.base.sha, paths }, seen);
}

function isOfBase({ job, claim }: Pick<Claimed, "job" | "claim">): boolean {
  return claim?.base === job.base.sha;
}

async function publishSound(ports: Ports, publishing: Publishing): Promise<JobResult> {
  const { input } = publishing;
  const { track, job, manifest } = input;
  // Dropped meanwhile: nobody waits for its result.
  if (!track.jobs.includes(job)) return failed("cancelled");
  if (manifest.outcome === "asked") return asking(input);
  if (manifest.outcome !== "done") return ended(manifest);
  try {
    const publication = rowOf(job).publication(input);
    if ("outcome" in publication) return failed(publication.outcome, publication.reason);
    const bound = await performPublication(ports, publishing, publication.steps);
    return publication.result(bound);
  } catch (error) {
    if (!(error instanceof GsdError)) throw error;
    ports.log.warn("could not publish", { job: jobKey.format(job), code: error.code, why: error.message });
    // The result is as good as before, and its artifact is there: a later run publishes it, and no agent works again.
    if (isForLater(error)) throw error;
    if (error.code !== "pulls-forbidden") return failed(outcomeOfRefusal(error), error.message);
    return {
      type: "held",
      branch: "",
      base: "",
      text: error.message,
      artifact: artifactOf(job).artifact,
      ...heldEnds(error),
    };
  }
}
