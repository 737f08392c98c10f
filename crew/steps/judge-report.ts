import { findFiles } from "../../adapters/git/find-files.ts";
import { parse } from "../../adapters/parse/create-parse.ts";
import { describeCriteriaProblems, findCriteriaProblems } from "../../core/check/criteria.ts";
import { filesNamed } from "../../core/check/evidence.ts";
import { checksOn } from "../../core/jobs/read-steps.ts";
import { type Answers, type AnswerType, questionsIn } from "../../core/model/answers.ts";
import { questionProblem } from "../../core/model/question.ts";
import { planDocuments } from "../../core/model/track.ts";
import { isSpecTarget } from "../../core/plan/draft-spec.ts";
import { tooManyQuestions } from "../../core/prompt/questions.ts";
import { type Crew, subjectOf } from "../crew.ts";
import type { EngineReport } from "../engines/engine.ts";
import { findAnswerError } from "../engines/find-answer-error.ts";
import { findDocumentProblems } from "./find-document-problems.ts";
import { readLayout } from "./read-specs.ts";
import type { Attempt } from "./try-agent.ts";

/** Holds an answer to its schema, and what was done to what was asked for. */
export async function judgeReport(crew: Crew, attempt: Attempt, report: EngineReport): Promise<EngineReport> {
  if (report.outcome !== "done") return report;
  if (crew.input.signal?.aborted)
    return { ...report, outcome: "cancelled", reason: "The job was cancelled." };
  const type = attempt.step.agent.answer;
  const error =
    findAnswerError(type, report.answer) ??
    (await findDocumentError(crew, attempt, report)) ??
    (await findSpecError(crew, type, report.answer)) ??
    (await findCriteriaError(crew, type, report.answer)) ??
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
  { input }: Crew,
  { move, step }: Attempt,
  { answer }: EngineReport,
): Promise<string | undefined> {
  const name = planDocuments.find((one) => one === move.prompt);
  if (step.agent.answer !== "document" || !name) return undefined;
  const problems = await findDocumentProblems(name, (answer as Answers["document"]).document, input);
  return problems.map((problem) => `${problem}.`).join(" ") || undefined;
}

/** A report that becomes a spec has to be one that later plans can change. */
async function findSpecError(
  { input }: Crew,
  type: AnswerType,
  answer: unknown,
): Promise<string | undefined> {
  if (type !== "report" || !isSpecTarget(input.recipe.to)) return undefined;
  const layout = await readLayout(input.folder, input.base);
  const { report } = answer as Answers["report"];
  const draft = await parse("new-spec", { folder: input.scope.text, report, layout });
  const problems = draft.ok ? draft.value.problems : [{ path: "", message: draft.message }];
  return problems.map(({ message }) => `The spec: ${message}.`).join(" ") || undefined;
}

/** Questions go back to whoever asked them badly, or may not ask any more. */
function findQuestionError({ input }: Crew, answer: unknown): string | undefined {
  const asked = questionsIn(answer);
  const { questionsLeft = 0 } = input;
  if (asked.length > questionsLeft) return tooManyQuestions(asked.length, questionsLeft);
  const problems = asked.flatMap((question) => questionProblem(question) ?? []);
  return problems.map((problem) => `${problem}.`).join(" ") || undefined;
}

/** A verification has to answer every criterion, and only those, by evidence that is there. */
async function findCriteriaError(crew: Crew, type: AnswerType, answer: unknown): Promise<string | undefined> {
  const { criteria, folder, base } = crew.input;
  if (type !== "verification" || !criteria) return undefined;
  const given = answer as Answers["verification"];
  const files = await findFiles(folder, base, filesNamed(given.criteria));
  const checks = checksOn({ steps: crew.journal.steps() }, subjectOf(crew)) ?? [];
  return describeCriteriaProblems(findCriteriaProblems(criteria, given, { files, checks }));
}
