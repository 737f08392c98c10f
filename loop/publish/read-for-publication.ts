import { type Rule, ruleKind } from "../../core/check/rules.ts";
import { documentFiles, planPath } from "../../core/codec/paths.ts";
import type { PublicationInput } from "../../core/jobs/row.ts";
import type { ClaimedJob } from "../../core/model/job.ts";
import { planDocuments, type Track } from "../../core/model/track.ts";
import { mergeAgents, profilesOf } from "../../core/prompt/merge-agents.ts";
import { loadRecipes } from "../../core/recipe/load-recipes.ts";
import { loadSources } from "../../core/sources/load-sources.ts";
import type { Ports } from "../ports.ts";
import { readOwnSources } from "../read-sources.ts";

/** What publish has to know besides what the agent left. */
export type Read = Pick<PublicationInput, "rules" | "documents" | "recipes" | "roles"> & {
  /** All paths at the base, where the change is held to them. */
  existing?: ReadonlySet<string>;
};

/** Reads what the decision about a result needs: all from the job's base, which no agent could change. */
export async function readForPublication(
  ports: Ports,
  { track, job }: { track: Track; job: ClaimedJob },
): Promise<Read> {
  const rules = loadSources<Rule>(ruleKind, await ports.shipped("rules"), []).values.map(
    ({ value }) => value,
  );
  const documents = await readDocuments(ports, track, job);
  const { agents } = mergeAgents(await ports.shipped("agents"), await ownSources(ports, job, "agents"));
  const known = { roles: Object.keys(agents.byName), prompts: Object.keys(agents.forPrompt) };
  const sources = { shipped: await ports.shipped("recipes"), own: await ownSources(ports, job, "recipes") };
  const { recipes } = loadRecipes(sources, known);
  return { rules, documents, recipes, roles: profilesOf(agents) };
}

/** The repository's own files matter to plans, whose price they change, and to reports, whose place they name. */
async function ownSources(ports: Ports, job: ClaimedJob, folder: "agents" | "recipes") {
  if (job.kind !== "plan" && job.kind !== "report") return [];
  return readOwnSources(ports, folder, job.base.sha);
}

/** Documents that an earlier leg of this plan has committed. */
async function readDocuments({ github }: Ports, track: Track, { resume }: ClaimedJob) {
  const done = planDocuments.filter((name) => resume?.done.some((step) => step.endsWith(`/${name}`)));
  if (!resume || done.length === 0) return {};
  const folder = planPath.folder(track);
  const paths = done.map((name) => ({ path: `${folder}/${documentFiles[name]}`, ref: resume.commit }));
  const { files } = await github.look({ files: paths });
  return Object.fromEntries(done.flatMap((name, at) => (files[at] ? [[name, files[at].text]] : [])));
}
