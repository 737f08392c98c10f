import { type Dispute, numberFindings } from "../check/disputes.ts";
import { backlogFile, documentFiles } from "../codec/paths.ts";
import type { Answers, AnswerType, Finding } from "../model/answers.ts";
import type { StepRecord } from "../model/manifest.ts";
import { formatBacklogDraft } from "../model/parse-backlog.ts";
import { planDocuments } from "../model/track.ts";
import type { FoundPart } from "./build-prompt.ts";

type AgentRecord = Extract<StepRecord, { type: "agent" }>;

/** What earlier steps brought, as an agent is told it. */
export interface ToldSteps {
  documents: Record<string, string>;
  found: FoundPart[];
}

/** Words for what a step is given of others: documents to read, and what was found about its work. `self` is the step's own id. */
export function tellSteps(records: readonly StepRecord[], self: string): ToldSteps {
  const agents = records.filter((record) => record.type === "agent");
  return {
    documents: Object.fromEntries(agents.flatMap(documentsOf)),
    found: [
      { title: "What conflicts", texts: records.filter(isMerge).flatMap(problemsOf) },
      {
        title: "What our own checks refuse",
        texts: records.filter((record) => !isMerge(record)).flatMap(problemsOf),
      },
      { title: "Commands that fail", texts: records.flatMap(failuresOf) },
      {
        title: "What reviewers found",
        texts: numberFindings(agents.filter(({ id }) => id !== self)).map(
          ({ number, reviewer, finding }) => `${number}, ${reviewer}, ${describe(finding)}`,
        ),
      },
      {
        title: "What you found in an earlier round",
        texts: numberFindings(agents.filter(({ id }) => id === self)).map(({ finding }) => describe(finding)),
      },
      { title: "Criteria that are not met", texts: agents.flatMap(unmetOf) },
    ].filter(({ texts }) => texts.length > 0),
  };
}

/** What the author of a change says against what a reviewer found in it. */
export function tellDisputes(disputes: readonly Dispute[]): FoundPart[] {
  if (disputes.length === 0) return [];
  const texts = disputes.map(({ finding, why }) => `${describe(finding)}\nThe author disagrees: ${why}`);
  return [{ title: "What the author says about your findings", texts }];
}

function documentsOf(record: AgentRecord): [name: string, text: string][] {
  const name = record.member ? `${record.id}-${record.member}.md` : `${record.id}.md`;
  const document = answerOf(record, "document");
  const known = planDocuments.find((one) => one === record.member);
  if (document) return [[known ? documentFiles[known] : name, document.document]];
  const backlog = answerOf(record, "backlog");
  if (backlog) return [[backlogFile, formatBacklogDraft(backlog.backlog)]];
  const report = answerOf(record, "report");
  if (report) return [[name, `# ${report.title}\n\n${report.report}`]];
  const change = answerOf(record, "change");
  return change ? [[name, change.summary]] : [];
}

function isMerge(record: StepRecord): boolean {
  return record.type === "code" && record.code === "merge";
}

function problemsOf(record: StepRecord): string[] {
  return record.type === "code" ? record.problems : [];
}

function failuresOf(record: StepRecord): string[] {
  if (record.type === "agent" || record.ok) return [];
  const failed = (record.checks ?? []).filter(({ ok }) => !ok);
  return failed.map(({ name, command, tail }) => `${name}: \`${command}\`\n${tail}`);
}

function describe({ severity, path, line, message, suggestion, replacement }: Finding): string {
  const where = line ? `${path}:${line}` : path;
  const better = replacement ? `\nIn its place: ${replacement}` : "";
  return `${severity} in ${where}: ${message}${suggestion ? `\nSuggestion: ${suggestion}` : ""}${better}`;
}

function unmetOf(record: AgentRecord): string[] {
  const unmet = (answerOf(record, "verification")?.criteria ?? []).filter(({ met }) => !met);
  return unmet.map(({ criterion, evidence }) => `${criterion}\n${evidence}`);
}

function answerOf<T extends AnswerType>({ answer }: AgentRecord, type: T): Answers[T] | undefined {
  return answer?.type === type && "value" in answer ? (answer.value as Answers[T]) : undefined;
}
