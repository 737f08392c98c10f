import type { Release } from "../../install/stub.ts";

/** What a job's token can see of how gsd is installed, besides what `look` reads; undefined where it cannot. */
export interface SettingsPort {
  /** The types of the rules that hold for a branch, which need not exist. */
  rulesOf(branch: string): Promise<string[] | undefined>;
  /** Workflow files that are disabled, with what GitHub calls that. */
  disabledWorkflows(): Promise<{ path: string; state: string }[] | undefined>;
  /** The newest release of a repository, `owner/name`, which may be another one. */
  newestRelease(repository: string): Promise<Release | undefined>;
}
