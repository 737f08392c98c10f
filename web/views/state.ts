import type { Outcome } from "../../core/model/job.ts";
import type { Phase } from "../../core/model/track.ts";
import { phaseWords, statusWords } from "../../core/render/phrases.ts";
import { outcomeWords } from "../../core/render/why.ts";
import type { ShownStatus } from "../../core/view/task-rows.ts";
import { signs } from "../graph/signs.ts";
import { type Html, html } from "../html.ts";

/** How a task is: a sign, its words and a colour. */
export function renderStatus(status: ShownStatus): Html {
  return html`<span class="state ${status}"><span aria-hidden="true">${signs[status]}</span> ${statusWords[status]}</span>`;
}

const phaseLooks: Readonly<Record<Phase, ShownStatus>> = {
  asking: "in_progress",
  planning: "in_progress",
  proposed: "review",
  executing: "in_progress",
  verifying: "in_progress",
  ready: "review",
  merged: "completed",
  failed: "failed",
  cancelled: "stopped",
};

/** How a track is. */
export function renderPhase(phase: Phase, paused: boolean): Html {
  const look = paused ? "stopped" : phaseLooks[phase];
  return html`<span class="state ${look}"><span aria-hidden="true">${signs[look]}</span> ${paused ? "paused" : phaseWords[phase]}</span>`;
}

/** How a job or a step of it ended. */
export function renderOutcome(outcome: Outcome): Html {
  const look = outcome === "done" ? "completed" : outcome === "asked" ? "needs_input" : "failed";
  return html`<span class="state ${look}"><span aria-hidden="true">${signs[look]}</span> ${outcome === "done" ? "done" : outcomeWords[outcome]}</span>`;
}
