import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createForge } from "../../local/forge/create-forge.ts";
import { createRunner } from "../../local/runner/create-runner.ts";
import { aRegistry } from "./a-registry.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The programs that people have, without those that npm puts before them for its scripts. */
export const peoplesPath = (process.env["PATH"] ?? "")
  .split(delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .join(delimiter);

/** Our own repository on a forge, as it is in this work tree, at a version; its workflows run, and npm publishes to a registry beside it. */
export async function aReleaseWorld(version: string) {
  const folder = mkdtempSync(join(tmpdir(), "gsd-release-test-"));
  const clone = makeClone(join(folder, "clone"), version);
  const registry = await aRegistry();
  const forge = await createForge();
  forge.createUser({ login: "gsd", type: "Organization" });
  const repo = forge.createRepository({ owner: "gsd", name: "gsd", from: clone, defaultBranch: "main" });
  forge.createUser({ login: "maintainer" });
  forge.addCollaborator(repo, "maintainer", "admin");
  const runner = createRunner({ host: forge.actions, env: jobEnvironment(folder, registry.url) });
  const token = forge.createUserToken("maintainer");
  return {
    forge,
    runner,
    registry,
    repo,
    token,
    folder,
    /** Git in a mirror of what the forge has now. */
    git: (...args: string[]) => git(forge.actions.gitDir(repo), ...args),
    /** Asks the API as the maintainer. */
    ask: async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}` };
      const url = `${forge.urls.api}/repos/${repo}/${path}`;
      const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
      return answer.status === 204 ? undefined : answer.json();
    },
    /** The jobs of the newest run, with how each ended and what it said. */
    async jobs() {
      await runner.idle();
      const newest = Math.max(...forge.world.runs.keys());
      const jobs = [...forge.world.jobs.values()].filter(({ runId }) => runId === newest);
      return Object.fromEntries(
        jobs.map((job) => [job.name, { conclusion: job.conclusion, log: job.log.join("\n") }]),
      );
    },
    async [Symbol.asyncDispose]() {
      await runner.close();
      await forge.close();
      await registry[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function git(folder: string, ...args: string[]): string {
  return execFileSync("git", ["-C", folder, ...args], { encoding: "utf8" }).trim();
}

/** What would be committed here, with the version raised as a maintainer does it. */
function makeClone(clone: string, version: string): string {
  const files = git(root, "ls-files", "--cached", "--others", "--exclude-standard").split("\n");
  for (const file of files.filter((path) => path !== "")) cpSync(join(root, file), join(clone, file));
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  execFileSync(process.execPath, ["scripts/raise-version.ts", version], { cwd: clone, stdio: "ignore" });
  git(clone, "init", "--quiet", "--initial-branch=main");
  rmSync(join(clone, "node_modules"));
  git(clone, "add", "--all");
  git(
    clone,
    "-c",
    "user.name=m",
    "-c",
    "user.email=m@example.com",
    "commit",
    "--quiet",
    "--message",
    `chore: ${version}`,
  );
  return clone;
}

function jobEnvironment(folder: string, registry: string): Record<string, string> {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  copyFileSync(join(root, "test/release/stand-in-npm.mjs"), join(bin, "npm"));
  // Of the machine's own settings, none is needed for what is not repeated here.
  writeFileSync(join(bin, "sudo"), '#!/bin/sh\ncase "$1" in apt-get | sysctl) ;; *) exit 1 ;; esac\n');
  for (const name of ["npm", "sudo"]) chmodSync(join(bin, name), 0o755);
  const npm = execFileSync("sh", ["-c", "command -v npm"], {
    encoding: "utf8",
    env: { PATH: peoplesPath },
  }).trim();
  return {
    PATH: `${bin}${delimiter}${peoplesPath}`,
    STAND_IN_NPM: npm,
    STAND_IN_MODULES: join(root, "node_modules"),
    STAND_IN_REGISTRY: registry,
    GSD_ALLOW_MISSING_SANDBOX: "true",
  };
}
