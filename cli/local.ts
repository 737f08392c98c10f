import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { ownRoot } from "../adapters/own-root.ts";
import { GsdError } from "../core/gsd-error.ts";
import { checkMachine } from "../local/check-machine.ts";
import { createWorld, type WorldOptions } from "../local/create-world.ts";
import { sampleFiles } from "../local/demo/run-demo.ts";
import { requireBundles } from "../local/require-bundles.ts";
import { untilStopped } from "../local/until-stopped.ts";
import { ownGit } from "./own-git.ts";
import type { Terminal } from "./terminal.ts";

/** What `gsd local` was asked for. */
interface LocalOptions {
  json?: boolean;
  app?: boolean;
  engine: string;
  port?: number;
  record?: string;
  repo?: string;
  script?: string;
  parallel?: number;
  jobStart?: number;
}

/** `gsd local`: the demo's world without the story. */
export async function local(options: LocalOptions, terminal: Terminal): Promise<void> {
  const { app, engine, port, record, repo, script, parallel, jobStart } = options;
  if (engine !== "script")
    throw new GsdError("usage", `gsd local has no engine "${engine}"; it has only script.`);
  const mode = app ? "app" : "action";
  await checkMachine({ port, record });
  const repository = repo
    ? await readRepository(repo)
    : { owner: "acme", name: "tally", files: sampleFiles() };
  await requireBundles(ownRoot(), mode === "app" ? ["dist/action", "dist/app"] : ["dist/action"]);
  const world = await createWorld({
    mode,
    port,
    parallel,
    jobStart,
    record,
    script,
    repository,
    // The bundled script may run without a sandbox; somebody else's may not.
    allowMissingSandbox: repo === undefined && script === undefined,
  });
  try {
    const { api, server, graphql } = world.forge.urls;
    const addresses = { api, graphql, web: `${server}/${world.repo}`, git: `${server}/${world.repo}.git` };
    const tokens = { ...world.tokens, app: await world.appToken() };
    const all = { ...addresses, repository: world.repo, tokens };
    terminal.out(options.json ? `${JSON.stringify(all)}\n` : describe({ ...addresses, ...tokens }));
    await untilStopped();
  } finally {
    await world.close();
  }
}

/** A repository on this machine, copied as it is committed. */
async function readRepository(path: string): Promise<WorldOptions["repository"]> {
  const from = resolve(path);
  if (!existsSync(from))
    throw new GsdError("usage", `There is no folder ${from}; --repo takes the path of a git repository.`);
  try {
    const git = ownGit(from);
    const branch = await git.raw("symbolic-ref", "--short", "HEAD");
    await git.revparse(["--verify", "HEAD"]);
    return {
      owner: "local",
      name: basename(from).replace(/[^\w.-]/g, "-") || "repository",
      from,
      defaultBranch: branch.trim(),
    };
  } catch {
    throw new GsdError(
      "usage",
      `${from} is not a git repository with a branch checked out and at least one commit.`,
    );
  }
}

function describe(lines: Record<string, string>): string {
  const rows = Object.entries(lines).map(([name, value]) => `${name.padEnd(12)}${value}`);
  return `${[...rows, "Ctrl-C ends it and leaves nothing behind."].join("\n")}\n`;
}
