import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { runGit } from "./run-git.ts";

export type ObjectType = "blob" | "tree" | "commit" | "tag";
export interface GitObject {
  type: ObjectType;
  content: Buffer;
}
export interface TreeEntry {
  mode: string;
  name: string;
  sha: string;
}
export interface Signature {
  name: string;
  email: string;
  /** ISO, seconds, UTC. */
  date: string;
}
export interface CommitData {
  tree: string;
  parents: string[];
  author: Signature;
  committer: Signature;
  message: string;
}

/** Reads and writes git objects in process: loose ones directly, packed ones through `git cat-file`; all are cached. */
export interface ObjectStore {
  read(sha: string): GitObject | undefined;
  write(type: ObjectType, content: Buffer | string): string;
}

export function createObjectStore(gitDir: string): ObjectStore {
  const cache = new Map<string, GitObject>();
  return {
    read(sha) {
      const known = cache.get(sha);
      if (known) return known;
      if (!/^[0-9a-f]{40}$/.test(sha)) return undefined;
      const found = readLoose(gitDir, sha) ?? readPacked(gitDir, sha);
      if (found && found.content.length < 1_000_000) cache.set(sha, found);
      return found;
    },
    write(type, content) {
      const body = Buffer.from(content as string);
      const raw = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body]);
      const sha = createHash("sha1").update(raw).digest("hex");
      if (cache.has(sha)) return sha;
      writeLoose(gitDir, sha, raw);
      cache.set(sha, { type, content: body });
      return sha;
    },
  };
}

function loosePath(gitDir: string, sha: string): string {
  return join(gitDir, "objects", sha.slice(0, 2), sha.slice(2));
}

function readLoose(gitDir: string, sha: string): GitObject | undefined {
  let raw: Buffer;
  try {
    raw = inflateSync(readFileSync(loosePath(gitDir, sha)));
  } catch {
    return undefined;
  }
  const end = raw.indexOf(0);
  const type = raw.subarray(0, end).toString("latin1").split(" ")[0] as ObjectType;
  return { type, content: raw.subarray(end + 1) };
}

function readPacked(gitDir: string, sha: string): GitObject | undefined {
  const result = runGit(["--git-dir", gitDir, "cat-file", "--batch"], { input: `${sha}\n` });
  const end = result.stdout.indexOf(10);
  const header = result.stdout.subarray(0, end).toString("latin1").split(" ");
  if (result.status !== 0 || header[1] === "missing" || header.length < 3) return undefined;
  const size = Number(header[2]);
  return {
    type: header[1] as ObjectType,
    content: Buffer.from(result.stdout.subarray(end + 1, end + 1 + size)),
  };
}

function writeLoose(gitDir: string, sha: string, raw: Buffer): void {
  const path = loosePath(gitDir, sha);
  mkdirSync(join(path, ".."), { recursive: true });
  // A reader must never see half an object: write beside it, then rename.
  const draft = `${path}.tmp`;
  writeFileSync(draft, deflateSync(raw, { level: 1 }), { mode: 0o444 });
  renameSync(draft, path);
}

export function parseTree(content: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(32, at);
    const end = content.indexOf(0, space);
    entries.push({
      mode: content.subarray(at, space).toString("latin1").padStart(6, "0"),
      name: content.subarray(space + 1, end).toString("utf8"),
      sha: content.subarray(end + 1, end + 21).toString("hex"),
    });
    at = end + 21;
  }
  return entries;
}

export function formatTree(entries: TreeEntry[]): Buffer {
  // git sorts by bytes, with folders as if their name ended in a slash.
  const key = (entry: TreeEntry) => Buffer.from(entry.mode === "040000" ? `${entry.name}/` : entry.name);
  const sorted = entries.toSorted((a, b) => Buffer.compare(key(a), key(b)));
  return Buffer.concat(
    sorted.flatMap((entry) => [
      Buffer.from(`${entry.mode.replace(/^0/, "")} ${entry.name}\0`),
      Buffer.from(entry.sha, "hex"),
    ]),
  );
}

export function parseCommit(content: Buffer): CommitData {
  const { headers, message } = splitHeaders(content);
  const all = (name: string) => headers.filter((header) => header[0] === name).map((header) => header[1]);
  return {
    tree: all("tree")[0] ?? "",
    parents: all("parent"),
    author: parseSignature(all("author")[0] ?? ""),
    committer: parseSignature(all("committer")[0] ?? ""),
    message: message.replace(/\n$/, ""),
  };
}

export function formatCommit(commit: CommitData): string {
  return [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${formatSignature(commit.author)}`,
    `committer ${formatSignature(commit.committer)}`,
    "",
    commit.message,
  ].join("\n");
}

export interface TagData {
  object: string;
  type: ObjectType;
  tag: string;
  tagger: Signature;
  message: string;
}

export function parseTag(content: Buffer): TagData {
  const { headers, message } = splitHeaders(content);
  const one = (name: string) => headers.find((header) => header[0] === name)?.[1] ?? "";
  return {
    object: one("object"),
    type: one("type") as ObjectType,
    tag: one("tag"),
    tagger: parseSignature(one("tagger")),
    message: message.replace(/\n$/, ""),
  };
}

export function formatTag(tag: TagData): string {
  return `object ${tag.object}\ntype ${tag.type}\ntag ${tag.tag}\ntagger ${formatSignature(tag.tagger)}\n\n${tag.message}\n`;
}

function splitHeaders(content: Buffer): { headers: [string, string][]; message: string } {
  const text = content.toString("utf8");
  const end = text.indexOf("\n\n");
  const lines = (end < 0 ? text : text.slice(0, end)).split("\n").filter((line) => !line.startsWith(" "));
  const headers = lines.map((line): [string, string] => {
    const space = line.indexOf(" ");
    return [line.slice(0, space), line.slice(space + 1)];
  });
  return { headers, message: end < 0 ? "" : text.slice(end + 2) };
}

function parseSignature(text: string): Signature {
  const match = /^(.*?) ?<([^>]*)> (\d+)/.exec(text);
  const date = new Date(Number(match?.[3] ?? 0) * 1000);
  return { name: match?.[1] ?? "", email: match?.[2] ?? "", date: isoSeconds(date) };
}

function formatSignature(signature: Signature): string {
  const clean = (text: string) => text.replace(/[<>\n]/g, "");
  const seconds = Math.floor(Date.parse(signature.date) / 1000);
  return `${clean(signature.name)} <${clean(signature.email)}> ${seconds} +0000`;
}

/** GitHub's timestamps have seconds, no fractions. */
export function isoSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
