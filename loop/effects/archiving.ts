import { addedFiles } from "../../core/codec/paths.ts";
import type { Track } from "../../core/model/track.ts";
import type { SpecLayout } from "../../core/plan/spec-layout.ts";
import type { CommitAt, FileAtRef, Folder } from "../../core/ports/github/git.ts";
import type { Ports } from "../ports.ts";

/** The track branch as it was seen, in one request. */
export interface SeenBranch {
  head: CommitAt;
  /** How the repository keeps its specs. */
  layout: SpecLayout;
  /** The plan's folder; a plan that is not there any more was archived. */
  folder?: Folder;
  /** The plan as it was approved: that counts, whatever the branch says by now. */
  approved: ApprovedPlan;
}

export interface ApprovedPlan {
  /** A commit that has it. */
  commit: string;
  folder?: Folder;
  spec?: FileAtRef;
}

/** Whose plan is archived, under which day. */
export interface Archiving {
  ports: Pick<Ports, "github" | "parse">;
  track: Track;
  day: string;
}

/** What is archived as it was approved; what gsd added since is not. */
export function approvedFiles({ folder }: ApprovedPlan): Folder["entries"] {
  const entries = folder?.entries ?? [];
  return entries.filter((entry) => !entry.folder && !addedFiles.includes(entry.name));
}
