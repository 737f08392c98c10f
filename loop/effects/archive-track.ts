import { trackBranch } from "../../core/codec/branches.ts";
import { planPath } from "../../core/codec/paths.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { Track } from "../../core/model/track.ts";
import {
  archivePlan,
  type ChangedSpecs,
  changedSpecs,
  foldCapability,
  noChangedSpecs,
} from "../../core/plan/archive-plan.ts";
import type { CommitAt, FileAtRef, Folder, GitHubPort, TreeEntry } from "../../core/ports/github.ts";
import { archiveMessage } from "../../core/render/commits.ts";

/** The track branch as it was seen, in one request. */
export interface SeenBranch {
  head: CommitAt;
  /** The plan's folder; a plan that is not there any more was archived. */
  folder?: Folder;
  spec?: FileAtRef;
}

/** Whose plan is archived, under which day. */
interface Archiving {
  github: GitHubPort;
  track: Track;
  day: string;
}

/** The last commit of a track: folds its spec changes in and moves its plan to the archive. Answers the head of the branch. */
export async function archiveTrack(archiving: Archiving, seen: SeenBranch): Promise<Sha> {
  const { folder } = seen;
  if (!folder) return seen.head.sha;
  return (await archiveAtOnce(archiving, { ...seen, folder })) ?? archiveInParts(archiving, seen);
}

/** GitHub's own commit of several files, which is for texts only. Undefined where it does not fit. */
async function archiveAtOnce(
  { github, track, day }: Archiving,
  { head, folder, spec }: SeenBranch & { folder: Folder },
): Promise<Sha | undefined> {
  if (folder.entries.some((entry) => entry.folder)) return undefined;
  const path = planPath.folder(track);
  const paths = folder.entries.map(({ name }) => `${path}/${name}`);
  const moves = archivePlan(paths, track, day);
  const changed = readChanges(spec?.text);
  const wanted = [...moves.map(({ from }) => from), ...changed.specs.map(({ path }) => path)];
  const { files, folders } = await github.look({
    files: wanted.map((one) => ({ path: one, ref: head.sha })),
    folders: [{ path, ref: head.sha }],
  });
  const specAt = folder.entries.find(({ name }) => name === "SPEC.md");
  if (folders[0]?.sha !== folder.sha || specAt?.sha !== spec?.sha) throw moved();
  const additions = moves.map(({ to }, at) => ({ path: to, text: files[at]?.text }));
  if (!additions.every(isText)) return undefined;
  const folded = fold(changed, (at) => files[moves.length + at]?.text);
  const commit = await github.commitFiles({
    branch: trackBranch.format(track),
    expectedHead: head.sha,
    message: archiveMessage(track),
    additions: [...additions, ...folded],
    deletions: paths,
  });
  if (commit !== "conflict") return commit;
  throw moved();
}

/** Also when what was seen in one request is of two moments. The next try sees the branch as it is then. */
function moved(): GsdError {
  return new GsdError("unavailable", "the track branch moved while its plan was archived");
}

/** Bytes that are no UTF-8 arrive as U+FFFD: such a file moves by its sha. */
function isText(file: { path: string; text: string | undefined }): file is { path: string; text: string } {
  return file.text !== undefined && !/[\0\uFFFD]/.test(file.text);
}

/** The same by the Git Data API, for folders and for files that are not text. */
async function archiveInParts({ github, track, day }: Archiving, { head, spec }: SeenBranch): Promise<Sha> {
  const files = (await github.tree(head.tree)).filter(({ type }) => type === "blob");
  const shas = new Map(files.map(({ path, sha }) => [path, sha]));
  if (shas.get(`${planPath.folder(track)}/SPEC.md`) !== spec?.sha) throw moved();
  const moves = archivePlan([...shas.keys()], track, day).flatMap(({ from, to }): TreeEntry[] => [
    { path: to, mode: "100644", sha: shas.get(from) ?? null },
    { path: from, mode: "100644", sha: null },
  ]);
  const changed = readChanges(spec?.text);
  const specs = changed.specs.map(({ path }) => ({ path, ref: head.sha }));
  const texts = specs.length > 0 ? (await github.look({ files: specs })).files : [];
  const folded = fold(changed, (at) => texts[at]?.text).map((file) => ({ ...file, mode: "100644" as const }));
  const tree = await github.createTree(head.tree, [...moves, ...folded]);
  const commit = await github.createCommit({ message: archiveMessage(track), tree, parents: [head.sha] });
  await github.updateRef(`heads/${trackBranch.format(track)}`, commit, { force: false });
  return commit;
}

function readChanges(spec: string | undefined): ChangedSpecs {
  if (spec === undefined) return noChangedSpecs;
  const changed = changedSpecs(spec);
  if (!changed.ok) throw unfoldable(changed.problems);
  return changed;
}

function fold(
  { specs, deltas }: ChangedSpecs,
  textAt: (at: number) => string | undefined,
): { path: string; text: string }[] {
  return specs.map(({ capability, path }, at) => {
    const folded = foldCapability(deltas, capability, textAt(at));
    if (!folded.ok) throw unfoldable(folded.problems);
    return { path, text: folded.text };
  });
}

function unfoldable(problems: { message: string }[]): GsdError {
  const words = problems.map(({ message }) => message).join("; ");
  return new GsdError(
    "spec-deltas",
    `the spec changes in SPEC.md do not fit specs/ (${words}); fix SPEC.md on the track branch`,
  );
}
