import { inspectTree } from "../../adapters/git/inspect-tree.ts";
import { ownRoot } from "../../adapters/own-root.ts";
import { readShipped } from "../../adapters/shipped-files.ts";
import type { Inspection } from "../../core/inspect/inspect-repository.ts";
import { inspectedPlaces } from "../../core/inspect/inspected-files.ts";
import { describeCounts, describeVerdict } from "../../core/render/inspection.ts";
import { describeProblems } from "../../core/sources/load-sources.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { findRepository } from "./find-repository.ts";
import { treeOfFiles } from "./tree-of-files.ts";

/** What `gsd validate` was asked for. */
interface ValidateOptions {
  ref?: string;
  json?: boolean;
}

/** `gsd validate`: the same checks as the Action's, on what is in the work tree now. */
export async function validate({ ref, json }: ValidateOptions, terminal: Terminal): Promise<void> {
  const repository = await findRepository(process.cwd());
  const tree =
    ref === undefined ? await treeOfFiles(repository.folder, inspectedPlaces) : await repository.treeOf(ref);
  const shipped = await readShipped(ownRoot());
  const inspection = await inspectTree({ folder: repository.folder, tree, shipped });
  terminal.out(json ? `${JSON.stringify(inspection)}\n` : describe(inspection));
  if (inspection.problems.length > 0) process.exitCode = exitCodes.findings;
}

function describe({ problems, counts }: Inspection): string {
  const list = problems.length > 0 ? `${describeProblems(problems)}\n\n` : "";
  return `${list}${describeVerdict({ problems })} Checked ${describeCounts(counts)}.\n`;
}
