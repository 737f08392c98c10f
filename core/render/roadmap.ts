import { roadmapLimits } from "../backlog/roadmap.ts";
import type { FileChange } from "../backlog/sync.ts";
import { roadmapFile } from "../codec/paths.ts";
import { code, inline } from "../text/foreign.ts";
import type { RoadmapReport } from "../view/view-dashboard.ts";
import { fitLines, plural } from "./phrases.ts";
import { asSentence, firstLine } from "./why.ts";

type Trouble = RoadmapReport["troubles"][number];

/** Why part of the roadmap is not followed, and what to do about it. */
export function troubleWords(trouble: Trouble): string {
  switch (trouble.type) {
    case "no-such-issue":
      return trouble.isPull
        ? `Line ${trouble.line} of ${code(roadmapFile)} names #${trouble.issue}, which is a pull request. Name its issue instead.`
        : `Line ${trouble.line} of ${code(roadmapFile)} names issue ${trouble.issue}, which does not exist. Fix the number or take the line out.`;
    case "milestone-deleted":
      return `The milestone of ${inline(trouble.title)} (line ${trouble.line} of ${code(roadmapFile)}) was deleted. The phase and its ${plural(trouble.issues, "issue")} are still in the file. Take the phase out, or make a milestone of that name and gsd puts the issues back.`;
    case "phase-removed":
      return `Somebody took the phase ${inline(trouble.title)} out of ${code(roadmapFile)}. gsd leaves its milestone alone: close it, or put the phase back.`;
    case "milestone-too-large":
      return `The milestone ${inline(trouble.title)} has ${trouble.issues} issues, which is more than gsd reads. It leaves the issues of that milestone and of its phase where they are. Move what is over to a milestone of its own.`;
    case "roadmap-full":
      return `The open milestones have more than ${code(roadmapFile)} may hold (${roadmapLimits.phases} phases and ${roadmapLimits.issues} issues), so gsd does not propose to bring it up to date. Close milestones that are over, or take issues out of them.`;
    case "proposal-declined":
      return `Somebody closed the pull request that would have brought ${code(roadmapFile)} up to date, so the file and the milestones differ. Change either of them to go on.`;
    case "proposal-refused":
      return `gsd may not open a pull request for ${code(roadmapFile)}: ${asSentence(firstLine(trouble.text))} Open one from the branch ${code(trouble.branch)}, or allow GitHub Actions to create pull requests in the repository's settings.`;
    case "write-refused":
      return `GitHub refused a change of a milestone: ${asSentence(firstLine(trouble.text))} gsd tries again with the next run.`;
  }
}

export const roadmapPullTitle = "Roadmap: follow the milestones";

/** The body of the pull request that brings the file up to date. */
export function roadmapPullBody(changes: readonly FileChange[]): string {
  const lines = fitLines(changes, (change) => `- ${changeWords(change)}`, {
    maxBytes: 30_000,
    more: (count) => `- and ${plural(count, "more change")}`,
  });
  return [
    `The milestones changed on GitHub, and ${code(roadmapFile)} follows them:`,
    lines.join("\n"),
    "**Next:** merge it, or close it to keep the file as it is. gsd does not propose the same file twice.",
  ].join("\n\n");
}

function changeWords(change: FileChange): string {
  switch (change.type) {
    case "added-phase":
      return `a new phase ${inline(change.title)}`;
    case "renamed-phase":
      return `${inline(change.from)} is called ${inline(change.title)} now`;
    case "changed-due":
      return change.due === undefined
        ? `${inline(change.title)} has no date any more`
        : `${inline(change.title)} is due ${change.due}`;
    case "put-issue":
      return `#${change.issue} belongs to ${inline(change.title)}`;
    case "took-issue":
      return `#${change.issue} left ${inline(change.title)}`;
  }
}
