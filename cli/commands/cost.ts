import { Option } from "commander";
import { withArchive } from "../ledger/open-archive.ts";
import { parseSince } from "../parse-since.ts";
import { type AddCommand, examples } from "../program.ts";

export const cost: AddCommand = (program, terminal) =>
  program
    .command("cost")
    .description("Says what was spent by day, week, model and track, and what is set aside.")
    .addOption(new Option("--by <what>", "one table, whole").choices(["day", "week", "model", "track"]))
    .option("--since <day>", "from that day on (UTC), or 7d for a week back", parseSince)
    .option("--repo <owner/name>", "read through the API instead of this clone; with GH_TOKEN")
    .option("--json", "for machines")
    .addHelpText(
      "after",
      examples("gsd cost", "gsd cost --by model --since 30d", "gsd cost --repo acme/tally --json"),
    )
    .action(async (options) => {
      process.exitCode = await withArchive(options, async (opening) => {
        const work = await import("../cost/cost.ts");
        return work.cost(await opening, options, terminal);
      });
    });
