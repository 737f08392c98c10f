import { readRootFiles } from "../../adapters/git/read-root-files.ts";
import { type Chosen, chooseCommands } from "../../core/detect/choose-commands.ts";
import { filesToRead, type RootFiles } from "../../core/detect/detect.ts";
import type { Config } from "../../core/model/config.ts";
import type { Sha } from "../../core/model/ids.ts";

/** What a job runs of the repository's own commands: by the configuration, and by a commit that its agents have no hand in. */
export async function prepareCommands(
  folder: string,
  commit: Sha,
  config: Pick<Config, "setup" | "commands">,
): Promise<Chosen & { rootFiles: RootFiles }> {
  const rootFiles = await readRootFiles(folder, commit, filesToRead);
  return { ...chooseCommands(config, rootFiles), rootFiles };
}
