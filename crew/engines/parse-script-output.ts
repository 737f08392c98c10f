import { Ajv } from "ajv";
import { usageSchema } from "../../core/model/job.ts";
import { tailOf } from "../../core/text/tail-of.ts";
import type { EngineReport } from "./engine.ts";

const outputSchema = {
  type: "object",
  additionalProperties: false,
  required: ["answer"],
  properties: { answer: {}, text: { type: "string" }, usage: usageSchema },
} as const;

const validate = new Ajv().compile<{ answer: unknown; text?: string; usage?: EngineReport["usage"] }>(
  outputSchema,
);
const expected =
  'one JSON object on stdout, { "answer": …, "text": "…", "usage": { "input": 0, "output": 0 } }, and nothing else (logs go to stderr)';

type Parsed = Pick<EngineReport, "outcome" | "reason" | "answer" | "text"> & {
  usage?: EngineReport["usage"];
};

/** Reads a script's stdout, which is exactly one JSON object. */
export function parseScriptOutput(stdout: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(stdout);
  } catch {
    return invalid(stdout.trim() === "" ? "nothing" : `\`${tailOf(stdout.trim(), 300)}\``);
  }
  if (!validate(value))
    return invalid(
      `an object of another shape (${new Ajv().errorsText(validate.errors, { dataVar: "output" })})`,
    );
  const { answer, text, usage } = value;
  return { outcome: "done", answer, ...(text === undefined ? {} : { text }), ...(usage ? { usage } : {}) };
}

function invalid(found: string): Parsed {
  return { outcome: "invalid-answer", reason: `The script has to print ${expected}. It printed ${found}.` };
}
