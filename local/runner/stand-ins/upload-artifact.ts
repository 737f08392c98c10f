import { statSync } from "node:fs";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { GsdError } from "../../../core/gsd-error.ts";
import { findFiles, isGlob } from "../find-files.ts";
import type { StepControl } from "../run-step.ts";
import { readCount, readFlag, readStandInInputs } from "./read-inputs.ts";

const name = "actions/upload-artifact";

/** Stores files of the job as one artifact of the run. */
export async function uploadArtifact(control: StepControl, given: Record<string, string>) {
  const { job } = control;
  const { host } = job.run.machine;
  const inputs = readStandInInputs(name, given, {
    name: "artifact",
    path: "",
    "if-no-files-found": "warn",
    "retention-days": "0",
    "compression-level": "6",
    overwrite: "false",
    "include-hidden-files": "false",
  });
  if (/["<>|*?:\\/\r\n]/.test(inputs.name)) {
    throw new GsdError("artifact-name", `The artifact name is not valid: '${inputs.name}'`);
  }
  if (readFlag("overwrite", inputs.overwrite) && host.listArtifacts(job.run.id).includes(inputs.name)) {
    throw new GsdError(
      "unsupported",
      `not supported by the local runner: overwriting the artifact '${inputs.name}'`,
    );
  }
  const hidden = readFlag("include-hidden-files", inputs["include-hidden-files"]);
  const { root, files } = collect(job.folders.workspace, inputs.path, hidden);
  if (files.length === 0) return noFiles(control, inputs);
  const folder = join(job.folders.temp, `artifact-${inputs.name}`);
  await stage(root, files, folder);
  const days = readCount("retention-days", inputs["retention-days"]);
  await host.saveArtifact({ runId: job.run.id, name: inputs.name, folder, retentionDays: days || undefined });
  await rm(folder, { recursive: true, force: true });
  job.log(`Artifact ${inputs.name} has been uploaded: ${files.length} file(s)`);
  return {};
}

function noFiles(control: StepControl, inputs: { path: string; "if-no-files-found": string }) {
  const message = `No files were found with the provided path: ${inputs.path}. No artifacts will be uploaded.`;
  if (inputs["if-no-files-found"] === "error") throw new GsdError("artifact-empty", message);
  control.job.log(inputs["if-no-files-found"] === "ignore" ? message : `##[warning]${message}`);
  return {};
}

/**
 * The files that the paths name, and the folder that their names in the artifact are relative to:
 * what all paths have in common before their first wildcard.
 */
function collect(workspace: string, text: string, hidden: boolean): { root: string; files: string[] } {
  const lines = text.split("\n").map((line) => line.trim());
  const paths = lines.filter((line) => line !== "" && (hidden || !isHidden(line)));
  if (lines.every((line) => line === "")) {
    throw new GsdError("input-missing", "Input required and not supplied: path");
  }
  const wanted = paths.filter((path) => !path.startsWith("!"));
  const common = commonPath(wanted.map((path) => fixedPart(resolve(workspace, path))));
  const found = statSync(common, { throwIfNoEntry: false });
  if (wanted.length === 0 || !found) return { root: common, files: [] };
  const root = found.isFile() ? dirname(common) : common;
  const patterns = paths.map((path) => {
    const negative = path.startsWith("!");
    const inRoot = relative(root, resolve(workspace, negative ? path.slice(1).trim() : path)) || ".";
    return negative ? `!${inRoot}` : inRoot;
  });
  return { root, files: findFiles(root, patterns, { hidden }) };
}

function isHidden(path: string): boolean {
  return /^\.[^./]/.test(basename(path));
}

/** A path up to its first wildcard. */
function fixedPart(path: string): string {
  const parts = path.split("/");
  const wild = parts.findIndex(isGlob);
  return (wild < 0 ? parts : parts.slice(0, wild)).join("/") || "/";
}

function commonPath(paths: string[]): string {
  const [first = [], ...rest] = paths.map((path) => path.split("/"));
  const length = rest.reduce((common, parts) => {
    const differs = first.findIndex((part, at) => part !== parts[at]);
    return Math.min(common, differs < 0 ? first.length : differs);
  }, first.length);
  return first.slice(0, length).join("/") || "/";
}

async function stage(root: string, files: string[], folder: string) {
  await mkdir(folder, { recursive: true });
  for (const file of files) {
    const target = join(folder, file);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(root, file), target);
  }
}
