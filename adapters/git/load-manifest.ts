import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import { readPlain } from "../read-plain.ts";
import { partName } from "./write-manifest.ts";

/** An agent's artifact as data. `file` answers by the digest of the content, never by what the content is called. */
export interface LoadedManifest {
  manifest: unknown;
  /** The sha256 of manifest.json, as it was read. */
  digest: string;
  file(sha256: string): Buffer | undefined;
  digests: ReadonlySet<string>;
}

const limits = { manifest: 16_000_000, file: 10_000_000, files: 5_300, total: 200_000_000 };

/** Reads back what `writeManifest` wrote, from a folder that an agent may have forged; throws `artifact`. */
export async function loadManifest(folder: string): Promise<LoadedManifest> {
  // What was being written when a process was killed is nothing yet.
  const entries = (await list(folder)).filter((entry) => !(entry.name === partName && entry.isFile()));
  for (const entry of entries) {
    const expected =
      (entry.name === "manifest.json" && entry.isFile()) || (entry.name === "files" && entry.isDirectory());
    if (!expected)
      throw refuse(`contains \`${entry.name}\`; only manifest.json and the folder files/ belong there`);
  }
  if (!entries.some((entry) => entry.name === "manifest.json")) throw refuse("contains no manifest.json");

  const content = await readCapped(join(folder, "manifest.json"), limits.manifest);
  const manifest = parse(content);
  const hasFiles = entries.some((entry) => entry.name === "files");
  const files = hasFiles ? await loadFiles(join(folder, "files")) : new Map<string, Buffer>();
  return {
    manifest,
    digest: digestOf(content),
    file: (sha256) => files.get(sha256),
    digests: new Set(files.keys()),
  };
}

async function loadFiles(folder: string): Promise<Map<string, Buffer>> {
  const entries = await list(folder);
  if (entries.length > limits.files)
    throw refuse(`contains ${entries.length} files; the limit is ${limits.files}`);
  const files = new Map<string, Buffer>();
  let total = 0;
  for (const entry of entries) {
    if (!entry.isFile() || !/^[0-9a-f]{64}$/.test(entry.name))
      throw refuse(`contains files/${entry.name}, which is not a regular file named by a sha256`);
    const content = await readCapped(join(folder, entry.name), limits.file);
    total += content.length;
    if (total > limits.total) throw refuse(`contains more than ${limits.total} bytes`);
    const digest = digestOf(content);
    if (digest !== entry.name)
      throw refuse(`contains files/${entry.name}, but its content has the sha256 ${digest}`);
    files.set(digest, content);
  }
  return files;
}

function digestOf(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

async function list(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw refuse("cannot be read", error);
  }
}

async function readCapped(path: string, most: number): Promise<Buffer> {
  const content = await readPlain(path, most);
  if (content) return content;
  throw refuse(`contains ${path}, which is not a file of at most ${most} bytes`);
}

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(content));
  } catch (error) {
    throw refuse("contains a manifest.json that is not JSON", error);
  }
}

function refuse(what: string, cause?: unknown): GsdError {
  return new GsdError(
    "artifact",
    `The agent's artifact ${what}. Nothing of it is published; retry the job.`,
    { cause },
  );
}
