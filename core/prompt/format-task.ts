import { type ContextInput, compressContext } from "../context/compress-context.ts";
import type { BacklogTask } from "../model/backlog.ts";
import { fence } from "./fence.ts";

/** One task for a prompt, with what was wrong before: at most 3,000 bytes, marks included. */
export function formatTask(task: BacklogTask, more: Omit<ContextInput, "task"> = {}): string {
  return fence("task", compressContext({ ...more, task }).text);
}
