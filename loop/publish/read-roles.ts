import { GsdError } from "../../core/gsd-error.ts";
import { mergeAgents, profilesOf, type SourceFile } from "../../core/prompt/merge-agents.ts";
import type { RoleProfile } from "../../core/select/roles.ts";
import type { Publication } from "./publish-job.ts";

const folder = ".gsd/agents";
const mostFiles = 50;

/** The roles that runs will choose from: ours, and the repository's own at the job's base. Undefined when they cannot be had. */
export async function readRoles({
  ports,
  job,
  agents,
}: Publication): Promise<Record<string, RoleProfile> | undefined> {
  if (agents.length === 0) return undefined;
  try {
    return profilesOf(mergeAgents(agents, await readOwn(ports.github, job.base!.sha)));
  } catch (error) {
    // An estimate is no reason to fail; the runs say what is wrong with a role.
    if (!(error instanceof GsdError)) throw error;
    ports.log.warn("the repository's roles could not be read", { code: error.code });
    return undefined;
  }
}

async function readOwn(github: Publication["ports"]["github"], ref: string): Promise<SourceFile[]> {
  const entries = (await github.listFolder(folder, ref)) ?? [];
  const names = entries.flatMap((entry) => (entry.name.endsWith(".md") ? [entry.name] : []));
  const files: SourceFile[] = [];
  for (const name of names.slice(0, mostFiles)) {
    const file = await github.readFile(`${folder}/${name}`, ref);
    if (file) files.push({ path: name, text: file.text });
  }
  return files;
}
