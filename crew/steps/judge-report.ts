import { describeCriteriaProblems, findCriteriaProblems } from "../../core/check/criteria.ts";
import { type Answers, type AnswerType, questionsIn } from "../../core/model/answers.ts";
import { questionProblem } from "../../core/model/question.ts";
import { planDocuments } from "../../core/model/track.ts";
import { tooManyQuestions } from "../../core/prompt/questions.ts";
import type { Crew } from "../crew.ts";
import type { EngineReport } from "../engines/engine.ts";
import { findAnswerError } from "../engines/find-answer-error.ts";
import { findDocumentProblems } from "./find-document-problems.ts";
import type { Attempt } from "./try-agent.ts";

/** Holds an answer to its schema, and what was done to what was asked for. */
export async function judgeReport(
  crew: Crew,
  { move, step }: Attempt,
  report: EngineReport,
): Promise<EngineReport> {
  if (report.outcome !== "done") return report;
  if (crew.input.signal?.aborted)
    return { ...report, outcome: "cancelled", reason: "The job was cancelled." };
  const type = step.agent.answer;
  const error =
    findAnswerError(type, report.answer) ??
    (await findDocumentError(move.prompt, type, report.answer)) ??
    findCriteriaError(crew, type, report.answer) ??
    findQuestionError(crew, report.answer);
  if (error) return { ...report, outcome: "invalid-answer", reason: error };
  if (questionsIn(report.answer).length > 0) return { ...report, outcome: "asked" };
  const { changes, refusals } = crew.journal.changes();
  if (type === "change" && changes.length + refusals.length === 0 && !crew.input.mayStay)
    return { ...report, outcome: "no-change", reason: "No file was changed." };
  return report;
}

/** A document of the plan has to be one that people can read. */
async function findDocumentError(
  prompt: string | undefined,
  type: AnswerType,
  answer: unknown,
): Promise<string | undefined> {
  const name = planDocuments.find((one) => one === prompt);
  if (type !== "document" || !name) return undefined;
  const problems = await findDocumentProblems(name, (answer as Answers["document"]).document);
  return problems.map((problem) => `${problem}.`).join(" ") || undefined;
}

/** Questions go back to whoever asked them badly, or may not ask any more. */
function findQuestionError({ input }: Crew, answer: unknown): string | undefined {
  const asked = questionsIn(answer);
  const { questionsLeft = 0 } = input;
  if (asked.length > questionsLeft) return tooManyQuestions(asked.length, questionsLeft);
  const problems = asked.flatMap((question) => questionProblem(question) ?? []);
  return problems.map((problem) => `${problem}.`).join(" ") || undefined;
}

/** A verification has to answer every criterion, and only those. */
function findCriteriaError({ input }: Crew, type: AnswerType, answer: unknown): string | undefined {
  if (type !== "verification" || !input.criteria) return undefined;
  const given = answer as Answers["verification"];
  return describeCriteriaProblems(findCriteriaProblems(input.criteria, given));
}
