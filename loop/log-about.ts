import { jobKey } from "../core/codec/keys.ts";
import { traceOf } from "../core/codec/trace.ts";
import { trackName } from "../core/model/ids.ts";
import type { JobRef, Run } from "../core/model/job.ts";
import type { Track } from "../core/model/track.ts";
import type { Ports } from "./ports.ts";

/** What lines of the log are about, by the names that all of them use. */
export interface Topic {
  issue: number;
  track?: Track | undefined;
  job?: JobRef;
  run?: Run;
}

type Naming = Pick<Ports, "github" | "sha256">;

/** Ports whose log says with each line which repository, track and job it is about. */
export function logAbout(ports: Ports, topic: Topic): Ports {
  const { log } = ports;
  const fields = fieldsOf(ports, topic);
  return {
    ...ports,
    log: {
      info: (message, more) => log.info(message, { ...fields, ...more }),
      warn: (message, more) => log.warn(message, { ...fields, ...more }),
    },
  };
}

function fieldsOf({ github, sha256 }: Naming, { issue, track, job, run }: Topic): Record<string, unknown> {
  const repository = `${github.owner}/${github.name}`;
  const fields: Record<string, unknown> = { repository, issue };
  if (track) {
    fields["track"] = trackName(track);
    fields["trace"] = traceOf({ repository, issue, createdAt: track.createdAt }, sha256);
  }
  if (job) fields["job"] = jobKey.format(job);
  if (run) fields["run"] = run.id;
  return fields;
}
