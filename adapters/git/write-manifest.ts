import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Manifest, mostSteps, type StepRecord } from "../../core/model/manifest.ts";
import { sha256Of } from "./describe-changes.ts";

/** Where a file is until it is whole. One name, so that a process that is killed leaves at most one. */
export const partName = "manifest.part";

/** Answers beyond this lie beside the manifest. */
const largestAnswer = 20_000;

/**
 * Writes `manifest.json` and `files/<sha256>` into `out`, over those of an earlier step of the same job. Whenever the
 * process ends, the folder holds a whole manifest with all that it names: files come first, the manifest at once,
 * and what nobody names any more goes last.
 */
export async function writeManifest(given: {
  manifest: Manifest;
  /** The contents of its changes, by sha256; those that are there already may be left out. */
  contents: ReadonlyMap<string, Buffer>;
  out: string;
}): Promise<Manifest> {
  const files = join(given.out, "files");
  await mkdir(files, { recursive: true });
  const { steps, contents } = fileAnswers(given.manifest.steps.slice(0, mostSteps));
  const manifest: Manifest = { ...clipped(given.manifest), steps };
  const needed = new Set(namedBy(manifest));
  for (const [sha256, content] of [...given.contents, ...contents]) {
    if (!needed.has(sha256) || existsSync(join(files, sha256))) continue;
    await writeWhole(given.out, join("files", sha256), content);
  }
  await writeWhole(given.out, "manifest.json", `${JSON.stringify(manifest, null, 2)}\n`);
  for (const name of await readdir(files)) if (!needed.has(name)) await rm(join(files, name));
  return manifest;
}

/** A file that is there is whole. */
async function writeWhole(out: string, path: string, content: Buffer | string): Promise<void> {
  await writeFile(join(out, partName), content);
  await rename(join(out, partName), join(out, path));
}

/** Puts large answers into files. */
function fileAnswers(given: StepRecord[]): { steps: StepRecord[]; contents: Map<string, Buffer> } {
  const contents = new Map<string, Buffer>();
  const steps = given.map(clippedStep).map((step): StepRecord => {
    if (step.type !== "agent" || !step.answer || !("value" in step.answer)) return step;
    const content = Buffer.from(JSON.stringify(step.answer.value) ?? "null");
    if (content.length <= largestAnswer) return step;
    const file = sha256Of(content);
    contents.set(file, content);
    return { ...step, answer: { type: step.answer.type, file } };
  });
  return { steps, contents };
}

/** The files that a manifest names. */
function namedBy({ changes, steps }: Manifest): string[] {
  const answers = steps.flatMap((step) =>
    step.type === "agent" && step.answer && "file" in step.answer ? [step.answer.file] : [],
  );
  return [...answers, ...changes.flatMap((change) => ("sha256" in change ? [change.sha256] : []))];
}

/** Within the schema's bounds, whatever an engine or a test suite said. */
function clipped(manifest: Manifest): Manifest {
  const { reason, ...rest } = manifest;
  return {
    ...rest,
    ...(reason === undefined ? {} : { reason: clip(reason, 4_000) }),
    notes: manifest.notes.slice(0, 50),
  };
}

function clippedStep(given: StepRecord): StepRecord {
  const step = { ...given };
  if (step.reason !== undefined) step.reason = clip(step.reason, 4_000);
  if (step.type === "agent") {
    if (step.text !== undefined) step.text = clip(step.text, 20_000);
    if (step.choice !== undefined) step.choice = clip(step.choice, 1_000);
    if (step.session !== undefined) step.session = clip(step.session, 200);
    return step;
  }
  if (step.type === "code") step.problems = step.problems.slice(0, 200).map((text) => clip(text, 2_000));
  step.checks = step.checks
    ?.slice(0, 10)
    .map((check) => ({ ...check, command: clip(check.command, 1_000), tail: check.tail.slice(-8_000) }));
  return step;
}

function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
