import { parseRepoOption } from "../find-place.ts";
import { type AddCommand, examples } from "../program.ts";

export const doctor: AddCommand = (program, terminal) =>
  program
    .command("doctor")
    .description(
      "Says what is still missing for gsd to work here, and the exact fix; ends with 3 if something is.",
    )
    .option("--fix", "put right what it may: labels and settings, after asking")
    .option("--yes", "with --fix: ask nothing")
    .option("--json", "say it as one JSON document")
    .option(
      "--repo <owner/name>",
      "the repository on GitHub, where the remote does not say it",
      parseRepoOption,
    )
    .addHelpText("after", examples("gsd doctor", "gsd doctor --fix", "gsd doctor --repo acme/tally --json"))
    .action(async (options) => (await import("../doctor/doctor.ts")).doctor(options, terminal));
