import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelWorld } from "./a-model-world.ts";
import type { Place } from "./canary.ts";
import { readDumps } from "./dump.ts";

/** Headers in which a key belongs. */
const keyHeaders = ["authorization", "x-api-key", "x-goog-api-key"];

/** Everything that a world showed to anybody or left anywhere; `record` is the file of its API, `temporary` its folder. */
export function collectPlaces(
  world: ModelWorld,
  { record, temporary }: { record: string; temporary: string },
): Place[] {
  return [
    ...readFileSync(record, "utf8").trim().split("\n").map(placed("API requests and answers")),
    ...world.forge.deliveries.log.map(({ body }) => body).map(placed("webhooks")),
    ...artifactsOf(world),
    ...logsOf(world),
    ...repositoriesOf(world).flatMap(gitPlaces),
    ...ledgerOf(world),
    ...filesBelow(temporary).map((path) => fileAt("left on disk", path)),
    ...promptsOf(world),
    ...readDumps(world.api.requests),
  ];
}

function placed(kind: string): (text: string, index: number) => Place {
  return (text, index) => ({ kind, name: `${kind} ${index + 1}`, bytes: Buffer.from(text) });
}

function artifactsOf({ forge }: ModelWorld): Place[] {
  const folders = [...forge.world.artifacts.values()].map(({ folder }) => folder);
  return folders.flatMap(filesBelow).map((path) => fileAt("artifacts", path));
}

function logsOf({ forge }: ModelWorld): Place[] {
  const jobs = [...forge.world.jobs.values()];
  const names = (job: (typeof jobs)[number]) => JSON.stringify([job.name, job.steps]);
  const texts = jobs.flatMap((job) => [job.log.join("\n"), job.summary, names(job)]);
  return texts.map(placed("logs and summaries"));
}

function repositoriesOf({ forge }: ModelWorld): string[] {
  return [...forge.world.repos.values()].map(({ git }) => git.dir);
}

/** Every object, reachable or not, and the names of all refs. */
function gitPlaces(repository: string): Place[] {
  const git = (...args: string[]) =>
    execFileSync("git", ["--git-dir", repository, ...args], { maxBuffer: 1_000_000_000 });
  const list = git("cat-file", "--batch-all-objects", "--batch-check").toString().trim().split("\n");
  const all = git("cat-file", "--batch-all-objects", "--batch");
  let at = 0;
  const objects = list.map((line) => {
    // `<sha> <type> <size>`, then the object and a line end.
    const start = at + line.length + 1;
    at = start + Number(line.split(" ")[2]) + 1;
    return { kind: "git objects and refs", name: line, bytes: all.subarray(start, at) };
  });
  return [...objects, { kind: "git objects and refs", name: "refs", bytes: git("for-each-ref") }];
}

function ledgerOf(world: ModelWorld): Place[] {
  const git = ["--git-dir", world.forge.actions.gitDir(world.repo), "log", "-p", "gsd/ledger"];
  return [
    { kind: "ledger", name: "its history", bytes: execFileSync("git", git, { maxBuffer: 100_000_000 }) },
  ];
}

function promptsOf({ api }: ModelWorld): Place[] {
  return api.requests.map(({ method, path, query, headers, text }, index) => {
    const others = Object.entries(headers).filter(([name]) => !keyHeaders.includes(name));
    const bytes = Buffer.from(`${method} ${path}${query}\n${JSON.stringify(others)}\n${text}`);
    return { kind: "what the model was told", name: `request ${index + 1}`, bytes };
  });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function fileAt(kind: string, path: string): Place {
  return { kind, name: path, bytes: lstatSync(path).isFile() ? readFileSync(path) : Buffer.alloc(0) };
}

/** Lines of logs in which the runner had to hide something, other than the token that it shows as an input. */
export function hiddenLines({ forge }: ModelWorld): string[] {
  const lines = [...forge.world.jobs.values()].flatMap((job) => job.log.join("\n").split("\n"));
  return lines.filter((line) => line.includes("***") && !/^\s*token: \*\*\*$/.test(line));
}
