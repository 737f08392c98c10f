import type { Rule } from "../../core/check/rules/rule.ts";
import { backlogFile, documentFiles, planPath } from "../../core/codec/paths.ts";
import type { DraftInput } from "../../core/jobs/draft-answers.ts";
import { pastTasks } from "../../core/jobs/past-tasks.ts";
import type { PublicationInput } from "../../core/jobs/row.ts";
import { rowOf } from "../../core/jobs/rows.ts";
import type { ClaimedJob } from "../../core/model/job.ts";
import { planDocuments, type Track } from "../../core/model/track.ts";
import { withoutUndefined } from "../../core/model/without-undefined.ts";
import { profilesOf } from "../../core/prompt/merge-agents.ts";
import { loadNewestOver } from "../ledger/load-tracks.ts";
import { loadSaved, type SavedRepository } from "../ledger/repository.ts";
import type { Ports } from "../ports.ts";
import { type LibraryPlace, readLibrary } from "../read-library.ts";

/** What publish has to know besides what the agent left. */
export type Read = Pick<PublicationInput, "recipes" | "roles" | "past"> & {
  rules: readonly Rule[];
  /** Documents of a plan that an earlier leg wrote. */
  documents: DraftInput["documents"];
  /** The files of a plan that is being written again, as its authors found them. */
  before?: DraftInput["before"];
  /** What belongs to no track, where something may be remembered in it. */
  repository?: SavedRepository;
};

/** Reads what the decision about a result needs: all from the job's base, which no agent could change. */
export async function readForPublication(
  ports: Ports,
  { track, job, hasRules }: { track: Track; job: ClaimedJob; hasRules: boolean },
): Promise<Read> {
  const { protected_paths: protectedPaths, rules: settings } = track.config;
  const from = libraryFrom(track, job, hasRules);
  // Asked for at once, so that it is one request.
  const [{ rules, recipes, agents }, documents, past, before, repository] = await Promise.all([
    readLibrary(ports, { ...from, protectedPaths, rules: settings }),
    readDocuments(ports, track, job),
    rowOf(job).readsPast ? loadNewestOver(ports).then(pastTasks) : [],
    rowOf(job).replacesPlan?.(track) ? readBefore(ports, track, job) : undefined,
    rowOf(job).readsPast ? loadSaved(ports) : undefined,
  ]);
  const kept = rowOf(job).keepsDocuments?.(track) ? documentsIn(before) : documents;
  return withoutUndefined({
    rules,
    documents: kept,
    recipes,
    roles: profilesOf(agents),
    past,
    before,
    repository,
  });
}

/** What the repository adds, and at which commit: for most jobs its rules alone, by which the crew went, too. */
function libraryFrom(track: Track, job: ClaimedJob, hasRules: boolean): Pick<LibraryPlace, "ref" | "only"> {
  const row = rowOf(job);
  if (row.readsLibrary) return { ref: job.base.sha };
  if (!hasRules || row.scope(track, job) === "none") return {};
  return { ref: row.libraryAt?.(track) ?? row.instructedBy(track, job), only: ["rules"] };
}

/** The documents among the files of a plan. */
function documentsIn(files: Read["before"] = {}): Read["documents"] {
  const known = planDocuments.flatMap((name) => {
    const text = files[documentFiles[name]];
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(known);
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
