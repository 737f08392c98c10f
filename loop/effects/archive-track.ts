import { trackBranch } from "../../core/codec/branches.ts";
import { addedFiles, documentFiles, lessonsFile, planPath } from "../../core/codec/paths.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Sha } from "../../core/model/ids.ts";
import { allAnswered } from "../../core/model/question.ts";
import type { Track } from "../../core/model/track.ts";
import { addAnswers } from "../../core/plan/add-answers.ts";
import { archivePlan, type ChangedSpecs, noChangedSpecs } from "../../core/plan/archive-plan.ts";
import type { SpecLayout } from "../../core/plan/spec-layout.ts";
import type { CommitAt, FileAtRef, Folder, TreeEntry } from "../../core/ports/github/git.ts";
import { archiveMessage } from "../../core/render/commits.ts";
import type { Ports } from "../ports.ts";
import { lessonFiles } from "./lesson-files.ts";
import { openspecFiles, type PlanText } from "./openspec-files.ts";
import { unfoldable } from "./unfoldable.ts";

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

/** The last commit of a track: folds its spec changes in and moves its plan to the archive. Answers the head of the branch. */
export async function archiveTrack(archiving: Archiving, seen: SeenBranch): Promise<Sha> {
  const { folder } = seen;
  if (!folder) return seen.head.sha;
  return (await archiveAtOnce(archiving, { ...seen, folder })) ?? archiveInParts(archiving, seen);
}

/** GitHub's own commit of several files, which is for texts only. Undefined where it does not fit. */
async function archiveAtOnce(
  { ports, track, day }: Archiving,
  seen: SeenBranch & { folder: Folder },
): Promise<Sha | undefined> {
  const { github } = ports;
  const { head, folder, approved } = seen;
  if (folder.entries.some((entry) => entry.folder)) return undefined;
  const path = planPath.folder(track);
  const paths = folder.entries.map(({ name }) => `${path}/${name}`);
  const moves = archivePlan(paths, track, day);
  const changed = await readChanges(ports, seen);
  const names = new Set(approvedFiles(approved).map(({ name }) => name));
  const { files, folders } = await github.look({
    files: [
      ...folder.entries.map(({ name }) => ({
        path: `${path}/${name}`,
        ref: names.has(name) ? approved.commit : head.sha,
      })),
      ...changed.specs.map((spec) => ({ path: spec.path, ref: head.sha })),
      { path: lessonsFile, ref: head.sha },
    ],
    folders: [{ path, ref: head.sha }],
  });
  if (folders[0]?.sha !== folder.sha) throw moved();
  const additions = moves.map(({ to }, at) => ({
    path: to,
    text: files[at]?.odd ? undefined : files[at]?.text,
  }));
  const answered = additions.map((file) => withAnswers(track, file));
  if (!answered.every(isText)) return undefined;
  const folded = await fold(ports, changed, files.slice(moves.length, -1));
  const commit = await github.commitFiles({
    branch: trackBranch.format(track),
    expectedHead: head.sha,
    message: archiveMessage(track),
    additions: [
      ...answered,
      ...folded,
      ...(await openspecFiles({ ports, track, day }, changed, answered)),
      ...(await lessonFiles({ ports, track, day }, files.at(-1), answered)),
    ],
    deletions: paths,
  });
  if (commit !== "conflict") return commit;
  throw moved();
}

