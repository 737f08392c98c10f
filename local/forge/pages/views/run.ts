import { type Html, html } from "../../../../web/html.ts";
import { renderMarkdown } from "../../../../web/markdown/render-markdown.ts";
import { growJobTree, type JobTree, outcomeOf } from "../job-tree.ts";
import { encodePath, formatDuration, renderForm, renderOutcome, renderTime } from "../parts.ts";
import { redirect } from "../redirect.ts";
import type { Artifact, Job, PageContext, Run, View } from "../types.ts";
import { renderLog } from "./log.ts";
import { REFRESH } from "./runs.ts";

/** `/{owner}/{repo}/actions/runs/{id}`. */
export const showRun: View = async (context) => {
  const { api, repo, params, options, query } = context;
  const path = `/repos/${repo}/actions/runs/${Number(params["id"])}`;
  const run = await api.get<Run>(path);
  const [jobs, artifacts] = await Promise.all([
    api.list<Job>(`${path}/jobs`, "jobs"),
    api.list<Artifact>(`${path}/artifacts`, "artifacts"),
  ]);
  const logs = new Map(
    await Promise.all(jobs.map(async (job) => [job.id, await loadLog(context, job)] as const)),
  );
  const refreshing = run.status !== "completed" && query.get("refresh") !== "off";
  return {
    title: run.display_title || `Run ${run.id}`,
    tab: "actions",
    ...(refreshing && { refresh: REFRESH }),
    body: html`<h1>${renderOutcome(run.conclusion ?? run.status)} ${run.display_title}</h1>
${renderHeadline(repo, run)}
${refreshing && html`<p class="quiet">This page reloads every ${REFRESH} seconds. <a href="?refresh=off">Stop that</a></p>`}
${renderRunForms(context, run)}
${renderSummaries(repo, jobs, options.summaries?.(run.id) ?? [])}
<h2>Jobs</h2>
${jobs.length > 0 ? renderJobs(growJobTree(jobs), logs) : html`<p class="empty">No jobs yet.</p>`}
<h2>Artifacts</h2>${renderArtifacts(repo, run.id, artifacts)}`,
  };
};

/** `/{owner}/{repo}/actions/runs/{id}/job/{job}`: GitHub's address of one job. */
export const showJob: View = async ({ repo, params }) => {
  const location = `/${repo}/actions/runs/${Number(params["id"])}#job-${Number(params["job"])}`;
  return redirect(302, location);
};

/** `/{owner}/{repo}/actions/runs/{id}/artifacts/{artifact}`: the artifact as a zip file. */
export const showArtifact: View = async ({ api, repo, params }) => {
  const path = `/repos/${repo}/actions/artifacts/${Number(params["artifact"])}`;
  const { name } = await api.get<Artifact>(path);
  const file = `${name.replace(/[^\w.-]+/g, "-")}.zip`;
  const headers = {
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="${file}"`,
  };
  return { status: 200, headers, body: await api.bytes(`${path}/zip`) };
};

async function loadLog({ api, repo }: PageContext, job: Job): Promise<string> {
  if (job.status === "queued" || job.conclusion === "skipped") return "";
  const bytes = await api.bytes(`/repos/${repo}/actions/jobs/${job.id}/logs`).catch(() => Buffer.alloc(0));
  return bytes.toString("utf8");
}

function renderHeadline(repo: string, run: Run): Html {
  const end = run.status === "completed" ? run.updated_at : null;
  return html`<p class="quiet">${run.name} #${run.run_number} · ${(run.conclusion ?? run.status)?.replaceAll("_", " ")} ·
${run.event} by ${run.actor?.login} · <a href="/${repo}/tree/${encodePath(run.head_branch ?? run.head_sha)}"><code>${run.head_branch}</code></a>
at <a href="/${repo}/commit/${run.head_sha}"><code>${run.head_sha.slice(0, 7)}</code></a> · ${renderTime(run.created_at)} ·
${formatDuration(run.run_started_at, end)}</p>`;
}

function renderRunForms(context: PageContext, run: Run): Html | undefined {
  const action = `/${context.repo}/actions/runs/${run.id}`;
  if (run.conclusion === "action_required" || run.status === "waiting") {
    return renderForm(context, `${action}/approve`, html`<button class="main">Approve and run</button>`);
  }
  if (run.status === "completed") return undefined;
  return renderForm(context, `${action}/cancel`, html`<button>Cancel run</button>`);
}

function renderSummaries(
  repo: string,
  jobs: Job[],
  summaries: readonly { jobId: number; markdown: string }[],
): Html[] {
  return summaries
    .filter(({ markdown }) => markdown.trim() !== "")
    .map(({ jobId, markdown }) => {
      const name = jobs.find((job) => job.id === jobId)?.name ?? "job";
      return html`<article class="box"><header>Summary of <strong>${name}</strong></header>${renderMarkdown(markdown, { repo })}</article>`;
    });
}

function renderJobs(trees: JobTree[], logs: Map<number, string>): Html {
  return html`<ul class="jobs">${trees.map(
    (
      tree,
    ) => html`<li>${tree.job ? renderJob(tree.name, tree.job, logs.get(tree.job.id) ?? "") : html`<p class="group">${renderOutcome(outcomeOf(tree))} ${tree.name}</p>`}
${tree.children.length > 0 && renderJobs(tree.children, logs)}</li>`,
  )}</ul>`;
}

function renderJob(name: string, job: Job, log: string): Html {
  const steps = job.steps ?? [];
  const open = job.conclusion === "failure" || job.status === "in_progress";
  return html`<details class="box job" id="job-${job.id}"${open && html` open`}>
<summary>${renderOutcome(job.conclusion ?? job.status)} <strong>${name}</strong>
<span class="quiet">${formatDuration(job.started_at, job.completed_at)}</span></summary>
<ol class="steps">${steps.map(
    (step) => html`<li>${renderOutcome(step.conclusion ?? step.status)} ${step.name}
<span class="quiet">${formatDuration(step.started_at, step.completed_at)}</span></li>`,
  )}</ol>
${log && renderLog(log)}
</details>`;
}

function renderArtifacts(repo: string, runId: number, artifacts: Artifact[]): Html {
  if (artifacts.length === 0) return html`<p class="empty">None.</p>`;
  return html`<ul class="rows">${artifacts.map(
    (one) => html`<li><a href="/${repo}/actions/runs/${runId}/artifacts/${one.id}">${one.name}</a>
<span class="quiet">${one.size_in_bytes} bytes</span></li>`,
  )}</ul>`;
}
