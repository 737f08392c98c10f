import type { Tier } from "../model/engines.ts";
import type { Action } from "./actions.ts";

/** What selection has to know of a role; its words stand in `agents/<name>.md`. */
export interface RoleProfile {
  capabilities: readonly string[];
  /** What it is best at. */
  actions: readonly Action[];
  /** Which models it prefers, best first. */
  tiers: readonly [Tier, ...Tier[]];
}

export const roleNames = [
  "product",
  "architect",
  "senior",
  "developer",
  "reviewer",
  "correctness",
  "security",
  "ops",
] as const;
export type RoleName = (typeof roleNames)[number];

/** The roles as shipped; a test holds `agents/*.md` to them. A repository's own come from `.gsd/agents`. */
export const shippedRoles: Readonly<Record<RoleName, RoleProfile>> = {
  product: {
    capabilities: ["requirements", "acceptance", "scope"],
    actions: ["proposal", "approve"],
    tiers: ["balanced", "high_reasoning"],
  },
  architect: {
    capabilities: ["design", "interfaces", "decomposition", "risk"],
    actions: ["research", "analyze", "retrofit", "design", "split"],
    tiers: ["high_reasoning", "balanced"],
  },
  senior: {
    capabilities: ["implementation", "refactoring", "debugging", "test-design"],
    actions: ["plan", "implement", "execute", "debug"],
    tiers: ["balanced", "high_reasoning"],
  },
  developer: {
    capabilities: ["implementation", "tests", "documentation"],
    actions: ["scaffold", "lint"],
    tiers: ["fast", "balanced"],
  },
  reviewer: {
    capabilities: ["review", "verification", "security"],
    actions: ["review", "verify"],
    tiers: ["high_reasoning", "balanced"],
  },
  correctness: {
    capabilities: ["review", "verification"],
    actions: ["review"],
    tiers: ["high_reasoning", "balanced"],
  },
  security: {
    capabilities: ["review", "security"],
    actions: ["review"],
    tiers: ["high_reasoning", "balanced"],
  },
  ops: {
    capabilities: ["automation", "releases", "configuration"],
    actions: ["archive", "status"],
    tiers: ["fast", "balanced"],
  },
};
