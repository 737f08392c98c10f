import { inspectTree } from "../../adapters/git/inspect-tree.ts";
import { ownRoot } from "../../adapters/own-root.ts";
import { readShipped } from "../../adapters/shipped-files.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Inspection } from "../../core/inspect/inspect-repository.ts";
import { inspectedPlaces } from "../../core/inspect/inspected-files.ts";
import { describeCounts, describeVerdict } from "../../core/render/inspection.ts";
import { describeProblems } from "../../core/sources/load-sources.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { findRepository } from "./find-repository.ts";
import { findSubject } from "./find-subject.ts";
import { treeOfFiles } from "./tree-of-files.ts";

/** What `gsd validate` was asked for. */
interface ValidateOptions {
  ref?: string;
  json?: boolean;
}

/** `gsd validate`: the same checks as the Action's, on what is in the work tree now; with a path, on what is there. */
export async function validate(
  path: string | undefined,
  { ref, json }: ValidateOptions,
  terminal: Terminal,
): Promise<void> {
  const repository = await findRepository(process.cwd());
  const { only, draft } = await findSubject(path, repository.folder);
  const tree =
    ref === undefined ? await treeOfFiles(repository.folder, inspectedPlaces) : await repository.treeOf(ref);
  const shipped = await readShipped(ownRoot());
  const drafts = draft ? [draft] : [];
  const found = await inspectTree({ folder: repository.folder, tree, shipped, only, drafts });
  if (
    only !== undefined &&
    found.problems.length === 0 &&
    !Object.values(found.counts).some((count) => count > 0)
  )
    throw new GsdError("usage", `There is nothing at ${path} that gsd reads.`);
  const inspection = draft && path !== undefined ? named(found, path) : found;
  terminal.out(json ? `${JSON.stringify(inspection)}\n` : describe(inspection));
  if (inspection.problems.length > 0) process.exitCode = exitCodes.findings;
}

/** A draft is told by the name that it was given. */
function named({ counts, problems }: Inspection, file: string): Inspection {
  return { counts, problems: problems.map((problem) => ({ ...problem, file })) };
}

function describe({ problems, counts }: Inspection): string {
  const list = problems.length > 0 ? `${describeProblems(problems)}\n\n` : "";
  return `${list}${describeVerdict({ problems })} Checked ${describeCounts(counts)}.\n`;
}
