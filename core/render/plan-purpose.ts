import type { Words } from "../model/publication.ts";
import type { DeltaName } from "../model/spec-delta.ts";
import { tasksByRequirement } from "../plan/requirements.ts";
import { code, inline } from "../text/foreign.ts";
import { changeWords } from "./notes.ts";
import { few, fitLines } from "./phrases.ts";

type Plan = Pick<Extract<Words, { type: "plan-body" }>, "why" | "requirements" | "backlog">;

/** What a plan is for and what it has to do, each with the tasks that bring it. */
export function purposePart({ why, requirements = [], backlog }: Plan): string {
  const brought = tasksByRequirement(backlog?.tasks ?? []);
  const lines = requirements.map(({ id, text }) => {
    const tasks = brought.get(id) ?? [];
    const by = tasks.length > 0 ? few(tasks).join(", ") : "**no task**";
    return `${id}: ${inline(beginning(text))} (${by})`;
  });
  const what =
    lines.length > 0 ? `**What it has to do**, and the tasks that bring it\n\n${planLines(lines)}` : "";
  return [why === undefined ? "" : `> ${inline(why)}`, what].filter(Boolean).join("\n\n");
}

/** What a plan changes in the specs. */
export function specPart(deltas: readonly DeltaName[]): string {
  if (deltas.length === 0) return "";
  const lines = deltas.map(
    ({ capability, type, title }) => `${changeWords[type]} ${inline(title)} (${code(capability)})`,
  );
  return `**What it changes in the specs**, once everything is done\n\n${planLines(lines)}`;
}

/** A list in the plan's pull request; what has no room stands in the plan's files. */
export function planLines(lines: readonly string[]): string {
  const more = (count: number) => `- and ${count} more, in the plan's files`;
  return fitLines(lines, (line) => `- ${line}`, { maxBytes: 4_000, more }).join("\n");
}

const longest = 300;

function beginning(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text;
}
