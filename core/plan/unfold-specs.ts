import type { TaskId } from "../model/ids.ts";
import { keyOf, type SpecDelta } from "./fold-specs.ts";
import { splitSections } from "./split-sections.ts";

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

/** What a rollback does to one spec: its new text, and the requirements that went or that a person should look at. */
export interface UnfoldedSpec {
  path: string;
  /** Undefined where nothing is left of it. */
  text: string | undefined;
  taken: string[];
  look: string[];
}

interface Plan {
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
  { deltas, tasks, stays }: Plan,
  { capability, now, before }: SpecTexts,
): UnfoldedSpec {
  const result: UnfoldedSpec = { path: `specs/${capability}/spec.md`, text: now, taken: [], look: [] };
  for (const delta of deltas.filter((one) => one.capability === capability)) {
    const owners = tasks.filter((task) => names(task, delta)).map(({ id }) => id);
    const goes = owners.length > 0 ? !owners.some((id) => stays.includes(id)) : stays.length === 0;
    if (!goes && owners.length > 0) continue;
    const text = goes ? withoutDelta(result.text, before, delta) : "unknown";
    if (text === "unknown") result.look.push(delta.title);
    else {
      result.text = text;
      result.taken.push(delta.title);
    }
  }
  return result;
}

function names({ title, description, acceptance }: PlannedTask, delta: SpecDelta): boolean {
  const words = keyOf([title, description, ...acceptance].join("\n"));
  return words.includes(keyOf(delta.title));
}

/** The spec without one change; `unknown` where somebody has changed that requirement since. */
function withoutDelta(
  now: string | undefined,
  before: string | undefined,
  delta: SpecDelta,
): string | undefined {
  const is = sectionOf(now, delta);
  const was = sectionOf(before, delta);
  if (delta.type === "removed") return is || !was ? "unknown" : join(now ?? "", was);
  if (!is || bodyOf(is) !== delta.body.trim()) return "unknown";
  if (delta.type === "modified")
    return was
      ? (now ?? "")
          .replace(is, () => `${was.trimEnd()}\n\n`)
          .trimEnd()
          .concat("\n")
      : "unknown";
  const left = (now ?? "").replace(is, () => "").trimEnd();
  return before === undefined && splitSections(left, 2).sections.every(({ depth }) => depth < 2)
    ? undefined
    : `${left}\n`;
}

function sectionOf(text: string | undefined, { title }: SpecDelta): string | undefined {
  const { sections } = splitSections(text ?? "", 2);
  return sections.find((section) => section.depth === 2 && keyOf(section.title) === keyOf(title))?.source;
}

function bodyOf(source: string): string {
  return splitSections(source, 2).sections[0]?.body.trim() ?? "";
}

function join(text: string, section: string): string {
  return `${text.trimEnd()}\n\n${section.trim()}\n`;
}
