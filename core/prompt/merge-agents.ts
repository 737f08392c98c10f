import { GsdError } from "../gsd-error.ts";
import { type AgentKind, jobKinds } from "../model/job.ts";
import { actionOf } from "../select/actions.ts";
import type { RoleProfile } from "../select/roles.ts";
import { type Agent, parseAgent } from "./parse-agent.ts";
import { parseSkill, type Skill } from "./parse-skill.ts";

/** A file as it was read: `.gsd/agents/writer.md` and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

export interface Agents {
  byName: Readonly<Record<string, Agent>>;
  /** Who instructs each job. */
  forJob: Readonly<Record<AgentKind, Agent>>;
}

/** Our roles with the repository's: the same name replaces ours, a job that its own role lists is that role's. Throws `agent` with all errors. */
export function mergeAgents(shipped: readonly SourceFile[], own: readonly SourceFile[]): Agents {
  const { ours, theirs } = parseBoth(shipped, own, { code: "agent", parse: parseAgent });
  const byName = toRecord([...ours, ...theirs]);
  const errors: string[] = [];
  const forJob = jobKinds.flatMap((kind) => {
    if (actionOf(kind) === undefined) return [];
    const doers = theirs.filter((agent) => agent.jobs.includes(kind));
    if (doers.length > 1)
      errors.push(`${doers.map(({ name }) => name).join(" and ")} both list the job ${kind}.`);
    const doer = doers[0] ?? Object.values(byName).find((agent) => agent.jobs.includes(kind));
    if (!doer) errors.push(`No role lists the job ${kind}.`);
    return doer ? [[kind, doer] as const] : [];
  });
  if (errors.length > 0) throw new GsdError("agent", errors.join("\n"));
  return { byName, forJob: Object.fromEntries(forJob) as Agents["forJob"] };
}

/** Our skills with the repository's: the same name replaces ours. Throws `skill` with all errors. */
export function mergeSkills(shipped: readonly SourceFile[], own: readonly SourceFile[]): Skill[] {
  const { ours, theirs } = parseBoth(shipped, own, { code: "skill", parse: parseSkill });
  return Object.values(toRecord([...ours, ...theirs])).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Who instructs a job, and whose way of working comes with it. A role with jobs of its own speaks of those, so it comes with no other. */
export function pickAgents(
  { byName, forJob }: Agents,
  { kind, role }: { kind: keyof Agents["forJob"]; role: string },
): { agent: Agent; role?: Agent } {
  const own = Object.hasOwn(byName, role) ? byName[role] : undefined;
  if (own?.jobs.includes(kind)) return { agent: own };
  return { agent: forJob[kind], ...(own?.jobs.length === 0 && { role: own }) };
}

/** What selection has to know of the roles there are. */
export function profilesOf({ byName }: Agents): Record<string, RoleProfile> {
  const entries = Object.values(byName).map(({ name, capabilities, actions, temperature, tiers }) => {
    const [first = "balanced", ...others] = tiers;
    return [name, { capabilities, actions, temperature: temperature ?? 0.2, tiers: [first, ...others] }];
  });
  return Object.fromEntries(entries) as Record<string, RoleProfile>;
}

interface Named {
  name: string;
}

function parseBoth<T extends Named>(
  shipped: readonly SourceFile[],
  own: readonly SourceFile[],
  how: { code: string; parse: (text: string, path: string) => T },
): { ours: T[]; theirs: T[] } {
  const errors: string[] = [];
  const parseAll = (files: readonly SourceFile[]) =>
    files.flatMap(({ path, text }) => {
      try {
        const value = how.parse(text, path);
        if (path.endsWith(`/${value.name}.md`) || path === `${value.name}.md`) return [value];
        errors.push(`${path} is named ${value.name}; call the file ${value.name}.md.`);
      } catch (error) {
        if (!(error instanceof GsdError)) throw error;
        errors.push(error.message);
      }
      return [];
    });
  const [ours, theirs] = [parseAll(shipped), parseAll(own)];
  const names = theirs.map(({ name }) => name);
  const doubled = names.filter((name, index) => names.indexOf(name) !== index);
  errors.push(...doubled.map((name) => `There are two files for ${name}.`));
  if (errors.length > 0) throw new GsdError(how.code, errors.join("\n"));
  return { ours, theirs };
}

function toRecord<T extends Named>(values: readonly T[]): Record<string, T> {
  return Object.fromEntries(values.map((value) => [value.name, value]));
}
