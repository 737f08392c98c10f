import { setTimeout as sleep } from "node:timers/promises";
import { artifactName, jobKey } from "../core/codec/keys.ts";
import { GsdError } from "../core/gsd-error.ts";
import { claimedBy } from "../core/jobs/claimed-by.ts";
import { historyDepth } from "../core/jobs/history-depth.ts";
import type { Run } from "../core/model/job.ts";
import { ledgerGone } from "../core/render/ledger-note.ts";
import { loadForJob } from "../loop/ledger/load-for-job.ts";
import type { Ports } from "../loop/ports.ts";
import { connect } from "./connect.ts";
import type { Environment } from "./environment.ts";
import { type Claimed, keepJob, runOf } from "./find-job.ts";
import { log } from "./output.ts";
import { setOutput } from "./set-output.ts";

/** The first step of a leg: what it works on is said by the ledger, not by whoever started it. Another run's leg ends quietly. */
export async function begin(environment: Environment): Promise<void> {
  const { key, patienceMs } = environment;
  const begun = new Date().toISOString();
  const claimed = await awaitClaim(connect(environment, log), { key, run: runOf(environment), patienceMs });
  if (!claimed) log.info("nothing to do: this run does not hold the job", { job: environment.key });
  else await keepJob(environment, { ...claimed, begun });
  const outputs = claimed ? outputsFor(claimed, environment) : { go: "no" };
  for (const [name, value] of Object.entries(outputs)) await setOutput(environment, name, value);
}

/** Whoever dispatches a run writes down its id after that: until then the leg asks again. */
export async function awaitClaim(
  ports: Ports,
  { key, run, patienceMs }: { key: string; run: Run; patienceMs: number },
): Promise<Claimed | undefined> {
  const ref = jobKey.parse(key);
  if (!ref) throw new GsdError("key", `"${key}" is not a job of gsd.`);
  for (let waited = 0, pause = 250; ; waited += pause, pause = Math.min(5_000, pause * 2)) {
    const saved = await loadForJob(ports, ref.issue);
    if (!saved && !ports.ledger.latest()) throw new GsdError("ledger-gone", ledgerGone(undefined));
    const job = saved && claimedBy(saved.track, { key, run });
    const claimed = job && { track: saved.track, job };
    const sent = saved?.track.jobs.some((job) => job.state === "dispatched" && jobKey.format(job) === key);
    if (claimed || !sent || waited >= patienceMs) return claimed;
    await sleep(pause);
  }
}

/** What the workflow has to know: ids only. */
function outputsFor({ track, job }: Claimed, { runAttempt }: Environment): Record<string, string> {
  const { republish } = job;
  return {
    go: republish ? "publish" : "work",
    base: job.base.sha,
    depth: String(historyDepth(track, job)),
    artifact: republish?.artifact ?? artifactName.format(job, runAttempt),
    from: String(republish?.run ?? ""),
  };
}
