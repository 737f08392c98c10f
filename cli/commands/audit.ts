import { Option } from "commander";
import { auditActions } from "../../core/audit/entry.ts";
import { withArchive } from "../ledger/open-archive.ts";
import { parseIssue } from "../parse-count.ts";
import { parseSince } from "../parse-since.ts";
import { type AddCommand, examples } from "../program.ts";

export const audit: AddCommand = (program, terminal) =>
  program
    .command("audit")
    .description(
      "Says who asked for what, who approved which commit, and which job did what, from the ledger's history; and what no entry explains.",
    )
    .argument("[issue]", "only this track, by the number of its issue", parseIssue)
    .option("--since <day>", "from that day on (UTC), or 7d for a week back", parseSince)
    .option("--actor <login>", "only what this person did; gsd for what followed by itself")
    .addOption(new Option("--action <name>", "only this kind of entry").choices(auditActions))
    .option("--repo <owner/name>", "read through the API instead of this clone; with GH_TOKEN")
    .option("--json", "for machines")
    .addHelpText(
      "after",
      examples(
        "gsd audit --since 7d",
        "gsd audit --action approve --actor octocat",
        "gsd audit 42 --repo acme/tally --json",
      ),
    )
    .action(async (issue, options) => {
      process.exitCode = await withArchive(options, async (opening) => {
        const work = await import("../audit/audit.ts");
        return work.audit(await opening, { issue, ...options }, terminal);
      });
    });
