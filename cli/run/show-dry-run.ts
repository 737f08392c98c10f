import type { Config } from "../../core/model/config.ts";
import { profilesOf } from "../../core/prompt/merge-agents.ts";
import { walkRecipe } from "../../core/recipe/next-moves.ts";
import { actionOfPrompt } from "../../core/select/actions.ts";
import { formatUsd } from "../../core/select/budget.ts";
import { select } from "../../core/select/select.ts";
import { type Column, formatLine, formatTable, type Sheet } from "../format-table.ts";
import type { Work } from "./find-work.ts";
import type { RunOptions } from "./run.ts";

/** A step that would be done. */
export interface DryStep {
  step: string;
  who: string;
  model?: string;
  usd?: number;
  refusal?: string;
}

/** The steps of a recipe when all goes well: who would be asked, with which model, for how much. */
export function dryRun(
  work: Work,
  config: Config,
  options: RunOptions,
): { steps: DryStep[]; leastUsd: number; mostUsd: number } {
  const { recipe, task, library } = work;
  const mostUsd = options.budget ?? config.budget.task;
  const scope = { limits: config.limits, reviewers: config.reviewers, text: options.text };
  const { engine, model, role } = options;
  const steps = walkRecipe(recipe, scope).map((move): DryStep => {
    const name = move.member ? `${move.step.id} ${move.member}` : move.step.id;
    if (move.step.type === "run") return { step: name, who: "the repository's commands" };
    if (move.step.type === "code") return { step: name, who: `gsd (${move.step.code})` };
    const chosen = select({
      action: actionOfPrompt(move.prompt ?? ""),
      config,
      roles: profilesOf(library.agents),
      budget: { leftUsd: mostUsd },
      command: { engine, model, role },
      task,
      role: move.role === "auto" ? undefined : move.role,
    });
    if (!chosen.ok) return { step: name, who: move.role ?? "", refusal: chosen.reason };
    const { selection } = chosen;
    return {
      step: name,
      who: `${selection.role} on ${selection.engine}`,
      model: selection.model,
      usd: selection.estimateUsd ?? 0,
    };
  });
  const leastUsd = Math.round(steps.reduce((sum, { usd = 0 }) => sum + usd, 0) * 100) / 100;
  return { steps, leastUsd, mostUsd };
}

const columns: Column[] = [
  { title: "Step" },
  { title: "Who", wraps: true },
  { title: "Model" },
  { title: "About", align: "right" },
];

/** The same for people, one step a row. */
export function showDryRun({ steps, leastUsd, mostUsd }: ReturnType<typeof dryRun>, sheet: Sheet): string {
  const rows = steps.map(({ step, who, model, usd, refusal }) => [
    step,
    refusal ? `${who}: ${refusal}` : who,
    model === undefined || model === "script" ? "" : model,
    usd ? formatUsd(usd) : "",
  ]);
  const price =
    leastUsd > 0
      ? `about ${formatUsd(leastUsd)} when each agent succeeds at once, at most ${formatUsd(mostUsd)}`
      : "nothing: no model is asked";
  return `${formatTable(columns, rows, sheet)}\n${formatLine(`It costs ${price}. Nothing was run.`, sheet)}`;
}
