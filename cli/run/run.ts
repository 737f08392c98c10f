import { chmod } from "node:fs/promises";
import { createScratch } from "../../adapters/create-scratch.ts";
import { newestAnswer } from "../../core/check/answers-of.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Manifest } from "../../core/model/manifest.ts";
import { needsOf } from "../../core/recipe/needs-of.ts";
import { outcomeWords } from "../../core/render/why.ts";
import { formatUsd } from "../../core/select/budget.ts";
import { removeTree } from "../../crew/setup/remove-tree.ts";
import { exitCodes } from "../exit-codes.ts";
import { type Clone, openClone } from "../open-clone.ts";
import { readSettings } from "../read-settings.ts";
import type { Terminal } from "../terminal.ts";
import { dryRun } from "./dry-run.ts";
import { findWork } from "./find-work.ts";
import { keepChange } from "./keep-change.ts";
import { runHere } from "./run-here.ts";
import { showDryRun } from "./show-dry-run.ts";

/** What `gsd run` was asked for. */
export interface RunOptions {
  recipe: string;
  text: string;
  change?: string;
  engine?: string;
  model?: string;
  role?: string;
  parallel?: number;
  budget?: number;
  force?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

/** `gsd run`: a recipe on the commit that is checked out, in a copy; only a good change reaches the work tree. */
export async function run(options: RunOptions, terminal: Terminal): Promise<void> {
  const clone = await openClone(process.cwd());
  const config = await readSettings(clone);
  const work = await findWork(options, clone, config);
  if (options.dryRun) {
    const dry = dryRun(work, config, options);
    terminal.out(options.json ? `${JSON.stringify(dry)}\n` : showDryRun(dry, terminal));
    if (dry.refusals.length > 0) process.exitCode = exitCodes.findings;
    return;
  }
  const changes = needsOf(work.recipe).editing;
  if (changes && clone.dirty.length > 0 && !options.force) throw refuseDirty(clone);
  if (!changes && clone.dirty.length > 0) terminal.error("gsd: Only what is committed counts.\n");
  const scratch = await createScratch("run");
  try {
    // A sandbox that runs as another user must be able to pass through.
    await chmod(scratch.path, 0o711);
    const manifest = await runHere({ options, clone, config, work, terminal, folder: scratch.path });
    const place = await keepChange(clone, manifest, `${scratch.path}/out`);
    tell(manifest, { place, json: options.json ?? false, terminal });
    if (manifest.outcome === "done" && openSteps(manifest).length > 0) process.exitCode = exitCodes.findings;
    if (manifest.outcome !== "done")
      process.exitCode = manifest.outcome === "cancelled" ? exitCodes.interrupted : exitCodes.failed;
  } finally {
    await removeTree(scratch.path);
  }
}

/** Steps that are not well at the end: as on GitHub, what they say is for a person, and the change stays. */
function openSteps({ steps }: Manifest): string[] {
  const last = new Map(steps.map((step) => [`${step.id} ${step.member}`.trim(), step]));
  return [...last].flatMap(([name, { ok }]) => (ok ? [] : [name]));
}

function refuseDirty({ dirty }: Clone): GsdError {
  const [first, ...more] = dirty;
  const files = `${first}${more.length > 0 ? ` and ${more.length} more` : ""}`;
  return new GsdError(
    "tree",
    `Your work tree has changes that are not committed (${files}). Commit or stash them, so that you can tell the agents' change from yours; or add --force.`,
  );
}

interface Telling {
  /** Where the change is, where not in the work tree. */
  place: string | undefined;
  json: boolean;
  terminal: Terminal;
}

function tell(manifest: Manifest, { place, json, terminal }: Telling): void {
  const { outcome, reason, changes, steps, seconds } = manifest;
  const usd = steps.reduce((sum, step) => sum + (step.type === "agent" ? step.usd : 0), 0);
  const report = newestAnswer(manifest, "report");
  const summary = newestAnswer(manifest, "change")?.summary;
  const paths = changes.map(({ path }) => path);
  if (json) {
    const all = {
      version: 1,
      outcome,
      reason,
      changes: paths,
      place: place || undefined,
      report,
      summary,
      usd,
      seconds,
      steps,
    };
    terminal.out(`${JSON.stringify(all)}\n`);
    return;
  }
  if (report) terminal.out(`# ${report.title}\n\n${report.report.trimEnd()}\n`);
  if (outcome === "done" && summary)
    terminal.out(`${summary.trimEnd()}\n${paths.map((path) => `  ${path}\n`).join("")}`);
  if (place)
    terminal.error(
      `gsd: The change would overwrite work of yours that it does not know, so it is in ${place} instead.\n`,
    );
  const cost = `${usd > 0 ? formatUsd(usd) : "nothing"}, ${seconds.toFixed(0)} s`;
  const open = openSteps(manifest).join(", ");
  const good = open ? `done, but look at ${open}: not well at the end` : "done";
  const end =
    outcome === "done"
      ? good
      : `failed: ${outcomeWords[outcome]} (${outcome}). ${reason ? `${reason.trimEnd()}\n` : ""}Your work tree is as it was`;
  terminal.error(`gsd: ${end}. It cost ${cost}.\n`);
}
