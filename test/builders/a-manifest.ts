import type { Answers, AnswerType, Finding } from "../../core/model/answers.ts";
import type { CheckResult, Manifest, StepRecord } from "../../core/model/manifest.ts";
import { sha } from "./a-track.ts";

type AgentRecord = Extract<StepRecord, { type: "agent" }>;
type RunRecord = Extract<StepRecord, { type: "run" }>;
type CodeRecord = Extract<StepRecord, { type: "code" }>;

/** What a crew leaves: T02 done by a senior, checked, without a reviewer; say what matters to the test. */
export function aManifest(fields: Partial<Manifest> = {}): Manifest {
  return {
    version: 2,
    job: { issue: 42, kind: "task", task: "T02", attempt: 2 },
    base: sha("b1"),
    recipe: "task",
    sandbox: "bubblewrap",
    outcome: "done",
    notes: [],
    steps: [anAgent(), aRun()],
    changes: [{ path: "src/a.ts", deleted: true }],
    seconds: 183.4,
    ...fields,
  };
}

/** The executor's step. */
export function anAgent(fields: Partial<AgentRecord> = {}): AgentRecord {
  return {
    type: "agent",
    id: "implement",
    round: 1,
    member: "",
    outcome: "done",
    ok: true,
    seconds: 120,
    role: "senior",
    engine: "claude-code",
    model: "claude-sonnet-5-5",
    choice: "senior on claude-code: implement → senior; balanced model",
    usage: { input: 812_334, output: 14_002, cached: 700_120, thinking: 3_000 },
    usd: 0.63,
    turns: 14,
    session: "0b7e4c0a",
    answer: answered("change", { summary: "Rows are written." }),
    ...fields,
  };
}

/** One reviewer of a round. */
export function aReviewer(role: string, findings: Finding[], fields: Partial<AgentRecord> = {}): AgentRecord {
  return anAgent({
    id: "review",
    member: role,
    role,
    ok: findings.every(({ severity }) => severity !== "blocker"),
    usage: { input: 1_000, output: 100 },
    usd: 0.1,
    turns: 2,
    answer: answered("review", { summary: `The ${role} looked at it.`, findings }),
    ...fields,
  });
}

/** A reviewer that gave no review. */
export function aLostReviewer(role: string, fields: Partial<AgentRecord> = {}): AgentRecord {
  const { answer: _, ...rest } = aReviewer(role, []);
  return { ...rest, ok: false, outcome: "crashed", ...fields };
}

/** What the executor did between two rounds. */
export function aFix(summary: string, round: number): AgentRecord {
  return anAgent({ id: "fix", round, answer: answered("change", { summary }) });
}

/** The repository's own commands in a round. */
export function aRun(checks: CheckResult[] = [aCheck()], round = 1): RunRecord {
  const ok = checks.every((check) => check.ok);
  return { type: "run", id: "check", round, member: "", outcome: "done", ok, seconds: 8, checks };
}

/** Our own gate in a round. */
export function aGate(problems: string[], round = 1): CodeRecord {
  const ok = problems.length === 0;
  return {
    type: "code",
    id: "gate",
    code: "gate",
    round,
    member: "",
    outcome: "done",
    ok,
    seconds: 0,
    problems,
  };
}

export function aCheck(fields: Partial<CheckResult> = {}): CheckResult {
  return { name: "test", command: "npm test", ok: true, seconds: 8, tail: "", ...fields };
}

export function aFinding(fields: Partial<Finding> = {}): Finding {
  return { path: "src/a.ts", line: 3, severity: "blocker", message: "This loops forever.", ...fields };
}

function answered<T extends AnswerType>(type: T, value: Answers[T]): { type: T; value: Answers[T] } {
  return { type, value };
}
