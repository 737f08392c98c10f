import type { Action } from "./actions.ts";
import type { Tier } from "./models.ts";

/** What selection has to know of a role; its words stand in `agents/<name>.md`. */
export interface RoleProfile {
  capabilities: readonly string[];
  /** What it is best at. */
  actions: readonly Action[];
  /** How freely it answers, where an engine lets that be set. */
  temperature: number;
  /** Which models it prefers, best first. */
  tiers: readonly [Tier, ...Tier[]];
}

export const roleNames = ["product", "architect", "senior", "developer", "reviewer", "ops"] as const;
export type RoleName = (typeof roleNames)[number];

/** The six roles as shipped; a test holds `agents/*.md` to them. A repository's own come from `.gsd/agents`. */
export const shippedRoles: Readonly<Record<RoleName, RoleProfile>> = {
  product: {
    capabilities: ["requirements", "acceptance", "scope"],
    actions: ["proposal", "approve"],
    temperature: 0.6,
    tiers: ["balanced", "high_reasoning"],
  },
  architect: {
    capabilities: ["design", "interfaces", "decomposition", "risk"],
    actions: ["research", "analyze", "retrofit", "design", "split"],
    temperature: 0.7,
    tiers: ["high_reasoning", "balanced"],
  },
  senior: {
    capabilities: ["implementation", "refactoring", "debugging", "test-design"],
    actions: ["plan", "implement", "execute", "debug"],
    temperature: 0.3,
    tiers: ["balanced", "high_reasoning"],
  },
  developer: {
    capabilities: ["implementation", "tests", "documentation"],
    actions: ["scaffold", "lint"],
    temperature: 0.2,
    tiers: ["fast", "balanced"],
  },
  reviewer: {
    capabilities: ["review", "verification", "security"],
    actions: ["review", "verify"],
    temperature: 0.5,
    tiers: ["high_reasoning", "balanced"],
  },
  ops: {
    capabilities: ["automation", "releases", "configuration"],
    actions: ["archive", "status"],
    temperature: 0.2,
    tiers: ["fast", "balanced"],
  },
};
