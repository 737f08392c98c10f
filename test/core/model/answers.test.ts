import { describe, expect, it } from "vitest";
import { checkAnswer } from "../../../core/check/check-manifest.ts";
import { type AnswerType, answerSchemas, answerTypes, findingSchema } from "../../../core/model/answers.ts";
import type { Backlog } from "../../../core/model/backlog.ts";
import { formatBacklog } from "../../../core/model/parse-backlog.ts";
import { sharedSchemas } from "../../../core/model/schema.ts";
import { amendBacklog } from "../../../core/plan/amend-backlog.ts";
import { draftBacklog } from "../../../core/plan/draft-backlog.ts";

type Plain = Record<string, unknown>;

/** One good answer of each type, with everything in it that an agent may say. */
const answers: Record<AnswerType, Plain> = {
  document: { document: "# Spec\n" },
  backlog: {
    backlog: {
      version: 1,
      tasks: [
        {
          id: "T01",
          title: "Rows",
          description: "Rows.",
          depends_on: [],
          acceptance: ["It works"],
          scope: { files_hint: ["src/a.ts"], estimated_hours: 1 },
          context: { constraints: ["none"] },
        },
      ],
    },
  },
  change: { summary: "Done.", remarks: [{ remark: "R1", done: "Said." }] },
  review: {
    summary: "Fine.",
    findings: [{ path: "src/a.ts", line: 1, severity: "blocker", message: "Why?", suggestion: "Say." }],
  },
  verification: { summary: "Fine.", criteria: [{ criterion: "T01.1", met: true, evidence: "seen" }] },
  amendment: {
    reason: "It was too much.",
    lesson: "Look first.",
    tasks: [
      {
        id: "T01",
        title: "Rows",
        description: "Rows.",
        depends_on: [],
        acceptance: ["It works"],
        scope: { files_hint: ["src/a.ts"], estimated_hours: 1 },
      },
    ],
  },
  report: { title: "Found", report: "Nothing." },
};

/** Fields that are ours, somewhere: in findings, steps, tasks, the ledger. */
const ours = [
  ...[
    "rule",
    "outside",
    "ok",
    "subject",
    "outcome",
    "usd",
    "usage",
    "status",
    "proposal",
    "approval",
    "digest",
  ],
  ...["handsOff", "fresh", "readyAt", "checks", "signals", "type", "Rule", "x"],
];

/** The value with one more field in one of its objects, once for each of them. */
function* withField(value: unknown, field: string): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      for (const changed of withField(item, field)) yield value.with(at, changed);
  } else if (typeof value === "object" && value !== null) {
    if (!(field in value)) yield { ...value, [field]: "no-debugger" };
    for (const [key, item] of Object.entries(value))
      for (const changed of withField(item, field)) yield { ...value, [key]: changed };
  }
}

/** Whether an answer is taken as it is. What is wrong in a backlog goes back to its author, when it is drafted. */
function isTaken(type: AnswerType, value: unknown): boolean {
  const checked = checkAnswer(type, value);
  if (checked.ok && type === "amendment") {
    const { tasks } = checked.value as { tasks: object[] };
    const text = formatBacklog(answers.backlog["backlog"] as Backlog);
    const request = { text, task: "T01" as const, split: false, tasks, protectedPaths: [] };
    return amendBacklog(request).problems.length === 0;
  }
  if (!checked.ok || type !== "backlog") return checked.ok;
  return (
    draftBacklog((checked.value as { backlog: object }).backlog, { protectedPaths: [] }).problems.length === 0
  );
}

describe("what an agent answers", () => {
  it.each(answerTypes)(
    "is taken where it is a %s, and not with a field that is ours anywhere in it",
    (type) => {
      expect(isTaken(type, answers[type])).toBe(true);
      let tried = 0;
      for (const field of ours) {
        for (const value of withField(answers[type], field)) {
          tried += 1;
          expect([value, isTaken(type, value)]).toEqual([value, false]);
        }
      }
      expect(tried).toBeGreaterThanOrEqual(ours.length - 2);
    },
  );

  it("has a schema that is closed at every depth", () => {
    expect(Object.entries(answerSchemas).flatMap(([name, schema]) => openObjects(schema, name))).toEqual([]);
  });

  it("has nothing of what we add to a remark when we keep it", () => {
    const kept = sharedSchemas().get((findingSchema as { $ref: string }).$ref) as { properties: Plain };
    const { properties } = (
      answerSchemas.review as { properties: { findings: { items: { properties: Plain } } } }
    ).properties.findings.items;
    const added = Object.keys(kept.properties).filter((key) => !(key in properties));
    expect(added).toEqual(["rule", "outside", "by", "dispute", "more"]);
  });
});

/** Objects of a schema that let other fields through, by where they are. */
function openObjects(schema: unknown, at: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { type, additionalProperties } = schema as Plain;
  const own = type === "object" && additionalProperties !== false ? [at] : [];
  return [...own, ...Object.entries(schema).flatMap(([key, value]) => openObjects(value, `${at}.${key}`))];
}
