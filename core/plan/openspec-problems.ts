import type { Problem } from "../model/validate.ts";
import type { FoldedSpec } from "./fold-specs.ts";
import { at, type SpecDelta } from "./spec-deltas.ts";
import { readScenarios } from "./spec-parts.ts";

/** What OpenSpec's validator asks of a purpose, and the most that it takes for one requirement. */
const shortestPurpose = 50;
const longestText = 500;

/** Why OpenSpec would not take a requirement. */
export function openspecProblems({ type, body, line }: SpecDelta): Problem[] {
  if (type === "removed") return [];
  const { text, scenarios } = readScenarios(body);
  const problems: Problem[] = [];
  if (!/\b(SHALL|MUST)\b/.test(text.replaceAll(/```[\s\S]*?```/g, "")))
    problems.push(
      at(
        line,
        "should say in a sentence with SHALL or MUST what holds, before GIVEN, WHEN and THEN: OpenSpec asks for it",
      ),
    );
  if (text.length > longestText)
    problems.push(
      at(line, `says it in ${text.length} characters before its scenarios; OpenSpec takes ${longestText}`),
    );
  const empty = scenarios.find(({ steps }) => steps === "");
  if (scenarios.length === 0 || empty)
    problems.push(
      at(line, `has ${empty?.name ? `nothing below "${empty.name}"` : "no scenario"}; OpenSpec asks for one`),
    );
  return problems;
}

/** A capability that is new to OpenSpec has to say what it is for. */
export function purposeProblem(
  { layout, purpose, capability }: FoldedSpec,
  deltas: readonly SpecDelta[],
): Problem[] {
  const [first] = deltas;
  if (layout === "own" || purpose.length >= shortestPurpose || !first) return [];
  const message = `"${capability}" is new: say below its heading in ${shortestPurpose} characters or more what it is for, as OpenSpec asks`;
  return [at(first.line, message)];
}
