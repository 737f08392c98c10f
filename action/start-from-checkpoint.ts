import { applyCommit } from "../adapters/git/apply-commit.ts";
import { readChanges } from "../adapters/git/read-changes.ts";
import type { LiveJob } from "../core/model/live-job.ts";
import { startedAfresh } from "../core/render/notes.ts";

/** Where a job's work tree starts. */
export interface Start {
  /** Paths that hold an earlier attempt's work. */
  kept: string[];
  notes: string[];
}

/** Puts what an earlier attempt had done into the work tree; where it fits no more, the job starts afresh and says so. */
export async function startFromCheckpoint(folder: string, { checkpoint, base }: LiveJob): Promise<Start> {
  if (!checkpoint) return { kept: [], notes: [] };
  const result = await applyCommit(folder, checkpoint);
  if (result !== "applied") return { kept: [], notes: [startedAfresh(checkpoint, result)] };
  const changes = await readChanges(folder, base!.sha);
  return { kept: changes.map(({ path }) => path), notes: [] };
}
