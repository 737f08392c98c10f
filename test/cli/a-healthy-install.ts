import { expect } from "vitest";
import { anInstall, type InstallWorld } from "./an-install.ts";

export interface Finding {
  type: string;
  weight: string;
  what: string;
  why: string;
  fix: string;
  fixable: boolean;
}

export interface HealthyInstall extends InstallWorld {
  /** Brings back the repository and its settings as they were; what else was made goes. */
  heal(): Promise<void>;
}

/** A repository in which gsd is installed and nothing is missing. */
export async function aHealthyInstall(): Promise<HealthyInstall> {
  const world = await anInstall();
  world.write({ Makefile: "test:\n\ttrue\n", ".github/workflows/ci.yml": ci });
  const { status, stderr } = await world.gsd(["init", "--yes"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  await world.push();
  world.forge.setSecret(world.repo, "ANTHROPIC_API_KEY", "a key for tests only");
  const head = (await world.git("rev-parse", "HEAD")).trim();
  const { settings, labels, secrets } = repositoryOf(world);
  const before = structuredClone({ settings, labels, secrets });
  return {
    ...world,
    async heal() {
      const now = repositoryOf(world);
      world.forge.settings(world.repo, structuredClone(before.settings));
      now.labels.clear();
      for (const [name, label] of before.labels) now.labels.set(name, structuredClone(label));
      Object.assign(now.secrets, before.secrets);
      await world.git("reset", "--quiet", "--hard", head);
      await world.git("push", "--quiet", "--force", "origin", "HEAD", ":refs/heads/gsd");
    },
  };
}

const ci = "name: CI\non: { push: , pull_request: }\njobs: {}\n";

export function repositoryOf({ forge, repo }: InstallWorld) {
  const found = forge.world.repos.get(repo);
  if (!found) throw new Error(`there is no ${repo}`);
  return found;
}

/** What `gsd doctor --json` says. */
export async function examine({ gsd }: Pick<InstallWorld, "gsd">, ...args: string[]) {
  const { status, stdout, stderr } = await gsd(["doctor", "--json", ...args]);
  const document = JSON.parse(stdout) as { findings: Finding[]; notChecked: string[] };
  return { status, stderr, ...document };
}

/** What is missing, without what is only good to know. */
export function graveOnes(findings: Finding[]): string[] {
  return findings.filter(({ weight }) => weight !== "note").map(({ type }) => type);
}

/** Changes a committed file and pushes it. */
export const edit = (path: string, from: RegExp, to: string) => async (world: InstallWorld) => {
  const text = await world.git("show", `HEAD:${path}`);
  expect(text).toMatch(from);
  world.write({ [path]: text.replace(from, to) });
  await world.push();
};

/** Removes a committed file and pushes that. */
export const remove = (path: string) => async (world: InstallWorld) => {
  await world.git("rm", "--quiet", path);
  await world.push();
};

export const stub = ".github/workflows/gsd.yml";
