import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { product } from "../../core/product.ts";
import { createForge, type Forge } from "../../local/forge/create-forge.ts";
import type { NewRepository } from "../../local/forge/create-repository.ts";

const main = fileURLToPath(new URL("../../cli/gsd.mjs", import.meta.url));

export interface Ending {
  status: number;
  stdout: string;
  stderr: string;
}

export interface InstallWorld extends AsyncDisposable {
  forge: Forge;
  /** `owner/name` of the user's repository. */
  repo: string;
  token: string;
  /** The user's clone. */
  clone: string;
  /** The commit of the release. */
  sha: string;
  /** Runs the command line in the clone, as its user does. */
  gsd(args: string[], options?: { env?: Record<string, string>; cwd?: string }): Promise<Ending>;
  git(...args: string[]): Promise<string>;
  write(files: Record<string, string>): void;
  /** Commits all and pushes it to the default branch. */
  push(): Promise<void>;
}

type Options = Partial<NewRepository> & {
  role?: "read" | "triage" | "write" | "admin";
  /** The files of the release; one will do where none is run. */
  release?: NewRepository["files"];
};

/** A forge with a release of gsd and a repository that has no gsd yet, and a clone of it. */
export async function anInstall(options: Options = {}): Promise<InstallWorld> {
  const { role = "admin", release = { "README.md": "gsd" }, ...repository } = options;
  const forge = await createForge();
  const sha = await addRelease(forge, release);
  forge.createUser({ login: "acme", type: "Organization" });
  const repo = forge.createRepository({
    owner: "acme",
    name: "tally",
    files: { "README.md": "# Tally\n" },
    ...repository,
  });
  forge.createUser({ login: "ada" });
  if (role !== "read") forge.addCollaborator(repo, "ada", role);
  const token = forge.createUserToken("ada");
  const folder = mkdtempSync(join(tmpdir(), "gsd-install-"));
  const clone = join(folder, "tally");
  const address = `${forge.urls.server.replace("://", `://x:${token}@`)}/${repo}.git`;
  // Never synchronous: the forge is in this process.
  const git = async (...args: string[]) =>
    (await promisify(execFile)("git", [...identity, ...args], { cwd: folder, timeout: 30_000 })).stdout;
  await git("clone", "--quiet", address, clone);
  return {
    forge,
    repo,
    token,
    clone,
    sha,
    git: (...args) => git("-C", clone, ...args),
    gsd: (args, { env = {}, cwd = clone } = {}) =>
      run(args, { cwd, env: { GITHUB_API_URL: forge.urls.api, GH_TOKEN: token, ...env } }),
    write: (files) => writeTree(clone, files),
    push: async () => {
      await git("-C", clone, "add", "--all");
      await git("-C", clone, "commit", "--quiet", "--message", "change");
      await git("-C", clone, "push", "--quiet", "origin", "HEAD");
    },
    async [Symbol.asyncDispose]() {
      await forge.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];

/** Starts the command line; only what it needs of this process's environment goes along. `inside` are arguments of bubblewrap, for a machine that lacks something. */
export function run(
  args: string[],
  { cwd, env, inside }: { cwd: string; env: Record<string, string>; inside?: string[] },
): Promise<Ending> {
  const whole = { PATH: process.env["PATH"], HOME: "/nonexistent", ...env };
  const [program = "", ...rest] = [...(inside ? ["bwrap", ...inside] : []), process.execPath, main, ...args];
  return new Promise((resolve) => {
    execFile(program, rest, { cwd, env: whole, timeout: 60_000 }, (error, stdout, stderr) => {
      const status = error ? ((error.code as unknown as number | undefined) ?? 1) : 0;
      resolve({ status, stdout, stderr });
    });
  });
}

/** Writes files below a folder. */
export function writeTree(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The commit behind the version's tag. */
export async function addRelease(forge: Forge, files: NewRepository["files"]): Promise<string> {
  const [owner = "", name = ""] = product.repository.split("/");
  forge.createUser({ login: owner, type: "Organization" });
  forge.createRepository({ owner, name, ...(files ? { files } : {}), message: "release" });
  const sha = (await forge.actions.resolveCommit(product.repository, "main")) ?? "";
  await tagRelease(forge, product.tag, sha);
  return sha;
}

/** Tags a commit of ours, as a release does. */
export async function tagRelease(forge: Forge, tag: string, sha: string): Promise<void> {
  const [owner = ""] = product.repository.split("/");
  const response = await fetch(`${forge.urls.api}/repos/${product.repository}/git/refs`, {
    method: "POST",
    headers: { authorization: `Bearer ${forge.createUserToken(owner)}`, "content-type": "application/json" },
    body: JSON.stringify({ ref: `refs/tags/${tag}`, sha }),
  });
  if (!response.ok) throw new Error(await response.text());
}
