import { trackBranch } from "../../core/codec/branches.ts";
import { documentFiles, lessonsFile, planPath } from "../../core/codec/paths.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { Track } from "../../core/model/track.ts";
import { archivePlan } from "../../core/plan/archive-plan.ts";
import type { TreeEntry } from "../../core/ports/github/git.ts";
import { archiveMessage } from "../../core/render/commits.ts";
import { foldSpecs, readChanges, withAnswers } from "./archived-texts.ts";
import { type ApprovedPlan, type Archiving, approvedFiles, type SeenBranch } from "./archiving.ts";
import { lessonFiles } from "./lesson-files.ts";
import { openspecFiles, type PlanText } from "./openspec-files.ts";

/** The same by the Git Data API, for folders and for files that are not text. */
export async function archiveInParts({ ports, track, day }: Archiving, seen: SeenBranch): Promise<Sha> {
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
  const folded = await foldSpecs(ports, changed, texts.slice(0, -1));
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
