import { evaluateCondition, evaluateCount, evaluateList, evaluateText, type Values } from "./evaluate.ts";
import { saysTheSame } from "./is-stuck.ts";
import {
  type AgentStep,
  type Done,
  type Move,
  type MoveKey,
  mostRepeats,
  type ParallelStep,
  type Recipe,
  type RepeatStep,
  type Scope,
  type Step,
  type WorkStep,
} from "./recipe.ts";

/** What has happened so far: finished moves in the order in which they ended, and those under way. */
export interface Progress {
  done: readonly Done[];
  running: readonly MoveKey[];
}

/** What follows: moves to start at once, side by side; or nothing until one under way ends; or it is over. */
export type Next =
  | { type: "do"; moves: Move[] }
  | { type: "wait" }
  | {
      type: "end";
      /** Every agent answered, every `repeat` reached its `until`, and all that ran outside of one is ok. */
      ok: boolean;
      /** The most rounds that a `repeat` took. */
      rounds: number;
    };

/**
 * The next moves of a recipe. Same progress, same moves: nothing but `done` decides, so a crew that died goes on where it was.
 * An agent without an answer ends the recipe once what runs has ended; in an `each` only if no member answered.
 */
export function nextMoves(recipe: Recipe, scope: Scope, progress: Progress): Next {
  const walk: Walk = {
    scope,
    done: new Map(progress.done.map((one) => [keyOf(one), one])),
    running: new Set(progress.running.map(keyOf)),
    moves: [],
    isStopped: false,
    isOk: true,
    rounds: 1,
  };
  const isComplete = walkSteps(walk, recipe.steps, { round: 1, ok: new Map(), isInRepeat: false });
  if (!walk.isStopped && walk.moves.length > 0) return { type: "do", moves: walk.moves };
  if (walk.running.size > 0) return { type: "wait" };
  return { type: "end", ok: isComplete && walk.isOk && !walk.isStopped, rounds: walk.rounds };
}

/** The moves of a recipe when all goes well, in order: for estimates and simulation. */
export function walkRecipe(recipe: Recipe, scope: Scope): Move[] {
  const moves: Move[] = [];
  for (;;) {
    const done = moves.map((move): Done => ({ ...moveKey(move), ok: true, outcome: "done" }));
    const next = nextMoves(recipe, scope, { done, running: [] });
    if (next.type !== "do") return moves;
    moves.push(...next.moves);
  }
}

/** What names a move in the journal. */
export function moveKey({ step, round, member }: Move): MoveKey {
  return { id: step.id, round, member };
}

interface Walk {
  scope: Scope;
  done: ReadonlyMap<string, Done>;
  running: ReadonlySet<string>;
  moves: Move[];
  /** Whether an agent brought no answer, so that nothing new is begun. */
  isStopped: boolean;
  isOk: boolean;
  rounds: number;
}

/** Where a walk has come to; `ok` tells of the steps that have ended or were skipped. */
interface Position {
  round: number;
  ok: Map<string, boolean>;
  isInRepeat: boolean;
}

/** Whether all of them have ended. Collects the moves that are due on the way. */
function walkSteps(walk: Walk, steps: readonly Step[], position: Position): boolean {
  return steps.every((step) => walkStep(walk, step, position));
}

function walkStep(walk: Walk, step: Step, position: Position): boolean {
  switch (step.type) {
    case "parallel":
      return walkParallel(walk, step, position);
    case "repeat":
      return walkRepeat(walk, step, position);
    default:
      return walkWork(walk, step, position);
  }
}

/** Each branch sees what was before all of them and nothing of the others, so that it does not matter who is faster. */
function walkParallel(walk: Walk, { steps }: ParallelStep, position: Position): boolean {
  const branches = steps.map((step) => {
    const own = { ...position, ok: new Map(position.ok) };
    return { isComplete: walkStep(walk, step, own), ok: own.ok };
  });
  for (const { ok } of branches) for (const [id, value] of ok) position.ok.set(id, value);
  return branches.every(({ isComplete }) => isComplete);
}

