import type { RoleProfile } from "../select/roles.ts";
import { loadSources, type SourceFile, type SourceProblem } from "../sources/load-sources.ts";
import { type Agent, agentKind } from "./parse-agent.ts";
import { type Skill, skillKind } from "./parse-skill.ts";

export interface Agents {
  byName: Readonly<Record<string, Agent>>;
  /** Who has the words for each prompt. */
  forPrompt: Readonly<Record<string, Agent>>;
}

/** Our roles with the repository's: the same name replaces ours, and a prompt that one of its roles lists is that role's. */
export function mergeAgents(
  shipped: readonly SourceFile[],
  own: readonly SourceFile[],
): { agents: Agents; problems: SourceProblem[] } {
  const { values, problems } = loadSources(agentKind, shipped, own);
  const forPrompt = new Map<string, Agent>();
  const owners = new Map<string, string>();
  // Theirs come first, so that whoever comes second is either replaced by design or a problem.
  for (const { value, path, isOwn } of [...values].sort((a, b) => Number(b.isOwn) - Number(a.isOwn))) {
    for (const prompt of value.prompts) {
      const owner = owners.get(prompt);
      const message = `lists the prompt ${prompt}, as ${owner} does; only one role can have it`;
      if (owner !== undefined && isOwn) problems.push({ file: path, path: "prompts", message });
      if (owner !== undefined) continue;
      forPrompt.set(prompt, value);
      owners.set(prompt, value.name);
    }
  }
  const byName = Object.fromEntries(values.map(({ name, value }) => [name, value]));
  return { agents: { byName, forPrompt: Object.fromEntries(forPrompt) }, problems };
}

/** Our skills with the repository's: the same name replaces ours. */
export function mergeSkills(
  shipped: readonly SourceFile[],
  own: readonly SourceFile[],
): { skills: Skill[]; problems: SourceProblem[] } {
  const { values, problems } = loadSources(skillKind, shipped, own);
  return { skills: values.map(({ value }) => value), problems };
}

/** Who has the words for a prompt, and whose way of working comes with it. A role with prompts of its own speaks of those, so it comes with no other. */
export function pickAgents(
  { byName, forPrompt }: Agents,
  { prompt, role }: { prompt: string; role: string },
): { agent: Agent; role?: Agent } | undefined {
  const own = Object.hasOwn(byName, role) ? byName[role] : undefined;
  if (own?.prompts.includes(prompt)) return { agent: own };
  const agent = Object.hasOwn(forPrompt, prompt) ? forPrompt[prompt] : undefined;
  if (!agent) return undefined;
  return own?.prompts.length === 0 ? { agent, role: own } : { agent };
}

/** What selection has to know of the roles there are. */
export function profilesOf({ byName }: Agents): Record<string, RoleProfile> {
  const profiles: Record<string, RoleProfile> = {};
  for (const { name, capabilities, actions, tiers } of Object.values(byName)) {
    const [first = "balanced", ...others] = tiers;
    profiles[name] = { capabilities, actions, tiers: [first, ...others] };
  }
  return profiles;
}
