import type { Moment } from "../../local/demo/tell-story.ts";

/** One picture of the documents: what is looked at, and when in the demo's story. */
export interface Picture {
  /** Its file, without the ending. */
  name: string;
  moment: Moment["type"];
  path: (at: { repo: string; issue: number; pull: number }) => string;
  /** A part of the page; without it, what fits into the window. */
  part?: string;
  width?: number;
  height?: number;
}

const issue: Picture["path"] = ({ repo, issue }) => `/${repo}/issues/${issue}`;
const pull: Picture["path"] = ({ repo, pull }) => `/${repo}/pull/${pull}`;
const track: Picture["path"] = ({ repo, issue }) => `/${repo}/tracks/${issue}`;
const tracks: Picture["path"] = () => "/tracks";

/** gsd's own comment that it keeps rewriting: the one with its heading. */
const progress = "article.bot:has(h3)";

export const pictures: readonly Picture[] = [
  { name: "plan", moment: "proposed", path: pull, height: 1_000 },
  { name: "task", moment: "task-ready", path: pull, height: 1_000 },
  { name: "progress", moment: "at-work", path: issue, part: progress },
  { name: "track", moment: "at-work", path: track, width: 1_240, part: "main" },
  { name: "tracks", moment: "at-work", path: tracks, width: 1_200, height: 600 },
  { name: "merged", moment: "merged", path: issue, part: progress },
];
