import { appendFileSync } from "node:fs";
import { loadManifest } from "../adapters/git/load-manifest.ts";
import { jobKey } from "../core/codec/keys.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { Track } from "../core/model/track.ts";
import { renderReport } from "../core/render/sticky.ts";
import type { Artifact } from "../loop/publish/artifact.ts";
import { publishJob } from "../loop/publish/publish-job.ts";
import { connect } from "./connect.ts";
import type { Environment } from "./environment.ts";
import { endAccess, findAccess } from "./find-access.ts";
import { runOf } from "./find-job.ts";
import { noteLedger } from "./note-ledger.ts";
import { log } from "./output.ts";
import { withTraces } from "./with-traces.ts";

/** gsd-job.yml gives publish 12 minutes; what is left of them is for the loop that follows. */
const publishMs = 9 * 60_000;

/** The publish zone: what an agent left becomes commits, pull requests and reviews, if it holds what it should. */
export async function publish(environment: Environment): Promise<void> {
  const job = jobKey.parse(environment.key);
  if (!job) throw new GsdError("key", `"${environment.key}" is not a job of gsd.`);
  const credential = await findAccess(environment);
  const { token, access } = credential;
  const ports = connect({ ...environment, token }, log);
  const deadline = new Date(ports.now().getTime() + publishMs);
  const request = { job, run: runOf(environment), deadline, access };
  const artifact = await readArtifact(environment.out);
  try {
    await withTraces(environment, ports, (traced) =>
      noteLedger(environment, ports, async () => {
        const track = await publishJob(traced, artifact ? { ...request, artifact } : request);
        if (track) summariseTrack(environment, track, ports.now());
      }),
    );
  } finally {
    await endAccess(environment, credential);
  }
}

/** What the progress comment says, on the page of the run as well. */
function summariseTrack({ summaryFile, serverUrl, owner, repo }: Environment, track: Track, now: Date): void {
  const report = renderReport(track, { at: now.toISOString(), page: `${serverUrl}/${owner}/${repo}` });
  if (summaryFile) appendFileSync(summaryFile, `${report}\n\n`);
}

/** No artifact, or one that is not even readable as data, is a crashed agent. */
async function readArtifact(folder: string): Promise<Artifact | undefined> {
  try {
    return await loadManifest(folder);
  } catch (error) {
    log.warn("no readable artifact", { why: error instanceof Error ? error.message : String(error) });
    return undefined;
  }
}
