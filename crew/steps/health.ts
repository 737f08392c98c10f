import { leftOut } from "../../core/detect/left-out.ts";
import { checkNames } from "../../core/model/config/commands.ts";
import { criticalIn } from "../../core/model/health.ts";
import type { Note } from "../../core/model/note.ts";
import type { Crew, Turn } from "../crew.ts";
import type { Ran } from "../setup/run-checks.ts";
import type { CodeResult } from "./run-code.ts";
import { checkTree } from "./run-commands.ts";

/** The repository's own commands, the setup first, on a commit that no agent has touched. What we guessed and nobody has here is left out. */
export async function health(crew: Crew, turn: Turn): Promise<CodeResult> {
  const { health: known, signal } = crew.input;
  if (known) return { checks: [...known], ok: criticalIn({ checks: [...known] }).length === 0 };
  const { ran } = await checkTree(crew, turn, "commands");
  const { setup } = await crew.prepared();
  const isLeftOut = (one: Ran) => isWrongGuess(one, setup.leftOut);
  crew.journal.note(...(setup.leftOut ? [setup.leftOut] : []), ...ran.filter(isLeftOut).flatMap(noteOf));
  const results = ran.filter((one) => !isLeftOut(one)).map(({ result }) => result);
  const checks = setup.check && setup.reason === undefined ? [setup.check, ...results] : results;
  if (signal?.aborted) return { checks, ok: false, outcome: "cancelled", reason: "The job was cancelled." };
  return { checks, ok: criticalIn({ checks }).length === 0 };
}

/** A guess of ours whose tool is not there, or that lacks what a setup would have installed, says nothing about the base. */
function isWrongGuess({ result, missing }: Ran, setup: Note | undefined): boolean {
  return !result.ok && result.guessed === true && (missing !== undefined || setup !== undefined);
}

function noteOf({ result, missing }: Ran): Note[] {
  const name = checkNames.find((one) => one === result.name);
  return name ? [leftOut(name, result.command, { missing })] : [];
}
