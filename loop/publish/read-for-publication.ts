import { backlogFile, documentFiles, planPath } from "../../core/codec/paths.ts";
import type { DraftInput } from "../../core/jobs/draft-answers.ts";
import { pastTasks } from "../../core/jobs/past-tasks.ts";
import type { PublicationInput } from "../../core/jobs/row.ts";
import { rowOf } from "../../core/jobs/rows.ts";
import type { ClaimedJob } from "../../core/model/job.ts";
import { planDocuments, type Track } from "../../core/model/track.ts";
import { profilesOf } from "../../core/prompt/merge-agents.ts";
import { loadNewestOver } from "../ledger/load-tracks.ts";
import type { Ports } from "../ports.ts";
import { readLibrary } from "../read-library.ts";

/** What publish has to know besides what the agent left. */
export type Read = Pick<PublicationInput, "rules" | "recipes" | "roles" | "past"> & {
  /** Documents of a plan that an earlier leg wrote. */
  documents: DraftInput["documents"];
  /** The files of a plan that is being written again, as its authors found them. */
  before?: DraftInput["before"];
};

/** Reads what the decision about a result needs: all from the job's base, which no agent could change. */
export async function readForPublication(
  ports: Ports,
  { track, job }: { track: Track; job: ClaimedJob },
): Promise<Read> {
  const { protected_paths: protectedPaths } = track.config;
  const ref = rowOf(job).readsLibrary ? { ref: job.base.sha } : {};
  const { rules, recipes, agents } = await readLibrary(ports, { ...ref, protectedPaths });
  const documents = await readDocuments(ports, track, job);
  const past = rowOf(job).readsPast ? pastTasks(await loadNewestOver(ports)) : [];
  const read = { rules, documents, recipes, roles: profilesOf(agents), past };
  return rowOf(job).replacesPlan?.(track) ? { ...read, before: await readBefore(ports, track, job) } : read;
}

async function readBefore({ github }: Ports, track: Track, { base }: ClaimedJob) {
  const names = [...planDocuments.map((name) => documentFiles[name]), backlogFile];
  const folder = planPath.folder(track);
  const { files } = await github.look({
    files: names.map((name) => ({ path: `${folder}/${name}`, ref: base.sha })),
  });
  return Object.fromEntries(
    names.flatMap((name, at) => {
      const file = files[at];
      return file && file.odd === undefined ? [[name, file.text]] : [];
    }),
  );
}

/** Documents that an earlier leg of this plan has committed. */
async function readDocuments({ github }: Ports, track: Track, { resume }: ClaimedJob) {
  const done = planDocuments.filter((name) => resume?.done.some((step) => step.endsWith(`/${name}`)));
  if (!resume || done.length === 0) return {};
  const folder = planPath.folder(track);
  const paths = done.map((name) => ({ path: `${folder}/${documentFiles[name]}`, ref: resume.commit }));
  const { files } = await github.look({ files: paths });
  return Object.fromEntries(
    done.flatMap((name, at) => {
      const file = files[at];
      return file && file.odd === undefined ? [[name, file.text]] : [];
    }),
  );
}
