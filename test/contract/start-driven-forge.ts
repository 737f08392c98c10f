import { createSign } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Octokit } from "@octokit/rest";
import { createForge, type Forge, type ForgeOptions } from "../../local/forge/create-forge.ts";
import type { Drivers } from "./drive/visitor.ts";
import { parseRecord } from "./record.ts";
import { startSink } from "./webhook-sink.ts";

const EVENTS = [
  "check_run",
  "check_suite",
  "create",
  "delete",
  "issue_comment",
  "issues",
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "push",
  "repository_dispatch",
  "status",
  "workflow_dispatch",
  "workflow_job",
  "workflow_run",
];
const WRITE = ["actions", "checks", "contents", "issues", "pull_requests", "statuses"];
const CI =
  "name: ci\non: [push, workflow_dispatch]\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps: [{ run: 'true' }]\n";

/** A forge that records, with one repository, three people and an App installed on it. */
export async function startDrivenForge(options: Pick<ForgeOptions, "pages"> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "gsd-contract-"));
  const record = join(folder, "record.jsonl");
  const forge = await createForge({ ...options, record });
  const sink = await startSink();
  for (const login of ["octo", "ada", "grace"]) forge.createUser({ login });
  const repo = forge.createRepository({
    owner: "octo",
    name: "shop",
    files: { "README.md": "# Shop\n", ".github/workflows/ci.yml": CI },
  });
  forge.addCollaborator(repo, "ada", "admin");
  forge.addCollaborator(repo, "grace", "write");
  const permissions = Object.fromEntries([...WRITE.map((name) => [name, "write"]), ["metadata", "read"]]);
  const app = forge.createApp({
    webhookSecret: "a secret for tests only",
    slug: "gsd",
    permissions,
    events: EVENTS,
    webhookUrl: sink.url,
    callbackUrls: ["https://gsd.example.com/login/callback"],
  });
  const installationId = forge.installApp(app.appId, repo);

  const as = (auth: string) => new Octokit({ baseUrl: forge.urls.api, auth, log: QUIET });
  const byApp = as(signJwt(app.appId, app.privateKey));
  const { data } = await byApp.rest.apps.createInstallationAccessToken({ installation_id: installationId });
  const tokens = { ada: forge.createUserToken("ada"), grace: forge.createUserToken("grace") };
  forge.addTeam("octo/reviewers", { members: ["grace"] });
  const userToken = await signIn(forge, app);
  const drivers: Drivers = {
    owner: "octo",
    repo: "shop",
    maintainer: as(tokens.ada),
    writer: as(tokens.grace),
    app: byApp,
    installation: as(data.token),
    signedIn: as(userToken),
    giveBack: () => giveBack(forge, app, userToken),
    host: forge.actions,
    configure: (change) => forge.settings(repo, change),
  };
  return {
    forge,
    drivers,
    tokens,
    readRecord: () => parseRecord(readFileSync(record, "utf8")),
    async [Symbol.asyncDispose]() {
      await forge.close();
      await sink.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Credentials = ReturnType<Forge["createApp"]>;

/** A token that grace gives the App. */
async function signIn(forge: Forge, { clientId, clientSecret }: Credentials): Promise<string> {
  const { server } = forge.urls;
  const back = forge.authorize("grace", `${server}/login/oauth/authorize?client_id=${clientId}`);
  const code = new URL(back).searchParams.get("code") ?? "";
  const answer = await fetch(`${server}/login/oauth/access_token`, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, code }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function giveBack(forge: Forge, { clientId, clientSecret }: Credentials, token: string): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
  const body = JSON.stringify({ access_token: token });
  const url = `${forge.urls.api}/applications/${clientId}/token`;
  await fetch(url, { method: "DELETE", headers: { authorization }, body });
}

const silent = () => {};
const QUIET = { debug: silent, info: silent, warn: silent, error: silent };

/** An App's own token, as GitHub documents it. */
function signJwt(appId: number, privateKey: string): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const content = `${encode({ alg: "RS256", typ: "JWT" })}.${encode({ iat: now - 30, exp: now + 300, iss: appId })}`;
  return `${content}.${createSign("RSA-SHA256").update(content).sign(privateKey).toString("base64url")}`;
}
