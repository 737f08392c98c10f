import { Ajv, type ValidateFunction } from "ajv";
import { type AnswerType, answerSchemas } from "../../core/model/answers.ts";

const ajv = new Ajv({ allErrors: true, code: { optimize: false }, validateSchema: false, strict: false });
const compiled = new Map<AnswerType, ValidateFunction>();

/** Holds an engine's answer to the schema of its type: the reason it does not fit, or nothing. */
export function findAnswerError(type: AnswerType, answer: unknown): string | undefined {
  const validate = compiled.get(type) ?? ajv.compile(answerSchemas[type]);
  compiled.set(type, validate);
  if (validate(answer)) return undefined;
  const errors = (validate.errors ?? []).slice(0, 10);
  return `The answer does not fit the schema for ${type}: ${ajv.errorsText(errors, { dataVar: "answer", separator: "; " })}.`;
}
