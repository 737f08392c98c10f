import type { CodeName, StepRecord } from "../../core/model/manifest.ts";
import type { CodeStep } from "../../core/recipe/recipe.ts";
import { type Crew, entryOf, type Turn } from "../crew.ts";
import { checkBacklogStep } from "./check-backlog.ts";
import { gate, rules } from "./gate.ts";
import { health } from "./health.ts";
import { merge } from "./merge.ts";
import { mergeDocumentsStep } from "./merge-documents.ts";
import { revert } from "./revert.ts";

type CodeRecord = Extract<StepRecord, { type: "code" }>;

/** What one piece of our code found out; without problems all is well. */
export type CodeResult = Partial<Omit<CodeRecord, "type" | "code" | "id" | "round" | "member">>;

const pieces: Readonly<Record<CodeName, (crew: Crew, turn: Turn) => Promise<CodeResult>>> = {
  gate,
  rules,
  "merge-documents": mergeDocumentsStep,
  "check-backlog": checkBacklogStep,
  revert,
  merge,
  health,
};

/** A step of our own code. */
export async function runCode(crew: Crew, turn: Turn, { code }: CodeStep): Promise<CodeRecord> {
  const started = performance.now();
  const result = await pieces[code](crew, turn);
  const problems = result.problems ?? [];
  return {
    ...entryOf(turn.move, started),
    type: "code",
    code,
    ...(problems.length > 0 ? { ok: false, reason: problems.join("\n") } : {}),
    ...result,
    problems,
  };
}
