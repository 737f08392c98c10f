import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import { timestamp } from "./clock.ts";
import { isoSeconds } from "./git/objects.ts";
import { mustRun } from "./run-actions.ts";
import type { Artifact } from "./state/run.ts";
import type { World } from "./state/world.ts";
import { createZip } from "./zip.ts";

export function artifactsOf(world: World, runId: number): Artifact[] {
  return [...world.artifacts.values()].filter((artifact) => artifact.runId === runId);
}

/** Whether its days are over: it is still listed, but its files are gone. */
export function isExpired(world: World, artifact: Artifact): boolean {
  return Date.parse(artifact.expiresAt) <= world.now().getTime();
}

/** Copies a folder into the forge as one artifact of a run. */
export function saveArtifact(
  world: World,
  wanted: { runId: number; name: string; folder: string; retentionDays?: number },
): void {
  const { runId, name, folder } = wanted;
  if (artifactsOf(world, runId).some((artifact) => artifact.name === name))
    throw new GsdError(
      "artifact-exists",
      `Run ${runId} has an artifact ${name} already; artifact names are unique per run.`,
    );
  const id = world.nextId();
  const target = join(world.folder, "artifacts", String(id));
  mkdirSync(target, { recursive: true });
  cpSync(folder, target, { recursive: true, verbatimSymlinks: true });
  const days = (wanted.retentionDays ?? 90) * 86_400_000;
  world.artifacts.set(id, {
    id,
    runId,
    repo: mustRun(world, runId).repo,
    name,
    folder: target,
    size: filesBelow(target).reduce((sum, path) => sum + statSync(path).size, 0),
    createdAt: timestamp(world),
    expiresAt: isoSeconds(new Date(world.now().getTime() + days)),
  });
}

/** Copies an artifact's files out; false when the run has none of that name. */
export function loadArtifact(world: World, wanted: { runId: number; name: string; folder: string }): boolean {
  const artifact = artifactsOf(world, wanted.runId).find((one) => one.name === wanted.name);
  if (!artifact || isExpired(world, artifact)) return false;
  mkdirSync(wanted.folder, { recursive: true });
  cpSync(artifact.folder, wanted.folder, { recursive: true, verbatimSymlinks: true });
  return true;
}

export function zipOf(artifact: Artifact): Buffer {
  return createZip(
    filesBelow(artifact.folder).map((path) => ({
      path: relative(artifact.folder, path),
      content: readFileSync(path),
    })),
  );
}

/** Regular files below a folder, sorted. */
function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
