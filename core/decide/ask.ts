import type { Draft } from "../jobs/draft.ts";
import { isReport } from "../jobs/report.ts";
import type { Facts } from "../model/facts.ts";
import type { Report } from "../model/report.ts";
import type { Commented } from "../model/trigger.ts";
import { accepted, type Reply, refuse } from "./on-commented.ts";

/** A report that somebody wants. */
export interface Wish {
  trigger: Commented;
  recipe: string;
  text: string;
}

/** Reports that may wait or run at once for one issue: a thread is no queue. */
const mostWaiting = 5;

/** `/run <recipe> [text]` and its kin: anything that ends in words. */
export function ask({ track, moment }: Draft, facts: Facts, { trigger, recipe, text }: Wish): Reply {
  const { known = [], problems = [] } = facts.recipes ?? {};
  const found = known.find(({ name }) => name === recipe);
  if (!found) {
    const wrong = problems.filter(({ path }) => path.endsWith(`/${recipe}.yml`));
    if (wrong.length > 0) return refuse({ type: "recipe-invalid", name: recipe, problems: wrong });
    const names = known.filter(isReport).map(({ name }) => name);
    return refuse({ type: "unknown-recipe", name: recipe, known: names });
  }
  if (!isReport(found)) return refuse({ type: "no-report", name: recipe, kind: found.kind });
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
