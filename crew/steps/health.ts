import { criticalIn } from "../../core/model/health.ts";
import type { Crew, Turn } from "../crew.ts";
import type { CodeResult } from "./run-code.ts";
import { checkTree } from "./run-commands.ts";

/** The repository's own commands, the setup first, on a commit that no agent has touched. */
export async function health(crew: Crew, turn: Turn): Promise<CodeResult> {
  const { health: known, signal } = crew.input;
  if (known) return { checks: [...known], ok: criticalIn({ checks: [...known] }).length === 0 };
  const results = await checkTree(crew, turn, "commands");
  const { check, reason } = (await crew.prepared()).setup;
  const checks = check && reason === undefined ? [check, ...results] : results;
  if (signal?.aborted) return { checks, ok: false, outcome: "cancelled", reason: "The job was cancelled." };
  return { checks, ok: criticalIn({ checks }).length === 0 };
}
