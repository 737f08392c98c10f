import { type Manifest, mostSteps, type StepRecord } from "../core/model/manifest.ts";
import { needsOf } from "../core/recipe/needs-of.ts";
import { moveKey, nextMoves } from "../core/recipe/next-moves.ts";
import { type JobEnd, missingMembers, outcomeOf } from "../core/recipe/outcome-of.ts";
import type { Move } from "../core/recipe/recipe.ts";
import { endsJob } from "../core/run/after-step.ts";
import { type Crew, endedBy, outcomeOfError, saveState, type Turn } from "./crew.ts";
import type { CrewInput } from "./crew-input.ts";
import { createJournal, type Journal } from "./journal.ts";
import { judgeChange } from "./judge-change.ts";
import { createLogs, forgetCrewState } from "./logs.ts";
import { performMove } from "./perform-move.ts";
import { type Prepared, prepareGrounds } from "./prepare-grounds.ts";
import { resumeLeg } from "./resume.ts";
import { keepInstalled, untouched } from "./setup/renew-setup.ts";
import { writeChanges } from "./trees/write-changes.ts";

/** Works off a recipe on this machine: everything that happens in the agent zone. Always leaves a manifest, whatever happened. */
export async function runCrew(input: CrewInput): Promise<Manifest> {
  const { job, base, begun, recipe, sandbox, out } = input;
  const header = { job, base, at: begun, recipe: recipe.name, sandbox: sandbox.kind };
  const journal = createJournal(header, out);
  journal.note(...input.notes);
  const end = await workAndJudge(input, journal).catch((error: unknown): JobEnd => outcomeOfError(error));
  journal.note(...missingMembers(journal.steps()));
  const manifest = await journal.finish(end);
  forgetCrewState(input.logs);
  return manifest;
}

/** What code alone sees belongs to every good result: one that nobody could look at is none. */
async function workAndJudge(input: CrewInput, journal: Journal): Promise<JobEnd> {
  const end = await work(input, journal);
  if (end.outcome === "done") journal.setSeen(await judgeChange({ input, journal }));
  return end;
}

async function work(input: CrewInput, journal: Journal): Promise<JobEnd> {
  const needs = needsOf(input.recipe);
  const { editing } = needs;
  const resumed = await resumeLeg({ ...input, editing });
  journal.setChanges(resumed.changes);
  journal.note(...resumed.notes);
  await journal.add(...resumed.steps);

  const tried = new Set<string>();
  const onTried = (program: string) => void tried.add(program);
  await using grounds = await prepareGrounds({ ...input, onTried }, needs);
  if (needs.setup === "needed") {
    const { setup } = await grounds.prepared();
    if (setup.reason !== undefined) return await failSetup(input, journal, setup);
  }
  await writeChanges(input.folder, resumed.changes);
  const crew: Crew = {
    input,
    trees: grounds.trees,
    prepared: grounds.prepared,
    journal,
    logs: createLogs(input.logs, input.show),
    underWay: new Map(),
    editing,
    fallbackUntil: 0,
    installed: untouched,
    tried,
    earlierWork: resumed.changes.changes.map(({ path }) => path),
  };
  saveState(crew);
  if (resumed.changes.changes.length > 0) await keepInstalled(crew);
  return await follow(crew);
}

/** Does what is next until nothing is. What runs side by side is waited for, also when the job is to end. */
async function follow(crew: Crew): Promise<JobEnd> {
  const running = new Map<Move, Promise<void>>();
  const stops: StepRecord[] = [];
  const failures: unknown[] = [];
  for (;;) {
    const isOver = stops.length + failures.length > 0;
    const moves = isOver ? [] : movesNow(crew, [...running.keys()]);
    const memoryShare = 1 / Math.max(1, moves.length + running.size);
    for (const move of moves) {
      const ended = takeTurn(crew, { move, memoryShare })
        .then((record) => void (endsJob(record) && stops.push(record)))
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(move));
      running.set(move, ended);
    }
    if (running.size === 0 && failures.length > 0) throw failures[0];
    if (running.size === 0) return endOf(crew, stops[0]);
    await Promise.race(running.values());
  }
}

function movesNow({ input, journal }: Crew, running: Move[]): Move[] {
  const done = journal.steps();
  if (input.signal?.aborted || done.length + running.length >= mostSteps) return [];
  const next = nextMoves(input.recipe, input.scope, { done, running: running.map(moveKey) });
  const free = (input.parallel ?? Number.POSITIVE_INFINITY) - running.length;
  return next.type === "do" ? next.moves.slice(0, free) : [];
}

/** Does one move, and enters it in the journal. */
async function takeTurn(crew: Crew, turn: Turn): Promise<StepRecord> {
  const record = await performMove(crew, turn);
  await crew.journal.add(record);
  crew.underWay.delete(turn.move);
  saveState(crew);
  crew.input.onStep?.(record);
  return record;
}

function endOf({ input, journal }: Crew, stop: StepRecord | undefined): JobEnd {
  const { signal, recipe } = input;
  if (signal?.aborted) return endedBy(signal);
  if (stop) return { outcome: stop.outcome, reason: stop.reason };
  if (journal.steps().length >= mostSteps)
    return { outcome: "crashed", reason: `The recipe ${recipe.name} took more than ${mostSteps} steps.` };
  return outcomeOf(recipe, journal.steps());
}

async function failSetup(
  { signal }: CrewInput,
  journal: Journal,
  { check, reason }: Prepared["setup"],
): Promise<JobEnd> {
  const seconds = check?.seconds ?? 0;
  const end: JobEnd = { outcome: signal?.aborted ? "cancelled" : "setup", reason };
  await journal.add({
    type: "run",
    id: "setup",
    round: 1,
    member: "",
    ok: false,
    at: new Date(Date.now() - seconds * 1000).toISOString(),
    seconds,
    checks: check ? [check] : [],
    ...end,
  });
  return end;
}
