import { parseIssue, parseSeconds } from "../parse-count.ts";
import { type AddCommand, examples } from "../program.ts";

export const status: AddCommand = (program, terminal) =>
  program
    .command("status")
    .description("Says how the open tracks are, and what waits for you.")
    .argument("[issue]", "one track with its tasks, by the number of its issue", parseIssue)
    .option("--repo <owner/name>", "read through the API instead of this clone; with GH_TOKEN")
    .option("--json", "for machines; with --watch one line for each change")
    .option("--watch", "go on showing it as it changes, until the track is over; q or Ctrl-C ends it")
    .option("--every <seconds>", "with --watch: how often to look", parseSeconds, 10)
    .option("--plain", "with --watch: one line for each change, as where no terminal is")
    .addHelpText(
      "after",
      examples(
        "gsd status",
        "gsd status 42",
        "gsd status 42 --watch",
        "gsd status --repo acme/tally --json",
        "gsd status 42 --watch --plain >> track.log",
      ),
    )
    .action(async (issue, { watch, ...options }) => {
      const asked = { issue, ...options };
      process.exitCode = watch
        ? await (await import("../status/watch.ts")).watch(asked, terminal)
        : await (await import("../status/status.ts")).status(asked, terminal);
    });
