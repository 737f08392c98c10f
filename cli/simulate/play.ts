import { neededSecrets } from "../../core/install/needed-secrets.ts";
import type { Config } from "../../core/model/config.ts";
import { createWorld, type World } from "../../local/create-world.ts";
import { rehearse } from "../../local/rehearsal/rehearse.ts";
import { toAct } from "../../local/rehearsal/to-act.ts";
import type { Clone } from "../open-clone.ts";
import type { Show } from "./create-show.ts";
import { prepareStage } from "./prepare-stage.ts";
import type { RehearsalIssue } from "./read-issue.ts";
import { createReport, type Simulation } from "./report.ts";
import { type SimulationStep, toJobStep } from "./show-step.ts";
import type { SimulateOptions } from "./simulate.ts";
import { skipCommands } from "./skip-commands.ts";

export interface Play {
  clone: Clone;
  config: Config;
  issue: RehearsalIssue;
  options: SimulateOptions;
  show: Show;
  /** Holds everything that is written. */
  folder: string;
}

/** A rehearsal that can be closed at any time: what it started is ended, whatever it was about to do. */
export function play(input: Play): { end: Promise<Simulation>; close(): Promise<void> } {
  const opened: { world?: Promise<World>; isClosed?: boolean } = {};
  const end = perform(input, opened);
  // Whoever stopped it does not wait for its end.
  end.catch(() => {});
  return {
    end,
    async close() {
      opened.isClosed = true;
      const world = await opened.world?.catch(() => undefined);
      await world?.close();
      await end.catch(() => {});
    },
  };
}

async function perform(
  input: Play,
  opened: { world?: Promise<World>; isClosed?: boolean },
): Promise<Simulation> {
  const started = performance.now();
  const { issue, config, options, show } = input;
  const stage = await prepareStage(input);
  show.stage(stage);
  if (opened.isClosed) throw new Error("closed");
  const steps: SimulationStep[] = [];
  // What installs gsd comes before the story.
  const story = { hasBegun: false };
  const add = (step: SimulationStep | undefined) => {
    if (!step || !story.hasBegun || opened.isClosed) return;
    steps.push(step);
    show.step(step);
  };
  opened.world = createWorld({
    ...stage.world,
    onHappening: (told) => void (told.repo === stage.repo && add(toAct(told))),
    onJob: (event) => add(toJobStep(event)),
  });
  const world = await opened.world;
  if (!stage.sandbox.isThere) await skipCommands(world);
  await world.idle();
  numberFrom(world, issue.number);
  giveSecrets(world, config);
  story.hasBegun = true;
  const reached = await rehearse({ world, issue, config, until: options.until });
  const seconds = (performance.now() - started) / 1000;
  return await createReport({ ...input, world, stage, steps, reached, seconds });
}

/** Which secrets are set is not known here, and no model is asked: none is said to be missing. `gsd doctor` says it. */
function giveSecrets({ forge, repo }: World, config: Config): void {
  for (const name of neededSecrets(config)) forge.setSecret(repo, name, "no-key-in-a-rehearsal");
}

/** The next issue gets this number, as it has on GitHub. */
function numberFrom({ forge, repo }: World, number: number): void {
  const found = forge.world.repos.get(repo.toLowerCase());
  if (found) found.lastNumber = number - 1;
}
