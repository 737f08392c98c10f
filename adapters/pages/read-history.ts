import { auditRevision } from "../../core/audit/audit-revision.ts";
import { ledgerBranch } from "../../core/codec/branches.ts";
import { trackFile } from "../../core/codec/ledger-files.ts";
import type { Revision } from "../../core/ports/archive.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import type { TrackHistory } from "../../web/source.ts";
import type { LookBack, PastCommit } from "../github/look-back.ts";

/** Files of one request: as much as GitHub's GraphQL answers without complaint. */
const atOnce = 20;
/** One page of commits: what came before is for `gsd audit`. */
const mostSaves = 100;

interface Reads {
  github: GitHubPort;
  past: LookBack;
}

/** What the newest saves of a track tell, oldest first. */
export async function readHistory({ github, past }: Reads, issue: number): Promise<TrackHistory> {
  const paths = [trackFile.path("tracks", issue), trackFile.path("done", issue)];
  const found = (await Promise.all(paths.map((path) => past.commitsTo(path, ledgerBranch)))).flat();
  const commits = [...new Map(found.map((commit) => [commit.sha, commit])).values()].toSorted(inTime);
  const read = commits.slice(-mostSaves);
  const texts = await readTexts(github, paths, read);
  const isCut = found.length >= mostSaves;
  return {
    entries: toRevisions(read, paths, { texts, isCut }).flatMap((one) => auditRevision(one).entries),
    isCut,
  };
}

function inTime(a: PastCommit, b: PastCommit): number {
  return a.at < b.at ? -1 : a.at > b.at ? 1 : 0;
}

/** For each commit the texts of both paths. */
async function readTexts(github: GitHubPort, paths: string[], commits: PastCommit[]) {
  const texts: (string | undefined)[][] = [];
  for (let start = 0; start < commits.length; start += atOnce) {
    const some = commits.slice(start, start + atOnce);
    const asked = some.flatMap(({ sha: ref }) => paths.map((path) => ({ path, ref })));
    const { files } = await github.look({ files: asked });
    for (const at of some.keys()) texts.push(paths.map((_, which) => files[paths.length * at + which]?.text));
  }
  return texts;
}

/** Each commit against the one before it. Of a history that is cut, the first is only what the second is compared with. */
function toRevisions(
  commits: PastCommit[],
  paths: string[],
  { texts, isCut }: { texts: (string | undefined)[][]; isCut: boolean },
): Revision[] {
  const revisions = commits.map(({ sha: commit, at, author, message }, index): Revision => {
    const files = paths.map((path, which) => ({
      path,
      before: texts[index - 1]?.[which],
      after: texts[index]?.[which],
    }));
    return { commit, at, author, message, files };
  });
  return isCut ? revisions.slice(1) : revisions;
}
