import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ActionsHost, RepoName, WorkflowEvent } from "../actions-port.ts";
import { createActionsHost } from "./actions-host.ts";
import {
  type AppCredentials,
  createApp,
  installApp,
  type NewApp,
  ping,
  suspendInstallation,
} from "./app-actions.ts";
import { allowApp } from "./authorize/allow-app.ts";
import { createAuthorizations } from "./authorize/authorizations.ts";
import { readAuthorizeRequest } from "./authorize/read-request.ts";
import { revokeApp } from "./authorize/user-tokens.ts";
import { timestamp } from "./clock.ts";
import { createRepository, type NewRepository } from "./create-repository.ts";
import { createDeliveries, type Deliveries } from "./deliveries.ts";
import type { Disturbable } from "./disturbance.ts";
import { emit } from "./emit.ts";
import { createFaults, type Faults } from "./faults.ts";
import { requireGit } from "./git/run-git.ts";
import { createIdentities } from "./identities.ts";
import { createRecorder } from "./record.ts";
import { createRouter } from "./router.ts";
import { ALL_ROUTES } from "./routes/all.ts";
import { handleRequests, listen } from "./server.ts";
import { ACTIONS_BOT, type Permissions, type Role, type User } from "./state/account.ts";
import type { RepoSettings } from "./state/repository.ts";
import { findUser, mustRepo, type Told, type World } from "./state/world.ts";
import { createCounter, type Stats } from "./stats.ts";
import { createWorkflowEvents } from "./workflow-events.ts";

export interface ForgeOptions {
  /** 0 (default) takes any free port. */
  port?: number;
  /** Where git repositories and artifacts stand; a temporary folder, removed on close, when left out. */
  folder?: string;
  /** A file for every exchange, one JSON line each. */
  record?: string;
  now?: () => Date;
  /** Hears of routes that the forge lacks and of its own failures. */
  logger?: (message: string, fields: Record<string, unknown>) => void;
  /** Hears of everything that happens, in order. */
  onHappening?: (told: Told) => void;
  /** Answers everything that is neither API nor git. */
  pages?: (request: IncomingMessage, response: ServerResponse, forge: Forge) => Promise<void> | void;
}

/** A GitHub on this machine. */
export interface Forge {
  urls: World["urls"];
  /** What the forge knows, for pages and tests to read. */
  world: World;
  createUser(user: { login: string; type?: User["type"] }): User;
  createRepository(repository: NewRepository): RepoName;
  addCollaborator(repo: RepoName, login: string, role: Role): void;
  /** A team such as `acme/leads`; with `repo` it has a role there. */
  addTeam(name: string, team: { members: string[]; repo?: RepoName; role?: Role }): void;
  /** A token of a person; with permissions it is a fine-grained one. */
  createUserToken(login: string, permissions?: Permissions): string;
  setSecret(repo: RepoName, name: string, value: string): void;
  setVariable(repo: RepoName, name: string, value: string): void;
  createApp(app: NewApp): AppCredentials;
  /** Returns the installation's id. */
  installApp(appId: number, repo: RepoName): number;
  /** What an owner does on the installation's settings page. */
  suspendInstallation(installation: number): void;
  setWebhookUrl(appId: number, url: string): void;
  setCallbackUrls(appId: number, urls: string[]): void;
  /** A person allows an App what its address for signing in asks for; returns where they are sent back to. */
  authorize(login: string, address: string): string;
  /** A person takes back what they allowed an App: its tokens for them end. */
  revokeAuthorization(login: string, appId: number): void;
  removeCollaborator(repo: RepoName, login: string): void;
  settings(repo: RepoName, change: Partial<RepoSettings>): void;
  /** Starts the workflows that have this cron line. */
  tick(repo: RepoName, cron: string): void;
  actions: ActionsHost;
  deliveries: Deliveries;
  /** Events on their way to the runner; can be disturbed like deliveries. */
  workflowEvents: Disturbable<WorkflowEvent>;
  faults: Faults;
  stats(): Stats;
  close(): Promise<void>;
}

/** Starts a forge on the loopback address. */
export async function createForge(options: ForgeOptions = {}): Promise<Forge> {
  requireGit();
  const { server, port } = await listen(options.port ?? 0);
  const base = `http://127.0.0.1:${port}`;
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "gsd-forge-"));
  mkdirSync(folder, { recursive: true });
  const urls = { api: `${base}/api/v3`, server: base, graphql: `${base}/api/graphql` };
  const world = createWorld({ urls, folder, now: options.now ?? (() => new Date()), record: options.record });
  if (options.onHappening) world.onHappening = options.onHappening;
  const counter = createCounter(options.logger);
  const pages = options.pages;
  handleRequests(server, { world, router: createRouter(ALL_ROUTES), counter }, () =>
    pages ? (request, response) => pages(request, response, forge) : undefined,
  );
  const forge = createForgeApi(world, counter.stats, async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    world.deliveries.close();
    world.recorder.close();
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  return forge;
}

