import { spanOf } from "../codec/trace.ts";
import type { CliName } from "../model/engines.ts";
import type { Manifest, StepRecord } from "../model/manifest.ts";
import type { Span, SpanKind } from "../model/span.ts";
import { providerFor } from "../select/providers.ts";

/** The trace that a job belongs to, and its own place in it. */
export interface JobPlace {
  trace: string;
  /** The job's span. */
  parent: string;
  sha256: (text: string) => string;
}

type Steps = Pick<Manifest, "at" | "steps">;

/** What a crew did, as spans of its job. Steps that do not tell when they began are laid one after the other. */
export function spansOfJob({ at, steps }: Steps, { trace, parent, sha256 }: JobPlace): Span[] {
  let last = timeOf(at) ?? 0;
  return steps.flatMap((step) => {
    const start = timeOf(step.at) ?? last;
    if (start === 0) return [];
    const end = start + step.seconds * 1000;
    last = Math.max(last, end);
    const { id, round, member } = step;
    const span: Span = {
      id: spanOf(trace, [parent, id, round, member], sha256),
      parent,
      kind: kinds[step.type],
      name: nameOf(step),
      start,
      end,
      attributes: attributesOf(step),
    };
    if (step.outcome !== "done") span.failed = step.outcome;
    return [span];
  });
}

/** What a journal says about time is a hint: nothing where it is none. */
export function timeOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? undefined : time;
}

const kinds: Record<StepRecord["type"], SpanKind> = { agent: "agent", run: "commands", code: "code" };

function nameOf(step: StepRecord): string {
  if (step.type === "agent") return `invoke_agent ${step.member || step.role}`;
  return step.type === "code" ? step.code : step.id;
}

function attributesOf(step: StepRecord): Span["attributes"] {
  const common = { "gsd.step": step.id, "gsd.round": step.round, "gsd.outcome": step.outcome };
  if (step.type === "agent") return { ...common, ...ofAgent(step) };
  const { checks = [] } = step;
  if (checks.length === 0) return common;
  return {
    ...common,
    "gsd.checks": checks.length,
    "gsd.checks.failed": checks.filter(({ ok }) => !ok).length,
  };
}

type AgentStep = Extract<StepRecord, { type: "agent" }>;

/** By the semantic conventions for generative AI; what these have no name for is ours: https://opentelemetry.io/docs/specs/semconv/gen-ai/ */
function ofAgent(step: AgentStep): Span["attributes"] {
  const { role, member, engine, model, usage, usd, waited, turns, session } = step;
  const attributes: Span["attributes"] = {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": member || role,
    "gen_ai.usage.input_tokens": usage.input,
    "gen_ai.usage.output_tokens": usage.output,
    "gsd.role": role,
    "gsd.engine": engine,
    "gsd.cost_usd": usd,
  };
  const provider = providerOf(engine, model);
  if (provider) attributes["gen_ai.provider.name"] = provider;
  if (model) attributes["gen_ai.request.model"] = model;
  if (session) attributes["gen_ai.conversation.id"] = session;
  if (usage.cached) attributes["gen_ai.usage.cache_read.input_tokens"] = usage.cached;
  if (usage.thinking) attributes["gen_ai.usage.reasoning.output_tokens"] = usage.thinking;
  if (waited !== undefined) attributes["gsd.waited_seconds"] = waited;
  if (turns !== undefined) attributes["gsd.turns"] = turns;
  return attributes;
}

const providerNames = { anthropic: "anthropic", openai: "openai", gemini: "gcp.gemini" } as const;
const asksModels: readonly CliName[] = ["claude-code", "opencode", "codex", "gemini"];

function providerOf(engine: string, model: string | undefined): string | undefined {
  const name = asksModels.find((one) => one === engine);
  return name && model ? providerNames[providerFor(name, model)] : undefined;
}
