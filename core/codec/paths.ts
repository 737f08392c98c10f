import type { PlanDocument } from "../model/track.ts";

/** Where a track's plan stands while it is worked on, and after. */
export const planPath = {
  folder: ({ issue, slug }: { issue: number; slug: string }) => `specs/changes/${issue}-${slug}`,
  /** The folder that holds all plans. */
  parent: "specs/changes",
  /** The folder that holds all archived plans. */
  archives: "specs/archive",
  archive: ({ issue, slug }: { issue: number; slug: string }, date: string) =>
    `specs/archive/${date}-${issue}-${slug}`,
  /** The summary of a phase that is completed. */
  phase: (slug: string, date: string) => `specs/archive/${date}-${slug}.md`,
};

/** Phases in order, each with its issues. */
export const roadmapFile = "specs/ROADMAP.md";

/** Where a repository says how gsd works in it. */
export const configFile = ".github/gsd.yml";

/** Where an organisation, or a person, says it for all of their repositories. */
export const sharedConfig = {
  repository: ".github",
  file: "gsd.yml",
  /** As people are told of it. */
  name: (owner: string) => `${owner}/.github/gsd.yml`,
};

/** The file of each document that planners write. */
export const documentFiles: Readonly<Record<PlanDocument, string>> = {
  spec: "SPEC.md",
  arch: "ARCH.md",
  qa: "QA.md",
};

/** What gsd itself adds to a plan's folder. */
export const addedFiles: readonly string[] = ["summary.md", "verification.json"];

/** What was learned from tasks that did not work out, for all tracks. */
export const lessonsFile = "specs/lessons.md";

export const backlogFile = "BACKLOG.yaml";
export const planFile = "PLAN.md";
