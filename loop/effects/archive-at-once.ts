import { trackBranch } from "../../core/codec/branches.ts";
import { lessonsFile, planPath } from "../../core/codec/paths.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Sha } from "../../core/model/ids.ts";
import { archivePlan } from "../../core/plan/archive-plan.ts";
import type { Folder } from "../../core/ports/github/git.ts";
import { archiveMessage } from "../../core/render/commits.ts";
import { foldSpecs, readChanges, withAnswers } from "./archived-texts.ts";
import { type Archiving, approvedFiles, type SeenBranch } from "./archiving.ts";
import { lessonFiles } from "./lesson-files.ts";
import { openspecFiles } from "./openspec-files.ts";

/** GitHub's own commit of several files, which is for texts only. Undefined where it does not fit. */
export async function archiveAtOnce(
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
  const folded = await foldSpecs(ports, changed, files.slice(moves.length, -1));
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

/** Also when what was seen in one request is of two moments. The next try sees the branch as it is then. */
function moved(): GsdError {
  return new GsdError("unavailable", "the track branch moved while its plan was archived");
}

/** Bytes that are no UTF-8 arrive as U+FFFD: such a file moves by its sha. */
function isText(file: { path: string; text: string | undefined }): file is { path: string; text: string } {
  return file.text !== undefined && !/[\0\uFFFD]/.test(file.text);
}
