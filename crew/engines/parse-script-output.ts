import { usageSchema } from "../../core/model/job.ts";
import { given, type Infer, object, optional, text } from "../../core/model/schema.ts";
import { createValidator } from "../../core/model/validate.ts";
import { tailOf } from "../../core/text/tail-of.ts";
import type { EngineReport } from "./engine.ts";

const outputSchema = object(
  { answer: given<unknown>({}), text: optional(text()), usage: optional(usageSchema) },
  { closed: true },
);

const validate = createValidator<Infer<typeof outputSchema>>(outputSchema);
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
  const read = validate(value);
  if (!read.ok) {
    const problems = read.problems.map(({ path, message }) => (path ? `${path} ${message}` : message));
    return invalid(`an object of another shape (${problems.join("; ")})`);
  }
  const { answer, text: said, usage } = read.value;
  const report: Parsed = { outcome: "done", answer };
  if (said !== undefined) report.text = said;
  if (usage) report.usage = usage;
  return report;
}

function invalid(found: string): Parsed {
  return { outcome: "invalid-answer", reason: `The script has to print ${expected}. It printed ${found}.` };
}
