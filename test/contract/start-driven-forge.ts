import { createSign } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Octokit } from "@octokit/rest";
import { createForge, type ForgeOptions } from "../../local/forge/create-forge.ts";
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
  });
  const installationId = forge.installApp(app.appId, repo);

  const as = (auth: string) => new Octokit({ baseUrl: forge.urls.api, auth, log: QUIET });
  const byApp = as(signJwt(app.appId, app.privateKey));
  const { data } = await byApp.rest.apps.createInstallationAccessToken({ installation_id: installationId });
  const tokens = { ada: forge.createUserToken("ada"), grace: forge.createUserToken("grace") };
  forge.addTeam("octo/reviewers", { members: ["grace"] });
  const drivers: Drivers = {
    owner: "octo",
    repo: "shop",
    maintainer: as(tokens.ada),
    writer: as(tokens.grace),
    app: byApp,
    installation: as(data.token),
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

const silent = () => {};
const QUIET = { debug: silent, info: silent, warn: silent, error: silent };

/** An App's own token, as GitHub documents it. */
function signJwt(appId: number, privateKey: string): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const content = `${encode({ alg: "RS256", typ: "JWT" })}.${encode({ iat: now - 30, exp: now + 300, iss: appId })}`;
  return `${content}.${createSign("RSA-SHA256").update(content).sign(privateKey).toString("base64url")}`;
}
