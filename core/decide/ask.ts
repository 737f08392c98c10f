import type { Draft } from "../jobs/draft.ts";
import { isReport } from "../jobs/report.ts";
import type { Command } from "../model/command.ts";
import type { Facts } from "../model/facts.ts";
import type { Notice } from "../model/notice.ts";
import type { Report } from "../model/report.ts";
import type { Commented } from "../model/trigger.ts";
import { accepted, type Reply, refuse } from "./on-commented.ts";
import { refuseFolder } from "./refuse-folder.ts";

/** A report that somebody wants. */
export interface Wish {
  trigger: Commented;
  recipe: string;
  text: string;
}

/** Reports that may wait or run at once for one issue: a thread is no queue. */
const mostWaiting = 5;

/** The recipe that a command asks for, if it is for a report. */
export function recipeOf(command: Command): string | undefined {
  switch (command.type) {
    case "run":
      return command.recipe;
    case "research":
    case "debug":
    case "analyze":
      return command.type;
    default:
      return undefined;
  }
}

/** Why a recipe cannot be asked for, if so: it is not there, has mistakes, or does not end in words. */
export function refuseRecipe({ recipes }: Facts, recipe: string): Notice | undefined {
  const { known = [], problems = [] } = recipes ?? {};
  const found = known.find(({ name }) => name === recipe);
  if (found) {
    return isReport(found) ? undefined : { type: "no-report", name: recipe, kind: found.kind };
  }
  const wrong = problems.filter(({ path }) => path.endsWith(`/${recipe}.yml`));
  if (wrong.length > 0) return { type: "recipe-invalid", name: recipe, problems: wrong };
  const names = known.filter(isReport).map(({ name }) => name);
  return { type: "unknown-recipe", name: recipe, known: names };
}

/** Why it cannot be asked about this, if so. */
export function refuseText(
  facts: Facts,
  { recipe, text }: Pick<Wish, "recipe" | "text">,
): Notice | undefined {
  const found = facts.recipes?.known.find(({ name }) => name === recipe);
  return found?.asks === "folder" ? refuseFolder(facts, recipe, text) : undefined;
}

/** `/run <recipe> [text]` and its kin: anything that ends in words. */
export function ask({ track, moment }: Draft, facts: Facts, { trigger, recipe, text }: Wish): Reply {
  const refusal = refuseRecipe(facts, recipe) ?? refuseText(facts, { recipe, text });
  if (refusal) return refuse(refusal);
  const waiting = track.reports.filter(({ status }) => status === "pending" || status === "running");
  const last = waiting.at(-1);
  if (last && waiting.length >= mostWaiting) return refuse({ type: "report-under-way", report: last.number });
  const report: Report = {
    number: track.reports.reduce((most, { number }) => Math.max(most, number), 0) + 1,
    recipe,
    text,
    by: trigger.sender.login,
    thread: trigger.thread,
    at: moment.now,
    status: "pending",
    attempts: 0,
  };
  track.reports = [...track.reports, report].slice(-200);
  return accepted;
}

/** `/run` alone lists what there is. */
export function listRecipes({ recipes }: Facts): Reply {
  const { known = [], problems = [] } = recipes ?? {};
  const reports = known.filter(isReport);
  const listed = reports.map(({ name, description, own }) => ({ name, description, own }));
  return { ok: true, notice: { type: "recipes", recipes: listed, problems } };
}
