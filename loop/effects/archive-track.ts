import type { Sha } from "../../core/model/ids.ts";
import { archiveAtOnce } from "./archive-at-once.ts";
import { archiveInParts } from "./archive-in-parts.ts";
import type { Archiving, SeenBranch } from "./archiving.ts";

/** The last commit of a track: folds its spec changes in and moves its plan to the archive. Answers the head of the branch. */
export async function archiveTrack(archiving: Archiving, seen: SeenBranch): Promise<Sha> {
  const { folder } = seen;
  if (!folder) return seen.head.sha;
  return (await archiveAtOnce(archiving, { ...seen, folder })) ?? archiveInParts(archiving, seen);
}
