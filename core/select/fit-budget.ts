import { tiers } from "../model/engines.ts";
import { formatUsd } from "./budget.ts";
import { modelFor } from "./choose-model.ts";
import { estimateCost, expectedTokens } from "./cost.ts";
import type { SelectInput, Selection, SelectionResult } from "./select.ts";

interface BudgetInput extends Pick<SelectInput, "config" | "budget"> {
  /** Whether a person ordered this very model: then it is that one or none. */
  isOrdered: boolean;
}

type Priced = Selection & { estimateUsd: number };

/** Keeps a selection within the money that is left: a cheaper model when it has to be, a refusal when none fits. */
export function fitBudget(selection: Selection, input: BudgetInput): SelectionResult {
  const { config, budget, isOrdered } = input;
  const priced = price(selection, input);
  if (!budget) return { ok: true, selection: priced ?? selection };
  if (!priced) return refusePrice(selection.model);

  const left = budget.leftUsd;
  if (fits(priced, left)) return accept(priced, left, input);
  const cheaper = isOrdered ? [] : cheaperOnes(priced, { config });
  const fitting = cheaper.find((one) => fits(one, left));
  if (!fitting) return refuseBudget(cheaper.at(-1) ?? priced, left);
  const change = `${fitting.model} for the budget, as ${selection.model} would cost about ${formatUsd(priced.estimateUsd)}`;
  return accept({ ...fitting, reasons: [...priced.reasons, change] }, left, input);
}

function fits({ estimateUsd }: Priced, left: number): boolean {
  return estimateUsd === 0 || estimateUsd <= left;
}

/** Undefined where nobody knows what the model costs. */
function price(selection: Selection, { config }: Pick<BudgetInput, "config">): Priced | undefined {
  const tokens = expectedTokens(selection.action, selection.complexity);
  const estimateUsd = estimateCost(selection, tokens, config.models);
  return estimateUsd === undefined ? undefined : { ...selection, estimateUsd };
}

/** The same on the engine's other models, as far as they cost less, strongest first. */
function cheaperOnes(selection: Priced, { config }: Pick<BudgetInput, "config">): Priced[] {
  return tiers
    .map((tier) => ({ ...selection, tier, model: modelFor(config, selection.engine, tier) }))
    .flatMap((one) => price(one, { config }) ?? [])
    .filter(({ estimateUsd }) => estimateUsd < selection.estimateUsd)
    .sort((a, b) => b.estimateUsd - a.estimateUsd);
}

/** A fallback that would break the budget is none. */
function accept(selection: Priced, left: number, { config }: BudgetInput): SelectionResult {
  const { fallback, ...rest } = selection;
  const priced = { ...rest, reasons: [...selection.reasons, costReason(selection.estimateUsd, left)] };
  if (!fallback || (fallback.model === selection.model && fallback.engine === selection.engine)) {
    return { ok: true, selection: priced };
  }
  const other = price({ ...rest, ...fallback }, { config });
  return { ok: true, selection: other && fits(other, left) ? { ...priced, fallback } : priced };
}

function costReason(estimateUsd: number, left: number): string {
  return estimateUsd === 0 ? "costs nothing" : `about ${formatUsd(estimateUsd)} of ${formatUsd(left)} left`;
}

function refuseBudget({ model, estimateUsd }: Priced, left: number): SelectionResult {
  const reason = `${model} would cost about ${formatUsd(estimateUsd)}, but only ${formatUsd(left)} is left`;
  return { ok: false, code: "budget", reason };
}

function refusePrice(model: string): SelectionResult {
  const reason = `the price of ${model} is not known, so no budget can limit it; add its price under \`models\` in .github/gsd.yml`;
  return { ok: false, code: "unknown-price", reason };
}
