import type { Milestone } from "../../core/backlog/milestone.ts";
import type { Nightly } from "../../core/model/config/nightly.ts";
import type { Config } from "../../core/model/config.ts";
import type { Day } from "../../core/model/day.ts";
import type { Instant } from "../../core/model/ids.ts";
import type { RepositoryState } from "../../core/model/repository.ts";
import type { Track } from "../../core/model/track.ts";
import type { Author } from "../../core/ports/github/people.ts";

/** What a tick knows when the backlog has its turn. */
export interface Evening {
  config: Config;
  nightly: Nightly;
  state: RepositoryState;
  tracks: Track[];
  day: Day;
  milestone: Milestone | undefined;
  /** The phase of the roadmap that is worked on: whoever merged that file asked for its issues. */
  phase?: { issues: number[]; by: Author; at: Instant } | undefined;
  isDone(issue: number): Promise<boolean>;
}
