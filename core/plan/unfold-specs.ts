import type { TaskId } from "../model/ids.ts";
import { keyOf, type SpecDelta } from "./spec-deltas.ts";
import { type SpecLayout, specFile } from "./spec-layout.ts";
import { addPart, formatRequirement, joinParts, splitSpec } from "./spec-parts.ts";

/** A task of the plan, as far as it says what it is about. */
export interface PlannedTask {
  id: TaskId;
  title: string;
  description: string;
  acceptance: string[];
}

/** A capability's spec as it is now, and as it was before the plan was folded in. */
export interface SpecTexts {
  capability: string;
  now: string | undefined;
  before: string | undefined;
}

/** What a rollback does to one spec: its new text, and the requirements that went, that are as they were before, or that a person should look at. */
export interface UnfoldedSpec {
  path: string;
  /** Undefined where nothing is left of it. */
  text: string | undefined;
  taken: string[];
  restored: string[];
  look: string[];
}

interface Plan {
  layout: SpecLayout;
  deltas: readonly SpecDelta[];
  tasks: readonly PlannedTask[];
  /** Merged tasks that stay. */
  stays: readonly TaskId[];
}

/**
 * Takes the requirements of tasks that are taken back out of a spec again. A requirement is a task's where that names it;
 * where none does, it goes only with the last task. What was changed since, or cannot be told, is left for a person.
 */
export function unfoldSpec(
  { layout, deltas, tasks, stays }: Plan,
  { capability, now, before }: SpecTexts,
): UnfoldedSpec {
  const path = specFile(layout, capability);
  const result: UnfoldedSpec = { path, text: now, taken: [], restored: [], look: [] };
  for (const delta of deltas.filter((one) => one.capability === capability)) {
    const owners = tasks.filter((task) => names(task, delta)).map(({ id }) => id);
    const goes = owners.length > 0 ? !owners.some((id) => stays.includes(id)) : stays.length === 0;
    if (!goes && owners.length > 0) continue;
    const text = goes ? withoutDelta({ now: result.text, before, layout }, delta) : "unknown";
    if (text === "unknown") result.look.push(delta.title);
    else {
      result.text = text;
      result[delta.type === "added" ? "taken" : "restored"].push(delta.title);
    }
  }
  return result;
}

function names({ title, description, acceptance }: PlannedTask, delta: SpecDelta): boolean {
  const words = keyOf([title, description, ...acceptance].join("\n"));
  return words.includes(keyOf(delta.title));
}

interface Versions {
  now: string | undefined;
  before: string | undefined;
  layout: SpecLayout;
}

/** The spec without one change; `unknown` where somebody has changed that requirement since. */
function withoutDelta({ now = "", before, layout }: Versions, delta: SpecDelta): string | undefined {
  const is = sectionOf(now, layout, delta);
  const was = sectionOf(before ?? "", layout, delta);
  if (delta.type === "removed") return is || !was ? "unknown" : restore(now, layout, was);
  if (!is || is.trim() !== formatRequirement(delta, layout).trim()) return "unknown";
  if (delta.type === "modified")
    return was ? `${now.replace(is, () => `${was.trimEnd()}\n\n`).trimEnd()}\n` : "unknown";
  const left = now.replace(is, () => "").trimEnd();
  const isEmpty = splitSpec(left, layout).every(({ title }) => title === undefined);
  return before === undefined && isEmpty ? undefined : `${left}\n`;
}

function sectionOf(text: string, layout: SpecLayout, { title }: SpecDelta): string | undefined {
  return splitSpec(text, layout).find(
    (part) => part.title !== undefined && keyOf(part.title) === keyOf(title),
  )?.source;
}

function restore(text: string, layout: SpecLayout, source: string): string {
  return joinParts(addPart(splitSpec(text, layout), { source, isPlace: true }));
}
