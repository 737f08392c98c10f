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
  | { kind: "user"; user: User; permissions?: Permissions; grant?: UserGrant }
  | { kind: "app"; user: User; app: App }
  /** An App by its client id and secret, which may look after its users' tokens and nothing else. */
  | { kind: "client"; user: User; app: App }
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

/** What a person allowed an App: their token may do what both of them may. */
export interface UserGrant {
  app: App;
  expiresAt: number;
  /** Whether the App is installed on a repository, and not suspended. */
  reaches(repo: { fullName: string }): boolean;
}

export interface App {
  id: number;
  slug: string;
  name: string;
  clientId: string;
  clientSecret: string;
  /** Where people may be sent back to when they have signed in. */
  callbackUrls: string[];
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
  if (actor.kind === "user") return actor.grant?.app ?? null;
  return actor.kind === "installation" || actor.kind === "workflow" ? actor.app : null;
}
