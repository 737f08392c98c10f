import { join } from "node:path";
import { ownRoot } from "../adapters/own-root.ts";
import { hearCi, trustStub } from "../core/install/stub.ts";
import { withoutUndefined } from "../core/model/without-undefined.ts";
import { product } from "../core/product.ts";
import { createPages } from "./create-pages.ts";
import { findCi } from "./find-ci.ts";
import { findTrust } from "./find-trust.ts";
import { createForge, type Forge, type ForgeOptions } from "./forge/create-forge.ts";
import { installStub } from "./install-stub.ts";
import { createAppToken, registerApp } from "./register-app.ts";
import { readReleaseTree } from "./release-tree.ts";
import { type Mode, type Release, renderStubs } from "./render-stub.ts";
import { createRunner, type Runner } from "./runner/create-runner.ts";
import type { JobEvent } from "./runner/machine.ts";
import { type LocalApp, startApp } from "./start-app.ts";

export interface WorldOptions {
  /** Whether events reach gsd through the stub (action) or through the App. */
  mode: Mode;
  port?: number;
  record?: string;
  parallel?: number;
  /** Seconds that each job waits for its machine, as on GitHub. */
  jobStart?: number;
  /** The repository to work on: files, or a git repository on this machine. */
  repository: {
    owner: string;
    name: string;
    files?: Record<string, { base64: string } | string>;
    from?: string;
    defaultBranch?: string;
  };
  /** A script outside of the repository that answers all jobs. */
  script?: string;
  allowMissingSandbox?: boolean;
  /** Added to the environment of every job. */
  env?: Record<string, string>;
  /** What runs the actions in place of this Node, e.g. a machine that lacks something. */
  node?: string;
  onJob?: (event: JobEvent) => void;
  onHappening?: ForgeOptions["onHappening"];
  /** The only workflow files that events start, by path; all unless told. */
  workflows?: readonly string[];
  /** Holds everything that is written; two temporary ones, removed on close, unless told. */
  folder?: string;
  now?: () => Date;
}

export const roles = ["maintainer", "writer", "triager", "visitor"] as const;
export type RoleName = (typeof roles)[number];

/** A GitHub on this machine with gsd installed in one repository. */
export interface World {
  forge: Forge;
  runner: Runner;
  /** Added to the environment of every job; what is changed counts for jobs that start later. */
  env: Record<string, string>;
  app?: LocalApp;
  repo: string;
  tokens: Record<RoleName, string>;
  /** A token of the App's installation; good for an hour. */
  appToken(): Promise<string>;
  /** Lets gsd tick, in place of the clock: the schedule goes off, or the App looks at its repositories. */
  tick(): Promise<void>;
  /** Resolves when no webhook is on its way and no job runs. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const access = { maintainer: "admin", writer: "write", triager: "triage", visitor: "read" } as const;
const hourly = "17 * * * *";

/** Boots forge and runner, commits the release tree, and installs gsd in the repository as its users do. */
export async function createWorld(options: WorldOptions): Promise<World> {
  const tokens = {} as Record<RoleName, string>;
  const pages = createPages(() =>
    roles.map((role) => ({ role, login: role, token: tokens[role], access: `${access[role]} access` })),
  );
  const forge = await createForge({ ...pick(options), pages });
  try {
    return await populate(forge, tokens, options);
  } catch (error) {
    await forge.close();
    throw error;
  }
}

async function populate(
  forge: Forge,
  tokens: Record<RoleName, string>,
  options: WorldOptions,
): Promise<World> {
  const root = ownRoot();
  const stubs = renderStubs(root, options.mode, await commitRelease(forge, root));
  forge.createUser({ login: options.repository.owner, type: "Organization" });
  const repo = forge.createRepository(options.repository);
  const trust = options.mode === "app" ? await findTrust(forge, repo) : undefined;
  for (const role of roles) tokens[role] = addPerson(forge, repo, role);
  const token = tokens.maintainer;
  const ci = options.repository.from === undefined ? undefined : await findCi(forge, repo, token);
  for (const [path, plain] of Object.entries(stubs)) {
    const heard = ci ? hearCi(plain, ci) : plain;
    await installStub(forge, repo, { token, path, text: trust ? trustStub(heard, trust.url) : heard });
  }
  const registered = registerApp(forge, { root, repo });
  const settings = { ...trust?.settings, ...options.env };
  const app = options.mode === "app" ? await startApp(forge, registered, { root, env: settings }) : undefined;
  const env = jobEnvironment(options);
  const { parallel, jobStart, node, onJob, workflows, folder } = options;
  const chosen = withoutUndefined({
    parallel,
    jobStart,
    node,
    onJob,
    workflows,
    folder: folder === undefined ? undefined : join(folder, "runner"),
  });
  const runner = createRunner({ host: forge.actions, ...chosen, env });
  return withoutUndefined({
    forge,
    runner,
    env,
    app,
    repo,
    tokens,
    appToken: () => createAppToken(forge, registered),
    tick: async () => (app ? app.tick() : forge.tick(repo, hourly)),
    idle: () => settleDown(forge, runner, app),
    async close() {
      await app?.stop();
      await runner.close();
      await forge.close();
    },
  });
}

function pick({ port, record, now, folder, onHappening }: WorldOptions): ForgeOptions {
  const options: ForgeOptions = {};
  if (port !== undefined) options.port = port;
  if (record) options.record = record;
  if (now) options.now = now;
  if (folder) options.folder = join(folder, "forge");
  if (onHappening) options.onHappening = onHappening;
  return options;
}

async function commitRelease(forge: Forge, root: string): Promise<Release> {
  const [owner = "", name = ""] = product.repository.split("/");
  forge.createUser({ login: owner, type: "Organization" });
  const files = readReleaseTree(root);
  const repository = forge.createRepository({ owner, name, files, message: "release" });
  return { repository, sha: (await forge.actions.resolveCommit(repository, "main"))! };
}

function addPerson(forge: Forge, repo: string, role: RoleName): string {
  forge.createUser({ login: role });
  if (role !== "visitor") forge.addCollaborator(repo, role, access[role]);
  return forge.createUserToken(role);
}

function jobEnvironment({ script, allowMissingSandbox, env }: WorldOptions): Record<string, string> {
  const own = withoutUndefined({
    GSD_SCRIPT: script || undefined,
    GSD_ALLOW_MISSING_SANDBOX: allowMissingSandbox ? "true" : undefined,
  });
  return { ...own, ...env };
}

/** A job's request can send a webhook, and a webhook's work can start a job: both have to be quiet. */
async function settleDown(forge: Forge, runner: Runner, app: LocalApp | undefined): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    const before = forge.stats().requests;
    await forge.deliveries.idle();
    await app?.idle();
    await runner.idle();
    quiet = forge.stats().requests === before ? quiet + 1 : 0;
  }
}
