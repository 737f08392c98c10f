import type { StepRecord } from "../core/model/manifest.ts";
import { type Crew, entryOf, outcomeOfError, type Turn } from "./crew.ts";
import { runAgent } from "./steps/run-agent.ts";
import { runCode } from "./steps/run-code.ts";
import { runCommands } from "./steps/run-commands.ts";

/** Does one move. It never throws: others go on whatever becomes of it. */
export async function performMove(crew: Crew, turn: Turn): Promise<StepRecord> {
  const started = performance.now();
  try {
    return await perform(crew, turn);
  } catch (error) {
    return { ...blank(turn), ...entryOf(turn.move, started), ok: false, ...outcomeOfError(error) };
  }
}

function perform(crew: Crew, turn: Turn): Promise<StepRecord> {
  const { step } = turn.move;
  switch (step.type) {
    case "agent":
      return runAgent(crew, turn, step);
    case "run":
      return runCommands(crew, turn, step);
    case "code":
      return runCode(crew, turn, step);
  }
}

/** What is particular of an entry for which nothing was done. */
function blank({ move: { step, role } }: Turn) {
  switch (step.type) {
    case "agent":
      return {
        type: "agent" as const,
        role: role ?? step.agent.role,
        engine: "none",
        usage: { input: 0, output: 0 },
        usd: 0,
      };
    case "run":
      return { type: "run" as const, checks: [] };
    case "code":
      return { type: "code" as const, code: step.code, problems: [] };
  }
}
