import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { GsdError } from "../../core/gsd-error.ts";
import type { CliName } from "../../core/model/engines.ts";
import { type PinnedPackage, pinnedEngines } from "./pinned-engines.ts";

const run = promisify(execFile);

/** An engine on disk, ready to be shown to a sandbox. */
export interface InstalledEngine {
  engine: CliName;
  version: string;
  /** Holds everything that the engine needs. */
  folder: string;
  /** The program's path below `folder`. */
  program: string;
}

export interface InstallRequest {
  engine: CliName;
  /** Kept between runs; one folder per engine and version. */
  cacheFolder: string;
  /** The environment of npm: its registry, proxy and where programs are found. */
  environment: Record<string, string | undefined>;
  /** Another package than the pinned one. */
  pinned?: PinnedPackage;
}

/**
 * Fetches an engine's pinned package, unless it is there, and checks every byte of it before it is unpacked. Throws
 * `engine-fetch` where the registry cannot be reached, `engine` where it is reached and the package is not what it should be.
 */
export async function installEngine(request: InstallRequest): Promise<InstalledEngine> {
  const { engine } = request;
  const pinned = request.pinned ?? findPackage(engine);
  // The digest is part of the name: another tarball of the same version is another folder.
  const digest = createHash("sha256").update(pinned.integrity).digest("hex").slice(0, 12);
  const folder = resolve(request.cacheFolder, `${engine}-${pinned.version}-${digest}`);
  const installed = { engine, version: pinned.version, folder, program: pinned.program };
  if (existsSync(join(folder, ".complete"))) return installed;

  await mkdir(dirname(folder), { recursive: true });
  const scratch = await mkdtemp(`${folder}.new-`);
  try {
    const tarball = await fetchPackage(pinned, scratch, request.environment);
    await checkIntegrity(tarball, pinned);
    await unpack(tarball, join(scratch, "package"), pinned);
    await writeFile(join(scratch, "package", ".complete"), `${pinned.integrity}\n`);
    await replace(join(scratch, "package"), folder);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return installed;
}

/** The package for this machine; throws `engine` where there is none. */
function findPackage(engine: CliName): PinnedPackage {
  const packages = pinnedEngines[engine];
  const platform = `${process.platform}-${process.arch}`;
  const pinned = packages[platform] ?? packages["any"];
  if (pinned) return pinned;
  throw new GsdError(
    "engine",
    `${engine} cannot be installed on ${platform}: there is a checked package for ${Object.keys(packages).join(" and ")} only. Use another runner, or another engine.`,
  );
}

/** `npm pack` of a name and version downloads the tarball and runs none of its scripts. */
async function fetchPackage(
  pinned: PinnedPackage,
  scratch: string,
  environment: InstallRequest["environment"],
): Promise<string> {
  const spec = `${pinned.name}@${pinned.version}`;
  const args = ["pack", spec, "--pack-destination", scratch, "--ignore-scripts", "--no-audit"];
  try {
    // Elsewhere, so that no `.npmrc` of a repository is read.
    await run("npm", [...args, "--loglevel=error", "--logs-max=0"], {
      cwd: scratch,
      env: environment,
      timeout: 600_000,
      maxBuffer: 10_000_000,
    });
  } catch (error) {
    throw fetchError(spec, String((error as { stderr?: string }).stderr ?? ""), error as Error);
  }
  const tarball = (await readdir(scratch)).find((name) => name.endsWith(".tgz"));
  if (tarball) return join(scratch, tarball);
  throw new GsdError("engine", `npm pack ${spec} left no tarball.`);
}

/** npm says a code and a sentence, then a stack and advice. */
function fetchError(spec: string, stderr: string, cause: Error): GsdError {
  const lines = stderr.split("\n").map((line) => line.replace(/^npm (error|ERR!) ?/, "").trim());
  const code = lines.find((line) => line.startsWith("code "))?.slice("code ".length);
  const sentence = lines.find((line) => line !== "" && !/^(code|errno|syscall) /.test(line));
  const words = sentence ?? cause.message.split("\n")[0] ?? "no message";
  const absent = code === "ETARGET" || code === "E404";
  const next = absent ? "Does the registry have it?" : "Is the registry reachable from here?";
  return new GsdError(
    absent ? "engine" : "engine-fetch",
    `npm could not fetch ${spec}${code ? ` (${code})` : ""}: ${words.slice(0, 300)}. ${next}`,
    { cause },
  );
}

async function checkIntegrity(tarball: string, { name, version, integrity }: PinnedPackage): Promise<void> {
  const hash = createHash("sha512");
  for await (const chunk of createReadStream(tarball)) hash.update(chunk);
  const found = `sha512-${hash.digest("base64")}`;
  if (found === integrity) return;
  throw new GsdError(
    "engine",
    `${name}@${version} is not the package that gsd was tested with: expected ${integrity}, found ${found}. Nothing of it was run.`,
  );
}

async function unpack(tarball: string, folder: string, { name, version, program }: PinnedPackage) {
  await mkdir(folder);
  await run("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1", "--no-same-owner"]);
  if (existsSync(join(folder, program))) return;
  throw new GsdError("engine", `${name}@${version} holds no ${program}.`);
}

/** Puts a finished folder in its place; whoever was first wins. */
async function replace(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (existsSync(join(to, ".complete"))) return;
    const broken = `${to}.broken-${randomUUID()}`;
    await rename(to, broken).catch(() => {
      throw error;
    });
    await rename(from, to);
    await rm(broken, { recursive: true, force: true });
  }
}
