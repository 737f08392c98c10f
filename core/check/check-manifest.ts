import { type Answers, type AnswerType, acceptedSchemas, answerTypes } from "../model/answers.ts";
import type { Sha } from "../model/ids.ts";
import type { JobRef, Outcome } from "../model/job.ts";
import { type Change, type Manifest, manifestSchema, type StepRecord } from "../model/manifest.ts";
import { createValidator, type Problem, type Validation, type Validator } from "../model/validate.ts";
import { maskAll } from "../scan/mask-secrets.ts";
import { findDanger } from "./check-paths.ts";
import { checkChange, type GateTerms, soundChanges } from "./gate.ts";

export interface ManifestCheck extends GateTerms {
  manifest: unknown;
  /** What was dispatched. */
  expected: { job: JobRef; base: Sha };
  /** Whether it is fine that nothing was changed. */
  mayStay?: boolean;
}

export type ManifestResult =
  /** All its answers are in it: none lies in a file. */
  | { ok: true; manifest: Manifest }
  /** With the manifest where it is what was asked for, so that its sound part can be kept. */
  | { ok: false; outcome: Outcome; problems: string[]; manifest?: Manifest };

const validateManifest = createValidator<Manifest>(manifestSchema);
const validateAnswer = Object.fromEntries(
  answerTypes.map((type) => [type, createValidator<unknown>(acceptedSchemas[type])]),
) as Record<AnswerType, Validator<unknown>>;

/** What publish believes of an agent's manifest: nothing that it has not checked here. */
export function checkManifest(check: ManifestCheck): ManifestResult {
  const read = validateManifest(check.manifest);
  if (!read.ok) return refuse("invalid-answer", read.problems.map(sentence("manifest")));

  const strange = checkIdentity(read.value, check.expected);
  if (strange.length > 0) return refuse("refused-change", strange);

  const { manifest, problems } = withAnswers(read.value, (name) => check.files(name)?.text);
  if (problems.length > 0) return refuse("invalid-answer", problems, manifest);

  const wrong = checkChange({ ...check, changes: manifest.changes });
  if (wrong.length > 0) return refuse("refused-change", wrong, manifest);
  const changesNothing = check.scope !== "none" && manifest.changes.length === 0;
  if (changesNothing && manifest.outcome === "done" && !check.mayStay) {
    return refuse("no-change", ["The agent said it was done, but changed no file."], manifest);
  }
  return { ok: true, manifest };
}

/** Where a manifest says it changes files, and of which commit: a hint at what has to be read before it is checked. */
export interface Claim {
  base: Sha;
  paths: string[];
  /** The same changes, without paths that are no places in a repository. */
  changes: Change[];
}

/** Undefined for what is no manifest. Paths that are no places in a repository are left out. */
export function readClaim(manifest: unknown): Claim | undefined {
  const read = validateManifest(manifest);
  if (!read.ok) return undefined;
  const { base, changes } = read.value;
  const possible = changes.filter(({ path }) => !findDanger(path));
  return { base, paths: possible.map(({ path }) => path), changes: possible };
}

/** The changes of a manifest that could be published each by itself. */
export function keepableChanges(manifest: Manifest, terms: GateTerms): Change[] {
  return soundChanges({ ...terms, changes: manifest.changes });
}

/** Whether a value is an answer of its type, with defaults filled in. */
export function checkAnswer<T extends AnswerType>(type: T, value: unknown): Validation<Answers[T]> {
  return validateAnswer[type](value) as Validation<Answers[T]>;
}

/** A journal with the answers that lie beside it, without credentials; those that are none are left out. `file` gives a text by its digest. */
export function readAnswers(manifest: Manifest, file: (sha256: string) => string | undefined): Manifest {
  return withAnswers(manifest, file).manifest;
}

const mostProblems = 50;

function refuse(outcome: Outcome, problems: string[], manifest?: Manifest): ManifestResult {
  const rest = problems.length - mostProblems;
  const shown = rest > 0 ? [...problems.slice(0, mostProblems), `… and ${rest} more`] : problems;
  const refusal = { ok: false, outcome, problems: shown } as const;
  return manifest ? { ...refusal, manifest } : refusal;
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

/** The manifest with every answer held to its schema, and without credentials; one that does not fit is taken out. */
function withAnswers(
  manifest: Manifest,
  file: (sha256: string) => string | undefined,
): { manifest: Manifest; problems: string[] } {
  const problems: string[] = [];
  const steps = manifest.steps.map((step): StepRecord => {
    if (step.type !== "agent" || step.answer === undefined) return step;
    const { answer, ...rest } = step;
    const value = "file" in answer ? parseJson(file(answer.file)) : answer.value;
    const checked = checkAnswer(answer.type, value);
    if (checked.ok) return { ...rest, answer: { type: answer.type, value: maskAll(checked.value) } };
    problems.push(...checked.problems.map(sentence(`answer of ${nameOf(step)}`)));
    return rest;
  });
  return { manifest: { ...manifest, steps }, problems };
}

function nameOf({ id, member, round }: StepRecord): string {
  return [member ? `${id}/${member}` : id, ...(round > 1 ? [`in round ${round}`] : [])].join(" ");
}

/** Undefined for what is missing or no JSON: no schema takes that for an answer. */
function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
