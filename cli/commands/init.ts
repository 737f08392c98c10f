import { Option } from "commander";
import { engineNames } from "../../core/model/engines.ts";
import { parseRepoOption } from "../find-place.ts";
import { parseAppAddress, parseRunner } from "../init/choose.ts";
import { type AddCommand, examples } from "../program.ts";

export const init: AddCommand = (program, terminal) =>
  program
    .command("init")
    .description("Installs gsd in this repository: asks little, shows what it will write, writes it.")
    .option("--yes", "ask nothing, and take what suggests itself")
    .option("--dry-run", "show everything and write nothing")
    .option("--app", "with the App instead of GitHub Actions alone")
    .option(
      "--trusted-ci <address>",
      "with the App at this address: CI of gsd's pull requests starts at once, with your secrets",
      parseAppAddress,
    )
    .addOption(new Option("--engine <name>", "who does the work").choices(engineNames))
    .option("--script <command>", "for the engine script: the command that answers prompts")
    .option("--runner <labels>", "where agents run: a label, or several with commas", parseRunner)
    .option("--control-runner <labels>", "where control and publish run", parseRunner)
    .option("--copy", "keep a copy of gsd's workflows here, for self-hosted and custom larger runners")
    .option("--overwrite [file...]", "replace files of gsd that are there already: these, or all")
    .option(
      "--repo <owner/name>",
      "the repository on GitHub, where the remote does not say it",
      parseRepoOption,
    )
    .option("--pin <owner/name@commit>", "the release to call, instead of this version's own")
    .addHelpText(
      "after",
      examples(
        "gsd init",
        "gsd init --dry-run",
        "gsd init --yes --engine codex",
        "gsd init --copy --runner self-hosted,linux",
        "gsd init --overwrite .github/workflows/gsd.yml",
      ),
    )
    .action(async ({ pin, ...options }) => {
      const [{ init: run }, { parsePinOption }] = await Promise.all([
        import("../init/init.ts"),
        import("../init/find-release.ts"),
      ]);
      await run(pin === undefined ? options : { ...options, pin: parsePinOption(pin) }, terminal);
    });
