import { readRootFiles } from "../../adapters/git/read-root-files.ts";
import {
  type Chosen,
  chooseAgain,
  chooseCommands,
  withoutGuesses,
} from "../../core/detect/choose-commands.ts";
import { filesToRead } from "../../core/detect/detect.ts";
import { findToolPins, type ToolPin } from "../../core/detect/tool-pins.ts";
import type { Config } from "../../core/model/config.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { CrewInput } from "../crew-input.ts";

interface CommandsInput {
  folder: string;
  /** A commit that the job's agents have no hand in: it says what is run, and where packages come from. */
  commit: Sha;
  /** The commit that it runs on. */
  base: Sha;
  config: Pick<Config, "setup" | "commands">;
  /** Guesses that the base showed to be wrong; absent where the base is not known. */
  leftOut: readonly string[] | undefined;
}

interface Prepared extends Chosen, Pick<CrewInput, "setupAgain"> {
  mayLeaveOut: boolean;
  /** The versions of languages that the same commit asks for. */
  pins: ToolPin[];
}

/** What a job runs of the repository's own commands: by the configuration, then by what is found. */
export async function prepareCommands(input: CommandsInput): Promise<Prepared> {
  const { folder, commit, base, config, leftOut } = input;
  const files = await readRootFiles(folder, commit, filesToRead);
  const all = chooseCommands(config, files);
  const chosen = withoutGuesses(all, leftOut ?? []);
  const common = { mayLeaveOut: leftOut === undefined, pins: findToolPins(files) };
  // A guess that was wrong once is no better for another tree.
  if (leftOut?.includes("setup") && config.setup.command === undefined) return { ...chosen, ...common };
  const setupAgain: CrewInput["setupAgain"] = (changed) => chooseAgain(config, files, changed);
  const prepared = { ...chosen, ...common, setupAgain };
  if (chosen.setup || base === commit) return prepared;
  // The head under review may be the first to depend on anything.
  const setup = setupAgain(await readRootFiles(folder, base, filesToRead));
  return setup ? { ...prepared, setup } : prepared;
}
