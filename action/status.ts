import { createApiArchive } from "../adapters/archive/api-archive.ts";
import { loadTracks } from "../adapters/archive/load-tracks.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { Archive } from "../core/ports/archive.ts";
import { describeLedgerProblem, describeWaiting, summariseStatus } from "../core/render/status-summary.ts";
import { logLine } from "../core/text/foreign.ts";
import { viewRepository } from "../core/view/view-repository.ts";
import type { Environment } from "./environment.ts";
import { writeSummary } from "./output.ts";

/** `command: status`: all open tracks and what each waits for, in the summary of the run. */
export async function status(environment: Environment): Promise<void> {
  const { info, warning, error, setFailed } = await import("@actions/core");
  const archive = await openArchive(environment);
  if (typeof archive === "string") return warning(logLine(archive), { title: "gsd status" });
  const { tracks, problems } = await loadTracks(archive, "tracks");
  const view = viewRepository(tracks);
  const { serverUrl, owner, repo, summaryFile } = environment;
  const source = { ...(await archive.newest()), url: `${serverUrl}/${owner}/${repo}`, problems };
  if (summaryFile) await writeSummary(`${summariseStatus(view, source)}\n`);
  info(describeWaiting(view));
  for (const problem of problems) error(logLine(describeLedgerProblem(problem)), { title: "gsd status" });
  if (problems.length > 0) setFailed("Some files of the ledger cannot be read.");
}

/** Why there is none is no failure: nothing may have been planned yet. */
async function openArchive(environment: Environment): Promise<Archive | string> {
  try {
    return await createApiArchive(environment);
  } catch (error) {
    if (error instanceof GsdError && error.code === "ledger-gone") return error.message;
    throw error;
  }
}
