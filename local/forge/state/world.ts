import type { Authorizations } from "../authorize/authorizations.ts";
import type { Deliveries } from "../deliveries.ts";
import type { Faults } from "../faults.ts";
import type { Identities } from "../identities.ts";
import type { Recorder } from "../record.ts";
import type { WorkflowEvents } from "../workflow-events.ts";
import type { Actor, App, Installation, Team, User } from "./account.ts";
import type { CheckSuite } from "./check.ts";
import type { Repo } from "./repository.ts";
import type { Artifact, Job, Run } from "./run.ts";

/** Something that happened in a repository, as its webhook would tell it, whether or not anyone listens for one. */
export interface Told {
  repo: string;
  event: string;
  payload: Record<string, unknown>;
}

/** Everything the forge knows, in memory; only git objects and artifacts stand on disk. */
export interface World {
  urls: { api: string; server: string; graphql: string };
  folder: string;
  now: () => Date;
  /** Ids count up from one number for all kinds of things, so that two runs of one story give the same ids. */
  nextId: () => number;
  users: Map<string, User>;
  /** By `org/slug` in lower case. */
  teams: Map<string, Team>;
  repos: Map<string, Repo>;
  apps: Map<number, App>;
  installations: Map<number, Installation>;
  tokens: Map<string, Actor>;
  /** Who allowed which App what, and what is left to be traded for a token. */
  authorizations: Authorizations;
  runs: Map<number, Run>;
  jobs: Map<number, Job>;
  suites: Map<number, CheckSuite>;
  artifacts: Map<number, Artifact>;
  deliveries: Deliveries;
  workflowEvents: WorkflowEvents;
  faults: Faults;
  /** GitHub's OIDC provider: who a job is, signed. */
  identities: Identities;
  recorder: Recorder;
  /** One-time addresses of artifacts and logs, as GitHub's blob storage has. */
  downloads: Map<string, () => { body: Buffer; contentType: string }>;
  /** Hears of everything, in order. */
  onHappening?: (told: Told) => void;
}

/** A repository by `owner/name`, whatever the case. */
export function findRepo(world: World, fullName: string): Repo | undefined {
  return world.repos.get(fullName.toLowerCase());
}

export function mustRepo(world: World, fullName: string): Repo {
  const repo = findRepo(world, fullName);
  if (!repo) throw new Error(`The forge has no repository ${fullName}.`);
  return repo;
}

export function findUser(world: World, login: string): User | undefined {
  return world.users.get(login.toLowerCase());
}

/** The account behind a request; GitHub's ghost for none. */
export function userOf(actor: Actor, world: World): User {
  return actor.kind === "anonymous" ? findUser(world, "ghost")! : actor.user;
}
