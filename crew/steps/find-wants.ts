import type { ChangeSet } from "../../adapters/git/describe-changes.ts";
import { wishesIn } from "../../core/model/answers.ts";
import type { Outcome } from "../../core/model/job.ts";
import { isSameRequest, mostWants, type Want } from "../../core/model/permission.ts";
import { withoutUndefined } from "../../core/model/without-undefined.ts";
import { reasonOf, requestOf } from "../../core/permissions/file-gate.ts";
import { createJudge, type Judge } from "../../core/permissions/judge-request.ts";
import type { Crew } from "../crew.ts";
import type { EngineReport } from "../engines/engine.ts";

/** Ends after which it is known what an agent wanted; of the others a person's leave changes nothing. */
const telling: readonly Outcome[] = ["done", "no-change", "invalid-answer", "crashed", "max-turns"];

type Judged = Omit<EngineReport, "transcript" | "seconds">;

/** Stops for a person's leave where an agent asked for it, tried a program, or changed a file that takes one. */
export function findWants(crew: Crew, report: Judged): Judged & { wants?: Want[] } {
  if (!telling.includes(report.outcome)) return report;
  const judge = createJudge(crew.input.permissions);
  const hopeless = hopelessWish(judge, report);
  if (hopeless !== undefined) return { ...report, outcome: "invalid-answer", reason: hopeless };
  const wants = unique(wantsIn(crew, judge, report));
  if (wants.length === 0) return report;
  if (wants.length <= mostWants) return { ...report, outcome: "asked", reason: undefined, wants };
  const reason = `It wants ${wants.length} things that take a person's leave, and at most ${mostWants} can be asked for at once. Do less of it, or ask for what matters first.`;
  return { ...report, outcome: "refused-change", reason };
}

/** The change without what it needs leave for: that leaves the sandbox once a person has given it, and not before. */
export function withoutWanted({ input, journal }: Crew): ChangeSet {
  const judge = createJudge(input.permissions);
  const set = journal.changes();
  return { ...set, changes: set.changes.filter((change) => judge(requestOf(change)).decision !== "ask") };
}

function wantsIn({ journal, tried }: Crew, judge: Judge, { answer }: Judged): Want[] {
  const { summary } = (answer ?? {}) as { summary?: unknown };
  const why = typeof summary === "string" ? summary.slice(0, 500) : undefined;
  const changed = journal.changes().changes.map((change) => ({ ...requestOf(change), why }));
  const programs = [...tried].map((target) => ({ scope: "command", action: "run", target }) as const);
  const wishes: Want[] = [...wishesIn(answer), ...changed, ...programs];
  return wishes.flatMap(({ scope, action, target, why: reason }) => {
    const { decision, rule } = judge({ scope, action, target });
    return decision === "ask" ? [withoutUndefined({ scope, action, target, why: reason, rule })] : [];
  });
}

/** Nobody is asked for what is denied: whoever asks hears so, and can still do without. */
function hopelessWish(judge: Judge, { outcome, answer }: Judged): string | undefined {
  if (outcome !== "done" && outcome !== "no-change") return undefined;
  for (const { scope, action, target } of wishesIn(answer)) {
    const judged = judge({ scope, action, target });
    if (judged.decision === "deny")
      return `Nobody is asked whether you may ${action} ${target}: ${reasonOf(judged)}. Do without it.`;
  }
  return undefined;
}

/** The first of each: an agent's own reason comes before ours. */
function unique(wants: readonly Want[]): Want[] {
  return wants.filter((want, at) => wants.findIndex((other) => isSameRequest(want, other)) === at);
}
