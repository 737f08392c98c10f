import { execFileSync } from "node:child_process";
import type { ScriptedWorld } from "../e2e/a-scripted-world.ts";

/** What git says about a world's repository, byte by byte. */
export function gitOf({ forge, repo }: ScriptedWorld, ...args: string[]): string {
  const options = { maxBuffer: 500_000_000 };
  return execFileSync("git", ["--git-dir", forge.actions.gitDir(repo), ...args], options).toString("latin1");
}

/** All refs of it, by name. */
export function refsOf(world: ScriptedWorld): Map<string, string> {
  const lines = gitOf(world, "for-each-ref", "--format=%(refname) %(objectname)").trim().split("\n");
  return new Map(lines.map((line) => line.split(" ") as [string, string]));
}
