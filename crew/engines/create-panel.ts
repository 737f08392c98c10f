import { mergeReviews, type Review } from "../../core/check/merge-reviews.ts";
import type { ReviewAnswer } from "../../core/model/answers.ts";
import type { Usage } from "../../core/model/job.ts";
import type { Engine, EngineGateway, EngineReport } from "./engine.ts";
import { findAnswerError } from "./find-answer-error.ts";

/** One reviewer: whose way of looking at it, and what is asked. */
export interface Member {
  role: string;
  prompt: string;
  engine: Engine;
  model?: string;
  gateway?: EngineGateway;
}

/** Several reviewers in turn, as one engine. The first that fails ends it: a review is whole or not at all. */
export function createPanel(members: Member[]): Engine {
  return {
    name: [...new Set(members.map(({ engine }) => engine.name))].join(", ") || "none",
    async run(request) {
      const reports: EngineReport[] = [];
      const reviews: Review[] = [];
      for (const { role, engine, ...own } of members) {
        const report = await engine.run({ ...request, ...own });
        reports.push({ ...report, transcript: `# ${role}\n${report.transcript}` });
        const failed = report.outcome === "done" ? findAnswerError("review", report.answer) : report.reason;
        if (report.outcome !== "done" || failed) return withFailure(reports, role, failed);
        reviews.push({ role, ...(report.answer as ReviewAnswer) });
      }
      return { ...addUp(reports), outcome: "done", answer: mergeReviews(reviews) };
    },
  };
}

function withFailure(reports: EngineReport[], role: string, reason: string | undefined): EngineReport {
  const { outcome, until } = reports.at(-1)!;
  return {
    ...addUp(reports),
    outcome: outcome === "done" ? "invalid-answer" : outcome,
    reason: `${role}: ${reason ?? outcome}`,
    ...(until ? { until } : {}),
  };
}

function addUp(reports: EngineReport[]): Omit<EngineReport, "outcome"> {
  const sum = (read: (report: EngineReport) => number | undefined) =>
    reports.reduce((total, report) => total + (read(report) ?? 0), 0);
  const models = [...new Set(reports.flatMap(({ model }) => model ?? []))].join(", ");
  const names: (keyof Usage)[] = ["input", "output", "cached", "thinking"];
  return {
    usage: Object.fromEntries(
      names.map((name) => [name, sum(({ usage }) => usage[name])]),
    ) as unknown as Usage,
    ...{
      usd: sum(({ usd }) => usd),
      turns: sum(({ turns }) => turns),
      seconds: sum(({ seconds }) => seconds),
    },
    ...(models ? { model: models.slice(0, 100) } : {}),
    transcript: reports.map(({ transcript }) => transcript).join("\n\n"),
  };
}
