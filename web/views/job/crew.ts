import type { Manifest, StepRecord } from "../../../core/model/manifest.ts";
import { plural } from "../../../core/render/phrases.ts";
import { aboutTokens } from "../../../core/render/plan-cost.ts";
import { outcomeWords } from "../../../core/render/why.ts";
import { formatUsd } from "../../../core/select/budget.ts";
import { type Html, html } from "../../html.ts";
import { renderSpans, type SpanRow, type Stretch } from "../../plot/spans.ts";

/** The steps of a crew on one scale: who worked side by side, and who waited for a model. */
export function renderCrew({ at, steps }: Pick<Manifest, "at" | "steps">): Html {
  const rows = crewRows({ at, steps });
  return rows.length === 0
    ? html`<p class="empty">This crew has not done anything yet.</p>`
    : renderSpans(rows, "Who did what, and when");
}

/** A row for each step, in the order in which they began. One that does not tell when it began follows the one before it. */
export function crewRows({ at, steps }: Pick<Manifest, "at" | "steps">, depth = 0): SpanRow[] {
  let last = timeOf(at) ?? 0;
  const rows = steps.map((step) => {
    const start = timeOf(step.at) ?? last;
    const end = start + step.seconds * 1_000;
    last = Math.max(last, end);
    return {
      start,
      row: { name: nameOf(step), depth, stretches: stretchesOf(step, start, end), note: noteOf(step) },
    };
  });
  return rows.toSorted((a, b) => a.start - b.start).map(({ row }) => row);
}

/** What waited for a model is only known as a sum, so it is drawn first. */
function stretchesOf(step: StepRecord, start: number, end: number): Stretch[] {
  const waited = step.type === "agent" ? Math.min((step.waited ?? 0) * 1_000, end - start) : 0;
  const look = step.outcome === "done" ? "run" : "failed";
  if (waited <= 0) return [{ start, end, look }];
  return [
    { start, end: start + waited, look: "wait" },
    { start: start + waited, end, look },
  ];
}

function timeOf(instant: string | undefined): number | undefined {
  const time = Date.parse(instant ?? "");
  return Number.isNaN(time) ? undefined : time;
}

/** `review correctness`, `gate`; from its second round on with its number. */
export function nameOf(step: StepRecord): string {
  const words = [step.id, step.member, step.round > 1 ? `(round ${step.round})` : ""];
  return words.filter(Boolean).join(" ");
}

function noteOf(step: StepRecord): Html {
  if (step.outcome !== "done") return html`<span class="bad">${outcomeWords[step.outcome]}</span>`;
  if (step.type === "run") return html`${checkWords(step.checks)}`;
  if (step.type === "code")
    return html`${step.problems.length === 0 ? "fine" : plural(step.problems.length, "problem")}`;
  const tokens = step.usage.input + step.usage.output;
  const words = [
    step.role,
    step.model ?? step.engine,
    tokens > 0 ? `${aboutTokens(tokens)} tokens` : "",
    step.usd > 0 ? formatUsd(step.usd) : "",
  ];
  return html`${words.filter(Boolean).join(" · ")}`;
}

function checkWords(checks: readonly { name: string; ok: boolean }[]): string {
  const failing = checks.filter(({ ok }) => !ok);
  return failing.length === 0
    ? `${plural(checks.length, "command")} passed`
    : `${failing.map(({ name }) => name).join(", ")} failed`;
}