/** What tasks asked after the plan was approved becomes a part of it here. */
function withAnswers<T extends { path: string; text: string | undefined }>(track: Track, file: T): T {
  if (file.text === undefined || !file.path.endsWith(`/${documentFiles.spec}`)) return file;
  return { ...file, text: addAnswers(file.text, allAnswered(track.forms)) };
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
async function archiveInParts({ ports, track, day }: Archiving, seen: SeenBranch): Promise<Sha> {
  const { github } = ports;
  const { head, approved } = seen;
  const files = (await github.tree(head.tree)).filter(({ type }) => type === "blob");
  const folder = planPath.folder(track);
  const plan = approvedFiles(approved).map(({ name, sha }) => ({ path: `${folder}/${name}`, sha }));
  const shas = new Map([...files, ...plan].map(({ path, sha }) => [path, sha]));
  const paths = files.map(({ path }) => path);
  const moves = archivePlan(paths, track, day).flatMap(({ from, to }): TreeEntry[] => [
    { path: to, mode: "100644", sha: shas.get(from) ?? null },
    { path: from, mode: "100644", sha: null },
  ]);
  const changed = await readChanges(ports, seen);
  const wanted = [...changed.specs.map(({ path }) => path), lessonsFile];
  const texts = (await github.look({ files: wanted.map((path) => ({ path, ref: head.sha })) })).files;
  const folded = await fold(ports, changed, texts.slice(0, -1));
  const kept = await readPlanTexts(github, track, approved);
  const lessons = await lessonFiles({ ports, track, day }, texts.at(-1), kept);
  const openspec = await openspecFiles({ ports, track, day }, changed, kept);
  const entries = [...folded, ...openspec, ...lessons].map((file) => ({ ...file, mode: "100644" as const }));
  const spec = { path: `${planPath.archive(track, day)}/${documentFiles.spec}`, text: approved.spec?.text };
  const { text } = withAnswers(track, spec);
  const told = moves.map(
    (move): TreeEntry =>
      text !== spec.text && move.path === spec.path ? { path: spec.path, mode: "100644", text } : move,
  );
  const tree = await github.createTree(head.tree, [...told, ...entries]);
  const commit = await github.createCommit({ message: archiveMessage(track), tree, parents: [head.sha] });
  await github.updateRef(`heads/${trackBranch.format(track)}`, commit, { force: false });
  return commit;
}

async function readPlanTexts(
  github: Archiving["ports"]["github"],
  track: Track,
  approved: ApprovedPlan,
): Promise<PlanText[]> {
  const folder = planPath.folder(track);
  const paths = approvedFiles(approved).map(({ name }) => `${folder}/${name}`);
  const { files } = await github.look({ files: paths.map((path) => ({ path, ref: approved.commit })) });
  return paths.flatMap((path, at) => {
    const file = files[at];
    return file && file.odd === undefined ? [{ path, text: file.text }] : [];
  });
}

/** What is archived as it was approved; what gsd added since is not. */
function approvedFiles({ folder }: ApprovedPlan): Folder["entries"] {
  const entries = folder?.entries ?? [];
  return entries.filter((entry) => !entry.folder && !addedFiles.includes(entry.name));
}

/** What the approved plan says; where the branch has no such file any more, it was folded in before. */
async function readChanges(
  { parse }: Archiving["ports"],
  { folder, layout, approved: { spec } }: SeenBranch,
): Promise<ChangedSpecs> {
  if (!spec || !folder?.entries.some(({ name }) => name === "SPEC.md")) return noChangedSpecs;
  if (spec.odd !== undefined) throw unfoldable([{ message: `it ${spec.odd}` }]);
  const changed = await parse("spec-changes", spec.text, layout);
  if (!changed.ok) throw unfoldable([{ message: `SPEC.md ${changed.message}` }]);
  if (!changed.value.ok) throw unfoldable(changed.value.problems);
  return changed.value;
}

async function fold(
  { parse }: Archiving["ports"],
  changed: ChangedSpecs,
  files: readonly (FileAtRef | undefined)[],
): Promise<{ path: string; text: string }[]> {
  if (changed.specs.length === 0) return [];
  for (const [at, { path }] of changed.specs.entries()) {
    const odd = files[at]?.odd;
    if (odd !== undefined) throw unfoldable([{ message: `${path} ${odd}` }]);
  }
  const folded = await parse(
    "spec-folding",
    changed,
    files.map((file) => file?.text),
  );
  if (!folded.ok) throw unfoldable([{ message: `one of the specs ${folded.message}` }]);
  if (!folded.value.ok) throw unfoldable(folded.value.problems);
  return folded.value.files;
}
