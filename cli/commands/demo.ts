import { parseJobStart, parsePort } from "../parse-count.ts";
import { type AddCommand, examples } from "../program.ts";

export const demo: AddCommand = (program, { out }) =>
  program
    .command("demo")
    .description("Takes a sample issue through the whole loop on a GitHub of your own.")
    .option("--once", "end when the story is told, instead of leaving the pages open")
    .option("--app", "with the App instead of the Action alone")
    .option("--port <number>", "where the local GitHub listens; any free port by default", parsePort)
    .option("--job-start <seconds>", "how long a machine takes to start", parseJobStart)
    .option("--report <file>", "write what happened, as JSON")
    .option("--record <file>", "write every request, as JSON lines")
    .addHelpText("after", examples("gsd demo", "gsd demo --once --app"))
    .action(async ({ app, once = false, ...options }) => {
      const { runDemo } = await import("../../local/demo/run-demo.ts");
      await runDemo({ mode: app ? "app" : "action", once, ...options }, (line) => out(`${line}\n`));
    });
