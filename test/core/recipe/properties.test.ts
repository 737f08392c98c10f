import { describe, expect, it } from "vitest";
import { mostSteps } from "../../../core/model/manifest.ts";
import { checkRecipe } from "../../../core/recipe/check-recipe.ts";
import { moveKey, type Next, nextMoves, walkRecipe } from "../../../core/recipe/next-moves.ts";
import type { Done, MoveKey, Recipe, Scope } from "../../../core/recipe/recipe.ts";
import { type Chance, createChance } from "../../builders/random.ts";
import { rounds } from "../../builders/rounds.ts";
import { aRandomRecipe } from "./a-random-recipe.ts";
import { aScope, known } from "./a-recipe.ts";
import { failed, notOk, well } from "./play.ts";

const textOf = ({ id, round, member }: MoveKey) => `${id} ${round} ${member}`;

/** Recipes that are allowed, each with a scope, a seed for what happens, and how often agents fail. */
function* worlds(count: number) {
  for (let seed = 1, found = 0; found < count; seed++) {
    const chance = createChance(seed);
    const recipe = aRandomRecipe(chance);
    if (checkRecipe(recipe, known).length > 0) continue;
    found += 1;
    const reviewers = ["reviewer", "architect", "senior"].slice(0, chance.number(4));
    yield { seed, recipe, scope: aScope({ reviewers, limits: { fixes: chance.number(4) } }) };
  }
}

/** Ends are the same for a move in whichever order things happen, as for a crew that is played again. */
function endingOf(move: MoveKey, seed: number) {
  let hash = seed;
  for (const letter of textOf(move)) hash = (hash * 31 + letter.charCodeAt(0)) | 0;
  const chance = createChance(hash);
  return chance.oneIn(12) ? failed : chance.oneIn(3) ? notOk : well;
}

interface Story {
  done: Done[];
  started: string[];
  end: Next;
}

/** A crew that starts what it is told to, and in which any of those under way may be the next to end. */
function run(recipe: Recipe, scope: Scope, { seed, chance }: { seed: number; chance: Chance }): Story {
  const done: Done[] = [];
  const started: string[] = [];
  let running: MoveKey[] = [];
  for (;;) {
    const next = nextMoves(recipe, scope, { done, running });
    if (next.type === "end") return { done, started, end: next };
    if (next.type === "do") {
      const keys = next.moves.map(moveKey);
      started.push(...keys.map(textOf));
      running = [...running, ...keys];
    } else if (running.length === 0) throw new Error("waits for nothing");
    const ended = chance.pick(running);
    running = running.filter((one) => one !== ended);
    done.push({ ...ended, ...endingOf(ended, seed) });
  }
}

describe("any recipe that is allowed", () => {
  it("ends within 200 moves and never makes one twice", () => {
    let longest = 0;
    for (const { seed, recipe, scope } of worlds(rounds(1_500))) {
      const { started, done } = run(recipe, scope, { seed, chance: createChance(seed) });
      expect(new Set(started).size, `seed ${seed}`).toBe(started.length);
      expect(started.length).toBe(done.length);
      expect(started.length).toBeLessThanOrEqual(mostSteps);
      longest = Math.max(longest, started.length);
    }
    expect(longest).toBeGreaterThan(20);
  });

  it("ends in the same way whoever is faster, unless an agent failed", () => {
    let compared = 0;
    for (const { seed, recipe, scope } of worlds(rounds(600))) {
      const [one, other] = [1, 2].map((more) =>
        run(recipe, scope, { seed, chance: createChance(seed + more) }),
      );
      if (!one || !other || one.done.some(({ outcome }) => outcome !== "done")) continue;
      compared += 1;
      expect(other.end, `seed ${seed}`).toEqual(one.end);
      expect([...other.started].sort()).toEqual([...one.started].sort());
    }
    expect(compared).toBeGreaterThan(rounds(200));
  });

  it("goes on in the same way after a crash at any point", () => {
    for (const { seed, recipe, scope } of worlds(rounds(300))) {
      const story = run(recipe, scope, { seed, chance: createChance(seed) });
      for (let at = 0; at <= story.done.length; at++) {
        const before = story.done.slice(0, at);
        const replayed = replay(recipe, scope, { before, seed });
        const stopped = story.done.some(({ outcome }) => outcome !== "done");
        if (!stopped) {
          expect(replayed.end, `seed ${seed}, crash after ${at}`).toEqual(story.end);
          expect([...replayed.done].sort()).toEqual(story.done.map(textOf).sort());
        }
        expect(new Set(replayed.done).size).toBe(replayed.done.length);
      }
    }
  });

  it("has a good path that makes each move once", () => {
    for (const { recipe, scope } of worlds(rounds(500))) {
      const keys = walkRecipe(recipe, scope).map((move) => textOf(moveKey(move)));
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.length).toBeGreaterThan(0);
    }
  });
});

/** A crew that knows only what the journal of the dead one says, and does one thing after the other. */
function replay(recipe: Recipe, scope: Scope, { before, seed }: { before: Done[]; seed: number }) {
  const done = [...before];
  for (;;) {
    const next = nextMoves(recipe, scope, { done, running: [] });
    if (next.type === "wait") throw new Error("waits for nothing");
    if (next.type === "end") return { end: next, done: done.map(textOf) };
    const [move] = next.moves;
    if (!move) throw new Error("nothing to do");
    const key = moveKey(move);
    done.push({ ...key, ...endingOf(key, seed) });
  }
}
