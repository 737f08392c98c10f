import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { awaitClaim } from "../../action/begin.ts";
import { handleEvent, type Leg } from "../../action/control.ts";
import { artifactName, jobKey } from "../../core/codec/keys.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { JobKind, Run } from "../../core/model/job.ts";
import type { RepoName, TokenPermissions, WorkflowEvent } from "../../local/actions-port.ts";
import type { Forge } from "../../local/forge/create-forge.ts";
import type { Mode } from "../../local/render-stub.ts";
import { issueDigest } from "../../loop/observe-sender.ts";
import type { Ports } from "../../loop/ports.ts";
import type { Artifact } from "../../loop/publish/artifact.ts";
import { publishJob } from "../../loop/publish/publish-job.ts";
import type { Ending, Mortals } from "./mortals.ts";
import { answerAs } from "./scripted-agent.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The forge only has to know that there is one. */
const empty = mkdtempSync(join(tmpdir(), "gsd-empty-"));

interface WorkflowFile {
  jobs: Record<string, { permissions: TokenPermissions }>;
}

function permissionsIn(file: string, job: string): TokenPermissions {
  const workflow = parse(readFileSync(`${root}${file}`, "utf8")) as WorkflowFile;
  return workflow.jobs[job]!.permissions;
}

const permissions = {
  control: permissionsIn(".github/workflows/gsd.yml", "control"),
  agent: permissionsIn(".github/workflows/gsd-job.yml", "agent"),
  // Publish leaves its own to the stub.
  publish: permissionsIn("cli/templates/gsd-action.yml", "gsd"),
};

function mayTick(body: string): boolean {
  return body.includes("<!-- gsd:dashboard ") && body.includes("- [x] <!-- gsd:box ");
}

/** Whether a stub starts a runner for an event: its `on:` and its `if:`. With the App there is one, which hears dispatches only. */
export function startsRun({ name, action, payload }: WorkflowEvent, mode: Mode): boolean {
  const event = payload as {
    sender?: { type: string };
    label?: { name: string };
    comment?: { body: string };
    issue?: { comments: number; body?: string | null };
    ref?: string;
    pull_request?: { head: { ref: string } };
  };
  const byPerson = event.sender?.type === "User";
  const ofOurs = event.pull_request?.head.ref.startsWith("gsd") ?? false;
  if (name === "workflow_dispatch") return true;
  if (mode === "app") return false;
  if (name === "schedule") return true;
  if (name === "issues" && byPerson) {
    if (action === "labeled" || action === "unlabeled") return event.label?.name.startsWith("gsd") ?? false;
    if (action === "edited") return mayTick(event.issue?.body ?? "");
    return (action === "closed" || action === "reopened") && (event.issue?.comments ?? 0) > 0;
  }
  if (name === "issue_comment") {
    const body = event.comment?.body ?? "";
    const says = action === "created" && /(^|\n)\//.test(body);
    return byPerson && (says || (body.includes("<!-- gsd:form ") && body.includes("- [x] ")));
  }
  if (name === "pull_request") return (action === "closed" || action === "reopened") && ofOurs;
  if (name === "push" && event.ref === "refs/heads/main") return true;
  if (name === "push") return byPerson && /^refs\/heads\/gsd\/(?!ledger$)/.test(event.ref ?? "");
  if (name === "pull_request_review")
    return (action === "submitted" || action === "dismissed") && byPerson && ofOurs;
  return false;
}

export interface Theatre {
  forge: Forge;
  repo: RepoName;
  mortals: Mortals;
  /** What a hostile crew makes of its result, before it is kept. */
  disturb?: (artifact: Artifact, key: string) => Artifact;
}

/** Plays one run of the stub: control, unless the run was told its legs, then these, one after the other. */
export async function playRun(theatre: Theatre, event: WorkflowEvent): Promise<void> {
  const { actions } = theatre.forge;
  const { key = "", legs = "" } = (event.payload["inputs"] ?? {}) as { key?: string; legs?: string };
  const id = event.runId ?? createRun(theatre, event);
  actions.updateRun(id, { status: "in_progress", displayTitle: `gsd ${key || event.name}` });
  const run = { id, attempt: 1 };
  const control =
    legs === ""
      ? await playControl(theatre, run, event)
      : { ok: true as const, value: JSON.parse(legs) as Leg[] };
  let ok = control.ok;
  for (const leg of control.ok ? control.value : []) ok = (await playLeg(theatre, run, leg.key)) && ok;
  actions.updateRun(id, { status: "completed", conclusion: ok ? "success" : "failure" });
}

