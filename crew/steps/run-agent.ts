import { isForPeople } from "../../core/check/disputes.ts";
import { findForeign, withKnownPaths, withoutForeignBlockers } from "../../core/check/merge-reviews.ts";
import type { Answers } from "../../core/model/answers.ts";
import type { Usage } from "../../core/model/job.ts";
import type { StepRecord } from "../../core/model/manifest.ts";
import type { AgentStep } from "../../core/recipe/recipe.ts";
import { fallsBack, isClear, isWorthAnotherTry, takesOverUntil } from "../../core/run/after-step.ts";
import { explain } from "../../core/select/explain.ts";
import { type Crew, entryOf, subjectOf, type Turn } from "../crew.ts";
import { readChange } from "../judge-change.ts";
import { keepInstalled } from "../setup/renew-setup.ts";
import { type Try, tryAgent } from "./try-agent.ts";

type AgentRecord = Extract<StepRecord, { type: "agent" }>;

/** An agent in a tree, a sandbox and a home of its own. It is asked again as its step says; what all tries cost counts. */
export async function runAgent(crew: Crew, turn: Turn, step: AgentStep): Promise<AgentRecord> {
  const started = performance.now();
  const saw = subjectOf(crew);
  const tries = await tryAll(crew, turn, step);
  // Who asked people has ended its job.
  const hasAsked = tries.at(-1)?.outcome === "asked";
  if (step.agent.answer === "change" && !hasAsked) await keepInstalled(crew);
  const { type, ...record } = toRecord(turn, step, tries);
  const subject = step.agent.answer === "change" ? subjectOf(crew) : saw;
  const entry: AgentRecord = { type, ...entryOf(turn.move, started), subject, ...record };
  return withDisputes(crew, await withForeign(crew, entry));
}

/** Marks a review that repeats what its author has disputed often enough. */
function withDisputes({ journal }: Crew, entry: AgentRecord): AgentRecord {
  if (entry.ok || entry.answer?.type !== "review") return entry;
  return isForPeople(entry, journal.steps()) ? { ...entry, forPeople: true } : entry;
}

/** Has a review name files as the change does, and marks its remarks that are about something else than the change: they block nothing. */
async function withForeign(crew: Crew, entry: AgentRecord): Promise<AgentRecord> {
  const { answer } = entry;
  if (answer?.type !== "review" || !("value" in answer)) return entry;
  const review = answer.value as Answers["review"];
  const diff = review.findings.length > 0 ? await readChange(crew) : undefined;
  if (!diff) return entry;
  const findings = withKnownPaths(review.findings, diff);
  const named = { ...entry, answer: { type: "review" as const, value: { ...review, findings } } };
  const outside = findForeign(findings, diff);
  if (outside.length === 0) return named;
  const left = withoutForeignBlockers(findings, outside);
  return { ...named, outside, ok: isClear("review", { ...review, findings: left }) };
}

async function tryAll(crew: Crew, turn: Turn, step: AgentStep): Promise<Try[]> {
  const { id } = step;
  const { round, member } = turn.move;
  const log = crew.logs.of({ id, round, member });
  const tries: Try[] = [];
  let retries = step.retries ?? 0;
  // What one member was told holds for those after it.
  let fallback = Date.now() < crew.fallbackUntil;
  for (;;) {
    const last = await tryAgent(crew, { ...turn, step, log, fallback, again: tries.at(-1)?.reason });
    tries.push(last);
    if (last.outcome === "done" || crew.input.signal?.aborted) return tries;
    if (!fallback && fallsBack(last.outcome) && last.selection?.fallback) {
      fallback = true;
      crew.fallbackUntil = takesOverUntil(last.until, Date.now());
    } else {
      if (retries === 0 || !isWorthAnotherTry(last.outcome)) return tries;
      retries -= 1;
    }
  }
}

function toRecord({ move }: Turn, step: AgentStep, tries: Try[]) {
  const last = tries.at(-1);
  const type = step.agent.answer;
  const done = last?.outcome === "done";
  const failure = done ? undefined : last;
  return {
    type: "agent" as const,
    outcome: last?.outcome ?? "crashed",
    ok: done && isClear(type, last.answer as Answers[typeof type]),
    reason: failure?.reason,
    role: last?.selection?.role ?? move.role ?? step.agent.role,
    engine: last?.selection?.engine ?? "none",
    model: last?.model,
    choice: last?.selection && explain(last.selection),
    usage: addUp(tries.map(({ usage }) => usage)),
    usd: tries.reduce((sum, { usd = 0 }) => sum + usd, 0),
    waited: waitOf(tries),
    turns: tries.reduce((sum, { turns = 0 }) => sum + turns, 0),
    session: last?.session,
    until: failure?.until,
    limited: limitIn(tries),
    text: failure?.text,
    wants: last?.wants,
    answer: done || last?.outcome === "asked" ? { type, value: last.answer } : undefined,
  };
}

/** Only what a gateway saw is known. */
function waitOf(tries: readonly Try[]): number | undefined {
  const known = tries.map(({ waited }) => waited).filter((seconds) => seconds !== undefined);
  return known.length > 0 ? known.reduce((sum, seconds) => sum + seconds, 0) : undefined;
}

/** The limit that a try met before the fallback took over. */
function limitIn(tries: readonly Try[]): AgentRecord["limited"] {
  const met = tries.slice(0, -1).find(({ outcome }) => fallsBack(outcome));
  return met && (met.until === undefined ? {} : { until: met.until });
}

function addUp(usages: Usage[]): Usage {
  const total = { input: 0, output: 0, cached: 0, thinking: 0 };
  for (const { input, output, cached = 0, thinking = 0 } of usages) {
    total.input += input;
    total.output += output;
    total.cached += cached;
    total.thinking += thinking;
  }
  return total;
}
