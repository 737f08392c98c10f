import type { Instant } from "../model/ids.ts";

/** A milestone as an issue names it. */
export interface MilestoneRef {
  number: number;
  title: string;
  /** The day it is due, as `2026-12-01`. */
  due?: string;
}

/** An open issue that the nightly run may plan. */
export interface BacklogIssue {
  number: number;
  title: string;
  labels: string[];
  milestone?: MilestoneRef;
  createdAt: Instant;
  /** Whether GitHub knows of open issues that block it, or of open sub-issues: only then they are read. */
  hasLinks: boolean;
}

/** An issue that has to be closed before another one can start: one that blocks it, or a sub-issue of it. */
export interface Link {
  number: number;
  open: boolean;
  kind: "blocker" | "sub-issue";
  /** Of another repository: its name. */
  elsewhere?: string;
}
