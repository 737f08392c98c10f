import { isUtf8 } from "node:buffer";
import type { Dir, Dirent } from "node:fs";
import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import type { Walk, WalkEntry, WalkStop } from "./walk-tree.ts";

/** A walk under way. */
export interface WalkState extends Walk {
  folders: ReadonlySet<string>;
  /** New files and folders, in all and by the folder at the root. */
  count: number;
  counts: Map<string, number>;
  names: number;
  stop?: WalkStop["why"];
}

/** One folder, as it was found. */
export interface Listing {
  entries: WalkEntry[];
  folders: string[];
  ignored: string[];
  isRepository: boolean;
  isCrowded: boolean;
}

/** What is in one folder; undefined where it cannot be read. */
export async function listFolder(state: WalkState, folder: string): Promise<Listing | undefined> {
  const listing: Listing = { entries: [], folders: [], ignored: [], isRepository: false, isCrowded: false };
  let count = 0;
  try {
    const place = join(state.root, folder);
    // Names may be any bytes; the types know text only.
    const names = await opendir(place, { encoding: "buffer" as BufferEncoding, bufferSize: 512 });
    for await (const entry of names as Dir & AsyncIterable<Dirent<Buffer>>) {
      if (++state.names > state.limits.names) state.stop = "entries";
      else if (state.names % 512 === 0 && performance.now() > state.limits.until) state.stop = "time";
      if (state.stop) break;
      if (await sort(state, { folder, entry, listing })) count += 1;
      listing.isCrowded ||= count > state.limits.inFolder;
      if (listing.isCrowded && !state.folders.has(folder)) break;
    }
  } catch {
    return undefined;
  }
  return listing;
}

/** Puts a name where it belongs; whether it is something new. */
async function sort(
  state: WalkState,
  { folder, entry, listing }: { folder: string; entry: Dirent<Buffer>; listing: Listing },
): Promise<boolean> {
  const name = entry.name.toString();
  if (name === ".git") {
    listing.isRepository = true;
    return false;
  }
  const above = folder === "" ? "" : `${folder}/`;
  const path = `${above}${name}`;
  const type = await typeOf(entry, join(state.root, folder));
  const mode = state.modes.get(path)?.mode;
  if (mode !== undefined && type !== "folder") return false;
  const bytes = `${bytesOf(above)}${entry.name.toString("latin1")}`;
  if (mode !== "160000" && state.rules.ignores(bytes, type === "folder")) {
    if (state.skip) listing.ignored.push(path);
    return false;
  }
  if (!isUtf8(entry.name) && !listing.isCrowded) listing.entries.push({ path, type: "badname" });
  else if (type === "folder" && (!listing.isCrowded || state.folders.has(path))) listing.folders.push(path);
  else if (type !== "folder" && !listing.isCrowded) listing.entries.push({ path, type });
  if (mode !== undefined || state.folders.has(path) || state.isKnown?.(path)) return false;
  countIn(state, path);
  return true;
}

function countIn(state: WalkState, path: string): void {
  const top = path.split("/", 1)[0] ?? "";
  state.counts.set(top, (state.counts.get(top) ?? 0) + 1);
  state.count += 1;
  if (state.count > state.limits.inAll) state.stop = "entries";
}

async function typeOf(
  entry: Dirent<Buffer>,
  folder: string,
): Promise<"file" | "symlink" | "special" | "folder"> {
  const isKnown = entry.isDirectory() || entry.isSymbolicLink() || entry.isFile();
  // Some file systems do not say what a name stands for.
  const found = isKnown ? entry : await lstat(Buffer.concat([Buffer.from(`${folder}/`), entry.name]));
  if (found.isDirectory()) return "folder";
  if (found.isSymbolicLink()) return "symlink";
  return found.isFile() ? "file" : "special";
}

/** A text with one character for each byte, as rules are. */
export function bytesOf(text: string): string {
  return Buffer.from(text).toString("latin1");
}
