import {
  type Claim,
  checkManifest,
  keepableChanges,
  type ManifestCheck,
  type ManifestResult,
  readClaim,
} from "../../core/check/check-manifest.ts";
import { jobKey, refOf } from "../../core/codec/keys.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { artifactOf } from "../../core/jobs/artifact-of.ts";
import { claimedBy } from "../../core/jobs/claimed-by.ts";
import type { DraftInput, PlanDraft } from "../../core/jobs/draft-answers.ts";
import { questionsOf } from "../../core/jobs/forms.ts";
import { emptyDraft } from "../../core/jobs/plan-documents.ts";
import { conflictsOf, endedStuck, limitOf, spentBy, untilOf } from "../../core/jobs/read-steps.ts";
import type { PublicationInput } from "../../core/jobs/row.ts";
import { rowOf } from "../../core/jobs/rows.ts";
import type { Access, CiStart } from "../../core/model/access.ts";
import { type ClaimedJob, type JobRef, noUsage, type Run } from "../../core/model/job.ts";
import type { Manifest } from "../../core/model/manifest.ts";
import { questionsLeft } from "../../core/model/question.ts";
import type { Track } from "../../core/model/track.ts";
import type { JobReport, JobResult } from "../../core/model/trigger.ts";
import type { SpecCheck } from "../../core/plan/check-spec-changes.ts";
import { toText } from "../../core/text/to-text.ts";
import { ciStart } from "../../core/trust/ci-start.ts";
import type { Ports } from "../ports.ts";
import { readSpecCheck } from "../read-specs.ts";
import { runLoop } from "../run-loop.ts";
import { settleSpending } from "../settle-spending.ts";
import { tellBroken } from "../tell-broken.ts";
import { requireLedger } from "../tell-gone.ts";
import type { Artifact } from "./artifact.ts";
import { type JobSight, lookAtJob } from "./look-at-job.ts";
import { type Publishing, performPublication } from "./perform-publication.ts";
import { readAmended } from "./read-amended.ts";
import { readBase } from "./read-base.ts";
import { readForPublication } from "./read-for-publication.ts";
import { readNewSpec } from "./read-new-spec.ts";

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
export async function publishJob(ports: Ports, request: PublishRequest): Promise<Track | undefined> {
  const { job: ref, run } = request;
  const key = jobKey.format(ref);
  const claim = request.artifact && readClaim(request.artifact.manifest);
  const { saved, folders } = await lookAtJob(ports, ref.issue, claim).catch(async (error: unknown) => {
    await tellBroken(ports, { issue: ref.issue, thread: ref.issue }, error);
    throw error;
  });
  if (!saved) await requireLedger(ports, ref.issue);
  const job = saved && claimedBy(saved.track, { key, run });
  if (!saved || !job) {
    ports.log.warn("nothing to publish: the ledger does not know this job in this run", {
      job: key,
      run: run.id,
    });
    return saved?.track;
  }
  const ci = ciStart(saved.track.config, request.access);
  if (ci?.type === "waits")
    ports.log.warn("CI is trusted, but waits for a person: publish has the workflow's token", {
      because: ci.why,
    });
  const report = await publish(ports, request, { track: saved.track, job, claim, folders, ci });
  if (ci) report.ci = ci;
  if (job.capUsd !== undefined || report.usd > 0) await settleSpending(ports, key, report.usd);
  ports.log.info("published", { job: key, result: report.result.type });
  return runLoop(ports, ref.issue, { type: "job-finished", report }, { saved });
}