function createWorld(options: {
  urls: World["urls"];
  folder: string;
  now: () => Date;
  record: string | undefined;
}): World {
  const { urls, folder, now } = options;
  let lastId = 1000;
  const world: World = {
    urls,
    folder,
    now,
    nextId: () => ++lastId,
    users: new Map(),
    teams: new Map(),
    repos: new Map(),
    apps: new Map(),
    installations: new Map(),
    tokens: new Map(),
    authorizations: createAuthorizations(),
    runs: new Map(),
    jobs: new Map(),
    suites: new Map(),
    artifacts: new Map(),
    deliveries: createDeliveries(now),
    workflowEvents: createWorkflowEvents(),
    faults: createFaults(),
    identities: createIdentities(urls.server, now),
    recorder: createRecorder(options.record),
    downloads: new Map(),
  };
  const github = addUser(world, { login: "github", type: "Organization" });
  addUser(world, { login: "ghost" });
  const bot = addUser(world, { login: ACTIONS_BOT, type: "Bot" });
  addActionsApp(world, { owner: github, bot });
  return world;
}

/** GitHub's own App behind workflow tokens. It has no key: nobody signs in as it. */
function addActionsApp(world: World, { owner, bot }: { owner: User; bot: User }): void {
  const id = 15368;
  const shared = {
    id,
    slug: "github-actions",
    name: "GitHub Actions",
    clientId: "Iv1.05c79e9ad1f6bdfa",
    clientSecret: randomBytes(20).toString("hex"),
    callbackUrls: [],
    owner,
    bot,
  };
  world.apps.set(id, {
    ...shared,
    permissions: {},
    events: [],
    publicKey: "",
    webhookSecret: "",
    createdAt: timestamp(world),
  });
}

function addUser(world: World, { login, type }: { login: string; type?: User["type"] }): User {
  const known = findUser(world, login);
  if (known) return known;
  const user = { id: world.nextId(), login, type: type ?? "User", createdAt: timestamp(world) };
  world.users.set(login.toLowerCase(), user);
  return user;
}

function createForgeApi(world: World, stats: Stats, close: () => Promise<void>): Forge {
  return {
    urls: world.urls,
    world,
    createUser: (user) => addUser(world, user),
    createRepository: (repository) => createRepository(world, repository).fullName,
    addCollaborator: (repo, login, role) => {
      addUser(world, { login });
      mustRepo(world, repo).collaborators.set(login.toLowerCase(), role);
    },
    addTeam: (name, { members, repo, role }) => {
      for (const login of members) addUser(world, { login });
      const team = { members: new Set(members.map((login) => login.toLowerCase())) };
      world.teams.set(name.toLowerCase(), team);
      if (repo !== undefined) mustRepo(world, repo).teams.push({ team, role: role ?? "write" });
    },
    createUserToken: (login, permissions) => {
      const token = `ghp_${randomBytes(24).toString("base64url")}`;
      const user = addUser(world, { login });
      world.tokens.set(token, { kind: "user", user, ...(permissions ? { permissions } : {}) });
      return token;
    },
    setSecret: (repo, name, value) => {
      mustRepo(world, repo).secrets[name] = value;
    },
    setVariable: (repo, name, value) => {
      mustRepo(world, repo).variables[name] = value;
    },
    createApp: (app) => {
      const bot = addUser(world, { login: `${app.slug}[bot]`, type: "Bot" });
      const credentials = createApp(world, app, { owner: findUser(world, "github")!, bot });
      if (app.webhookUrl) ping(world, world.apps.get(credentials.appId)!);
      return credentials;
    },
    installApp: (appId, repo) => installApp(world, appId, repo),
    suspendInstallation: (installation) => suspendInstallation(world, installation),
    setWebhookUrl: (appId, url) => {
      world.apps.get(appId)!.webhookUrl = url;
    },
    setCallbackUrls: (appId, urls) => {
      world.apps.get(appId)!.callbackUrls = urls;
    },
    authorize: (login, address) =>
      allowApp(world, findUser(world, login)!, readAuthorizeRequest(world, new URL(address).searchParams)),
    revokeAuthorization: (login, appId) => revokeApp(world, findUser(world, login)!, world.apps.get(appId)!),
    removeCollaborator: (repo, login) => {
      mustRepo(world, repo).collaborators.delete(login.toLowerCase());
    },
    settings: (repo, change) => void Object.assign(mustRepo(world, repo).settings, change),
    tick: (repo, cron) => tick(world, repo, cron),
    actions: createActionsHost(world),
    deliveries: world.deliveries,
    workflowEvents: world.workflowEvents.stream,
    faults: world.faults,
    stats: () => stats,
    close,
  };
}

/** A schedule belongs to the default branch; its actor is who last touched the workflow, here the owner. */
function tick(world: World, name: RepoName, cron: string): void {
  const repo = mustRepo(world, name);
  const actor = { kind: "user" as const, user: repo.owner };
  emit(world, repo, { event: "schedule", actor, payload: { schedule: cron }, cron, only: "runner" });
}
