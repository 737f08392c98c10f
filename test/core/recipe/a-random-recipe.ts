import type { AgentStep, Recipe, RepeatStep, Step, WorkStep } from "../../../core/recipe/recipe.ts";
import type { Chance } from "../../builders/random.ts";

interface Draft {
  chance: Chance;
  count: number;
  /** Steps that a condition may name here. */
  ended: string[];
}

/** Some recipe that `checkRecipe` takes: steps side by side, members, rounds and conditions in any mixture. */
export function aRandomRecipe(chance: Chance): Recipe {
  const draft: Draft = { chance, count: 0, ended: [] };
  const first: AgentStep = {
    type: "agent",
    id: newId(draft),
    agent: { role: "auto", prompt: "task", answer: "change" },
  };
  draft.ended.push(first.id);
  const steps = Array.from({ length: 1 + chance.number(5) }, () =>
    aStep(draft, { mayRepeat: true, depth: 0 }),
  );
  return { name: "random", kind: "task", description: "Some steps.", steps: [first, ...steps] };
}

function newId(draft: Draft): string {
  draft.count += 1;
  return `s${draft.count}`;
}

function aStep(draft: Draft, { mayRepeat, depth }: { mayRepeat: boolean; depth: number }): Step {
  const { chance } = draft;
  if (mayRepeat && chance.oneIn(4)) return aRepeat(draft, depth);
  if (depth < 2 && chance.oneIn(5)) {
    const before = draft.ended;
    const ended: string[] = [];
    const steps = Array.from({ length: 2 + chance.number(2) }, () => {
      draft.ended = [...before];
      const step = aStep(draft, { mayRepeat, depth: depth + 1 });
      ended.push(...draft.ended.slice(before.length));
      return step;
    });
    draft.ended = [...before, ...ended];
    return { type: "parallel", steps };
  }
  return aWorkStep(draft);
}

function aRepeat(draft: Draft, depth: number): RepeatStep {
  const { chance } = draft;
  const before = draft.ended.length;
  const inside = () =>
    Array.from({ length: 1 + chance.number(3) }, () => aStep(draft, { mayRepeat: false, depth: depth + 1 }));
  const steps = inside();
  const after = [...draft.ended];
  const until = after
    .slice(before)
    .map((id) => `steps.${id}.ok`)
    .join(chance.pick([" && ", " || "]));
  const between = chance.oneIn(4) ? [] : inside();
  draft.ended = after;
  return {
    type: "repeat",
    most: chance.oneIn(3) ? "${{ limits.fixes }}" : 1 + chance.number(3),
    until,
    steps,
    between,
  };
}

function aWorkStep(draft: Draft): WorkStep {
  const { chance } = draft;
  const id = newId(draft);
  const condition = chance.oneIn(3) ? aCondition(draft) : undefined;
  draft.ended.push(id);
  if (chance.oneIn(2)) return { type: "run", id, run: "commands", if: condition };
  if (chance.oneIn(4)) return { type: "code", id, code: "gate", if: condition };
  const each = chance.pick([undefined, ["senior", "reviewer"], "${{ reviewers }}"]);
  const role = each === undefined ? "auto" : "${{ item }}";
  return { type: "agent", id, if: condition, each, agent: { role, prompt: "fix", answer: "change" } };
}

function aCondition({ chance, ended }: Draft): string {
  const name = () => `${chance.oneIn(3) ? "!" : ""}steps.${chance.pick(ended)}.ok`;
  return `\${{ ${name()} ${chance.pick(["&&", "||"])} ${name()} }}`;
}