interface Claimed {
  track: Track;
  job: ClaimedJob;
  claim: Claim | undefined;
  ci: CiStart | undefined;
  folders: JobSight["folders"];
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
  const check: ManifestCheck = {
    manifest: artifact.manifest,
    expected: { job: refOf(job), base: job.base.sha },
    files: (sha256) => {
      const content = artifact.file(sha256);
      return content && { size: content.length, sha256, text: toText(content) };
    },
    config: track.config,
    scope,
    mayStay: rowOf(job).mayStay?.(job) ?? false,
    rules: read.rules,
    existing: scope === "none" ? new Set() : await existingFor(ports, claimed),
  };
  const checked = checkManifest(check);
  const { manifest } = checked;
  if (!manifest) return { ...left, usd: job.capUsd ?? 0, result: refused(checked) };
  const limited = limitOf(manifest);
  const known = { ...left, ...spentBy(manifest), seconds: manifest.seconds };
  const spent = limited ? { ...known, limited } : known;
  const answers: DraftInput = {
    title: track.title,
    manifest: { steps: manifest.steps },
    documents: read.documents,
    protectedPaths: track.config.protected_paths,
  };
  if (read.before) answers.before = read.before;
  const plan = await ports.parse("answers", answers);
  const specs = plan.ok ? await checkSpecs(ports, claimed, plan.value) : undefined;
  const input: PublicationInput = {
    ...read,
    plan: plan.ok ? plan.value : emptyDraft,
    track,
    job,
    manifest,
    texts: textsOf(manifest, check),
    sha256: ports.sha256,
  };
  if (specs) input.specs = specs;
  const amended = await readAmended(ports, claimed, manifest);
  if (amended) input.amended = amended;
  const newSpec = await readNewSpec(ports, { ...claimed, ...read }, manifest);
  if (newSpec) input.newSpec = newSpec;
  const publishing: Publishing = { input, artifact, deadline };
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
  const { base, paths = [] } = claim ?? {};
  const commit = job.base.sha;
  return readBase(github, { commit, paths }, base === commit ? folders : undefined);
}

function textsOf({ changes }: Manifest, { files }: ManifestCheck): { path: string; text: string }[] {
  return changes.flatMap((change) => {
    const found = "sha256" in change ? files(change.sha256) : undefined;
    return found ? [{ path: change.path, text: found.text }] : [];
  });
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

/** Of what people did meanwhile we say what it was; the rest went wrong here. */
function outcomeOfRefusal({ code }: GsdError): Manifest["outcome"] {
  return code === "hands-off" || code === "conflict" ? code : "crashed";
}

/** What a later run may well be able to publish. */
function isForLater({ code }: GsdError): boolean {
  return code === "unavailable" || code === "rate-limited" || code === "deadline";
}

/** Where GitHub refused a pull request: its two ends, for a link. */
function heldEnds(error: GsdError): { branch?: string; base?: string } {
  const ends = error.cause as { branch?: string; base?: string } | undefined;
  return ends?.branch && ends.base ? { branch: ends.branch, base: ends.base } : {};
}

/** Nobody asks more than they may, whatever the agent zone says. */
function asking({ track, job, manifest }: PublicationInput): JobResult {
  const left = rowOf(job).asksPeople ? questionsLeft(track.forms, job.task) : 0;
  const questions = questionsOf(manifest).slice(0, left);
  if (questions.length === 0) return failed("invalid-answer", "It asked people something, and may not.");
  return { ...failed("asked"), questions };
}

function ended(manifest: Manifest): JobResult {
  const until = untilOf(manifest);
  const result = failed(manifest.outcome, manifest.reason);
  return until === undefined ? result : { ...result, until };
}

/** That work cannot be kept is no reason to lose the report. */
async function keepWork(
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

function refused(checked: ManifestResult): JobResult {
  if (checked.ok) return failed("crashed");
  const problems = checked.problems.slice(0, 5).map((problem) => problem.replace(/\.$/, ""));
  return failed(checked.outcome, `${problems.join("; ")}.`);
}

function failed(outcome: Manifest["outcome"], reason?: string): Extract<JobResult, { type: "failed" }> {
  return reason === undefined
    ? { type: "failed", outcome }
    : { type: "failed", outcome, reason: reason.slice(0, 4_000) };
}
