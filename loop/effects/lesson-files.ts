import { backlogFile, lessonsFile } from "../../core/codec/paths.ts";
import type { FileAtRef } from "../../core/ports/github/git.ts";
import type { Archiving } from "./archiving.ts";
import type { PlanText } from "./openspec-files.ts";

/** specs/lessons.md with what this track has learned, where that changes it. Nothing is worth less than the archive that it comes with. */
export async function lessonFiles(
  { ports, track, day }: Archiving,
  current: FileAtRef | undefined,
  plan: readonly PlanText[],
): Promise<PlanText[]> {
  if (current?.odd !== undefined) return [];
  const backlog = plan.find(({ path }) => path.endsWith(`/${backlogFile}`))?.text ?? "";
  const tasks = await ports.parse("tasks", backlog);
  const update = await ports.parse("lessons", {
    markdown: current?.text ?? "",
    lessons: track.lessons ?? [],
    tasks: tasks.ok ? tasks.value : [],
    issue: track.issue,
    day,
  });
  return update.ok && update.value !== undefined ? [{ path: lessonsFile, text: update.value }] : [];
}
