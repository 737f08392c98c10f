import { diffChanges } from "../../adapters/git/diff-changes.ts";
import { answerSchemas } from "../../core/model/answers.ts";
import { noUsage } from "../../core/model/job.ts";
import type { Want } from "../../core/model/permission.ts";
import { engineRules } from "../../core/permissions/engine-rules.ts";
import type { AgentStep } from "../../core/recipe/recipe.ts";
import { agentTimeLimit } from "../../core/recipe/time-limit.ts";
import type { Selection } from "../../core/select/select.ts";
import { type Crew, outcomeOfError, saveState, type Turn } from "../crew.ts";
import type { Ask } from "../crew-input.ts";
import type { EngineReport } from "../engines/engine.ts";
import { judgeChange } from "../judge-change.ts";
import type { MemberLog } from "../logs.ts";
import { withShare } from "../sandbox/with-share.ts";
import type { Place } from "../trees/create-trees.ts";
import { within } from "../within.ts";
import { findWants, withoutWanted } from "./find-wants.ts";
import { disputesFor, givenTo } from "./given-answers.ts";
import { judgeReport } from "./judge-report.ts";

/** An agent that is to be asked once. */
export interface Attempt extends Turn {
  step: AgentStep;
  log: MemberLog;
  /** Whether the configured fallback has taken over. */
  fallback: boolean;
  /** What was wrong with the try before. */
  again: string | undefined;
}

/** How one try went. */
export interface Try extends Omit<EngineReport, "transcript" | "seconds"> {
  /** Absent where it came to no choice. */
  selection?: Selection;
  /** What it needs a person's leave for. */
  wants?: Want[];
}

/** Asks an agent once. It never throws: what went wrong is its outcome, and what it wrote until then is kept. */
export async function tryAgent(crew: Crew, attempt: Attempt): Promise<Try> {
  const edits = attempt.step.agent.answer === "change";
  let selection: Selection | undefined;
  try {
    const ask = await prepare(crew, attempt);
    selection = ask.selection;
    await using place = await (edits ? crew.trees.own() : crew.trees.clean(crew.journal.changes(), "agents"));
    if (edits) crew.tried.clear();
    const report = await run(crew, attempt, { place, ask });
    if (edits) crew.journal.setChanges(await crew.trees.changes());
    const { transcript: _, seconds: __, ...judged } = await judgeReport(crew, attempt, report);
    const result = edits ? findWants(crew, judged) : judged;
    if (result.outcome === "asked") crew.journal.setChanges(withoutWanted(crew));
    return { ...result, selection };
  } catch (error) {
    if (edits) crew.journal.setChanges(await crew.trees.changes().catch(() => crew.journal.changes()));
    return { ...outcomeOfError(error), usage: noUsage, selection };
  }
}

/** Finds out who is asked, and what. */
async function prepare(crew: Crew, { move, step, fallback, again, memoryShare }: Attempt): Promise<Ask> {
  const { input, journal } = crew;
  const edits = step.agent.answer === "change";
  const { folder, base, comparedTo } = input;
  const compare = () => diffChanges(folder, base, { ...journal.changes(), from: comparedTo });
  const diff = edits ? "" : await within("compare", compare);
  const { signals } = await judgeChange(crew);
  const begun = journal.steps().some(({ id }) => id === step.id);
  const ask = await input.ask({
    move,
    given: givenTo(crew, move),
    disputes: step.agent.answer === "review" ? disputesFor(crew, move) : [],
    diff: diff || undefined,
    signals,
    earlierWork: edits && !begun ? crew.earlierWork : [],
    again,
    fallback,
    // Those who run side by side count on the same share of the money as of the memory.
    leftUsd: input.account.leftUsd() * memoryShare,
  });
  journal.note(...ask.notes);
  return ask;
}

async function run(
  crew: Crew,
  { move, step, log, memoryShare }: Attempt,
  { place, ask }: { place: Place; ask: Ask },
): Promise<EngineReport> {
  const { input } = crew;
  const { selection, prompt } = ask;
  const { round, member } = move;
  const sandbox = withShare(place.sandbox, memoryShare);
  const { account } = input;
  await using opened = await input.open({ selection, account, sandbox, usageFile: log.usageFile });
  const { engine, model, gateway } = opened;
  crew.underWay.set(move, {
    id: step.id,
    round,
    member,
    role: selection.role,
    engine: engine.name,
    model,
    at: new Date().toISOString(),
  });
  saveState(crew);
  log.asked(prompt);
  const report = await engine.run({
    job: input.job,
    track: input.track,
    move: { prompt: move.prompt ?? step.agent.prompt, step: step.id, round, member },
    prompt,
    answer: step.agent.answer,
    answerSchema: answerSchemas[step.agent.answer],
    rules: engineRules(input.permissions),
    cwd: place.folder,
    sandbox,
    limits: agentTimeLimit(input.recipe, step, input.config.limits),
    model,
    gateway,
    maxTurns: input.config.limits.turns,
    signal: input.signal,
    onProgress: log.onProgress,
  });
  if (report.transcript) log.keep(report.transcript);
  return report;
}
