import type { Commands } from "../../core/model/config/commands.ts";
import type { ClaimedJob } from "../../core/model/job.ts";
import type { Track } from "../../core/model/track.ts";
import type { Ports } from "../../loop/ports.ts";

/** Where facts for agents come from. */
export interface Sources {
  ports: Ports;
  track: Track;
  job: ClaimedJob;
  /** The work tree's repository. */
  folder: string;
  /** The repository's own checks, as they will run. */
  commands: Commands;
}
