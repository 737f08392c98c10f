import type { BacklogIssue, Link } from "../../backlog/backlog-issue.ts";
import type { Milestone } from "../../backlog/milestone.ts";
import type { Blocker } from "../../model/blocker.ts";
import type { Sorting } from "./issues.ts";

/** What orders the issues that nobody has asked for by name: milestones, links, who sorted them. */
export interface BacklogPort {
  /** Open issues with a label or of a milestone, oldest first; `more` says that there are others. */
  issuesIn(
    place: { label: string } | { milestone: number },
  ): Promise<{ issues: BacklogIssue[]; more: boolean }>;
  /** What blocks an issue, and its sub-issues. */
  linksOf(issue: number): Promise<Link[]>;
  /** The open issues that block an issue. */
  blockersOf(issue: number): Promise<Blocker[]>;
  /** Who put labels and milestones on issues, in few requests; oldest first, the last fifty of each. */
  sortingsOf(issues: readonly number[]): Promise<Sorting[][]>;
  /** All open milestones and the newest closed ones with their issues, to a bound that no roadmap reaches; `unread` says what is left out. */
  milestones(): Promise<Milestone[]>;
  createMilestone(milestone: { title: string; due: string | undefined }): Promise<void>;
  updateMilestone(
    number: number,
    change: { title?: string; due?: string | null; state?: "open" | "closed" },
  ): Promise<void>;
  /** Puts an issue into a milestone, or takes it out. */
  setMilestone(issue: number, milestone: number | null): Promise<void>;
  /** Which of these numbers are no issues, and what they are instead. */
  absentIssues(numbers: readonly number[]): Promise<Map<number, "none" | "pull">>;
}
