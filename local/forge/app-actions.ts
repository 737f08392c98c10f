import { generateKeyPairSync, randomBytes } from "node:crypto";
import { timestamp } from "./clock.ts";
import { isoSeconds } from "./git/objects.ts";
import { installationShape } from "./shapes/app.ts";
import { simpleUser } from "./shapes/user.ts";
import type { App, Installation, Permissions, User } from "./state/account.ts";
import { mustRepo, type World } from "./state/world.ts";

export interface NewApp {
  slug: string;
  permissions: Permissions;
  events: string[];
  webhookUrl?: string;
  webhookSecret: string;
  /** Where people are sent back to when they have signed in; none where nobody signs in. */
  callbackUrls?: string[];
}

/** What its owner gets to know once. */
export interface AppCredentials {
  appId: number;
  slug: string;
  clientId: string;
  clientSecret: string;
  /** PEM, PKCS#1 as GitHub's downloads. */
  privateKey: string;
  webhookSecret: string;
}

export function createApp(world: World, wanted: NewApp, makers: { owner: User; bot: User }): AppCredentials {
  const keys = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const id = world.nextId();
  const app: App = {
    id,
    slug: wanted.slug,
    name: wanted.slug,
    clientId: `Iv23li${String(id).padStart(14, "0")}`,
    clientSecret: randomBytes(20).toString("hex"),
    callbackUrls: wanted.callbackUrls ?? [],
    owner: makers.owner,
    bot: makers.bot,
    permissions: { metadata: "read", ...wanted.permissions },
    events: wanted.events,
    publicKey: keys.publicKey,
    webhookUrl: wanted.webhookUrl,
    webhookSecret: wanted.webhookSecret,
    createdAt: timestamp(world),
  };
  world.apps.set(id, app);
  const { slug, clientId, clientSecret, webhookSecret } = app;
  return { appId: id, slug, clientId, clientSecret, privateKey: keys.privateKey, webhookSecret };
}

/** Installs an App on a repository; one installation per owner, as on GitHub. */
export function installApp(world: World, appId: number, fullName: string): number {
  const app = world.apps.get(appId)!;
  const repo = mustRepo(world, fullName);
  const known = [...world.installations.values()].find(
    (one) => one.app.id === appId && one.account.id === repo.owner.id,
  );
  const installation = known ?? addInstallation(world, app, repo.owner);
  installation.repos.add(repo.fullName);
  const named = {
    id: repo.id,
    node_id: `R_${repo.id}`,
    name: repo.name,
    full_name: repo.fullName,
    private: repo.private,
  };
  const sender = simpleUser(world, repo.owner);
  const shape = installationShape(world, installation);
  const [event, payload] = known
    ? ([
        "installation_repositories",
        {
          action: "added",
          installation: shape,
          repository_selection: "selected",
          repositories_added: [named],
          repositories_removed: [],
          requester: null,
          sender,
        },
      ] as const)
    : ([
        "installation",
        { action: "created", installation: shape, repositories: [named], requester: null, sender },
      ] as const);
  world.recorder.write({ type: "webhook", event, action: payload.action, payload });
  world.deliveries.send(app, { event, action: payload.action, payload });
  return installation.id;
}

function addInstallation(world: World, app: App, account: User): Installation {
  const installation = {
    id: world.nextId(),
    app,
    account,
    repos: new Set<string>(),
    createdAt: timestamp(world),
  };
  world.installations.set(installation.id, installation);
  return installation;
}

/** Suspends an installation: its tokens end, and new ones are refused. */
export function suspendInstallation(world: World, id: number): void {
  const installation = world.installations.get(id);
  if (!installation) return;
  installation.suspendedAt = timestamp(world);
  for (const [token, actor] of world.tokens)
    if (actor.kind === "installation" && actor.installation.id === id) world.tokens.delete(token);
}

/** GitHub tells an App once that its hook works. */
export function ping(world: World, app: App): void {
  const payload = {
    zen: "Speak like a human.",
    hook_id: app.id,
    hook: { type: "App", id: app.id, active: true, events: app.events, app_id: app.id },
  };
  world.deliveries.send(app, { event: "ping", payload });
}

export function mintInstallationToken(
  world: World,
  installation: Installation,
  scope: { permissions: Permissions; repos: string[] | undefined },
): { token: string; expiresAt: string } {
  const token = `ghs_${installation.app.id}_${randomBytes(24).toString("base64url")}`;
  const expiresAt = world.now().getTime() + 3_600_000;
  world.tokens.set(token, {
    kind: "installation",
    user: installation.app.bot,
    app: installation.app,
    installation,
    permissions: scope.permissions,
    ...(scope.repos ? { repos: scope.repos } : {}),
    expiresAt,
  });
  return { token, expiresAt: isoSeconds(new Date(expiresAt)) };
}
