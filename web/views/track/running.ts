import { jobKey, jobName } from "../../../core/codec/keys.ts";
import type { Job } from "../../../core/model/job.ts";
import { address, github } from "../../address.ts";
import { type Html, html } from "../../html.ts";
import { formatDuration, secondsBetween } from "../time.ts";
import type { TrackPlace } from "./place.ts";

/** The jobs under way: what runs, where, since when, and what still waits for a runner. */
export function renderRunning(jobs: readonly Job[], place: TrackPlace): Html {
  if (jobs.length === 0) return html``;
  return html`<section><h2>Under way</h2><ul class="rows">${jobs.map((job) => renderJob(job, place))}</ul></section>`;
}

function renderJob(job: Job, { repository, site, now }: TrackPlace): Html {
  const name = html`<a href="${address.job(repository, jobKey.format(job))}">${jobName(job)}</a>`;
  if (job.state === "queued") return html`<li>${name} <span class="quiet">waits to be sent out</span></li>`;
  const since = job.since === undefined ? "" : ` for ${formatDuration(secondsBetween(job.since, now))}`;
  if (job.state === "dispatched")
    return html`<li>${name} <span class="quiet">waits for a runner${since}</span></li>`;
  return html`<li>${name} <span class="quiet">runs${since} in</span> <a href="${github.run(site, repository, job.run.id)}">run ${job.run.id}</a></li>`;
}
