import type { TaskId } from "../model/ids.ts";
import type { PlanCost } from "../model/publication.ts";
import type { Track } from "../model/track.ts";
import { formatUsd, withExtra } from "../select/budget.ts";
import { pricesOf } from "../select/models.ts";
import { inline } from "../text/foreign.ts";
import { few, list } from "./phrases.ts";

/** What a plan is likely to cost, in a sentence or two. */
export function planCost(track: Track, estimate: PlanCost): string {
  if (estimate.free) return "The engine is a script in this repository, so no model is paid for.";
  const most = `\`budget.track\` allows ${formatUsd(withExtra(track.config.budget, track.extraUsd).track)}`;
  const about = `It will cost about ${aboutUsd(estimate.usd)} with reviews and verification, at prices of ${pricesOf}; ${most}.`;
  return [estimate.usd > 0 ? about : "", unknownCost(estimate)].filter(Boolean).join(" ");
}

function unknownCost({ refusals }: PlanCost): string {
  const unknown = refusals.filter(({ code }) => code !== "budget");
  if (unknown.length === 0) return "";
  const what = `The cost of ${list(few(unknown.map((one) => inline(one.what))))} is unknown`;
  return unknown.some(({ code }) => code === "unknown-price")
    ? `${what}, and nothing runs without a price: list the prices of your models under \`models\` in \`.github/gsd.yml\`.`
    : `${what}; see the remarks.`;
}

/** One task's cost for a cell. */
export function taskCost({ tasks }: PlanCost, id: TaskId): string {
  const estimate = tasks[id] ?? { type: "unknown" };
  if (estimate.type === "usd") return aboutUsd(estimate.usd);
  return estimate.type === "free" ? "none" : "unknown";
}

/** An estimate is no better than its cents. */
function aboutUsd(usd: number): string {
  return usd > 0 && usd < 0.005 ? "< $0.01" : `$${usd.toFixed(2)}`;
}
