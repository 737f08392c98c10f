import { commandTypes } from "../mistake.ts";

/** What GitHub calls somebody's role in a repository, the least first. */
export const roleNames = ["read", "triage", "write", "maintain", "admin"] as const;
export type RoleName = (typeof roleNames)[number];

/** Who may give a command: a role, a person (`@ada`) or a team (`@acme/leads`); of a list, any of them. */
export type Who = string | string[];

/** The part of `.github/gsd.yml` that says who may do what. */
export interface WhoConfig {
  /** By command; those that are not named take write access. */
  who: Record<string, Who>;
  /** People that have to approve before something counts as approved. */
  approvals: number;
  /** Whether owners of changed files have to approve, where the repository names owners. */
  codeowners: boolean;
}

const login = "[A-Za-z0-9][A-Za-z0-9-]{0,38}";

const one = {
  title: "triage, write, maintain, admin, a person such as @ada, or a team such as @acme/leads",
  type: "string",
  pattern: `^(triage|write|maintain|admin|@${login}(/[A-Za-z0-9_][A-Za-z0-9_.-]{0,99})?)$`,
} as const;

/** The settings by name, to be spread into the schema of the whole file. */
export const whoProperties = {
  who: {
    type: "object",
    default: {},
    propertyNames: { enum: commandTypes },
    additionalProperties: { anyOf: [one, { type: "array", minItems: 1, maxItems: 20, items: one }] },
    description:
      "Who may give a command, by its name: `triage`, `write`, `maintain`, `admin`, people such as `@ada`, teams such as `@acme/leads`, or a list of these. `write` where nothing is said; see docs/permissions.md.",
  },
  approvals: {
    type: "integer",
    minimum: 1,
    maximum: 5,
    default: 1,
    description: "How many people have to `/approve` a plan, a task or a rollback before it counts.",
  },
  codeowners: {
    type: "boolean",
    default: true,
    description:
      "Whether a task or a rollback waits for an owner of each file that it changes, where the repository has a CODEOWNERS file.",
  },
} as const;

/** A team as the configuration and CODEOWNERS write it, taken apart; undefined for everything else. */
export function teamIn(name: string): { org: string; team: string } | undefined {
  const [, org, team] = /^@([^/]+)\/(.+)$/.exec(name) ?? [];
  return org !== undefined && team !== undefined ? { org, team } : undefined;
}
