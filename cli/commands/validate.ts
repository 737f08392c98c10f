import { type AddCommand, examples } from "../program.ts";

export const validate: AddCommand = (program, terminal) =>
  program
    .command("validate")
    .description("Checks what you wrote for gsd: configuration, recipes, roles, skills, rules, specs, plans.")
    .option("--ref <commit>", "the files of a commit or branch, instead of those in your work tree")
    .option("--json", "all problems as one line of JSON")
    .addHelpText("after", examples("gsd validate", "gsd validate --ref main --json"))
    .action(async (options) => (await import("../validate/validate.ts")).validate(options, terminal));
