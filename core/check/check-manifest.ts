import { answerSchemas } from "../model/answers.ts";
import type { Config } from "../model/config.ts";
import type { Sha } from "../model/ids.ts";
import { type JobKind, type JobRef, jobKinds, type Outcome } from "../model/job.ts";
import { type Change, type Manifest, manifestSchema } from "../model/manifest.ts";
import { createValidator, type Problem, type Validator } from "../model/validate.ts";
import { covers } from "../plan/overlap.ts";
import { checkPath, findClashes, isProtected, show } from "./check-paths.ts";

export interface ManifestCheck {
  manifest: unknown;
  /** What was dispatched. */
  expected: { job: JobRef; base: Sha };
  /** The contents beside the manifest, as found: by the digest that we computed. */
  files: (sha256: string) => { size: number; sha256: string } | undefined;
  config: Pick<Config, "limits" | "protected_paths">;
  /** The task's files_hint; a task may change nothing else. */
  scope: readonly string[] | undefined;
  /** All paths at the base, when known. */
  existing?: ReadonlySet<string>;
}

export type ChangeCheck = Omit<ManifestCheck, "manifest" | "expected">;

export type ManifestResult =
  | { ok: true; manifest: Manifest }
  /** With the manifest where it is what was asked for, so that its sound part can be kept. */
  | { ok: false; outcome: Outcome; problems: string[]; manifest?: Manifest };

const validateManifest = createValidator<Manifest>(manifestSchema, "manifest");
const validateAnswer = Object.fromEntries(
  jobKinds.map((kind) => [kind, createValidator<unknown>(answerSchemas[kind], `answer:${kind}`)]),
) as Record<JobKind, Validator<unknown>>;

/** What publish believes of an agent's manifest: nothing that it has not checked here. */
export function checkManifest(check: ManifestCheck): ManifestResult {
  const read = validateManifest(check.manifest);
  if (!read.ok) return refuse("invalid-answer", read.problems.map(sentence("manifest")));
  const manifest = read.value;

  const strange = checkIdentity(manifest, check.expected);
  if (strange.length > 0) return refuse("refused-change", strange);

  const answer = checkAnswer(manifest);
  if (!answer.ok) return refuse("invalid-answer", answer.problems.map(sentence("answer")), manifest);

  const wrong = checkChanges(manifest, check);
  if (wrong.length > 0) return refuse("refused-change", wrong, manifest);
  if (manifest.job.kind === "task" && manifest.outcome === "done" && manifest.changes.length === 0) {
    return refuse("no-change", ["The agent said it was done, but changed no file."], manifest);
  }
  return { ok: true, manifest: { ...manifest, answer: answer.value } };
}

/** The changes of a task that could be published each by itself: what is kept of a run that did not come to its end. */
export function keepableChanges(manifest: Manifest, check: ChangeCheck): Change[] {
  if (manifest.job.kind !== "task") return [];
  const sound = manifest.changes.filter((change) => checkChange(change, "task", check).length === 0);
  return checkTogether(sound, check.existing).length === 0 ? sound : [];
}

const mostProblems = 50;

function refuse(outcome: Outcome, problems: string[], manifest?: Manifest): ManifestResult {
  const rest = problems.length - mostProblems;
  const shown = rest > 0 ? [...problems.slice(0, mostProblems), `… and ${rest} more`] : problems;
  return { ok: false, outcome, problems: shown, ...(manifest ? { manifest } : {}) };
}

function sentence(root: string): (problem: Problem) => string {
  return ({ path, message }) => `${path ? `${root}: ${path}` : `The ${root}`} ${message}`;
}

function checkIdentity({ job, base }: Manifest, expected: ManifestCheck["expected"]): string[] {
  const problems: string[] = [];
  for (const key of ["issue", "kind", "task", "attempt"] as const) {
    if (job[key] === expected.job[key]) continue;
    problems.push(
      `The manifest is for ${key} ${job[key] ?? "none"}; ${expected.job[key] ?? "none"} was asked for.`,
    );
  }
  if (base !== expected.base)
    problems.push(`The manifest is for commit ${base}; ${expected.base} was given.`);
  return problems;
}

/** An answer is needed from a job that says it is done; one from any other is checked all the same. */
function checkAnswer({ job, outcome, answer }: Manifest) {
  if (answer === undefined && outcome !== "done") return { ok: true as const, value: undefined };
  return validateAnswer[job.kind](answer);
}

function checkChanges({ job, changes }: Manifest, check: ChangeCheck): string[] {
  if (changes.length === 0) return [];
  if (job.kind !== "task" && job.kind !== "rollback") {
    return [`A job of kind ${job.kind} may change no files, but this one changed ${changes.length}.`];
  }
  const { limits } = check.config;
  const problems = changes.flatMap((change) => checkChange(change, job.kind, check));
  if (job.kind === "task" && changes.length > limits.files) {
    problems.push(`${changes.length} files are changed; limits.files allows ${limits.files}.`);
  }
  return [...problems, ...checkTogether(changes, check.existing)];
}

function checkChange(change: Change, kind: JobKind, check: ChangeCheck): string[] {
  const { path } = change;
  const wrongPath = checkPath(path);
  if (wrongPath) return [`${show(path)} ${wrongPath}.`];
  const problems: string[] = [];
  if (isProtected(path, check.config.protected_paths)) {
    problems.push(`${show(path)} is protected; a person has to change it.`);
  }
  if (kind === "task" && !covers(check.scope ?? [], path)) {
    problems.push(`${show(path)} is outside of the task's files_hint.`);
  }
  if ("deleted" in change) {
    const isUnknown = check.existing && !check.existing.has(path);
    return isUnknown ? [...problems, `${show(path)} is deleted, but does not exist.`] : problems;
  }
  return [...problems, ...checkContent(change, check)];
}

function checkContent(change: Extract<Change, { sha256: string }>, { files, config }: ChangeCheck): string[] {
  const { path, size, sha256 } = change;
  const problems: string[] = [];
  const most = config.limits.file_bytes;
  if (size > most) problems.push(`${show(path)} has ${size} bytes; limits.file_bytes allows ${most}.`);
  const file = files(sha256);
  if (!file) problems.push(`The content of ${show(path)} is missing.`);
  else if (file.sha256 !== sha256)
    problems.push(`The content of ${show(path)} does not have the digest it claims.`);
  else if (file.size !== size)
    problems.push(`The content of ${show(path)} has ${file.size} bytes, not ${size}.`);
  return problems;
}

function checkTogether(changes: readonly Change[], existing: ReadonlySet<string> | undefined): string[] {
  const paths = changes.map(({ path }) => path);
  const twice = new Set(paths.filter((path, index) => paths.indexOf(path) !== index));
  const doubled = [...twice].map((path) => `${show(path)} is changed twice.`);
  const deleted = new Set(changes.filter((change) => "deleted" in change).map(({ path }) => path));
  const written = changes.filter((change) => !("deleted" in change)).map(({ path }) => path);
  const left = [...(existing ?? [])].filter((path) => !deleted.has(path));
  return [...doubled, ...findClashes([...new Set(written)], left).map((clash) => `${clash}.`)];
}
