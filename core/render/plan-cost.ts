import type { TaskId } from "../model/ids.ts";
import type { PlanCost, TrackRecord } from "../model/publication.ts";
import type { Track } from "../model/track.ts";
import { formatUsd, withExtra } from "../select/budget.ts";
import { pricesOf } from "../select/models.ts";
import { inline } from "../text/foreign.ts";
import { few, list, pick, plural } from "./phrases.ts";

/** What a plan is likely to cost, in a sentence or two. */
export function planCost(track: Track, estimate: PlanCost): string {
  if (estimate.free) return "The engine is a script, so no model is paid for.";
  const most = `\`budget.track\` allows ${formatUsd(withExtra(track.config.budget, track.extraUsd).track)}`;
  const about = `It will cost about ${aboutUsd(estimate.usd)}${sharesOf(estimate)}, at prices of ${pricesOf}; ${most}.`;
  const parts =
    estimate.usd > 0 ? [about, unknownCost(estimate), failureCost(track)] : [unknownCost(estimate)];
  return parts.filter(Boolean).join(" ");
}

/** The table has what the tasks cost; what is left of the whole is the verification's, in cents that add up. */
function sharesOf({ usd, tasks }: PlanCost): string {
  const own = Object.values(tasks).reduce((sum, one) => sum + (one?.type === "usd" ? one.usd : 0), 0);
  const rest = inCents(usd) - inCents(own);
  return rest < 0.005
    ? " with reviews and verification"
    : ` (${aboutUsd(own)} for the tasks with their reviews, ${aboutUsd(rest)} for the verification)`;
}

function inCents(usd: number): number {
  return Math.round(usd * 100) / 100;
}

/** What is paid for by itself when a task does not work out. */
function failureCost({ config: { limits } }: Track): string {
  const { attempts, rebases } = limits;
  const tries = `A task that fails is tried ${plural(attempts, "time")} at most`;
  const better = ` and one more agent then proposes a better version of it, which waits for your \`/approve\` (\`limits.rebases: 0\` turns that off)`;
  return `${tries}${rebases > 0 ? `,${better}` : ""}.`;
}

function unknownCost({ refusals }: PlanCost): string {
  const unknown = refusals.filter(({ code }) => code !== "budget");
  if (unknown.length === 0) return "";
  const what = `The cost of ${list(few(unknown.map((one) => inline(one.what))))} is unknown`;
  return unknown.some(({ code }) => code === "unknown-price")
    ? `${what}, and nothing runs without a price: list the prices of your models under \`models\` in \`.github/gsd.yml\`.`
    : `${what}; see the remarks.`;
}

/** What tasks are likely to take, as columns of a table; none where no model is asked. */
export function taskCosts({ tasks, free }: PlanCost): { heads: string[]; cells: (id: TaskId) => string[] } {
  if (free) return { heads: [], cells: () => [] };
  return {
    heads: ["Tokens", "Cost", "Minutes"],
    cells: (id) => {
      const estimate = tasks[id] ?? { type: "unknown" };
      if (estimate.type === "free") return ["none", "none", "–"];
      if (estimate.type === "unknown") return ["unknown", "unknown", "unknown"];
      return [aboutTokens(estimate.tokens), aboutUsd(estimate.usd), aboutMinutes(estimate.minutes)];
    },
  };
}

/** The seeds' aim for tasks that succeed at the first attempt. */
const firstAttemptAim = 0.7;

/** What the estimates were made from, and how good they were so far. */
export function planBasis({ free, experience }: PlanCost, record: TrackRecord | undefined): string {
  if (free && (record?.count ?? 0) === 0) return "";
  const size = "A task's size is its planner's guess of a person's hours and files.";
  const model =
    "Tokens, cost and minutes follow from that size, the steps of the recipe `task` and each model's price; every agent is taken to succeed at once, and waiting for people is not counted.";
  const lines = [size, free ? "" : model, free ? "" : pastWords(experience), recordWords(record)];
  return lines.filter(Boolean).join(" ");
}

function pastWords(experience: PlanCost["experience"]): string {
  if (!experience) return "This repository has too few finished tasks to learn from, so they are rough.";
  const { count, tokens, minutes } = experience;
  return `They are adjusted to the last ${plural(count, "finished task")} of this repository, which took ${times(tokens)} the tokens and ${times(minutes)} the minutes that their size suggests.`;
}

/** How well tasks and their estimates turned out so far; empty where nothing is known. */
export function recordWords(record: TrackRecord | undefined): string {
  if (!record || record.firstAttemptShare === undefined) return "";
  const { count, firstAttemptShare, estimated, estimateError } = record;
  const first = `Of ${plural(count, "task")} worked on here, ${percent(firstAttemptShare)} succeeded at the first attempt (the aim is more than ${percent(firstAttemptAim)}).`;
  if (estimateError === undefined) return first;
  return `${first} Of ${plural(estimated, "task")} with an estimate, half ${pick(estimated, "was", "were")} off by ${percent(estimateError)} of their cost or less.`;
}

function times(factor: number): string {
  return `${factor.toFixed(1)} times`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** An estimate is no better than its cents. */
export function aboutUsd(usd: number): string {
  return usd > 0 && usd < 0.005 ? "< $0.01" : `$${usd.toFixed(2)}`;
}

/** `740k`, `1.4M`: two digits say all there is. */
export function aboutTokens(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  const [amount, unit] = tokens < 999_500 ? [tokens / 1_000, "k"] : [tokens / 1_000_000, "M"];
  return `${amount < 10 ? amount.toFixed(1).replace(/\.0$/, "") : Math.round(amount)}${unit}`;
}

export function aboutMinutes(minutes: number): string {
  return minutes < 1 ? "< 1" : String(Math.round(minutes));
}
