import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { handleEvent, type Leg, nextLeg } from "../../action/control.ts";
import { parseRule, type Rule } from "../../core/check/rules.ts";
import { jobKey } from "../../core/codec/keys.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { RepoName, TokenPermissions, WorkflowEvent } from "../../local/actions-port.ts";
import type { Forge } from "../../local/forge/create-forge.ts";
import type { Mode } from "../../local/render-stub.ts";
import { issueDigest } from "../../loop/observe.ts";
import type { Ports } from "../../loop/ports.ts";
import type { Artifact } from "../../loop/publish/artifact.ts";
import { publishJob } from "../../loop/publish/publish-job.ts";
import type { Mortals } from "./mortals.ts";
import { answerAs } from "./scripted-agent.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface WorkflowFile {
  jobs: Record<string, { permissions: TokenPermissions }>;
}

function permissionsIn(file: string, job: string): TokenPermissions {
  const workflow = parse(readFileSync(`${root}.github/workflows/${file}`, "utf8")) as WorkflowFile;
  return workflow.jobs[job]!.permissions;
}

const permissions = {
  control: permissionsIn("gsd.yml", "control"),
  agent: permissionsIn("gsd-job.yml", "agent"),
  publish: permissionsIn("gsd-job.yml", "publish"),
};

const rules: Rule[] = ["no-debugger", "no-conflict-markers"].flatMap((name) => {
  const parsed = parseRule(readFileSync(`${root}rules/${name}.yml`, "utf8"));
  return parsed.ok ? [parsed.rule] : [];
});

/** Whether the stub starts a runner for an event: its `on:` and its `if:`. With the App it hears no others. */
export function startsRun({ name, action, payload }: WorkflowEvent, mode: Mode): boolean {
  const event = payload as {
    sender?: { type: string };
    label?: { name: string };
    comment?: { body: string };
    pull_request?: { head: { ref: string } };
  };
  const byPerson = event.sender?.type === "User";
  const ofOurs = event.pull_request?.head.ref.startsWith("gsd") ?? false;
  if (name === "workflow_dispatch" || name === "schedule") return true;
  if (mode === "app") return false;
  if (name === "issues") return action === "labeled" && byPerson && !!event.label?.name.startsWith("gsd");
  if (name === "issue_comment")
    return action === "created" && byPerson && !!event.comment?.body.includes("/");
  if (name === "pull_request") return action === "closed" && ofOurs;
  if (name === "pull_request_review") return action === "submitted" && byPerson && ofOurs;
  return false;
}

export interface Theatre {
  forge: Forge;
  repo: RepoName;
  mortals: Mortals;
}

/** Plays one run of the stub: control, then the legs that it claimed, one after the other. */
export async function playRun(theatre: Theatre, event: WorkflowEvent): Promise<void> {
  const { actions } = theatre.forge;
  const inputs = event.payload["inputs"] as { key?: string } | null | undefined;
  const key = inputs?.key ?? "";
  const id = event.runId ?? createRun(theatre, event);
  actions.updateRun(id, { status: "in_progress", displayTitle: `gsd ${key || event.name}` });
  const run = { id, attempt: 1 };
  const occasion = { event: { name: event.name, payload: event.payload }, key, run };
  const zone = { runId: id, name: "control", permissions: permissions.control };
  const control = await theatre.mortals.run(zone, (ports) => handleEvent(ports, occasion));
  let ok = control.ok;
  for (const leg of (control.ok && control.value) || []) ok = (await playLeg(theatre, run, leg)) && ok;
  actions.updateRun(id, { status: "completed", conclusion: ok ? "success" : "failure" });
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
    workflowPath: ".github/workflows/gsd.yml",
    workflowName: "gsd",
    displayTitle: `gsd ${event.name}`,
    event: event.name,
    headBranch: "main",
    headSha: event.sha,
    actor: event.actor,
  });
}

type Run = { id: number; attempt: number };

/** agent → publish → review → publish-review, as gsd-job.yml has them. */
async function playLeg(theatre: Theatre, run: Run, leg: Leg): Promise<boolean> {
  const first = await playJob(theatre, run, { leg, suffix: "", inline: true });
  if (!first.next) return first.ok;
  const review = await playJob(theatre, run, { leg: first.next, suffix: "-review", inline: false });
  return first.ok && review.ok;
}

async function playJob(
  { mortals }: Theatre,
  run: Run,
  { leg, suffix, inline }: { leg: Leg; suffix: string; inline: boolean },
): Promise<{ ok: boolean; next?: Leg | undefined }> {
  const name = (zone: string) => `${zone}${suffix} ${leg.key}`;
  const agent = await mortals.run(
    { runId: run.id, name: name("agent"), permissions: permissions.agent },
    (ports) => playAgent(ports, leg.key, run),
  );
  const artifact = agent.ok ? { artifact: agent.value } : {};
  const job = jobKey.parse(leg.key)!;
  const publish = await mortals.run(
    { runId: run.id, name: name("publish"), permissions: permissions.publish },
    async (ports) => {
      const track = await publishJob(ports, { job, run, ...artifact, rules, agents: [], inline });
      return inline ? nextLeg(track, job, run) : undefined;
    },
  );
  return { ok: agent.ok && publish.ok, next: publish.ok ? publish.value : undefined };
}

/** Reads what `action/agent.ts` reads; the answer is a script's. */
async function playAgent({ github, ledger, sha256 }: Ports, key: string, run: Run): Promise<Artifact> {
  const ref = jobKey.parse(key)!;
  const saved = await ledger.load(ref.issue);
  const job = saved?.track.jobs.find((live) => jobKey.format(live) === key && live.run?.id === run.id);
  if (!saved || !job?.base) throw new GsdError("key", `"${key}" is no job that this run has claimed.`);
  if (job.kind.startsWith("plan-")) {
    const issue = await github.issue(job.issue);
    if (!issue || issueDigest({ sha256 }, issue) !== saved.track.textSha256)
      throw new GsdError("text-changed", "the issue's text changed after the plan was asked for");
  }
  return answerAs(job, saved.track);
}
