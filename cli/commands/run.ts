import { Option } from "commander";
import { engineNames } from "../../core/model/engines.ts";
import { parseParallel, parseUsd } from "../parse-count.ts";
import { type AddCommand, examples } from "../program.ts";

export const run: AddCommand = (program, terminal) =>
  program
    .command("run")
    .description("Works off a recipe in the sandbox here; a change stays in your work tree, not committed.")
    .argument(
      "<recipe>",
      "a recipe of gsd's or of .gsd/recipes, such as research, debug, analyze, quick, task or health",
    )
    .argument("[text]", "what is asked for")
    .option("--change <plan>", "a plan under specs/changes, or one task of it: 42-csv-export/T01")
    .addOption(new Option("--engine <name>", "in place of the configured one").choices(engineNames))
    .option("--model <name>", "in place of the one that follows from task and role")
    .option("--role <name>", "who does the work; reviewers stay who they are")
    .option("--parallel <number>", "how many agents and commands run side by side", parseParallel)
    .option("--budget <usd>", "the most that it may cost; budget.task unless told", parseUsd)
    .option("--force", "also with changes that are not committed; none of them is overwritten")
    .option(
      "--dry-run",
      "print the steps and what they cost, and run nothing; ends with 3 if it would not start",
    )
    .option("--json", "print the result as one JSON object")
    .addHelpText(
      "after",
      examples(
        'gsd run research "Where are dates parsed?"',
        'gsd run quick "Fix the typo in --help" --budget 1',
        "gsd run task --change 42-csv-export/T01 --dry-run",
      ),
    )
    .action(async (recipe, text, options) =>
      (await import("../run/run.ts")).run({ recipe, text: text ?? "", ...options }, terminal),
    );
