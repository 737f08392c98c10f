import { Ajv, type ValidateFunction } from "ajv";
import { answerSchemas } from "../../core/model/answers.ts";
import type { JobKind } from "../../core/model/job.ts";

const ajv = new Ajv({ allErrors: true, code: { optimize: false }, validateSchema: false });
const compiled = new Map<JobKind, ValidateFunction>();

/** Holds an engine's answer to the schema of its kind of job: the reason it does not fit, or nothing. */
export function findAnswerError(kind: JobKind, answer: unknown): string | undefined {
  const validate = compiled.get(kind) ?? ajv.compile(answerSchemas[kind]);
  compiled.set(kind, validate);
  if (validate(answer)) return undefined;
  const errors = (validate.errors ?? []).slice(0, 10);
  return `The answer does not fit the schema for ${kind}: ${ajv.errorsText(errors, { dataVar: "answer", separator: "; " })}.`;
}
