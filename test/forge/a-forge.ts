import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Octokit } from "@octokit/rest";
import type { TokenPermissions } from "../../local/actions-port.ts";
import { createForge, type Forge, type ForgeOptions } from "../../local/forge/create-forge.ts";

export const SHOP = { owner: "octo", repo: "shop" };
export const shop = "octo/shop";

const CI = `name: CI
on:
  pull_request:
  workflow_dispatch:
    inputs:
      key: { required: true }
      mode: { type: choice, options: [fast, slow], default: fast }
jobs: {}
`;

/** A forge with one repository: octo owns it, ada maintains, bob writes, tom triages, eve is a stranger. */
export async function aForge(options: ForgeOptions = {}) {
  const forge = await createForge(options);
  for (const login of ["octo", "ada", "bob", "tom", "eve"]) forge.createUser({ login });
  forge.createRepository({
    owner: "octo",
    name: "shop",
    files: { "README.md": "# Shop\n", "src/cart.ts": "one\ntwo\nthree\n", ".github/workflows/ci.yml": CI },
  });
  forge.addCollaborator(shop, "ada", "maintain");
  forge.addCollaborator(shop, "bob", "write");
  forge.addCollaborator(shop, "tom", "triage");
  return Object.assign(forge, {
    /** A client of a person. */
    as: (login: string) => client(forge, forge.createUserToken(login)),
    /** A client of a workflow's job with these permissions. */
    asWorkflow: (permissions: TokenPermissions) => client(forge, workflowToken(forge, permissions)),
    async [Symbol.asyncDispose]() {
      await forge.close();
    },
  });
}

export function workflowToken(forge: Forge, permissions: TokenPermissions): string {
  const runId = aRun(forge);
  const { id: jobId } = forge.actions.createJob(runId, "job");
  return forge.actions.mintToken({ repo: shop, runId, jobId, permissions });
}

export function aRun(forge: Forge, change: { event?: string; headSha?: string } = {}): number {
  const headSha = forge.world.repos.get(shop)!.git.refs.get("refs/heads/main")!;
  return forge.actions.createRun({
    repo: shop,
    workflowPath: ".github/workflows/ci.yml",
    workflowName: "CI",
    displayTitle: "CI",
    event: "push",
    headBranch: "main",
    actor: "ada",
    headSha,
    ...change,
  });
}

export function client(forge: Forge, auth: string): Octokit {
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  return new Octokit({ auth, baseUrl: forge.urls.api, log: quiet });
}

/** Puts a file on a branch, making the branch from main when it is not there. Returns the commit. */
export async function commitFile(
  octokit: Octokit,
  branch: string,
  path: string,
  text: string,
): Promise<string> {
  const { git, repos } = octokit.rest;
  const known = await git.getRef({ ...SHOP, ref: `heads/${branch}` }).catch(() => undefined);
  if (!known) {
    const { data } = await git.getRef({ ...SHOP, ref: "heads/main" });
    await git.createRef({ ...SHOP, ref: `refs/heads/${branch}`, sha: data.object.sha });
  }
  const old = await repos.getContent({ ...SHOP, path, ref: branch }).catch(() => undefined);
  const { data } = await repos.createOrUpdateFileContents({
    ...SHOP,
    path,
    branch,
    message: `change ${path}`,
    content: Buffer.from(text).toString("base64"),
    ...(old ? { sha: (old.data as { sha: string }).sha } : {}),
  });
  return data.commit.sha as string;
}

/** A pull request that changes one file. */
export async function aPull(
  octokit: Octokit,
  change: { head?: string; base?: string; path?: string; text?: string; body?: string; draft?: boolean } = {},
) {
  const { head = "topic", base = "main", path = "src/new.ts", text = "new\n", body, draft } = change;
  await commitFile(octokit, head, path, text);
  const { data } = await octokit.rest.pulls.create({
    ...SHOP,
    title: `Change ${path}`,
    head,
    base,
    body,
    draft,
  });
  return data;
}

/** What a refused request says. */
export async function refusal(
  request: Promise<unknown>,
): Promise<{ status: number; message: string; headers: Record<string, unknown> }> {
  const outcome = await request.then(
    () => undefined,
    (error: {
      status: number;
      response?: { data?: { message?: string; errors?: unknown[] }; headers: Record<string, unknown> };
    }) => error,
  );
  if (!outcome) throw new Error("expected a refusal, but it was accepted");
  const data = outcome.response?.data;
  const details = data?.errors?.map((error) =>
    typeof error === "string" ? error : ((error as { message?: string }).message ?? JSON.stringify(error)),
  );
  return {
    status: outcome.status,
    message: [data?.message, ...(details ?? [])].join(" | "),
    headers: outcome.response?.headers ?? {},
  };
}

/** A work tree of a fresh clone, with git as on a machine that has no configuration. */
export async function aClone(forge: Forge, token: string, { branch }: { branch?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "gsd-clone-"));
  const address = new URL(`${forge.urls.server}/${shop}.git`);
  address.username = "x-access-token";
  address.password = token;
  const git = async (...args: string[]) => {
    const env = {
      PATH: process.env["PATH"],
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_TERMINAL_PROMPT: "0",
    };
    const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
    const { stdout } = await promisify(execFile)("git", [...identity, ...args], { cwd: folder, env });
    return stdout.trim();
  };
  await git("clone", "--quiet", ...(branch ? ["--branch", branch] : []), address.href, "tree");
  return {
    folder: join(folder, "tree"),
    git: (...args: string[]) => git("-C", "tree", ...args),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const later = (ms = 20) => new Promise((resolve) => setTimeout(resolve, ms));
