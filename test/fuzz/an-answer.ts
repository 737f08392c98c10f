import type { DraftInput } from "../../core/jobs/draft-answers.ts";
import { anAgent } from "../builders/a-manifest.ts";

/** A leg whose one agent said this. */
export function anAnswer(report: string): DraftInput {
  const step = anAgent({ answer: { type: "report", value: { title: "A", report } } });
  return { title: "A", manifest: { steps: [step] }, documents: {}, protectedPaths: [] };
}
