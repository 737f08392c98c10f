import { existsSync } from "node:fs";
import { join } from "node:path";
import { createGit } from "../adapters/git/create-git.ts";
import { inspectTree } from "../adapters/git/inspect-tree.ts";
import { readShipped } from "../adapters/shipped-files.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { Inspection } from "../core/inspect/inspect-repository.ts";
import { describeCounts, describeVerdict, summariseInspection } from "../core/render/inspection.ts";
import type { Environment } from "./environment.ts";
import { writeSummary } from "./output.ts";

/** `command: validate`: all that people wrote for gsd, at the commit that is checked out. Each problem stands at its line. */
export async function validate({ workspace, root, summaryFile }: Environment): Promise<void> {
  if (!existsSync(join(workspace, ".git")))
    throw new GsdError(
      "tree",
      `There is no checkout in ${workspace}. Put a step \`uses: actions/checkout\` before this one, or set \`path\` to where yours is.`,
    );
  const commit = (await createGit({ folder: workspace })("rev-parse", "HEAD")).trim();
  const inspection = await inspectTree({ folder: workspace, tree: commit, shipped: await readShipped(root) });
  await annotate(inspection);
  if (summaryFile) await writeSummary(summariseInspection(inspection));
}

async function annotate({ problems, counts }: Inspection): Promise<void> {
  const { error, info, setFailed } = await import("@actions/core");
  for (const { file, line, column, path, message } of problems) {
    const words = [path, message].filter(Boolean).join(" ");
    error(`${file}: ${words}`, { file, startLine: line, startColumn: column, title: "gsd" });
  }
  info(`Checked ${describeCounts(counts)}.`);
  if (problems.length > 0) setFailed(describeVerdict({ problems }));
}
