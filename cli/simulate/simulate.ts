import { createScratch } from "../../adapters/create-scratch.ts";
import { checkMachine } from "../../local/check-machine.ts";
import type { LastScene } from "../../local/rehearsal/rehearse.ts";
import { untilStopped } from "../../local/until-stopped.ts";
import { readEnvironment } from "../environment.ts";
import { exitCodes } from "../exit-codes.ts";
import { openClone } from "../open-clone.ts";
import { readSettings } from "../read-settings.ts";
import type { Terminal } from "../terminal.ts";
import { createShow } from "./create-show.ts";
import { play } from "./play.ts";
import { readIssue } from "./read-issue.ts";

/** What `gsd simulate` was asked for. */
export interface SimulateOptions {
  until: LastScene;
  app?: boolean;
  full?: boolean;
  json?: boolean;
}

/** `gsd simulate`: one issue through the whole loop on a GitHub of its own, with the repository as it is committed. */
export async function simulate(
  argument: string,
  options: SimulateOptions,
  terminal: Terminal,
): Promise<void> {
  await checkMachine({});
  const clone = await openClone(process.cwd());
  const config = await readSettings(clone);
  const issue = await readIssue(argument, clone, readEnvironment());
  const show = createShow(options, terminal);
  show.begin(clone);
  const stop = untilStopped();
  await using scratch = await createScratch("simulate");
  const playing = play({ clone, config, issue, options, show, folder: scratch.path });
  const simulation = await Promise.race([playing.end, stop]).finally(playing.close);
  if (!simulation) {
    terminal.error("gsd: stopped; nothing is left behind.\n");
    process.exitCode = exitCodes.interrupted;
    return;
  }
  show.end(simulation);
  if (simulation.reached !== options.until) process.exitCode = exitCodes.findings;
}