function playControl({ mortals }: Theatre, run: Run, event: WorkflowEvent): Promise<Ending<Leg[]>> {
  const occasion = { event: { name: event.name, payload: event.payload }, ref: "refs/heads/main", run };
  const zone = { runId: run.id, name: "control", permissions: permissions.control };
  return mortals.run(zone, (ports) => handleEvent(ports, occasion));
}

/** A dispatch whose run never started: GitHub cancels it after a day. */
export function loseRun({ forge }: Theatre, event: WorkflowEvent): void {
  const key = (event.payload["inputs"] as { key?: string } | undefined)?.key ?? "";
  if (event.runId === undefined) return;
  forge.actions.updateRun(event.runId, {
    status: "completed",
    conclusion: "cancelled",
    displayTitle: `gsd ${key}`,
  });
}

function createRun({ forge, repo }: Theatre, event: WorkflowEvent): number {
  return forge.actions.createRun({
    repo,
    workflowPath: `.github/workflows/${["schedule", "push"].includes(event.name) ? "gsd-tick.yml" : "gsd.yml"}`,
    workflowName: event.name === "schedule" ? "gsd tick" : "gsd",
    displayTitle: `gsd ${event.name}`,
    event: event.name,
    headBranch: "main",
    headSha: event.sha,
    actor: event.actor,
  });
}

/** Where a leg leaves what its agent made, for itself and for whoever publishes it again. */
const artifacts = new WeakMap<Forge, Map<string, Artifact>>();

function artifactsOf(forge: Forge): Map<string, Artifact> {
  const known = artifacts.get(forge) ?? new Map<string, Artifact>();
  artifacts.set(forge, known);
  return known;
}

/** agent → publish, as gsd-job.yml has them. */
async function playLeg(theatre: Theatre, run: Run, key: string): Promise<boolean> {
  const { mortals, forge } = theatre;
  const kept = artifactsOf(forge);
  const agent = await mortals.run(
    { runId: run.id, name: `agent ${key}`, permissions: permissions.agent },
    (ports) => playAgent(ports, key, run),
  );
  if (agent.ok && !agent.value) return true;
  const made = agent.ok ? agent.value : undefined;
  const name = made?.name ?? "";
  if (made?.artifact) {
    kept.set(name, theatre.disturb?.(made.artifact, key) ?? made.artifact);
    await forge.actions.saveArtifact({ runId: run.id, name, folder: empty, retentionDays: 3 });
  }
  const artifact = kept.get(name);
  const job = jobKey.parse(key)!;
  const publish = await mortals.run(
    { runId: run.id, name: `publish ${key}`, permissions: permissions.publish },
    (ports) => {
      const deadline = new Date(ports.now().getTime() + 9 * 60_000);
      const access = { by: "workflow", because: "no-address" } as const;
      const request = { job, run, deadline, access };
      return publishJob(ports, artifact ? { ...request, artifact } : request);
    },
  );
  return agent.ok && publish.ok;
}

/** Kinds whose agents are shown the issue. */
const readsIssue: JobKind[] = ["plan"];

/** Reads what `action/begin.ts` and `action/agent.ts` read; the answer is a script's. Nothing for a leg that is another run's. */
async function playAgent(
  ports: Ports,
  key: string,
  run: Run,
): Promise<{ name: string; artifact?: Artifact } | undefined> {
  const claimed = await awaitClaim(ports, { key, run, patienceMs: 1_500 });
  if (!claimed) return undefined;
  const { job, track } = claimed;
  if (job.republish) return { name: job.republish.artifact };
  const name = artifactName.format(job, run.attempt);
  if (readsIssue.includes(job.kind)) {
    const issue = await ports.github.issue(job.issue);
    if (!issue || issueDigest(ports, issue) !== track.textSha256)
      throw new GsdError("text-changed", "the issue's text changed after the plan was asked for");
  }
  return { name, artifact: answerAs(job, track) };
}
