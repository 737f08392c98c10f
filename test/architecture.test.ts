import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { jobKinds } from "../core/model/job.ts";

/** Which folders each folder may import from. Imports point inward; the forge is the other side. */
const allowed: Record<string, string[]> = {
  core: ["core"],
  loop: ["loop", "core"],
  crew: ["crew", "adapters", "core"],
  adapters: ["adapters", "core"],
  app: ["app", "loop", "adapters", "core", "package.json"],
  action: ["action", "loop", "crew", "adapters", "core"],
  "local/forge": ["local/forge", "local/actions-port.ts", "core/gsd-error.ts"],
  "local/runner": ["local/runner", "local/actions-port.ts", "core/gsd-error.ts"],
};

/** The folders of core, the innermost first: each may import from those of earlier lines, and from itself. */
const inner: string[][] = [
  ["text"],
  ["model"],
  ["codec"],
  ["sources", "detect", "context"],
  ["plan"],
  ["check"],
  ["recipe"],
  ["select"],
  ["command", "ports", "run"],
  ["trigger"],
  ["jobs"],
  ["decide"],
  ["view"],
  ["render", "prompt"],
];

/** Where the name of a kind of job may decide: its rows, its types and its names. A recipe's checks ask for the recipe's own. */
const knowsKinds = ["core/jobs/", "core/model/", "core/codec/", "core/recipe/"];

/** Files that read the environment: one per entry point. */

const readsEnvironment = ["action/environment.ts", "app/environment.ts"];

const files = globSync("{core,loop,crew,adapters,app,action,local,cli}/**/*.ts", {
  exclude: ["local/demo/sample/**"],
}).sort();
const imports = files.map((file) => ({ file, targets: importsOf(file) }));

describe("the lines between folders", () => {
  it.each(Object.keys(allowed))("%s imports only what it may", (folder) => {
    const wrong = imports
      .filter(({ file }) => file.startsWith(`${folder}/`))
      .flatMap(({ file, targets }) =>
        targets.filter((target) => !mayImport(folder, target)).map((target) => `${file} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it.each(inner.flat())("core/%s imports only from folders that come before it", (folder) => {
    const before = inner
      .slice(
        0,
        inner.findIndex((line) => line.includes(folder)),
      )
      .flat();
    const may = [...before, folder].map((name) => `core/${name}/`);
    const wrong = imports
      .filter(({ file }) => file.startsWith(`core/${folder}/`))
      .flatMap(({ file, targets }) =>
        targets.filter((target) => !isWithin(target, may)).map((target) => `${file} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it("has a place in that order for every folder of core", () => {
    const folders = new Set(files.flatMap((file) => /^core\/([^/]+)\//.exec(file)?.[1] ?? []));
    expect([...folders].sort()).toEqual(inner.flat().sort());
  });

  it("asks for the name of a job's kind nowhere but in its row", () => {
    const kinds = jobKinds.join("|");
    const asks = new RegExp(
      `kind\\)? [!=]==? "(${kinds})"|"(${kinds})" [!=]==? [\\w.?]*kind|case "(${kinds})":`,
    );
    const outside = files.filter(
      (file) => /^(core|loop|action|app|crew|adapters)\//.test(file) && !isWithin(file, knowsKinds),
    );
    const wrong = outside.flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => asks.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(wrong).toEqual([]);
  });

  it("keeps core pure: no I/O, clock, environment or chance", () => {
    const impure =
      /from "(node:|@octokit|@actions|simple-git|probot)|process\.|Date\.now\(|new Date\(\)|Math\.random/;
    const wrong = files.filter((file) => file.startsWith("core/") && impure.test(textOf(file)));
    expect(wrong).toEqual([]);
  });

  it("calls Octokit from one module family", () => {
    const callers = files.filter(
      (file) => !file.startsWith("local/") && /from "@octokit\//.test(readFileSync(file, "utf8")),
    );
    expect(callers.filter((file) => !file.startsWith("adapters/github/"))).toEqual([]);
  });

  it("reads the environment in one file per entry point", () => {
    const entries = files.filter((file) => /^(core|loop|crew|adapters|app|action)\//.test(file));
    expect(entries.filter((file) => /process\.env\b/.test(readFileSync(file, "utf8")))).toEqual(
      readsEnvironment,
    );
  });
});

/** A file's text; in `core/recipe` without its imports of GitHub's expression language, which is pure. */
function textOf(file: string): string {
  const text = readFileSync(file, "utf8");
  return file.startsWith("core/recipe/")
    ? text.replaceAll(/from "@actions\/expressions(\/ast)?"/g, "")
    : text;
}

function importsOf(file: string): string[] {
  const found = readFileSync(file, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g);
  return [...found].map((match) => normalize(join(dirname(file), match[1]!)));
}

/** The one class that everything may throw lies beside the folders. */
function isWithin(file: string, places: string[]): boolean {
  return file === "core/gsd-error.ts" || places.some((place) => file.startsWith(place));
}

function mayImport(folder: string, target: string): boolean {
  return allowed[folder]!.some((place) =>
    place.includes(".") ? target === place : target.startsWith(`${place}/`),
  );
}