function walkRepeat(walk: Walk, step: RepeatStep, position: Position): boolean {
  const most = Math.min(evaluateCount(step.most, valuesAt(walk, position)), mostRepeats);
  for (let round = 1; ; round++) {
    const own: Position = { round, ok: new Map(position.ok), isInRepeat: true };
    walk.rounds = Math.max(walk.rounds, round);
    if (!walkSteps(walk, step.steps, own)) return false;
    const isMet = evaluateCondition(step.until, valuesAt(walk, own));
    const isOver = round > most || !hasWork(walk, step.steps, round) || isStuck(walk, round);
    if (isMet || isOver) {
      if (!isMet) walk.isOk = false;
      for (const [id, value] of own.ok) position.ok.set(id, value);
      return true;
    }
    if (!walkSteps(walk, step.between, own)) return false;
  }
}

/** Whether a round leaves something to be done: one in which members only failed to answer says nothing that could be. */
function hasWork({ done }: Walk, steps: readonly Step[], round: number): boolean {
  const agents = new Set(steps.flatMap(agentsIn));
  const wrong = [...done.values()].filter((one) => one.round === round && !one.ok);
  const silent = wrong.filter(({ id, outcome }) => agents.has(id) && outcome !== "done");
  return silent.length === 0 || silent.length < wrong.length;
}

/** Whether a round says the very same as the one before, or leaves only what people have to settle: one more would be paid for nothing. */
function isStuck({ done }: Walk, round: number): boolean {
  const steps = [...done.values()];
  const wrong = steps.filter((one) => one.round === round && !one.ok);
  if (wrong.length > 0 && wrong.every(({ forPeople }) => forPeople)) return true;
  return wrong.some((one) => saysTheSame(one, steps));
}

function agentsIn(step: Step): string[] {
  if (step.type === "parallel" || step.type === "repeat") return step.steps.flatMap(agentsIn);
  return step.type === "agent" ? [step.id] : [];
}

function walkWork(walk: Walk, step: WorkStep, position: Position): boolean {
  const values = valuesAt(walk, position);
  if (step.if !== undefined && !evaluateCondition(step.if, values)) {
    position.ok.set(step.id, false);
    return true;
  }
  const members = step.type === "agent" && step.each !== undefined ? evaluateList(step.each, values) : [""];
  const moves = members.map((member) => moveOf(step, { round: position.round, member, values }));
  const due = moves.filter((move) => !walk.done.has(keyOf(moveKey(move))));
  walk.moves.push(...due.filter((move) => !walk.running.has(keyOf(moveKey(move)))));
  if (due.length > 0) return false;

  const ended = moves.flatMap((move) => walk.done.get(keyOf(moveKey(move))) ?? []);
  const isOk = ended.every(({ ok }) => ok);
  position.ok.set(step.id, isOk);
  if (!isOk && !position.isInRepeat) walk.isOk = false;
  if (step.type === "agent" && ended.length > 0 && ended.every(({ outcome }) => outcome !== "done")) {
    walk.isStopped = true;
    return false;
  }
  return true;
}

function moveOf(
  step: WorkStep,
  { round, member, values }: { round: number; member: string; values: Values },
): Move {
  if (step.type !== "agent") return { step, round, member };
  const { role, prompt } = namesOf(step, member, values);
  return { step, round, member, role, prompt };
}

function namesOf({ agent, each }: AgentStep, member: string, values: Values) {
  const seen = each === undefined ? values : { ...values, item: member };
  return { role: evaluateText(agent.role, seen), prompt: evaluateText(agent.prompt, seen) };
}

function valuesAt({ scope }: Walk, { ok }: Position): Values {
  return { ...scope, ok };
}

function keyOf({ id, round, member }: MoveKey): string {
  return `${id} ${round} ${member}`;
}
