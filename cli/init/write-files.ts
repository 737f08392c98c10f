import { lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import type { NewFile } from "../../core/install/plan-install.ts";
import { exitCodes } from "../exit-codes.ts";

const prefix = ".gsd-init-";

/**
 * Writes all files or none. They are written beside their places first; then one synchronous step moves them there,
 * which a signal cannot interrupt. What a killed process left is removed by the next one.
 */
export async function writeFiles(folder: string, files: readonly NewFile[]): Promise<void> {
  for (const left of readdirSync(folder).filter((name) => name.startsWith(prefix)))
    rmSync(join(folder, left), { recursive: true, force: true });
  let stage: string | undefined;
  // A file that is being written when the signal comes may appear while the folder is removed: then it is removed again.
  const clear = () =>
    stage && rmSync(stage, { recursive: true, force: true, maxRetries: 10, retryDelay: 10 });
  const stop = () => {
    clear();
    process.exit(exitCodes.interrupted);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    stage = mkdtempSync(join(folder, prefix));
    for (const [at, { text }] of files.entries()) await writeThrough(join(stage, String(at)), text);
    moveAll(stage, folder, files);
  } catch (error) {
    throw explain(error, folder);
  } finally {
    clear();
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}

/** A full disk may show only when the data is really written. */
async function writeThrough(path: string, text: string): Promise<void> {
  await using file = await open(path, "wx");
  await file.writeFile(text);
  await file.sync();
}

/** Moves the files to their places; when one cannot be moved, those before it are taken back. */
function moveAll(stage: string, folder: string, files: readonly NewFile[]): void {
  const undo: (() => void)[] = [];
  try {
    for (const [at, { path }] of files.entries()) {
      const target = join(folder, path);
      makeFolders(folder, dirname(path), undo);
      const there = kindOf(target);
      if (there === "folder" || there === "other") throw inTheWay(path, "a file", there);
      if (there !== undefined) {
        const old = join(stage, `${at}.old`);
        renameSync(target, old);
        undo.push(() => renameSync(old, target));
      }
      renameSync(join(stage, String(at)), target);
      undo.push(() => rmSync(target));
    }
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
}

/** Real folders only: behind a link git keeps nothing, and it may lead out of the repository. */
function makeFolders(folder: string, path: string, undo: (() => void)[]): void {
  if (path === ".") return;
  makeFolders(folder, dirname(path), undo);
  const target = join(folder, path);
  const there = kindOf(target);
  if (there === "folder") return;
  if (there !== undefined) throw inTheWay(path, "a folder", there);
  mkdirSync(target);
  undo.push(() => rmdirSync(target));
}

type Kind = "file" | "folder" | "link" | "other";

function kindOf(path: string): Kind | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return undefined;
  if (stats.isSymbolicLink()) return "link";
  if (stats.isDirectory()) return "folder";
  return stats.isFile() ? "file" : "other";
}

function inTheWay(path: string, needed: string, there: Kind): GsdError {
  const what = { file: "a file", folder: "a folder", link: "a symbolic link", other: "no plain file" }[there];
  return new GsdError(
    "install",
    `Nothing was written: ${path} is ${what}, and gsd needs ${needed} there. Move it away, then run it again.`,
  );
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full. Free some space, then run it again",
  EDQUOT: "your quota on this disk is used up. Free some space, then run it again",
  EFBIG: "files may not grow that large here. Raise the limit (ulimit -f), then run it again",
  EACCES: "you may not write there. Use an account that owns the folder",
  EPERM: "you may not write there. Use an account that owns the folder",
  EROFS: "the disk is read-only. Use a clone on a disk that you can write to",
};

function explain(error: unknown, folder: string): unknown {
  if (error instanceof GsdError) return error;
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  if (code === "") return error;
  return new GsdError("install", `Nothing was written in ${folder}: ${reasons[code] ?? message}.`, {
    cause: error,
  });
}
