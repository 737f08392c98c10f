import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ownRoot } from "../../adapters/own-root.ts";
import { readShipped } from "../../adapters/shipped-files.ts";
import { chooseCommands } from "../../core/detect/choose-commands.ts";
import { filesToRead } from "../../core/detect/detect.ts";
import { createProtection, neverChanged } from "../../core/plan/protection.ts";
import type { Library } from "../../core/prompt/load-library.ts";
import { readLibrary } from "../../crew/read-library.ts";
import { detectSandbox } from "../../crew/sandbox/detect-sandbox.ts";
import type { WorldOptions } from "../../local/create-world.ts";
import { type Plot, planRehearsal } from "../../local/rehearsal/plan-rehearsal.ts";
import { requireBundles } from "../../local/require-bundles.ts";
import { type Clone, listCommitted, nameOf } from "../open-clone.ts";
import { copyCommit } from "./copy-commit.ts";
import type { Play } from "./play.ts";

/** What is known before the story begins. */
export interface Stage {
  repo: string;
  world: WorldOptions;
  plot: Plot;
  library: Library;
  sandbox: { isThere: true } | { isThere: false; why: string };
  /** What would be run of the repository's own, by name. */
  commands: Record<string, string>;
  /** The repository's other workflows: a rehearsal starts none of them. */
  workflows: string[];
}

/** Ours in the repository: the only workflow files that a rehearsal starts. */
const ownWorkflows = [".github/workflows/gsd.yml", ".github/workflows/gsd-tick.yml"];

/** The names of the release on the forge; a repository of that name goes by another. */
const releaseName = "gsd/gsd";

/** Copies the repository, makes up the plan, and looks at what this machine has. */
export async function prepareStage({ clone, config, issue, options, folder }: Play): Promise<Stage> {
  const detection = await detectSandbox();
  const mode = options.app ? "app" : "action";
  await requireBundles(ownRoot(), mode === "app" ? ["dist/action", "dist/app"] : ["dist/action"]);
  const paths = await listCommitted(clone);
  const plot = planRehearsal({ issue, paths, isFree: await findFree(clone, config.protected_paths) });
  const { owner, name } = placeOf(clone);
  const from = join(folder, "copy.git");
  await mkdir(from);
  const branch = clone.branch ?? "main";
  await copyCommit(clone, { folder: from, branch });
  // A sandbox that runs as another user must be able to pass through.
  await chmod(folder, 0o711);
  const plotFile = join(folder, "plot.json");
  await writeFile(plotFile, JSON.stringify(plot));
  const isThere = detection.available || config.sandbox === "off";
  return {
    repo: `${owner}/${name}`,
    plot,
    library: await readOwnLibrary(clone, config.protected_paths),
    sandbox: isThere || detection.available ? { isThere: true } : { isThere, why: detection.error.message },
    commands: await findCommands(clone, paths, config),
    workflows: paths.filter(
      (path) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path) && !ownWorkflows.includes(path),
    ),
    world: {
      mode,
      folder,
      repository: { owner, name, from, defaultBranch: branch },
      script: `node ${agentFile} ${plotFile}`,
      // Our own script is the only thing that then runs without one.
      allowMissingSandbox: true,
      workflows: ownWorkflows,
    },
  };
}

const agentFile = join(ownRoot(), "local/rehearsal/agent.mjs");

function placeOf(clone: Clone): { owner: string; name: string } {
  const name = nameOf(clone);
  const owner = clone.slug?.owner ?? "local";
  return `${owner}/${name}`.toLowerCase() === releaseName ? { owner: "local", name } : { owner, name };
}

/** Whether a task may change a path: nobody protects it, and git would not ignore it. */
async function findFree({ git }: Clone, own: readonly string[]): Promise<(path: string) => boolean> {
  const isProtected = createProtection(neverChanged(own));
  const candidates = ["gsd-rehearsal.md", "docs/gsd-rehearsal.md", "gsd-rehearsal.txt"];
  // It ends with 1 where none is ignored.
  const ignored = await git.raw("check-ignore", ...candidates).catch(() => "");
  const names = new Set(ignored.split("\n"));
  return (path) => !isProtected(path) && !names.has(path);
}

async function readOwnLibrary({ root, head }: Clone, protectedPaths: readonly string[]): Promise<Library> {
  const shipped = await readShipped(ownRoot());
  return await readLibrary({ folder: root, commit: head, shipped, protectedPaths });
}

async function findCommands(
  { git, head }: Clone,
  paths: readonly string[],
  config: Play["config"],
): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const name of filesToRead)
    if (paths.includes(name)) files[name] = await git.raw("cat-file", "blob", `${head}:${name}`);
  const { setup, commands } = chooseCommands(config, files);
  return setup ? { setup: setup.command, ...commands } : { ...commands };
}
