export interface User {
  id: number;
  login: string;
  type: "User" | "Bot" | "Organization";
  createdAt: string;
}

export type Role = "read" | "triage" | "write" | "maintain" | "admin";

export type Level = "read" | "write";

/** Permission names as in a GitHub App: `contents`, `pull_requests`, … */
export type Permissions = Record<string, Level>;

/** People of an organisation, by login in lower case. */
export interface Team {
  members: Set<string>;
}

/** Who makes a request. */
export type Actor =
  | { kind: "anonymous" }
  | { kind: "user"; user: User; permissions?: Permissions }
  | { kind: "app"; user: User; app: App }
  | {
      kind: "installation";
      user: User;
      app: App;
      installation: Installation;
      permissions: Permissions;
      repos?: string[];
      expiresAt: number;
    }
  | {
      kind: "workflow";
      user: User;
      app: App;
      permissions: Permissions;
      repo: string;
      runId: number;
      jobId: number;
    };

export interface App {
  id: number;
  slug: string;
  name: string;
  clientId: string;
  owner: User;
  bot: User;
  permissions: Permissions;
  events: string[];
  publicKey: string;
  webhookUrl?: string;
  webhookSecret: string;
  createdAt: string;
}

export interface Installation {
  id: number;
  app: App;
  account: User;
  repos: Set<string>;
  createdAt: string;
  /** Set while its owner has suspended it: the App then gets neither tokens nor webhooks. */
  suspendedAt?: string;
}

/** GitHub's own bot behind workflow tokens. */
export const ACTIONS_BOT = "github-actions[bot]";

export function appOf(actor: Actor): App | null {
  return actor.kind === "installation" || actor.kind === "workflow" ? actor.app : null;
}
