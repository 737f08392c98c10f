import type { BacklogTask } from "../model/backlog.ts";
import { cutText } from "../text/cut-text.ts";
import { fence } from "./fence.ts";

/** The most that a prompt spends on its task. */
const maxTaskBytes = 3_000;

/** One task for a prompt: what matters most first, since the end is what is cut. */
export function formatTask(task: BacklogTask): string {
  const list = (title: string, lines: string[] = []) =>
    lines.length === 0 ? [] : [`${title}:\n${lines.map((line) => `- ${line}`).join("\n")}`];
  const text = [
    `${task.id}: ${task.title}`,
    ...list("Done when", task.acceptance),
    ...list("Files", task.scope.files_hint),
    cutText(task.description, maxTaskBytes / 2),
    ...list("Constraints", task.context?.constraints),
    ...list("Watch out for", task.context?.gotchas),
    ...list("Patterns to follow", task.context?.patterns),
  ].join("\n\n");
  const marks = new TextEncoder().encode(fence("task", "")).length + 6;
  return fence("task", text, maxTaskBytes - marks);
}
