import { Option } from "commander";
import { type AddCommand, examples } from "../program.ts";

export const simulate: AddCommand = (program, terminal) =>
  program
    .command("simulate")
    .description("Rehearses an issue with your configuration, on this machine alone.")
    .argument("<issue>", "the number of an issue, or a Markdown file whose first heading is the title")
    .addOption(
      new Option(
        "--until <scene>",
        "where it ends: at the plan, when all tasks are merged, when the track is ready, or after its merge",
      )
        .choices(["plan", "tasks", "ready", "merge"])
        .default("ready"),
    )
    .option("--app", "with the App instead of the Action alone")
    .option("--full", "show every text whole")
    .option("--json", "print all of it as one JSON object at the end")
    .addHelpText(
      "after",
      examples("gsd simulate 42", "gsd simulate issue.md --until plan", "gsd simulate 42 --json"),
    )
    .action(async (issue, options) =>
      (await import("../simulate/simulate.ts")).simulate(issue, options, terminal),
    );
