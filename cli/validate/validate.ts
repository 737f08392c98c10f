import { relative, resolve, sep } from "node:path";
import { inspectTree } from "../../adapters/git/inspect-tree.ts";
import { ownRoot } from "../../adapters/own-root.ts";
import { readShipped } from "../../adapters/shipped-files.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Inspection } from "../../core/inspect/inspect-repository.ts";
import { inspectedPlaces } from "../../core/inspect/inspected-files.ts";
import { describeCounts, describeFindings, describeVerdict } from "../../core/render/inspection.ts";
import { describeProblems } from "../../core/sources/load-sources.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { findRepository, type Repository } from "./find-repository.ts";
import { findSubject } from "./find-subject.ts";
import { holdToRules } from "./hold-to-rules.ts";
import { treeOfFiles } from "./tree-of-files.ts";

/** What `gsd validate` was asked for. */
interface ValidateOptions {
  ref?: string;
  json?: boolean;
  rules?: boolean;
}

/** `gsd validate`: the same checks as the Action's, on what is in the work tree now; with a path, on what is there. */
export async function validate(
  path: string | undefined,
  { ref, json, rules }: ValidateOptions,
  terminal: Terminal,
): Promise<void> {
  const repository = await findRepository(process.cwd());
  if (rules) return validateByRules(repository, { path, ref, json }, terminal);
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

/** `gsd validate --rules`: what is committed, as if all of it were new. */
async function validateByRules(
  { folder, treeOf }: Repository,
  { path, ref = "HEAD", json }: Omit<ValidateOptions, "rules"> & { path: string | undefined },
  terminal: Terminal,
): Promise<void> {
  const place = path === undefined ? "" : relative(folder, resolve(path)).split(sep).join("/");
  const findings = await holdToRules(folder, await treeOf(ref), place);
  terminal.out(json ? `${JSON.stringify({ findings })}\n` : describeFindings(findings));
  if (findings.some(({ severity }) => severity === "blocker")) process.exitCode = exitCodes.findings;
}

/** A draft is told by the name that it was given. */
function named({ counts, problems }: Inspection, file: string): Inspection {
  return { counts, problems: problems.map((problem) => ({ ...problem, file })) };
}

function describe({ problems, counts }: Inspection): string {
  const list = problems.length > 0 ? `${describeProblems(problems)}\n\n` : "";
  return `${list}${describeVerdict({ problems })} Checked ${describeCounts(counts)}.\n`;
}
