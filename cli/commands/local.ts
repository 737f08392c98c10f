import { parseJobStart, parseParallel, parsePort } from "../parse-count.ts";
import { type AddCommand, examples } from "../program.ts";

export const local: AddCommand = (program, terminal) =>
  program
    .command("local")
    .description("Starts a GitHub of your own for any repository; curl or Octokit can drive it.")
    .option("--json", "say where it is as one line of JSON")
    .option("--app", "with the App instead of the Action alone")
    .option("--port <number>", "where it listens; any free port by default", parsePort)
    .option("--repo <path>", "a git repository on this machine, copied as it is committed")
    .option("--engine <name>", "who does the work; only script", "script")
    .option("--script <command>", "the script that stands in for an agent")
    .option("--parallel <number>", "jobs that run at the same time", parseParallel)
    .option("--job-start <seconds>", "how long a machine takes to start", parseJobStart)
    .option("--record <file>", "write every request, as JSON lines")
    .addHelpText("after", examples("gsd local", "gsd local --repo ../my-library --json"))
    .action(async (options) => (await import("../local.ts")).local(options, terminal));
