import type { Instant } from "../model/ids.ts";
import { code, inline } from "../text/foreign.ts";
import type { TrackView } from "../view/view-track.ts";
import { ciAtOnce } from "./ci.ts";
import { objectionWords } from "./objections.ts";
import { few, short } from "./phrases.ts";
import { rollbackName } from "./rollbacks.ts";
import { clock } from "./times.ts";

/** The last line of the progress comment: what is settled, and as of when. */
export function stickyFooter(view: TrackView, at: Instant | undefined): string {
  const facts = [
    view.pull ? `plan #${view.pull}` : "",
    planWords(view),
    ...view.overruled.map(overruledWords),
    ...view.rollbacks.map(rollbackWords),
    ...view.reports.map(reportWords),
    view.sandbox === "off" ? "**sandbox: off**" : "",
    view.ci === "trusted" ? `**${ciAtOnce}**` : "",
  ];
  const words = [
    ...few(facts.filter(Boolean), 30),
    view.lastRun ? `[run](../actions/runs/${view.lastRun})` : "",
    at ? `updated ${clock(at)}` : "",
  ];
  return `<sub>${[...words.filter(Boolean), "`/help` lists the commands"].join(" · ")}</sub>`;
}

function planWords({ plan }: TrackView): string {
  if (plan.type === "none") return "";
  const state = plan.type === "approved" ? `approved by ${inline(plan.by)}` : "not approved yet";
  return `plan \`${short(plan.tree)}\` ${state}`;
}

function rollbackWords({ tasks, status, pull, undoes }: TrackView["rollbacks"][number]): string {
  const words = { running: "being made", open: "open", completed: "merged", failed: "closed" };
  return pull ? `${rollbackName({ tasks, undoes })} in #${pull}: ${words[status]}` : "";
}

function overruledWords({ pull, by, over }: TrackView["overruled"][number]): string {
  return `#${pull} approved by ${inline(by)} over ${objectionWords(over)}`;
}

/** Reports that are under way, and those that became a pull request. */
function reportWords({ recipe, by, status, pull }: TrackView["reports"][number]): string {
  const what = `${code(recipe)} for ${inline(by)}`;
  if (pull) return `${what} in #${pull}`;
  return status === "pending" || status === "running" ? `${what}: being written` : "";
}
