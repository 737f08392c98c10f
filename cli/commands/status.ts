import { withArchive } from "../ledger/open-archive.ts";
import { parseIssue } from "../parse-count.ts";
import { type AddCommand, examples } from "../program.ts";

export const status: AddCommand = (program, terminal) =>
  program
    .command("status")
    .description("Says how the open tracks are, and what waits for you.")
    .argument("[issue]", "one track with its tasks, by the number of its issue", parseIssue)
    .option("--repo <owner/name>", "read through the API instead of this clone; with GH_TOKEN")
    .option("--json", "for machines")
    .addHelpText("after", examples("gsd status", "gsd status 42", "gsd status --repo acme/tally --json"))
    .action(async (issue, options) => {
      process.exitCode = await withArchive(options, async (opening) => {
        const work = await import("../status/status.ts");
        return work.status(await opening, { issue, ...options }, terminal);
      });
    });
