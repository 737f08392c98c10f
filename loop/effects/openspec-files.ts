import { backlogFile } from "../../core/codec/paths.ts";
import { trackName } from "../../core/model/ids.ts";
import type { ChangedSpecs } from "../../core/plan/archive-plan.ts";
import type { Archiving } from "./archiving.ts";
import { unfoldable } from "./unfoldable.ts";

/** A file of the plan. */
export interface PlanText {
  path: string;
  text: string;
}

/** The plan as a change that OpenSpec has archived, where the repository keeps its specs like that. */
export async function openspecFiles(
  { ports, track, day }: Archiving,
  changed: ChangedSpecs,
  files: readonly PlanText[],
): Promise<PlanText[]> {
  if (changed.layout !== "openspec" || changed.deltas.length === 0) return [];
  const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  const documents = Object.fromEntries(files.map(({ path, text }) => [nameOf(path), text]));
  const tasks = await ports.parse("tasks", documents[backlogFile] ?? "");
  const purposes = Object.fromEntries(changed.specs.map(({ capability, purpose }) => [capability, purpose]));
  const plan = {
    name: trackName(track),
    title: track.title.replaceAll(/\s+/g, " "),
    day,
    documents,
    tasks: tasks.ok ? tasks.value : [],
    deltas: changed.deltas,
    purposes,
  };
  const made = await ports.parse("openspec-change", plan);
  if (!made.ok) throw unfoldable([{ message: `SPEC.md ${made.message}` }]);
  return made.value;
}
