import type { Handle, Work } from "./work.ts";

/** What became of a work that was brought: `known` was there before, for `full` too much of its group waits. */
export type Taken = "taken" | "known" | "full";

export interface Load {
  running: number;
  waiting: number;
  /** Groups, such as an installation's events, of which no more is taken now. */
  full: number;
  /** Works that failed as often as they are tried; undefined where the queue does not keep them. */
  dead?: number;
}

/** Work in the background: one after the other within a lane, several lanes side by side, groups and repositories in turns. */
export interface Queue {
  /** Resolves when the work is as safe as this queue can keep it; throws where it cannot be kept now. */
  push(work: Work): Promise<Taken>;
  /** From now on this process works. */
  start(handle: Handle): void;
  load(): Promise<Load>;
  /** How many works wait, by group. */
  groups(): Promise<ReadonlyMap<string, number>>;
  /** Why nothing can be taken now. */
  problem(): Promise<string | undefined>;
  /** Waits until all that is this process's is done, at most so long; returns how many works are left. */
  drain(milliseconds: number): Promise<number>;
}
