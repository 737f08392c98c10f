import { createHash } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Change, Manifest } from "../../core/model/manifest.ts";
import { maxFileBytes, maxTotalBytes, type TreeChange } from "./read-changes.ts";

const limits = { changes: 5_000, path: 1_000 };

const refusals = {
  symlink: "is a symbolic link",
  submodule: "is a repository of its own or a submodule",
  special: "is not a regular file",
  oversize: `is too large (a file may have ${maxFileBytes} bytes, all changes together ${maxTotalBytes})`,
  badname: "has a name that is not UTF-8",
} as const;

/**
 * Writes `manifest.json` and `files/<sha256>` into `out`. A change that can never be published makes the outcome
 * `refused-change`; the ordinary changes stay in, so that no work is lost.
 */
export async function writeManifest(given: {
  manifest: Omit<Manifest, "changes">;
  changes: TreeChange[];
  out: string;
}): Promise<Manifest> {
  const refusal = findRefusal(given.changes);
  const ordinary = given.changes.filter((change) => change.kind === "file" || change.kind === "deleted");
  const fitting = ordinary.filter((change) => change.path.length <= limits.path).slice(0, limits.changes);
  const manifest: Manifest = {
    ...clipped(given.manifest),
    ...(refusal ? { outcome: "refused-change", reason: clip(refusal, 2_000) } : {}),
    changes: fitting.map(describe),
  };
  const files = join(given.out, "files");
  await rm(files, { recursive: true, force: true });
  await rm(join(given.out, "manifest.json"), { force: true });
  await mkdir(files, { recursive: true });
  for (const change of fitting) {
    if (change.kind === "file") await writeFile(join(files, digest(change.content)), change.content);
  }
  // Last and at once: a manifest that is there is whole.
  await writeFile(join(given.out, "manifest.part"), `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(join(given.out, "manifest.part"), join(given.out, "manifest.json"));
  return manifest;
}

function findRefusal(changes: TreeChange[]): string | undefined {
  if (changes.length > limits.changes)
    return `${changes.length} paths were changed; at most ${limits.changes} can be published.`;
  for (const change of changes) {
    if (change.path.length > limits.path)
      return `A path is ${change.path.length} characters long: ${change.path}`;
    if (change.kind === "file" || change.kind === "deleted") continue;
    return `\`${change.path}\` ${refusals[change.kind]}, which is never published. Leave it out.`;
  }
  return undefined;
}

function describe(change: TreeChange): Change {
  if (change.kind !== "file") return { path: change.path, deleted: true };
  return {
    ...{ path: change.path, mode: change.mode },
    ...{ size: change.content.length, sha256: digest(change.content) },
  };
}

function digest(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Within the schema's bounds, whatever an engine or a test suite said. */
function clipped(manifest: Omit<Manifest, "changes">): Omit<Manifest, "changes"> {
  return {
    ...manifest,
    ...(manifest.reason === undefined ? {} : { reason: clip(manifest.reason, 2_000) }),
    ...(manifest.text === undefined ? {} : { text: clip(manifest.text, 20_000) }),
    ...(manifest.choice === undefined ? {} : { choice: clip(manifest.choice, 1_000) }),
    ...(manifest.notes === undefined ? {} : { notes: clipNotes(manifest.notes) }),
    checks: manifest.checks.map((check) => ({ ...check, tail: check.tail.slice(-8_000) })),
  };
}

const mostNotes = 20;

function clipNotes(notes: string[]): string[] {
  const short = notes.map((note) => clip(note, 500));
  if (short.length <= mostNotes) return short;
  return [...short.slice(0, mostNotes - 1), `And ${short.length - mostNotes + 1} more notes.`];
}

function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
