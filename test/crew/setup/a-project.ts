import type { CrewInput } from "../../../crew/crew-input.ts";
import { runCrew } from "../../../crew/run-crew.ts";
import { prepareCommands } from "../../../crew/setup/prepare-commands.ts";
import { aWorkTree, type WorkTree } from "../../adapters/git/work-tree.ts";
import { aCrew, aRecipe, config, fine, type Play } from "../a-crew.ts";
import { sealed } from "../sandbox/sandboxes.ts";
import { lockOf, registryName } from "./a-registry.ts";

export const left = { name: "left-pad", version: "1.0.0", exports: "7" };
export const right = { name: "right-pad", version: "2.0.0", exports: "8" };
export const dependencies = { "left-pad": "1.0.0" };
export const plain = { name: "app", version: "1.0.0" };

/** A project with one dependency, of a registry of its own. */
export function aProject(more: Record<string, string> = {}) {
  return aWorkTree({
    ".gitignore": "node_modules/\n",
    ".npmrc": `registry=http://${registryName}/\nfetch-retries=0\n`,
    "package.json": JSON.stringify({ ...plain, dependencies }),
    "package-lock.json": lockOf({ ...plain, dependencies }, [left]),
    "src/a.txt": "one\n",
    ...more,
  });
}

/** A task whose agents play this, with what gsd finds in the tree by itself. */
export async function aTask(tree: WorkTree, play: Play, more: Partial<CrewInput> = {}) {
  const { folder, base } = tree;
  const prepared = await prepareCommands({ folder, base, commit: base, config, leftOut: [] });
  const input = { ...prepared, sandbox: sealed, ...more };
  return await runCrew(aCrew(tree, aRecipe("task"), { review: fine, ...play }, input));
}

export const write = (path: string, value: object) => `printf '%s' '${JSON.stringify(value)}' >${path}`;
export const withRight = { ...plain, dependencies: { ...dependencies, "right-pad": "2.0.0" } };
export const addRight = write("package.json", withRight);
export const needsRight = { test: "node -e \"require('right-pad'); require('left-pad')\"" };
