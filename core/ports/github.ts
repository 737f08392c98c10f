import type { BacklogPort } from "./github/backlog.ts";
import type { GitPort } from "./github/git.ts";
import type { IssuesPort } from "./github/issues.ts";
import type { Answer, Question } from "./github/look.ts";
import type { PullsPort } from "./github/pulls.ts";
import type { RunsPort } from "./github/runs.ts";
import type { SettingsPort } from "./github/settings.ts";

/** What gsd asks of GitHub for one repository. Reads answer `undefined` for what is absent; refusals are `GsdError`s
 * (`forbidden`, `conflict`, `invalid`, `rate-limited`, `unavailable`). */
export interface GitHubPort extends IssuesPort, BacklogPort, PullsPort, GitPort, RunsPort, SettingsPort {
  readonly owner: string;
  readonly name: string;
  /** Waits as GitHub wants it between two tries of the same thing; none on loopback. */
  pause(milliseconds: number): Promise<void>;
  repository(): Promise<{ defaultBranch: string }>;
  /** Somebody's role in the repository; teams count. */
  permissionOf(login: string): Promise<string>;
  /** `forbidden` where the token may not see teams. */
  isInTeam(membership: { org: string; team: string; login: string }): Promise<boolean>;
  /** Many reads in one request; a list that is left out asks for nothing. */
  look(question: Partial<Question>): Promise<Answer>;
}
