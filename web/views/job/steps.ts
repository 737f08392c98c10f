import { logName } from "../../../core/codec/keys.ts";
import type { StepRecord } from "../../../core/model/manifest.ts";
import { plural } from "../../../core/render/phrases.ts";
import { formatUsd } from "../../../core/select/budget.ts";
import { address } from "../../address.ts";
import { type Html, html } from "../../html.ts";
import type { Logs, RepositoryName } from "../../source.ts";
import { renderOutcome } from "../state.ts";
import { formatDuration } from "../time.ts";
import { nameOf } from "./crew.ts";

interface StepsPlace {
  repository: RepositoryName;
  /** The job's key. */
  key: string;
  logs: Logs | undefined;
}

/** Every step with what it was given and what it left. */
export function renderSteps(steps: readonly StepRecord[], place: StepsPlace): Html {
  return html`<ol class="steps-list">${steps.map((step) => renderStep(step, place))}</ol>`;
}

function renderStep(step: StepRecord, place: StepsPlace): Html {
  return html`<li><h3>${nameOf(step)} ${renderOutcome(step.outcome)} <span class="quiet">${formatDuration(step.seconds)}</span></h3>
${step.reason && html`<pre class="tail" tabindex="0">${step.reason.slice(0, 4_000)}</pre>`}
${step.type === "agent" ? renderAgent(step, place) : renderChecks(step)}</li>`;
}

type AgentStep = Extract<StepRecord, { type: "agent" }>;

function renderAgent(step: AgentStep, place: StepsPlace): Html {
  const { role, engine, model, choice, usage, usd, turns, waited } = step;
  const words = [
    `${role} on ${model ?? engine}`,
    `${usage.input.toLocaleString("en")} tokens in, ${usage.output.toLocaleString("en")} out`,
    usage.cached ? `${usage.cached.toLocaleString("en")} of them cached` : "",
    turns ? plural(turns, "turn") : "",
    usd > 0 ? formatUsd(usd) : "",
    waited === undefined ? "" : `${formatDuration(waited)} waiting for the model`,
  ];
  return html`<p>${words.filter(Boolean).join(" · ")}</p>
${choice && html`<p class="quiet">Why: ${choice}</p>`}
${renderFiles(step, place)}`;
}

/** Its prompt and its transcript, where GitHub still has them. */
function renderFiles(step: AgentStep, { repository, key, logs }: StepsPlace): Html {
  const name = logName.format(step);
  const kinds = [
    { file: `${name}.prompt.md`, words: "What it was told" },
    { file: `${name}.txt`, words: "What it said and did" },
    { file: `${name}.usage.jsonl`, words: "Its requests to the model" },
  ];
  const links = kinds.flatMap(({ file, words }) => {
    const found = logs?.files.find((one) => one.name === file);
    if (!found) return [];
    return [
      html`<a href="${address.said(repository, key, file)}">${words}</a> <span class="quiet">${formatBytes(found.bytes)}</span>`,
    ];
  });
  if (links.length === 0) return html``;
  return html`<ul class="files">${links.map((link) => html`<li>${link}</li>`)}</ul>`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function renderChecks(step: Exclude<StepRecord, AgentStep>): Html {
  const { checks = [] } = step;
  const problems = step.type === "code" ? step.problems : [];
  return html`${problems.length > 0 && html`<ul>${problems.map((problem) => html`<li class="words">${problem}</li>`)}</ul>`}
${checks.map(
  ({ name, command, ok, seconds, tests }) =>
    html`<p>${ok ? html`<span class="good">✓ ${name}</span>` : html`<span class="bad">✗ ${name}</span>`} <code>${command}</code> <span class="quiet">${formatDuration(seconds)}${tests && `, ${plural(tests.ran, "test")}${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ""}`}</span></p>`,
)}`;
}
