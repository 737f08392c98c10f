import { withArchive } from "../ledger/open-archive.ts";
import { parseEvery, parseIssue } from "../parse-count.ts";
import { type AddCommand, examples } from "../program.ts";

export const status: AddCommand = (program, terminal) =>
  program
    .command("status")
    .description("Says how the open tracks are, and what waits for you.")
    .argument("[issue]", "one track with its tasks, by the number of its issue", parseIssue)
    .option("--watch", "stay, and show what changes; in a clone it fetches the ledger's branch each time")
    .option("--every <seconds>", "with --watch: between two looks, 5 unless you say", parseEvery, 5)
    .option("--plain", "with --watch: a line for each change, for a log; so it is where no person looks")
    .option("--repo <owner/name>", "read through the API instead of this clone; with GH_TOKEN")
    .option("--json", "for machines; with --watch, a line whenever something has changed")
    .addHelpText(
      "after",
      examples("gsd status", "gsd status 42 --watch", "gsd status --repo acme/tally --json"),
    )
    .action(async (issue, options) => {
      process.exitCode = await withArchive(options, async (opening) => {
        if (!options.watch) {
          const work = await import("../status/status.ts");
          return work.status(await opening, { issue, ...options }, terminal);
        }
        const work = await import("../status/watch.ts");
        const code = await work.watch(await opening, { issue, ...options }, terminal);
        // Nobody waits for a look that is still on its way.
        process.exit(code);
      });
    });
