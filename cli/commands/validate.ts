import { type AddCommand, examples } from "../program.ts";

export const validate: AddCommand = (program, terminal) =>
  program
    .command("validate")
    .description("Checks what you wrote for gsd: configuration, recipes, roles, skills, rules, specs, plans.")
    .argument("[path]", "a file or folder of these alone, or a draft such as BACKLOG.yaml from anywhere")
    .option("--ref <commit>", "the files of a commit or branch, instead of those in your work tree")
    .option("--rules", "holds all committed files to the rules, not only what changes add")
    .option("--json", "all problems as one line of JSON")
    .addHelpText(
      "after",
      examples(
        "gsd validate",
        "gsd validate specs/changes/42-csv-export",
        "gsd validate --rules src",
        "gsd validate --ref main --json",
      ),
    )
    .action(async (path, options) =>
      (await import("../validate/validate.ts")).validate(path, options, terminal),
    );
