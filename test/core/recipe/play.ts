import { moveKey, type Next, nextMoves } from "../../../core/recipe/next-moves.ts";
import type { Done, Move, Recipe, Scope } from "../../../core/recipe/recipe.ts";

export const nameOf = (move: Move): string => {
  const { id, round, member } = moveKey(move);
  return [id, round > 1 ? `#${round}` : "", member ? `(${member})` : ""].join("");
};

export type Ending = Pick<Done, "ok" | "outcome">;

/** What became of a move: well, not ok, or without an answer. */
export const well: Ending = { ok: true, outcome: "done" };
export const notOk: Ending = { ok: false, outcome: "done" };
export const failed: Ending = { ok: false, outcome: "crashed" };

/** Plays a recipe to its end, all moves of a wave at once. `endings` are by name; what is not named goes well. */
export function play(recipe: Recipe, scope: Scope, endings: Record<string, Ending> = {}) {
  const done: Done[] = [];
  const waves: string[][] = [];
  for (;;) {
    const next: Next = nextMoves(recipe, scope, { done, running: [] });
    if (next.type === "wait") throw new Error("waits for nothing");
    if (next.type === "end") return { waves, end: { ok: next.ok, rounds: next.rounds } };
    waves.push(next.moves.map(nameOf));
    done.push(...next.moves.map((move) => ({ ...moveKey(move), ...(endings[nameOf(move)] ?? well) })));
  }
}
