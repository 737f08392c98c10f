import type { PermissionRequest, Permit, Want } from "../model/permission.ts";
import type { Track } from "../model/track.ts";
import { code, inline } from "../text/foreign.ts";
import { few, list, pick, plural, stateOf } from "./phrases.ts";
import { asSentence } from "./why.ts";
import type { Writers } from "./writers.ts";

type Types =
  | "permission-wanted"
  | "permission-asked"
  | "permission-decided"
  | "nothing-asked"
  | "decided-already"
  | "permission-gone";

/** What is said about what agents need a person's leave for. */
export const permissionWords: Writers<Types> = {
  "permission-wanted": (asked, track) => {
    const permit = permitOf(track, asked);
    const { task, by, wants } = permit;
    const lines = wants.map((want, at) => `${at + 1}. ${wish(want)}`).join("\n");
    const head = `**${task} asks for your permission** and waits. The other tasks go on.`;
    const what = `Its agent (${inline(by)}) wants to do ${pick(wants.length, "this", "these things")}:`;
    const next = `Comment ${allowForm(permit)} to let ${task} do exactly this, or ${denyForm(permit)} and why not. Either way it goes on from the work that it had kept.`;
    return `${head}\n\n${what}\n\n${lines}\n\n${next}`;
  },
  "permission-asked": (asked, track) => {
    const permit = permitOf(track, asked);
    return `${permit.task} waits for your permission to ${wishes(permit.wants)}. Comment ${allowForm(permit)} or ${denyForm(permit)}.`;
  },
  "permission-decided": (asked, track) => {
    const permit = permitOf(track, asked);
    const { task, wants, decision } = permit;
    return decision?.allowed
      ? `${task} may ${wishes(wants)}, and nothing wider. It goes on from the work that it had kept.`
      : `${task} may not ${wishes(wants)}. It goes on without, from the work that it had kept.`;
  },
  "nothing-asked": ({ task, open }) =>
    open === undefined
      ? `${task} asks for no permission now. \`/status\` says what waits.`
      : `${task} did not ask for that. What waits is \`/allow ${task}${place(open)}\` or \`/deny ${task}${place(open)}\`.`,
  "decided-already": ({ task, number, allowed, by, open }, track) => {
    const what = wishes(permitOf(track, { task, number }).wants);
    const said = `${inline(by)} has already ${allowed ? "allowed" : "denied"} ${task} to ${what}, and the first answer counts.`;
    const next =
      open === undefined
        ? `To have it differently, comment \`/retry ${task} --fresh\` and what should be different: it asks again if it needs to.`
        : `What waits now is something else: look at it, then comment \`/allow ${task}${place(open)}\` or \`/deny ${task}${place(open)}\`.`;
    return `${said} ${next}`;
  },
  "permission-gone": ({ task, open }, track) => {
    const next =
      open === undefined
        ? "If it needs the permission again, it asks again; `/status` says what is next."
        : `What waits now is something else: \`/allow ${task}${place(open)}\` or \`/deny ${task}${place(open)}\`.`;
    return `Nobody waits for that permission any more: ${stateOf(track, task)}. ${next}`;
  },
};

/** What a want is, on one line: what, why, and the rule that says that it takes a person. */
function wish(want: Want): string {
  const why = want.why ? ` Why: ${asSentence(inline(want.why))}` : "";
  return `${doing(want)}. ${ruleWords(want)}${why}`;
}

/** The rule, as it stands in the configuration. */
export function ruleWords({ rule }: Pick<Want, "rule">): string {
  if (!rule) return "No rule says anything about it, so a person decides.";
  return `The rule ${code(`${rule.scope} ${rule.action} ${rule.pattern}: ${rule.decision}`)} says that a person decides.`;
}

const verbs: Record<PermissionRequest["action"], string> = {
  use: "use the tool",
  read: "read",
  write: "write",
  delete: "delete",
  run: "run",
};

/** `write infra/main.tf`. */
function doing({ action, target }: PermissionRequest): string {
  return `${verbs[action]} ${code(target)}`;
}

function wishes(wants: readonly Want[]): string {
  return wants.length === 0 ? "do something" : list(few(wants.map(doing), 5));
}

function permitOf({ permits = [] }: Track, { task, number }: Pick<Permit, "task" | "number">): Permit {
  const found = permits.find((one) => one.task === task && one.number === number);
  return found ?? { task, number, at: "", by: "", wants: [] };
}

/** The number stands there from the second time on. */
function place(number: number): string {
  return number === 1 ? "" : ` ${number}`;
}

function allowForm({ task, number }: Permit): string {
  return `\`/allow ${task}${place(number)}\``;
}

function denyForm({ task, number }: Permit): string {
  return `\`/deny ${task}${place(number)}\``;
}

/** What somebody who looks back reads of an ask. */
export function wantsInWords(wants: readonly Want[]): string {
  const one = ({ action, target, rule }: Want) =>
    `${action} ${target} (${rule ? `rule ${rule.scope} ${rule.action} ${rule.pattern}: ${rule.decision}` : "no rule"})`;
  return wants.length > 5
    ? `${wants.slice(0, 5).map(one).join(", ")} and ${plural(wants.length - 5, "more thing")}`
    : wants.map(one).join(", ");
}
